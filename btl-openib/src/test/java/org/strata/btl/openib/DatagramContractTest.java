package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** First contact by datagrams, for a few messages. */
final class DatagramContractTest extends OpenibContract {
    DatagramContractTest() {
        super(SoftConfig.Mode.INLINE, "first-contact", "ud", "first-contact-messages", "4");
    }
}
