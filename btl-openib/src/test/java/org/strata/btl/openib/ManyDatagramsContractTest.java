package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** A hundred short messages by datagrams, of which few find a receive at a time. */
final class ManyDatagramsContractTest extends OpenibContract {
    ManyDatagramsContractTest() {
        super(
                SoftConfig.Mode.INLINE,
                "first-contact",
                "ud",
                "first-contact-messages",
                "100",
                "first-contact-receives",
                "8",
                "first-contact-retransmit",
                "1");
    }
}
