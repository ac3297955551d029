package mpi;

import org.strata.mca.coll.Buf;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernel;
import org.strata.opal.op.ReduceKernels;

import java.util.Arrays;

/**
 * Agreement on the context id of a new communicator: the lowest id that is free at every member of
 * its parent, found by a bitwise AND over the members' free ids. Guarded by the engine's bracket.
 *
 * <p>With MPI_THREAD_MULTIPLE several agreements may be under way in one process, on different
 * parents; while one has its free ids in a round, the others must not promise the same ids. So only
 * one at a time contributes, the one with the lowest parent id among those that wait, and the
 * others contribute nothing and try again. The agreement with the lowest parent id overall goes
 * first at every member, so somebody always succeeds.
 */
final class ContextIds {
    /** Id of MPI_COMM_WORLD. */
    static final int WORLD = 0;

    /** Id of MPI_COMM_SELF. */
    static final int SELF = 1;

    private static final int IDS = 65536;
    private static final int WORDS_PER_ROUND = 16;
    private static final int ROUNDS = IDS / Long.SIZE / WORDS_PER_ROUND;
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private final Coll coll;
    private final long[] free = new long[IDS / Long.SIZE];
    private int[] waiting = new int[0];
    private boolean contributed;

    ContextIds(Coll coll) {
        this.coll = coll;
        Arrays.fill(free, -1L);
        take(WORLD);
        take(SELF);
    }

    /** How the members of an agreement combine what they have. */
    @FunctionalInterface
    interface Combine {
        /** Replaces {@code words} by the bitwise AND over all members; returns an Rc code. */
        int and(long[] words);
    }

    /**
     * Agrees with all members of a communicator; collective. The id is free still: take it when
     * this process is a member of the new communicator, before leaving the bracket.
     *
     * @return the id, or a negative {@link Rc} code: NO_RESOURCE when no id is free everywhere
     */
    int agree(CommContext parent) {
        return agree(parent.id(), words -> allreduce(words, parent));
    }

    /** As {@link #agree(CommContext)}, by another way to combine. */
    int agree(int parent, Combine combine) {
        waiting = with(waiting, parent);
        try {
            int round = 0;
            while (round < ROUNDS) {
                long[] words = new long[1 + WORDS_PER_ROUND];
                int rc = round(parent, combine, round, words);
                if (rc != Rc.OK) {
                    return rc;
                }
                if (words[0] != 0) {
                    int lowest = lowest(words);
                    if (lowest >= 0) {
                        return round * WORDS_PER_ROUND * Long.SIZE + lowest;
                    }
                    round++;
                }
            }
            return Rc.NO_RESOURCE;
        } finally {
            waiting = without(waiting, parent);
        }
    }

    /** Word 0 tells whether every member contributed. */
    private int round(int parent, Combine combine, int round, long[] words) {
        boolean mine = !contributed && parent == Arrays.stream(waiting).min().orElse(parent);
        if (mine) {
            words[0] = -1;
            System.arraycopy(free, round * WORDS_PER_ROUND, words, 1, WORDS_PER_ROUND);
            contributed = true;
        }
        try {
            return combine.and(words);
        } finally {
            if (mine) {
                contributed = false;
            }
        }
    }

    private int allreduce(long[] words, CommContext parent) {
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

    private static int[] with(int[] all, int one) {
        int[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = one;
        return more;
    }

    private static int[] without(int[] all, int one) {
        int[] fewer = new int[all.length - 1];
        int kept = 0;
        boolean dropped = false;
        for (int id : all) {
            if (id == one && !dropped) {
                dropped = true;
            } else {
                fewer[kept++] = id;
            }
        }
        return fewer;
    }

    /** Bitwise AND of longs. */
    private static final class And implements ReduceOp {
        static final And INSTANCE = new And();

        private final ReduceKernel kernel = ReduceKernels.find(OpKind.BAND, NumberKind.INT64);

        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            kernel.apply(inBase, in, inoutBase, inout, count);
        }

        @Override
        public boolean commutative() {
            return true;
        }
    }
}
