package org.strata.tests.system.api;

import mpi.CartComm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import java.util.Arrays;

/** Messages, and places in buffers, of more bytes than an int can tell. One rank, 7 GiB. */
public final class HugeProgram {
    private HugeProgram() {}

    /** Runs all. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        replace();
        neighbors();
        System.out.println("ok, " + Check.count() + " checks");
        MPI.Finalize();
    }

    private static void replace() throws MPIException {
        int count = (1 << 28) + 3;
        long[] data = new long[count];
        Arrays.setAll(data, i -> 3L * i);
        Status status = MPI.COMM_WORLD.sendRecvReplace(data, count, MPI.LONG, 0, 1, 0, 1);
        Check.equal(status.getCount(MPI.LONG), count, "longs received");
        boolean same = true;
        for (int i = 0; i < count; i++) {
            same &= data[i] == 3L * i;
        }
        Check.that(same, "2 GiB from this rank to itself");
    }

    /** Four blocks, all of this rank itself; the last one begins behind 2^31 bytes. */
    private static void neighbors() throws MPIException {
        int[] sides = {1, 1};
        boolean[] periods = {true, true};
        CartComm grid = MPI.COMM_WORLD.createCart(sides, periods, false);
        int longs = 90_000_000;
        long[] out = new long[longs];
        Arrays.setAll(out, i -> ~i);
        long[] in = new long[4 * longs];
        grid.neighborAllGather(out, 8 * longs, MPI.BYTE, in, 8 * longs, MPI.BYTE);
        boolean same = true;
        // Arrays.mismatch on ranges crashes from element 2^28 on (JDK 25).
        for (int i = 0; i < in.length; i++) {
            same &= in[i] == ~(i % longs);
        }
        Check.that(same, "four blocks of 720 MB");
        grid.free();
    }
}
