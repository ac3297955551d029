package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "65536, 65536",
        "64k, 65536",
        "64K, 65536",
        "' 64 k ', 65536",
        "1.5m, 1572864",
        "2g, 2147483648",
        "0x1000, 4096",
        "0.5K, 512",
    })
    void sizes(String text, long bytes) {
        assertThat(Values.size(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "64q", "-1", "1.0001", "0xZZ", "64kb", "9999999999g", "1 2"})
    void noSizes(String text) {
        assertThatThrownBy(() -> Values.size(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void sizesInBytesAreThemselves(@ForAll @LongRange(min = 0) long bytes) {
        assertThat(Values.size(Long.toString(bytes))).isEqualTo(bytes);
        assertThat(Values.size("0x" + Long.toHexString(bytes))).isEqualTo(bytes);
    }

    @Property
    void integersAreThemselves(@ForAll int value) {
        assertThat(Values.integer(Integer.toString(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "-1k, -1024",
        "-2147483648, -2147483648",
        "-2g, -2147483648",
        "' -7 ', -7",
        "1e3, 1000"
    })
    void integers(String text, int value) {
        assertThat(Values.integer(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2147483648",
                "3g",
                "one",
                "1.5",
                "",
                "-",
                "-k",
                "--1",
                "9223372036854775807k"
            })
    void noIntegers(String text) {
        assertThatThrownBy(() -> Values.integer(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void truth() {
        for (String yes : List.of("1", "true", "T", "yes", "Y", "on", "enabled")) {
            assertThat(Values.bool(yes)).as(yes).isTrue();
        }
        for (String no : List.of("0", "FALSE", "f", "no", "n", "off", "disabled")) {
            assertThat(Values.bool(no)).as(no).isFalse();
        }
        assertThatThrownBy(() -> Values.bool("2")).hasMessageContaining("truth value");
    }

    @Test
    void lists() {
        assertThat(Values.list(" a, b ,,c")).containsExactly("a", "b", "c");
        assertThat(Values.list("")).isEmpty();
    }

    @Test
    void choices() {
        List<AllowedValue> choices = AllowedValue.numbered("lazy", "early");
        List<AllowedValue> truth = AllowedValue.numbered("auto", "true", "false");
        assertThat(Values.choice("EARLY", choices)).isEqualTo("early");
        assertThat(Values.choice("0", choices)).isEqualTo("lazy");
        assertThat(Values.choice("yes", truth)).isEqualTo("true");
        assertThat(Values.choice("0", truth)).isEqualTo("false");
        assertThatThrownBy(() -> Values.choice("2", choices)).hasMessageContaining("lazy, early");
    }

    @Test
    void numbers() {
        assertThat(Values.number("2.5e1")).isEqualTo(25);
        assertThatThrownBy(() -> Values.number("NaN")).hasMessageContaining("finite");
        assertThatThrownBy(() -> Values.number("half")).hasMessageContaining("number");
    }
}
