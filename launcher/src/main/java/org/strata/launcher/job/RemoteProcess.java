package org.strata.launcher.job;

/** A rank on another host, which its daemon starts, watches and ends. */
final class RemoteProcess implements HostProcess {
    private final RemoteInput input;
    private final RemoteStream output;
    private final RemoteStream errors;

    /** Pairs with RemoteProcess.pid: stored by started. */
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

    @Override
    public RemoteInput input() {
        return input;
    }

    /** Returns a stream by its number, or null. */
    RemoteStream stream(int number) {
        return number == 1 ? output : errors;
    }

    RemoteStream output() {
        return output;
    }

    /** Returns null when they go where the output goes. */
    RemoteStream errors() {
        return errors;
    }

    @Override
    public long pid() {
        return pid;
    }
}
