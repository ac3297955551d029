package org.strata.launcher.job;

import java.io.InputStream;
import java.io.OutputStream;

/** A process that does nothing. */
final class FakeProcess extends Process {
    private final long pid;

    FakeProcess(long pid) {
        this.pid = pid;
    }

    static RankProcess rank(int rank) {
        return new RankProcess(rank, new FakeProcess(1000 + rank));
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
