package org.strata.verbs;

/** An open device, as one process (or one simulated rank) sees it. Thread-safe. */
public interface Context extends AutoCloseable {
    /** Returns the device's name. */
    String device();

    /** Returns the limits and capabilities of the device; the same object for its whole life. */
    DeviceAttributes attributes();

    /**
     * Queries a port for its present state and address.
     *
     * @param port 1 to {@link DeviceAttributes#ports}
     * @throws VerbsException EINVAL for no such port
     */
    PortAttributes port(int port);

    /**
     * Returns an entry of a port's GID table.
     *
     * @throws VerbsException EINVAL for no such port or entry
     */
    Gid gid(int port, int index);

    /**
     * Returns the preferred entry of a port's GID table: one that is routable on this kind of link
     * (with RoCE the IPv4-mapped one).
     */
    int defaultGidIndex(int port);

    /** Returns the protocol of an entry of a port's GID table. */
    default GidType gidType(int port, int index) {
        return GidType.UNKNOWN;
    }

    /** Makes a protection domain. */
    ProtectionDomain allocPd();

    /** Makes a completion channel. */
    CompletionChannel createChannel();

    /**
     * Makes a completion queue.
     *
     * @param depth completions that fit at least; one too many overflows the queue, which then
     *     fails
     * @param channel receives its events; null for none
     * @throws VerbsException EINVAL beyond the device's limit, ENOMEM
     */
    CompletionQueue createCq(int depth, CompletionChannel channel);

    /**
     * Opens an XRC domain.
     *
     * @param name processes of this host that use the same name share the domain; null for a
     *     private one. It begins with the job's number and a dot, by which the launcher finds what
     *     killed processes leave
     * @throws VerbsException EOPNOTSUPP when the device has no XRC
     */
    XrcDomain openXrcDomain(String name);

    /**
     * Makes a queue pair in state RESET.
     *
     * @throws VerbsException EINVAL for what the device cannot do, ENOMEM
     */
    QueuePair createQp(QpInit init);

    /**
     * Removes the next asynchronous event.
     *
     * @param into filled when there is one
     * @param timeoutNanos how long to wait for one; 0 returns at once
     * @return whether there was one
     */
    boolean nextEvent(AsyncEvent into, long timeoutNanos);

    /**
     * Allocates page-aligned zeroed memory where this device accesses it fastest (the software HCA:
     * in a segment that peers map). It is not registered yet. Any other native memory may be
     * registered as well.
     *
     * @throws VerbsException ENOMEM
     */
    BufferArea allocate(long bytes);

    /**
     * Returns the bytes that queue pairs, completion queues and their requests take in this
     * process; 0 where the provider does not know.
     */
    default long queueBytes() {
        return 0;
    }

    /**
     * Returns how often a send of this process found its target without a receive request and was
     * to be tried again (RNR NAK); 0 where the provider does not count it.
     */
    default long notReady() {
        return 0;
    }

    /**
     * Closes the device.
     *
     * @throws VerbsException EBUSY while an object made from it is open
     */
    @Override
    void close();
}
