package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A component's thread that enters the bracket beside the application's. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgressThreadTest {
    private final RankSleeper sleeper = new RankSleeper();
    private final ProgressEngine engine = new ProgressEngine(new IdlePolicy(1, 1, true), sleeper);
    private final List<String> order = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void close() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        sleeper.close();
    }

    private void enterBeside(CountDownLatch started) {
        engine.addProgressThread();
        threads.add(
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            started.countDown();
                            engine.enter();
                            order.add("thread");
                            engine.exit();
                        }));
    }

    @Test
    void aThreadThatOpeningStartsWaitsForItsEnd() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(2);
        engine.open(() -> {
            enterBeside(started);
            enterBeside(started);
            while (started.getCount() > 0) {
                Thread.yield();
            }
            order.add("opened");
        });
        assertThat(engine.threadMultiple()).isTrue();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactly("opened", "thread", "thread");
        engine.enter();
        engine.exit();
    }

    @Test
    void openingWithoutOneTakesNoLock() {
        engine.open(() -> order.add("opened"));
        assertThat(engine.threadMultiple()).isFalse();
        assertThat(order).containsExactly("opened");
    }

    @Test
    void theLevelOfThreadsDoesNotTakeTheLockAway() {
        engine.open(engine::addProgressThread);
        engine.setThreadMultiple(false);
        assertThat(engine.threadMultiple()).isTrue();
    }
}
