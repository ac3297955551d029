package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Expected texts are what mpirun of Open MPI 4.1.4 printed for the same bytes. */
class XmlLinesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private String forwarded(String latin) {
        InputStream in = new ByteArrayInputStream(latin.getBytes(StandardCharsets.ISO_8859_1));
        OutputSink sink = new OutputSink(written, false);
        XmlLines form = XmlLines.ofRank(1, "stdout");
        new LineForwarder(in, sink, null, form, null, () -> {}).run();
        return written.toString(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "3c, &lt;",
        "3e, &gt;",
        "26, &amp;",
        "22, '\"'",
        "09, &#009;",
        "00, &#000;",
        "0d, &#013;",
        "1b, &#027;",
        "80, &#128;",
        "e9, &#233;",
        "ff, &#255;",
        "0a, &#010;",
    })
    void bytes(String hex, String expected) {
        String text = Character.toString(Integer.parseInt(hex, 16));
        String end = text.equals("\n") ? "\n" : "";
        assertThat(forwarded(text)).isEqualTo("<stdout rank=\"1\">" + expected + "</stdout>" + end);
    }

    @Test
    void deleteStaysAsItIs() {
        assertThat(forwarded("\177")).isEqualTo("<stdout rank=\"1\">\177</stdout>");
    }

    @Test
    void anElementPerLine() {
        assertThat(forwarded("a\n\nb"))
                .isEqualTo(
                        """
                        <stdout rank="1">a&#010;</stdout>
                        <stdout rank="1">&#010;</stdout>
                        <stdout rank="1">b</stdout>\
                        """);
    }

    @Test
    void whatMpirunSaysHasNoRank() throws IOException {
        XmlDocument document = new XmlDocument(written);
        byte[] said = XmlDocument.said("mpirun: a < b\nc\n".getBytes(StandardCharsets.US_ASCII));
        document.sink().write(this, said, 0, said.length);
        document.close();
        assertThat(written.toString(StandardCharsets.US_ASCII))
                .isEqualTo(
                        """
                        <mpirun>
                        <stderr>mpirun: a &lt; b&#010;</stderr>
                        <stderr>c&#010;</stderr>
                        </mpirun>
                        """);
    }
}
