package org.strata.btl.shm;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;

import java.util.List;

/** What a process of a two-process test knows of its job. */
record PairEnvironment(String jobId, int rank, List<Proc> procs) implements ProcessEnvironment {
    PairEnvironment(String jobId, int rank) {
        this(jobId, rank, List.of(new Proc(0, "here", 0, true), new Proc(1, "here", 1, true)));
    }

    @Override
    public int size() {
        return procs.size();
    }

    @Override
    public int localSize() {
        return procs.size();
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
        return new byte[16];
    }

    @Override
    public void reportInitialized() {}

    @Override
    public void reportFinalized() {}

    @Override
    public void abort(int code, String message) {
        throw new IllegalStateException(message);
    }

    @Override
    public void close() {}
}
