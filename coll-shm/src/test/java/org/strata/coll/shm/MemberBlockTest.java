package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberBlockTest {
    @ParameterizedTest
    @CsvSource({"2,112", "4,8192", "64,1000"})
    void cellsAreApart(int cells, int bytes) {
        MemberBlock block = new MemberBlock(cells, bytes);
        for (long step = 1; step < 3L * cells; step++) {
            long cell = block.cell(step);
            assertThat(cell % 128).isZero();
            assertThat(cell).isGreaterThanOrEqualTo(MemberBlock.PROGRESS + 128);
            assertThat(cell + MemberBlock.PAYLOAD + bytes).isLessThanOrEqualTo(block.bytes());
            assertThat(block.cell(step + cells)).isEqualTo(cell);
            assertThat(Math.abs(block.cell(step + 1) - cell))
                    .isGreaterThanOrEqualTo(MemberBlock.PAYLOAD + bytes);
        }
    }
}
