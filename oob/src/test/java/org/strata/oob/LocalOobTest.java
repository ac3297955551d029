package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

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
}
