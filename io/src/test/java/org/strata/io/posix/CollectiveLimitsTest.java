package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoAccess.Pointer;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.IoView;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.platform.FileCalls.Lock;
import org.strata.opal.sys.PosixFile;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;

/** Collective accesses around the longest gap that is read, the file's end, and in atomic mode. */
class CollectiveLimitsTest {
    private static final int CREATE_RDWR = 1 | 8;
    private static final int GAP = 32 << 10;
    private static final int PIECE = 10;
    private static final Map<String, String> TWO_PHASE =
            Map.of("collective_buffering", "true", "cb_nodes", "1");

    @TempDir private Path directory;

    private static long run(FakeRank rank, PmlRequest request) {
        rank.engine().waitFor(request);
        assertThat(request.error).as(request.failureText()).isEqualTo(Rc.OK);
        long bytes = request.bytes;
        request.release();
        return bytes;
    }

    /** Two ranks by turns have pieces of a tile: at its begin, and behind two gaps. */
    private static IoView pieces(int rank, int gap) {
        long first = (long) rank * PIECE;
        long next = 2L * PIECE + gap;
        DataLayout tile =
                DataLayouts.hindexed(
                        new long[] {PIECE, PIECE, PIECE},
                        new long[] {first, next + first, 2 * next + first},
                        DataLayouts.BYTE);
        return new IoView(0, DataLayouts.BYTE, tile, false);
    }

    private static byte[] contents(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (1 + i % 101);
        }
        return bytes;
    }

    /**
     * The file ends before, in, between and behind the pieces. What has no bytes there is not read,
     * by any rank, however many runs the aggregator reads the pieces in.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1000, GAP - 1, GAP, GAP + 1, 5 * GAP})
    void nothingIsReadPastTheEnd(int gap) throws Exception {
        Path path = directory.resolve("file");
        int next = 2 * PIECE + gap;
        int[] lengths = {
            0,
            1,
            9,
            10,
            15,
            20,
            20 + gap / 2,
            next,
            next + 5,
            next + 15,
            next + 20,
            2 * next,
            2 * next + 10,
            2 * next + 19,
            2 * next + 20,
            2 * next + 100,
            next + 15,
            3
        };
        CyclicBarrier barrier = new CyclicBarrier(2);
        FileRanks.run(
                new String[] {"node", "node"},
                64,
                (rank, comm, io) -> {
                    int me = comm.rank();
                    OpenMode mode = new OpenMode(CREATE_RDWR);
                    IoFile file = io.open(comm, path.toString(), mode, TWO_PHASE);
                    file.setView(pieces(me, gap));
                    for (int length : lengths) {
                        if (me == 0) {
                            Files.write(path, contents(length));
                        }
                        barrier.await();
                        byte[] read = new byte[3 * PIECE];
                        Buf buf = new Buf(read, 0, read.length, DataLayouts.BYTE);
                        IoAccess all = new IoAccess(false, Pointer.EXPLICIT, true);
                        long bytes = run(rank, file.start(all, 0, buf));
                        byte[] expected = new byte[3 * PIECE];
                        int count = 0;
                        for (int i = 0; i < expected.length; i++) {
                            int offset = i / PIECE * next + me * PIECE + i % PIECE;
                            if (offset < length) {
                                expected[i] = (byte) (1 + offset % 101);
                                count++;
                            }
                        }
                        assertThat(read).as("a file of %d bytes", length).isEqualTo(expected);
                        assertThat(bytes).as("a file of %d bytes", length).isEqualTo(count);
                        barrier.await();
                    }
                    file.close();
                });
    }

    /** Gaps are not written, of any length, and in the second access neither. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, GAP - 1, GAP, GAP + 1})
    void nothingIsWrittenBetweenThePieces(int gap) throws Exception {
        Path path = directory.resolve("file");
        int next = 2 * PIECE + gap;
        byte[] before = contents(3 * next);
        Files.write(path, before);
        FileRanks.run(
                new String[] {"node", "node"},
                64,
                (rank, comm, io) -> {
                    OpenMode mode = new OpenMode(CREATE_RDWR);
                    IoFile file = io.open(comm, path.toString(), mode, TWO_PHASE);
                    file.setView(pieces(comm.rank(), gap));
                    for (int round = 1; round <= 2; round++) {
                        byte[] data = new byte[3 * PIECE];
                        Arrays.fill(data, (byte) -(2 * comm.rank() + round));
                        Buf buf = new Buf(data, 0, data.length, DataLayouts.BYTE);
                        IoAccess all = new IoAccess(true, Pointer.EXPLICIT, true);
                        assertThat(run(rank, file.start(all, 0, buf))).isEqualTo(data.length);
                    }
                    file.close();
                });
        byte[] expected = before.clone();
        for (int piece = 0; piece < 3; piece++) {
            int at = piece * next;
            Arrays.fill(expected, at, at + PIECE, (byte) -2);
            Arrays.fill(expected, at + PIECE, at + 2 * PIECE, (byte) -4);
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    }

    /**
     * MPI 3.1 §13.6.1: an atomic access is atomic with those of others, which lock the range, too.
     * Here another opener of the file has it, and writes before it lets go.
     */
    @ParameterizedTest
    @ValueSource(strings = {"true", "automatic", "false"})
    void anAtomicAccessWaitsForTheLockOfOthers(String buffering) throws Exception {
        Path path = directory.resolve("atomic");
        int length = 2 * PIECE * 3;
        Files.write(path, new byte[length]);
        CyclicBarrier begun = new CyclicBarrier(2);
        try (Arena arena = Arena.ofShared()) {
            long theirs = Memory.allocate(arena, length, 8);
            DiskFile other = DiskFile.open(path.toString(), PosixFile.O_RDWR);
            FileRanks.run(
                    new String[] {"node", "node"},
                    64,
                    (rank, comm, io) -> {
                        Map<String, String> hints =
                                Map.of("collective_buffering", buffering, "cb_nodes", "1");
                        OpenMode mode = new OpenMode(CREATE_RDWR);
                        IoFile file = io.open(comm, path.toString(), mode, hints);
                        file.setView(pieces(comm.rank(), 0));
                        file.setAtomic(true);
                        byte[] data = new byte[3 * PIECE];
                        Buf buf = new Buf(data, 0, data.length, DataLayouts.BYTE);
                        for (int round = 1; round <= 2; round++) {
                            if (comm.rank() == 0) {
                                other.lock(Lock.EXCLUSIVE, 0, length);
                            }
                            begun.await();
                            Arrays.fill(data, (byte) (10 * round + comm.rank()));
                            IoAccess all = new IoAccess(true, Pointer.EXPLICIT, true);
                            PmlRequest request = file.start(all, 0, buf);
                            // An access that does not wait ends in this time, and is overwritten.
                            for (int i = 0; i < 50 && !request.isDone(); i++) {
                                rank.progress();
                                Thread.sleep(1);
                            }
                            assertThat(request.isDone()).as("beside a lock").isFalse();
                            begun.await();
                            if (comm.rank() == 0) {
                                other.write(theirs, length, 0);
                                other.lock(Lock.NONE, 0, length);
                            }
                            assertThat(run(rank, request)).isEqualTo(data.length);
                            begun.await();
                            byte[] written = Files.readAllBytes(path);
                            for (int i = 0; i < length; i++) {
                                int owner = i / PIECE % 2;
                                assertThat(written[i]).isEqualTo((byte) (10 * round + owner));
                            }
                            begun.await();
                        }
                        file.close();
                    });
            other.close();
        }
    }

    /** Each rank accesses an atomic file for itself, and says so when that fails; not before. */
    @Test
    void theModeMayChangeBetweenAccesses() {
        FileRanks.run(
                new String[] {"node", "node", "node"},
                64,
                (rank, comm, io) -> {
                    OpenMode readWrite = new OpenMode(8);
                    IoFile file = io.open(comm, "/dev/full", readWrite, TWO_PHASE);
                    for (int round = 0; round < 4; round++) {
                        boolean atomic = round % 2 == 1;
                        file.setAtomic(atomic);
                        assertThat(file.atomic()).isEqualTo(atomic);
                        String text = failedWrite(rank, file, 100L * comm.rank());
                        assertThat(text).contains("/dev/full", "No space left on device");
                        boolean forAll = !atomic && comm.rank() != 0;
                        assertThat(text.contains("rank 0 does so for all")).isEqualTo(forAll);
                    }
                    file.close();
                });
    }

    private static String failedWrite(FakeRank rank, IoFile file, long offset) throws IoFailure {
        Buf data = new Buf(new byte[100], 0, 100, DataLayouts.BYTE);
        PmlRequest request = file.start(new IoAccess(true, Pointer.EXPLICIT, true), offset, data);
        rank.engine().waitFor(request);
        assertThat(request.error).isEqualTo(Rc.NO_SPACE);
        String text = request.failureText();
        request.release();
        return text;
    }
}
