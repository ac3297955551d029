package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.mca.oob.Oob;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A card is waited for as long as its owner may still publish it, and no longer. */
final class PeerCardsTest {
    private static final String KEY = "btl.any";
    private static final byte[] CARD = {1, 2, 3};
    private static final int PATIENCE = 10;

    /** One peer; what happens to it after so many looks. */
    private static final class Peer implements Oob {
        final Map<String, byte[]> published = new HashMap<>();
        final int looksBefore;
        final Runnable event;
        int looks;

        Peer(int looksBefore, Consumer<Peer> event) {
            this.looksBefore = looksBefore;
            this.event = () -> event.accept(this);
        }

        @Override
        public void put(String key, byte[] value) {
            published.put(key, value);
        }

        @Override
        public byte[] get(int rank, String key, long timeoutMillis) throws TimeoutException {
            byte[] value = published.get(key);
            if (value != null) {
                return value;
            }
            if (++looks == looksBefore) {
                event.run();
            }
            throw new TimeoutException("rank " + rank + " has not published " + key);
        }

        @Override
        public byte[] getIfPresent(int rank, String key) {
            return published.get(key);
        }

        @Override
        public void fence() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void send(int rank, int tag, byte[] message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void listen(int tag, Listener listener) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aPeerThatOpensSlowlyIsWaitedFor() throws TimeoutException {
        Peer peer = new Peer(50, p -> p.put(KEY, CARD));
        assertThat(PeerCards.fetch(peer, 1, KEY, PATIENCE, PATIENCE, 1000)).isEqualTo(CARD);
        assertThat(peer.looks).isEqualTo(50);
    }

    @Test
    void aCardThatComesWithTheEndOfOpeningIsFound() throws TimeoutException {
        Peer peer =
                new Peer(
                        3,
                        p -> {
                            p.put(KEY, CARD);
                            p.put(PeerCards.OPENED, new byte[0]);
                        });
        assertThat(PeerCards.fetch(peer, 1, KEY, PATIENCE, PATIENCE, 1000)).isEqualTo(CARD);
    }

    @Test
    void aPeerThatHasOpenedWithoutItNeverWillHaveIt() {
        Peer peer = new Peer(3, p -> p.put(PeerCards.OPENED, new byte[0]));
        assertThatThrownBy(() -> PeerCards.fetch(peer, 1, KEY, PATIENCE, PATIENCE, 1000))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("rank 1");
        assertThat(peer.looks).isEqualTo(3);
    }

    @Test
    void nothingIsWaitedForForEver() {
        Peer peer = new Peer(0, p -> {});
        assertThatThrownBy(() -> PeerCards.fetch(peer, 1, KEY, PATIENCE, PATIENCE, 1000))
                .isInstanceOf(TimeoutException.class);
        assertThat(peer.looks).isEqualTo(100);
    }
}
