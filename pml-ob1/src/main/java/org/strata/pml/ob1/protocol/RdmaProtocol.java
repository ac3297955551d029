package org.strata.pml.ob1.protocol;

import java.util.Locale;

/**
 * Values of {@code pml_ob1_rdma_protocol}: the protocol of long messages, wherever the link
 * supports it.
 */
public enum RdmaProtocol {
    /** The best for the link: see {@link ProtocolChoice}. */
    AUTO,
    /** Fragments through the BTLs' own buffers. */
    COPY,
    /** Registrations of whole buffers, kept. */
    LEAVE_PINNED,
    /** Pieces, registered and deregistered one after another. */
    PIPELINE,
    /** Pieces whose registrations are kept. */
    PIPELINE_LEAVE_PINNED,
    /** The sender writes. */
    RPUT,
    /** The receiver reads. */
    RGET;

    /** Returns the value with a parameter's text. */
    public static RdmaProtocol of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
