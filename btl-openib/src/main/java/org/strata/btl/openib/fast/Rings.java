package org.strata.btl.openib.fast;

/** Makes the two halves of a ring, each by its design. */
public final class Rings {
    private Rings() {}

    /**
     * Makes the sender's half.
     *
     * @param mirror zeroed memory of {@link RingShape#mirrorBytes}; for {@link
     *     RingLayout#VARIABLE_BOTTOM} that of a {@link SendRing#writeMarker marker}
     */
    public static SendRing sender(RingShape shape, long mirror) {
        return switch (shape.layout()) {
            case FIXED_TOP -> new FixedTopSend(shape, mirror);
            case FIXED_BOTTOM -> new FixedBottomSend(shape);
            case FIXED_GUARDED -> new FixedGuardedSend(shape, mirror);
            case VARIABLE_TOP -> new VariableTopSend(shape, mirror);
            case VARIABLE_BOTTOM -> new VariableBottomSend(shape, mirror);
        };
    }

    /**
     * Makes the receiver's half.
     *
     * @param ring memory of {@link RingShape#bytes}, which this zeroes
     */
    public static ReceiveRing receiver(RingShape shape, long ring) {
        return switch (shape.layout()) {
            case FIXED_TOP -> new FixedTopReceive(shape, ring);
            case FIXED_BOTTOM -> new FixedBottomReceive(shape, ring);
            case FIXED_GUARDED -> new FixedGuardedReceive(shape, ring);
            case VARIABLE_TOP -> new VariableTopReceive(shape, ring);
            case VARIABLE_BOTTOM -> new VariableBottomReceive(shape, ring);
        };
    }
}
