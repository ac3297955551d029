package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

@Timeout(60)
class ManualPagesTest {
    private final Map<String, String> pages =
            ManualPages.all(
                    List.of("btl", "btl_tcp_links", "pml"),
                    "mpi_info -a",
                    "mpi_report a.json",
                    "mpi_top -s",
                    ".x\n'y\nz \\ \"q\"");

    @Test
    void theManualHasEveryOption() {
        String page = pages.get("man/man1/mpirun.1");
        for (Switch row : OptionTable.ROWS) {
            for (String name : row.names()) {
                assertThat(page).contains("\\fB" + Switch.dashed(name).replace("-", "\\-"));
            }
        }
        assertThat(page).contains(".SH \"EXIT\"", "\\fB\\-\\-mca\\fR \\fINAME\\fR \\fIVALUE\\fR");
    }

    @Test
    void textsAreNoRequestsOfRoff() {
        assertThat(pages.get("man/man1/mpijavac.1"))
                .contains("\n\\&.x\n\\&'y\nz \\e \\(dqq\\(dq\n");
    }

    @Test
    void bashCompletesOptionsAndParameters() throws Exception {
        assertThat(bash("mpirun", "--timeo")).containsExactly("--timeout");
        assertThat(bash("mpirun", "-np", "2", "--mca", "btl_")).containsExactly("btl_tcp_links");
        assertThat(bash("mpirun", "--mca", "btl", "self", "--bind-t")).containsExactly("--bind-to");
        assertThat(bash("mpirun", "java", "--timeo")).isEmpty();
        assertThat(bash("mpirun", "java", "X", ":", "--wd")).containsExactly("--wdir");
    }

    /** Completes the last word. */
    private List<String> bash(String... words) throws IOException, InterruptedException {
        String script =
                pages.get("bash-completion/completions/mpirun")
                        + "COMP_WORDS=("
                        + String.join(" ", words)
                        + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                        + "_strata_mpirun; printf '%s\\n' \"${COMPREPLY[@]}\"\n";
        Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).isZero();
        return out.lines().filter(line -> !line.isEmpty()).toList();
    }

    @Test
    void zshHasEveryOption() {
        assertThat(pages.get("zsh/site-functions/_mpirun"))
                .startsWith("#compdef mpirun\n")
                .contains("'*'{-np,-n,-c}'[", "'*'--mca'[", ":NAME:($parameters)");
    }
}
