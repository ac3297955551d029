package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

final class FrameHeaderTest {
    private static final Arena ARENA = Arena.ofAuto();
    private final long address = Memory.allocate(ARENA, 16, 8);

    @Test
    void bytesOnTheWire() {
        FrameHeader.write(address, 0xa5, FrameHeader.SEND, 0x0012_3456);
        assertThat(bytes()).containsExactly(0xa5, 1, 0, 0, 0x56, 0x34, 0x12, 0);
        FrameHeader.write(address, 0, FrameHeader.FIN, 0);
        assertThat(bytes()).containsExactly(0, 2, 0, 0, 0, 0, 0, 0);
    }

    private int[] bytes() {
        int[] bytes = new int[FrameHeader.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Memory.getByte(address + i) & 0xff;
        }
        return bytes;
    }

    @Property
    void whatIsWrittenIsRead(
            @ForAll @IntRange(max = 255) int tag,
            @ForAll @IntRange(min = 1, max = 2) int type,
            @ForAll @IntRange int length) {
        FrameHeader.write(address, tag, type, length);
        long word = FrameHeader.read(address);
        assertThat(FrameHeader.tag(word)).isEqualTo(tag);
        assertThat(FrameHeader.type(word)).isEqualTo(type);
        assertThat(FrameHeader.length(word)).isEqualTo(length);
        assertThat(FrameHeader.valid(word, length)).isTrue();
        assertThat(FrameHeader.valid(word, length - 1)).isFalse();
    }

    @Test
    void unknownTypeReservedBitsAndNegativeLengthsAreInvalid() {
        FrameHeader.write(address, 1, 3, 4);
        assertThat(FrameHeader.valid(FrameHeader.read(address), 100)).isFalse();
        FrameHeader.write(address, 1, FrameHeader.SEND, -1);
        assertThat(FrameHeader.valid(FrameHeader.read(address), 100)).isFalse();
        FrameHeader.write(address, 1, FrameHeader.SEND, 4);
        Memory.putByte(address + FrameHeader.RESERVED_OFFSET, (byte) 1);
        assertThat(FrameHeader.valid(FrameHeader.read(address), 100)).isFalse();
    }
}
