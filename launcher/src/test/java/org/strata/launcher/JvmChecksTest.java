package org.strata.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.job.RankEnvironment;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Plan.PlannedRank;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ranks of two hosts, the first of which is this one; programs with options for their JVMs. */
class JvmChecksTest {
    private static final long GIBI = 1L << 30;
    private static final String DEBUGGER =
            "-agentlib:jdwp=transport=dt_socket,server=y,address=5005";

    private final Map<String, String> environment = new HashMap<>();

    /** Ranks alternate between the hosts. */
    private JvmChecks checks(int hosts, String line) throws UsageException {
        JobRequest request = new CommandLineParser(Map.of()).parse(List.of(line.split(" ")));
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            nodes.add(new Node("node" + i, "", 4, 4, i == 0, null));
        }
        List<PlannedRank> ranks = new ArrayList<>();
        for (int program = 0; program < request.programs().size(); program++) {
            for (int i = 0; i < request.programs().get(program).count(); i++) {
                int number = ranks.size();
                int local = number / hosts;
                ranks.add(
                        new PlannedRank(
                                number, number % hosts, local, local, program, CpuSet.EMPTY));
            }
        }
        Plan plan = new Plan(null, request.programs(), nodes, ranks);
        int programs = request.programs().size();
        RankEnvironment variables =
                new RankEnvironment(
                        environment, Collections.nCopies(programs, Map.of()), plan, false);
        List<Path> directories = Collections.nCopies(programs, Path.of(""));
        return new JvmChecks(plan, variables, directories, request.debuggers());
    }

    @Test
    void onePortForSeveralRanksOfAHost() throws UsageException {
        assertThatThrownBy(checks(1, "-np 2 java " + DEBUGGER + " A")::checkPorts)
                .hasMessageContaining("Ranks 0 and 1 of host node0", "5005")
                .satisfies(e ->
                        assertThat(((UsageException) e).lines())
                                .contains("Try: mpirun --jdwp 5005 ..."));
        assertThatThrownBy(checks(2, "-np 3 java " + DEBUGGER + " A")::checkPorts)
                .hasMessageContaining("Ranks 0 and 2 of host node0");
        assertThatThrownBy(
                        checks(1, "-np 1 java " + DEBUGGER + " A : -np 1 java " + DEBUGGER + " B")
                                ::checkPorts)
                .hasMessageContaining("5005");
        assertThatThrownBy(
                        checks(1, "-np 2 numactl java -Dcom.sun.management.jmxremote.port=9010 A")
                                ::checkPorts)
                .satisfies(e ->
                        assertThat(((UsageException) e).lines())
                                .anyMatch(line -> line.contains("jmxremote.port=901%r")));
        environment.put("JAVA_TOOL_OPTIONS", "-javaagent:exporter.jar=9404:x.yaml");
        assertThatThrownBy(checks(1, "-np 2 java A")::checkPorts)
                .satisfies(e ->
                        assertThat(((UsageException) e).lines())
                                .contains(
                                        "Try: -javaagent:exporter.jar=940%r:x.yaml (%r is the"
                                                + " number of the rank)"));
    }

    @Test
    void portsOfDifferentHostsProgramsAndRanks() {
        for (String line :
                List.of(
                        "-np 2 java " + DEBUGGER + " A",
                        "-np 4 java A " + DEBUGGER,
                        "-np 1 java " + DEBUGGER + " A : -np 3 java B",
                        "-np 4 java -Dcom.sun.management.jmxremote.port=901%r A",
                        "-np 4 java -Dcom.sun.management.jmxremote.port=0 A")) {
            assertThatCode(() -> checks(2, line).checkPorts()).as(line).doesNotThrowAnyException();
        }
    }

    @Test
    void debuggers() throws UsageException {
        assertThat(checks(2, "--jdwp 5005,suspend,rank=1-2 -np 4 java A").debuggerTable())
                .containsExactly(
                        "debuggers attach to",
                        "  rank  host   port",
                        "  1     node1  5006",
                        "  2     node0  5007",
                        "  to reach another host's: ssh -L PORT:localhost:PORT HOST",
                        "  whoever is on these hosts can attach, and run code in your name",
                        "  each of these ranks waits for its debugger before it begins");
        assertThat(checks(1, "-np 4 java A").debuggerTable()).isEmpty();
        assertThat(checks(1, "--jdwp 5005 -np 1 java A : -np 2 ./run.sh").debuggerTable())
                .containsExactly(
                        "debuggers attach to",
                        "  rank  host   port",
                        "  0     node0  5005",
                        "  1     node0  5006",
                        "  2     node0  5007",
                        "  whoever is on these hosts can attach, and run code in your name",
                        "  behind ./run.sh: the first program that it starts as java");
        assertThat(checks(1, "--jdwp 5005 -np 1 ./a.sh : -np 2 /jdk/bin/java B").debuggerTable())
                .filteredOn(line -> line.contains("behind"))
                .containsExactly("  behind ./a.sh: the first program that it starts as java");
        assertThat(checks(1, "--jdwp 5005,rank=4 -np 4 java A").debuggerTable())
                .containsExactly("--jdwp: the job has none of the ranks that it names.");
        assertThatThrownBy(checks(1, "--jdwp 1 -np 2 java " + DEBUGGER + " A")::checkPorts)
                .hasMessageContaining("two debuggers");
        assertThatThrownBy(checks(1, "--jdwp 65535 -np 2 java A")::checkPorts)
                .hasMessageContaining("rank 1 would have port 65536");
    }

    @Test
    void aPortThatIsInUse() throws UsageException, IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(checks(1, "--jdwp " + port + " -np 1 java A")::checkFreePorts)
                    .hasMessageContaining("is in use on this host");
            assertThatCode(checks(1, "--jdwp " + port + ",rank=3 -np 1 java A")::checkFreePorts)
                    .doesNotThrowAnyException();
            int before = port - 1;
            assertThatCode(checks(2, "--jdwp " + before + ",rank=1 -np 2 java A")::checkFreePorts)
                    .as("rank 1 is on another host")
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void badDebuggerOptions() {
        for (String text : List.of("x", "0", "70000", "5005,suspended", "5005,rank=a", "5005,2")) {
            assertThatThrownBy(() -> checks(1, "--jdwp " + text + " -np 1 java A"))
                    .as(text)
                    .isInstanceOf(UsageException.class);
        }
    }

    @Test
    void heapsThatTheMemoryHasNoRoomFor() throws UsageException {
        JvmChecks checks = checks(2, "-np 6 java -Xmx2g A");
        assertThat(checks.overcommitment(host -> 8 * GIBI)).isNull();
        assertThat(checks.overcommitment(host -> 0)).isNull();
        assertThat(checks.overcommitment(host -> host == 1 ? 4 * GIBI : 5 * GIBI))
                .startsWith("the heaps of 3 ranks of node1 may grow to 6.0 GiB (-Xmx), 150 % of")
                .endsWith("So it is on 1 other host.");
        assertThat(checks.overcommitment(host -> 6 * GIBI)).as("it just fits").isNull();
        assertThat(checks.overcommitment(host -> host == 0 ? 4 * GIBI : 5 * GIBI))
                .startsWith("the heaps of 3 ranks of node0 ");
        assertThat(checks.overcommitment(host -> host == 0 ? 5 * GIBI : 9 * GIBI))
                .startsWith("the heaps of 3 ranks of node0 ")
                .endsWith("Without -Xmx a rank has its share.");
        assertThat(checks(3, "-np 3 java -Xmx2g A").overcommitment(host -> GIBI))
                .startsWith("the heaps of 1 rank of node0 may grow to 2.0 GiB (-Xmx), 200 % of")
                .endsWith("So it is on 2 other hosts.");
        assertThat(checks(1, "-np 1 java -Xmx2g A : -np 1 java B").overcommitment(host -> GIBI))
                .as("who names no heap has a share")
                .startsWith("the heaps of 1 rank of node0 ");
        assertThat(checks(1, "-np 64 java A").overcommitment(host -> GIBI)).isNull();
        environment.put("JDK_JAVA_OPTIONS", "-XX:MaxRAMPercentage=50");
        assertThat(checks(1, "-np 3 java A").overcommitment(host -> GIBI)).contains("150 %");
    }
}
