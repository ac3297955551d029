package org.strata.launcher.ess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.ess.EssComponent.EssException;
import org.strata.mca.ess.EssComponent.Membership;
import org.strata.mca.proc.Proc;
import org.strata.oob.JobEvents;
import org.strata.oob.JobMap;
import org.strata.oob.OobServer;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class EnvironmentsTest implements JobEvents {
    private static final byte[] SECRET = new byte[32];

    @TempDir Path temp;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> halts = new LinkedBlockingQueue<>();

    private OobServer server() throws IOException {
        JobMap map =
                new JobMap(
                        "1-a",
                        8,
                        List.of(
                                new JobMap.Place("x", 0, 0),
                                new JobMap.Place("y", 0, 1),
                                new JobMap.Place("x", 1, 1)));
        return OobServer.start(
                InetAddress.getLoopbackAddress(),
                SECRET,
                OobServer.HANDSHAKE_MILLIS,
                map,
                this,
                task -> Thread.ofPlatform().daemon().unstarted(task));
    }

    private OwnComponent component(OobServer server, int rank) throws IOException {
        Path contact = temp.resolve("contact");
        Files.write(
                contact,
                List.of(
                        server.address().getAddress().getHostAddress(),
                        "" + server.address().getPort(),
                        HexFormat.of().formatHex(SECRET)));
        Map<String, String> environment =
                Map.of("STRATA_CONTACT", contact.toString(), "STRATA_RANK", "" + rank);
        return new OwnComponent(new OwnConfig(20_000), environment, halts::add);
    }

    private String event() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void aRankLearnsWhoItIs() throws Exception {
        try (OobServer server = server()) {
            OwnComponent own = component(server, 2);
            assertThat(own.available()).isTrue();
            Membership membership = own.join();
            var environment = membership.environment();
            assertThat(environment.rank()).isEqualTo(2);
            assertThat(environment.size()).isEqualTo(3);
            assertThat(environment.localSize()).isEqualTo(2);
            assertThat(environment.universeSize()).isEqualTo(8);
            assertThat(environment.appNum()).isEqualTo(1);
            assertThat(environment.jobId()).isEqualTo("1-a");
            assertThat(environment.secret()).isEqualTo(SECRET);
            assertThat(environment.procs())
                    .extracting(Proc::local)
                    .containsExactly(true, false, true);
            environment.reportInitialized();
            environment.reportFinalized();
            environment.close();
            assertThat(List.of(event(), event(), event(), event()))
                    .containsExactly("joined 2", "initialized 2", "finalized 2", "disconnected 2");
            assertThat(halts).isEmpty();
        }
    }

    @Test
    void losingMpirunEndsTheRank() throws Exception {
        OobServer server = server();
        component(server, 0).join();
        server.close();
        assertThat(halts.poll(20, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void aRankThatCannotJoinSaysWhy() throws Exception {
        OobServer server = server();
        OwnComponent own = component(server, 0);
        server.close();
        assertThatThrownBy(own::join)
                .isInstanceOf(EssException.class)
                .hasMessageContaining("cannot join its job");
    }

    @Test
    void withoutLauncherAProcessIsAlone() {
        assertThat(new OwnComponent(new OwnConfig(1), Map.of(), halts::add).available()).isFalse();
        SingletonComponent singleton = new SingletonComponent(() -> "host", 3, halts::add);
        assertThat(singleton.available()).isTrue();
        assertThat(singleton.priority())
                .isLessThan(new OwnComponent(new OwnConfig(1), Map.of(), halts::add).priority());
        var environment = singleton.join().environment();
        assertThat(environment.size()).isEqualTo(1);
        assertThat(environment.universeSize()).isEqualTo(3);
        assertThat(environment.jobId()).matches("\\d+-[0-9a-f]{8}");
        assertThat(environment.secret()).hasSizeGreaterThanOrEqualTo(16);
        environment.abort(0x105, null);
        assertThat(halts).containsExactly(5);
    }

    @Override
    public void joined(int rank, long pid) {
        events.add("joined " + rank);
    }

    @Override
    public void initialized(int rank) {
        events.add("initialized " + rank);
    }

    @Override
    public void finalized(int rank) {
        events.add("finalized " + rank);
    }

    @Override
    public void abortRequested(int rank, int code, String message) {
        events.add("abort " + rank);
    }

    @Override
    public void disconnected(int rank) {
        events.add("disconnected " + rank);
    }
}
