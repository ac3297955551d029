package org.strata.tests.system.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The programs in examples/ give verified results with every number of ranks over every transport
 * ({@code -Dlong}: with every number over each). They run compiled here, for a source launch
 * compiles once per rank; that it works too is tested once per program.
 */
@BesideOthers
class ExamplesTest {
    @TempDir private Path directory;

    private static final boolean LONG = System.getProperty("long") != null;

    /** Each transport once; with {@code -Dlong} every pair of them. */
    static Stream<Arguments> layouts() {
        if (!LONG) {
            return Stream.of(Arguments.of(3, "self,shm"), Arguments.of(4, "self,tcp"));
        }
        return Stream.of("self,shm", "self,tcp")
                .flatMap(btl -> Stream.of(1, 2, 3, 4, 8).map(ranks -> Arguments.of(ranks, btl)));
    }

    /** One class in one layout; with {@code -Dlong} both classes in every layout. */
    static Stream<Arguments> nasLayouts() {
        if (!LONG) {
            return Stream.of(Arguments.of(2, "self,shm", "S"));
        }
        return layouts()
                .flatMap(layout ->
                        Stream.of("S", "W")
                                .map(nas -> Arguments.of(layout.get()[0], layout.get()[1], nas)));
    }

    /** Ranks and parameters: openib as delivered, next to nothing of everything, XRC. */
    static Stream<Arguments> verbs() {
        Stream<Arguments> usual =
                Stream.of(
                        Arguments.of(
                                4,
                                "verbs_soft_mode engine btl_openib_use_srq 0 btl_openib_rd_num 2"
                                        + " btl_openib_rd_num_low 2 btl_openib_max_qps 2"),
                        Arguments.of(8, "btl_openib_use_srq 1"),
                        Arguments.of(
                                2,
                                "btl_openib_receive_queues X,2048,64,48:X,65536,64,48"
                                        + " btl_openib_srq_credits demand"
                                        + " btl_openib_eager_rdma_learn 1"));
        Stream<Arguments> more =
                Stream.of(
                        Arguments.of(2, "verbs_soft_mode inline"),
                        Arguments.of(4, "verbs_soft_mode engine"),
                        Arguments.of(
                                4,
                                "btl_openib_use_srq 0 btl_openib_rd_num 2 btl_openib_rd_num_low 2"
                                        + " btl_openib_max_qps 2"));
        return LONG ? Stream.concat(usual, more) : usual;
    }

    @ParameterizedTest(name = "eight ranks over {0}")
    @LongRun
    @ValueSource(strings = {"self,tcp", "self,shm"})
    void eightRanksShareTheCores(String btl) {
        assertVerified(run(8, btl, "NasIs", "S"), 8);
    }

    @ParameterizedTest(name = "{0} ranks over {1}")
    @UsualRows(1)
    @MethodSource("layouts")
    void ringBringsTheTokenBack(int ranks, String btl) {
        JobRunner.Result result = run(ranks, btl, "Ring", "--laps", "200").ok();
        assertThat(result.lines().stream().filter(line -> line.startsWith("Rank "))).hasSize(ranks);
        assertThat(result.text())
                .contains("200 laps, " + 200 * ranks + " hops")
                .contains("The token is " + 221 * ranks + ", as it should be: true");
        boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
        assertThat(result.text().contains(ranks + " ranks share ")).isEqualTo(crowded);
    }

    /**
     * The report names the fault, and nothing else of the program; where the ranks had no cores, it
     * says that.
     */
    @ParameterizedTest(name = "{0}")
    @LongRun
    @CsvSource({
        "none,nothing",
        "imbalance,imbalance",
        "chain,serial chain",
        "small,small messages"
    })
    void theReportNamesTheFault(String fault, String kind) throws Exception {
        Path file = directory.resolve("slow.json");
        List<String> options = List.of("--report=" + file);
        String steps = fault.equals("small") ? "2" : "60";
        String work = fault.equals("small") ? "300" : "1500";
        JobRunner.Result result =
                run(options, 2, "self,shm", "SlowJob", fault, "--steps", steps, "--work", work)
                        .ok();
        assertThat(result.text()).contains("checksum as it should be: true");
        String json = Files.readString(file);
        List<String> kinds =
                Pattern.compile("\"kind\":\"([a-z -]+)\"")
                        .matcher(json)
                        .results()
                        .map(found -> found.group(1))
                        .filter(found -> !found.equals("warm-up"))
                        .toList();
        assertThat(kinds).as(json).isSubsetOf(kind, "crowded host", "off cores");
    }

    /** Over the software adapter, in its modes, and with limits that leave next to nothing. */
    @ParameterizedTest(name = "{0} ranks over openib with {1}")
    @LongRun
    @MethodSource("verbs")
    void verbsCarryEverything(int ranks, String parameters) {
        String[] words = parameters.split(" ");
        List<String> options = new ArrayList<>();
        for (int i = 0; i < words.length; i += 2) {
            options.addAll(List.of("--mca", words[i], words[i + 1]));
        }
        assertVerified(run(options, ranks, "self,openib", "NasIs", "S"), ranks);
    }

    @ParameterizedTest(name = "{0} ranks over {1}")
    @LongRun
    @CsvSource({"2, 'self,tcp'"})
    void everyInsertionIsCounted(int ranks, String btl) {
        JobRunner.Result result = run(ranks, btl, "HashTable", "--keys", "2000").ok();
        assertThat(result.text())
                .contains(ranks * 2000 + " insertions counted, as it should be: true");
    }

    @ParameterizedTest(name = "{0} ranks over {1}")
    @UsualRows(1)
    @MethodSource("layouts")
    void piDoesNotDependOnTheNumberOfRanks(int ranks, String btl) {
        JobRunner.Result result = run(ranks, btl, "MonteCarloPi", "--points", "1000000").ok();
        assertThat(result.text()).contains("pi is about 3.143060000 from 1000000 points");
    }

    /** The same system, solved with the reduction under the computation and before it. */
    @ParameterizedTest(name = "{0} ranks over {1}")
    @LongRun
    @UsualRows(1)
    @CsvSource({"1,'self,shm',--blocking", "4,'self,tcp',"})
    void conjugateGradientFindsTheKnownSolution(int ranks, String btl, String option) {
        List<String> arguments = new ArrayList<>(List.of("--size", "60"));
        if (option != null) {
            arguments.add(option);
        }
        JobRunner.Result result =
                run(ranks, btl, "ConjugateGradient", arguments.toArray(String[]::new)).ok();
        assertThat(result.text()).contains(" iterations in ").contains("as it should be: true");
    }

    @ParameterizedTest(name = "{0} ranks over {1}")
    @LongRun
    @UsualRows(1)
    @MethodSource("layouts")
    void wordsAreCountedAsOneProcessCountsThem(int ranks, String btl) throws Exception {
        Path umlauts =
                Files.writeString(directory.resolve("umlauts"), "Öl öl ÖL, Straße… ".repeat(999));
        Path empty = Files.createFile(directory.resolve("empty"));
        Path long1 = Files.writeString(directory.resolve("long"), "x".repeat(10_000) + "end");
        String docs = JobRunner.root().resolve("README.md").toString();
        JobRunner.Result result =
                run(
                                ranks,
                                btl,
                                "WordCount",
                                "--verify",
                                "--top",
                                "1",
                                umlauts.toString(),
                                empty.toString(),
                                long1.toString(),
                                docs)
                        .ok();
        assertThat(result.lines().getFirst()).isEqualTo("      2997  öl");
        assertThat(result.text()).contains("in 4 files").endsWith("the same\n");
    }

    @Test
    void theSortedFileDoesNotDependOnTheNumberOfRanks() throws Exception {
        Path one = directory.resolve("sorted1");
        Path four = directory.resolve("sorted4");
        for (Path path : List.of(one, four)) {
            int ranks = path == one ? 1 : 4;
            String[] words = {"--numbers", "200001", path.toString()};
            JobRunner.Result result = run(ranks, "self,shm", "ParallelSort", words).ok();
            assertThat(result.text()).endsWith("has every number: true\n");
        }
        assertThat(Files.size(one)).isEqualTo(8 * 200_001);
        assertThat(Files.mismatch(one, four)).isEqualTo(-1);
    }

    @ParameterizedTest(name = "{0} ranks over {1}")
    @UsualRows(1)
    @MethodSource("layouts")
    void heatIsTheSameToTheLastBit(int ranks, String btl) throws Exception {
        Path picture = directory.resolve("heat.png");
        JobRunner.Result result =
                run(
                                ranks,
                                btl,
                                "Heat2D",
                                "--verify",
                                "--size",
                                "75",
                                "--steps",
                                "250",
                                "--output",
                                picture.toString())
                        .ok();
        assertThat(result.text())
                .contains("checksum 3aa3b1c45ddac397")
                .contains("Sequential calculation: the same bits");
        assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
    }

    @ParameterizedTest(name = "{0} ranks over {1}, class {2}")
    @MethodSource("nasLayouts")
    void cgFindsTheOfficialEigenvalue(int ranks, String btl, String nas) {
        assertVerified(run(ranks, btl, "NasCg", nas), ranks);
    }

    @ParameterizedTest(name = "{0} ranks over {1}, class {2}")
    @LongRun
    @MethodSource("nasLayouts")
    void isFindsTheOfficialRanks(int ranks, String btl, String nas) {
        assertVerified(run(ranks, btl, "NasIs", nas), ranks);
    }

    /** Three ranks: blocks of different sizes. */
    @ParameterizedTest(name = "{0}")
    @UsualRows(1)
    @ValueSource(strings = {"NasEp", "NasMg", "NasFt"})
    void otherKernelsFindTheOfficialValues(String program) {
        assertVerified(run(3, "self,shm", program, "S"), 3);
    }

    @ParameterizedTest(name = "{0}")
    @LongRun
    @ValueSource(strings = {"nas.Lu", "nas.Bt", "nas.Sp"})
    void flowSolversFindTheOfficialValues(String program) {
        assertVerified(run(4, "self,shm", program, "S"), 4);
    }

    @Test
    @LongRun
    void someKernelsNeedASquareOfRanks() {
        JobRunner.Result result = run(2, "self,shm", "nas.Sp", "S").failed(2);
        assertThat(result.err()).containsOnlyOnce("Sp: needs a square number of ranks");
    }

    @Test
    @LongRun
    void aKernelSaysHowManyRanksItsGridHas() {
        JobRunner.Result result = run(9, "self,shm", "NasMg", "S").failed(2);
        assertThat(result.err()).containsOnlyOnce("NasMg: class S has at most 8 ranks");
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} ranks over {1}, class {2}")
    @MethodSource("nasLayouts")
    void otherKernelsFindTheOfficialValuesInEveryLayout(int ranks, String btl, String nas) {
        assertVerified(run(ranks, btl, "NasEp", nas), ranks);
        assertVerified(run(ranks, btl, "NasMg", nas), ranks);
        assertVerified(run(ranks, btl, "NasFt", nas), ranks);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} ranks over {1}")
    @MethodSource("layouts")
    void classAVerifies(int ranks, String btl) {
        assertVerified(run(ranks, btl, "NasCg", "A"), ranks);
        assertVerified(run(ranks, btl, "NasIs", "A"), ranks);
        assertVerified(run(ranks, btl, "NasEp", "A"), ranks);
        assertVerified(run(ranks, btl, "NasMg", "A"), ranks);
        assertVerified(run(ranks, btl, "NasFt", "A"), ranks);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} ranks, {1}, class {2}")
    @CsvSource({
        "1, nas.Bt, W",
        "4, nas.Bt, W",
        "4, nas.Bt, A",
        "1, nas.Sp, W",
        "4, nas.Sp, W",
        "4, nas.Sp, A",
        "1, nas.Lu, W",
        "2, nas.Lu, W",
        "4, nas.Lu, W",
        "2, nas.Lu, A"
    })
    void flowSolversVerifyInLargerClasses(int ranks, String program, String nas) {
        assertVerified(run(ranks, "self,shm", program, nas), ranks);
    }

    /** Each rank compiles it: one rank shows that the file stands alone. */
    @ParameterizedTest(name = "{0} {1} {2}")
    @LongRun
    @UsualRows(1)
    @CsvSource({
        "2, HelloWorld, ''",
        "1, WordCount, README.md",
        "1, NasCg, S",
        "2, Ring, --laps 10",
        "1, MonteCarloPi, --points 1000",
        "1, Heat2D, --help",
        "1, NasIs, S",
        "1, nas/Sp, S"
    })
    void aSourceFileRuns(String ranks, String program, String arguments) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "--oversubscribe",
                                "-np",
                                ranks,
                                "java",
                                "examples/" + program + ".java"));
        Stream.of(arguments.split(" ")).filter(word -> !word.isEmpty()).forEach(words::add);
        JobRunner.Result result =
                JobRunner.mpirun(words.toArray(String[]::new)).in(JobRunner.root()).run().ok();
        assertThat(result.lines()).isNotEmpty();
        result.quiet();
    }

    @ParameterizedTest(name = "{0} {1}")
    @UsualRows(1)
    @CsvSource({
        "HelloWorld, loud, unknown argument 'loud'",
        "Ring, --laps 0, '--laps needs a whole number from 1 up, not ''0'''",
        "WordCount, /nowhere/words, cannot read /nowhere/words",
        "Heat2D, --size 1, --size must be at least 2 for 2 ranks",
        "NasCg, Z, 'needs one class of S, W, A, B, not ''Z'''",
        "MonteCarloPi, --points many, '--points needs a whole number from 1 to 1125899906842624'",
        "WordCount, --verify, no file named",
        "NasFt, B, 'needs one class of S, W, A, not ''B'''",
        "NasIs, S W, 'needs one class of S, W, A, B, not ''S W'''"
    })
    void aWrongArgumentIsToldOnce(String program, String arguments, String message) {
        JobRunner.Result result = run(2, "self,shm", program, arguments.split(" ")).failed(2);
        assertThat(result.err()).containsOnlyOnce(program + ": ").contains(message);
    }

    @Test
    @LongRun
    void aMissingClassIsTold() {
        assertThat(run(2, "self,shm", "NasCg").failed(2).err()).contains("not nothing");
    }

    private static void assertVerified(JobRunner.Result result, int ranks) {
        assertThat(result.ok().text())
                .containsPattern("Total processes = +" + ranks + "\n")
                .containsPattern("Mop/s total +=")
                .containsPattern("Verification +=  +SUCCESSFUL");
    }

    private static JobRunner.Result run(
            int ranks, String btl, String program, String... arguments) {
        return run(List.of(), ranks, btl, program, arguments);
    }

    private static JobRunner.Result run(
            List<String> options, int ranks, String btl, String program, String... arguments) {
        Path classes = JobRunner.root().resolve("examples/target/classes");
        List<String> words = new ArrayList<>(List.of("--oversubscribe", "--mca", "btl", btl));
        words.addAll(options);
        words.addAll(List.of("-np", Integer.toString(ranks)));
        words.addAll(List.of("java", JobRunner.JVM, "-cp", classes.toString(), program));
        words.addAll(List.of(arguments));
        return JobRunner.mpirun(words.toArray(String[]::new)).run();
    }
}
