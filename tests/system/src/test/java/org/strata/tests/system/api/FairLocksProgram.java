package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.LongBuffer;
import java.util.Random;

/**
 * Locks of windows that others want all the time: everybody gets them, and members that share locks
 * do not wait for each other, whoever else wants them alone. Each part ends, or hangs.
 */
final class FairLocksProgram {
    private static final int FLAG = 0;
    private static final int COUNTER = 1;

    /** Two words that are always the same, to those that have the lock. */
    private static final int LEFT = 2;

    private static final int RIGHT = 3;
    private static final int WORDS = 4;
    private static final int ROUNDS = Integer.getInteger("rounds", 40);

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final LongBuffer in = MPI.newLongBuffer(1);
    private final LongBuffer out = MPI.newLongBuffer(1);
    private final Random random = new Random(rank);
    private final Win win;

    private FairLocksProgram() throws MPIException {
        win = window();
    }

    private Win window() throws MPIException {
        return new Win(MPI.newLongBuffer(WORDS), WORDS, 1, MPI.INFO_NULL, world);
    }

    static void run() throws MPIException {
        FairLocksProgram program = new FairLocksProgram();
        program.untilTheFlag(MPI.LOCK_SHARED, MPI.LOCK_EXCLUSIVE);
        program.untilTheFlag(MPI.LOCK_EXCLUSIVE, MPI.LOCK_SHARED);
        program.untilTheFlag(MPI.LOCK_EXCLUSIVE, MPI.LOCK_EXCLUSIVE);
        program.locksInOppositeOrders();
        program.windowsInOppositeOrders();
        program.holdersThatWaitForMessages();
        program.win.free();
    }

    private long get(Win from, int target, int word) throws MPIException {
        from.get(in, 1, MPI.LONG, target, word, 1, MPI.LONG);
        from.flush(target);
        return in.get(0);
    }

    private void put(Win to, int target, int word, long value) throws MPIException {
        out.put(0, value);
        to.put(out, 1, MPI.LONG, target, word, 1, MPI.LONG);
        to.flush(target);
    }

    /**
     * The last rank sets a flag under one lock; the others look for it under another, in a loop.
     */
    private void untilTheFlag(int its, int theirs) throws MPIException {
        world.barrier();
        if (rank == size - 1) {
            win.lock(its, 0, 0);
            put(win, 0, FLAG, 1);
            win.unlock(0);
        } else {
            for (boolean set = false; !set; ) {
                win.lock(theirs, 0, 0);
                set = get(win, 0, FLAG) == 1;
                win.unlock(0);
            }
        }
        world.barrier();
        if (rank == 0) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            put(win, 0, FLAG, 0);
            win.unlock(0);
        }
        Check.that(true, "everybody got the lock");
    }

    /** Each rank shares all locks, beginning with its own, then wants some lock alone. */
    private void locksInOppositeOrders() throws MPIException {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < size; i++) {
                int target = (rank + i) % size;
                win.lock(MPI.LOCK_SHARED, target, 0);
                Check.equal(get(win, target, LEFT), get(win, target, RIGHT), "words of a pair");
            }
            for (int target = 0; target < size; target++) {
                win.unlock(target);
            }
            change(win);
        }
        world.barrier();
    }

    private void change(Win changed) throws MPIException {
        int target = random.nextInt(size);
        changed.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        long value = get(changed, target, LEFT) + 1;
        put(changed, target, LEFT, value);
        put(changed, target, RIGHT, value);
        changed.unlock(target);
    }

    private void windowsInOppositeOrders() throws MPIException {
        Win other = window();
        Win first = rank % 2 == 0 ? win : other;
        Win second = rank % 2 == 0 ? other : win;
        for (int round = 0; round < ROUNDS; round++) {
            first.lockAll(0);
            second.lockAll(0);
            int target = random.nextInt(size);
            Check.equal(get(second, target, LEFT), get(second, target, RIGHT), "words of a pair");
            second.unlockAll();
            first.unlockAll();
            change(random.nextBoolean() ? first : second);
        }
        world.barrier();
        other.free();
    }

    /** Rank 0 shares a lock until rank 1 has shared it, too; all others want it alone. */
    private void holdersThatWaitForMessages() throws MPIException {
        int[] message = new int[1];
        for (int round = 0; round < ROUNDS; round++) {
            if (rank == 0) {
                win.lock(MPI.LOCK_SHARED, 0, 0);
                for (int peer = 1; peer < size; peer++) {
                    world.send(message, 1, MPI.INT, peer, 1);
                }
                world.recv(message, 1, MPI.INT, 1 % size, 2);
                win.unlock(0);
            } else if (rank == 1) {
                world.recv(message, 1, MPI.INT, 0, 1);
                win.lock(MPI.LOCK_SHARED, 0, 0);
                world.send(message, 1, MPI.INT, 0, 2);
                win.unlock(0);
            } else {
                world.recv(message, 1, MPI.INT, 0, 1);
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                put(win, 0, COUNTER, get(win, 0, COUNTER) + 1);
                win.unlock(0);
            }
        }
        world.barrier();
        win.lock(MPI.LOCK_SHARED, 0, 0);
        Check.equal(get(win, 0, COUNTER), (long) ROUNDS * (size - 2), "epochs of those alone");
        win.unlock(0);
    }
}
