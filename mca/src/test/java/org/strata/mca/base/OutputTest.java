package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

class OutputTest {
    private static final String DASHES = "-".repeat(74);

    @TempDir private Path directory;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void linesSayWhoSpeaks() {
        output().warn("one\ntwo");
        assertThat(text()).isEqualTo("[node7:42] one\n[node7:42] two\n");
    }

    @Test
    void boxesDoNot() {
        output().box("Title", "", "  Local host: node7");
        assertThat(text()).isEqualTo(DASHES + "\nTitle\n\n  Local host: node7\n" + DASHES + "\n");
    }

    @Test
    void verboseStreamsHaveLevels() {
        Output output = output("btl_base_verbose", "40");
        output.verbose("btl", 41, "quiet");
        output.verbose("btl", 40, "loud");
        output.verbose("pml", 1, "quiet");
        assertThat(text()).isEqualTo("[node7:42] btl: loud\n");
        assertThat(output.isVerbose("btl", 1)).isTrue();
        assertThat(output.isVerbose("nonsense", 1)).isFalse();
    }

    @Test
    void helpComesFromThePackagesCatalogue() {
        output().help(OutputTest.class, "sample", "{1} $1", 7);
        assertThat(text())
                .isEqualTo(DASHES + "\nFirst {1} $1, then 7.\nIt's all.\n" + DASHES + "\n");
        HelpCatalogue catalogue = HelpCatalogue.of(OutputTest.class);
        assertThat(catalogue.topics()).containsExactly("sample");
        assertThat(catalogue.places("sample")).isEqualTo(2);
        assertThatThrownBy(() -> catalogue.text("absent")).hasMessageContaining("absent");
    }

    @Test
    void longLinesAreWrappedAndKeepTheirIndentation() {
        String word = "word ".repeat(20).strip();
        assertThat(Boxes.wrap("    " + word))
                .hasSize(2)
                .allMatch(line -> line.startsWith("    word") && line.length() <= 75);
        assertThat(Boxes.wrap("x".repeat(200))).containsExactly("x".repeat(200));
    }

    @Property(tries = 300)
    void wrappingLosesNoWord(@ForAll List<@AlphaChars String> words) {
        String line = String.join(" ", words.stream().filter(w -> !w.isEmpty()).toList());
        assertThat(String.join(" ", Boxes.wrap(line))).isEqualTo(line);
    }

    private Output output(String... pair) {
        ParameterFixture fixture = new ParameterFixture(directory);
        if (pair.length == 2) {
            fixture.mca(pair[0], pair[1]);
        }
        PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new ConsoleOutput(stream, "node7", 42, fixture.resolve().orThrow());
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
