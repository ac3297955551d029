package org.strata.verbs.soft;

import org.strata.verbs.WcStatus;

import java.util.SplittableRandom;

/**
 * Random faults: with one thread and a clock of the test's, a seed repeats a run exactly. Not
 * thread-safe. Rates are shares of the requests, 0 to 1.
 */
public final class SeededFaults implements FaultPlan {
    /**
     * The rates of faults.
     *
     * @param delayed requests that are executed late
     * @param lateCompletion requests that complete late at their sender
     * @param notReady attempts that find the receiver not ready
     * @param lost attempts without answer
     * @param failed requests that break their queue pair
     * @param refused registrations that fail for lack of resources
     * @param maxDelayNanos longest delay
     */
    public record Rates(
            double delayed,
            double lateCompletion,
            double notReady,
            double lost,
            double failed,
            double refused,
            long maxDelayNanos) {
        /** Returns rates of delays and waits only: nothing breaks. */
        public static Rates timing() {
            return new Rates(0.3, 0.3, 0.1, 0.05, 0, 0, 50_000);
        }

        /** Returns rates of all faults. */
        public static Rates all() {
            return new Rates(0.3, 0.3, 0.1, 0.05, 0.002, 0.05, 50_000);
        }
    }

    private final SplittableRandom random;
    private final Rates rates;
    private boolean off;

    /**
     * @param seed of the random faults
     * @param rates of the faults
     */
    public SeededFaults(long seed, Rates rates) {
        this.random = new SplittableRandom(seed);
        this.rates = rates;
    }

    /** Ends all faults, for the end of a test. */
    public void stop() {
        off = true;
    }

    private boolean happens(double rate) {
        return !off && rate > 0 && random.nextDouble() < rate;
    }

    private long delay(double rate) {
        return happens(rate) ? 1 + random.nextLong(rates.maxDelayNanos) : 0;
    }

    @Override
    public long executionDelay(long context, int qp, int opcode) {
        return delay(rates.delayed);
    }

    @Override
    public long completionDelay(long context, int qp, int opcode) {
        return delay(rates.lateCompletion);
    }

    @Override
    public boolean notReady(long context, int qp) {
        return happens(rates.notReady);
    }

    @Override
    public boolean lost(long context, int qp) {
        return happens(rates.lost);
    }

    @Override
    public boolean overtaken(long context, int qp) {
        return happens(rates.delayed);
    }

    @Override
    public boolean repeated(long context, int qp) {
        return happens(rates.lost);
    }

    @Override
    public int failure(long context, int qp, int opcode) {
        return happens(rates.failed) ? WcStatus.RETRY_EXC_ERR : WcStatus.SUCCESS;
    }

    @Override
    public boolean failsAfterDelivery(long context, int qp) {
        return random.nextBoolean();
    }

    @Override
    public boolean refuseRegistration(long context, long length) {
        return happens(rates.refused);
    }
}
