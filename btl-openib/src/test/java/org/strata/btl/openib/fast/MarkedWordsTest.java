package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.Random;

class MarkedWordsTest {
    private static final int MOST = 600;

    @Property
    void aWordReturnsItsSevenBytes(@ForAll long payload) {
        long word = MarkedWords.of(payload);
        assertThat(MarkedWords.payload(word)).isEqualTo(payload & (-1L >>> 8));
        assertThat(MarkedWords.isWhole(word)).isTrue();
        for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
            assertThat(MarkedWords.isWhole(word & ~(0xffL << i))).as("byte " + i).isFalse();
        }
    }

    /** Without its last byte, or any other one, nothing has arrived; what is decoded is equal. */
    @Property
    void aPacketArrivesWithItsLastByte(
            @ForAll @IntRange(min = 1, max = MOST) int bytes, @ForAll long seed) {
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            long packet = Memory.allocate(arena, MOST + 16, 8);
            for (int i = 0; i < MOST + 16; i++) {
                Memory.putByte(packet + i, (byte) random.nextInt());
            }
            byte[] sent = new byte[bytes];
            Memory.copyIn(packet, sent, 0, bytes);
            int words = MarkedWords.count(bytes);
            long ring = Memory.allocate(arena, 2L * MOST, 8);
            MarkedWords.encode(packet, bytes, ring);
            int missing = random.nextInt(8 * words);
            byte last = Memory.getByte(ring + missing);
            Memory.putByte(ring + missing, (byte) 0);
            assertThat(MarkedWords.areWhole(ring, words)).as("without byte " + missing).isFalse();
            Memory.putByte(ring + missing, last);
            assertThat(MarkedWords.areWhole(ring, words)).isTrue();
            assertThat(Memory.getLong(ring + 8L * words)).as("behind the packet").isZero();
            MarkedWords.decodeInPlace(ring, words);
            byte[] got = new byte[bytes];
            Memory.copyIn(ring, got, 0, bytes);
            assertThat(got).isEqualTo(sent);
            for (int i = bytes; i < 8 * words - words; i++) {
                assertThat(Memory.getByte(ring + i)).as("no byte behind the packet").isZero();
            }
        }
    }
}
