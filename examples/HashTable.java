import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.LongBuffer;
import java.util.Random;

/**
 * A hash table whose slots lie in the memory of all ranks. Every rank inserts and counts keys
 * anywhere, and no rank answers requests: the operations on a window do it.
 *
 * <p>Shows: {@code Win} in memory of the library, lockAll, compareAndSwap to claim a slot,
 * fetchAndOp to count, get to look up, flush.
 *
 * <pre>./mpirun -np 4 java examples/HashTable.java --keys 100000</pre>
 */
public final class HashTable {
    private static final String USAGE =
            """
            Usage: mpirun -np N java examples/HashTable.java [--keys K]
              --keys K   keys that each rank inserts, of as many different ones (default 20000)
            Every key is counted; rank 0 prints the keys per second, and whether all were found.
            """;

    /** A slot has a key, 0 when it is free, and how often that was inserted. */
    private static final int SLOT = 2;

    private final Intracomm comm;
    private final int size;
    private final int slotsPerRank;
    private final Win win;
    private final LongBuffer key = MPI.newLongBuffer(1);
    private final LongBuffer free = MPI.newLongBuffer(1);
    private final LongBuffer found = MPI.newLongBuffer(1);
    private final LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
    private final LongBuffer slot = MPI.newLongBuffer(SLOT);

    private HashTable(Intracomm comm, int keys) throws MPIException {
        this.comm = comm;
        this.size = comm.getSize();
        // Half of the slots stay free, so that searches are short.
        this.slotsPerRank = 2 * keys / size + 1;
        int words = SLOT * slotsPerRank;
        win = new Win(words, 1, MPI.INFO_NULL, comm, MPI.newLongBuffer(words), Win.FLAVOR_PRIVATE);
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int status = run(args);
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(String[] args) throws MPIException {
        boolean speaker = MPI.COMM_WORLD.getRank() == 0;
        int keys;
        try {
            keys = parse(args);
        } catch (IllegalArgumentException e) {
            if (speaker) {
                System.err.println("HashTable: " + e.getMessage() + "; try --help");
            }
            return 2;
        }
        if (keys == 0) {
            if (speaker) {
                System.out.print(USAGE);
            }
            return 0;
        }
        return new HashTable(MPI.COMM_WORLD, keys).fill(keys);
    }

    private static int parse(String[] args) {
        if (args.length == 0) {
            return 20_000;
        }
        if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
            return 0;
        }
        if (args.length != 2 || !args[0].equals("--keys")) {
            throw new IllegalArgumentException("unknown arguments " + String.join(" ", args));
        }
        int keys = Integer.parseInt(args[1]);
        if (keys < 1 || keys > 50_000_000) {
            throw new IllegalArgumentException("--keys must be 1 to 50000000");
        }
        return keys;
    }

    /** Inserts this rank's keys, then looks all of them up; returns the exit code. */
    private int fill(int keys) throws MPIException {
        win.lockAll(0);
        comm.barrier();
        double start = MPI.wtime();
        long seed = 1L + comm.getRank();
        new Random(seed).longs(keys, 1, keys + 1L).forEach(this::count);
        comm.barrier();
        double seconds = MPI.wtime() - start;
        long[] total = {0};
        for (long each = 1L + comm.getRank(); each <= keys; each += size) {
            total[0] += lookUp(each);
        }
        win.unlockAll();
        comm.allReduce(total, 1, MPI.LONG, MPI.SUM);
        boolean right = total[0] == (long) keys * size;
        if (comm.getRank() == 0) {
            System.out.printf("%.0f insertions per second%n", keys * size / seconds);
            System.out.println(total[0] + " insertions counted, as it should be: " + right);
        }
        win.free();
        return right ? 0 : 1;
    }

    /** Returns the first slot where a key may be; it is in this one, or in one that follows. */
    private long home(long wanted) {
        long mixed = wanted * 0x9E3779B97F4A7C15L;
        return Math.floorMod(mixed ^ mixed >>> 32, (long) slotsPerRank * size);
    }

    private long next(long place) {
        return place + 1 == (long) slotsPerRank * size ? 0 : place + 1;
    }

    private int rankOf(long place) {
        return (int) (place / slotsPerRank);
    }

    private int wordOf(long place) {
        return SLOT * (int) (place % slotsPerRank);
    }

    private void count(long wanted) {
        try {
            long place = home(wanted);
            while (!claim(wanted, place)) {
                place = next(place);
            }
            win.accumulate(
                    one, 1, MPI.LONG, rankOf(place), wordOf(place) + 1, 1, MPI.LONG, MPI.SUM);
            win.flush(rankOf(place));
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether a slot has the key, or was free and has it now. */
    private boolean claim(long wanted, long place) throws MPIException {
        int rank = rankOf(place);
        key.put(0, wanted);
        win.compareAndSwap(key, free, found, MPI.LONG, rank, wordOf(place));
        win.flush(rank);
        return found.get(0) == 0 || found.get(0) == wanted;
    }

    /** Returns how often a key was inserted. */
    private long lookUp(long wanted) throws MPIException {
        long place = home(wanted);
        while (true) {
            int rank = rankOf(place);
            win.get(slot, SLOT, MPI.LONG, rank, wordOf(place), SLOT, MPI.LONG);
            win.flush(rank);
            if (slot.get(0) == 0 || slot.get(0) == wanted) {
                return slot.get(0) == wanted ? slot.get(1) : 0;
            }
            place = next(place);
        }
    }
}
