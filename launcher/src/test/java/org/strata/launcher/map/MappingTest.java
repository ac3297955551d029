package org.strata.launcher.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A made-up host "here": two cores of two hardware threads each, numbered as Linux does. */
class MappingTest {
    @TempDir Path temp;

    private final Hosts hosts = new Hosts("here");

    @BeforeEach
    void processors() throws IOException {
        for (int cpu = 0; cpu < 4; cpu++) {
            Path topology = Files.createDirectories(temp.resolve("cpu" + cpu + "/topology"));
            Files.writeString(
                    topology.resolve("thread_siblings_list"), cpu % 2 + "," + (cpu % 2 + 2));
            Files.writeString(topology.resolve("core_id"), "" + cpu % 2);
            Files.writeString(topology.resolve("physical_package_id"), "0\n");
        }
    }

    private Topology topology(String usable) {
        return new Topology(temp, () -> CpuSet.parse(usable));
    }

    private static JobRequest request(String... words) throws UsageException {
        return new CommandLineParser(Map.of()).parse(List.of(words));
    }

    private Plan plan(String... words) throws UsageException {
        JobRequest request = request(words);
        Slots slots = new Slots(4, "the processors of here", false);
        Node here = new Node("here", "", 4, Integer.MAX_VALUE, true, topology("0-3"));
        return new Mapper(List.of(here), slots, hosts::canonical).plan(request);
    }

    @Test
    void cpuSets() {
        assertThat(CpuSet.parse("0-2,7\n").toArray()).containsExactly(0, 1, 2, 7);
        assertThat(CpuSet.parse("64").toMask()).containsExactly(0, 1);
        assertThat(CpuSet.ofMask(new long[] {5}).toString()).isEqualTo("0,2");
        assertThat(CpuSet.EMPTY.isEmpty()).isTrue();
    }

    @Test
    void coresAndThreadsOfTheUsableProcessors() {
        assertThat(topology("0-3").cores())
                .extracting(CpuSet::toString)
                .containsExactly("0,2", "1,3");
        assertThat(topology("0-3").threads())
                .extracting(CpuSet::toString)
                .containsExactly("0", "1", "2", "3");
        assertThat(topology("2,3").cores()).extracting(CpuSet::toString).containsExactly("2", "3");
        assertThat(new Topology(temp.resolve("absent"), () -> CpuSet.parse("1")).cores())
                .extracting(CpuSet::toString)
                .containsExactly("1");
    }

    @Test
    void largerGroupsOfProcessors() throws IOException {
        for (int cpu = 0; cpu < 4; cpu++) {
            Path own = temp.resolve("cpu" + cpu);
            Files.createDirectories(own.resolve("node" + cpu / 2));
            Files.writeString(own.resolve("topology/physical_package_id"), cpu / 3 + "\n");
        }
        assertThat(topology("0-3").nodes())
                .extracting(CpuSet::toString)
                .containsExactly("0,1", "2,3");
        assertThat(topology("0-3").packages())
                .extracting(CpuSet::toString)
                .containsExactly("0,1,2", "3");
        assertThat(topology("1-3").caches()).isEqualTo(topology("1-3").packages());
        for (int cpu = 0; cpu < 4; cpu++) {
            Path cache = Files.createDirectories(temp.resolve("cpu" + cpu + "/cache/index3"));
            Files.writeString(cache.resolve("shared_cpu_list"), cpu == 0 ? "0" : "1-3");
        }
        assertThat(topology("0,2-3").caches())
                .extracting(CpuSet::toString)
                .containsExactly("0", "2,3");
    }

    /** Kernels on virtual machines and on other architectures do not know everything. */
    @Test
    void whatTheKernelDoesNotKnow() throws Exception {
        Files.writeString(temp.resolve("cpu0/topology/physical_package_id"), "-1\n");
        assertThat(topology("0-3").packages()).hasSize(1);
        assertThat(Topology.decode(topology("0-3").encode()).packageOf(0)).isZero();
        Topology unknown = new Topology(temp.resolve("absent"), () -> CpuSet.parse("1,5"));
        assertThat(unknown.coreOf(5)).isEqualTo(5);
        assertThat(unknown.cores()).hasSize(2);
        assertThat(unknown.packages()).hasSize(1);
        assertThat(unknown.nodes()).hasSize(1);
        Topology some = Topology.decode("0:0:0:0:0:0;1:0:1:1:0:-1;2:1:2:2:0:2");
        assertThat(some.caches()).as("not all have a cache").isEqualTo(some.packages());
    }

    /** First threads first, also where a core may use one of its threads only. */
    @Test
    void threadsOfUnlikeCores() {
        assertThat(topology("0-2").threads())
                .extracting(CpuSet::toString)
                .containsExactly("0", "1", "2");
        assertThat(topology("1-3").threads())
                .extracting(CpuSet::toString)
                .containsExactly("1", "2", "3");
    }

    @Test
    void severalRanksShareAPackage() throws UsageException {
        assertThat(plan("-np", "3", "--bind-to", "package", "a").ranks())
                .extracting(rank -> rank.cpus().toString())
                .containsOnly("0,1,2,3");
        assertThat(plan("-np", "1", "--cpu-set", "0-3", "a").ranks().getFirst().cpus().toString())
                .isEqualTo("0,1,2,3");
    }

    @Test
    void namesOfThisHost() throws Exception {
        List<String> names =
                new ArrayList<>(List.of("here", "localhost", "127.0.0.1", "[::1]", "127.1.2.3"));
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .forEach(address -> names.add(address.getHostAddress()));
        assertThat(names).allSatisfy(name -> assertThat(hosts.canonical(name)).isEqualTo("here"));
        assertThat(hosts.canonical("other.invalid")).isEqualTo("other.invalid");
        assertThat(new Hosts("here.domain").canonical("here")).isEqualTo("here.domain");
    }

    @Test
    void aRankFileNamesThisHostAsItLikes() throws Exception {
        Path ranks = Files.writeString(temp.resolve("ranks"), "rank 0=localhost slot=1\n");
        assertThat(plan("-rf", ranks.toString(), "a").ranks().getFirst().cpus().toString())
                .isEqualTo("1,3");
    }

    /** Another host tells how many processors it has: their number is bounded. */
    @Test
    void largestTopology() throws UsageException {
        String most = "0:0:0:0:0:-1;".repeat((1 << 14) - 1) + "0:0:0:0:0:-1";
        assertThat(Topology.decode(most).usable().toString()).isEqualTo("0");
        assertThatThrownBy(() -> Topology.decode(most + ";0:0:0:0:0:-1"))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void topologiesOfOtherHosts() throws UsageException {
        Topology sent = topology("0-3");
        Topology received = Topology.decode(sent.encode());
        assertThat(received.cores()).isEqualTo(sent.cores());
        assertThat(received.packages()).isEqualTo(sent.packages());
        assertThat(received.encode()).isEqualTo(sent.encode());
        for (String text :
                List.of(
                        "",
                        "0:0:0:0:0",
                        "0:0:0:0:0:0:0",
                        "a:0:0:0:0:0",
                        "0:0:0:0:0:-1;",
                        "-1:0:0:0:0:0",
                        "0:0:0:0:-1:0",
                        "65536:0:0:0:0:0",
                        "0:0:0:0:0:65536")) {
            assertThatThrownBy(() -> Topology.decode(text)).isInstanceOf(UsageException.class);
        }
        assertThat(Topology.decode("65535:0:0:0:0:-1").usable().toString()).isEqualTo("65535");
    }

    @Test
    void slotsAreCheckedByWhoCountedThem() throws UsageException {
        Slots counted = new Slots(2, "from --host", true);
        Slots guessed = new Slots(2, "processors", false);
        counted.check(2, Oversubscription.UNSAID);
        guessed.check(16, Oversubscription.UNSAID);
        counted.check(100, Oversubscription.ALLOWED);
        assertThatThrownBy(() -> counted.check(3, Oversubscription.UNSAID))
                .hasMessageContaining("not enough slots for the 3 processes");
        assertThatThrownBy(() -> guessed.check(17, Oversubscription.UNSAID))
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> guessed.check(3, Oversubscription.REFUSED))
                .isInstanceOf(UsageException.class);
    }

    @Test
    void ranksAreNumberedThroughThePrograms() throws UsageException {
        Plan plan = plan("-np", "2", "a", ":", "-np", "1", "b");
        assertThat(plan.ranks()).extracting(Plan.PlannedRank::program).containsExactly(0, 0, 1);
        assertThat(plan.firstRanks()).containsExactly(0, 2);
        assertThat(plan.size(0)).isEqualTo(2);
        assertThat(plan("a").size()).isEqualTo(4);
        assertThat(plan("-N", "3", "a").size()).isEqualTo(3);
        assertThat(plan("-np", "9", "a").universeSize()).isEqualTo(9);
    }

    @Test
    void bindings() throws UsageException {
        assertThat(plan("-np", "2", "--bind-to", "core", "a").ranks())
                .extracting(rank -> rank.cpus().toString())
                .containsExactly("0,2", "1,3");
        assertThat(plan("-np", "3", "--bind-to", "core:overload-allowed", "a").ranks())
                .extracting(rank -> rank.cpus().toString())
                .containsExactly("0,2", "1,3", "0,2");
        assertThatThrownBy(() -> plan("-np", "3", "--bind-to", "core", "a"))
                .hasMessageContaining("2 cores to bind 3");
    }

    @Test
    void reports() throws UsageException {
        MapReport report = new MapReport(plan("-np", "2", "--bind-to", "hwthread", "a"), false);
        assertThat(report.bindings(program -> true))
                .first()
                .asString()
                .startsWith(
                        "rank 0 is bound to package[0][core:0] (cpu 0): [B.][..], from MPI.Init")
                .contains("without the JVM's service threads");
        assertThat(report.bindings(program -> false))
                .containsExactly(
                        "rank 0 is bound to package[0][core:0] (cpu 0): [B.][..]",
                        "rank 1 is bound to package[0][core:1] (cpu 1): [..][B.]");
        assertThat(report.map()).anyMatch(line -> line.contains("Rank: 1   Program: 0 (a)"));
    }
}
