package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;

class SoftCountTest {
    private static void room(int count, int most) throws UsageException {
        if (count > most) {
            throw new UsageException("full");
        }
    }

    private static int choose(String soft, int wanted, int room) throws UsageException {
        return SoftCount.choose(soft, wanted, count -> room(count, room));
    }

    @ParameterizedTest
    @CsvSource({
        "1:8,8,100,8",
        "1:8,8,5,5",
        "1:8:3,8,6,4",
        "'2, 6',8,100,6",
        "'2,6',8,5,2",
        "8:1:-2,7,100,6",
        "-2000000000:2000000000,3,100,3",
        "2000000000:-2000000000:-1,3,100,3",
        "4,3000,4,4"
    })
    void theLargestThatFits(String soft, int wanted, int room, int expected) throws Exception {
        assertThat(choose(soft, wanted, room)).isEqualTo(expected);
    }

    @Test
    void withoutTheKeyAllOrNothing() throws Exception {
        assertThat(choose(null, 3, 3)).isEqualTo(3);
        assertThatThrownBy(() -> choose(null, 3, 2))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("full");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void nothingIsNoNumber(int wanted) {
        assertThatThrownBy(() -> choose(null, wanted, 100))
                .hasMessage(wanted + " is no number of processes to spawn.");
        assertThatThrownBy(() -> choose("0:8", wanted, 100))
                .hasMessage(wanted + " is no number of processes to spawn.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1:2:0", "1:2:3:4", "9", "0", "5:1"})
    void whatNamesNoNumber(String soft) {
        assertThatThrownBy(() -> choose(soft, 8, 100))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("soft = \"" + soft + "\"");
    }
}
