package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.io.OutputSink;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

class ConsoleTest {
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final OutputSink sink = new OutputSink(stderr, true);
    private final Console console = new Console(sink, false, true);

    private String printed() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    /** What a rank passes to MPI_Abort must not control the terminal of mpirun. */
    @Test
    void escapeSequencesOfRanksAreQuoted() {
        Verdicts verdicts = new Verdicts("host");
        console.error(verdicts.ofAbort(0, 1, "bad\033]0;title\007\nnext line").text());
        console.warn("warn\033[2J");
        console.detail("detail\r");
        assertThat(printed())
                .contains("bad\\u001b]0;title\\u0007\nnext line\n")
                .contains("mpirun: warn\\u001b[2J\n")
                .contains("mpirun: detail\\u000d\n")
                .doesNotContain("\033");
    }
}
