package org.strata.verbs.soft.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.RecvWr;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The two rings of a segment under several threads: everything once, in each producer's order. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RingStressTest {
    private static final int PRODUCERS = 3;
    private static final int EACH = 20_000;

    /** State words have 42 bits of a turn: every ring of these tests wraps early. */
    private static final long FIRST = (1L << 42) - 1000;

    private final Arena arena = Arena.ofAuto();

    private long allocate(long bytes) {
        return Memory.allocate(arena, bytes, 64);
    }

    private long completionRing(int depth) {
        long ring = allocate(CqRing.BYTES);
        CqRing.open(0, ring, depth, allocate(CqRing.entryBytes(depth)), 0, FIRST);
        return ring;
    }

    @Test
    void completionsArriveOnceAndInOrder() throws InterruptedException {
        long ring = completionRing(100);
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            producers.add(Thread.ofPlatform().start(() -> produce(ring, producer)));
        }
        int[] next = new int[PRODUCERS];
        for (int i = 0; i < PRODUCERS * EACH; i++) {
            long entry = CqRing.peek(0, ring);
            while (entry == 0) {
                Thread.yield();
                entry = CqRing.peek(0, ring);
            }
            long wrId = Memory.getLong(entry);
            int producer = (int) (wrId >>> 32);
            assertThat((int) wrId).isEqualTo(next[producer]++);
            CqRing.pop(0, ring);
        }
        for (Thread producer : producers) {
            producer.join();
        }
        assertThat(CqRing.peek(0, ring)).isZero();
        assertThat(CqRing.waiting(ring)).isZero();
    }

    private static void produce(long ring, int producer) {
        for (int i = 0; i < EACH; i++) {
            long wrId = (long) producer << 32 | i;
            while (!CqRing.push(0, ring, producer, wrId, 0, 0)) {
                Thread.yield();
            }
        }
    }

    @Test
    void aFullRingRefusesAndAMovedOneKeepsItsEntries() {
        long ring = completionRing(5);
        for (int i = 0; i < 5; i++) {
            assertThat(CqRing.push(0, ring, 0, i, 0, 0)).isTrue();
        }
        assertThat(CqRing.push(0, ring, 0, 5, 0, 0)).isFalse();
        CqRing.pop(0, ring);
        CqRing.move(0, ring, 9, allocate(CqRing.entryBytes(9)));
        for (int i = 5; i < 10; i++) {
            assertThat(CqRing.push(0, ring, 0, i, 0, 0)).isTrue();
        }
        assertThat(CqRing.push(0, ring, 0, 10, 0, 0)).isFalse();
        for (int i = 1; i < 10; i++) {
            assertThat(Memory.getLong(CqRing.peek(0, ring))).isEqualTo(i);
            CqRing.pop(0, ring);
        }
        assertThat(CqRing.peek(0, ring)).isZero();
    }

    /** A ring of few entries passes the turn after which the words begin again at 0. */
    @Test
    void wordsOfALapBeforeTheWrapAreOlder() {
        for (int depth : new int[] {1, 2, 3, 4, 7, 64}) {
            long ring = completionRing(depth);
            for (int i = 0; i < 1000 + 3 * depth; i++) {
                for (int filled = CqRing.waiting(ring); filled < depth; filled++) {
                    assertThat(CqRing.push(0, ring, 5, i, 0, 0)).as("turn %d", i).isTrue();
                }
                assertThat(CqRing.push(0, ring, 5, i, 0, 0)).as("turn %d", i).isFalse();
                assertThat(CqRing.stuckClaimer(0, ring)).isNegative();
                assertThat(CqRing.peek(0, ring)).as("turn %d", i).isNotZero();
                CqRing.pop(0, ring);
            }
        }
    }

    @Test
    void aClaimedEntryNamesItsClaimer() {
        long ring = completionRing(4);
        assertThat(CqRing.stuckClaimer(0, ring)).isNegative();
        // What a producer leaves behind that dies after its claim.
        long entry = CqRing.completion(0, ring, FIRST) - Long.BYTES;
        Memory.putLong(entry, Memory.getLong(entry) | 77L << 2 | 1);
        assertThat(CqRing.push(0, ring, 3, 8, 0, 0)).isTrue();
        assertThat(CqRing.peek(0, ring)).isZero();
        assertThat(CqRing.stuckClaimer(0, ring)).isEqualTo(77);
        CqRing.pop(0, ring);
        assertThat(Memory.getLong(CqRing.peek(0, ring))).isEqualTo(8);
    }

    @Test
    void receivesAreConsumedOnce() throws InterruptedException {
        long ring = allocate(RecvRing.BYTES);
        RecvRing.open(0, ring, 30, 2, allocate(RecvRing.entryBytes(30, 2)));
        int total = PRODUCERS * EACH;
        AtomicLong sum = new AtomicLong();
        BitSet[] seen = new BitSet[PRODUCERS];
        List<Thread> consumers = new ArrayList<>();
        AtomicLong consumed = new AtomicLong();
        for (int t = 0; t < PRODUCERS; t++) {
            BitSet mine = new BitSet();
            seen[t] = mine;
            consumers.add(
                    Thread.ofPlatform().start(() -> consume(ring, mine, sum, consumed, total)));
        }
        RecvWr request = new RecvWr(arena, 2);
        for (int i = 0; i < total; i++) {
            request.wrId(i).sge(i * 3L, 8, 1);
            while (RecvRing.post(0, ring, request) != Rc.OK) {
                Thread.yield();
            }
        }
        for (Thread consumer : consumers) {
            consumer.join();
        }
        BitSet all = new BitSet();
        int count = 0;
        for (BitSet mine : seen) {
            all.or(mine);
            count += mine.cardinality();
        }
        assertThat(count).isEqualTo(total);
        assertThat(all.cardinality()).isEqualTo(total);
        assertThat(sum.get()).isEqualTo(3L * total * (total - 1) / 2);
    }

    private void consume(long ring, BitSet mine, AtomicLong sum, AtomicLong consumed, int total) {
        long into = allocate(RecvRing.requestBytes(2));
        while (consumed.get() < total) {
            if (RecvRing.consume(0, ring, into) < 0) {
                Thread.yield();
                continue;
            }
            consumed.incrementAndGet();
            mine.set((int) RecvRing.wrId(into));
            sum.addAndGet(Memory.getLong(into + RecvRing.SGES));
        }
    }
}
