package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Who gets the credits of a shared queue whose peers tell what waits. */
final class CreditPoolTest {
    private static final int LEAST = 2;

    /** A peer's side: what it may send, as its channel keeps it. */
    private static final class Peer {
        final CreditPool pool;
        final CreditPool.Claim claim = new CreditPool.Claim();
        int granted;

        Peer(CreditPool pool) {
            this.pool = pool;
            granted = pool.everyone();
        }

        /** As Channel.oweShare: credits grow at once, and shrink by one a message. */
        void message(int waiting) {
            int target = pool.target(claim, waiting);
            granted = granted > target ? granted - 1 : target;
            pool.hold(claim, granted);
        }
    }

    private static CreditPool pool(int receives, int peers) {
        CreditPool pool = new CreditPool(LEAST);
        pool.divide(receives, peers);
        return pool;
    }

    private static List<Peer> peers(CreditPool pool, int count) {
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            peers.add(new Peer(pool));
        }
        return peers;
    }

    /** The default's receives: 8 + 16 log2(n). Eight credits are full speed, see docs/papers P1. */
    @ParameterizedTest
    @CsvSource({"1, 24", "4, 45", "16, 73", "64, 104", "256, 136", "1023, 168"})
    void oneThatSendsMuchHasManyCreditsHoweverManyAreConnected(int peers, int receives) {
        CreditPool pool = pool(receives, peers);
        Peer busy = new Peer(pool);
        busy.message(64);
        assertThat(busy.granted).isBetween(8, receives);
        assertThat(pool.everyone()).as("of the others").isGreaterThanOrEqualTo(LEAST);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64, 1023})
    void thePoolIsBoundedAndSharedEvenlyHoweverManySendMuch(int busy) {
        CreditPool pool = pool(168, 1023);
        List<Peer> all = peers(pool, busy);
        for (int round = 0; round < 200; round++) {
            all.forEach(peer -> peer.message(64));
        }
        int[] extra = all.stream().mapToInt(peer -> peer.claim.extra()).toArray();
        assertThat(Arrays.stream(extra).sum()).isLessThan(pool.pool());
        int least = Arrays.stream(extra).min().orElseThrow();
        assertThat(Arrays.stream(extra).max().orElseThrow()).isLessThanOrEqualTo(least + 2);
        int fair = 2 * pool.pool() / (1 + 2 * busy);
        assertThat(least).isBetween(fair - 1, fair + 1);
        assertThat(all).allSatisfy(peer -> assertThat(peer.granted).isGreaterThanOrEqualTo(LEAST));
    }

    @Test
    void nobodyGetsMoreThanWaits() {
        CreditPool pool = pool(104, 64);
        Peer peer = new Peer(pool);
        peer.message(3);
        assertThat(peer.granted).isEqualTo(pool.everyone() + 3);
        for (int i = 0; i < 3; i++) {
            peer.message(0);
        }
        assertThat(peer.granted).isEqualTo(pool.everyone());
        assertThat(peer.claim.extra()).isZero();
    }

    @Test
    void whatAPeerDoesNotUseIsLentToOthers() {
        CreditPool pool = pool(104, 64);
        Peer silent = new Peer(pool);
        silent.message(64);
        int alone = silent.claim.extra();
        Peer busy = new Peer(pool);
        busy.message(64);
        assertThat(busy.claim.extra()).as("what the other left").isLessThan(alone / 2);
        for (int i = 0; i < 5 * pool.pool(); i++) {
            busy.message(64);
        }
        assertThat(busy.claim.extra()).as("all of it").isEqualTo(alone);
        // It comes back, and both have the same.
        for (int i = 0; i < alone; i++) {
            silent.message(64);
            busy.message(64);
        }
        assertThat(silent.claim.extra()).isBetween(busy.claim.extra() - 2, alone - 1);
        assertThat(silent.claim.extra() + busy.claim.extra()).isLessThan(pool.pool());
    }

    @Test
    void whoLeavesGivesItsPartBack() {
        CreditPool pool = pool(104, 64);
        List<Peer> all = peers(pool, 5);
        all.forEach(peer -> peer.message(64));
        Peer left = all.remove(2);
        all.forEach(peer -> pool.leave(peer.claim));
        pool.leave(left.claim);
        pool.leave(left.claim);
        Peer busy = new Peer(pool);
        busy.message(64);
        assertThat(busy.claim.extra()).isEqualTo(2 * pool.pool() / 3);
    }

    /**
     * Whatever comes: the sum of all claims is that of the peers, and nobody is without credits.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void randomTrafficKeepsTheBooks(long seed) {
        Random random = new Random(seed);
        CreditPool pool = pool(1 + random.nextInt(200), 1);
        List<Peer> all = peers(pool, 1);
        for (int i = 0; i < 20_000; i++) {
            Peer peer = all.get(random.nextInt(random.nextInt(all.size()) + 1));
            int what = random.nextInt(100);
            if (what == 0) {
                all.add(new Peer(pool));
                pool.divide(1 + random.nextInt(200), all.size());
            } else if (what == 1 && all.size() > 1) {
                all.remove(peer);
                pool.leave(peer.claim);
                pool.divide(1 + random.nextInt(200), all.size());
            } else {
                peer.message(random.nextInt(3) * random.nextInt(65));
            }
            assertThat(peer.granted).isGreaterThanOrEqualTo(LEAST);
        }
        all.forEach(peer -> pool.leave(peer.claim));
        pool.divide(104, 64);
        Peer busy = new Peer(pool);
        busy.message(64);
        assertThat(busy.claim.extra()).as("nothing is lost").isEqualTo(2 * pool.pool() / 3);
    }
}
