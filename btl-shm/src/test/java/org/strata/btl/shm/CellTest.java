package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;

final class CellTest {
    @Test
    void wordOfABox() {
        assertThat(Cell.word(0x01020304, 0x0506, 0x07, Cell.MESSAGE))
                .isEqualTo(0x0102030405060700L);
        assertThat(Cell.word(-1, 0xffff, 0xff, Cell.SKIP)).isEqualTo(0xffff_ffff_ffff_ff03L);
    }

    @Test
    void wordOfAFifo() {
        assertThat(Cell.fifoWord(3, 0xabcd, 0x41, 56, Cell.MESSAGE)).isEqualTo(0x00000003abcd41e0L);
        assertThat(Cell.fifoWord(3, 7, 0x41, 0, Cell.FRAGMENT)).isEqualTo(0x0000000300074101L);
    }

    @Property
    void wordGivesBackWhatItWasMadeOf(
            @ForAll int sequence,
            @ForAll @IntRange(max = 0xffff) int detail,
            @ForAll @IntRange(max = 0xff) int tag,
            @ForAll @IntRange(max = 56) int length,
            @ForAll @IntRange(max = 3) int form) {
        long word = Cell.fifoWord(sequence, detail, tag, length, form);
        assertThat(Cell.sequence(word)).isEqualTo(sequence);
        assertThat(Cell.detail(word)).isEqualTo(detail);
        assertThat(Cell.tag(word)).isEqualTo(tag);
        assertThat(Cell.shortLength(word)).isEqualTo(length);
        assertThat(Cell.form(word)).isEqualTo(form);
    }

    @Test
    void cellsOfMessages() {
        assertThat(Cell.slots(0)).isEqualTo(1);
        assertThat(Cell.slots(24)).isEqualTo(1);
        assertThat(Cell.slots(25)).isEqualTo(2);
        assertThat(Cell.slots(56)).isEqualTo(2);
        assertThat(Cell.slots(57)).isEqualTo(3);
        assertThat(Cell.slots(120)).isEqualTo(4);
        assertThat(Cell.slots(121)).isEqualTo(5);
    }
}
