package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that waits for work of another thread leaves it the core. */
class LongWaitTest {
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(100_000, 1000, true), new CountingSleeper());
    private boolean takesLong = true;
    private int polls;
    private int sleeps;

    private final class CountingSleeper implements Sleeper {
        @Override
        public void announce() {}

        @Override
        public void sleep(long nanos) {
            sleeps++;
        }

        @Override
        public void awake() {}

        @Override
        public void wake() {}
    }

    private final class Work implements Completion {
        @Override
        public boolean isDone() {
            return sleeps == 3;
        }

        @Override
        public boolean takesLong() {
            return takesLong;
        }
    }

    private int await() {
        polls = 0;
        sleeps = 0;
        engine.enter();
        engine.waitFor(new Work());
        engine.exit();
        return polls;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itSleepsSoon(boolean multiple) {
        engine.setThreadMultiple(multiple);
        engine.register(() -> {
            polls++;
            return 0;
        });
        assertThat(await()).isLessThan(1000);
        takesLong = false;
        assertThat(await()).isGreaterThan(100_000);
    }
}
