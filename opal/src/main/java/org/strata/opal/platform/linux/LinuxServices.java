package org.strata.opal.platform.linux;

import org.strata.opal.platform.FileCalls;
import org.strata.opal.platform.KernelFiles;
import org.strata.opal.platform.PageCalls;
import org.strata.opal.platform.PeerMemory;
import org.strata.opal.platform.PlatformServices;
import org.strata.opal.platform.ProcessCalls;
import org.strata.opal.platform.SocketCalls;
import org.strata.opal.platform.ThreadCalls;
import org.strata.opal.platform.Waiting;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.util.List;

/** The services of Linux. What the kernel refuses in a sandbox is found out by the first call. */
public final class LinuxServices implements PlatformServices {
    /** Returns whether this JVM can call native functions. */
    public static boolean isLinkable() {
        try {
            return Linker.nativeLinker() != null;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    @Override
    public Waiting waiting() {
        return new LinuxWaiting();
    }

    @Override
    public PageCalls pages() {
        return new LinuxPages();
    }

    @Override
    public PeerMemory peerMemory(Arena arena) {
        return new LinuxPeerMemory(arena);
    }

    @Override
    public ThreadCalls threads() {
        return new LinuxThreads();
    }

    @Override
    public ProcessCalls processes() {
        return new LinuxProcesses();
    }

    @Override
    public FileCalls files() {
        return new LinuxFiles();
    }

    @Override
    public SocketCalls sockets() {
        return new LinuxSockets();
    }

    @Override
    public KernelFiles kernelFiles() {
        return new LinuxKernelFiles();
    }

    @Override
    public List<String> abilities() {
        Waiting waiting = waiting();
        return List.of(
                ability("futex", waiting.wakes()),
                ability("membarrier", waiting.joinBarriers()),
                ability("affinity", threads().affinity(0).length > 0),
                "process_vm");
    }

    private static String ability(String name, boolean works) {
        return works ? name : name + " refused";
    }
}
