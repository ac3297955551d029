package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** The header's bytes. */
final class PacketHeaderTest {
    @Test
    void fieldsAreWhereTheyShouldBe() {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, PacketHeader.BYTES, 8);
            long returned =
                    PacketHeader.returned(3, 40_000, 200)
                            | PacketHeader.returnedOfRing(50_000)
                            | PacketHeader.behind(9);
            PacketHeader.write(at, 0x41, PacketHeader.COALESCED, returned, 0x81020304, 77);
            assertThat(Memory.getByte(at)).isEqualTo((byte) 0x41);
            assertThat(Memory.getByte(at + 1)).isEqualTo((byte) 1);
            assertThat(Memory.getByte(at + 2)).isEqualTo((byte) 0x43);
            assertThat(Memory.getByte(at + 3)).isEqualTo((byte) 200);
            assertThat(Memory.getInt(at + 8)).isEqualTo(0x81020304);
            assertThat(Memory.getInt(at + 12)).isEqualTo(77);
            assertThat(PacketHeader.tag(at)).isEqualTo(0x41);
            assertThat(PacketHeader.kind(at)).isEqualTo(PacketHeader.COALESCED);
            assertThat(PacketHeader.queue(at)).isEqualTo(3);
            assertThat(PacketHeader.waiting(at)).isEqualTo(8);
            assertThat(PacketHeader.control(at)).isEqualTo(200);
            assertThat(PacketHeader.credits(at)).isEqualTo(40_000);
            assertThat(PacketHeader.ringCredits(at)).isEqualTo(50_000);
            assertThat(PacketHeader.sequence(at)).isEqualTo(0x81020304);
            assertThat(PacketHeader.channel(at)).isEqualTo(77);
        }
    }

    /** What waits is told as a power of two, beside the highest queue; and a liar gains no more. */
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 2", "3, 2", "4, 4", "63, 32", "64, 64", "65, 64", "70000, 64"})
    void messagesBehindArePowersOfTwo(int messages, int told) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, PacketHeader.BYTES, 8);
            long fields = PacketHeader.returned(15, 0, 0) | PacketHeader.behind(messages);
            PacketHeader.write(at, 0, PacketHeader.DATA, fields, 0, 0);
            assertThat(PacketHeader.waiting(at)).isEqualTo(told);
            assertThat(PacketHeader.queue(at)).isEqualTo(15);
            assertThat(PacketHeader.foundRingFull(at)).isFalse();
            PacketHeader.write(at, 0, PacketHeader.DATA, fields | PacketHeader.RING_FULL, 0, 0);
            assertThat(PacketHeader.foundRingFull(at)).isTrue();
            assertThat(PacketHeader.waiting(at)).isEqualTo(told);
            Memory.putByte(at + 2, (byte) 0xff);
            assertThat(PacketHeader.waiting(at)).isEqualTo(64);
        }
    }

    @Test
    void partsArePadded() {
        assertThat(PacketHeader.partBytes(0)).isEqualTo(8);
        assertThat(PacketHeader.partBytes(1)).isEqualTo(16);
        assertThat(PacketHeader.partBytes(8)).isEqualTo(16);
        assertThat(PacketHeader.partBytes(9)).isEqualTo(24);
    }
}
