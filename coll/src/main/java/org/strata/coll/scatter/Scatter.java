package org.strata.coll.scatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** The scatter, by any of its algorithms. */
public final class Scatter {
    private Scatter() {}

    /**
     * Runs the chosen algorithm.
     *
     * @param send what is sent, {@code count()} elements per rank; used at the root only
     * @param own where this rank's part goes; null at the root in place
     */
    public static void run(Call call, Choice choice, Buf send, Buf own, int root) {
        Parts parts = call.rank() == root ? Parts.equal(send, call.size()) : null;
        switch ((ScatterAlgorithm) choice.algorithm()) {
            case BASIC_LINEAR -> LinearScatter.run(call, parts, own, root, false);
            case BINOMIAL -> BinomialScatter.run(call, send, own, root);
            case LINEAR_NB -> LinearScatter.run(call, parts, own, root, true);
        }
    }

    /** Scatters parts of different lengths; {@code parts} is used at the root only. */
    public static void varying(Call call, Parts parts, Buf own, int root) {
        LinearScatter.run(call, parts, own, root, true);
    }
}
