package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.oob.Oob.OobException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

class LocalOobTest {
    private final LocalOob oob = new LocalOob();

    @Test
    void getsWhatItPut() throws Exception {
        assertThat(oob.getIfPresent(0, "k")).isNull();
        oob.put("k", new byte[] {1});
        assertThat(oob.get(0, "k", 0)).containsExactly(1);
        assertThat(oob.getIfPresent(0, "k")).containsExactly(1);
    }

    @Test
    void getWaitsForPut() {
        CompletableFuture<byte[]> got =
                CompletableFuture.supplyAsync(() -> {
                    try {
                        return oob.get(0, "late", 60_000);
                    } catch (TimeoutException e) {
                        throw new AssertionError(e);
                    }
                });
        oob.put("late", new byte[] {2});
        assertThat(got.join()).containsExactly(2);
    }

    @Test
    void getTimesOutWithRankAndKey() {
        assertThatThrownBy(() -> oob.get(0, "never", 1))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("rank 0")
                .hasMessageContaining("never");
    }

    @Test
    void keepsEarlyMessagesInOrder() {
        oob.send(0, 5, new byte[] {1});
        oob.send(0, 5, new byte[] {2});
        List<Byte> got = new ArrayList<>();
        oob.listen(5, (source, message) -> got.add(message[0]));
        oob.send(0, 5, new byte[] {3});
        oob.fence();
        assertThat(got).containsExactly((byte) 1, (byte) 2, (byte) 3);
    }

    /** One that waits already when the value comes, and one that is told to stop. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoWaitsIsWoken() throws InterruptedException {
        List<String> got = new CopyOnWriteArrayList<>();
        Thread waiter = waiter("late", got);
        Thread interrupted = waiter("never", got);
        interrupted.interrupt();
        interrupted.join();
        assertThat(got).singleElement().asString().contains("interrupted").contains("never");
        oob.put("late", new byte[] {2});
        waiter.join();
        assertThat(got).contains("[2]");
    }

    /** Starts a thread that waits for hours, and returns when it does. */
    private Thread waiter(String key, List<String> got) {
        Thread waiter =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                got.add(Arrays.toString(oob.get(0, key, 10_000_000)));
                            } catch (TimeoutException | OobException e) {
                                got.add(e.getMessage());
                            }
                        });
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(100_000);
        }
        return waiter;
    }

    /** What the caller does with its array afterwards changes nothing. */
    @Test
    void valuesAndMessagesAreCopies() throws Exception {
        byte[] array = {1};
        oob.put("k", array);
        oob.send(0, 5, array);
        array[0] = 2;
        oob.get(0, "k", 0)[0] = 3;
        oob.getIfPresent(0, "k")[0] = 4;
        assertThat(oob.get(0, "k", 0)).containsExactly(1);
        List<byte[]> got = new ArrayList<>();
        oob.listen(5, (source, message) -> got.add(message));
        oob.send(0, 5, array);
        array[0] = 5;
        assertThat(got.get(0)).containsExactly(1);
        assertThat(got.get(1)).containsExactly(2);
    }
}
