package org.strata.io.posix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.io.Io;
import org.strata.mca.io.IoAccess;
import org.strata.mca.io.IoAccess.Pointer;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeRank;
import org.strata.testkit.Seed;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

/** Random views, offsets and ways of access by several ranks, compared byte by byte. */
class CollectiveFilesTest {
    private static final int CREATE_RDWR = 1 | 8;

    @TempDir private Path directory;
    @RegisterExtension final Seed seed = new Seed();

    /**
     * One access of every rank.
     *
     * @param write whether it writes
     * @param pointer at an offset, at own file pointers, or in order at the shared one
     * @param collective whether all take part together
     * @param views by rank
     * @param offsets in cells, by rank
     * @param counts cells of the first of two parts and of both, by rank
     * @param gaps whether the cells lie apart in memory
     * @param heap whether in an array
     */
    private record Step(
            boolean write,
            Pointer pointer,
            boolean collective,
            CellView[] views,
            int[] offsets,
            int[][] counts,
            boolean gaps,
            boolean heap,
            byte[][] data) {}

    /** A script and the file that it must leave after each step. */
    private record Script(Map<String, String> hints, List<Step> steps, List<byte[]> files) {}

    @Test
    void everyByteIsAsTheViewsDefine() throws Exception {
        Random random = seed.random();
        for (int run = 0; run < 40; run++) {
            int size = random.nextInt(5) + 1;
            String[] hosts = new String[size];
            Arrays.setAll(hosts, i -> "node" + random.nextInt(2));
            Script script = script(random, size);
            Path path = directory.resolve("file" + run);
            CyclicBarrier barrier = new CyclicBarrier(size);
            FileRanks.run(
                    hosts,
                    random.nextInt(3) * 100L,
                    (rank, comm, io) -> play(script, path, rank, comm, io, barrier));
        }
    }

    // ---- Scripts.

    private static Script script(Random random, int size) {
        Map<String, String> hints =
                Map.of(
                        "cb_buffer_size", "" + (4096 << random.nextInt(3)),
                        "cb_nodes", "" + (random.nextInt(size) + 1),
                        "ind_rd_buffer_size", "" + 4096,
                        "collective_buffering",
                                List.of("true", "false", "automatic").get(random.nextInt(3)));
        List<Step> steps = new ArrayList<>();
        List<byte[]> files = new ArrayList<>();
        byte[] file = {};
        for (int i = 0; i < 8; i++) {
            Step step = step(random, size, i == 0 || random.nextBoolean());
            file = step.write ? written(file, step) : file;
            steps.add(step);
            files.add(file);
        }
        return new Script(hints, steps, files);
    }

    private static Step step(Random random, int size, boolean write) {
        Pointer pointer = Pointer.values()[random.nextInt(3)];
        boolean shared = pointer == Pointer.SHARED;
        CellView[] views = views(random, size, write, shared);
        int[] offsets = new int[size];
        int[][] counts = new int[size][2];
        byte[][] data = new byte[size][];
        int common = random.nextInt(200);
        for (int rank = 0; rank < size; rank++) {
            boolean visible = views[rank].visible().length > 0;
            offsets[rank] = shared ? common : random.nextInt(200);
            counts[rank][0] = visible ? random.nextInt(300) : 0;
            counts[rank][1] = counts[rank][0] + (visible && !shared ? random.nextInt(500) : 0);
            data[rank] = new byte[counts[rank][1] * views[rank].cell()];
            random.nextBytes(data[rank]);
        }
        boolean collective = shared || random.nextInt(3) > 0;
        boolean gaps = random.nextBoolean();
        return new Step(
                write,
                pointer,
                collective,
                views,
                offsets,
                counts,
                gaps,
                random.nextBoolean(),
                data);
    }

    /** Views of the same tiles; those of writers share no cell, unless they are in order. */
    private static CellView[] views(Random random, int size, boolean write, boolean same) {
        int cell = 1 << random.nextInt(4);
        int tile = random.nextInt(30) + 1;
        int displacement = random.nextInt(3000);
        boolean external = random.nextInt(3) == 0;
        int[] owners = random.ints(tile, -1, size).toArray();
        owners[0] = 0;
        CellView[] views = new CellView[size];
        for (int rank = 0; rank < size; rank++) {
            int owner = same ? 0 : rank;
            int[] visible =
                    IntStream.range(0, tile)
                            .filter(i -> owners[i] == owner || (!write && i % 3 == 0))
                            .toArray();
            views[rank] = new CellView(displacement, cell, tile, visible, external);
        }
        return views;
    }

    /** Returns the first cell of a rank's access. */
    private static int start(Step step, int rank) {
        int start = step.offsets[rank];
        for (int lower = 0; step.pointer == Pointer.SHARED && lower < rank; lower++) {
            start += step.counts[lower][1];
        }
        return start;
    }

    private static byte[] written(byte[] before, Step step) {
        byte[] file = before.clone();
        for (int rank = 0; rank < step.views.length; rank++) {
            CellView view = step.views[rank];
            int from = start(step, rank) * view.cell();
            for (int i = 0; i < step.data[rank].length; i++) {
                int offset = view.offset(from + i);
                file = offset < file.length ? file : Arrays.copyOf(file, offset + 1);
                file[offset] = step.data[rank][i];
            }
        }
        return file;
    }

    // ---- Ranks.

    private static void play(
            Script script, Path path, FakeRank rank, CommContext comm, Io io, CyclicBarrier barrier)
            throws Exception {
        IoFile file = io.open(comm, path.toString(), new OpenMode(CREATE_RDWR), script.hints);
        for (int i = 0; i < script.steps.size(); i++) {
            Step step = script.steps.get(i);
            file.setView(step.views[comm.rank()].view());
            try (Arena arena = Arena.ofShared()) {
                access(step, file, rank, comm.rank(), script.files.get(i), arena);
            }
            barrier.await();
            if (comm.rank() == 0) {
                assertThat(Files.readAllBytes(path))
                        .as("step %s: %s", i, step)
                        .isEqualTo(script.files.get(i));
            }
            barrier.await();
        }
        file.close();
    }

    private static void access(
            Step step, IoFile file, FakeRank rank, int me, byte[] contents, Arena arena)
            throws IoFailure {
        CellView view = step.views[me];
        int cells = step.counts[me][1];
        int stride = step.gaps ? 2 * view.cell() : view.cell();
        byte[] array = new byte[cells * stride];
        MemorySegment memory =
                step.heap
                        ? MemorySegment.ofArray(array)
                        : arena.allocate(Math.max(1, cells * stride), 8);
        memory.fill((byte) 99);
        if (step.write) {
            for (int i = 0; i < step.data[me].length; i++) {
                memory.set(ValueLayout.JAVA_BYTE, place(view, stride, i), step.data[me][i]);
            }
        }
        DataLayout element = DataLayouts.resized(view.number(), 0, stride);
        Buf all = new Buf(step.heap ? array : null, memory.address(), cells, element);
        int first = step.counts[me][0];
        IoAccess access = new IoAccess(step.write, step.pointer, step.collective);
        switch (step.pointer) {
            case INDIVIDUAL -> file.seek(step.offsets[me]);
            case SHARED -> file.seekShared(step.offsets[me]);
            default -> {}
        }
        long offset = step.offsets[me];
        List<PmlRequest> begun = new ArrayList<>();
        begun.add(file.start(access, offset, all.at(0, first)));
        if (step.pointer != Pointer.SHARED) {
            begun.add(file.start(access, offset + first, all.at(first, cells - first)));
        }
        long transferred = 0;
        for (PmlRequest request : begun.reversed()) {
            rank.engine().enter();
            rank.engine().waitFor(request);
            rank.engine().exit();
            assertThat(request.error).as(request.failureText()).isEqualTo(Rc.OK);
            transferred += request.bytes;
            request.release();
        }
        verify(step, me, contents, memory, stride, transferred);
    }

    private static int place(CellView view, int stride, int position) {
        return position / view.cell() * stride + position % view.cell();
    }

    /** Everything before the end of the file is in its place; nothing else was touched. */
    private static void verify(
            Step step, int me, byte[] contents, MemorySegment memory, int stride, long bytes) {
        if (step.write) {
            assertThat(bytes).isEqualTo(step.data[me].length);
            return;
        }
        CellView view = step.views[me];
        int from = start(step, me) * view.cell();
        byte[] expected = new byte[(int) memory.byteSize()];
        Arrays.fill(expected, (byte) 99);
        byte[] found = memory.toArray(ValueLayout.JAVA_BYTE);
        int count = 0;
        for (int i = 0; i < step.data[me].length; i++) {
            int offset = view.offset(from + i);
            // A number at the very end may be cut, its bytes are then in the order of the file.
            boolean whole = view.offset((from + i) / view.cell() * view.cell()) < contents.length;
            boolean cut = view.external() && !whole;
            int at = place(view, stride, i);
            count += offset < contents.length ? 1 : 0;
            if (cut) {
                expected[at] = found[at];
            } else if (offset < contents.length) {
                expected[at] = contents[offset];
            }
        }
        assertThat(bytes).as("%s at rank %s", step, me).isEqualTo(count);
        assertThat(found).as("%s at rank %s", step, me).isEqualTo(expected);
    }
}
