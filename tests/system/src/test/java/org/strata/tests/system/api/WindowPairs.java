package org.strata.tests.system.api;

import mpi.Int2;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** Accumulates of pairs, with padding and without, and of doubles. */
final class WindowPairs {
    private WindowPairs() {}

    static void run() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int extent = MPI.int2.getExtent();
        ByteBuffer pairs = MPI.newByteBuffer(64);
        ByteBuffer mine = MPI.newByteBuffer(64);
        Win win = new Win(pairs, 64, 1, MPI.INFO_NULL, world);
        Int2.Data here = MPI.int2.getData(pairs, 0);
        here.putValue(-1);
        here.putIndex(-1);
        Int2.Data own = MPI.int2.getData(mine, 0);
        own.putValue(100 - Math.abs(rank - 1));
        own.putIndex(rank);
        win.fence(0);
        win.accumulate(mine, 1, MPI.INT2, 0, 0, 1, MPI.INT2, MPI.MAXLOC);
        win.fence(0);
        if (rank == 0) {
            Check.equal(here.getValue(), size > 1 ? 100 : 99, "largest");
            Check.equal(here.getIndex(), size > 1 ? 1 : 0, "whose");
            Check.equal(extent, 8, "extent");
        }
        pairs.putLong(16, 7).putInt(24, 7).putInt(28, 77);
        mine.putLong(16, 6 - rank).putInt(24, rank).putInt(28, 88);
        win.fence(0);
        ByteBuffer tail = MPI.slice(mine, 16);
        win.accumulate(tail, 1, MPI.LONG_INT, 0, 16, 1, MPI.LONG_INT, MPI.MINLOC);
        win.fence(0);
        if (rank == 0) {
            Check.equal(pairs.getLong(16), 6L - (size - 1), "smallest");
            Check.equal(pairs.getInt(24), size - 1, "whose");
            Check.equal(pairs.getInt(28), 77, "padding stays");
        }
        win.free();
        DoubleBuffer doubles = MPI.newDoubleBuffer(4);
        DoubleBuffer half = MPI.newDoubleBuffer(1).put(0, 0.5);
        Win sums = new Win(doubles, 4, 2, MPI.INFO_NULL, world);
        sums.fence(0);
        sums.accumulate(half, 1, MPI.DOUBLE, 0, 1, 1, MPI.DOUBLE, MPI.SUM);
        sums.fence(0);
        Check.equal(doubles.get(2), rank == 0 ? size * 0.5 : 0.0, "displacement unit");
        sums.free();
    }
}
