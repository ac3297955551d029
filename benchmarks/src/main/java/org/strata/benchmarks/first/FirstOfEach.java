package org.strata.benchmarks.first;

import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Two ranks call functions of the API for the first time in their lives, one after another, with a
 * barrier between them: what a program pays that calls a function once. Prints each function's
 * milliseconds at the slower rank, and their sum. The argument is a directory for a file.
 */
public final class FirstOfEach {
    private static final int[] ONE_EACH = {1, 1};
    private static final int[] IN_TURN = {0, 1};

    private final Intracomm world = MPI.COMM_WORLD;
    private final int me = world.getRank();
    private final int peer = 1 - me;
    private final double[] x = {me, 1, 2, 3};
    private final double[] y = new double[4];
    private final ByteBuffer pool = MPI.newByteBuffer(64);
    private final ByteBuffer other = MPI.newByteBuffer(64);
    private final double[] times = new double[100];
    private final String[] names = new String[times.length];
    private int steps;

    private FirstOfEach() throws MPIException {}

    /** A call of the API. */
    private interface Step {
        void run() throws Exception;
    }

    /** An operation of the program's. */
    private static final class Sum extends UserFunction {
        @Override
        public void call(Object in, Object inout, int count, Datatype type) {
            ((double[]) inout)[0] += ((double[]) in)[0];
        }
    }

    /** Runs a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        FirstOfEach calls = new FirstOfEach();
        // The program's own text, and the path of its barriers, are not what is measured.
        calls.step("barrier", calls.world::barrier);
        calls.messages();
        calls.probesAndBuffers();
        calls.otherMessages();
        calls.collectives();
        calls.otherCollectives();
        calls.communicators();
        calls.window();
        calls.file(Path.of(args[0]).resolve("first-of-each").toString());
        calls.print();
        MPI.Finalize();
    }

    private void step(String name, Step call) throws Exception {
        long began = System.nanoTime();
        call.run();
        names[steps] = name;
        times[steps++] = (System.nanoTime() - began) / 1e6;
        world.barrier();
    }

    private void print() throws MPIException {
        double[] slower = new double[times.length];
        world.reduce(times, slower, steps, MPI.DOUBLE, MPI.MAX, 0);
        if (me == 0) {
            double sum = 0;
            for (int i = 0; i < steps; i++) {
                sum += slower[i];
                System.out.printf(Locale.ROOT, "%s %.2f%n", names[i], slower[i]);
            }
            System.out.printf(Locale.ROOT, "all %d %.2f%n", steps, sum);
        }
    }

    private void pair(Step zero, Step one) throws Exception {
        (me == 0 ? zero : one).run();
    }

    private void messages() throws Exception {
        step(
                "send array",
                () ->
                        pair(
                                () -> world.send(x, 1, MPI.DOUBLE, 1, 1),
                                () -> world.recv(y, 1, MPI.DOUBLE, 0, 1)));
        step(
                "send buffer",
                () ->
                        pair(
                                () -> world.send(pool, 8, MPI.BYTE, 1, 1),
                                () -> world.recv(other, 8, MPI.BYTE, 0, 1)));
        step(
                "sSend",
                () ->
                        pair(
                                () -> world.sSend(x, 1, MPI.DOUBLE, 1, 1),
                                () -> world.recv(y, 1, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG)));
        step(
                "iSend, iRecv, waitAll",
                () -> {
                    Request in = world.iRecv(y, 1, MPI.DOUBLE, peer, 2);
                    Request out = world.iSend(x, 1, MPI.DOUBLE, peer, 2);
                    Request.waitAll(new Request[] {in, out});
                });
        step(
                "testAll",
                () -> {
                    Request in = world.iRecv(other, 8, MPI.BYTE, peer, 2);
                    Request out = world.isSend(pool, 8, MPI.BYTE, peer, 2);
                    Request[] both = {in, out};
                    while (!Request.testAll(both)) {
                        Thread.onSpinWait();
                    }
                });
        step(
                "waitAny, waitSome",
                () -> {
                    Request in = world.iRecv(y, 1, MPI.DOUBLE, peer, 2);
                    Request[] both = {in, world.iSend(x, 1, MPI.DOUBLE, peer, 2)};
                    Request.waitAny(both);
                    Request.waitSome(both);
                });
        step(
                "sendRecv",
                () -> world.sendRecv(x, 1, MPI.DOUBLE, peer, 3, y, 1, MPI.DOUBLE, peer, 3));
        step("sendRecvReplace", () -> world.sendRecvReplace(y, 1, MPI.DOUBLE, peer, 3, peer, 3));
    }

    private void probesAndBuffers() throws Exception {
        step(
                "probe",
                () ->
                        pair(
                                () -> world.send(x, 1, MPI.DOUBLE, 1, 4),
                                () -> {
                                    world.probe(0, 4).getCount(MPI.DOUBLE);
                                    world.recv(y, 1, MPI.DOUBLE, 0, 4);
                                }));
        step(
                "mProbe",
                () ->
                        pair(
                                () -> world.send(x, 1, MPI.DOUBLE, 1, 4),
                                () -> {
                                    Message message = new Message();
                                    message.mProbe(0, 4, world);
                                    message.mRecv(y, 1, MPI.DOUBLE);
                                }));
        step(
                "bSend",
                () -> {
                    MPI.attachBuffer(new byte[4096]);
                    pair(
                            () -> world.bSend(x, 1, MPI.DOUBLE, 1, 5),
                            () -> world.recv(y, 1, MPI.DOUBLE, 0, 5));
                    MPI.detachBuffer();
                });
    }

    private void otherMessages() throws Exception {
        step(
                "sendInit, recvInit",
                () -> {
                    Prequest persistent =
                            me == 0
                                    ? world.sendInit(x, 1, MPI.DOUBLE, 1, 6)
                                    : world.recvInit(y, 1, MPI.DOUBLE, 0, 6);
                    persistent.start();
                    persistent.waitFor();
                    persistent.free();
                });
        step(
                "vector",
                () -> {
                    Datatype column = Datatype.createVector(2, 1, 2, MPI.DOUBLE);
                    column.commit();
                    world.sendRecv(x, 1, column, peer, 3, y, 1, column, peer, 3);
                    column.free();
                });
        step(
                "pack, unpack",
                () -> {
                    byte[] packed = new byte[world.packSize(2, MPI.DOUBLE)];
                    int end = world.pack(x, 2, MPI.DOUBLE, packed, 0);
                    world.unpack(packed, 0, y, end / 8, MPI.DOUBLE);
                });
        step(
                "sendObject",
                () -> pair(() -> world.sendObject("text", 1, 7), () -> world.recvObject(0, 7)));
        step(
                "1 MiB of an array",
                () -> {
                    double[] big = new double[1 << 17];
                    pair(
                            () -> world.send(big, big.length, MPI.DOUBLE, 1, 8),
                            () -> world.recv(big, big.length, MPI.DOUBLE, 0, 8));
                });
    }

    private void collectives() throws Exception {
        step("bcast", () -> world.bcast(y, 1, MPI.DOUBLE, 0));
        step("reduce", () -> world.reduce(x, y, 1, MPI.DOUBLE, MPI.SUM, 0));
        step("allReduce", () -> world.allReduce(x, y, 1, MPI.DOUBLE, MPI.SUM));
        step(
                "allReduce of ints",
                () -> world.allReduce(new int[] {1}, new int[1], 1, MPI.INT, MPI.MAX));
        step("allReduce in place", () -> world.allReduce(y, 1, MPI.DOUBLE, MPI.MIN));
        step("gather", () -> world.gather(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE, 0));
        step("scatter", () -> world.scatter(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE, 0));
        step("allGather", () -> world.allGather(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE));
        step("allToAll", () -> world.allToAll(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE));
        step("gatherv", () -> world.gatherv(x, 1, MPI.DOUBLE, y, ONE_EACH, IN_TURN, MPI.DOUBLE, 0));
        step(
                "scatterv",
                () -> world.scatterv(x, ONE_EACH, IN_TURN, MPI.DOUBLE, y, 1, MPI.DOUBLE, 0));
        step(
                "allGatherv",
                () -> world.allGatherv(x, 1, MPI.DOUBLE, y, ONE_EACH, IN_TURN, MPI.DOUBLE));
        step(
                "allToAllv",
                () ->
                        world.allToAllv(
                                x,
                                ONE_EACH,
                                IN_TURN,
                                MPI.DOUBLE,
                                y,
                                ONE_EACH,
                                IN_TURN,
                                MPI.DOUBLE));
        step("reduceScatter", () -> world.reduceScatter(x, y, ONE_EACH, MPI.DOUBLE, MPI.SUM));
        step("reduceScatterBlock", () -> world.reduceScatterBlock(x, y, 1, MPI.DOUBLE, MPI.SUM));
        step("scan", () -> world.scan(x, y, 1, MPI.DOUBLE, MPI.SUM));
        step("exScan", () -> world.exScan(x, y, 1, MPI.DOUBLE, MPI.SUM));
        step(
                "reduce, 1 MiB",
                () ->
                        world.allReduce(
                                new double[1 << 17],
                                new double[1 << 17],
                                1 << 17,
                                MPI.DOUBLE,
                                MPI.SUM));
    }

    private void otherCollectives() throws Exception {
        step("iBarrier", () -> world.iBarrier().waitFor());
        step("iBcast", () -> world.iBcast(pool, 8, MPI.BYTE, 0).waitFor());
        step("iAllReduce", () -> world.iAllReduce(x, y, 1, MPI.DOUBLE, MPI.SUM).waitFor());
        step("iGather", () -> world.iGather(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE, 0).waitFor());
        step("iAllToAll", () -> world.iAllToAll(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE).waitFor());
        step(
                "MINLOC",
                () -> world.allReduce(new int[] {me, me}, new int[2], 1, MPI.INT2, MPI.MINLOC));
        step(
                "own operation",
                () -> {
                    Op own = new Op(new Sum(), true);
                    world.allReduce(x, y, 1, MPI.DOUBLE, own);
                    own.free();
                });
    }

    private void communicators() throws Exception {
        step("dup, free", () -> world.dup().free());
        step("split", () -> world.split(me, 0).free());
        step(
                "create",
                () -> {
                    Group all = world.getGroup();
                    Group first = all.incl(new int[] {0, 1});
                    Comm made = world.create(first);
                    made.barrier();
                    made.free();
                });
        step(
                "createCart, shift",
                () -> {
                    CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
                    ring.shift(0, 1);
                    ring.getCoords(me);
                    ring.neighborAllGather(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE);
                    ring.free();
                });
    }

    private void window() throws Exception {
        Win[] made = new Win[1];
        ByteBuffer word = MPI.newByteBuffer(8);
        step("new Win", () -> made[0] = new Win(pool, 64, 1, MPI.INFO_NULL, world));
        Win window = made[0];
        step(
                "fence, put",
                () -> {
                    window.fence(0);
                    window.put(other, 8, MPI.BYTE, peer, 0, 8, MPI.BYTE);
                    window.fence(0);
                });
        step(
                "lock, get",
                () -> {
                    window.lock(MPI.LOCK_SHARED, peer, 0);
                    window.get(other, 8, MPI.BYTE, peer, 0, 8, MPI.BYTE);
                    window.unlock(peer);
                });
        step(
                "accumulate",
                () -> {
                    window.lock(MPI.LOCK_EXCLUSIVE, peer, 0);
                    window.accumulate(word, 1, MPI.LONG, peer, 0, 1, MPI.LONG, MPI.SUM);
                    window.fetchAndOp(word, other, MPI.LONG, peer, 0, MPI.SUM);
                    window.unlock(peer);
                });
        step("Win.free", window::free);
    }

    private void file(String path) throws Exception {
        File[] made = new File[1];
        int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
        step("new File", () -> made[0] = new File(world, path, mode));
        step("writeAt", () -> made[0].writeAt(me * 8L, x, 1, MPI.DOUBLE));
        step("readAtAll", () -> made[0].readAtAll(me * 8L, y, 1, MPI.DOUBLE));
        step("File.close", () -> made[0].close());
    }
}
