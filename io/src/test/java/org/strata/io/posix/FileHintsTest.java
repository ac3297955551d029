package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.io.posix.FileHints.Buffering;

import java.util.Map;

class FileHintsTest {
    private static final int RANKS = 8;

    private final FileHints defaults = new FileHints(Buffering.AUTOMATIC, 2, 1 << 20, 1 << 16);

    private String of(String key, String value) {
        return defaults.with(Map.of(key, value), RANKS).toMap().get(key);
    }

    @ParameterizedTest
    @CsvSource({
        "true, true",
        "false, false",
        "automatic, automatic",
        "TRUE, automatic",
        "enable, automatic"
    })
    void bufferingIsOneOfThree(String value, String used) {
        assertThat(of("collective_buffering", value)).isEqualTo(used);
    }

    /** MPI ignores what is no number of bytes or ranks; what is too much is moved to the bound. */
    @ParameterizedTest
    @CsvSource({
        "cb_nodes, 1, 1",
        "cb_nodes, ' 8 ', 8",
        "cb_nodes, 9, 8",
        "cb_nodes, 99999999999, 8",
        "cb_nodes, 0, 2",
        "cb_nodes, -1, 2",
        "cb_nodes, many, 2",
        "cb_nodes, '', 2",
        "cb_buffer_size, 1, 4096",
        "cb_buffer_size, 4097, 4097",
        "cb_buffer_size, 9999999999, 1073741824",
        "cb_buffer_size, 0, 1048576",
        "ind_rd_buffer_size, 1, 4096",
        "ind_rd_buffer_size, 9999999999, 1073741824",
        "ind_rd_buffer_size, 8K, 65536"
    })
    void numbersHaveBounds(String key, String value, String used) {
        assertThat(of(key, value)).isEqualTo(used);
    }

    /** What rank 0 sends decides; what one reads with is one's own. */
    @ParameterizedTest
    @EnumSource(Buffering.class)
    void allHaveInCommonWhatRankZeroHas(Buffering buffering) {
        FileHints first = new FileHints(buffering, 5, 8192, 4096);
        assertThat(defaults.with(first.common()))
                .isEqualTo(new FileHints(buffering, 5, 8192, 1 << 16));
    }

    @Test
    void otherHintsStay() {
        assertThat(defaults.with(Map.of("cb_nodes", "3", "unknown", "7"), RANKS))
                .isEqualTo(new FileHints(Buffering.AUTOMATIC, 3, 1 << 20, 1 << 16));
        assertThat(defaults.toMap())
                .containsExactly(
                        Map.entry("collective_buffering", "automatic"),
                        Map.entry("cb_nodes", "2"),
                        Map.entry("cb_buffer_size", "1048576"),
                        Map.entry("ind_rd_buffer_size", "65536"));
    }
}
