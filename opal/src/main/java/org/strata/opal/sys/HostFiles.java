package org.strata.opal.sys;

import org.strata.opal.platform.KernelFiles;
import org.strata.opal.platform.Platform;

import java.nio.file.Path;

/** Where the system of this host shows files of its own; see {@link KernelFiles}. */
public final class HostFiles {
    private static final KernelFiles FILES = Platform.services().kernelFiles();

    private HostFiles() {}

    /**
     * Returns a file of Linux' proc(5); elsewhere a path that leads nowhere.
     *
     * @param name below the file system's root: {@code self/status}
     */
    public static Path process(String name) {
        return FILES.process(name);
    }

    /** Returns a file of Linux' sysfs(5), as {@link #process}. */
    public static Path system(String name) {
        return FILES.system(name);
    }

    /** Returns a directory for files that processes of this host map; it may not exist. */
    public static Path sharedMemory() {
        return FILES.sharedMemory();
    }

    /**
     * Returns the directory that a user has named for such files.
     *
     * @param named {@code /dev/shm}, the default of parameters, stands for this platform's
     */
    public static Path sharedMemory(String named) {
        return FILES.sharedMemory(named);
    }

    /** Returns what reads as empty and swallows what is written. */
    public static Path nothing() {
        return FILES.nothing();
    }

    /** Returns a source of random bytes; it need not exist. */
    public static Path random() {
        return FILES.random();
    }

    /** Returns whether standard input is a terminal that stops background processes. */
    public static boolean inputIsTerminal() {
        return FILES.inputIsTerminal();
    }

    /** Returns the directory for temporary files of users who name none. */
    public static Path temporary() {
        return FILES.temporary();
    }
}
