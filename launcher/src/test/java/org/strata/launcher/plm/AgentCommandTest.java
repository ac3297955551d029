package org.strata.launcher.plm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The words that start a daemon elsewhere. */
class AgentCommandTest {
    @TempDir Path bin;

    private void program(String name) throws IOException {
        assertThat(Files.createFile(bin.resolve(name)).toFile().setExecutable(true)).isTrue();
    }

    private AgentCommand find(String agents, String arguments) throws UsageException {
        return AgentCommand.find(agents, arguments, "exec daemon", bin.toString());
    }

    @Test
    void theFirstAgentThatExistsIsUsed() throws Exception {
        program("rsh");
        assertThat(find("ssh : rsh -a", "-b").words("h1", ""))
                .containsExactly(bin + "/rsh", "-a", "-b", "h1", "exec daemon");
        assertThatThrownBy(() -> find("ssh : none", "")).isInstanceOf(UsageException.class);
    }

    @Test
    void sshAsksNobodyAndNoticesADeadHost() throws Exception {
        program("ssh");
        program("rsh");
        assertThat(find("ssh : rsh", " ").words("h1", ""))
                .containsExactly(
                        bin + "/ssh",
                        "-x",
                        "-o",
                        "BatchMode=yes",
                        "-o",
                        "ConnectTimeout=10",
                        "-o",
                        "ServerAliveInterval=5",
                        "-o",
                        "ServerAliveCountMax=3",
                        "h1",
                        "exec daemon");
        assertThat(find("rsh : ssh", "").words("h1", ""))
                .as("of another agent nothing is assumed")
                .containsExactly(bin + "/rsh", "h1", "exec daemon");
        assertThat(find("ssh : rsh", "-p 22 -o ConnectTimeout=3").words("h1", "me"))
                .containsSubsequence("-o", "BatchMode=yes", "-o", "ServerAliveInterval=5")
                .contains("ConnectTimeout=3")
                .doesNotContain("ConnectTimeout=10")
                .endsWith("me@h1", "exec daemon");
    }

    @Test
    void noWordMeansAnythingToTheShell() throws Exception {
        String odd = "a b'c\"d$(e)`f`\\g*;|&<>\n!~#";
        String line = AgentCommand.quoted(List.of("printf", "%s", odd));
        Process shell = new ProcessBuilder("/bin/sh", "-c", line).start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(odd);
    }
}
