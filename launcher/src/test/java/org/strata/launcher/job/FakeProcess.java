package org.strata.launcher.job;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.stream.Stream;

/** A process that does nothing, with a number that no process of the system has. */
final class FakeProcess extends Process {
    /** Above the kernel's largest process id. */
    static final int FIRST_PID = 1 << 30;

    private final long pid;

    FakeProcess(long pid) {
        this.pid = pid;
    }

    static RankProcess rank(int rank) {
        return RankProcess.here(rank, 0, new FakeProcess(FIRST_PID + rank));
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public OutputStream getOutputStream() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public Stream<ProcessHandle> descendants() {
        return Stream.empty();
    }

    @Override
    public int waitFor() {
        return 0;
    }

    @Override
    public int exitValue() {
        return 0;
    }

    @Override
    public void destroy() {}
}
