package org.strata.testkit;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;

import java.util.List;

/** The environment of one {@link FakeRank}; remembers what was reported to it. */
public final class FakeEnvironment implements ProcessEnvironment {
    private final String jobId;
    private final byte[] secret;
    private final int rank;
    private final List<Proc> procs;
    private volatile boolean initialized;
    private volatile boolean finalized;
    private volatile boolean closed;

    FakeEnvironment(String jobId, byte[] secret, int rank, List<Proc> procs) {
        this.jobId = jobId;
        this.secret = secret;
        this.rank = rank;
        this.procs = procs;
    }

    /** What {@link #abort} raises instead of ending this JVM. */
    public static final class Aborted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int code;

        Aborted(int code, String message) {
            super(message);
            this.code = code;
        }

        /** Returns the exit code the job would have had. */
        public int code() {
            return code;
        }
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return procs.size();
    }

    @Override
    public List<Proc> procs() {
        return procs;
    }

    @Override
    public int localSize() {
        return (int) procs.stream().filter(Proc::local).count();
    }

    @Override
    public int universeSize() {
        return procs.size();
    }

    @Override
    public int appNum() {
        return 0;
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public void reportInitialized() {
        initialized = true;
    }

    @Override
    public void reportFinalized() {
        finalized = true;
    }

    @Override
    public void abort(int code, String message) {
        throw new Aborted(code, message);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Returns whether {@link #reportInitialized} was called. */
    public boolean initialized() {
        return initialized;
    }

    /** Returns whether {@link #reportFinalized} was called. */
    public boolean wasFinalized() {
        return finalized;
    }

    /** Returns whether {@link #close} was called. */
    public boolean closed() {
        return closed;
    }
}
