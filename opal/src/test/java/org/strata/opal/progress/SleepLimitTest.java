package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Sources with a timer bound the sleep that follows their poll, and no other. */
class SleepLimitTest {
    private final List<Long> sleeps = new ArrayList<>();
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(0, 0, true), new RecordingSleeper());
    private long timer = Long.MAX_VALUE;

    private int poll() {
        if (engine.fallingAsleep()) {
            engine.sleepAtMost(timer);
        }
        return 0;
    }

    private void sleepOnce() {
        int before = sleeps.size();
        engine.enter();
        engine.waitFor(() -> sleeps.size() > before);
        engine.exit();
    }

    @Test
    void theSoonestTimerBoundsTheNextSleep() {
        engine.register(this::poll);
        engine.registerLowPriority(() -> {
            engine.sleepAtMost(5000);
            return 0;
        });
        timer = 2000;
        sleepOnce();
        timer = Long.MAX_VALUE;
        sleepOnce();
        assertThat(sleeps).containsExactly(2000L, 5000L);
    }

    @Test
    void severalThreadsKeepToItToo() {
        engine.setThreadMultiple(true);
        engine.register(this::poll);
        sleepOnce();
        timer = 2000;
        sleepOnce();
        timer = -1;
        sleepOnce();
        assertThat(sleeps).containsExactly(IdlePolicy.MAX_SLEEP_NANOS, 2000L, 1L);
    }

    private final class RecordingSleeper implements Sleeper {
        @Override
        public void announce() {}

        @Override
        public void sleep(long nanos) {
            sleeps.add(nanos);
        }

        @Override
        public void awake() {}

        @Override
        public void wake() {}
    }
}
