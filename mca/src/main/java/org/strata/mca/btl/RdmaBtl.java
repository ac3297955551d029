package org.strata.mca.btl;

import org.strata.mca.rcache.Registration;

/**
 * A Btl that moves bytes between native memory of two processes without the other's help. Its
 * attributes FLAG_PUT and FLAG_GET say which of the two directions work.
 *
 * <p>A remote range is named by its address and the owner's handle: {@link #handleSize} bytes that
 * the owner writes ({@link #writeHandle}) and upper layers carry in their headers.
 */
public interface RdmaBtl extends Btl {
    /** Returns the bytes of a handle on the wire; 0 when an address is enough. */
    int handleSize();

    /**
     * Registers native memory.
     *
     * @param access union of {@link Registration}'s constants; 0 to read it locally only
     * @param owner what the memory belongs to: the program's buffer or segment ({@link
     *     org.strata.opal.datatype.Buf#owner}), or null. A cache keeps no registration without it
     * @return null when out of resources, when this memory cannot be registered, or when {@link
     *     Registration#IF_WORTH} is set and registering it does not pay
     */
    Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner);

    /** Registers memory of the library's own, which no cache keeps. */
    default Registration register(BtlEndpoint endpoint, long address, long length, int access) {
        return register(endpoint, address, length, access, null);
    }

    /** Deregisters memory; a cache may keep the registration. */
    void deregister(Registration registration);

    /**
     * Returns whether the peer can reach a range of this process's native memory by RDMA. Cheap:
     * the upper layer calls it before it chooses a protocol.
     */
    boolean reachable(BtlEndpoint endpoint, long address, long length);

    /**
     * Writes the handle by which peers reach a registration, which is null where none is needed.
     */
    void writeHandle(Registration registration, long address, long target);

    /**
     * Returns whether fragments may move a peer's range faster than {@link #get}, because a get of
     * it costs the processor: which of the two is faster then depends on the machine, and the PML
     * measures both, a get by the time of the call. False where a get is the right choice, and
     * where it may end after the call.
     *
     * @param handle native address of the peer's handle bytes
     */
    default boolean fragmentsMayWin(BtlEndpoint endpoint, long remote, long handle, long length) {
        return false;
    }

    /**
     * Returns whether {@link #put} and {@link #get} access this process's memory in the call, and
     * not later: the caller may hold the memory just for the call. Of no interest where memory is
     * registered.
     */
    default boolean copiesInCall() {
        return false;
    }

    /** Returns the longest single put or get. */
    long maxRdmaSize();

    /**
     * Writes local memory to a peer's.
     *
     * @param handle native address of the peer's handle bytes, copied before return
     * @param callback the caller's object for this operation: what it needs at the end is in there
     * @return OK: the callback runs once, when the local memory may be reused and the peer's holds
     *     the data; otherwise it does not run
     */
    int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback);

    /** Reads a peer's memory to local; otherwise as {@link #put}. */
    int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback);

    /** Called when an RDMA operation is over. */
    @FunctionalInterface
    interface RdmaCallback {
        /**
         * The operation over {@code length} bytes ended with {@code rc}. After a failure the target
         * may contain any part of the data, but the operation accesses no memory from now on.
         */
        void onComplete(BtlEndpoint endpoint, long length, int rc);
    }
}
