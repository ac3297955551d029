package org.strata.opal.platform.portable;

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
import java.util.List;

/** The services that need the JDK alone. */
public final class PortableServices implements PlatformServices {
    @Override
    public Waiting waiting() {
        return new PortableWaiting();
    }

    @Override
    public PageCalls pages() {
        return new PortablePages();
    }

    @Override
    public PeerMemory peerMemory(Arena arena) {
        return new PortablePeerMemory();
    }

    @Override
    public ThreadCalls threads() {
        return new PortableThreads();
    }

    @Override
    public ProcessCalls processes() {
        return new PortableProcesses();
    }

    @Override
    public FileCalls files() {
        return new PortableFiles();
    }

    @Override
    public SocketCalls sockets() {
        return new PortableSockets();
    }

    @Override
    public KernelFiles kernelFiles() {
        return new PortableKernelFiles();
    }

    @Override
    public List<String> abilities() {
        return List.of("doorbells", "fences");
    }
}
