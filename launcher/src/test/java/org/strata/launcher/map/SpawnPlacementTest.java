package org.strata.launcher.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Places of spawned ranks, on hosts a and b of two packages, eight cores and three slots each. */
class SpawnPlacementTest {
    private static final String BOX =
            IntStream.range(0, 8)
                    .mapToObj(cpu -> cpu + ":" + cpu / 4 + ":" + cpu + ":" + cpu + ":0:-1")
                    .collect(Collectors.joining(";"));

    private static JobRequest job(String options) throws UsageException {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.add("p");
        return new CommandLineParser(Map.of()).parse(words);
    }

    /** Returns host and processors of each of the ranks. */
    private static String spawned(JobRequest job, int count, String hosts, Load load)
            throws UsageException {
        Topology topology = Topology.decode(BOX);
        List<Node> nodes =
                List.of(
                        new Node("a", "", 3, Integer.MAX_VALUE, true, topology),
                        new Node("b", "", 3, Integer.MAX_VALUE, false, topology));
        Slots slots = new Slots(6, "from --host", true);
        AppContext program = new AppContext(count, List.of(), Map.of(), null, List.of("s"));
        Plan plan =
                new Mapper(nodes, slots, UnaryOperator.identity())
                        .planMore(job, List.of(program), List.of(hosts), load);
        return plan.ranks().stream()
                .map(rank -> plan.hostOf(rank) + ":" + rank.cpus())
                .collect(Collectors.joining(" "));
    }

    private static Load load(int onA, int onB) {
        return Load.of(List.of(onA, onB), List.of(onA, onB));
    }

    @Test
    void slotsOfRanksThatRunAreTaken() throws UsageException {
        JobRequest job = job("-np 3");
        assertThat(spawned(job, 3, "", load(2, 1))).isEqualTo("a: b: b:");
        assertThatThrownBy(() -> spawned(job, 4, "", load(2, 1)))
                .hasMessageContaining("not enough slots for the 7 processes");
        assertThat(spawned(job, 2, "b", load(2, 1))).isEqualTo("b: b:");
        assertThatThrownBy(() -> spawned(job, 3, "b", load(2, 1)))
                .hasMessageContaining("not enough slots for the 4 processes");
        Load some = Load.of(List.of(0, 0), List.of(3, 3));
        assertThat(spawned(job, 6, "", some)).as("they have ended").hasSize(6 * 3 - 1);
    }

    /** A host with more ranks than slots has no room, and takes none of another's. */
    @Test
    void hostsThatAreFullAreLeftOut() throws UsageException {
        JobRequest job = job("-np 5 --oversubscribe --map-by node");
        assertThat(spawned(job, 3, "", load(5, 0))).isEqualTo("b: b: b:");
        assertThat(spawned(job, 4, "", load(5, 0))).isEqualTo("a: b: a: b:");
        assertThat(spawned(job("-np 5 --oversubscribe"), 3, "", load(5, 0))).isEqualTo("b: b: b:");
    }

    /** The Info key host chooses hosts; their order is that of the job. */
    @Test
    void orderOfNamedHosts() throws UsageException {
        assertThat(spawned(job("-np 1"), 4, "b,a", load(1, 0))).isEqualTo("a: a: b: b:");
        assertThat(spawned(job("-np 1"), 1, "b,b", load(1, 0))).isEqualTo("b:");
    }

    /** Two ranks on one core wait for each other: those of before count. */
    @Test
    void coresOfRanksThatWereStartedAreTaken() throws UsageException {
        JobRequest job = job("-np 3 --bind-to core --oversubscribe");
        Load load = Load.of(List.of(0, 3), List.of(6, 3));
        assertThat(spawned(job, 2, "a", load)).isEqualTo("a:6 a:7");
        assertThatThrownBy(() -> spawned(job, 3, "a", load))
                .hasMessage("There are 8 cores to bind 9 ranks to.");
        JobRequest overload = job("-np 3 --bind-to core:overload-allowed --oversubscribe");
        assertThat(spawned(overload, 3, "a", load)).isEqualTo("a:6 a:7 a:0");
    }

    /** Also where each package is counted by itself. */
    @Test
    void coresOfAPartThatWereGivenAreTaken() throws UsageException {
        JobRequest job = job("-np 3 --map-by package --bind-to core --oversubscribe");
        List<CpuSet> onA = List.of(CpuSet.parse("0"), CpuSet.parse("4"), CpuSet.parse("1"));
        Load load = new Load(List.of(3, 0), List.of(3, 0), List.of(onA, List.of()));
        assertThat(spawned(job, 2, "a", load)).isEqualTo("a:2 a:5");
        assertThat(spawned(job, 3, "b", load)).isEqualTo("b:0 b:1 b:4");
        List<CpuSet> free = List.of(CpuSet.EMPTY, CpuSet.EMPTY, CpuSet.EMPTY);
        Load unbound = new Load(List.of(3, 0), List.of(3, 0), List.of(free, List.of()));
        assertThat(spawned(job, 2, "a", unbound)).isEqualTo("a:0 a:4");
        assertThat(spawned(job("-np 1 --map-by core --bind-to core --oversubscribe"), 1, "a", load))
                .as("a mapping by cores begins again")
                .isEqualTo("a:0");
    }

    /** Standard input stays with a rank of the job that was started first. */
    @Test
    void theRankOfStandardInputHasBeenStarted() throws UsageException {
        assertThat(spawned(job("-np 3 --stdin 2"), 1, "", load(2, 1))).isEqualTo("a:");
    }

    @Test
    void numbersOfProcessesEnd() {
        Load load = Load.of(List.of(0, 0), List.of(Proc.JOB_SPAN - 1, 0));
        assertThatThrownBy(() -> spawned(job("-np 1"), 2, "", load))
                .hasMessageContaining("A job has numbers for ");
    }
}
