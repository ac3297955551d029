package org.strata.verbs.ibverbs;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

/**
 * Finds the longest inline payload. No attribute reports it, so this tries to create queue pairs,
 * from the longest payload down.
 */
final class InlineProbe {
    private static final int[] LENGTHS = {1024, 512, 256, 220, 128, 96, 64, 32};

    private InlineProbe() {}

    /** Returns the longest of the usual lengths that the device accepts, bytes. */
    static int longest(Context context) {
        try (ProtectionDomain pd = context.allocPd();
                CompletionQueue cq = context.createCq(1, null)) {
            for (int length : LENGTHS) {
                if (works(context, QpInit.rc(pd, cq, cq, 1, 1, length))) {
                    return length;
                }
            }
            return 0;
        }
    }

    private static boolean works(Context context, QpInit init) {
        try (QueuePair qp = context.createQp(init)) {
            return qp.number() >= 0;
        } catch (VerbsException e) {
            return false;
        }
    }
}
