package org.strata.launcher.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputWindowTest {
    private final OutputWindow window = new OutputWindow();

    /** A thread that acquires room. */
    private final class Acquirer {
        private final CompletableFuture<Boolean> result = new CompletableFuture<>();
        private final Thread thread;

        Acquirer(int count) {
            thread =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                try {
                                    result.complete(window.acquire(count));
                                } catch (InterruptedException e) {
                                    result.completeExceptionally(e);
                                }
                            });
        }

        /** Waits until it waits; fails when it does not. */
        Acquirer expectWaiting() {
            while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
                Thread.onSpinWait();
            }
            assertThat(result).as("room that is not there").isNotDone();
            return this;
        }

        boolean join() {
            return result.orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    /** Takes everything there is room for, and no more. */
    private void expectRoom(int count) throws InterruptedException {
        if (count > 0) {
            assertThat(window.acquire(count)).isTrue();
        }
        Acquirer more = new Acquirer(1).expectWaiting();
        window.release(1);
        assertThat(more.join()).isTrue();
    }

    @Test
    void thereIsRoomForSoManyBytes() throws Exception {
        expectRoom(OutputWindow.BYTES);
    }

    @Test
    void whatIsReleasedCanBeAcquiredAgain() throws Exception {
        for (int count : new int[] {1, 2, OutputWindow.BYTES - 1, OutputWindow.BYTES}) {
            assertThat(window.acquire(count)).isTrue();
            window.release(count);
        }
        expectRoom(OutputWindow.BYTES);
        window.release(3);
        expectRoom(3);
        window.release(0);
        expectRoom(0);
    }

    @Test
    void oneWaitsUntilAllOfItFits() throws Exception {
        assertThat(window.acquire(OutputWindow.BYTES)).isTrue();
        Acquirer ten = new Acquirer(10).expectWaiting();
        window.release(9);
        ten.expectWaiting();
        window.release(1);
        assertThat(ten.join()).isTrue();
        expectRoom(0);
    }

    /** mpirun releases more than was sent, as much as a number holds. */
    @Test
    void thereIsNeverMoreRoomThanAtFirst() throws Exception {
        for (int count : new int[] {1, OutputWindow.BYTES + 1, Integer.MAX_VALUE}) {
            window.release(count);
            expectRoom(OutputWindow.BYTES);
            window.release(OutputWindow.BYTES);
        }
    }

    @Test
    void aClosedWindowLetsNobodyWait() throws Exception {
        for (int count : new int[] {-1, Integer.MIN_VALUE}) {
            OutputWindow closed = new OutputWindow();
            closed.release(count);
            assertThat(closed.acquire(1)).isFalse();
            assertThat(closed.acquire(OutputWindow.BYTES)).isFalse();
            closed.release(OutputWindow.BYTES);
            assertThat(closed.acquire(1)).as("it stays closed").isFalse();
        }
    }

    @Test
    void closingEndsAllWaits() throws Exception {
        assertThat(window.acquire(OutputWindow.BYTES)).isTrue();
        Acquirer one = new Acquirer(1).expectWaiting();
        Acquirer other = new Acquirer(OutputWindow.BYTES).expectWaiting();
        window.release(-1);
        assertThat(one.join()).isFalse();
        assertThat(other.join()).isFalse();
    }
}
