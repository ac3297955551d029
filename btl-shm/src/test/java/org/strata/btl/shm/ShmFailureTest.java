package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.RecordingOutput;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Segments as files, and what happens when there can be none. */
final class ShmFailureTest {
    @TempDir Path directory;

    private final List<Btl> open = new ArrayList<>();
    private final RecordingOutput output = new RecordingOutput();
    private FakeJob job = FakeJob.of(2);

    private List<Btl> open(int rank, StringBuilder refusal, String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        if (!String.join(" ", options).contains("backing_directory")) {
            all.add("backing_directory=" + directory);
        }
        ShmConfig config = Configs.with(all.toArray(new String[0]));
        List<Btl> opened =
                Configs.component(job.rank(rank), config, output, null)
                        .open((b, e, rc, reason) -> {}, refusal);
        open.addAll(opened);
        return opened;
    }

    private BtlEndpoint add(Btl btl, int rank, int peer, StringBuilder refusal) {
        return btl.addPeer(job.rank(rank).proc(peer), refusal);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @AfterEach
    void close() {
        open.forEach(Btl::close);
        job.close();
    }

    @Test
    void segmentBelongsToTheUserAlone() throws Exception {
        open(0, new StringBuilder());
        Path file = directory.resolve("strata." + job.jobId() + ".0");
        assertThat(files()).containsExactly(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void nameGoesWhenAllPeersHaveMapped() throws Exception {
        Btl first = open(0, new StringBuilder()).get(0);
        Btl second = open(1, new StringBuilder()).get(0);
        add(first, 0, 1, new StringBuilder());
        add(second, 1, 0, new StringBuilder());
        job.progressTimes(20);
        assertThat(files()).isEmpty();
    }

    /** A peer that comes late needs the name. */
    @Test
    void nameStaysUntilTheLastPeerHasMapped() throws Exception {
        job.close();
        job = FakeJob.of(3);
        for (int rank = 0; rank < 3; rank++) {
            open(rank, new StringBuilder());
        }
        Path file = directory.resolve("strata." + job.jobId() + ".0");
        assertThat(add(open.get(1), 1, 0, new StringBuilder())).isNotNull();
        job.progressTimes(20);
        assertThat(files()).contains(file);
        assertThat(add(open.get(2), 2, 0, new StringBuilder())).isNotNull();
        job.progressTimes(20);
        assertThat(files()).doesNotContain(file);
    }

    @Test
    void nameGoesWithClose() throws Exception {
        Btl first = open(0, new StringBuilder()).get(0);
        Btl second = open(1, new StringBuilder()).get(0);
        add(first, 0, 1, new StringBuilder());
        first.close();
        second.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void fileOfADeadJobIsReplaced() throws Exception {
        Path file = directory.resolve("strata." + job.jobId() + ".0");
        Files.writeString(file, "left over");
        assertThat(open(0, new StringBuilder())).hasSize(1);
        assertThat(Files.size(file)).isGreaterThan(4_000_000);
    }

    @Test
    void noRoomIsSaidWithDirectoryParameterAndConsequence() throws Exception {
        StringBuilder refusal = new StringBuilder();
        assertThat(open(0, refusal, "segment_size=100000g", "free_list_max=-1")).isEmpty();
        assertThat(refusal.toString()).contains("not enough free space").doesNotContain("\n");
        assertThat(output.warnings()).hasSize(1);
        assertThat(output.warnings().get(0))
                .contains(directory.toString())
                .contains("btl_shm_segment_size")
                .contains("btl_shm_backing_directory")
                .containsPattern("Available: +[1-9]\\d* bytes in")
                .contains("another BTL");
        assertThat(files()).isEmpty();
        Btl other = open(1, new StringBuilder()).get(0);
        StringBuilder reason = new StringBuilder();
        assertThat(add(other, 1, 0, reason)).isNull();
        assertThat(reason.toString()).contains("shared memory is off").doesNotContain("\n");
    }

    @Test
    void noDirectory() {
        StringBuilder refusal = new StringBuilder();
        assertThat(open(0, refusal, "backing_directory=/no/such")).isEmpty();
        assertThat(refusal.toString()).contains("/no/such").contains("no such directory");
        assertThat(output.warnings()).hasSize(1);
        assertThat(output.warnings().get(0)).containsPattern("Available: +nothing in");
    }

    /** It has ended without a flush; its message cannot be read, and its cell is free again. */
    @Test
    void aMessageWhoseSenderHasGoneIsSaidToBeLost() throws Exception {
        Btl btl = open(0, new StringBuilder(), "fbox_max=0").get(0);
        Btl sender = open(1, new StringBuilder(), "fbox_max=0").get(0);
        BtlEndpoint peer = add(sender, 1, 0, new StringBuilder());
        try (Arena arena = Arena.ofConfined()) {
            long memory = Memory.allocate(arena, 64, 8);
            assertThat(sender.sendImmediate(peer, 0x80, memory, 8, null, 0, 0)).isEqualTo(Rc.OK);
        }
        Files.delete(directory.resolve("strata." + job.jobId() + ".1"));
        assertThat(btl.progress()).isEqualTo(1);
        assertThat(output.warnings()).singleElement().asString().contains("cannot map its segment");
        assertThat(sender.flushed()).isTrue();
    }

    /** A rank that closes its link leaves no peer's memory mapped. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void peersSegmentsAreUnmappedByClose() throws Exception {
        Btl btl = open(0, new StringBuilder()).get(0);
        open(1, new StringBuilder());
        String theirs = "strata." + job.jobId() + ".1";
        long own = mappings(theirs);
        assertThat(add(btl, 0, 1, new StringBuilder())).isNotNull();
        assertThat(mappings(theirs)).isEqualTo(own + 1);
        btl.close();
        assertThat(mappings(theirs)).isEqualTo(own);
    }

    private static long mappings(String file) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(file)).count();
        }
    }

    /** The upper layer sends the message in fragments then; nobody is called back for the copy. */
    @Test
    void aCopyThatIsRefusedCallsNobodyBack() {
        Btl btl = open(0, new StringBuilder(), "single_copy_mechanism=none").get(0);
        open(1, new StringBuilder());
        BtlEndpoint peer = add(btl, 0, 1, new StringBuilder());
        List<Integer> called = new ArrayList<>();
        RdmaBtl rdma = (RdmaBtl) btl;
        try (Arena arena = Arena.ofConfined()) {
            long memory = Memory.allocate(arena, 64, 8);
            RdmaBtl.RdmaCallback callback = (endpoint, length, rc) -> called.add(rc);
            assertThat(rdma.get(peer, memory, null, memory + 8, memory + 16, 8, callback))
                    .isEqualTo(Rc.NOT_AVAILABLE);
            assertThat(rdma.put(peer, memory, null, memory + 8, memory + 16, 8, callback))
                    .isEqualTo(Rc.NOT_AVAILABLE);
        }
        assertThat(called).isEmpty();
    }

    @Test
    void peerThatPublishesNothing() {
        Btl btl = open(0, new StringBuilder(), "connect_timeout=10").get(0);
        StringBuilder refusal = new StringBuilder();
        assertThat(add(btl, 0, 1, refusal)).isNull();
        assertThat(refusal.toString()).contains("10 ms");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {SegmentLayout.MAGIC, SegmentLayout.NONCE, SegmentLayout.NONCE + Long.BYTES})
    void staleFileIsNeverUsed(int difference) throws Exception {
        Btl btl = open(0, new StringBuilder()).get(0);
        open(1, new StringBuilder());
        Path theirs = directory.resolve("strata." + job.jobId() + ".1");
        byte[] bytes = Files.readAllBytes(theirs);
        bytes[difference] ^= 1;
        Files.write(theirs, bytes);
        StringBuilder refusal = new StringBuilder();
        assertThat(add(btl, 0, 1, refusal)).isNull();
        assertThat(refusal.toString()).contains("another process");
        Files.write(theirs, new byte[10]);
        assertThat(add(btl, 0, 1, refusal)).isNull();
        if (OS.current() == OS.LINUX) {
            assertThat(mappings(theirs.getFileName().toString())).as("its owner's own").isOne();
        }
    }

    @Test
    void otherHostsAndTheRankItselfAreRefused() {
        job.close();
        job = FakeJob.onHosts("alpha", "alpha", "beta");
        Btl btl = open(0, new StringBuilder()).get(0);
        StringBuilder refusal = new StringBuilder();
        assertThat(add(btl, 0, 2, refusal)).isNull();
        assertThat(refusal.toString()).isEqualTo("different host");
        assertThat(add(btl, 0, 0, refusal)).isNull();
        StringBuilder alone = new StringBuilder();
        assertThat(open(2, alone)).isEmpty();
        assertThat(alone.toString()).contains("no other process");
        assertThat(output.warnings()).isEmpty();
    }

    @Test
    void aPeerThatReadsNothingCostsNothingButResources() {
        Btl btl = open(0, new StringBuilder()).get(0);
        open(1, new StringBuilder());
        BtlEndpoint peer = add(btl, 0, 1, new StringBuilder());
        try (Arena arena = Arena.ofConfined()) {
            long memory = Memory.allocate(arena, 64, 8);
            int sent = 0;
            while (btl.sendImmediate(peer, 0x80, memory, 8, null, 0, 0) == Rc.OK) {
                sent++;
            }
            assertThat(sent).isEqualTo(4096);
            assertThat(btl.sendImmediate(peer, 0x80, memory, 8, null, 0, 0))
                    .isEqualTo(Rc.NO_RESOURCE);
        }
        assertThat(btl.flushed()).isFalse();
        open.get(1).close();
        assertThat(btl.flushed()).isTrue();
    }
}
