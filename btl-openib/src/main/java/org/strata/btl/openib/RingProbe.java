package org.strata.btl.openib;

import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.DataOrder;
import org.strata.verbs.DataOrder.Extent;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

/**
 * Tells before there is any connection what the queue pairs of a port promise: asks one that is
 * connected with itself. Connections ask their own: a fabric may route them differently. Tier 3.
 */
final class RingProbe {
    private RingProbe() {}

    static DataOrder ask(Port port) {
        Context device = port.adapter().context;
        try (CompletionQueue queue = device.createCq(1, null);
                QueuePair pair =
                        device.createQp(QpInit.rc(port.adapter().domain, queue, queue, 1, 1, 0))) {
            OpenibConfig.Path path = port.path();
            pair.modify(QueuePairs.initial(port));
            QueuePairs.connect(
                    pair,
                    port,
                    port.address(),
                    pair.number(),
                    path.psn(),
                    path.minRnrTimer(),
                    path.rnrRetries());
            return pair.dataOrder();
        } catch (VerbsException e) {
            return new DataOrder(Extent.NONE, "no queue pair could be asked: " + e.getMessage());
        }
    }
}
