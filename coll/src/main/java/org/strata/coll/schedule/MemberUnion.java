package org.strata.coll.schedule;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernels;

/**
 * Unites sets of numbers over the members of a communicator, by blocking collectives.
 *
 * @param coll the collectives of the communicator
 * @param local those of the own group of an inter-communicator; else the same
 */
public record MemberUnion(Coll coll, Coll local) {
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);
    private static final ReduceOp OR = new Or();

    /**
     * Adds to a set what the other members' sets have; collective.
     *
     * @param words the bits of the set, the same number of words at all members
     * @return an Rc code
     */
    int unite(long[] words, CommContext comm) {
        if (!comm.isInter()) {
            return local.allreduce(null, buf(words), OR, comm);
        }
        int rc = local.allreduce(null, buf(words), OR, comm.group());
        long[] theirs = new long[words.length];
        int exchanged = coll.allreduce(buf(words), buf(theirs), OR, comm);
        for (int i = 0; i < words.length; i++) {
            words[i] |= theirs[i];
        }
        return rc == Rc.OK ? exchanged : rc;
    }

    private static Buf buf(long[] words) {
        return new Buf(words, 0, words.length, LONG);
    }

    /** The bitwise or of 8-byte integers. */
    private static final class Or implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            ReduceKernels.find(OpKind.BOR, NumberKind.INT64)
                    .apply(inBase, in, inoutBase, inout, count);
        }

        @Override
        public boolean commutative() {
            return true;
        }

        @Override
        public boolean exact() {
            return true;
        }
    }
}
