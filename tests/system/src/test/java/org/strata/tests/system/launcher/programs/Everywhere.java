package org.strata.tests.system.launcher.programs;

import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Uses each part of the stack that meets the operating system: short and long messages, a wait that
 * is long enough to sleep, a collective, a window, a file with locks. The only argument is a
 * directory.
 */
public final class Everywhere {
    private static final int LONG = 300_000;
    private static final int SLEEP_MILLIS = 150;

    private Everywhere() {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        boolean right = ring(rank, size) && window(rank, size);
        right &= file(Path.of(args[0], "shared").toString(), rank, size);
        int[] all = {right ? 1 : 0};
        int[] sum = new int[1];
        MPI.COMM_WORLD.allReduce(all, sum, 1, MPI.INT, MPI.SUM);
        MPI.Finalize();
        if (rank == 0) {
            System.out.println(sum[0] == size ? "all right" : "wrong: " + (size - sum[0]));
        }
    }

    private static boolean ring(int rank, int size) throws Exception {
        int[] token = {7};
        double[] much = new double[LONG];
        Arrays.fill(much, rank);
        double[] got = new double[LONG];
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        if (rank == 0) {
            // The others sleep meanwhile: what comes then must wake them.
            Thread.sleep(SLEEP_MILLIS);
            MPI.COMM_WORLD.send(token, 1, MPI.INT, next, 1);
            MPI.COMM_WORLD.recv(token, 1, MPI.INT, last, 1);
        } else {
            MPI.COMM_WORLD.recv(token, 1, MPI.INT, last, 1);
            token[0]++;
            MPI.COMM_WORLD.send(token, 1, MPI.INT, next, 1);
        }
        MPI.COMM_WORLD.sendRecv(much, LONG, MPI.DOUBLE, next, 2, got, LONG, MPI.DOUBLE, last, 2);
        boolean counted = rank > 0 || token[0] == 7 + size - 1;
        return counted && Arrays.stream(got).allMatch(each -> each == last);
    }

    private static boolean window(int rank, int size) throws MPIException {
        ByteBuffer memory = MPI.newByteBuffer(8 * LONG);
        Win win = new Win(memory, 8 * LONG, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        ByteBuffer origin = MPI.newByteBuffer(8 * LONG);
        origin.put(8 * LONG - 1, (byte) (rank + 1));
        win.fence(0);
        win.put(origin, 8 * LONG, MPI.BYTE, (rank + 1) % size, 0, 8 * LONG, MPI.BYTE);
        win.fence(0);
        boolean right = memory.get(8 * LONG - 1) == (rank + size - 1) % size + 1;
        win.free();
        return right;
    }

    private static boolean file(String name, int rank, int size) throws MPIException {
        int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;
        File file = new File(MPI.COMM_WORLD, name, mode);
        file.setView(0, MPI.INT, MPI.INT, "native", MPI.INFO_NULL);
        file.setAtomicity(true);
        int[] own = {100 + rank};
        file.writeAt(rank, own, 1, MPI.INT);
        MPI.COMM_WORLD.barrier();
        int[] all = new int[size];
        file.readAt(0, all, size, MPI.INT);
        file.close();
        boolean right = true;
        for (int i = 0; i < size; i++) {
            right &= all[i] == 100 + i;
        }
        return right;
    }
}
