package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.UsageException;
import org.strata.opal.platform.Platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class JavaLaunchTest {
    @TempDir Path temp;

    private Distribution distribution;
    private String jar;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(temp.resolve("lib"));
        distribution = Distribution.at(temp);
        jar = distribution.jar().toString();
    }

    private List<String> rewrite(Map<String, String> environment, String... words)
            throws UsageException {
        JavaCommand command = new JavaCommandParser(temp).parse(List.of(words));
        return new JavaLaunch(distribution, environment, temp).rewrite(command);
    }

    @Test
    void ourJarStandsFirstAndOnce() throws UsageException {
        assertThat(rewrite(Map.of(), "Main", "-cp"))
                .containsSubsequence(CompileCommands.options(false, Platform.current()))
                .filteredOn(word -> !word.startsWith("-XX:CompileCommand"))
                .containsExactly(
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-XX:Tier3InvocationThreshold=1000",
                        "-XX:Tier3MinInvocationThreshold=500",
                        "-XX:Tier3CompileThreshold=10000",
                        "-cp",
                        jar + ":" + temp,
                        "Main",
                        "-cp");
        assertThat(rewrite(Map.of("CLASSPATH", "x:y"), "Main")).contains(jar + ":" + temp + ":x:y");
        assertThat(rewrite(Map.of("CLASSPATH", "x"), "-cp", "z", "Main"))
                .contains(jar + ":" + temp + ":z");
        assertThat(rewrite(Map.of(), "-cp", "z:" + jar + ":y", "Main"))
                .contains(jar + ":" + temp + ":z:y");
    }

    @Test
    void componentsFromOutsideFollowOurJar() throws UsageException {
        Map<String, String> environment = Map.of("STRATA_COMPONENTS", "a.jar:b");
        assertThat(rewrite(environment, "-cp", "z", "Main"))
                .contains(jar + ":a.jar:b:" + temp + ":z");
    }

    @Test
    void theUsersCollectorStays() throws UsageException {
        assertThat(rewrite(Map.of(), "-XX:+UseZGC", "Main")).doesNotContain("-XX:+UseSerialGC");
        assertThat(rewrite(Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC"), "Main"))
                .doesNotContain("-XX:+UseSerialGC");
    }

    @Test
    void whoSteersTheCompilerDoesItAlone() throws UsageException {
        assertThat(rewrite(Map.of(), "-XX:CompileCommand=quiet", "Main"))
                .doesNotContain("-XX:CompileCommand=dontinline,mpi.BlockingCalls::sendNow");
        assertThat(
                        rewrite(
                                Map.of(),
                                "-XX:AOTCacheOutput=rank.aot",
                                "-XX:CompileCommandFile=untrained",
                                "Main"))
                .contains("-XX:CompileCommand=dontinline,mpi.BlockingCalls::sendNow");
        assertThat(rewrite(Map.of("_JAVA_OPTIONS", "-XX:CompileCommandFile=x"), "Main"))
                .noneMatch(word -> word.startsWith("-XX:CompileCommand"));
    }

    @Test
    void cacheByKindOfProgram() throws Exception {
        String rank = Files.createFile(temp.resolve("lib/rank.aot")).toString();
        String source = Files.createFile(temp.resolve("lib/source.aot")).toString();
        assertThat(rewrite(Map.of(), "Main"))
                .contains("-XX:AOTCache=" + rank)
                .contains("-XX:ArchiveRelocationMode=0");
        assertThat(rewrite(Map.of(), "-XX:ArchiveRelocationMode=1", "Main"))
                .as("the later one holds, and is unlocked before")
                .containsSubsequence(
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:ArchiveRelocationMode=0",
                        "-XX:ArchiveRelocationMode=1");
        assertThat(rewrite(Map.of(), "X.java")).contains("-XX:AOTCache=" + source);
        String openib = Files.createFile(temp.resolve("lib/openib.aot")).toString();
        Map<String, String> adapters = Map.of(Distribution.ADAPTERS, "1");
        assertThat(rewrite(adapters, "Main")).contains("-XX:AOTCache=" + openib);
        assertThat(rewrite(adapters, "X.java")).contains("-XX:AOTCache=" + source);
        assertThat(rewrite(Map.of(), "-m", "m/C")).noneMatch(word -> word.startsWith("-XX:AOT"));
        assertThat(rewrite(Map.of(), "-Xshare:off", "Main"))
                .noneMatch(word -> word.startsWith("-XX:AOT"));
        assertThat(rewrite(Map.of("JDK_JAVA_OPTIONS", "-XX:AOTCache=y"), "Main"))
                .noneMatch(word -> word.startsWith("-XX:AOT"));
    }

    @Test
    void aReleaseForTheSourceLauncherTakesNoExports() throws UsageException {
        assertThat(rewrite(Map.of(), "--source", "25", "Main.java"))
                .noneMatch(word -> word.startsWith("--add-exports"));
        assertThat(rewrite(Map.of(), "--enable-preview", "Main.java"))
                .noneMatch(word -> word.startsWith("--add-exports"));
        assertThat(rewrite(Map.of(), "--source", "25", "Main.java"))
                .as("deeper paths instead")
                .contains("-XX:MaxInlineLevel=40");
        assertThat(rewrite(Map.of(), "-Dx=y", "Main.java"))
                .anyMatch(word -> word.startsWith("--add-exports"))
                .noneMatch(word -> word.startsWith("-XX:MaxInlineLevel"));
        assertThat(rewrite(Map.of(), "--enable-preview", "Main"))
                .as("a class")
                .anyMatch(word -> word.startsWith("--add-exports"));
    }

    @Test
    void modules() throws UsageException {
        assertThat(rewrite(Map.of(), "-p", "mods", "-Da", "-m", "m/C", "x"))
                .containsSubsequence(CompileCommands.options(false, Platform.current()))
                .filteredOn(word -> !word.startsWith("-XX:CompileCommand"))
                .containsExactly(
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=mpi",
                        "-XX:+UseSerialGC",
                        "-XX:Tier3InvocationThreshold=1000",
                        "-XX:Tier3MinInvocationThreshold=500",
                        "-XX:Tier3CompileThreshold=10000",
                        "-Da",
                        "--module-path",
                        "mods:" + jar,
                        "--add-modules",
                        "mpi",
                        "--enable-native-access=mpi",
                        "-cp",
                        temp.toString(),
                        "-m",
                        "m/C",
                        "x");
    }
}
