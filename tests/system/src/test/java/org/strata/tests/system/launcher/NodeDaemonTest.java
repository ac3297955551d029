package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;
import static org.strata.tests.system.JobRunner.root;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.LinuxOnly;
import org.strata.tests.system.launcher.programs.WhereProgram;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Daemons of other hosts without other hosts: the remote shell is a script that runs the command
 * here, as one around {@code kubectl exec} runs it there. The hosts are addresses for documentation
 * (RFC 5737), which nobody has.
 */
@BesideOthers
class NodeDaemonTest {
    @TempDir Path directory;

    private String agent() throws IOException {
        Path script = directory.resolve("agent");
        Files.writeString(script, "#!/bin/sh\nshift\nexec /bin/sh -c \"$*\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script.toString();
    }

    @Test
    void ranksOfTwoNodesAreOneJob() throws IOException {
        var result =
                mpirun(
                                "--mca",
                                "plm_rsh_agent",
                                agent(),
                                "--tag-output",
                                "--host",
                                "192.0.2.1:1,192.0.2.2:2",
                                "java",
                                "-cp",
                                classes(),
                                WhereProgram.class.getName(),
                                "7")
                        .env("GREETING", "hello")
                        .stdin("first\nsecond\n".getBytes(StandardCharsets.UTF_8))
                        .run()
                        .failed(7);
        assertThat(result.text())
                .contains(
                        "[1,0]<stdout>:rank 0 of 3 local 0/1 token 3 sum 3 stdin first greeting"
                                + " hello",
                        "[1,1]<stdout>:rank 1 of 3 local 0/2 token 2 sum 3 stdin null greeting"
                                + " hello",
                        "[1,2]<stdout>:rank 2 of 3 local 1/2 token 3 sum 3 stdin null greeting"
                                + " hello");
        // Both hosts are this one, whose name the box of the second has; who is first differs.
        assertThat(result.message()).contains("Host: ", "exited with code 7");
    }

    /** Remote shells start daemons in the POSIX locale unless the host sets another. */
    @LinuxOnly("programs get bytes that are no text")
    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"POSIX", "C.UTF-8"})
    void bytesThatAreNoUtf8Arrive(String locale) throws IOException {
        Path script = directory.resolve("agent");
        String text = "#!/bin/sh\nshift\nLC_ALL=%s exec /bin/sh -c \"$*\"\n";
        Files.writeString(script, text.formatted(locale));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        String options = "--mca plm_rsh_agent " + script + " --host 192.0.2.1,192.0.2.2";
        var result =
                command(
                                "/bin/sh",
                                "-c",
                                RawBytesTest.SCRIPT,
                                "sh",
                                directory.toString(),
                                root() + "/mpirun",
                                options)
                        .run()
                        .ok();
        String line = RawBytesTest.expected("d\u00e9 x");
        assertThat(result.lines()).containsExactly(line, line);
        result.quiet();
    }

    @Test
    void aHostThatCannotBeReachedIsNamed() {
        assertThat(
                        mpirun("--mca", "plm_rsh_agent", "false", "-H", "192.0.2.1", "true")
                                .run()
                                .failed(1)
                                .message())
                .contains("192.0.2.1", "could not be started", "Exit code: 1");
    }
}
