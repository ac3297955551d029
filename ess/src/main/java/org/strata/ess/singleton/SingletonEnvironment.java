package org.strata.ess.singleton;

import org.strata.ess.base.JobIdentity;
import org.strata.mca.base.Boxes;
import org.strata.mca.ess.NumbersDesk;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;

import java.util.List;
import java.util.function.IntConsumer;

/** The environment of a process without a launcher: the job is this process. */
final class SingletonEnvironment implements ProcessEnvironment {
    private static final int LOW_BITS = 0xff;

    private final JobIdentity identity;
    private final Proc self;
    private final int slots;
    private final IntConsumer exit;
    private final OwnNumbers numbers = new OwnNumbers();

    SingletonEnvironment(JobIdentity identity, String host, int slots, IntConsumer exit) {
        this.identity = identity;
        this.slots = slots;
        this.exit = exit;
        self = new Proc(0, host, 0, true);
    }

    @Override
    public String jobId() {
        return identity.jobId();
    }

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public List<Proc> procs() {
        return List.of(self);
    }

    @Override
    public int localSize() {
        return 1;
    }

    @Override
    public int universeSize() {
        return slots;
    }

    @Override
    public int appNum() {
        return 0;
    }

    @Override
    public byte[] secret() {
        return identity.secret();
    }

    @Override
    public void reportInitialized() {}

    @Override
    public void reportFinalized() {}

    @Override
    public void abort(int code, String message) {
        if (message != null) {
            System.err.println(Boxes.box(message));
        }
        numbers.report("ended with code " + (code & LOW_BITS));
        exit.accept(code & LOW_BITS);
    }

    @Override
    public NumbersDesk numbers() {
        return numbers;
    }

    @Override
    public void close() {
        numbers.report("ended normally");
    }
}
