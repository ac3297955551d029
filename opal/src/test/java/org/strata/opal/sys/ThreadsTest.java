package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.concurrent.locks.LockSupport;

class ThreadsTest {
    /** A program's interrupt ends no wait of Strata's, and is there for the program's own. */
    @Test
    void anInterruptIsKeptForTheCaller() throws InterruptedException {
        boolean[] over = new boolean[1];
        boolean[] alive = {true};
        boolean[] marked = new boolean[1];
        Thread awaited =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!Thread.interrupted()) {
                                LockSupport.park();
                            }
                            over[0] = true;
                        });
        Thread joiner =
                Thread.ofPlatform()
                        .start(() -> {
                            Thread.currentThread().interrupt();
                            Threads.join(awaited);
                            alive[0] = awaited.isAlive();
                            marked[0] = Thread.interrupted();
                        });
        while (joiner.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(100_000);
        }
        awaited.interrupt();
        joiner.join();
        assertThat(over).containsOnly(true);
        assertThat(alive).containsOnly(false);
        assertThat(marked).containsOnly(true);
        Threads.join(awaited);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
