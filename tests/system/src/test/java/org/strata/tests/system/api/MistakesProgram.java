package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/** Mistakes that no MPI finds by itself; the argument names the one that is made. */
public final class MistakesProgram {
    private static final int TAG = 7;

    private MistakesProgram() {}

    /** Makes the mistake; the first rank says when the program has come to its end all the same. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        int[] ints = new int[8];
        switch (args[0]) {
            case "java-type" -> javaType(me, ints);
            case "message-type" -> messageType(me, ints);
            case "late-type" -> lateType(me);
            case "root" -> MPI.COMM_WORLD.bcast(ints, 4, MPI.INT, me == 2 ? 1 : 0);
            case "length" -> MPI.COMM_WORLD.bcast(ints, me == 2 ? 5 : 4, MPI.INT, 0);
            case "operation" ->
                    MPI.COMM_WORLD.allReduce(ints, 4, MPI.INT, me == 2 ? MPI.MAX : MPI.SUM);
            case "order" -> order(me, ints);
            case "counts" -> counts(me, ints);
            case "pairs" -> pairs(me, ints);
            case "changed" -> changed(me);
            case "changed-persistent" -> changedPersistent(me);
            case "early-end" -> earlyEnd(me);
            case "left" -> left(me, ints);
            default -> right(me, ints);
        }
        MPI.Finalize();
        if (me == 0) {
            System.out.println("ended");
        }
    }

    private static void javaType(int me, int[] ints) throws MPIException {
        if (me == 0) {
            MPI.COMM_WORLD.send(ints, 2, MPI.DOUBLE, 1, TAG);
        } else if (me == 1) {
            MPI.COMM_WORLD.recv(new double[2], 2, MPI.DOUBLE, 0, TAG);
        }
    }

    private static void messageType(int me, int[] ints) throws MPIException {
        if (me == 0) {
            MPI.COMM_WORLD.send(ints, 2, MPI.INT, 1, TAG);
        } else if (me == 1) {
            MPI.COMM_WORLD.recv(new float[2], 2, MPI.FLOAT, 0, TAG);
        }
    }

    /** Longer than eager messages; non-blocking on both sides. */
    private static void lateType(int me) throws MPIException {
        int count = 1 << 18;
        if (me == 0) {
            IntBuffer ints = MPI.newIntBuffer(count);
            MPI.COMM_WORLD.iSend(ints, count, MPI.INT, 1, TAG).waitFor();
        } else if (me == 1) {
            FloatBuffer floats = MPI.newFloatBuffer(count);
            MPI.COMM_WORLD.iRecv(floats, count, MPI.FLOAT, MPI.ANY_SOURCE, TAG).waitFor();
        }
    }

    private static void order(int me, int[] ints) throws MPIException {
        if (me == 1) {
            MPI.COMM_WORLD.reduce(ints, 4, MPI.INT, MPI.SUM, 0);
            MPI.COMM_WORLD.bcast(ints, 4, MPI.INT, 0);
        } else {
            MPI.COMM_WORLD.bcast(ints, 4, MPI.INT, 0);
            MPI.COMM_WORLD.reduce(ints, 4, MPI.INT, MPI.SUM, 0);
        }
    }

    private static int[] twice(int size) {
        int[] counts = new int[size];
        Arrays.fill(counts, 2);
        return counts;
    }

    private static int[] places(int size) {
        int[] displacements = new int[size];
        Arrays.setAll(displacements, rank -> 2 * rank);
        return displacements;
    }

    private static void counts(int me, int[] ints) throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        int[] all = new int[2 * size];
        MPI.COMM_WORLD.gatherv(
                ints, me == 1 ? 1 : 2, MPI.INT, all, twice(size), places(size), MPI.INT, 0);
    }

    private static void pairs(int me, int[] ints) throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        int[] sent = twice(size);
        sent[0] = me == 2 ? 1 : 2;
        int[] all = new int[2 * size];
        MPI.COMM_WORLD.allToAllv(
                ints, sent, places(size), MPI.INT, all, twice(size), places(size), MPI.INT);
    }

    private static void changed(int me) throws MPIException {
        double[] data = new double[8];
        if (me == 0) {
            Request request = MPI.COMM_WORLD.iSend(data, 8, MPI.DOUBLE, 1, TAG);
            data[5] = 1;
            request.waitFor();
        } else if (me == 1) {
            MPI.COMM_WORLD.recv(data, 8, MPI.DOUBLE, 0, TAG);
        }
    }

    private static void changedPersistent(int me) throws MPIException {
        int count = 1 << 18;
        double[] data = new double[count];
        if (me == 0) {
            Prequest request = MPI.COMM_WORLD.sendInit(data, count, MPI.DOUBLE, 1, TAG);
            request.start();
            data[count - 1] = 1;
            request.waitFor();
        } else if (me == 1) {
            MPI.COMM_WORLD.recv(data, count, MPI.DOUBLE, 0, TAG);
        }
    }

    private static void earlyEnd(int me) throws MPIException {
        if (me != 1) {
            MPI.COMM_WORLD.barrier();
        }
    }

    private static void left(int me, int[] ints) throws MPIException {
        if (me == 0) {
            MPI.COMM_WORLD.send(ints, 2, MPI.INT, 1, TAG);
        } else if (me == 1) {
            MPI.COMM_WORLD.iRecv(ints, 8, MPI.INT, 0, TAG + 1);
        }
    }

    /** Errors return here: every rank that is concerned gets one, and the communicator works on. */
    private static void right(int me, int[] ints) throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.bcast(ints, 4, MPI.INT, me == 2 ? 1 : 0);
            System.out.println("rank " + me + ": no exception");
        } catch (MPIException e) {
            Check.equal(e.getErrorClass(), MPI.ERR_NOT_SAME, "error class");
        }
        int[] sum = new int[1];
        MPI.COMM_WORLD.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        Check.equal(sum[0], MPI.COMM_WORLD.getSize(), "sum behind the mistake");
    }
}
