package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

import java.util.Arrays;

/**
 * Agreement on the context id of a new communicator: the lowest id that is free at every member of
 * its parent, found by a bitwise AND over the members' free ids. Guarded by the engine's bracket.
 *
 * <p>With MPI_THREAD_MULTIPLE several agreements may be under way in one process, on different
 * parents; while one contributes its free ids to a round, the others must not contribute the same
 * ids. So only one at a time contributes, the one with the lowest parent id among those that wait;
 * the others contribute no id and try again. The agreement with the lowest parent id of all comes
 * first at every member, so one agreement always succeeds.
 *
 * <p>Non-blocking agreements have half of the ids for themselves: a blocking one must not wait for
 * one that other processes have not begun yet.
 */
final class ContextIds {
    /** Id of MPI_COMM_WORLD. */
    static final int WORLD = 0;

    /** Id of MPI_COMM_SELF. */
    static final int SELF = 1;

    /** Ids for blocking agreements, and as many for the others. */
    static final int HALF = 32768;

    private static final int WORDS_PER_ROUND = 16;
    private static final int IDS_PER_ROUND = WORDS_PER_ROUND * Long.SIZE;
    private static final int ROUNDS = HALF / IDS_PER_ROUND;
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private final Coll coll;
    private final long[] free = new long[2 * HALF / Long.SIZE];
    private final Pool blocking = new Pool(0);
    private final Pool nonBlocking = new Pool(HALF);

    ContextIds(Coll coll) {
        this.coll = coll;
        Arrays.fill(free, -1L);
        take(WORLD);
        take(SELF);
    }

    /** Combines the words of all members of an agreement. */
    @FunctionalInterface
    interface Combine {
        /** Replaces {@code words} by the bitwise AND over all members; returns an Rc code. */
        int and(long[] words);
    }

    /** A range of ids, and the agreements under way on them. */
    private static final class Pool {
        private final int first;
        private long[] waiting = new long[0];
        private boolean contributed;

        Pool(int first) {
            this.first = first;
        }
    }

    /** One agreement: a sequence of rounds, each over some of the ids. */
    final class Agreement {
        private final Pool pool;
        private final long key;
        private int round;
        private boolean mine;

        private Agreement(Pool pool, long key) {
            this.pool = pool;
            this.key = key;
            pool.waiting = with(pool.waiting, key);
        }

        /** Begins a round; returns what this process contributes to it. */
        long[] begin() {
            long[] words = new long[1 + WORDS_PER_ROUND];
            mine = !pool.contributed && key == least(pool.waiting);
            if (mine) {
                words[0] = -1;
                int from = pool.first / Long.SIZE + round * WORDS_PER_ROUND;
                System.arraycopy(free, from, words, 1, WORDS_PER_ROUND);
                pool.contributed = true;
            }
            return words;
        }

        /**
         * Ends a round.
         *
         * @param words the AND of all contributions; word 0 is not 0 if all members made one
         * @return the id, or -1 when another round is needed, or {@link Rc#NO_MEMORY} when no id is
         *     free everywhere
         */
        int end(long[] words) {
            pool.contributed &= !mine;
            mine = false;
            if (words[0] == 0) {
                return AGAIN;
            }
            int lowest = lowest(words);
            if (lowest >= 0) {
                return pool.first + round * IDS_PER_ROUND + lowest;
            }
            return ++round < ROUNDS ? AGAIN : Rc.NO_MEMORY;
        }

        /** Ends the agreement, with or without an id. */
        void close() {
            pool.contributed &= !mine;
            pool.waiting = without(pool.waiting, key);
        }
    }

    /** No id yet. */
    static final int AGAIN = -1;

    /** Returns the key of an agreement of all members of a parent. */
    static long key(int parent) {
        return (long) parent << Integer.SIZE;
    }

    /**
     * Returns the key of an agreement of a parent that is one of several at a time.
     *
     * @param number the program's tag, or which duplication it is; from 0
     */
    static long key(int parent, int number) {
        return key(parent) + 1 + number;
    }

    /**
     * Returns the key of an agreement of groups that share no communicator.
     *
     * @param number what both groups know; agreements with the same one are rare
     */
    static long dynamicKey(long number) {
        return key((1 << 30) | ((int) number & ((1 << 30) - 1)));
    }

    /** Begins an agreement whose rounds the caller drives, from the ids for that. */
    Agreement nonBlocking(long key) {
        return new Agreement(nonBlocking, key);
    }

    /**
     * Agrees with all members of a communicator; collective. The id is not marked as used yet: the
     * caller does so, before it leaves the bracket, when this process is a member of the new
     * communicator.
     *
     * @return the id, or a negative {@link Rc} code: NO_MEMORY when no id is free everywhere
     */
    int agree(CommContext parent) {
        return agree(key(parent.id()), words -> and(words, parent));
    }

    /**
     * As {@link #agree(CommContext)}, with another way to combine words.
     *
     * @param key from {@link #key}
     */
    int agree(long key, Combine combine) {
        Agreement agreement = new Agreement(blocking, key);
        try {
            int id = AGAIN;
            while (id == AGAIN) {
                long[] words = agreement.begin();
                int rc = combine.and(words);
                if (rc != Rc.OK) {
                    return rc;
                }
                id = agreement.end(words);
            }
            return id;
        } finally {
            agreement.close();
        }
    }

    /** Replaces words by their bitwise AND over all members of a communicator; collective. */
    int and(long[] words, CommContext parent) {
        return coll.allreduce(null, new Buf(words, 0, words.length, LONG), And.INSTANCE, parent);
    }

    private static int lowest(long[] words) {
        for (int i = 1; i < words.length; i++) {
            if (words[i] != 0) {
                return (i - 1) * Long.SIZE + Long.numberOfTrailingZeros(words[i]);
            }
        }
        return -1;
    }

    /** Marks an agreed id as used in this process. */
    void take(int id) {
        free[id / Long.SIZE] &= ~(1L << id);
    }

    /** Marks an id as free in this process. */
    void release(int id) {
        free[id / Long.SIZE] |= 1L << id;
    }

    private static long least(long[] keys) {
        long least = keys[0];
        for (long key : keys) {
            least = Math.min(least, key);
        }
        return least;
    }

    private static long[] with(long[] all, long one) {
        long[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = one;
        return more;
    }

    private static long[] without(long[] all, long one) {
        int at = 0;
        while (all[at] != one) {
            at++;
        }
        long[] fewer = Arrays.copyOf(all, all.length - 1);
        System.arraycopy(all, at + 1, fewer, at, fewer.length - at);
        return fewer;
    }

    /** Bitwise AND of longs; there are too few of them for a vector kernel. */
    private static final class And implements ReduceOp {
        static final And INSTANCE = new And();

        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            long[] a = new long[(int) count];
            long[] b = new long[(int) count];
            Memory.copy(inBase, in, a, 0, count * Long.BYTES);
            Memory.copy(inoutBase, inout, b, 0, count * Long.BYTES);
            for (int i = 0; i < a.length; i++) {
                b[i] &= a[i];
            }
            Memory.copy(b, 0, inoutBase, inout, count * Long.BYTES);
        }

        @Override
        public boolean exact() {
            return true;
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }
}
