package org.strata.opal.platform;

import java.nio.file.Path;

/**
 * Files by which the kernel tells of itself. Where a platform has none, the paths lead nowhere: a
 * reader gets the IOException that it also gets where such a file system is not mounted, and does
 * without.
 */
public interface KernelFiles {
    /**
     * Returns a file of Linux' proc(5).
     *
     * @param name below {@code /proc}: {@code self/status}; empty for the directory
     */
    Path process(String name);

    /** Returns a file of Linux' sysfs(5), as {@link #process}. */
    Path system(String name);

    /** Returns a directory for files that processes of this host map; it may not exist. */
    Path sharedMemory();

    /**
     * Returns the directory that a user has named for such files.
     *
     * @param named {@code /dev/shm}, the default of parameters, stands for this platform's
     */
    default Path sharedMemory(String named) {
        return named.equals("/dev/shm") ? sharedMemory() : Path.of(named);
    }

    /** Returns what reads as empty and swallows what is written. */
    Path nothing();

    /** Returns a device that ends with random bytes; it need not exist. */
    Path random();

    /**
     * Returns whether this process's standard input is a terminal, where the kernel stops a
     * background process that reads it.
     */
    boolean inputIsTerminal();

    /** Returns the directory for temporary files of users who name none. */
    Path temporary();
}
