package org.strata.ess.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class LineAssemblerTest {
    private final LineAssembler lines = new LineAssembler();

    /** Adds bytes; returns the lines that are complete. */
    private List<String> add(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        lines.add(bytes, bytes.length);
        List<String> complete = new ArrayList<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            complete.add(line);
        }
        return complete;
    }

    @Test
    void linesAreCutWhereverTheirBytesWere() throws IOException {
        String text = "cmd=a x=1\n\ncmd=b\n";
        for (int first = 0; first <= text.length(); first++) {
            for (int second = first; second <= text.length(); second++) {
                List<String> got = new ArrayList<>(add(text.substring(0, first)));
                got.addAll(add(text.substring(first, second)));
                got.addAll(add(text.substring(second)));
                assertThat(got).containsExactly("cmd=a x=1", "", "cmd=b");
            }
        }
    }

    @Test
    void onlyTheGivenBytesCount() throws IOException {
        lines.add("a\nb\n".getBytes(StandardCharsets.US_ASCII), 3);
        assertThat(lines.next()).isEqualTo("a");
        assertThat(lines.next()).isNull();
        assertThat(add("\n")).containsExactly("b");
        lines.add(new byte[10], 0);
        assertThat(lines.next()).isNull();
    }

    @Test
    void aLineHasABound() throws IOException {
        String longest = "x".repeat(PmiWire.LONGEST_LINE - 1);
        assertThat(add(longest)).isEmpty();
        assertThat(add("\n")).containsExactly(longest);
        assertThat(add(longest + "\n")).containsExactly(longest);
        assertThat(add(longest + "x")).isEmpty();
        assertThatThrownBy(() -> add("\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line of more than");
    }
}
