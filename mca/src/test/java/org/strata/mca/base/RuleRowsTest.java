package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class RuleRowsTest {
    private static List<String> words(String text) {
        return RuleRows.of(text).read(words -> String.join(",", words));
    }

    @Test
    void commentsAndEmptyLinesAreNoRows() {
        assertThat(words("# a table\n\n a  b\tc # the first\n   \nd"))
                .containsExactly("a,b,c", "d");
        assertThat(words("")).isEmpty();
    }

    @Test
    void aMistakeIsNamedWithItsLine() {
        RuleRows rows = RuleRows.of("1\n# none\n\ntwo # is wrong\n3");
        assertThatThrownBy(() -> rows.read(words -> Integer.parseInt(words[0])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line 4: two: ")
                .hasMessageContaining("\"two\"");
    }

    @Test
    void theFirstRowAndAllWordsCanBeLookedAt() {
        RuleRows rows = RuleRows.of("# nothing\n\n7 8 # both\n9");
        assertThat(rows.first()).isEqualTo("7 8");
        assertThat(rows.joined().strip().split("\\s+")).containsExactly("7", "8", "9");
        assertThat(RuleRows.of("# nothing").first()).isEmpty();
    }

    @Test
    void bytesHaveUnits() {
        assertThat(RuleRows.bytes("0")).isZero();
        assertThat(RuleRows.bytes("4k")).isEqualTo(4096);
        assertThat(RuleRows.bytes("2M")).isEqualTo(2 << 20);
        assertThat(RuleRows.bytes("1g")).isEqualTo(1 << 30);
        for (String wrong : new String[] {"", "k", "4kb", "x", "-"}) {
            assertThatThrownBy(() -> RuleRows.bytes(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
