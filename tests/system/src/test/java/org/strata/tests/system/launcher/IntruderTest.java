package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.JobRunner.Running;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Another user of the host against the control channel of a job. */
@BesideOthers
class IntruderTest {
    private static final String INTRUDER = "org.strata.tests.system.launcher.programs.Intruder";

    @TempDir Path temp;

    private static Result asAnotherUser(List<String> words) {
        List<String> all =
                new ArrayList<>(
                        List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        all.addAll(words);
        return command(all.toArray(String[]::new)).run();
    }

    /**
     * The other user opens 1,500 connections to whatever mpirun listens on, and mpirun may open no
     * more than 1,024 files: the ranks, which join after that, must not notice.
     */
    @Test
    void connectionsWithoutTheSecretDoNotEndTheJob() throws Exception {
        Assumptions.assumeTrue(
                asAnotherUser(List.of("true")).code() == 0, "another user needs root and setpriv");
        Path go = temp.resolve("go");
        String rank =
                "echo contact=$STRATA_CONTACT; while [ ! -e %s ]; do sleep 0.05; done; exec \"$@\""
                        .formatted(go);
        String script = "ulimit -n 1024; exec \"$@\"";
        try (Running job =
                command(
                                "/bin/sh",
                                "-c",
                                script,
                                "sh",
                                JobRunner.root().resolve("mpirun").toString(),
                                "-np",
                                "2",
                                "sh",
                                "-c",
                                rank,
                                "sh",
                                JobRunner.jdk().resolve("bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                JobRunner.root().resolve("dist/lib/mpi.jar")
                                        + ":"
                                        + JobRunner.classes(),
                                "org.strata.tests.system.launcher.programs.Show")
                        .start()) {
            String out = job.awaitOut(text -> text.split("contact=", -1).length > 2);
            String contact = out.lines().findFirst().orElseThrow().replace("contact=", "");
            List<String> words =
                    new ArrayList<>(
                            List.of(
                                    JobRunner.jdk().resolve("bin/java").toString(),
                                    "-cp",
                                    JobRunner.classes(),
                                    INTRUDER,
                                    Path.of(contact).resolveSibling("oob").toString()));
            words.addAll(ports(job.handle().pid()));
            assertThat(asAnotherUser(words).ok().lines())
                    .containsExactly("no way in", "0 connections");
            Files.createFile(go);
            job.await().ok();
        }
    }

    /** Returns the TCP ports that a process listens on. */
    private static List<String> ports(long pid) throws IOException {
        List<String> sockets = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : files.toList()) {
                sockets.add(Files.readSymbolicLink(file).toString());
            }
        }
        List<String> ports = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] words = line.strip().split("\\s+");
                if (words[3].equals("0A") && sockets.contains("socket:[" + words[9] + "]")) {
                    String port = words[1].substring(words[1].indexOf(':') + 1);
                    ports.add(Integer.toString(Integer.parseInt(port, 16)));
                }
            }
        }
        return ports;
    }
}
