package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A message that comes while the rank sleeps, with its ring and without: a fake doorbell that does
 * nothing is seen by the counter alone.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateWakeupsTest {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment word = arena.allocate(64, 64);
    private final RankSleeper real = new RankSleeper();
    private final Doorbell doorbell = new Doorbell(why -> {});
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(0, 0, true), new Interposed());

    private boolean selects;
    private int arrived;
    private int handled;

    /** What the peer does while the rank sleeps. */
    private Runnable peer = () -> {};

    /** What it does just after the sleep, before the rank looks. */
    private Runnable latePeer = () -> {};

    /** A real sleeper, and a peer that acts when the rank sleeps. */
    private final class Interposed implements Sleeper {
        @Override
        public void announce() {
            real.announce();
        }

        @Override
        public void sleep(long nanos) {
            peer.run();
            real.sleep(nanos);
            latePeer.run();
        }

        @Override
        public boolean rung() {
            return real.rung();
        }

        @Override
        public void awake() {
            real.awake();
        }

        @Override
        public void wake() {
            real.wake();
        }
    }

    @BeforeEach
    void open() {
        real.relocate(word);
        engine.register(() -> {
            int events = arrived - handled;
            handled = arrived;
            return events;
        });
    }

    @AfterEach
    void close() {
        real.close();
        doorbell.close();
        arena.close();
    }

    private void sendWithRing() {
        arrived++;
        int state = Memory.getInt(word.address());
        assertThat(state).isNotEqualTo(Sleeper.AWAKE);
        assertThat(doorbell.ring(word.address(), state)).isEqualTo(Rc.OK);
    }

    private void sendWithoutRing() {
        arrived++;
    }

    private void awaitMessage() {
        if (selects) {
            // The ring of the message before came before that sleep: it would end this one.
            real.drainDoorbell();
        }
        int before = handled;
        engine.enter();
        engine.waitFor(() -> handled > before);
        engine.exit();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRingThatIsMissingIsCounted(boolean multiple) {
        engine.setThreadMultiple(multiple);
        peer = this::sendWithRing;
        awaitMessage();
        assertThat(engine.lateWakeups()).isZero();
        for (int lost = 1; lost <= 2; lost++) {
            peer = this::sendWithoutRing;
            awaitMessage();
            assertThat(engine.lateWakeups()).isEqualTo(lost);
            peer = this::sendWithRing;
            awaitMessage();
            assertThat(engine.lateWakeups()).isEqualTo(lost);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSameInASelector(boolean multiple) {
        selects = real.doorbellPort() > 0;
        assertThat(selects).isTrue();
        aRingThatIsMissingIsCounted(multiple);
    }

    /** A word in shared memory that no source polls: a step of a collective operation. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWordWithoutRingIsCounted(boolean multiple) {
        engine.setThreadMultiple(multiple);
        for (int lost = 1; lost <= 2; lost++) {
            boolean[] stored = new boolean[1];
            peer = () -> stored[0] = true;
            engine.enter();
            engine.waitFor(() -> stored[0]);
            engine.exit();
            assertThat(engine.lateWakeups()).isEqualTo(lost);
        }
    }

    /** Nothing has come for longer than a sleep lasts: nothing was lost. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLongSilenceIsNotCounted(boolean multiple) {
        engine.setThreadMultiple(multiple);
        int[] sleeps = new int[1];
        peer =
                () -> {
                    if (++sleeps[0] == 3) {
                        sendWithRing();
                    }
                };
        awaitMessage();
        assertThat(sleeps[0]).isEqualTo(3);
        assertThat(engine.lateWakeups()).isZero();
    }

    /** The ring comes too late for the sleep, with its message: nothing was lost either. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRingBehindTheBoundIsNotCounted(boolean multiple) {
        engine.setThreadMultiple(multiple);
        latePeer = this::sendWithRing;
        awaitMessage();
        awaitMessage();
        assertThat(engine.lateWakeups()).isZero();
    }

    /** A source that sets a timer has a reason to find something when it is over. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTimerIsNotCounted(boolean multiple) {
        engine.setThreadMultiple(multiple);
        engine.register(() -> {
            if (engine.fallingAsleep()) {
                engine.sleepAtMost(1000);
            }
            return 0;
        });
        peer = this::sendWithoutRing;
        awaitMessage();
        assertThat(engine.lateWakeups()).isZero();
    }

    /** This process wakes its own thread, as when another thread has posted something. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWakeIsARing(boolean multiple) {
        engine.setThreadMultiple(multiple);
        peer =
                () -> {
                    arrived++;
                    engine.wake();
                };
        awaitMessage();
        assertThat(engine.lateWakeups()).isZero();
    }
}
