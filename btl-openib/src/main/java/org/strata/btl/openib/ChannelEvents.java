package org.strata.btl.openib;

/** What a channel and the poller of its completions report: to the peer that it belongs to. */
interface ChannelEvents {
    /** A message is over: its memory is free, and its callback is due where it has one. */
    void sent(OpenibDescriptor message, int rc);

    /**
     * Messages wait in this process.
     *
     * @param accepted messages that have ever waited
     * @param departed how many of them wait no more
     */
    void keeps(long accepted, long departed);

    /** An RDMA operation is over. */
    void ended(RdmaOperation operation, int rc);

    /** The queue pair takes no requests any more. */
    void refused(Channel channel);

    /** Receives of so many control messages are posted again. */
    void oweControl(int count);

    /** A packet came; returns its kind, or {@link PacketHeader#KEPT}. */
    int received(Channel channel, long packet, int length);

    /** The receive of a packet has been given back to its queue. */
    void afterReceived();

    /**
     * A work request ended in error.
     *
     * @param status one of {@link org.strata.verbs.WcStatus}
     * @param vendorError the device's own code
     */
    void failed(Channel channel, Object work, int status, int vendorError);

    /** A queue pair failed otherwise: the connection is to be ended and made again. */
    void broken(String why);
}
