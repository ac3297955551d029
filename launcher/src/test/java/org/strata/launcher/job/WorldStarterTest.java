package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.host.SignalName;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Hosts;
import org.strata.launcher.map.Mapper;
import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Slots;
import org.strata.launcher.map.Topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A job tells each of its hosts the same, and knows no difference between them. */
final class WorldStarterTest {
    private final FakeHost own = new FakeHost(0);
    private final FakeHost other = new FakeHost(1);
    private final JobProcesses processes = new JobProcesses(List.of(own, other));

    @Test
    void everyHostIsTold() {
        processes.signalRanks(SignalName.USR1);
        processes.signalAll(SignalName.STOP);
        processes.end();
        processes.kill();
        processes.sweep();
        assertThat(own.told)
                .containsExactly(
                        "SIGUSR1 to ranks",
                        "SIGSTOP to all",
                        "SIGCONT to all",
                        "SIGTERM to all",
                        "SIGKILL to all",
                        "sweep")
                .isEqualTo(other.told);
        assertThat(processes.ended()).isTrue();
    }

    /** Numbers follow the plan, whatever host a rank is on. */
    @Test
    void ranksAreStartedInTheOrderOfTheirNumbers() throws Exception {
        JobRequest request =
                new CommandLineParser(Map.of())
                        .parse(List.of("-np", "4", "--map-by", "node", "prog"));
        Topology topology = Topology.ofThisHost(() -> CpuSet.EMPTY);
        List<Node> nodes =
                List.of(
                        new Node("here", "", 2, Integer.MAX_VALUE, true, topology),
                        new Node("there", "", 2, Integer.MAX_VALUE, false, topology));
        Plan plan =
                new Mapper(nodes, new Slots(4, "two hosts", true), new Hosts("here")::canonical)
                        .plan(request);
        World world = new World(-1, plan, List.of(), List.of(), null);
        List<RankProcess> ranks = new ArrayList<>();
        AtomicInteger streams = new AtomicInteger();
        new WorldStarter(List.of(own, other)).start(world, 7, ranks, streams::addAndGet);
        assertThat(ranks).extracting(RankProcess::rank).containsExactly(7, 8, 9, 10);
        assertThat(ranks).extracting(rank -> rank.host().number()).containsExactly(0, 1, 0, 1);
        assertThat(own.told).containsExactly("start 7", "start 9");
        assertThat(other.told).containsExactly("start 8", "start 10");
        assertThat(streams).hasValue(8);
    }
}
