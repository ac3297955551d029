import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/**
 * Two ranks make each call of the API once or twice, after {@link Warmup} has trained the paths of
 * most programs: so the cache has the classes of all calls, and their lambdas, each of which takes
 * the JVM milliseconds to make where it is not in the cache. They are too few to become profiles: a
 * rank would compile by those as soon as it starts. Files and objects are left out, since every
 * rank makes all classes of the cache ready, and few programs use them.
 */
final class EachCall {
    private static final int[] ONE_EACH = {1, 1};
    private static final int[] IN_TURN = {0, 1};
    private static final int LONG = 1 << 17;
    private static final int TAG = 5;

    /** Of a receive that is cancelled: no message has it. */
    private static final int NO_TAG = 6;

    private final Intracomm pair;
    private final int me;
    private final int peer;
    private final double[] out;
    private final double[] in = new double[4];
    private final DoubleBuffer outBuffer = MPI.newDoubleBuffer(4);
    private final DoubleBuffer inBuffer = MPI.newDoubleBuffer(4);

    private EachCall(Intracomm pair) throws Exception {
        this.pair = pair;
        this.me = pair.getRank();
        this.peer = 1 - me;
        this.out = new double[] {me, 1, 2, 3};
    }

    /** Makes the calls in a communicator of two. */
    static void all(Intracomm pair) throws Exception {
        EachCall calls = new EachCall(pair);
        calls.messages();
        calls.types();
        calls.derivedTypes();
        // The second time the members' shared memory is set up.
        for (int i = 0; i < 2; i++) {
            Intracomm fresh = pair.dup();
            calls.movements(fresh);
            calls.reductions(fresh);
            fresh.free();
            calls.movements(pair);
            calls.reductions(pair);
        }
        calls.immediate();
        calls.persistent();
        calls.communicators();
        calls.topologies();
        calls.betweenGroups();
        calls.windows();
    }

    private static void run(Prequest persistent) throws Exception {
        persistent.start();
        persistent.waitFor();
        persistent.free();
    }

    private void messages() throws Exception {
        Request send = pair.isSend(out, 1, MPI.DOUBLE, peer, TAG);
        pair.probe(peer, TAG).getCount(MPI.DOUBLE);
        pair.recv(in, 1, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG).getElements(MPI.DOUBLE);
        send.waitStatus();
        send = pair.iSend(outBuffer, 1, MPI.DOUBLE, peer, TAG);
        while (pair.iProbe(MPI.ANY_SOURCE, TAG) == null) {
            Thread.onSpinWait();
        }
        Message found = new Message();
        found.mProbe(peer, TAG, pair);
        found.mRecv(in, 1, MPI.DOUBLE);
        Request.waitAllStatus(new Request[] {send});
        for (int i = 0; i < 4; i++) {
            Request[] both = {
                pair.iRecv(inBuffer, 1, MPI.DOUBLE, peer, TAG),
                pair.iSend(out, 1, MPI.DOUBLE, peer, TAG)
            };
            finish(both, i);
        }
        pair.sendRecvReplace(in, 1, MPI.DOUBLE, peer, TAG, peer, TAG);
        MPI.attachBuffer(new byte[4096]);
        Request receive = pair.iRecv(in, 1, MPI.DOUBLE, peer, TAG);
        pair.bSend(out, 1, MPI.DOUBLE, peer, TAG);
        receive.waitFor();
        MPI.detachBuffer();
        Request never = pair.iRecv(in, 1, MPI.DOUBLE, peer, NO_TAG);
        never.cancel();
        never.waitStatus().isCancelled();
        if (me == 0) {
            pair.sSend(out, 1, MPI.DOUBLE, peer, TAG);
        } else {
            pair.recv(in, 1, MPI.DOUBLE, peer, TAG);
        }
    }

    private static void finish(Request[] both, int way) throws Exception {
        switch (way) {
            case 0 -> {
                while (!Request.testAll(both)) {
                    Thread.onSpinWait();
                }
            }
            case 1 -> {
                Request.waitAny(both);
                Request.waitAnyStatus(both);
            }
            case 2 -> {
                Request.waitSome(both);
                Request.waitSome(both);
            }
            default -> {
                while (!both[0].test()) {
                    Thread.onSpinWait();
                }
                both[0].testStatus();
                both[1].waitFor();
            }
        }
    }

    private void types() throws Exception {
        exchange(new byte[2], new byte[2], MPI.BYTE);
        exchange(new char[2], new char[2], MPI.CHAR);
        exchange(new short[2], new short[2], MPI.SHORT);
        exchange(new int[2], new int[2], MPI.INT);
        exchange(new long[2], new long[2], MPI.LONG);
        exchange(new float[2], new float[2], MPI.FLOAT);
        exchange(new boolean[2], new boolean[2], MPI.BOOLEAN);
        exchange(ByteBuffer.allocate(16), ByteBuffer.allocateDirect(16), MPI.BYTE, 2);
        exchange(MPI.newIntBuffer(2), MPI.newIntBuffer(2), MPI.INT);
        exchange(MPI.newLongBuffer(2), MPI.newLongBuffer(2), MPI.LONG);
        exchange(MPI.newFloatBuffer(2), MPI.newFloatBuffer(2), MPI.FLOAT);
        exchange(new double[LONG], new double[LONG], MPI.DOUBLE, LONG);
        exchange(ByteBuffer.allocateDirect(LONG), ByteBuffer.allocateDirect(LONG), MPI.BYTE, LONG);
    }

    private void exchange(Object from, Object to, Datatype type) throws Exception {
        exchange(from, to, type, 2);
        Request send = pair.iSend(from, 2, type, peer, TAG);
        pair.iRecv(to, 2, type, peer, TAG).waitFor();
        send.waitFor();
    }

    private void exchange(Object from, Object to, Datatype type, int count) throws Exception {
        pair.sendRecv(from, count, type, peer, TAG, to, count, type, peer, TAG);
    }

    private void derivedTypes() throws Exception {
        Datatype[] all = {
            Datatype.createContiguous(2, MPI.DOUBLE),
            Datatype.createVector(2, 1, 2, MPI.DOUBLE),
            Datatype.createHVector(2, 1, 16, MPI.DOUBLE),
            Datatype.createIndexed(ONE_EACH, new int[] {0, 2}, MPI.DOUBLE),
            Datatype.createHIndexed(ONE_EACH, new int[] {0, 16}, MPI.DOUBLE),
            Datatype.createStruct(
                    ONE_EACH, new int[] {0, 16}, new Datatype[] {MPI.DOUBLE, MPI.DOUBLE})
        };
        for (Datatype type : all) {
            type.commit();
            exchange(out, in, type, 1);
            type.getExtent();
            type.free();
        }
        byte[] packed = new byte[pair.packSize(2, MPI.DOUBLE)];
        pair.pack(out, 2, MPI.DOUBLE, packed, 0);
        pair.unpack(packed, 0, in, 2, MPI.DOUBLE);
    }

    private void movements(Intracomm comm) throws Exception {
        comm.gather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0);
        comm.scatter(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0);
        comm.bcast(in, 1, MPI.DOUBLE, 1);
        comm.allGather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE);
        comm.allGather(in, 1, MPI.DOUBLE);
        comm.allToAll(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE);
        comm.gatherv(out, 1, MPI.DOUBLE, in, ONE_EACH, IN_TURN, MPI.DOUBLE, 0);
        comm.scatterv(out, ONE_EACH, IN_TURN, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0);
        comm.allGatherv(out, 1, MPI.DOUBLE, in, ONE_EACH, IN_TURN, MPI.DOUBLE);
        comm.allToAllv(out, ONE_EACH, IN_TURN, MPI.DOUBLE, in, ONE_EACH, IN_TURN, MPI.DOUBLE);
        Datatype[] types = {MPI.DOUBLE, MPI.DOUBLE};
        int[] bytes = {0, 8};
        comm.allToAllw(out, ONE_EACH, bytes, types, in, ONE_EACH, bytes, types);
        comm.barrier();
        double[] big = new double[2 * LONG];
        comm.bcast(big, LONG, MPI.DOUBLE, 0);
        comm.allGather(out, 4, MPI.DOUBLE, big, 4, MPI.DOUBLE);
        comm.gather(new double[LONG], LONG, MPI.DOUBLE, big, LONG, MPI.DOUBLE, 0);
    }

    private void reductions(Intracomm comm) throws Exception {
        comm.reduce(out, in, 1, MPI.DOUBLE, MPI.SUM, 0);
        comm.allReduce(out, in, 1, MPI.DOUBLE, MPI.MAX);
        comm.allReduce(in, 1, MPI.DOUBLE, MPI.MIN);
        comm.allReduce(new int[] {1}, new int[1], 1, MPI.INT, MPI.SUM);
        comm.allReduce(new long[] {1}, new long[1], 1, MPI.LONG, MPI.PROD);
        comm.allReduce(new float[] {1}, new float[1], 1, MPI.FLOAT, MPI.SUM);
        comm.allReduce(new boolean[] {true}, new boolean[1], 1, MPI.BOOLEAN, MPI.LAND);
        comm.allReduce(new int[2], new int[2], 1, MPI.INT2, MPI.MINLOC);
        comm.reduceScatter(out, in, ONE_EACH, MPI.DOUBLE, MPI.SUM);
        comm.reduceScatterBlock(out, in, 1, MPI.DOUBLE, MPI.SUM);
        comm.scan(out, in, 1, MPI.DOUBLE, MPI.SUM);
        comm.exScan(out, in, 1, MPI.DOUBLE, MPI.SUM);
        Op own = new Op(new Sum(), true);
        comm.allReduce(out, in, 1, MPI.DOUBLE, own);
        own.free();
        double[] big = new double[LONG];
        comm.allReduce(big, new double[LONG], LONG, MPI.DOUBLE, MPI.SUM);
        comm.reduce(big, new double[LONG], LONG, MPI.DOUBLE, MPI.SUM, 0);
    }

    /** An operation of a program's. */
    private static final class Sum extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            ((double[]) inOut)[0] += ((double[]) in)[0];
        }
    }

    private void immediate() throws Exception {
        pair.iBarrier().waitFor();
        pair.iBcast(outBuffer, 1, MPI.DOUBLE, 0).waitFor();
        pair.iBcast(out, 1, MPI.DOUBLE, 0).waitFor();
        pair.iGather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0).waitFor();
        pair.iGatherv(out, 1, MPI.DOUBLE, in, ONE_EACH, IN_TURN, MPI.DOUBLE, 0).waitFor();
        pair.iScatter(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0).waitFor();
        pair.iScatterv(out, ONE_EACH, IN_TURN, MPI.DOUBLE, in, 1, MPI.DOUBLE, 0).waitFor();
        pair.iAllGather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE).waitFor();
        pair.iAllGatherv(out, 1, MPI.DOUBLE, in, ONE_EACH, IN_TURN, MPI.DOUBLE).waitFor();
        pair.iAllToAll(outBuffer, 1, MPI.DOUBLE, inBuffer, 1, MPI.DOUBLE).waitFor();
        pair.iAllToAllv(out, ONE_EACH, IN_TURN, MPI.DOUBLE, in, ONE_EACH, IN_TURN, MPI.DOUBLE)
                .waitFor();
        pair.iReduce(out, in, 1, MPI.DOUBLE, MPI.SUM, 0).waitFor();
        pair.iAllReduce(out, in, 1, MPI.DOUBLE, MPI.SUM).waitFor();
        pair.iReduceScatter(out, in, ONE_EACH, MPI.DOUBLE, MPI.SUM).waitFor();
        pair.iReduceScatterBlock(out, in, 1, MPI.DOUBLE, MPI.SUM).waitFor();
        pair.iScan(out, in, 1, MPI.DOUBLE, MPI.SUM).waitFor();
        pair.iExScan(out, in, 1, MPI.DOUBLE, MPI.SUM).waitFor();
    }

    private void persistent() throws Exception {
        if (me == 0) {
            run(pair.sendInit(out, 1, MPI.DOUBLE, peer, TAG));
            run(pair.sSendInit(outBuffer, 1, MPI.DOUBLE, peer, TAG));
        } else {
            run(pair.recvInit(in, 1, MPI.DOUBLE, peer, TAG));
            run(pair.recvInit(inBuffer, 1, MPI.DOUBLE, peer, TAG));
        }
        run(pair.barrierInit(MPI.INFO_NULL));
        run(pair.bcastInit(out, 1, MPI.DOUBLE, 0, MPI.INFO_NULL));
        run(pair.allReduceInit(out, in, 1, MPI.DOUBLE, MPI.SUM, MPI.INFO_NULL));
    }

    private void communicators() throws Exception {
        Group all = pair.getGroup();
        Group both = all.incl(IN_TURN);
        Group.compare(all, both);
        Group.translateRanks(all, IN_TURN, both);
        Intracomm made = pair.create(both);
        made.setName("made");
        made.getName();
        Comm.compare(made, pair);
        made.barrier();
        made.free();
        Intracomm half = pair.split(me, 0);
        half.barrier();
        half.allReduce(out, in, 1, MPI.DOUBLE, MPI.SUM);
        half.free();
        pair.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL).free();
        Intracomm clone = pair.clone();
        clone.setErrhandler(MPI.ERRORS_RETURN);
        int key = Comm.createKeyval();
        clone.setAttr(key, "value");
        clone.getAttr(key);
        clone.free();
        Comm.freeKeyval(key);
        Info info = new Info();
        info.set("key", "value");
        info.get("key");
        info.free();
    }

    private void topologies() throws Exception {
        int[] dims = new int[1];
        CartComm.createDims(2, dims);
        CartComm ring = pair.createCart(dims, new boolean[] {true}, false);
        ring.shift(0, 1);
        ring.getRank(ring.getCoords(me));
        ring.getTopo();
        ring.neighborAllGather(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE);
        ring.neighborAllToAll(out, 1, MPI.DOUBLE, in, 1, MPI.DOUBLE);
        ring.sub(new boolean[] {true}).free();
        ring.free();
        GraphComm graph = pair.createGraph(new int[] {1, 2}, new int[] {1, 0}, false);
        graph.getNeighbors(me);
        graph.free();
    }

    private void betweenGroups() throws Exception {
        Intracomm alone = pair.split(me, 0);
        Intercomm other = pair.createIntercomm(alone, 0, peer, TAG);
        other.sendRecv(out, 1, MPI.DOUBLE, 0, TAG, in, 1, MPI.DOUBLE, 0, TAG);
        other.barrier();
        other.allReduce(out, in, 1, MPI.DOUBLE, MPI.SUM);
        other.bcast(in, 1, MPI.DOUBLE, me == 0 ? MPI.ROOT : 0);
        other.merge(me == 0).free();
        other.free();
        alone.free();
    }

    private void windows() throws Exception {
        Win window = new Win(inBuffer, 4, 1, MPI.INFO_NULL, pair);
        window.fence(0);
        window.put(out, 1, MPI.DOUBLE, peer, 0, 1, MPI.DOUBLE);
        window.fence(0);
        window.get(in, 1, MPI.DOUBLE, peer, 0, 1, MPI.DOUBLE);
        window.accumulate(outBuffer, 1, MPI.DOUBLE, peer, 1, 1, MPI.DOUBLE, MPI.SUM);
        window.fence(0);
        window.lock(MPI.LOCK_EXCLUSIVE, peer, 0);
        window.put(outBuffer, 1, MPI.DOUBLE, peer, 0, 1, MPI.DOUBLE);
        window.flush(peer);
        window.fetchAndOp(outBuffer, MPI.newDoubleBuffer(1), MPI.DOUBLE, peer, 1, MPI.SUM);
        window.rGet(outBuffer, 1, MPI.DOUBLE, peer, 0, 1, MPI.DOUBLE).waitFor();
        window.unlock(peer);
        Group other = pair.getGroup().incl(new int[] {peer});
        window.post(other, 0);
        window.start(other, 0);
        window.put(outBuffer, 1, MPI.DOUBLE, peer, 0, 1, MPI.DOUBLE);
        window.complete();
        window.waitFor();
        window.lockAll(0);
        window.unlockAll();
        window.free();
        DoubleBuffer made = MPI.newDoubleBuffer(4);
        Win shared = new Win(32, 8, MPI.INFO_NULL, pair, made, 0);
        shared.sharedQuery(0);
        shared.free();
    }
}
