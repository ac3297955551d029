package org.strata.launcher.job;

import java.io.OutputStream;

/** The process of a rank, as its host shows it to mpirun. */
interface HostProcess {
    /** Returns its number on its host; 0 before it has one. */
    long pid();

    /** Returns what mpirun writes for its standard input; null if that is not mpirun's to write. */
    OutputStream input();
}
