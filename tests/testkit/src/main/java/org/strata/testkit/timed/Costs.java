package org.strata.testkit.timed;

/**
 * What things cost. Times in nanoseconds. The defaults, and where they come from, are those of
 * whoever makes them: {@code AdapterTimes} of the papers' benchmarks.
 *
 * @param registerBase one registration
 * @param registerPage each page of 4 KiB of it
 * @param deregisterBase one deregistration
 * @param deregisterPage each page of it
 * @param fault an adapter's asking for pages that it has not had since they were registered: it
 *     stands still for this long, and gets {@link #FAULT_PAGES} at most
 * @param faultPage each page that it gets so
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
        double fault,
        double faultPage,
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
    /** Pages that an adapter gets for one question: 4 MiB. */
    static final int FAULT_PAGES = 1024;

    static final long PAGE = 4096;

    /** Returns what registering a range costs. */
    public double registration(long address, long length) {
        return registerBase + registerPage * pages(address, length);
    }

    /** Returns what deregistering it costs. */
    public double deregistration(long address, long length) {
        return deregisterBase + deregisterPage * pages(address, length);
    }

    /** Returns what registering memory costs whose pages the adapter asks for on demand. */
    double registrationOnDemand() {
        return registerBase;
    }

    /** Returns what deregistering it costs. */
    double deregistrationOnDemand() {
        return deregisterBase;
    }

    /** Returns how long an adapter stands still for pages. */
    double faults(int pages) {
        int questions = (pages + FAULT_PAGES - 1) / FAULT_PAGES;
        return fault * questions + faultPage * pages;
    }

    private static long pages(long address, long length) {
        return Math.floorDiv(address + length - 1, PAGE) - Math.floorDiv(address, PAGE) + 1;
    }
}
