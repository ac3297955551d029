package org.strata.launcher.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.Allocation;
import org.strata.launcher.ras.Allocator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Placements on hosts of two packages with four cores each. Fourteen rows were seen printed by Open
 * MPI 4.1's mpirun ({@code --do-not-launch --display-map} in an allocation that is made up); the
 * others follow the manual of Open MPI 5.0.
 */
class PlacementTest {
    private static final String BOX =
            IntStream.range(0, 8)
                    .mapToObj(cpu ->
                            cpu + ":" + cpu / 4 + ":" + cpu % 4 + ":" + cpu + ":" + cpu / 4 + ":-1")
                    .collect(Collectors.joining(";"));

    @TempDir Path temp;

    private static Plan plan(String options) throws UsageException {
        JobRequest request = parse(options);
        return mapper(request).plan(request);
    }

    private static JobRequest parse(String options) throws UsageException {
        List<String> words = new ArrayList<>(List.of(options.strip().split(" +")));
        words.add("a");
        return new CommandLineParser(Map.of()).parse(words);
    }

    private static Mapper mapper(JobRequest request) throws UsageException {
        Allocation allocation =
                new Allocator(Map.of(), "h0", UnaryOperator.identity(), 0)
                        .allocate(
                                request.mapping().hosts(),
                                request.mapping().hostfiles(),
                                RankFile.hosts(request.mapping()),
                                null);
        Topology topology = Topology.decode(BOX);
        List<Node> nodes =
                allocation.hosts().stream()
                        .map(host -> Node.of(host, host.name().equals("h0"), 8, topology))
                        .toList();
        int count = nodes.stream().mapToInt(Node::slots).sum();
        Slots slots = new Slots(count, allocation.origin(), allocation.counted());
        return new Mapper(nodes, slots, UnaryOperator.identity());
    }

    /** Ranks by host; bars between the packages of ranks that are bound. */
    private static String text(Plan plan) {
        return IntStream.range(0, plan.hosts().size())
                .mapToObj(host ->
                        plan.ranksOn(host).stream()
                                .map(rank -> "" + rank.number())
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.joining(" / "));
    }

    private static String bound(Plan plan) {
        return plan.ranks().stream()
                .map(rank -> plan.hostOf(rank) + ":" + rank.cpus())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                // Printed by Open MPI 4.1.
                "--host a:4,b:4 -np 6 > 0 1 2 3 / 4 5",
                "--host a:4,b:4 -np 5 --map-by node > 0 2 4 / 1 3",
                "--host a:4,b:4 -np 5 --map-by node --rank-by slot > 0 1 2 / 3 4",
                "--host a:4,b:4 -np 10 --oversubscribe > 0 1 2 3 4 / 5 6 7 8 9",
                "--host a:4,b:4 -np 3 --map-by ppr:2:node > 0 1 / 2",
                "--host a:4,b:4 -N 3 > 0 1 2 / 3 4 5",
                "--host a:1,b:3 -np 4 --map-by node > 0 / 1 2 3",
                "--host a:1,b:3 -np 7 --oversubscribe > 0 1 2 / 3 4 5 6",
                "--host a:1,b:3 -np 7 --oversubscribe --map-by node > 0 2 4 6 / 1 3 5",
                "--host a:2,b:2 --map-by node -np 1 x : -np 2 > 0 1 / 2",
                "--host a:4 -np 1 x : --host b:4 -np 2 > 0 / 1 2",
                "--host b:4 -np 2 x : --host a:4 -np 2 > 0 1 / 2 3",
                "-H a -np 1 x : -H b,c -np 2 > 0 / 1 / 2",
                "--host a:2 x : --host b:3 > 0 1 / 2 3 4",
                "--host a:4 -N 2 x : --host b:4 > 0 1 / 2 3",
                // The manual's.
                "--host a:4,b:2,c:2 -np 6 > 0 1 2 3 / 4 5 / ''",
                "--host a:4,b:2,c:2 -np 6 --map-by node > 0 3 / 1 4 / 2 5",
                "--host h0:4,b:4,c:4 -np 6 --nolocal > '' / 0 1 2 3 / 4 5",
                "--host a,b,a > 0 1 / 2",
                "--host a:4,b:4 -np 8 --map-by ppr:2:package --rank-by node > 0 2 4 6 / 1 3 5 7",
                "--host a:4,b:4 -np 8 --map-by ppr:2:package --rank-by span > 0 1 4 5 / 2 3 6 7",
                "--host a:4,b:4 -np 8 --map-by ppr:2:package > 0 1 2 3 / 4 5 6 7",
                "--host a:2,b:2 -np 1 x : -np 2 > 0 1 / 2",
                "-np 2 --nolocal > 0 1",
            })
    void hosts(String options, String ranks) throws UsageException {
        assertThat(text(plan(options))).isEqualTo(ranks.replace("''", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "-np 4 --map-by core --bind-to core > h0:0 h0:1 h0:2 h0:3",
                "-np 4 --map-by package --bind-to package > h0:0,1,2,3 h0:0,1,2,3 h0:4,5,6,7"
                        + " h0:4,5,6,7",
                "-np 4 --map-by package --bind-to package --rank-by span > h0:0,1,2,3 h0:4,5,6,7"
                        + " h0:0,1,2,3 h0:4,5,6,7",
                "-np 4 --map-by slot:PE=2 --bind-to core > h0:0,1 h0:2,3 h0:4,5 h0:6,7",
                "-np 4 --map-by package --bind-to core > h0:0 h0:1 h0:4 h0:5",
                "-np 4 --map-by socket --rank-by socket --bind-to core > h0:0 h0:4 h0:1 h0:5",
                "-np 4 --map-by numa:PE=2 > h0:0,1 h0:2,3 h0:4,5 h0:6,7",
                "-np 3 --map-by ppr:1:package:PE=3 --host a:2,b:2 > a:0,1,2 a:4,5,6 b:0,1,2",
                "-np 4 --map-by package:span --bind-to core --host a:4,b:4 > a:0 a:4 b:0 b:4",
                "-np 4 --map-by core:PE=2 > h0:0,1 h0:2,3 h0:4,5 h0:6,7",
                "-np 2 --map-by numa > h0: h0:",
                "-np 2 --bind-to core > h0:0 h0:1",
                "-np 3 --bind-to core --host a:1,b:2 > a:0 b:0 b:1",
                "-np 2 --bind-to numa --cpu-set 0-7 > h0:0,1,2,3 h0:4,5,6,7",
                "-np 2 --bind-to cpu-list:ordered --cpu-list 0-7 > h0:0 h0:1",
                "-np 2 --bind-to cpulist:ordered > h0:0 h0:1",
                "-np 2 --bind-to cpu-list > h0: h0:",
                "-np 4 --map-by package --rank-by slot --bind-to package > h0:0,1,2,3 h0:4,5,6,7"
                        + " h0:0,1,2,3 h0:4,5,6,7",
                "-np 4 --map-by package --bind-to core --host a:1,b:3 > a:0 b:0 b:1 b:4",
                "-np 5 --map-by package:span --rank-by fill --bind-to package --host a:3,b:2 >"
                        + " a:0,1,2,3 a:0,1,2,3 a:4,5,6,7 b:0,1,2,3 b:4,5,6,7",
                "-np 2 --map-by slot:PE=2 --bind-to package > h0:0,1,2,3 h0:4,5,6,7",
            })
    void processors(String options, String bound) throws UsageException {
        assertThat(bound(plan(options))).isEqualTo(bound);
    }

    @Test
    void indicesOnEachHost() throws UsageException {
        Plan plan = plan("--host a:3,b:3 -np 5 --map-by node");
        assertThat(plan.ranks())
                .extracting(Plan.PlannedRank::localRank)
                .containsExactly(0, 0, 1, 1, 2);
        JobRequest request = parse("--host a:3,b:3 -np 3 --bind-to core");
        AppContext more = new AppContext(2, List.of(), Map.of(), null, List.of("b"));
        Load load = Load.of(List.of(2, 1), List.of(3, 1));
        Plan world = mapper(request).planMore(request, List.of(more), List.of(""), load);
        assertThat(bound(world)).isEqualTo("a:3 b:1");
        Plan named = mapper(request).planMore(request, List.of(more), List.of("b"), load);
        assertThat(bound(named)).isEqualTo("b:1 b:2");
        List<AppContext> two = List.of(more, more);
        assertThatThrownBy(() -> mapper(request).planMore(request, two, List.of("b", " b "), load))
                .hasMessageContaining("not enough slots");
        assertThatThrownBy(() ->
                        mapper(request).planMore(request, List.of(more), List.of("a,c"), load))
                .hasMessageContaining("\"c\" of the Info key");
        assertThat(world.ranks()).extracting(Plan.PlannedRank::localRank).containsExactly(0, 0);
        assertThat(world.ranks()).extracting(Plan.PlannedRank::nodeRank).containsExactly(3, 1);
    }

    @Test
    void linesOfFiles() throws Exception {
        Path hosts = Files.writeString(temp.resolve("hosts"), "a\nb slots=2\na\nc\n");
        assertThat(text(plan("--hostfile " + hosts + " --map-by seq"))).isEqualTo("0 2 / 1 / 3");
        assertThat(text(plan("--hostfile " + hosts + " --map-by seq --rank-by slot")))
                .isEqualTo("0 1 / 2 / 3");
        Path sequence = Files.writeString(temp.resolve("sequence"), "b\na\nb\n");
        for (String job : List.of("--host a,b:2,c", "--hostfile " + hosts)) {
            assertThat(text(plan(job + " --map-by seq:file=" + sequence))).isEqualTo("1 / 0 2 / ");
        }
        // Programs share the lines, but for those with hosts of their own, in their order.
        assertThat(text(plan("--hostfile " + hosts + " --map-by seq -np 1 x : -np 3 y")))
                .isEqualTo("0 2 / 1 / 3");
        String shared = "--hostfile " + hosts + " --map-by seq -np 1 x : -np 2 ";
        assertThat(text(plan("--map-by seq -np 1 --host a,b,c x : -np 2 --host c,b y : -np 1 z")))
                .isEqualTo("0 3 / 2 / 1");
        assertThat(text(plan(shared + "--hostfile " + sequence + " y : -np 3 z")))
                .isEqualTo("0 2 4 / 1 3 / 5");
        assertThatThrownBy(() -> plan(shared + "--host c,b y"))
                .hasMessageContaining("\"a\" of a program's --host or --hostfile is not part");
        assertThatThrownBy(() -> plan(shared + "y : -np 2 z"))
                .hasMessageContaining(
                        "-np 2 asks for more than the 1 line that is left of the host");
        assertThatThrownBy(() -> plan("--hostfile " + hosts + " --map-by seq x : -np 1 y"))
                .hasMessageContaining("those before it take all 4.");
        Path ranks =
                Files.writeString(
                        temp.resolve("Ranks"),
                        "rank 0=b slot=1:0-2 # first\nrank 2=+n0 slot=2-3\nrank 1=a slot=0:0,1\n"
                                + "rank 3=c slot=*\nrank 4=c\n");
        String options = "--host a,b,c --map-by rankfile:file=" + ranks;
        assertThat(bound(plan(options))).isEqualTo("b:4,5,6 a:0,1 a:2,3 c: c:");
        assertThat(plan("-np 2 " + options).size()).isEqualTo(2);
        assertThatThrownBy(() -> plan("-np 6 " + options)).hasMessageContaining("5 lines");
        for (String damage :
                List.of(
                        "rank 0=z",
                        "rank 0",
                        "rank 0=a slot=9:0",
                        "rank 0=a slot=x",
                        "rank 0=+n7",
                        "rank 0=+n3",
                        "rank 0=a slot=0-99999",
                        "rank 1=a",
                        "rank 0=a\nrank 0=b",
                        "rank 0=a slot=3-1")) {
            Files.writeString(ranks, damage);
            assertThatThrownBy(() -> plan(options)).as(damage).isInstanceOf(UsageException.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "--host a:4,b:4 -np 9 > not enough slots for the 9",
                "--host a:1,b:3 -np 4 --map-by ppr:2:node > has 1 slots",
                "--host a:4,b:4 -np 5 -N 2 > more than the 4 processes",
                "-np 9 --bind-to core > 8 cores to bind 9",
                "--host a:5,b:1 -np 6 --map-by package:PE=2 > 2 groups of 2 cores to bind 3",
                "-np 9 --bind-to cpu-list:ordered > 8 hwthreads to bind 9",
                "-np 1 --map-by package:PE=5 > more than the 4 cores",
                "--host h0:2,b:2 -np 3 --nolocal > not enough slots for the 3",
                "--host a:2,b:2 x : -np 1 > not enough slots for the 5",
                "x : -np 1 > With several programs",
                "--host a:1 -np 2 x : --host b:4 -np 1 > not enough slots for the 2",
                "--host a:2 -np 2 --stdin 2 > --stdin 2 names no rank of this job of 2.",
                "--host a:4 -N 2 -np 3 > more than the 2 processes per host of -N or ppr.",
                "--host a,b --map-by seq -np 3 > the 2 lines of the host file of --map-by seq.",
                "--host a:1,b:3 -np 4 --map-by ppr:2:node --nooversubscribe > has 1 slots",
                "--host a:2 -N 3 > not enough slots for the 3",
                "-np 9 --nooversubscribe > not enough slots for the 9",
                "-N 9 --nooversubscribe > not enough slots for the 9",
                "-np 65 > not enough slots for the 65",
                "--host a:2,b:2 --map-by seq --nooversubscribe -np 3 > more than the 2 lines",
            })
    void whatDoesNotFit(String options, String message) {
        assertThatThrownBy(() -> plan(options))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    /**
     * The message shows the sum; a guess of slots has the number that is accepted without asking.
     */
    @Test
    void theMessageShowsTheSum() {
        assertThatThrownBy(() -> plan("-np 65"))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(e.lines())
                                        .contains(
                                                "  Slots:      8 (the processors of h0)",
                                                "  Asked for:  65",
                                                "  Accepted:   64 without --oversubscribe"));
        assertThatThrownBy(() -> plan("--host a:3 -np 4"))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(e.lines())
                                        .contains("  Slots:      3 (from --host)")
                                        .noneMatch(line -> line.contains("Accepted")));
    }

    /**
     * Slots that nobody counted are a guess: as many ranks as the user asks for fit on a laptop.
     */
    @Test
    void slotsThatNobodyCountedAreNoLimitOfAHost() throws UsageException {
        assertThat(plan("-N 9").size()).isEqualTo(9);
        assertThat(plan("-np 64").size()).isEqualTo(64);
        assertThat(plan("--map-by ppr:5:package -np 10").size()).isEqualTo(10);
        assertThat(plan("-np 2 --stdin 1").size()).isEqualTo(2);
    }

    @Test
    void attributesOfAPlan() throws UsageException {
        Plan plan = plan("--host a:3,b:3 -np 1 x : -np 2");
        assertThat(plan.universeSize()).as("slots, if they are more").isEqualTo(6);
        assertThat(plan.host()).isEqualTo("a");
        assertThat(plan.firstRanks()).containsExactly(0, 1);
        assertThat(plan.size(1)).isEqualTo(2);
        assertThat(plan("--host a:1 -np 2 --oversubscribe").universeSize()).isEqualTo(2);
    }

    /** Places of a rank file are cores; with hwtcpus they are hardware threads. */
    @Test
    void placesOfARankFile() throws Exception {
        Path ranks = Files.writeString(temp.resolve("Ranks"), "rank 0=h0 slot=1\n");
        String threads = "0:0:0:0:0:-1;1:0:1:1:0:-1;2:0:0:0:0:-1;3:0:1:1:0:-1";
        for (String hwtcpus : List.of("", ":hwtcpus")) {
            JobRequest request = parse("--map-by rankfile:file=" + ranks + hwtcpus);
            Node node = new Node("h0", "", 4, 4, true, Topology.decode(threads));
            Mapper mapper =
                    new Mapper(List.of(node), new Slots(4, "here", true), UnaryOperator.identity());
            assertThat(bound(mapper.plan(request)))
                    .isEqualTo(hwtcpus.isEmpty() ? "h0:1,3" : "h0:1");
        }
        String options = "--map-by rankfile:file=" + ranks;
        Files.writeString(ranks, "rank 0=h0 slot=7\n");
        assertThat(bound(plan(options))).isEqualTo("h0:7");
        Files.writeString(ranks, "rank 0=h0 slot=8\n");
        assertThatThrownBy(() -> plan(options)).hasMessage(ranks + ": slot=8 names place 8 of 8.");
        Files.writeString(ranks, "rank 0=h0 slot=2:0\n");
        assertThatThrownBy(() -> plan(options))
                .hasMessage(ranks + ": slot=2:0 names place 2 of 2.");
        Files.writeString(ranks, "rank 1=h0 slot=0\n");
        assertThatThrownBy(() -> plan(options))
                .hasMessage("The rank file " + ranks + " has no line for rank 0.");
        Files.writeString(ranks, "rank 0=h0 slot=0\nrank 0=h0 slot=1\n");
        assertThatThrownBy(() -> plan(options)).hasMessage(ranks + " places rank 0 twice.");
    }

    /** As in Open MPI, the hosts of a rank file are the allocation where there is no other. */
    @Test
    void hostsOfARankFile() throws Exception {
        Path ranks =
                Files.writeString(
                        temp.resolve("Ranks"),
                        "rank 1 = b slot = 1:0\n"
                                + "// the last\n"
                                + "rank 0=me@a slot=0\n"
                                + "rank 2=a slot=1:*\n");
        String option = "-rf " + ranks;
        assertThat(bound(plan(option))).isEqualTo("a:0 b:4 a:4,5,6,7");
        assertThat(text(plan(option))).isEqualTo("1 / 0 2");
        assertThat(plan(option).slots().count()).isEqualTo(3);
        assertThat(plan("-np 2 " + option).size()).isEqualTo(2);
        assertThatThrownBy(() -> plan("--host a,c " + option)).hasMessageContaining("\"b\"");
        Files.writeString(ranks, "rank 0=+n0 slot=0\n");
        assertThat(bound(plan(option))).isEqualTo("h0:0");
        Files.writeString(ranks, "rank 9999999999=a slot=0\n");
        assertThatThrownBy(() -> plan(option)).hasMessageContaining("no job has so many ranks");
        Files.writeString(ranks, "rank 9999999=a slot=0\n");
        assertThatThrownBy(() -> plan(option)).hasMessageContaining("no line for rank 0");
        Files.writeString(ranks, "rank 10000000=a slot=0\n");
        assertThatThrownBy(() -> plan(option)).hasMessageContaining("no job has so many ranks");
        Files.writeString(ranks, "rank 0000000000=a slot=0\n");
        assertThat(bound(plan(option))).isEqualTo("a:0");
    }

    /** The lines go on with each program, which has no hosts of its own then. */
    @Test
    void severalProgramsShareARankFile() throws Exception {
        Path ranks =
                Files.writeString(
                        temp.resolve("Ranks"),
                        "rank 0=b slot=0\nrank 1=a slot=1\nrank 2=b slot=2\n");
        assertThat(bound(plan("-rf " + ranks + " --host a:2,b:2 -np 1 x : --host b -np 2")))
                .isEqualTo("b:0 a:1 b:2");
    }

    /** orte_hosts(7): each program names hosts by their places in the host file. */
    @Test
    void relativeHostsOfPrograms() throws Exception {
        Path file = Files.writeString(temp.resolve("h"), "a slots=4\nb slots=4\nc slots=4\n");
        String start = "--hostfile " + file + " -N 1 -host ";
        assertThat(text(plan(start + "+n0 x : -host +n1,+n2"))).isEqualTo("0 / 1 / 2");
        assertThat(text(plan(start + "+n2 x : -host a,+e:1"))).isEqualTo("1 / 2 / 0");
    }

    @Test
    void limitsOfHostFiles() throws Exception {
        Path file =
                Files.writeString(
                        temp.resolve("h"), "a slots=4 max_slots=4\nb max_slots=4\nc slots=4\n");
        String options = "--hostfile " + file + " --oversubscribe -np ";
        assertThat(text(plan(options + "14"))).isEqualTo("0 1 2 3 / 4 5 6 7 / 8 9 10 11 12 13");
        assertThat(text(plan(options + "13 --map-by node")))
                .isEqualTo("0 3 6 9 / 1 4 7 10 / 2 5 8 11 12");
        Files.writeString(file, "a slots=4 max_slots=5\nb slots=1\n");
        assertThat(text(plan(options + "9"))).isEqualTo("0 1 2 3 4 / 5 6 7 8");
        Files.writeString(file, "a max_slots=2\n");
        for (String more : List.of("1 x : -np 2", "1 --map-by node x : -np 2")) {
            assertThatThrownBy(() -> plan(options + more))
                    .isInstanceOfSatisfying(
                            UsageException.class,
                            e -> assertThat(e.lines()).contains("  Asked for:  3"));
        }
        assertThatThrownBy(() -> plan(options + "3"))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(e.lines())
                                        .anyMatch(line -> line.contains("sum of max_slots"))
                                        .contains("  Asked for:  3"));
    }

    @Test
    void reports() throws UsageException {
        MapReport report = new MapReport(plan("--host a:2,b:1 -np 3 --bind-to core"), false);
        assertThat(report.map())
                .containsExactly(
                        "==============================  JOB MAP  ==============================",
                        "Host: a   Slots: 2 (from --host)   Ranks: 2",
                        "  Rank: 0   Program: 0 (a)   Bound: package[0][core:0]",
                        "  Rank: 1   Program: 0 (a)   Bound: package[0][core:1]",
                        "Host: b   Slots: 1 (from --host)   Ranks: 1",
                        "  Rank: 2   Program: 0 (a)   Bound: package[0][core:0]",
                        "========================================================================="
                                .substring(2));
        assertThat(report.allocation().subList(1, 3))
                .containsExactly(
                        "Host: a   Slots: 2 (from --host)", "Host: b   Slots: 1 (from --host)");
    }
}
