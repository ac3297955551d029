package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** Two real processes: this one is rank 0, a {@link PairEcho} is rank 1. */
@Timeout(180)
final class ShmPairTest {
    private static final int POOL = 1 << 20;

    private Path directory;
    private Process other;
    private PairRank rank;
    private final Queue<byte[]> received = new ArrayDeque<>();

    private void start(String... options) throws Exception {
        directory = PairRank.directory();
        other = PairRank.startPeer(PairEcho.class, directory, List.of(options));
        rank = new PairRank(0, directory, Configs.with(options), PairEcho.IDLE, POOL);
        rank.handlers.register(
                PairEcho.ECHO,
                (btl, from, tag, address, length) -> received.add(PairEcho.bytes(address, length)));
    }

    private void stop() throws Exception {
        immediate(PairEcho.STOP, 0, 0);
        assertThat(other.waitFor()).isZero();
        assertThat(rank.engine.lateWakeups())
                .as("lost wake-ups")
                .isLessThanOrEqualTo(PairEcho.LATE);
    }

    @AfterEach
    void close() throws Exception {
        other.destroyForcibly().waitFor();
        rank.close();
        PairRank.delete(directory);
    }

    private void immediate(int tag, long address, int length) {
        rank.engine.waitFor(
                () -> rank.btl.sendImmediate(rank.peer, tag, address, length, null, 0, 0) == Rc.OK);
    }

    private byte[] answer() {
        rank.engine.waitFor(() -> !received.isEmpty());
        return received.remove();
    }

    private long answeredNumber() {
        long at = rank.allocate(8);
        Memory.copyOut(answer(), 0, at, 8);
        return Memory.getLong(at);
    }

    private void pingPongs() {
        long memory = rank.allocate(4096);
        for (int i = 0; i < 2000; i++) {
            int length = i % 7 == 0 ? i % 4000 : i % 60;
            for (int at = 0; at < length; at++) {
                Memory.putByte(memory + at, (byte) (i + at));
            }
            immediate(PairEcho.ECHO, memory, length);
            assertThat(answer()).isEqualTo(PairEcho.bytes(memory, length));
        }
    }

    @Test
    void messagesAndFragments() throws Exception {
        start();
        pingPongs();
        Descriptor descriptor = rank.btl.alloc(rank.peer, 3000);
        byte[] expected = PairEcho.bytes(descriptor.address, 3000);
        descriptor.callback = (btl, done, rc) -> btl.free(done);
        assertThat(rank.btl.send(rank.peer, descriptor, PairEcho.ECHO)).isEqualTo(Rc.OK);
        assertThat(answer()).isEqualTo(expected);
        stop();
    }

    @Test
    void tinyLimits() throws Exception {
        start("fbox_size=128", "fbox_max=1", "fifo_size=1", "free_list_max=1", "fbox_threshold=3");
        pingPongs();
        stop();
    }

    @Test
    void segmentsAreUnlinkedWhenBothHaveMapped() throws Exception {
        start();
        pingPongs();
        rank.engine.waitFor(() -> segments() == 0);
        stop();
    }

    private long segments() {
        String[] files = Path.of("/dev/shm").toFile().list();
        String prefix = "strata." + directory.getFileName() + ".";
        return java.util.Arrays.stream(files).filter(f -> f.startsWith(prefix)).count();
    }

    private void remote(int tag, long address, int length) {
        long request = rank.allocate(64);
        Memory.putLong(request, address);
        Memory.putLong(request + 8, length);
        rank.btl.writeHandle(null, address, request + 16);
        immediate(tag, request, 16 + rank.btl.handleSize());
    }

    private void readAndWrite(long memory, int length) {
        for (int at = 0; at < length; at++) {
            Memory.putByte(memory + at, (byte) (at * 3));
        }
        remote(PairEcho.READ, memory, length);
        assertThat(answeredNumber()).isEqualTo(PairEcho.sum(memory, length));
        remote(PairEcho.WRITE, memory, length);
        long sum = answeredNumber();
        assertThat(sum).isEqualTo(PairEcho.sum(memory, length));
        assertThat(Memory.getByte(memory + length - 1)).isEqualTo((byte) ((length - 1) * 7));
    }

    @Test
    void memoryIsReadByTheKernel() throws Exception {
        start("single_copy_min=32k");
        long memory = rank.allocate(300_000);
        Assumptions.assumeTrue(
                rank.btl.reachable(rank.peer, memory, 300_000), "the kernel refuses here");
        readAndWrite(memory, 299_999);
        assertThat(rank.btl.reachable(rank.peer, memory, 100)).as("too short").isFalse();
        long outside = rank.allocate(PoolCopy.HANDLE_BYTES);
        Memory.putLong(outside, 0);
        assertThat(rank.btl.fragmentsMayWin(rank.peer, memory, outside, 300_000)).isTrue();
        stop();
    }

    @Test
    void memoryOfThePoolIsReadWithoutTheKernel() throws Exception {
        start("single_copy_mechanism=none");
        long memory = rank.allocate(300_000);
        assertThat(rank.btl.reachable(rank.peer, memory, 300_000)).isFalse();
        long pooled = rank.pool.address() + 4096;
        assertThat(rank.btl.reachable(rank.peer, pooled, 300_000)).isTrue();
        assertThat(rank.btl.reachable(rank.peer, pooled, POOL)).as("over the end").isFalse();
        readAndWrite(pooled, 299_999);
        stop();
    }

    @Test
    void memoryThatCannotBeReadIsSaidToBeSo() throws Exception {
        start("single_copy_mechanism=none");
        remote(PairEcho.READ, rank.allocate(100), 100);
        assertThat(answeredNumber()).isEqualTo(Rc.NOT_AVAILABLE);
        stop();
    }

    @Test
    void aDeadPeerNeitherBlocksNorCrashes() throws Exception {
        start();
        pingPongs();
        other.destroyForcibly().waitFor();
        long memory = rank.allocate(64);
        while (rank.btl.sendImmediate(rank.peer, PairEcho.ECHO, memory, 8, null, 0, 0) == Rc.OK) {
            rank.engine.progress();
        }
        remoteOfADeadPeer(memory);
        assertThat(Files.exists(directory)).isTrue();
    }

    private void remoteOfADeadPeer(long memory) {
        long handle = rank.allocate(16);
        int rc = rank.btl.get(rank.peer, memory, null, memory, handle, 8, (e, l, r) -> {});
        assertThat(rc).isIn(Rc.NOT_AVAILABLE, Rc.LINK_FAILED);
    }
}
