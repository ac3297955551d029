package org.strata.testkit.sim;

/**
 * What a simulated BTL is like.
 *
 * @param eagerLimit bytes, header included
 * @param maxSendSize bytes, header included
 * @param inFlight packets under way per endpoint before NO_RESOURCE
 * @param descriptors descriptors of one BTL
 * @param maxDelay longest travel time, nanoseconds
 * @param refusal probability that a call is refused with NO_RESOURCE although there is room
 * @param get whether memory can be read remotely
 */
public record SimLimits(
        int eagerLimit,
        int maxSendSize,
        int inFlight,
        int descriptors,
        int maxDelay,
        double refusal,
        boolean get) {
    /** Returns generous limits. */
    public static SimLimits roomy() {
        return new SimLimits(4096, 32768, 64, 64, 1000, 0, false);
    }

    /** Returns limits so tight that everything runs out all the time. */
    public static SimLimits tiny() {
        return new SimLimits(96, 128, 1, 1, 5000, 0.3, false);
    }

    /** Returns the same limits with remote reading. */
    public SimLimits withGet() {
        return new SimLimits(
                eagerLimit, maxSendSize, inFlight, descriptors, maxDelay, refusal, true);
    }
}
