package org.strata.tests.simulation;

import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.FaultPlan;

import java.util.Random;

/** What goes wrong in a software fabric: delays, and how often requests fail, from one seed. */
final class SeededFaults implements FaultPlan {
    private static final int[] STATUSES = {
        WcStatus.RETRY_EXC_ERR, WcStatus.RNR_RETRY_EXC_ERR, WcStatus.GENERAL_ERR
    };

    private final Random random;
    private final int executionDelay;
    private final int completionDelay;
    private final double notReady;
    private final double lost;
    private final double failure;

    /** Of RDMA writes besides: those to rings have arrived then, and are not read yet. */
    private final double writeFailure;

    private final double refusal;

    SeededFaults(Random random) {
        this.random = random;
        executionDelay = 1 + random.nextInt(40_000);
        completionDelay = 1 + random.nextInt(40_000);
        notReady = pick(0.3);
        lost = pick(0.1);
        failure = pick(0.05);
        writeFailure = pick(0.2);
        refusal = pick(0.3);
    }

    /** Half of the plans have none of a kind. */
    private double pick(double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }

    private boolean chance(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    @Override
    public long executionDelay(long context, int qp, int opcode) {
        return random.nextInt(executionDelay);
    }

    @Override
    public long completionDelay(long context, int qp, int opcode) {
        return random.nextInt(completionDelay);
    }

    @Override
    public boolean notReady(long context, int qp) {
        return chance(notReady);
    }

    @Override
    public boolean lost(long context, int qp) {
        return chance(lost);
    }

    @Override
    public boolean overtaken(long context, int qp) {
        return chance(notReady);
    }

    @Override
    public boolean repeated(long context, int qp) {
        return chance(lost);
    }

    @Override
    public int failure(long context, int qp, int opcode) {
        boolean write = opcode == WrOpcode.RDMA_WRITE && chance(writeFailure);
        return write || chance(failure)
                ? STATUSES[random.nextInt(STATUSES.length)]
                : WcStatus.SUCCESS;
    }

    @Override
    public boolean failsAfterDelivery(long context, int qp) {
        return random.nextBoolean();
    }

    @Override
    public boolean refuseRegistration(long context, long length) {
        return chance(refusal);
    }
}
