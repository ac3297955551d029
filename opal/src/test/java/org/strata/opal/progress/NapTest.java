package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where a ring ends a sleep slowly, waits begin with naps, of which nobody is told. */
class NapTest {
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(0, 0, true).adapting(true), new SlowSleeper());
    private boolean slowly = true;
    private int announced;
    private int polls;
    private int lowPolls;

    private void await(Completion what) {
        engine.enter();
        engine.waitFor(what);
        engine.exit();
    }

    @Test
    void aShortWaitAnnouncesNoSleepAndPollsEverySource() {
        engine.register(() -> {
            polls++;
            return 0;
        });
        engine.registerLowPriority(() -> {
            lowPolls++;
            return 0;
        });
        boolean announces = true;
        // A thread that lacks a core for longer than the naps last announces its sleep at once.
        for (int i = 0; i < 100 && announces; i++) {
            announced = 0;
            long before = engine.asleep();
            await(() -> engine.asleep() > before || announced > 0);
            announces = announced > 0;
        }
        assertThat(announces).isFalse();
        assertThat(polls).isPositive();
        assertThat(lowPolls).isPositive();
    }

    @Test
    void aLongWaitEndsInASleep() {
        await(() -> announced > 0);
        await(() -> announced > 1);
        assertThat(engine.asleep()).isPositive();
    }

    @Test
    void waitsForOwnThreadsSleepAtOnce() {
        await(
                new Completion() {
                    @Override
                    public boolean isDone() {
                        return announced > 0;
                    }

                    @Override
                    public boolean takesLong() {
                        assertThat(engine.asleep()).isZero();
                        return true;
                    }
                });
    }

    @Test
    void whereAFutexWakesNobodyNaps() {
        slowly = false;
        await(() -> {
            assertThat(engine.asleep() == 0 || announced > 0).isTrue();
            return announced > 0;
        });
    }

    private final class SlowSleeper implements Sleeper {
        @Override
        public boolean wakesSlowly() {
            return slowly;
        }

        @Override
        public void announce() {
            announced++;
        }

        @Override
        public void sleep(long nanos) {}

        @Override
        public void awake() {}

        @Override
        public void wake() {}
    }
}
