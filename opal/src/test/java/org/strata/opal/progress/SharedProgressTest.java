package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads that wait, enter and leave at the same time. Who sleeps in the sleeper, or is parked
 * while another thread does, does so for hours here unless woken: a lost wake-up is a test that
 * does not end.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedProgressTest {
    private static final int THREADS = 6;
    private static final int ROUNDS = 2000;

    private final RankSleeper sleeper = new RankSleeper();
    private final ProgressEngine engine = engine(new IdlePolicy(10, 5, true));
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    private ProgressEngine engine(IdlePolicy idle) {
        ProgressEngine made = new ProgressEngine(idle, new SoundSleeper(), SoundSleeper.HOURS);
        made.setThreadMultiple(true);
        return made;
    }

    @AfterEach
    void close() {
        sleeper.close();
    }

    private void start(Runnable body) {
        Runnable guarded =
                () -> {
                    try {
                        body.run();
                    } catch (Throwable t) {
                        failure.compareAndSet(null, t);
                    }
                };
        threads.add(Thread.ofPlatform().daemon().start(guarded));
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
    }

    private void bracket(Runnable body) {
        engine.enter();
        try {
            body.run();
        } finally {
            engine.exit();
        }
    }

    /** The rank's sleeper without the safety net of a bound. */
    private final class SoundSleeper implements Sleeper {
        private static final long HOURS = 10_000_000_000_000L;

        @Override
        public void announce() {
            sleeper.announce();
        }

        @Override
        public void sleep(long nanos) {
            sleeper.sleep(HOURS);
        }

        @Override
        public void awake() {
            sleeper.awake();
        }

        @Override
        public void wake() {
            sleeper.wake();
        }
    }

    /** Mail for numbered boxes that the rank's polling delivers. */
    private final class Mail implements Progressable {
        private final ConcurrentLinkedQueue<Integer> wire = new ConcurrentLinkedQueue<>();
        private final AtomicIntegerArray arrived = new AtomicIntegerArray(THREADS + 1);

        @Override
        public int progress() {
            int events = 0;
            for (Integer box = wire.poll(); box != null; box = wire.poll()) {
                arrived.incrementAndGet(box);
                events++;
            }
            return events;
        }

        void post(int box) {
            wire.add(box);
            engine.wake();
        }

        void await(int box, int count) {
            bracket(() -> engine.waitFor(() -> arrived.get(box) >= count));
        }
    }

    /**
     * Each thread sends its mail round in a ring of threads: all of them sleep most of the time.
     */
    @Test
    void everyWaiterIsCalled() throws InterruptedException {
        Mail mail = new Mail();
        engine.register(mail);
        for (int t = 0; t < THREADS; t++) {
            int box = t;
            start(() -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    if (box != 0) {
                        mail.await(box, round);
                    }
                    mail.post((box + 1) % THREADS);
                    if (box == 0) {
                        mail.await(0, round);
                    }
                }
            });
        }
        join();
    }

    /** One thread waits for what comes last: it polls, sleeps and hands over, and harms nobody. */
    @Test
    void aBlockedThreadDoesNotHinderOthers() throws InterruptedException {
        Mail mail = new Mail();
        engine.register(mail);
        start(() -> mail.await(THREADS, 1));
        CountDownLatch rest = new CountDownLatch(THREADS);
        for (int t = 0; t < THREADS; t++) {
            int box = t;
            start(() -> {
                for (int round = 1; round <= ROUNDS; round++) {
                    mail.post(box);
                    mail.await(box, round);
                }
                rest.countDown();
            });
        }
        rest.await();
        mail.post(THREADS);
        join();
    }

    /** A poller with something to do at every poll lets others in all the same. */
    @Test
    void aBusyPollerLetsOthersIn() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        engine.register(() -> 1);
        start(() -> bracket(() -> engine.waitFor(over::get)));
        List<Thread> waiting = List.copyOf(threads);
        threads.clear();
        AtomicInteger entered = new AtomicInteger();
        for (int t = 0; t < THREADS; t++) {
            start(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    bracket(entered::incrementAndGet);
                }
            });
        }
        join();
        assertThat(entered.get()).isEqualTo(THREADS * ROUNDS);
        over.set(true);
        waiting.getFirst().join();
    }

    /** What one thread finds by polling in passing is told to the one that waits for it. */
    @Test
    void whoPollsInPassingCallsTheWaiters() throws InterruptedException {
        Mail mail = new Mail();
        engine.register(mail);
        for (int t = 0; t < THREADS; t++) {
            int box = t;
            start(() -> {
                for (int round = 1; round <= ROUNDS / 10; round++) {
                    mail.await(box, round);
                }
            });
        }
        for (int round = 1; round <= ROUNDS / 10; round++) {
            for (int box = 0; box < THREADS; box++) {
                mail.wire.add(box);
            }
            bracket(engine::progress);
        }
        join();
    }

    /** A failing condition fails its own thread; an action raised reaches every waiting thread. */
    @Test
    void failuresReachTheirThreads() throws InterruptedException {
        AtomicInteger own = new AtomicInteger();
        AtomicInteger raised = new AtomicInteger();
        AtomicBoolean fails = new AtomicBoolean();
        CountDownLatch waits = new CountDownLatch(THREADS);
        for (int t = 0; t < THREADS; t++) {
            boolean faulty = t % 2 == 0;
            start(() -> {
                try {
                    bracket(() -> {
                        waits.countDown();
                        engine.waitFor(() -> {
                            if (faulty && fails.get()) {
                                throw new IllegalStateException("own");
                            }
                            return false;
                        });
                    });
                } catch (IllegalStateException e) {
                    (e.getMessage().equals("own") ? own : raised).incrementAndGet();
                }
            });
        }
        waits.await();
        fails.set(true);
        engine.wake();
        for (int t = 0; t < THREADS; t += 2) {
            threads.get(t).join();
        }
        assertThat(own.get()).isEqualTo(THREADS / 2);
        engine.raise(() -> {
            throw new IllegalStateException("raised");
        });
        join();
        assertThat(raised.get()).isEqualTo(THREADS / 2);
    }
}
