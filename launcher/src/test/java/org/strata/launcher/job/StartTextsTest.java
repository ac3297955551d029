package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.io.Shortages;
import org.strata.launcher.wire.NodeFacts;
import org.strata.mca.base.Shortage;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a user reads when a host's daemon does not start: what was called, what it said, a hint. */
class StartTextsTest {
    private static final String LOGIN =
            "The remote shell must log in without a password and without a question. Try: ssh -o"
                    + " BatchMode=yes HOST true";
    private static final String INSTALLED =
            "Java or Strata is not where it is on this host. --prefix DIR names the directory of"
                    + " Strata there, plm_rsh_java the java command.";
    private static final String TREE =
            "Daemons start others, so that every host must be able to log in to every other. Where"
                    + " only this host can, set plm_rsh_no_tree_spawn to 1.";

    private static String hint(int status, String output) {
        return StartTexts.agentEnded("h1", "", "ssh", status, output).getLast();
    }

    @Test
    void theRemoteShellAndWhatItSaid() {
        assertThat(StartTexts.agentEnded("h1", "", "/usr/bin/ssh", 255, "no\n\n \033[1mroute\n"))
                .containsExactly(
                        "The daemon on host h1 could not be started.",
                        "",
                        "  Host:          h1",
                        "  Remote shell:  /usr/bin/ssh",
                        "  Exit code:     255",
                        "  It said:       no",
                        "  It said:        \\u001b[1mroute",
                        "",
                        LOGIN);
    }

    @Test
    void theHostThatHasCalledIt() {
        assertThat(StartTexts.agentEnded("h2", "h1", "ssh", 255, "no route"))
                .contains("  Called on:     h1")
                .endsWith(TREE);
        assertThat(StartTexts.agentEnded("h2", "h1", "ssh", 127, "no such java"))
                .endsWith(INSTALLED);
    }

    /** The reason is at the end; banners of the host stand before it. */
    @Test
    void theLastEightLines() {
        String output =
                IntStream.rangeClosed(1, 10)
                        .mapToObj(i -> "line " + i)
                        .collect(Collectors.joining("\n"));
        List<String> said =
                StartTexts.agentEnded("h1", "", "ssh", 255, output).stream()
                        .filter(line -> line.startsWith("  It said:"))
                        .toList();
        assertThat(said).hasSize(8);
        assertThat(said.getFirst()).endsWith("line 3");
        assertThat(said.getLast()).endsWith("line 10");
    }

    @Test
    void hintsByWhatItSaid() {
        assertThat(hint(126, "x")).isEqualTo(INSTALLED);
        assertThat(hint(127, "x")).isEqualTo(INSTALLED);
        assertThat(hint(1, "sh: java: No such file or directory")).isEqualTo(INSTALLED);
        assertThat(hint(1, "Error: Could not find or load main class org.X")).isEqualTo(INSTALLED);
        assertThat(hint(1, "java.lang.UnsupportedClassVersionError: X"))
                .isEqualTo("The Java there is too old: plm_rsh_java names another one.");
        assertThat(hint(1, "Too many open files"))
                .startsWith("There, " + Shortage.DESCRIPTORS.what() + ". ")
                .endsWith(Shortages.hint(Shortage.DESCRIPTORS));
        assertThat(hint(1, "error=11, Resource temporarily unavailable"))
                .startsWith("There, " + Shortage.PROCESSES.what());
        assertThat(hint(255, " \n"))
                .startsWith("ssh ends with this code and without a word")
                .contains(Shortages.hint(Shortage.MEMORY));
        assertThat(hint(1, "")).isEqualTo(LOGIN);
        assertThat(hint(255, "Connection refused")).isEqualTo(LOGIN);
    }

    @Test
    void slurmsStep() {
        assertThat(StartTexts.stepEnded(List.of("h1", "h2"), "/bin/srun", 1, "srun: error\n"))
                .containsExactly(
                        "The daemons could not be started by Slurm.",
                        "",
                        "  Hosts:      h1, h2",
                        "  Command:    /bin/srun",
                        "  Exit code:  1",
                        "  It said:    srun: error",
                        "",
                        "It needs Slurm 20.11 or later. --mca plm rsh starts the daemons over ssh"
                                + " instead.");
        assertThat(StartTexts.stepEnded(List.of("h1"), "srun", 127, "x")).endsWith(INSTALLED);
    }

    /** A password that is refused is refused again; a network may come back. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "me@h1: Permission denied (publickey).",
                "Host key verification failed.",
                "Received disconnect: Too many authentication failures",
                "command line: line 0: Bad configuration option: x",
                "no such identity: /h/.ssh/x"
            })
    void whatAnotherTryDoesNotChange(String output) {
        assertThat(StartTexts.mayPass("banner\n" + output + "\n")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"''", "Connection refused", "Connection timed out"})
    void whatAnotherTryMayChange(String output) {
        assertThat(StartTexts.mayPass(output)).isTrue();
    }

    @Test
    void otherMessages() {
        NodeFacts ours = new NodeFacts("1.0", "aa", "h0", 1, "", 0);
        NodeFacts theirs = new NodeFacts("0.9\033", "bb", "h1", 1, "", 0);
        assertThat(StartTexts.otherVersion("h1", theirs, ours))
                .startsWith("Host h1 has another Strata than this host.")
                .contains("  There:  0.9\\u001b (bb)", "  Here:   1.0 (aa)");
        assertThat(StartTexts.silent("h1", 30))
                .startsWith("The daemon on host h1 has not connected within 30 s.");
        assertThat(StartTexts.stepSilent("h1", 30))
                .startsWith("The daemon on host h1 has not connected within 30 s.")
                .last()
                .asString()
                .startsWith("Slurm's srun runs");
        assertThat(StartTexts.lost("h1", "a\rb"))
                .containsExactly(
                        "The daemon on host h1 has been lost before the job started: a\\u000db.");
        assertThat(StartTexts.onHost("h1", List.of("x", "y\r")))
                .containsExactly("x", "y\\u000d", "", "  Host:  h1");
    }
}
