package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.sys.Threads;

import java.util.ArrayList;
import java.util.List;

/** Which sources are polled when, and what waiting threads are told. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProgressEngineTest {
    private final List<String> order = new ArrayList<>();
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(2, 2, true), new RecordingSleeper());
    private int sleeps;
    private int wakes;

    private final class RecordingSleeper implements Sleeper {
        @Override
        public void announce() {}

        @Override
        public void sleep(long nanos) {
            sleeps++;
        }

        @Override
        public void awake() {}

        @Override
        public void wake() {
            wakes++;
        }
    }

    private Progressable source(String name, int events) {
        return () -> {
            order.add(name);
            return events;
        };
    }

    private void await(Completion what) {
        engine.enter();
        engine.waitFor(what);
        engine.exit();
    }

    @Test
    void everySourceIsPolledOnceInOrder() {
        for (int count = 0; count <= 5; count++) {
            order.clear();
            int expected = count * (count + 1) / 2;
            assertThat(engine.progress()).isEqualTo(expected);
            assertThat(order).hasSize(count).isSorted();
            engine.register(source("source " + count, count + 1));
        }
    }

    @Test
    void sourcesAreKnownOnceAndForgottenAlone() {
        Progressable first = source("first", 1);
        Progressable second = source("second", 1);
        Progressable third = source("third", 1);
        for (Progressable each : List.of(first, second, third, second, first)) {
            engine.register(each);
        }
        engine.progress();
        assertThat(order).containsExactly("first", "second", "third");
        engine.unregister(second);
        engine.unregister(source("unknown", 1));
        order.clear();
        engine.progress();
        assertThat(order).containsExactly("first", "third");
        engine.unregister(first);
        engine.unregister(third);
        assertThat(engine.progress()).isZero();
    }

    @Test
    void housekeepingIsPolledInOneCallOfEight() {
        Progressable rare = source("rare", 5);
        engine.registerLowPriority(rare);
        engine.registerLowPriority(rare);
        List<Integer> events = new ArrayList<>();
        for (int call = 0; call < 16; call++) {
            events.add(engine.progress());
        }
        assertThat(events).containsExactly(0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 5);
        engine.unregister(rare);
        order.clear();
        for (int call = 0; call < 16; call++) {
            engine.progress();
        }
        assertThat(order).isEmpty();
    }

    /** The last look before a sleep, in which an event may have come. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everySourceIsPolledBetweenAnnouncementAndSleep(boolean multiple) {
        engine.setThreadMultiple(multiple);
        boolean[] last = new boolean[2];
        engine.register(() -> {
            last[0] |= engine.fallingAsleep();
            return 0;
        });
        engine.registerLowPriority(() -> {
            last[1] |= engine.fallingAsleep();
            return 0;
        });
        await(() -> sleeps > 0);
        assertThat(last).containsOnly(true);
        assertThat(engine.fallingAsleep()).isFalse();
    }

    /** What arrives in the last look is handled instead of slept over. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEventInTheLastLookEndsTheSleepBeforeItBegins(boolean multiple) {
        engine.setThreadMultiple(multiple);
        int[] looks = new int[1];
        engine.registerLowPriority(() -> engine.fallingAsleep() && ++looks[0] < 4 ? 1 : 0);
        await(() -> looks[0] == 3);
        assertThat(sleeps).isZero();
        boolean[] done = new boolean[1];
        engine.register(() -> {
            done[0] |= engine.fallingAsleep();
            return 0;
        });
        await(() -> done[0]);
        assertThat(sleeps).as("done, without an event").isZero();
    }

    @Test
    void anAbortReachesWhoWaits() {
        engine.raise(() -> {
            throw new IllegalStateException("aborted");
        });
        assertThat(wakes).isEqualTo(1);
        assertThatThrownBy(() -> await(() -> false)).hasMessage("aborted");
    }

    /** The first failure says what has happened; others may follow from it. */
    @Test
    void theFirstBreakdownIsKept() {
        assertThat(engine.breakdown()).isNull();
        Error first = new StackOverflowError();
        engine.register(() -> {
            throw first;
        });
        assertThatThrownBy(engine::progress).isSameAs(first);
        assertThat(engine.breakdown()).isSameAs(first);
        Throwable second = new IllegalStateException();
        assertThat(engine.brokenBy(second)).isSameAs(second);
        assertThat(engine.breakdown()).isSameAs(first);
    }

    @Test
    void anInquiryWakesWhoSleepsAndItsEndNobody() {
        engine.inquire(new Inquiry());
        assertThat(wakes).isEqualTo(1);
        engine.inquire(null);
        assertThat(wakes).isEqualTo(1);
    }

    /** A caller's own loop hands the rounds over; an event begins them again. */
    @Test
    void aRoundWithAnEventIsTheFirst() {
        boolean[] event = new boolean[1];
        engine.register(() -> event[0] ? 1 : 0);
        assertThat(engine.waitRound(() -> false, 0)).isEqualTo(1);
        assertThat(engine.waitRound(() -> false, 1)).isEqualTo(2);
        event[0] = true;
        assertThat(engine.waitRound(() -> false, 2)).isZero();
        assertThat(engine.directedRounds()).isPositive();
        engine.setThreadMultiple(true);
        assertThat(engine.directedRounds()).isZero();
        engine.setThreadMultiple(false);
        engine.setIdlePolicy(new IdlePolicy(2, 2, true).withBeginning(2, false));
        assertThat(engine.directedRounds()).isZero();
        assertThat(engine.hotRounds()).isEqualTo(2);
    }

    /** Each wait that goes cold is told of once as such, and every rest twice. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anObserverIsToldOfRests(boolean multiple) {
        engine.setThreadMultiple(multiple);
        WaitObserver observer =
                new WaitObserver() {
                    @Override
                    public void resting(Completion what, boolean first) {
                        order.add(first ? "cold" : "resting");
                    }

                    @Override
                    public void rested() {
                        order.add("rested");
                    }
                };
        engine.observe(observer);
        assertThat(engine.observer()).isSameAs(observer);
        for (int wait = 0; wait < 2; wait++) {
            order.clear();
            await(() -> order.size() >= 6);
            assertThat(order)
                    .containsExactly("cold", "rested", "resting", "rested", "resting", "rested");
        }
    }

    @Test
    void whoMustNotParkNeverSleeps() {
        engine.setIdlePolicy(new IdlePolicy(2, 2, false));
        int[] asked = new int[1];
        await(() -> ++asked[0] == 5_000);
        assertThat(sleeps).isZero();
    }

    /** Another thread enters meanwhile, as one does that makes progress. */
    @Test
    void anActionOutsideOfTheBracketKeepsNobodyOut() throws InterruptedException {
        engine.leaveFor(() -> order.add("without a lock"));
        engine.setThreadMultiple(true);
        engine.enter();
        engine.enter();
        engine.leaveFor(() -> {
            Thread other =
                    Thread.ofPlatform()
                            .start(() -> {
                                engine.enter();
                                order.add("other");
                                engine.exit();
                            });
            Threads.join(other);
        });
        order.add("inside");
        engine.exit();
        engine.exit();
        engine.leaveFor(() -> order.add("outside"));
        Thread.ofPlatform()
                .start(() -> {
                    engine.enter();
                    order.add("left");
                    engine.exit();
                })
                .join();
        assertThat(order).containsExactly("without a lock", "other", "inside", "outside", "left");
    }
}
