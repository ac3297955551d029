package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.LongBuffer;

/**
 * A counter that the window's lock protects, and one that a lock of the program's own does: the
 * queue lock of Mellor-Crummey and Scott, by fetch-and-op and compare-and-swap on a window. Each
 * waiting rank polls a word of its own.
 */
final class LockProgram {
    /** Words of a rank's memory: its successor plus 1; whether it waits; at rank 0, tail plus 1. */
    private static final int NEXT = 0;

    private static final int WAITS = 1;
    private static final int TAIL = 2;
    private static final int COUNTER = 3;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final Win win;
    private final LongBuffer operand = MPI.newLongBuffer(1);
    private final LongBuffer compare = MPI.newLongBuffer(1);
    private final LongBuffer result = MPI.newLongBuffer(1);

    private LockProgram() throws MPIException {
        win = new Win(MPI.newLongBuffer(4), 4, 1, MPI.INFO_NULL, world);
    }

    static void run() throws MPIException {
        LockProgram program = new LockProgram();
        int rounds = Integer.getInteger("rounds", 100);
        program.win.lockAll(0);
        for (int i = 0; i < rounds; i++) {
            program.acquire();
            // Two operations that nobody may come between.
            long value = program.read(0, COUNTER);
            program.write(0, COUNTER, value + 1);
            program.release();
        }
        program.world.barrier();
        long expected = (long) rounds * program.world.getSize();
        Check.equal(program.read(0, COUNTER), expected, "counter under the queue lock");
        program.win.unlockAll();
        program.underTheWindowsLock(rounds);
        program.win.free();
    }

    private void underTheWindowsLock(int rounds) throws MPIException {
        world.barrier();
        for (int i = 0; i < rounds; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            win.get(result, 1, MPI.LONG, 0, COUNTER, 1, MPI.LONG);
            win.flush(0);
            operand.put(0, result.get(0) - 1);
            win.put(operand, 1, MPI.LONG, 0, COUNTER, 1, MPI.LONG);
            win.unlock(0);
        }
        world.barrier();
        win.lock(MPI.LOCK_SHARED, 0, 0);
        Check.equal(read(0, COUNTER), 0L, "counter under the window's lock");
        win.unlock(0);
    }

    private long read(int target, int word) throws MPIException {
        win.fetchAndOp(operand, result, MPI.LONG, target, word, MPI.NO_OP);
        win.flush(target);
        return result.get(0);
    }

    private long write(int target, int word, long value) throws MPIException {
        operand.put(0, value);
        win.fetchAndOp(operand, result, MPI.LONG, target, word, MPI.REPLACE);
        win.flush(target);
        return result.get(0);
    }

    private void acquire() throws MPIException {
        write(rank, NEXT, 0);
        write(rank, WAITS, 1);
        long before = write(0, TAIL, rank + 1);
        if (before != 0) {
            write((int) before - 1, NEXT, rank + 1);
            while (read(rank, WAITS) == 1) {
                Thread.onSpinWait();
            }
        }
    }

    private void release() throws MPIException {
        if (read(rank, NEXT) == 0) {
            operand.put(0, 0);
            compare.put(0, rank + 1);
            win.compareAndSwap(operand, compare, result, MPI.LONG, 0, TAIL);
            win.flush(0);
            if (result.get(0) == rank + 1) {
                return;
            }
            while (read(rank, NEXT) == 0) {
                Thread.onSpinWait();
            }
        }
        write((int) read(rank, NEXT) - 1, WAITS, 0);
    }
}
