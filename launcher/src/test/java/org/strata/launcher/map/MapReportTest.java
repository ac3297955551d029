package org.strata.launcher.map;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What is printed of plans on two hosts of two packages with a core of two hardware threads each:
 * "here", where mpirun runs, with two slots, and "there" with one slot and at most three ranks.
 */
class MapReportTest {
    private static final String BOX = "0:0:0:0:0:-1;1:1:0:1:0:-1;2:0:0:0:0:-1;3:1:0:1:0:-1";

    private static MapReport report(String... words) throws UsageException {
        JobRequest request = new CommandLineParser(Map.of()).parse(List.of(words));
        Topology topology = Topology.decode(BOX);
        List<Node> nodes =
                List.of(
                        new Node("here", "", 2, Integer.MAX_VALUE, true, topology),
                        new Node("there", "", 1, 3, false, topology));
        Slots slots = new Slots(3, "from hosts", true);
        Mapper mapper = new Mapper(nodes, slots, UnaryOperator.identity());
        return new MapReport(mapper.plan(request), request.binding().byDefault());
    }

    private static List<String> ranks(MapReport report) {
        return report.map().stream()
                .filter(line -> line.startsWith("  Rank"))
                .map(line -> line.substring(line.indexOf("Bound")))
                .toList();
    }

    @Test
    void hostsOfTheMap() throws UsageException {
        MapReport report = report("--oversubscribe", "-np", "5", "a");
        assertThat(report.map())
                .contains(
                        "Host: here   Slots: 2 (from hosts)   Ranks: 3   oversubscribed",
                        "Host: there   Slots: 1   Max slots: 3 (from hosts)   Ranks: 2"
                                + "   oversubscribed");
        assertThat(report("-np", "3", "a").map())
                .contains(
                        "Host: here   Slots: 2 (from hosts)   Ranks: 2",
                        "Host: there   Slots: 1   Max slots: 3 (from hosts)   Ranks: 1");
        assertThat(report("-np", "2", "a").map())
                .as("a host without ranks is left out")
                .noneMatch(line -> line.startsWith("Host: there"));
    }

    @Test
    void theAllocationHasAllHosts() throws UsageException {
        assertThat(report("-np", "1", "a").allocation())
                .containsExactly(
                        "=".repeat(30) + "  ALLOCATED NODES  " + "=".repeat(30),
                        "Host: here   Slots: 2 (from hosts)",
                        "Host: there   Slots: 1   Max slots: 3 (from hosts)",
                        "=".repeat(79));
    }

    @Test
    void elementsAsOpenMpiNamesThem() throws UsageException {
        MapReport report = report("-np", "2", "a");
        assertThat(report.mapElement())
                .containsExactly(
                        "<map>",
                        "\t<host name=\"here\" slots=\"2\" max_slots=\"0\">",
                        "\t\t<process rank=\"0\" status=\"INITIALIZED\"/>",
                        "\t\t<process rank=\"1\" status=\"INITIALIZED\"/>",
                        "\t</host>",
                        "</map>");
        assertThat(report.allocationElement())
                .containsExactly(
                        "<allocation>",
                        "\t<host name=\"here\" slots=\"2\" max_slots=\"0\" slots_inuse=\"0\"/>",
                        "\t<host name=\"there\" slots=\"1\" max_slots=\"3\" slots_inuse=\"0\"/>",
                        "</allocation>");
    }

    /** Which core is free is known when the ranks start; of this host mpirun says it then. */
    @Test
    void bindingByDefault() throws UsageException {
        MapReport report = report("-np", "3", "a");
        assertThat(ranks(report))
                .containsOnly("Bound: to a free core, if there is one for each rank")
                .hasSize(3);
        assertThat(report.bindings(program -> true))
                .containsExactly(
                        "rank 2 is bound to a free core of there, if there is one for each of its"
                                + " ranks");
    }

    @Test
    void bindingToNothing() throws UsageException {
        MapReport report = report("-np", "3", "--bind-to", "none", "a");
        assertThat(ranks(report)).containsOnly("Bound: no").hasSize(3);
        assertThat(report.bindings(program -> true))
                .containsExactly(
                        "rank 0 is not bound", "rank 1 is not bound", "rank 2 is not bound");
    }

    @Test
    void bindingToSeveralProcessors() throws UsageException {
        MapReport report =
                report(
                        "-np",
                        "1",
                        "--map-by",
                        "slot:PE=2",
                        "--bind-to",
                        "core:overload-allowed",
                        "a",
                        ":",
                        "-np",
                        "1",
                        "b");
        assertThat(ranks(report))
                .containsExactly(
                        "Bound: package[0][core:0],package[1][core:0]",
                        "Bound: package[0][core:0],package[1][core:0]");
        assertThat(report.map())
                .contains(
                        "  Rank: 1   Program: 1 (b)   Bound:"
                                + " package[0][core:0],package[1][core:0]");
        assertThat(report.bindings(program -> program == 1))
                .containsExactly(
                        "rank 0 is bound to package[0][core:0],package[1][core:0] (cpu 0,1,2,3):"
                                + " [BB][BB]",
                        "rank 1 is bound to package[0][core:0],package[1][core:0] (cpu 0,1,2,3):"
                                + " [BB][BB], from MPI.Init on, without the JVM's service threads");
    }
}
