package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.PayloadPool;

/** Makes and frees copies of packets that cannot be delivered yet; pools their records. Tier 1. */
public final class PacketStore {
    private final PayloadPool payloads;
    private Unexpected free;

    /**
     * @param payloads memory of the copies
     */
    public PacketStore(PayloadPool payloads) {
        this.payloads = payloads;
    }

    /** Returns a copy of a packet, with the link that it arrived over. */
    Unexpected copy(int type, Btl btl, BtlEndpoint from, long at, int length) {
        Unexpected message = free;
        if (message == null) {
            message = new Unexpected();
        } else {
            free = message.nextFree;
        }
        message.type = type;
        message.packet = payloads.allocate(length);
        message.length = length;
        message.btl = btl;
        message.from = from;
        Memory.copy(at, message.packet, length);
        return message;
    }

    /** Frees a copy that is in no queue any more. */
    void free(Unexpected message) {
        payloads.free(message.packet, message.length);
        message.btl = null;
        message.from = null;
        message.peer = null;
        message.nextFree = free;
        free = message;
    }
}
