package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void visibleTextStaysTheSame() {
        String text = "line one\n\tÄ ž 漢 \uD83D\uDE00 \\u001b ~";
        assertThat(Printable.text(text)).isEqualTo(text);
    }

    @Test
    void controlCharactersAreQuoted() {
        assertThat(Printable.text("a\033[2Jb\rc\007\u009b\177"))
                .isEqualTo("a\\u001b[2Jb\\u000dc\\u0007\\u009b\\u007f");
        assertThat(Printable.text("x\u202ey\u2028z\uFEFF")).isEqualTo("x\\u202ey\\u2028z\\ufeff");
    }

    @Test
    void halvesOfPairsAreQuoted() {
        assertThat(Printable.text("\uD83D-\uDE00")).isEqualTo("\\ud83d-\\ude00");
        assertThat(Printable.text("\uDE00")).isEqualTo("\\ude00");
        // A format character outside the basic plane: a tag.
        assertThat(Printable.text("\uDB40\uDC41")).isEqualTo("\\udb40\\udc41");
    }

    @Test
    void boxesQuote() {
        assertThat(Boxes.box("bell \007\nnext")).contains("bell \\u0007\nnext\n");
    }
}
