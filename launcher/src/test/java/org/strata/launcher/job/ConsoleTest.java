package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.io.OutputSink;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

class ConsoleTest {
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final OutputSink sink = new OutputSink(stderr, true);
    private final Console console = new Console(sink, false, true);

    private String printed() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whoSaysWhat() {
        Console quiet = new Console("mpjrun.sh", sink, true, false);
        quiet.warn("a warning");
        quiet.detail("a detail");
        new Console(sink, false, false).detail("a detail");
        assertThat(printed()).isEmpty();
        quiet.error(List.of("mpirun cannot start the job.", "mpiruns differ"));
        assertThat(printed())
                .as("an error, and under the name that was typed")
                .contains("mpjrun.sh cannot start the job.", "mpiruns differ");
        stderr.reset();
        console.warn("a warning");
        console.detail("a detail");
        new Console("mpjrun.sh", sink, false, false).warn("another");
        assertThat(printed())
                .isEqualTo("mpirun: a warning\nmpirun: a detail\nmpjrun.sh: another\n");
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
