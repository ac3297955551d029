package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Threads that wait say what for, whether they spin, sleep or are parked. */
class InquiryTest {
    private static final WaitState STATE =
            new WaitState("a message", "MPI_COMM_WORLD", Needs.ALL, List.of(1));

    private final RankSleeper sleeper = new RankSleeper();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean done;
    private final AtomicBoolean event = new AtomicBoolean();
    private final Completion message =
            new Completion() {
                @Override
                public boolean isDone() {
                    return done;
                }

                @Override
                public WaitState waitState() {
                    return STATE;
                }
            };

    @AfterEach
    void end() throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        sleeper.close();
    }

    private ProgressEngine engine(boolean parks) {
        ProgressEngine engine = new ProgressEngine(new IdlePolicy(10, 10, parks), sleeper);
        engine.register(() -> event.getAndSet(false) ? 1 : 0);
        return engine;
    }

    private void startWaiting(ProgressEngine engine, Completion what) {
        threads.add(
                Thread.ofPlatform()
                        .start(() -> {
                            engine.enter();
                            engine.waitFor(what);
                            engine.exit();
                        }));
    }

    private static List<Inquiry.Answer> ask(ProgressEngine engine, int answers) {
        Inquiry inquiry = new Inquiry();
        engine.inquire(inquiry);
        while (inquiry.answers().size() < answers) {
            LockSupport.parkNanos(1_000_000);
        }
        engine.inquire(null);
        return inquiry.answers();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWaitHasTheSameNumberUntilSomethingHappens(boolean parks) {
        ProgressEngine engine = engine(parks);
        startWaiting(engine, message);
        Inquiry.Answer first = ask(engine, 1).getFirst();
        assertThat(first.state()).isEqualTo(STATE);
        assertThat(first.thread()).isEqualTo(threads.getFirst());
        assertThat(first.stack()).anyMatch(frame -> frame.getMethodName().equals("waitFor"));
        assertThat(ask(engine, 1).getFirst().number()).isEqualTo(first.number());
        event.set(true);
        engine.wake();
        while (event.get()) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(ask(engine, 1).getFirst().number()).isGreaterThan(first.number());
    }

    @Test
    void everyWaitingThreadAnswers() {
        ProgressEngine engine = engine(true);
        engine.setThreadMultiple(true);
        for (int i = 0; i < 4; i++) {
            startWaiting(engine, message);
        }
        List<Inquiry.Answer> answers = ask(engine, 4);
        assertThat(answers).extracting(Inquiry.Answer::thread).hasSameElementsAs(threads);
        assertThat(answers).extracting(Inquiry.Answer::number).doesNotHaveDuplicates();
    }

    @Test
    void aWaitThatCannotDescribeItselfGoesOn() {
        ProgressEngine engine = engine(true);
        startWaiting(
                engine,
                new Completion() {
                    @Override
                    public boolean isDone() {
                        return done;
                    }

                    @Override
                    public WaitState waitState() {
                        throw new IllegalStateException("between two states");
                    }
                });
        assertThat(ask(engine, 1).getFirst().state()).isEqualTo(WaitState.UNKNOWN);
        assertThat(threads.getFirst().isAlive()).isTrue();
    }
}
