package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.ess.own.RankIdentity;
import org.strata.ess.own.ThreadBinding;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Mapper;
import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Slots;
import org.strata.launcher.map.Topology;
import org.strata.launcher.program.Distribution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Variables that ranks find, by the names of Open MPI's. */
class RankEnvironmentTest {
    private final Map<String, String> own = new HashMap<>();

    /** Hosts of two slots each. */
    private static Plan plan(int hosts, String line) throws UsageException {
        Topology topology = Topology.ofThisHost(() -> CpuSet.EMPTY);
        List<Node> nodes =
                List.of(
                                new Node("a", "", 2, Integer.MAX_VALUE, true, topology),
                                new Node("b", "", 2, Integer.MAX_VALUE, false, topology))
                        .subList(0, hosts);
        Slots slots = new Slots(2 * hosts, "from --host", true);
        return new Mapper(nodes, slots, UnaryOperator.identity())
                .plan(new CommandLineParser(Map.of()).parse(List.of(line.split(" "))));
    }

    private RankEnvironment environment(String line) throws UsageException {
        Plan plan = plan(2, line);
        List<Map<String, String>> parameters =
                List.of(Map.of("OMPI_MCA_k", "1"), Map.of("OMPI_MCA_k", "2"));
        return new RankEnvironment(own, parameters, plan, false);
    }

    @Test
    void whereARankIs() throws UsageException {
        Plan plan = plan(2, "-np 1 x : -np 2 y");
        RankEnvironment environment =
                new RankEnvironment(own, List.of(Map.of(), Map.of()), plan, false);
        assertThat(environment.ofPlace(plan.ranks().get(1)))
                .containsOnly(
                        Map.entry("OMPI_COMM_WORLD_RANK", "1"),
                        Map.entry("OMPI_COMM_WORLD_SIZE", "3"),
                        Map.entry("OMPI_COMM_WORLD_LOCAL_RANK", "1"),
                        Map.entry("OMPI_COMM_WORLD_LOCAL_SIZE", "2"),
                        Map.entry("OMPI_COMM_WORLD_NODE_RANK", "1"),
                        Map.entry("OMPI_UNIVERSE_SIZE", "4"),
                        Map.entry("OMPI_NUM_APP_CTX", "2"),
                        Map.entry("OMPI_APP_CTX_NUM_PROCS", "1 2"),
                        Map.entry("OMPI_FIRST_RANKS", "0 1"),
                        Map.entry(RankIdentity.OTHER_HOSTS, "1"));
        Plan.PlannedRank spawned = new Plan.PlannedRank(2, 1, 0, 5, 1, CpuSet.EMPTY);
        assertThat(environment.ofPlace(spawned))
                .as("of all worlds of the job")
                .containsEntry("OMPI_COMM_WORLD_NODE_RANK", "5");
        assertThat(environment.ofPlace(plan.ranks().get(2)))
                .containsEntry("OMPI_COMM_WORLD_LOCAL_RANK", "0")
                .containsEntry("OMPI_COMM_WORLD_LOCAL_SIZE", "1");
    }

    /** A rank that knows that all others are here needs no network. */
    @Test
    void whetherThereAreOtherHosts() throws UsageException {
        Plan plan = plan(1, "-np 2 x");
        for (boolean guests : List.of(false, true)) {
            Map<String, String> variables =
                    new RankEnvironment(own, List.of(Map.of()), plan, guests)
                            .ofPlace(plan.ranks().getFirst());
            assertThat(variables.containsKey(RankIdentity.OTHER_HOSTS)).isEqualTo(guests);
        }
    }

    @Test
    void variablesOfAProgram() throws UsageException {
        own.putAll(Map.of("KEPT", "1", "SET", "old", "OMPI_COMM_WORLD_RANK", "7"));
        own.put(ThreadBinding.PROCESSORS, "9");
        own.put(ThreadBinding.JIT, "quick");
        own.put(Distribution.ADAPTERS, "1");
        own.put(RankIdentity.OTHER_HOSTS, "1");
        RankEnvironment environment =
                environment(
                        "-x SET=a -x SET=b=c -x EMPTY= -x NONE -x =1 -np 1 x : -x KEPT -np 1 y");
        assertThat(environment.ofProgram(0))
                .containsOnly(
                        Map.entry("KEPT", "1"),
                        Map.entry("SET", "b=c"),
                        Map.entry("EMPTY", ""),
                        Map.entry("OMPI_MCA_k", "1"));
        assertThat(environment.ofProgram(1))
                .containsOnly(
                        Map.entry("KEPT", "1"),
                        Map.entry("SET", "old"),
                        Map.entry("OMPI_MCA_k", "2"));
    }

    /** Who asks for a parameter's variable gets mpirun's. */
    @Test
    void exportsAreStrongerThanParameters() throws UsageException {
        own.put("OMPI_MCA_k", "0");
        assertThat(environment("-np 1 x : -np 1 y").ofProgram(0)).containsEntry("OMPI_MCA_k", "1");
        assertThat(environment("-x OMPI_MCA_k -np 1 x : -np 1 y").ofProgram(0))
                .containsEntry("OMPI_MCA_k", "0");
    }

    /** What means this host means nothing on another one, unless the user says so. */
    @Test
    void variablesForOtherHosts() throws UsageException {
        own.putAll(Map.of("HOME", "/h", "TMPDIR", "/t", "XDG_X", "x", "PATH", "/bin"));
        assertThat(environment("-x HOME -x XDG_X=y -np 1 p : -np 1 q").forwarded(0))
                .containsOnly(
                        Map.entry("HOME", "/h"),
                        Map.entry("XDG_X", "y"),
                        Map.entry("PATH", "/bin"),
                        Map.entry("OMPI_MCA_k", "1"));
    }

    @Test
    void exportsThatNobodyHasSet() throws UsageException {
        own.put("A", "");
        assertThat(environment("-x A -x B -x C=1 -np 1 x : -x B -x D -np 1 y").missingExports())
                .containsExactly("B", "D");
    }

    /** As in Open MPI: what is spawned has the parameters of the first program. */
    @Test
    void environmentOfASpawnedWorld() throws UsageException {
        Plan world = plan(2, "-x S=1 -np 1 s : -np 2 t");
        RankEnvironment spawned = environment("-x A=1 -np 1 x : -np 1 y").spawned(world);
        assertThat(spawned.ofProgram(0))
                .containsOnly(Map.entry("S", "1"), Map.entry("OMPI_MCA_k", "1"));
        assertThat(spawned.ofProgram(1)).containsOnly(Map.entry("OMPI_MCA_k", "1"));
        assertThat(spawned.ofPlace(world.ranks().getFirst()))
                .containsEntry("OMPI_COMM_WORLD_SIZE", "3");
    }
}
