package org.strata.mca.btl;

import org.strata.mca.rcache.Registration;

/**
 * An RdmaBtl with atomic operations on 8 bytes of a peer's memory, without the peer's help. Its
 * attribute FLAG_ATOMICS says that they work.
 *
 * <p><b>Operands.</b> The remote word lies at a multiple of 8, in memory that its owner has
 * registered with {@link Registration#REMOTE_ATOMIC}; it is a number in the byte order of the
 * machine. What it was before is written to 8 bytes of local memory, at a multiple of 8, registered
 * with {@link Registration#LOCAL_WRITE}.
 *
 * <p><b>Atomic with what.</b> With all other operations of this interface on the same word, by
 * whatever process, over links of the same adapter of its owner. Not with the loads, stores and
 * atomic instructions of the owner's processor, nor with puts: most adapters (IBV_ATOMIC_HCA) do
 * not synchronise with the processor. So an upper layer that uses these operations on a word must
 * use nothing else on it meanwhile, and the owner itself goes through the adapter, too: endpoint
 * null means memory of this process.
 *
 * <p><b>Order.</b> Operations on one peer take effect in the order of the calls, unless one fails.
 *
 * <p><b>At most once.</b> A put whose link breaks is repeated; an atomic must not be. One that was
 * given to the adapter and whose result did not come, because the connection broke, ends with
 * OUTCOME_UNKNOWN: it has taken place once, or not at all. The link does not repeat it, even where
 * it repairs itself. Only the addition of 0 is repeated, since nobody sees the difference.
 * Operations that had not been given to the adapter go on after the repair.
 */
public interface AtomicBtl extends RdmaBtl {
    /**
     * Adds to a word.
     *
     * @param endpoint the word's owner; null for this process
     * @param local address of the 8 bytes for the word's previous value
     * @param remote address of the word
     * @param handle native address of the owner's handle bytes, copied before return
     * @return OK: the callback runs once, when the previous value is in local memory, or after a
     *     failure; its endpoint is that of the call. Otherwise it does not run, and the operation
     *     does not take place
     */
    int fetchAdd(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long operand,
            RdmaCallback callback);

    /**
     * Replaces a word by {@code swap} if it equals {@code compare}; otherwise as {@link #fetchAdd}.
     */
    int compareSwap(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long compare,
            long swap,
            RdmaCallback callback);
}
