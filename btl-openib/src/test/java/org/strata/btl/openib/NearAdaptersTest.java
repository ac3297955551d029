package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.mca.btl.Btl;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.GidType;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.Provider;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Two ranks with several adapters, GIDs and priorities: which of them a link uses, and how. */
final class NearAdaptersTest {
    @TempDir Path root;

    private final FakeJob job = FakeJob.of(2);
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final List<List<Btl>> links = new ArrayList<>();
    private final StringBuilder refusal = new StringBuilder();
    private SoftJob soft;

    /** Ports with several GIDs, of which the second is empty; tells once that they have changed. */
    private static final class Gids extends WrappedContext {
        private boolean changed;
        private boolean told;

        Gids(Context context) {
            super(context);
        }

        @Override
        public PortAttributes port(int port) {
            PortAttributes a = context.port(port);
            return new PortAttributes(
                    a.state(),
                    a.lid(),
                    a.lmc(),
                    a.activeMtu(),
                    a.maxMessage(),
                    3,
                    a.ethernet(),
                    a.megabitsPerSecond());
        }

        @Override
        public Gid gid(int port, int index) {
            Gid own = context.gid(port, 0);
            return index == 1 ? Gid.NONE : changed ? new Gid(0, 0xffff_0a00_0007L) : own;
        }

        @Override
        public GidType gidType(int port, int index) {
            return index == 0 ? GidType.ROCE_V1 : GidType.ROCE_V2;
        }

        @Override
        public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
            if (changed && !told) {
                told = true;
                into.set(AsyncEventType.GID_CHANGE, null, 1);
                return true;
            }
            return context.nextEvent(into, timeoutNanos);
        }
    }

    private static Provider withGids(Provider provider, List<Gids> made) {
        return new WrappedProvider(provider) {
            @Override
            public Context open(String device) {
                Gids context = new Gids(provider.open(device));
                made.add(context);
                return context;
            }
        };
    }

    @AfterEach
    void close() {
        links.forEach(each -> each.forEach(Btl::close));
        job.close();
    }

    /** Opens both ranks; rank n runs on node n of a host with two. */
    private void open(SoftConfig adapters, UnaryOperator<Provider> wrapper, String... settings) {
        soft = new SoftJob(adapters, Settings.withoutRings(settings), wrapper);
        for (FakeRank rank : job.ranks()) {
            OpenibComponent component =
                    soft.component(rank, fabric, new Counters(), () -> near(rank.rank()));
            links.add(component.open((btl, peer, rc, why) -> {}, refusal));
        }
    }

    private void open(SoftConfig adapters, String... settings) {
        open(adapters, provider -> provider, settings);
    }

    private Nearness near(int node) {
        try {
            for (int i = 0; i < 2; i++) {
                Path folder = Files.createDirectories(root.resolve("node/node" + i));
                Files.writeString(folder.resolve("cpulist"), i + "\n");
                Files.writeString(folder.resolve("distance"), (i == 0 ? "10 21" : "21 10") + "\n");
            }
            Path status = Files.writeString(root.resolve("s"), "Cpus_allowed_list:\t" + node);
            return Nearness.read(status, root.resolve("node"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static SoftConfig twoAdapters() {
        return SoftConfig.defaults().withDevices(2, 1).withMemoryNodes(0, 1);
    }

    /** Returns the adapters of a rank whose links take a peer, in their order. */
    private String used(int rank) {
        List<String> names = new ArrayList<>();
        for (Btl link : links.get(rank)) {
            StringBuilder why = new StringBuilder();
            if (link.addPeer(job.rank(rank).proc(1 - rank), why) != null) {
                names.add(((OpenibBtl) link).port().device());
            } else {
                assertThat(why.toString()).contains("btl_openib_ignore_locality");
            }
        }
        return String.join(" ", names);
    }

    @Test
    void eachRankUsesTheAdapterNearToIt() {
        open(twoAdapters());
        assertThat(used(0)).isEqualTo("soft0");
        assertThat(used(1)).isEqualTo("soft1");
    }

    @Test
    void localityIsIgnoredOnDemandAndTheNearestComesFirst() {
        open(twoAdapters(), "ignore-locality", "true");
        assertThat(used(0)).isEqualTo("soft0 soft1");
        assertThat(used(1)).isEqualTo("soft1 soft0");
    }

    @Test
    void portsThatAreNamedAreUsed() {
        open(twoAdapters(), "if-include", "soft0,soft1");
        assertThat(used(0)).isEqualTo("soft0 soft1");
        assertThat(used(1)).isEqualTo("soft1 soft0");
    }

    @Test
    void aBoundOnLinksTakesTheNearest() {
        open(twoAdapters(), "max-btls", "1");
        assertThat(used(0)).isEqualTo("soft0");
        assertThat(used(1)).isEqualTo("soft1");
    }

    @Test
    void adaptersThatSayNothingAreAllUsed() {
        open(SoftConfig.defaults().withDevices(2, 1));
        assertThat(used(0)).isEqualTo("soft0 soft1");
    }

    @Test
    void anEntryWithoutGidIsNamedWithThoseThatThereAre() {
        open(SoftConfig.defaults(), inner -> withGids(inner, new ArrayList<>()), "gid-index", "1");
        assertThat(links.getFirst()).isEmpty();
        assertThat(refusal.toString())
                .contains("soft0:1 has no entry 1", "btl_openib_gid_index")
                .contains("0 (RoCE v1, ", "2 (RoCE v2, ");
        assertThat(soft.output.warnings).singleElement().asString().contains("no entry 1");
    }

    @Test
    void theEntryThatTheUserNamesIsUsedAndSaid() {
        open(SoftConfig.defaults(), inner -> withGids(inner, new ArrayList<>()), "gid-index", "2");
        Port port = ((OpenibBtl) links.getFirst().getFirst()).port();
        assertThat(port.gidIndex()).isEqualTo(2);
        assertThat(port.gid().describe()).contains("RoCE v2", "btl_openib_gid_index names it");
    }

    /** One message that names the device and what works instead, before the first send. */
    @Test
    void extendedConnectionsThatADeviceDoesNotHaveAreRefusedByName() {
        open(SoftConfig.defaults().withoutXrc(), "receive-queues", "X,128,256:X,65536,64");
        assertThat(links.getFirst()).isEmpty();
        assertThat(refusal.toString())
                .contains("(X), which soft0 does not have")
                .contains("--mca btl_openib_receive_queues S,128,256,")
                .contains(":S,65536,64,");
        assertThat(soft.output.warnings).singleElement().asString().contains("soft0");
    }

    @Test
    void theReasonIsSaid() {
        open(SoftConfig.defaults(), inner -> withGids(inner, new ArrayList<>()));
        Port port = ((OpenibBtl) links.getFirst().getFirst()).port();
        assertThat(port.gid().describe())
                .startsWith("GID 0 is fe80")
                .contains("its own Ethernet only");
    }

    @Test
    void anAddressThatChangesWhileTrafficRunsIsSaid() {
        List<Gids> made = new ArrayList<>();
        open(SoftConfig.defaults(), inner -> withGids(inner, made));
        made.forEach(each -> each.changed = true);
        job.progressUntil("both were told", () -> soft.output.warnings.size() >= 2);
        assertThat(soft.output.warnings)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("to GID 10.0.0.7", "start the job"));
    }

    @Test
    void prioritiesHaveServiceLevelsAndTrafficClasses() {
        open(
                SoftConfig.defaults(),
                "ib-service-level",
                "3",
                "ib-service-level-low",
                "1",
                "ib-traffic-class",
                "104",
                "ib-traffic-class-low",
                "32");
        OpenibBtl btl = (OpenibBtl) links.getFirst().getFirst();
        OpenibEndpoint peer =
                (OpenibEndpoint) btl.addPeer(job.rank(0).proc(1), new StringBuilder());
        links.get(1).getFirst().addPeer(job.rank(1).proc(0), new StringBuilder());
        try (Arena arena = Arena.ofConfined()) {
            long bytes = Memory.allocate(arena, 8, 8);
            job.ranks().forEach(r -> r.activeMessages().register(0x41, (b, s, t, a, l) -> {}));
            btl.sendImmediate(peer, 0x41, bytes, 8, null, 0, 0);
            job.progressUntil("connected", () -> peer.state() == ConnectionState.CONNECTED);
        }
        QpAttributes high = peer.channels()[0].pairs().sending().query();
        QpAttributes low = peer.channels()[1].pairs().sending().query();
        assertThat(List.of(high.serviceLevel(), high.trafficClass())).isEqualTo(List.of(3, 104));
        assertThat(List.of(low.serviceLevel(), low.trafficClass())).isEqualTo(List.of(1, 32));
    }
}
