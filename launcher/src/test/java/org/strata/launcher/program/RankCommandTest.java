package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.program.Programs.Launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the command line of one rank has beside that of its program. */
class RankCommandTest {
    private static final long GIBI = 1L << 30;
    private static final RankCommand HOST = new RankCommand("node7", "8512-ab", 4, 10 * GIBI);

    private final Map<String, String> variables = new HashMap<>();

    private List<String> words(int rank, String debugger, String... words) {
        Launch launch = new Launch(List.of(words), "Main", List.of(), true);
        return HOST.words(launch, rank, debugger, 0, variables);
    }

    @Test
    void aRankGetsItsShareOfTheMemory() {
        assertThat(words(0, "", "java", "-cp", "x", "Main", "-Xmx1g"))
                .containsExactly("java", "-Xmx2147483648", "-cp", "x", "Main", "-Xmx1g");
        assertThat(words(0, "", "java", "-version")).containsExactly("java", "-version");
        Launch script = new Launch(List.of("/x/run.sh"), "run.sh", List.of(), false);
        assertThat(HOST.words(script, 0, "", 0, variables)).containsExactly("/x/run.sh");
        assertThat(variables).containsEntry(RankCommand.HEAP, "-Xmx2147483648");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx1g",
                "-Xms4g",
                "-Xmn1g",
                "-XX:MaxHeapSize=1g",
                "-XX:MaxRAMPercentage=5",
                "-XX:MaxRAM=1g",
                "-XX:Flags=f",
                "-XX:+AggressiveHeap",
                "-XX:VMOptionsFile=f",
                "-XX:SoftMaxHeapSize=1g",
                "-ms1g"
            })
    void whoSaysHowLargeTheHeapIsDecides(String option) {
        assertThat(words(0, "", "java", option, "Main")).containsExactly("java", option, "Main");
        for (String name : JavaLaunch.OPTION_VARIABLES) {
            variables.clear();
            variables.put(name, "-Dx=y " + option);
            assertThat(words(0, "", "java", "Main")).as(name).containsExactly("java", "Main");
        }
    }

    /** The JVM's own bound is a quarter of the memory, and at most that with compressed oops. */
    @ParameterizedTest
    @CsvSource({
        "10, 1, 0",
        "10, 3, 0",
        "10, 4, 2147483648",
        "10, 8, 1073741824",
        "0, 8, 0",
        "1024, 8, 0",
        "1024, 64, 13743895347",
        "1, 1000, 67108864"
    })
    void theShareIsNeverLargerThanTheJvmsDefault(long gibi, int ranks, long expected) {
        String option = HeapShare.option(List.of(), Map.of(), ranks, gibi * GIBI);
        assertThat(option).isEqualTo(expected == 0 ? null : "-Xmx" + expected);
    }

    @Test
    void anArgumentFileInAVariableMaySayHowLargeTheHeapIs() {
        Map<String, String> file = Map.of("JDK_JAVA_OPTIONS", "-Dx=y @/etc/options");
        assertThat(HeapShare.option(List.of(), file, 8, 8 * GIBI)).isNull();
        assertThat(HeapShare.option(List.of(), Map.of(), 8, 8 * GIBI)).isNotNull();
    }

    @Test
    void theLastSizeThatIsNamedCounts() {
        assertThat(HeapShare.named(List.of("-Xmx1g", "-Xmx512m"), Map.of(), GIBI))
                .hasValue(GIBI / 2);
        assertThat(HeapShare.named(List.of("-XX:MaxRAMPercentage=50"), Map.of(), GIBI))
                .hasValue(GIBI / 2);
        assertThat(HeapShare.named(List.of("-Xmx1g"), Map.of("_JAVA_OPTIONS", "-Xmx2G"), GIBI))
                .hasValue(2 * GIBI);
        assertThat(HeapShare.named(List.of("-Xmx1g"), Map.of("JDK_JAVA_OPTIONS", "-Xmx2G"), GIBI))
                .hasValue(GIBI);
        List<String> both = List.of("-Xmx1g", "-XX:MaxRAMPercentage=50");
        assertThat(HeapShare.named(both, Map.of(), GIBI)).as("as the JVM").hasValue(GIBI);
        assertThat(HeapShare.named(List.of("-Xms1g", "-Xmx?"), Map.of(), GIBI)).isEmpty();
    }

    @Test
    void sizesAsTheJvmReadsThem() {
        String[] options = {"-Xmx1", "-mx1k", "-Xmx1K", "-XX:MaxHeapSize=1m", "-Xmx1g", "-Xmx1T"};
        long[] bytes = {1, 1L << 10, 1L << 10, 1L << 20, GIBI, GIBI << 10};
        for (int i = 0; i < options.length; i++) {
            assertThat(HeapShare.named(List.of(options[i]), Map.of(), GIBI))
                    .as(options[i])
                    .hasValue(bytes[i]);
        }
        assertThat(HeapShare.named(List.of("-Xmx0"), Map.of(), GIBI)).hasValue(0);
        assertThat(HeapShare.named(List.of("-Xmx"), Map.of(), GIBI)).isEmpty();
        assertThat(HeapShare.named(List.of("-XX:MaxRAMPercentage=x"), Map.of(), GIBI)).isEmpty();
    }

    /** A thread that is bound to one core would have the JVM count one processor. */
    @Test
    void theNumberOfProcessorsOfABoundRank() {
        Launch launch = new Launch(List.of("java", "-Xmx1g", "Main"), "Main", List.of(), true);
        assertThat(HOST.words(launch, 0, "", 8, variables))
                .containsExactly("java", "-XX:ActiveProcessorCount=8", "-Xmx1g", "Main");
        List<String> own = List.of("java", "-Xmx1g", "-XX:ActiveProcessorCount=2", "Main");
        assertThat(HOST.words(new Launch(own, "Main", List.of(), true), 0, "", 8, variables))
                .isEqualTo(own);
    }

    @Test
    void namesOfTheRankInOptionsOfTheJvm() {
        variables.put("JAVA_TOOL_OPTIONS", "-Xlog:gc:file=t.%r  -Dp=%r");
        assertThat(
                        words(
                                3,
                                "-agentlib:jdwp=x",
                                "java",
                                "-Xmx1g",
                                "-Xlog:gc:file=gc.%r.%h.%j.%p.log",
                                "-XX:HeapDumpPath=%%r",
                                "-Dlog.pattern=%r",
                                "-Dcom.sun.management.jmxremote.port=900%r",
                                "-Xlog:x:file=%hn",
                                "-cp",
                                "%r",
                                "Main",
                                "-X%r"))
                .containsExactly(
                        "java",
                        "-agentlib:jdwp=x",
                        "-Xmx1g",
                        "-Xlog:gc:file=gc.3.node7.8512-ab.%p.log",
                        "-XX:HeapDumpPath=%r",
                        "-Dlog.pattern=%r",
                        "-Dcom.sun.management.jmxremote.port=9003",
                        "-Xlog:x:file=%hn",
                        "-cp",
                        "%r",
                        "Main",
                        "-X%r");
        assertThat(variables).containsEntry("JAVA_TOOL_OPTIONS", "-Xlog:gc:file=t.3  -Dp=%r");
    }

    /** Behind a wrapper the options are those behind the word java. */
    @Test
    void wrappersKeepTheirWords() {
        List<String> words = List.of("taskset", "-X%r", "java", "-Xx%r", "Main");
        Launch launch = new Launch(words, "taskset", List.of(), true, null, 2, Map.of());
        variables.put("_JAVA_OPTIONS", "-Xmx1m");
        assertThat(HOST.words(launch, 1, "", 0, variables))
                .containsExactly("taskset", "-X%r", "java", "-Xx1", "Main");
    }

    /** What a script starts as java gets it from bin/wrapped/java. */
    @Test
    void scriptsGetTheDebuggerByAVariable() {
        Launch launch = new Launch(List.of("/bin/run.sh", "-X%r"), "run.sh", List.of(), false);
        variables.put("JDK_JAVA_OPTIONS", "-Xlog:gc:file=gc.%r");
        assertThat(HOST.words(launch, 2, "-agentlib:jdwp=x", 0, variables))
                .containsExactly("/bin/run.sh", "-X%r");
        assertThat(variables)
                .containsEntry("STRATA_WRAPPED_DEBUGGER", "-agentlib:jdwp=x")
                .containsEntry("JDK_JAVA_OPTIONS", "-Xlog:gc:file=gc.2");
        variables.clear();
        HOST.words(launch, 2, "", 0, variables);
        assertThat(variables).doesNotContainKey("STRATA_WRAPPED_DEBUGGER");
    }
}
