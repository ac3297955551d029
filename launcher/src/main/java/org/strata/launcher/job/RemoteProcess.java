package org.strata.launcher.job;

import java.io.InputStream;
import java.io.OutputStream;

/** A rank on another host. Its end is an event of the job's; nobody waits here. */
final class RemoteProcess extends Process {
    private final RemoteInput input;
    private final RemoteStream output;
    private final RemoteStream errors;
    private volatile long pid;

    /**
     * @param errors null when they go where the output goes
     */
    RemoteProcess(RemoteInput input, RemoteStream output, RemoteStream errors) {
        this.input = input;
        this.output = output;
        this.errors = errors;
    }

    void started(long number) {
        pid = number;
    }

    /** Ends the streams: its host is lost. */
    void lost() {
        output.end();
        if (errors != null) {
            errors.end();
        }
        input.taken(-1);
    }

    RemoteInput input() {
        return input;
    }

    /** Returns a stream by its number, or null. */
    RemoteStream stream(int number) {
        return number == 1 ? output : errors;
    }

    /** Returns its number on its host; 0 before it has one. */
    @Override
    public long pid() {
        return pid;
    }

    @Override
    public OutputStream getOutputStream() {
        return input;
    }

    @Override
    public InputStream getInputStream() {
        return output;
    }

    @Override
    public InputStream getErrorStream() {
        return errors == null ? InputStream.nullInputStream() : errors;
    }

    @Override
    public int waitFor() {
        throw new UnsupportedOperationException("its end is an event");
    }

    @Override
    public int exitValue() {
        throw new UnsupportedOperationException("its end is an event");
    }

    @Override
    public void destroy() {
        throw new UnsupportedOperationException("its daemon ends it");
    }
}
