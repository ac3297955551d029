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
 * @param bandwidth the weight for striping
 * @param rdma what it can do by RDMA
 */
public record SimLimits(
        int eagerLimit,
        int maxSendSize,
        int inFlight,
        int descriptors,
        int maxDelay,
        double refusal,
        int bandwidth,
        SimRdma rdma) {
    /** Returns generous limits. */
    public static SimLimits roomy() {
        return new SimLimits(4096, 32768, 64, 64, 1000, 0, 1000, SimRdma.NONE);
    }

    /** Returns limits so tight that everything runs out all the time. */
    public static SimLimits tiny() {
        return new SimLimits(96, 128, 1, 1, 5000, 0.3, 1000, SimRdma.NONE);
    }

    /** Returns the same limits with RDMA and another bandwidth. */
    public SimLimits with(int newBandwidth, SimRdma newRdma) {
        return new SimLimits(
                eagerLimit,
                maxSendSize,
                inFlight,
                descriptors,
                maxDelay,
                refusal,
                newBandwidth,
                newRdma);
    }
}
