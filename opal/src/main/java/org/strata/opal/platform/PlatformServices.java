package org.strata.opal.platform;

import java.lang.foreign.Arena;
import java.util.List;

/** The services of a platform. Each method makes one; its user keeps it. */
public interface PlatformServices {
    /** Returns sleeps on words of shared memory, and fences across processes. */
    Waiting waiting();

    /** Returns calls on pages of this process's memory. */
    PageCalls pages();

    /**
     * Returns copies between the memory of processes, for one thread at a time.
     *
     * @param arena owns what a copy needs
     */
    PeerMemory peerMemory(Arena arena);

    /** Returns calls on threads and on the processors they run on. */
    ThreadCalls threads();

    /** Returns signals and inherited descriptors. */
    ProcessCalls processes();

    /** Returns files that are accessed from and to native memory. */
    FileCalls files();

    /** Returns options of sockets that the JDK does not have. */
    SocketCalls sockets();

    /** Returns where the kernel shows files. */
    KernelFiles kernelFiles();

    /**
     * Returns what this platform has, a word each with how it turned out where that may differ:
     * {@code futex}, {@code membarrier refused}.
     */
    List<String> abilities();
}
