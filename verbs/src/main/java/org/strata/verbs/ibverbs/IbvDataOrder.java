package org.strata.verbs.ibverbs;

import org.strata.verbs.DataOrder;
import org.strata.verbs.DataOrder.Extent;
import org.strata.verbs.ibverbs.InOrderDevices.Known;

/**
 * What is known of the order in which a queue pair's writes arrive: libibverbs' answer, else the
 * list of {@link InOrderDevices}.
 */
final class IbvDataOrder {
    /** Answer of {@link IbvLibrary#dataInOrder}: the library has no such question. */
    static final int CANNOT_BE_ASKED = -1;

    static final int NO = 0;
    static final int YES = 1;

    private IbvDataOrder() {}

    /**
     * Decides.
     *
     * @param answer YES, NO or CANNOT_BE_ASKED
     * @param known the device's line of the list
     * @param listed whether the list holds on this host's processor: beyond x86 the way to memory
     *     is seldom in order, whatever the device does
     */
    static DataOrder of(int answer, Known known, boolean listed) {
        Known line = listed ? known : Known.NEVER;
        if (answer == YES) {
            return new DataOrder(Extent.WORDS, "libibverbs promises it for this queue pair");
        }
        if (line == Known.ALWAYS || (line == Known.UNASKED && answer != NO)) {
            return new DataOrder(Extent.WORDS, "the device is listed as in order");
        }
        return new DataOrder(
                Extent.NONE,
                answer == NO
                        ? "libibverbs does not promise it for this queue pair"
                        : "libibverbs is older than rdma-core 36 and cannot be asked, and the"
                                + " device is not listed as in order");
    }
}
