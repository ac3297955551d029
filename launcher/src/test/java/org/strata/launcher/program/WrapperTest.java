package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.Programs.Launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class WrapperTest {
    private static final List<String> PROGRAMS =
            List.of(
                    "taskset", "numactl", "nice", "env", "time", "timeout", "stdbuf", "strace",
                    "perf", "stat", "bash", "run.sh", "gdb");

    @TempDir Path temp;

    private Path own;
    private Programs programs;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void install() throws IOException {
        for (String name : PROGRAMS) {
            executable("bin/" + name);
        }
        own = executable("jdk/bin/java");
        Path distribution = Files.createDirectories(temp.resolve("dist"));
        Files.createDirectories(distribution.resolve("lib"));
        environment.put("PATH", temp.resolve("bin").toString());
        programs = new Programs(Distribution.at(distribution), own, null);
    }

    private Path executable(String name) throws IOException {
        Path file = temp.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private Launch resolve(String command) throws UsageException {
        return programs.resolve(List.of(command.split(" ")), environment, temp);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "taskset -c 0 java -cp a X y",
                "taskset 0x3 java -cp a X y",
                "numactl --cpunodebind=0 --membind 0 java -cp a X y",
                "nice -n 5 taskset -c 0,1 java -cp a X y",
                "env A=1 B=2 java -cp a X y",
                "env -u C CLASSPATH=unused java -cp a X y",
                "time -p java -cp a X y",
                "timeout -s KILL 10 java -cp a X y",
                "stdbuf -oL java -cp a X y",
                "strace -f -o out.txt java -cp a X y",
                "perf stat -e cycles java -cp a X y",
                "gdb --args java -cp a X y",
            })
    void javaBehindAWrapperIsJava(String command) throws UsageException {
        List<String> words = List.of(command.split(" "));
        int java = words.indexOf("java");
        Launch launch = resolve(command);
        assertThat(launch.java()).isTrue();
        assertThat(launch.wrapper()).isEqualTo(java);
        assertThat(launch.words().getFirst()).isEqualTo(temp + "/bin/" + words.getFirst());
        assertThat(launch.words().subList(1, java)).isEqualTo(words.subList(1, java));
        Launch plain = resolve("java -cp a X y");
        assertThat(launch.words().subList(java, launch.words().size())).isEqualTo(plain.words());
        assertThat(plain.words()).contains(temp + "/dist/lib/mpi.jar:" + temp + ":a");
    }

    @Test
    void variablesOfEnvCount() throws UsageException {
        environment.put("CLASSPATH", "outer");
        assertThat(resolve("env CLASSPATH=inner java X").words())
                .contains(temp + "/dist/lib/mpi.jar:" + temp + ":inner");
    }

    /** What only looks like java is left alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "taskset -c 0 run.sh java X",
                "nice ./bin/run.sh java",
                "bash -c java",
                "run.sh java X",
                "env A=java run.sh",
            })
    void otherPrograms(String command) throws UsageException {
        Launch launch = resolve(command);
        List<String> words = List.of(command.split(" "));
        assertThat(launch.java()).isFalse();
        assertThat(launch.words().subList(1, words.size()))
                .isEqualTo(words.subList(1, words.size()));
    }

    @Test
    void scriptsFindJavaAndTheJar() throws Exception {
        environment.put("CLASSPATH", "a:.");
        Path script = executable("dist/bin/wrapped/java");
        Map<String, String> variables = resolve("run.sh").variables();
        assertThat(variables)
                .containsEntry("JAVA_HOME", temp + "/jdk")
                .containsEntry("CLASSPATH", temp + "/dist/lib/mpi.jar:" + temp + ":a")
                .containsEntry(
                        "PATH", script.getParent() + ":" + own.getParent() + ":" + temp + "/bin")
                .containsEntry("STRATA_WRAPPED_JAVA", own.toString())
                .containsEntry("STRATA_WRAPPED_CLASSPATH", temp + "/dist/lib/mpi.jar");
        assertThat(resolve("java X").variables()).isEmpty();
    }

    @Test
    void longClassPathsFit() throws Exception {
        Launch launch = resolve("taskset -c 0 java -cp " + "a:".repeat(60_000) + " X");
        Path file = temp.resolve("arguments");
        List<String> fitting = launch.fitting(launch.words(), file);
        assertThat(fitting)
                .containsExactly(temp + "/bin/taskset", "-c", "0", own.toString(), "@" + file);
        assertThat(ArgumentFile.parse(Files.readString(file)))
                .isEqualTo(launch.words().subList(4, launch.words().size()));
    }
}
