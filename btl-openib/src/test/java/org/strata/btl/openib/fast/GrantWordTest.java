package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** What both halves of a ring make of the word that the receiver writes. */
final class GrantWordTest {
    private static final int BYTES = 64;

    private final Arena arena = Arena.ofConfined();
    private final RingShape shape = new RingShape(RingLayout.FIXED_BOTTOM, 2, 256, 1024);
    private final long word = Memory.allocate(arena, GrantWord.BYTES, 8);
    private final long notice = Memory.allocate(arena, RingNotice.BYTES, 8);
    private final long packet =
            Memory.allocate(arena, BYTES + 2 * SendRing.MARGIN, 8) + SendRing.MARGIN;
    private final OutgoingRing out = new OutgoingRing();

    @BeforeEach
    void open() {
        Memory.putLong(word, 0);
        open(1);
    }

    @AfterEach
    void free() {
        arena.close();
    }

    private void open(int generation) {
        RingNotice.write(notice, generation, 0);
        RingNotice.writeRing(notice, 0, 0, shape);
        out.open(notice, Rings.sender(shape, packet), word);
    }

    private void fill() {
        while (out.room(BYTES) == SendRing.PACKET) {
            out.ring().compose(packet, BYTES);
            out.ring().written();
        }
        assertThat(out.takeGrants()).isFalse();
    }

    @Test
    void theSenderTakesEachGrantOnce() {
        fill();
        Memory.putLong(word, GrantWord.of(1, 1));
        assertThat(out.takeGrants()).isTrue();
        assertThat(out.takeGrants()).isFalse();
        assertThat(out.room(BYTES)).isEqualTo(SendRing.PACKET);
        fill();
        assertThat(out.room(BYTES)).isEqualTo(SendRing.NONE);
    }

    @Test
    void grantsOfAnOlderRingCountForNothing() {
        Memory.putLong(word, GrantWord.of(1, 2));
        open(2);
        fill();
        Memory.putLong(word, GrantWord.of(2, 2));
        assertThat(out.takeGrants()).isTrue();
    }

    /** None of 2^32 rings since then had a grant by write. */
    @Test
    void grantsOfARingWithTheSameGenerationCountForNothing() {
        Memory.putLong(word, GrantWord.of(-1, 2));
        open(-1);
        fill();
        Memory.putLong(word, GrantWord.of(-1, 2));
        assertThat(out.takeGrants()).isTrue();
    }

    /** A word that another process wrote wrongly does not have the ring overwritten. */
    @Test
    void moreThanTheRingLacksIsRefused() {
        fill();
        Memory.putLong(word, GrantWord.of(1, shape.credits() + 1));
        assertThat(out.takeGrants()).isFalse();
        Memory.putLong(word, GrantWord.of(1, -1));
        assertThat(out.takeGrants()).isFalse();
        assertThat(out.room(BYTES)).isEqualTo(SendRing.NONE);
        Memory.putLong(word, GrantWord.of(1, shape.credits()));
        assertThat(out.takeGrants()).isTrue();
    }

    @Test
    void theTotalWraps() {
        long last = GrantWord.of(-1, -1);
        assertThat(GrantWord.generation(last)).isEqualTo(-1);
        assertThat(GrantWord.total(last) + 1).isZero();
        assertThat(GrantWord.generation(GrantWord.of(7, -1))).isEqualTo(7);
    }

    /** A write that did not go is tried again; another generation begins at 0. */
    @Test
    void theReceiverWritesTheTotalOfItsRing() {
        CountingHost host = new CountingHost();
        IncomingRing in = new IncomingRing(host, new FastCounters());
        long memory = Memory.allocate(arena, shape.bytes(), 8);
        in.open(Rings.receiver(shape, memory), 0);
        in.ring().owe(1);
        assertThat(in.takeForWrite()).isEqualTo(GrantWord.of(1, 1));
        in.onWriteRefused();
        assertThat(in.ring().owed()).as("it may have gone with an earlier write").isZero();
        int writes = host.writes;
        in.onQueueMessage();
        assertThat(host.writes).isEqualTo(writes + 1);
        in.ring().owe(1);
        assertThat(in.takeForWrite()).isEqualTo(GrantWord.of(1, 2));
        in.onQueueMessage();
        assertThat(host.writes).isEqualTo(writes + 1);
        in.reset();
        in.open(Rings.receiver(shape, memory), 0);
        in.ring().owe(1);
        assertThat(in.takeForWrite()).isEqualTo(GrantWord.of(2, 1));
    }

    private static final class CountingHost extends QuietHost {
        int writes;

        @Override
        public void grantByWrite() {
            writes++;
        }
    }
}
