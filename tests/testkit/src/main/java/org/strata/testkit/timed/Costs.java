package org.strata.testkit.timed;

/**
 * What things cost. Times in nanoseconds. The defaults, and where they come from, are those of
 * whoever makes them: {@code AdapterTimes} of the papers' benchmarks.
 *
 * @param registerBase one registration
 * @param registerPage each page of 4 KiB of it
 * @param deregisterBase one deregistration
 * @param deregisterPage each page of it
 * @param post one work request, send or receive
 * @param completion taking one completion
 * @param message handling what a completion reports, or one message that was found by polling
 * @param poll one poll that found something, beside its completions
 * @param pollRing one look at a place in memory where a message may have arrived
 * @param copyByte one byte copied into a buffer that is sent, or out of one that was received
 * @param mirrorByte one byte copied into a ring's mirror before it is written to the peer
 * @param latency from the last byte's leaving to its arrival in the memory of the other side; an
 *     acknowledgement takes as long again
 * @param receiveLatency what an adapter needs beside that to consume a receive request and to make
 *     its completion
 * @param wireByte one byte on the wire
 * @param packet bytes that one queue pair sends in its turn
 */
public record Costs(
        double registerBase,
        double registerPage,
        double deregisterBase,
        double deregisterPage,
        double post,
        double completion,
        double message,
        double poll,
        double pollRing,
        double copyByte,
        double mirrorByte,
        double latency,
        double receiveLatency,
        double wireByte,
        int packet) {
    private static final long PAGE = 4096;

    /** Returns what registering a range costs. */
    public double registration(long address, long length) {
        return registerBase + registerPage * pages(address, length);
    }

    /** Returns what deregistering it costs. */
    public double deregistration(long address, long length) {
        return deregisterBase + deregisterPage * pages(address, length);
    }

    private static long pages(long address, long length) {
        return Math.floorDiv(address + length - 1, PAGE) - Math.floorDiv(address, PAGE) + 1;
    }
}
