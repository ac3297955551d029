package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A wait for one source polls it first, and no other source starves. */
class DirectedWaitTest {
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(1000, 1, true), new NoSleeper());
    private int polls;
    private int otherPolls;
    private boolean done;

    private static final class NoSleeper implements Sleeper {
        @Override
        public void announce() {
            throw new AssertionError("the wait is too short for a sleep");
        }

        @Override
        public void sleep(long nanos) {}

        @Override
        public void awake() {}

        @Override
        public void wake() {}
    }

    private int pollOther() {
        otherPolls++;
        return 0;
    }

    private void run(Progressable source) {
        int rounds = 0;
        while (!done) {
            rounds = engine.waitRound(() -> done, source, rounds);
        }
    }

    @Test
    void theSourceIsPolledMoreOftenThanOthers() {
        engine.register(this::pollOther);
        run(() -> {
            done = ++polls == 100;
            return 0;
        });
        assertThat(otherPolls).isBetween(1, 20);
    }

    @Test
    void othersArePolledWhileTheSourceIsBusy() {
        engine.register(() -> {
            done = true;
            return 1;
        });
        run(() -> ++polls);
        assertThat(polls).isLessThan(50);
    }

    @Test
    void aLongWaitPollsEverythingInEachRound() {
        engine.register(() -> {
            done = ++otherPolls == 500;
            return 0;
        });
        run(() -> {
            polls++;
            return 0;
        });
        assertThat(polls).isLessThan(500);
    }
}
