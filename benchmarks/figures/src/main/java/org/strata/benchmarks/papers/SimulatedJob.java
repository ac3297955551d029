package org.strata.benchmarks.papers;

import org.strata.btl.openib.OpenibComponent;
import org.strata.btl.openib.OpenibConfig;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A job of btl openib alone, all its ranks in this JVM over software adapters. */
final class SimulatedJob implements AutoCloseable {
    private static final int TAG = 0x80;
    private static final String RINGS = "btl_openib_use_eager_rdma";

    private final FakeJob job;
    private final List<Member> members = new ArrayList<>();
    private long arrived;

    /** One rank: its link, the endpoints it has, and its counters. */
    private record Member(
            FakeRank rank, Btl btl, Map<Integer, BtlEndpoint> endpoints, Counters counters) {}

    SimulatedJob(int ranks, boolean sharedQueues) {
        this(ranks, sharedQueues, Map.of());
    }

    /**
     * @param more parameters besides, by their full names
     */
    SimulatedJob(int ranks, boolean sharedQueues, Map<String, String> more) {
        OpenibConfig config = config(sharedQueues, more);
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        // Nothing is pinned: these figures are of bytes, not of time.
        SoftConfig adapters = SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF);
        job = FakeJob.of(ranks);
        for (FakeRank rank : job.ranks()) {
            members.add(open(rank, config, adapters, fabric));
        }
    }

    private static OpenibConfig config(boolean sharedQueues, Map<String, String> more) {
        Map<String, String> commandLine = new LinkedHashMap<>();
        ParameterSources.addCommandLine(commandLine, "btl", "openib");
        ParameterSources.addCommandLine(
                commandLine, "btl_openib_use_srq", sharedQueues ? "1" : "0");
        if (!more.containsKey(RINGS)) {
            ParameterSources.addCommandLine(commandLine, RINGS, "0");
        }
        more.forEach((name, value) -> ParameterSources.addCommandLine(commandLine, name, value));
        Parameters parameters =
                Parameters.resolve(
                                new ParameterSources(
                                        commandLine,
                                        Map.of(),
                                        List.of(),
                                        Path.of("").toAbsolutePath(),
                                        null,
                                        null,
                                        SimulatedJob.class.getClassLoader()))
                        .orThrow();
        return OpenibConfig.from(parameters.section("btl", "openib"));
    }

    private Member open(
            FakeRank rank, OpenibConfig config, SoftConfig adapters, SoftFabric fabric) {
        Counters counters = new Counters();
        OpenibComponent component =
                new OpenibComponent(
                        config,
                        new OpenibComponent.Rank(
                                rank.environment(),
                                rank.oob(),
                                rank.activeMessages(),
                                rank.engine(),
                                Clock.SYSTEM,
                                counters,
                                new Silence()),
                        new OpenibComponent.Adapters(
                                refusal -> new SoftProvider(adapters, fabric, text -> {}), null));
        rank.activeMessages().register(TAG, (btl, from, tag, address, length) -> arrived++);
        StringBuilder refusal = new StringBuilder();
        List<Btl> links =
                component.open(
                        (btl, endpoint, rc, reason) -> {
                            throw new IllegalStateException(reason);
                        },
                        refusal);
        if (links.isEmpty()) {
            throw new IllegalStateException(refusal.toString());
        }
        return new Member(rank, links.getFirst(), new LinkedHashMap<>(), counters);
    }

    /** Sends one message each way between two ranks, and waits until they have come. */
    void exchange(int a, int b, int bytes) throws IOException {
        long expected = arrived + 2;
        send(members.get(a), b, bytes);
        send(members.get(b), a, bytes);
        job.progressUntil("messages of " + a + " and " + b, () -> arrived >= expected);
    }

    /** As {@link #exchange}, but of all ranks only these two make progress. */
    void firstContact(int a, int b, int bytes) throws IOException {
        long expected = arrived + 2;
        send(members.get(a), b, bytes);
        send(members.get(b), a, bytes);
        while (arrived < expected) {
            members.get(a).rank.progress();
            members.get(b).rank.progress();
        }
    }

    private void send(Member from, int to, int bytes) throws IOException {
        BtlEndpoint endpoint =
                from.endpoints.computeIfAbsent(
                        to, peer -> from.btl.addPeer(from.rank.proc(peer), new StringBuilder()));
        for (int rc = Rc.NO_RESOURCE; rc != Rc.OK; ) {
            Descriptor descriptor = from.btl.alloc(endpoint, bytes);
            if (descriptor != null) {
                descriptor.callback = (btl, done, code) -> btl.free(done);
                rc = from.btl.send(endpoint, descriptor, TAG);
                if (rc != Rc.OK) {
                    from.btl.free(descriptor);
                }
            }
            if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
                throw new IOException("send from " + from.rank.rank() + ": " + Rc.name(rc));
            }
            if (rc != Rc.OK) {
                job.progress();
            }
        }
    }

    /** Returns the largest value of a counter among the first ranks. */
    long largest(String counter, int ranks) {
        long largest = 0;
        for (Member member : members.subList(0, ranks)) {
            largest = Math.max(largest, member.counters.read().get("btl_openib_" + counter));
        }
        return largest;
    }

    /** Returns the sum of a counter of all ranks. */
    long sum(String counter) {
        long sum = 0;
        for (Member member : members) {
            sum += member.counters.read().get("btl_openib_" + counter);
        }
        return sum;
    }

    int size() {
        return members.size();
    }

    @Override
    public void close() {
        members.forEach(member -> member.btl.close());
        job.close();
    }
}
