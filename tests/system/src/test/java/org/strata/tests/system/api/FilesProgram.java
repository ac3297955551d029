package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Every method of File and FileView, on any number of ranks. */
final class FilesProgram {
    private static final int RDWR_NEW = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_EXCL;
    private static final int N = 1000;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final String path;

    private FilesProgram(String path) throws MPIException {
        this.path = path;
    }

    static void run() throws MPIException {
        FilesProgram program = new FilesProgram(commonPath());
        program.explicitOffsets();
        program.nonBlocking();
        program.ownPointers();
        program.views();
        program.interleavedLines();
        program.sharedPointer();
        program.ordered();
        program.twoHalves();
        program.sizes();
        program.external();
        program.hints();
        program.modes();
        program.arguments();
        program.failures();
    }

    /** Rank 0 names a file that does not exist yet. */
    private static String commonPath() throws MPIException {
        byte[] name = new byte[200];
        if (MPI.COMM_WORLD.getRank() == 0) {
            try {
                Path directory = Files.createTempDirectory("strata-files");
                directory.toFile().deleteOnExit();
                byte[] text = directory.resolve("data").toString().getBytes(StandardCharsets.UTF_8);
                System.arraycopy(text, 0, name, 0, text.length);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        MPI.COMM_WORLD.bcast(name, name.length, MPI.BYTE, 0);
        return new String(name, StandardCharsets.UTF_8).replace("\0", "");
    }

    private File open(int mode) throws MPIException {
        return new File(world, path, mode);
    }

    /** Opens a new file that goes away when it is closed. */
    private File fresh() throws MPIException {
        return open(RDWR_NEW | MPI.MODE_DELETE_ON_CLOSE);
    }

    private static int[] numbers(int seed, int count) {
        return IntStream.range(0, count).map(i -> seed * 100_000 + i).toArray();
    }

    private void explicitOffsets() throws MPIException {
        File file = fresh();
        int next = (rank + 1) % size;
        file.writeAt(4L * N * rank, numbers(rank, N), N, MPI.INT);
        world.barrier();
        int[] found = new int[N];
        Status status = file.readAt(4L * N * next, found, N, MPI.INT);
        Check.equal(status.getCount(MPI.INT), N, "count");
        Check.equal(found, numbers(next, N), "data");
        file.writeAtAll(4L * N * next, numbers(rank, N), N, MPI.INT);
        file.readAtAll(4L * N * next, found, N, MPI.INT);
        Check.equal(found, numbers(rank, N), "collective");
        world.barrier();
        Check.equal(file.getSize(), 4L * N * size, "size");
        status = file.readAt(file.getSize() - 10, found, N, MPI.INT);
        Check.equal(status.getElements(MPI.BYTE), 10, "at the end");
        Check.equal(
                file.readAt(file.getSize() + 9, found, 1, MPI.INT).getCount(MPI.INT), 0, "past");
        Check.equal(file.readAt(0, null, 0, MPI.INT).getCount(MPI.INT), 0, "nothing");
        Check.equal(file.getPosition(), 0L, "position");
        file.close();
        Check.that(!Files.exists(Path.of(path)), "deleted on close");
    }

    private void nonBlocking() throws MPIException {
        File file = fresh();
        IntBuffer mine = MPI.newIntBuffer(N).put(numbers(rank, N));
        IntBuffer found = MPI.newIntBuffer(N);
        file.iWriteAt(4L * N * rank, mine, N, MPI.INT).waitFor();
        Request[] writes = {
            file.iWriteAtAll(4L * N * (rank + size), mine, N, MPI.INT),
            file.iWriteAtAll(4L * N * (rank + 2 * size), numbers(rank, N), N, MPI.INT)
        };
        Request.waitAll(writes);
        world.barrier();
        int next = (rank + 1) % size;
        for (int part = 0; part < 3; part++) {
            long offset = 4L * N * (next + part * size);
            Request read =
                    part == 0
                            ? file.iReadAt(offset, found, N, MPI.INT)
                            : file.iReadAtAll(offset, found, N, MPI.INT);
            Status status = read.waitStatus();
            Check.equal(status.getCount(MPI.INT), N, "count");
            Check.equal(found.get(N - 1), numbers(next, N)[N - 1], "data");
        }
        file.seek(4L * N * rank, MPI.SEEK_SET);
        file.iRead(found, N, MPI.INT).waitFor();
        Check.equal(found.get(7), numbers(rank, N)[7], "iRead");
        Check.equal(file.getPosition(), 4L * N * (rank + 1), "position");
        file.seek(4L * N * (rank + size), MPI.SEEK_SET);
        Request all = file.iReadAll(found, N, MPI.INT);
        while (!all.test()) {
            Thread.onSpinWait();
        }
        Check.equal(found.get(7), numbers(rank, N)[7], "iReadAll");
        file.seek(4L * N * rank, MPI.SEEK_SET);
        file.iWrite(MPI.newIntBuffer(N), N, MPI.INT).waitFor();
        file.iWriteAll(MPI.newIntBuffer(0), 0, MPI.INT).waitFor();
        file.readAt(4L * N * rank, found, N, MPI.INT);
        Check.equal(found.get(7), 0, "iWrite");
        try {
            file.iRead(IntBuffer.allocate(1), 1, MPI.INT);
            Check.that(false, "a heap buffer");
        } catch (IllegalArgumentException e) {
            Check.that(e.getMessage().contains("MPI.newIntBuffer"), "a heap buffer");
        }
        file.close();
    }

    private void ownPointers() throws MPIException {
        File file = fresh();
        file.setView(8L * N * rank, MPI.INT, MPI.INT, "native");
        file.write(numbers(rank, N), N, MPI.INT);
        Check.equal(file.getPosition(), (long) N, "after write");
        Check.equal(file.getByteOffset(5), 8L * N * rank + 20, "byte offset");
        file.writeAll(numbers(-rank, N), N, MPI.INT);
        int[] found = new int[N];
        file.seek(-N, MPI.SEEK_CUR);
        file.readAll(found, N, MPI.INT);
        Check.equal(found, numbers(-rank, N), "readAll");
        file.seek(10, MPI.SEEK_SET);
        file.read(MPI.slice(found, 5), 10, MPI.INT);
        Check.equal(found[14], numbers(rank, N)[19], "read");
        world.barrier();
        file.seek(-1, MPI.SEEK_END);
        Check.equal(file.getPosition(), 2L * N * (size - rank) - 1, "from the end");
        Check.fails(MPI.ERR_ARG, () -> file.seek(-1, MPI.SEEK_SET), "before the beginning");
        Check.fails(MPI.ERR_ARG, () -> file.seek(0, 17), "whence");
        file.close();
    }

    /** Every rank sees every size-th block of ints; a matrix column in memory. */
    private void views() throws MPIException {
        File file = fresh();
        Datatype blocks = Datatype.createVector(10, 3, 3 * size, MPI.INT);
        Datatype filetype = Datatype.createResized(blocks, 0, 120 * size);
        filetype.commit();
        Datatype column = Datatype.createVector(60, 1, 2, MPI.INT);
        column.commit();
        file.setView(100 + 12L * rank, MPI.INT, filetype, "native");
        FileView view = file.getView();
        Check.equal(view.getDisp(), 100 + 12L * rank, "displacement");
        Check.that(view.getEType() == MPI.INT && view.getFileType() == filetype, "types");
        Check.equal(view.getDataRep(), "native", "representation");
        int[] matrix = numbers(rank, 120);
        file.writeAll(matrix, 1, column);
        int[] again = new int[120];
        file.readAtAll(0, again, 1, column);
        for (int i = 0; i < 120; i++) {
            Check.equal(again[i], i % 2 == 0 ? matrix[i] : 0, "element");
        }
        Check.equal(file.getByteOffset(4), 100L + 12L * rank + 12L * size + 4, "byte offset");
        world.barrier();
        file.setView(100, MPI.INT, MPI.INT, "internal");
        int[] all = new int[60 * size];
        file.readAt(0, all, all.length, MPI.INT);
        for (int i = 0; i < all.length; i++) {
            int owner = i / 3 % size;
            int place = i / (3 * size) * 3 + i % 3;
            Check.equal(all[i], numbers(owner, 120)[2 * place], "interleaved");
        }
        Check.equal(file.getTypeExtent(filetype), 30 * size, "extent in ints");
        file.close();
    }

    /** Many small pieces: through aggregators, and each by itself, with the same result. */
    private void interleavedLines() throws MPIException {
        Datatype cell = Datatype.createResized(MPI.DOUBLE, 0, 8 * size);
        cell.commit();
        int count = 40_000;
        double[] mine = new double[count];
        Arrays.setAll(mine, i -> rank + i * 10.0);
        for (String buffering : new String[] {"true", "false", "automatic"}) {
            Info info = new Info();
            info.set("collective_buffering", buffering);
            info.set("cb_nodes", "" + Math.max(1, size - 1));
            info.set("cb_buffer_size", "65536");
            File file = new File(world, path, RDWR_NEW | MPI.MODE_DELETE_ON_CLOSE, info);
            file.setView(8L * rank, MPI.DOUBLE, cell, "native");
            file.writeAll(mine, count, MPI.DOUBLE);
            file.setView(8L * ((rank + 1) % size), MPI.DOUBLE, cell, "native");
            double[] found = new double[count];
            file.seek(3, MPI.SEEK_SET);
            Status status = file.readAll(found, count, MPI.DOUBLE);
            Check.equal(status.getCount(MPI.DOUBLE), count - 3, buffering);
            for (int i = 0; i < count - 3; i++) {
                Check.equal(found[i], (rank + 1) % size + (i + 3) * 10.0, buffering);
            }
            file.close();
        }
    }

    private void sharedPointer() throws MPIException {
        File file = fresh();
        file.setView(4, MPI.INT, MPI.INT, "native");
        for (int i = 0; i < 20; i++) {
            file.writeShared(new int[] {rank, i}, 2, MPI.INT);
        }
        IntBuffer last = MPI.newIntBuffer(2).put(0, rank).put(1, 20);
        file.iWriteShared(last, 2, MPI.INT).waitFor();
        world.barrier();
        Check.equal(file.getPositionShared(), 42L * size, "position");
        int[] all = new int[42 * size];
        file.readAt(0, all, all.length, MPI.INT);
        int[] next = new int[size];
        for (int i = 0; i < all.length; i += 2) {
            Check.equal(all[i + 1], next[all[i]]++, "order of one rank");
        }
        file.seekShared(-2L * size, MPI.SEEK_END);
        int[] own = new int[1];
        file.readShared(own, 1, MPI.INT);
        IntBuffer second = MPI.newIntBuffer(1);
        file.iReadShared(second, 1, MPI.INT).waitFor();
        int[] sum = {own[0] + second.get(0)};
        world.allReduce(sum, 1, MPI.INT, MPI.SUM);
        int expected = Arrays.stream(all, all.length - 2 * size, all.length).sum();
        Check.equal(sum[0], expected, "sum of what all read");
        Check.equal(file.readShared(own, 1, MPI.INT).getCount(MPI.INT), 0, "at the end");
        file.seekShared(1, MPI.SEEK_SET);
        file.seekShared(1, MPI.SEEK_CUR);
        Check.equal(file.getPositionShared(), 2L, "seekShared");
        file.close();
    }

    private void ordered() throws MPIException {
        File file = fresh();
        file.setView(0, MPI.INT, MPI.INT, "native");
        int count = rank + 1;
        file.writeOrdered(numbers(rank, count), count, MPI.INT);
        int[] begun = numbers(rank + 50, count);
        file.writeOrderedBegin(begun, count, MPI.INT);
        Check.equal(file.writeOrderedEnd(begun).getCount(MPI.INT), count, "writeOrderedEnd");
        int total = size * (size + 1) / 2;
        Check.equal(file.getPositionShared(), 2L * total, "position");
        int before = rank * (rank + 1) / 2;
        int[] found = new int[count];
        world.barrier();
        file.readAt(total + before, found, count, MPI.INT);
        Check.equal(found, begun, "in the order of the ranks");
        file.seekShared(0, MPI.SEEK_SET);
        file.readOrdered(found, count, MPI.INT);
        Check.equal(found, numbers(rank, count), "readOrdered");
        file.readOrderedBegin(found, count, MPI.INT);
        file.readOrderedEnd(found);
        Check.equal(found, begun, "readOrderedEnd");
        file.close();
    }

    private void twoHalves() throws MPIException {
        File file = fresh();
        file.setView(0, MPI.INT, MPI.INT, "native");
        int[] mine = numbers(rank, N);
        int[] found = new int[N];
        file.writeAtAllBegin((long) N * rank, mine, N, MPI.INT);
        Check.fails(MPI.ERR_OTHER, () -> file.readAllBegin(found, N, MPI.INT), "second half");
        Check.fails(MPI.ERR_OTHER, () -> file.writeAllEnd(mine), "another call's half");
        Check.fails(MPI.ERR_BUFFER, () -> file.writeAtAllEnd(found), "another buffer");
        Check.fails(MPI.ERR_OTHER, file::close, "close between the halves");
        Check.equal(file.writeAtAllEnd(mine).getCount(MPI.INT), N, "writeAtAll");
        file.seek((long) N * (size + rank), MPI.SEEK_SET);
        file.writeAllBegin(mine, N, MPI.INT);
        Check.equal(file.writeAllEnd(mine).getCount(MPI.INT), N, "writeAll");
        world.barrier();
        int next = (rank + 1) % size;
        file.readAtAllBegin((long) N * next, found, N, MPI.INT);
        Check.equal(file.readAtAllEnd(found).getCount(MPI.INT), N, "readAtAll");
        Check.equal(found, numbers(next, N), "readAtAll");
        file.seek((long) N * (size + next), MPI.SEEK_SET);
        Arrays.fill(found, 0);
        file.readAllBegin(found, N, MPI.INT);
        Check.equal(file.readAllEnd(found).getCount(MPI.INT), N, "readAll");
        Check.equal(found, numbers(next, N), "readAll");
        file.close();
    }

    private void sizes() throws MPIException {
        File file = fresh();
        file.setSize(1000);
        Check.equal(file.getSize(), 1000L, "setSize");
        world.barrier();
        file.preallocate(500);
        Check.equal(file.getSize(), 1000L, "preallocate less");
        world.barrier();
        file.preallocate(5000);
        Check.equal(file.getSize(), 5000L, "preallocate more");
        world.barrier();
        file.setSize(10);
        Check.equal(file.getSize(), 10L, "setSize");
        file.sync();
        Check.that(!file.getAtomicity(), "not atomic");
        file.setAtomicity(true);
        Check.that(file.getAtomicity(), "atomic");
        long[] mine = new long[20_000];
        Arrays.fill(mine, rank + 1);
        file.writeAt(0, mine, mine.length, MPI.LONG);
        long[] found = new long[mine.length];
        file.readAtAll(0, found, found.length, MPI.LONG);
        Check.that(Arrays.stream(found).distinct().count() == 1, "one rank's data as a whole");
        file.setAtomicity(false);
        Group group = file.getGroup();
        Check.equal(Group.compare(group, world.getGroup()), MPI.IDENT, "group");
        Check.equal(file.getAMode(), RDWR_NEW | MPI.MODE_DELETE_ON_CLOSE, "mode");
        file.close();
    }

    private void external() throws MPIException {
        File file = fresh();
        file.setView(0, MPI.INT, MPI.INT, "external32");
        int[] mine = numbers(rank, N);
        file.writeAt((long) N * rank, mine, N, MPI.INT);
        int[] found = new int[N];
        file.readAt((long) N * rank, found, N, MPI.INT);
        Check.equal(found, mine, "external32");
        Check.equal(file.getView().getDataRep(), "external32", "representation");
        file.setView(4L * N * rank, MPI.BYTE, MPI.BYTE, "native");
        byte[] bytes = new byte[4 * N];
        file.readAll(bytes, bytes.length, MPI.BYTE);
        ByteBuffer big = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
        for (int i = 0; i < N; i++) {
            Check.equal(big.getInt(4 * i), mine[i], "big-endian");
        }
        world.barrier();
        file.setView(0, MPI.DOUBLE, MPI.DOUBLE, "external32");
        file.writeAtAll(rank, new double[] {rank + 0.25}, 1, MPI.DOUBLE);
        file.readAtAll(rank, bytes, 1, MPI.DOUBLE);
        ByteBuffer own = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        Check.equal(own.getDouble(0), rank + 0.25, "double");
        String unknown = "little";
        Check.fails(
                MPI.ERR_UNSUPPORTED_DATAREP,
                () -> file.setView(0, MPI.INT, MPI.INT, unknown),
                "unknown representation");
        file.close();
    }

    private void hints() throws MPIException {
        Info info = new Info();
        info.set("cb_buffer_size", "131072");
        info.set("unknown_hint", "1");
        File file = new File(world, path, RDWR_NEW | MPI.MODE_DELETE_ON_CLOSE, info);
        Check.equal(file.getInfo().get("cb_buffer_size"), "131072", "hint");
        Check.equal(file.getInfo().get("unknown_hint"), null, "unknown hint");
        info.set("cb_buffer_size", "much");
        info.set("cb_nodes", "1000000");
        file.setInfo(info);
        Check.equal(file.getInfo().get("cb_buffer_size"), "131072", "unusable hint");
        Check.equal(file.getInfo().get("cb_nodes"), "" + size, "limited hint");
        info.set("ind_rd_buffer_size", "8192");
        file.setView(0, MPI.INT, MPI.INT, "native", info);
        Check.equal(file.getInfo().get("ind_rd_buffer_size"), "8192", "hint of a view");
        file.close();
    }

    private void modes() throws MPIException {
        File created = open(RDWR_NEW);
        created.writeAtAll(4L * rank, new int[] {rank}, 1, MPI.INT);
        created.close();
        Check.fails(MPI.ERR_FILE_EXISTS, () -> open(RDWR_NEW), "exclusive");
        Check.fails(MPI.ERR_AMODE, () -> open(MPI.MODE_CREATE), "no access");
        Check.fails(MPI.ERR_AMODE, () -> open(MPI.MODE_CREATE | MPI.MODE_RDONLY), "create");
        int sequential = MPI.MODE_RDWR | MPI.MODE_SEQUENTIAL;
        Check.fails(MPI.ERR_AMODE, () -> open(sequential), "sequential");
        int[] one = new int[1];
        File reads = open(MPI.MODE_RDONLY);
        Check.fails(MPI.ERR_READ_ONLY, () -> reads.write(one, 1, MPI.INT), "write");
        Check.fails(MPI.ERR_READ_ONLY, () -> reads.setSize(1), "setSize");
        reads.readAtAll(4L * rank, one, 1, MPI.INT);
        Check.equal(one[0], rank, "read");
        reads.sync();
        reads.close();
        File writes = open(MPI.MODE_WRONLY | MPI.MODE_APPEND);
        Check.equal(writes.getPosition(), 4L * size, "append");
        Check.equal(writes.getPositionShared(), 4L * size, "append");
        Check.fails(MPI.ERR_ACCESS, () -> writes.read(one, 1, MPI.INT), "read");
        writes.close();
        File tape = open(MPI.MODE_RDONLY | MPI.MODE_SEQUENTIAL);
        Check.fails(MPI.ERR_UNSUPPORTED_OPERATION, () -> tape.read(one, 1, MPI.INT), "own pointer");
        tape.readOrdered(one, 1, MPI.INT);
        Check.equal(one[0], rank, "in sequence");
        tape.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native");
        Check.equal(tape.getView().getDisp(), 4L * size, "current displacement");
        tape.close();
        if (rank == 0) {
            File.delete(path, MPI.INFO_NULL);
            Check.fails(MPI.ERR_NO_SUCH_FILE, () -> File.delete(path), "delete");
        }
        world.barrier();
    }

    private void arguments() throws MPIException {
        File file = fresh();
        int[] one = new int[1];
        Check.fails(MPI.ERR_COUNT, () -> file.writeAt(0, one, -1, MPI.INT), "count");
        Check.fails(MPI.ERR_TYPE, () -> file.writeAt(0, one, 1, null), "type");
        Check.fails(MPI.ERR_TYPE, () -> file.read(one, 1, MPI.DATATYPE_NULL), "null type");
        Check.fails(MPI.ERR_ARG, () -> file.readAt(-1, one, 1, MPI.INT), "offset");
        Check.fails(MPI.ERR_ARG, () -> file.readAt(Long.MAX_VALUE, one, 1, MPI.INT), "too far");
        Check.fails(MPI.ERR_BUFFER, () -> file.writeShared(one, 2, MPI.INT), "too short");
        ByteBuffer constant = ByteBuffer.allocateDirect(4).asReadOnlyBuffer();
        Check.fails(MPI.ERR_BUFFER, () -> file.read(constant, 4, MPI.BYTE), "read-only");
        Check.fails(MPI.ERR_ARG, () -> file.setSize(-1), "size");
        Check.fails(MPI.ERR_ARG, () -> file.preallocate(-1), "preallocate");
        Check.fails(MPI.ERR_ARG, () -> file.getByteOffset(-1), "byte offset");
        Check.fails(MPI.ERR_TYPE, () -> file.getTypeExtent(null), "extent");
        Check.fails(
                MPI.ERR_ARG, () -> file.setView(-1, MPI.INT, MPI.INT, "native"), "displacement");
        Check.fails(
                MPI.ERR_ARG, () -> file.setView(0, MPI.LONG, MPI.INT, "native"), "etype too long");
        Datatype backwards = Datatype.createVector(2, 1, -2, MPI.INT);
        Check.fails(
                MPI.ERR_TYPE, () -> file.setView(0, MPI.INT, backwards, "native"), "uncommitted");
        backwards.commit();
        Check.fails(MPI.ERR_ARG, () -> file.setView(0, MPI.INT, backwards, "native"), "backwards");
        Check.fails(MPI.ERR_ARG, () -> file.setView(0, MPI.INT, MPI.INT, null), "null name");
        file.setView(0, MPI.LONG, MPI.LONG, "native");
        Check.fails(MPI.ERR_TYPE, () -> file.writeAt(0, one, 1, MPI.INT), "half an etype");
        Check.fails(MPI.ERR_ARG, () -> file.setErrhandler(null), "handler");
        Check.that(file.getErrhandler() == MPI.ERRORS_RETURN, "first handler");
        file.callErrhandler(MPI.ERR_IO);
        file.setErrhandler(MPI.ERRORS_ARE_FATAL);
        Check.that(file.getErrhandler() == MPI.ERRORS_ARE_FATAL, "handler");
        file.setErrhandler(MPI.ERRORS_RETURN);
        file.close();
        Check.fails(MPI.ERR_FILE, file::close, "closed");
        Check.fails(MPI.ERR_FILE, () -> file.readAt(0, one, 1, MPI.INT), "closed");
        Check.fails(MPI.ERR_ARG, () -> open(null, RDWR_NEW), "null path");
        Check.fails(MPI.ERR_COMM, () -> new File(null, path, RDWR_NEW), "null communicator");
    }

    private File open(String where, int mode) throws MPIException {
        return new File(world, where, mode);
    }

    private void failures() throws MPIException {
        String missing = path + "-missing";
        String text =
                Check.fails(MPI.ERR_NO_SUCH_FILE, () -> open(missing, MPI.MODE_RDONLY), "missing");
        Check.that(text.contains(missing) && text.contains("No such file or directory"), text);
        Check.fails(MPI.ERR_BAD_FILE, () -> open(missing + "\0", MPI.MODE_RDONLY), "NUL");
        Check.fails(MPI.ERR_BAD_FILE, () -> open("/tmp", MPI.MODE_RDONLY), "directory");
        File full = open("/dev/full", MPI.MODE_RDWR);
        int[] data = new int[N];
        String local = Check.fails(MPI.ERR_NO_SPACE, () -> full.write(data, N, MPI.INT), "full");
        Check.that(local.contains("/dev/full: No space left on device"), local);
        Info info = new Info();
        info.set("collective_buffering", "true");
        full.setInfo(info);
        Request request = full.iWriteAtAll(4L * N * rank, MPI.newIntBuffer(N), N, MPI.INT);
        Check.fails(MPI.ERR_NO_SPACE, request::waitFor, "full, by rank 0 for all");
        full.writeShared(data, 0, MPI.INT);
        Check.fails(MPI.ERR_NO_SPACE, () -> full.writeOrdered(data, N, MPI.INT), "in order");
        full.close();
    }
}
