package org.strata.verbs;

/** Ties memory to queue pairs: a queue pair may use only memory of its own domain. Thread-safe. */
public interface ProtectionDomain extends AutoCloseable {
    /**
     * Registers native memory, which must stay allocated until the region is closed: pins its pages
     * and makes keys.
     *
     * @param access union of {@link Access}'s constants
     * @return null when out of resources (locked-memory limit, table full), or when pages of the
     *     range do not exist or do not permit the access: {@link #refusal} explains it, and {@link
     *     #exhausted} tells the two apart
     * @throws VerbsException EINVAL for an invalid access, or an empty range
     */
    MemoryRegion register(long address, long length, int access);

    /**
     * Returns one sentence about the last {@link #register} that returned null, or an empty string.
     */
    String refusal();

    /**
     * Returns whether the last {@link #register} that returned null lacked resources: the caller
     * may deregister other memory and retry. False where the memory itself was refused.
     */
    boolean exhausted();

    /**
     * Makes a shared receive queue.
     *
     * @param maxWr receive requests that fit at least
     * @param maxSge elements of each at most
     * @throws VerbsException EINVAL beyond the device's limit, ENOMEM, EOPNOTSUPP
     */
    SharedReceiveQueue createSrq(int maxWr, int maxSge);

    /**
     * Makes an XRC shared receive queue: peers address it by its number through any XRC queue pair
     * of the domain.
     *
     * @param cq receives the completions, which belong to the queue, not to a queue pair
     * @throws VerbsException as {@link #createSrq}
     */
    SharedReceiveQueue createXrcSrq(XrcDomain domain, CompletionQueue cq, int maxWr, int maxSge);

    /**
     * Makes an address handle, for datagrams to a port.
     *
     * @param port of this device, from which they go
     * @param gid of the target: used (with a GRH) when it is not {@link Gid#NONE}; RoCE needs it
     * @param gidIndex the source's, of this port's table
     * @param trafficClass of the GRH, where there is one
     * @throws VerbsException EOPNOTSUPP when the device has no datagrams, EINVAL, ENOMEM
     */
    default AddressHandle createAddressHandle(
            int port, int lid, Gid gid, int gidIndex, int serviceLevel, int trafficClass) {
        throw new VerbsException(VerbsException.EOPNOTSUPP, "the device has no datagrams");
    }

    /**
     * @throws VerbsException EBUSY while regions, queues or pairs of it are open
     */
    @Override
    void close();
}
