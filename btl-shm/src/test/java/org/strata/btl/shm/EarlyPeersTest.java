package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.btl.Btl;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.RecordingOutput;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Peers that are found before they are contacted. */
final class EarlyPeersTest {
    private static final int LONG_ENOUGH = 60_000;

    @TempDir Path directory;

    private final FakeJob job = FakeJob.of(3);
    private final List<Btl> open = new ArrayList<>();
    private final Proc[] procs = {proc(0), proc(1), proc(2)};
    private final EarlyPeers early = new EarlyPeers(job.rank(0).oob(), procs, LONG_ENOUGH);

    private Proc proc(int rank) {
        return job.rank(0).proc(rank);
    }

    private void openAll() {
        ShmConfig config = Configs.with("backing_directory=" + directory);
        for (int rank = 0; rank < 3; rank++) {
            open.addAll(
                    Configs.component(job.rank(rank), config)
                            .open((b, e, rc, reason) -> {}, new StringBuilder()));
        }
    }

    private Path file(int rank) {
        return directory.resolve("strata." + job.jobId() + "." + rank);
    }

    @AfterEach
    void close() {
        early.close();
        open.forEach(Btl::close);
        job.close();
    }

    @Test
    void allOthersAreFoundAndEachIsGivenAwayOnce() throws Exception {
        openAll();
        early.findAll(proc(0));
        assertThat(early.take(0)).as("this rank itself").isNull();
        for (int peer = 1; peer < 3; peer++) {
            EarlyPeers.Found found = early.take(peer);
            assertThat(found.card().path()).isEqualTo(file(peer).toString());
            found.segment().join(found.card());
            assertThat(found.segment().attached()).isEqualTo(1);
            found.segment().unmap();
            assertThat(early.take(peer)).isNull();
        }
    }

    /** Its owner removes the name when all have joined it: who has mapped it may never do so. */
    @Test
    void aSegmentThatIsOnlyMappedIsNotJoined() {
        openAll();
        early.findAll(proc(0));
        EarlyPeers.Found found = early.take(1);
        assertThat(found.segment().attached()).isZero();
        found.segment().unmap();
    }

    @Test
    void whoHasBeenContactedIsNotLookedFor() {
        openAll();
        assertThat(early.take(1)).isNull();
        early.findAll(proc(0));
        assertThat(early.take(1)).isNull();
        EarlyPeers.Found other = early.take(2);
        assertThat(other).isNotNull();
        other.segment().unmap();
    }

    @Test
    void afterTheEndNobodyIsLookedFor() {
        openAll();
        early.close();
        early.findAll(proc(0));
        assertThat(early.take(1)).isNull();
    }

    @Test
    void thoseWithoutACardAreLeftToTheFirstContact() {
        EarlyPeers impatient = new EarlyPeers(job.rank(0).oob(), procs, 1);
        impatient.findAll(proc(0));
        assertThat(impatient.take(1)).isNull();
    }

    @Test
    void aRefusalIsFoundWithoutASegment() {
        for (int rank = 1; rank < 3; rank++) {
            job.rank(rank).oob().put(ShmAddress.KEY, ShmAddress.refusing("full").encode());
        }
        early.findAll(proc(0));
        assertThat(early.take(1).segment()).isNull();
        assertThat(early.take(2).card().refusal()).isEqualTo("full");
    }

    @Test
    void aSegmentOfAnotherProcessCannotBeJoined() throws Exception {
        openAll();
        early.findAll(proc(0));
        EarlyPeers.Found one = early.take(1);
        EarlyPeers.Found other = early.take(2);
        assertThatThrownBy(() -> one.segment().join(other.card()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("belongs to another process");
        other.segment().join(other.card());
        other.segment().unmap();
    }

    /** How often this process maps a rank's segment: its owner, in a test, is one of them. */
    private long mappings(int rank) throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(file(rank).toString())).count();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatNobodyHasTakenIsUnmapped() throws Exception {
        openAll();
        early.findAll(proc(0));
        assertThat(mappings(1)).isEqualTo(2);
        early.close();
        assertThat(mappings(1)).isEqualTo(1);
        assertThat(mappings(2)).isEqualTo(1);
    }

    /** The contact comes while the thread waits for the card. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whoIsContactedMeanwhileIsUnmapped() throws Exception {
        openAll();
        EarlyPeers[] looking = new EarlyPeers[1];
        Oob meanwhile =
                (Oob)
                        Proxy.newProxyInstance(
                                Oob.class.getClassLoader(),
                                new Class<?>[] {Oob.class},
                                (proxy, method, words) -> {
                                    looking[0].take((int) words[0]);
                                    return method.invoke(job.rank(0).oob(), words);
                                });
        looking[0] = new EarlyPeers(meanwhile, procs, LONG_ENOUGH);
        looking[0].findAll(proc(0));
        assertThat(mappings(1)).isEqualTo(1);
        assertThat(looking[0].take(1)).isNull();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aThreadLooksForThem() throws Exception {
        openAll();
        early.begin(proc(0));
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (mappings(2) < 2 && System.nanoTime() < end) {
            Thread.yield();
        }
        assertThat(mappings(1)).isEqualTo(2);
        assertThat(mappings(2)).isEqualTo(2);
    }

    /** Whether the thread is sooner or the contact, this rank joins each segment once. */
    @Test
    void peersThatAreContactedWhileTheThreadLooksForThem() {
        openAll();
        NodePeers peers =
                new NodePeers(
                        job.rank(0).environment(),
                        job.rank(0).oob(),
                        new RecordingOutput(),
                        LONG_ENOUGH);
        peers.findEarly();
        for (int peer = 1; peer < 3; peer++) {
            ShmEndpoint endpoint = peers.get(peer, new StringBuilder());
            assertThat(endpoint.segment.attached()).isEqualTo(1);
        }
        peers.close();
    }
}
