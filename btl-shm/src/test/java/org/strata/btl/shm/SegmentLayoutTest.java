package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.util.TreeSet;

final class SegmentLayoutTest {
    @Test
    void contendedWordsAre256BytesApart() {
        int[] words = {
            SegmentLayout.MAGIC,
            SegmentLayout.SLEEP_WORD,
            SegmentLayout.ATTACHED,
            SegmentLayout.FIFO_TAIL,
            SegmentLayout.FIFO_HEAD,
            SegmentLayout.FIFO_STARVED,
            SegmentLayout.FIFO
        };
        TreeSet<Integer> groups = new TreeSet<>();
        for (int word : words) {
            groups.add(word / 256);
        }
        assertThat(groups).hasSize(words.length);
        assertThat(BoxLayout.CELLS - BoxLayout.CONSUMED).isGreaterThanOrEqualTo(256);
    }

    @Test
    void placesOfASmallSegment() {
        SegmentLayout layout = new SegmentLayout(16, 2, 32, 3, 1000);
        assertThat(layout.box(0)).isEqualTo(4096 + 4096);
        assertThat(layout.box(1)).isEqualTo(8192 + 4096);
        assertThat(layout.fragment(0)).isEqualTo(16384);
        assertThat(layout.fragment(1)).isEqualTo(16384 + 1024);
        assertThat(layout.bytes()).isEqualTo(16384 + 4096);
    }

    @Test
    void headerBytes() throws Exception {
        try (Rings rings = new Rings(4, 8, 0)) {
            long at = rings.segment.address();
            assertThat(Memory.getLong(at)).isEqualTo(0x5354524154410002L);
            assertThat(Memory.getInt(at + 8)).isEqualTo(1);
            assertThat(Memory.getInt(at + 12)).isEqualTo(SegmentLayout.OPEN);
            assertThat(Memory.getLong(at + 16)).isEqualTo(2);
            assertThat(Memory.getLong(at + 24)).isEqualTo(3);
            assertThat(Memory.getInt(at + 32)).isEqualTo(8);
            assertThat(Memory.getInt(at + 36)).isZero();
            assertThat(Memory.getInt(at + 256)).isZero();
            assertThat(Memory.getInt(at + 512)).isZero();
            assertThat(Memory.getInt(at + 516)).isEqualTo(1);
            rings.segment.markClosed();
            assertThat(Memory.getInt(at + 12)).isEqualTo(SegmentLayout.CLOSED);
        }
    }

    @Test
    void defaultsFitTheirSegment() {
        SegmentLayout pair = SegmentLayout.plan(Configs.with(), 1);
        assertThat(pair.boxes()).isEqualTo(1);
        assertThat(pair.boxCells()).isEqualTo(2048);
        assertThat(pair.fragments()).isEqualTo(121);
        assertThat(pair.bytes()).isLessThanOrEqualTo(4 << 20);
    }

    @Test
    void boxesTakeAtMostHalf() {
        SegmentLayout many = SegmentLayout.plan(Configs.with(), 127);
        assertThat(many.boxes()).isEqualTo(15);
        assertThat(many.fragments()).isEqualTo(64);
        assertThat(many.bytes()).isLessThanOrEqualTo(4 << 20);
    }

    @Test
    void segmentGrowsToHoldOneFragment() {
        SegmentLayout tiny = SegmentLayout.plan(Configs.with("segment_size=4k"), 3);
        assertThat(tiny.boxes()).isZero();
        assertThat(tiny.fragments()).isEqualTo(1);
        assertThat(tiny.bytes()).isEqualTo(tiny.fragment(1));
    }
}
