package org.strata.launcher.job;

import java.io.OutputStream;

/**
 * A rank's process on mpirun's own host.
 *
 * @param process the process
 * @param fed whether mpirun copies input to it; it reads mpirun's own, or none, otherwise
 */
record LocalProcess(Process process, boolean fed) implements HostProcess {
    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public OutputStream input() {
        return fed ? process.getOutputStream() : null;
    }
}
