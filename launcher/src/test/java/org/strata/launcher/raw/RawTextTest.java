package org.strata.launcher.raw;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.wire.MessageReader;
import org.strata.launcher.wire.MessageWriter;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

class RawTextTest {
    @Property
    void bytesSurviveAsText(@ForAll byte[] bytes) {
        assertThat(RawText.encode(RawText.decode(bytes))).isEqualTo(bytes);
    }

    @Property
    void textOfCharactersIsWhatTheJdkMakesOfIt(@ForAll String any) {
        byte[] utf8 = any.getBytes(StandardCharsets.UTF_8);
        String text = new String(utf8, StandardCharsets.UTF_8);
        assertThat(RawText.decode(utf8)).isEqualTo(text);
        assertThat(RawText.encode(text)).isEqualTo(utf8);
        assertThat(RawText.printable(text)).isEqualTo(text);
    }

    @Property
    void bytesSurviveAMessage(@ForAll byte[] first, @ForAll byte[] second) {
        String name = RawText.decode(first);
        String value = RawText.decode(second);
        byte[] message =
                new MessageWriter()
                        .text(name)
                        .texts(List.of(name, value))
                        .pairs(Map.of(name, value))
                        .end();
        MessageReader in = new MessageReader(message);
        assertThat(RawText.encode(in.text())).isEqualTo(first);
        assertThat(in.texts()).containsExactly(name, value);
        assertThat(in.pairs()).isEqualTo(Map.of(name, value));
    }

    /** The first byte of a sequence that is cut short, encoded surrogates, overlong forms. */
    @ParameterizedTest
    @CsvSource({
        "61e9ff, a\\xE9\\xFF",
        "c3a9, é",
        "c3, \\xC3",
        "e282ac e282, €\\xE2\\x82",
        "f09f9880 80, 😀\\x80",
        "eda080, \\xED\\xA0\\x80",
        "c0af, \\xC0\\xAF",
        "e90a62, '\\xE9\nb'"
    })
    void bytesThatBelongToNoCharacterArePrintedAsNumbers(String hex, String printed) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThat(RawText.printable(RawText.decode(bytes))).isEqualTo(printed);
        assertThat(RawText.encode(RawText.decode(bytes))).isEqualTo(bytes);
    }

    @Test
    void onlyTextThatTheJdkWouldChangeIsRaw() {
        assertThat(RawText.isRaw("plain")).isFalse();
        assertThat(RawText.isRaw(RawText.decode(new byte[] {'a', (byte) 0xe9}))).isTrue();
    }
}
