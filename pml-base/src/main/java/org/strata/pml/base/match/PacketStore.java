package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.PayloadPool;

import java.util.function.ToLongFunction;

/**
 * Makes and frees copies of packets that cannot be delivered yet: {@link PacketRecord}s. Tier 1.
 */
public final class PacketStore {
    private ToLongFunction<Unexpected> lengths = message -> message.length;
    private final PayloadPool payloads;
    private final ArrivalLinks links = new ArrivalLinks();

    /**
     * @param payloads memory of the copies, and of the tables that find them
     */
    public PacketStore(PayloadPool payloads) {
        this.payloads = payloads;
    }

    /** Sets what tells the length of a message by its packet, which is of the PML's form. */
    void measureBy(ToLongFunction<Unexpected> lengths) {
        this.lengths = lengths;
    }

    /** Returns the bytes of a kept message. Tier 3. */
    long length(Unexpected message) {
        return lengths.applyAsLong(message);
    }

    /** Returns the memory of records and tables. */
    PayloadPool memory() {
        return payloads;
    }

    /**
     * Returns the record of a copy of a packet, with the link that it arrived over.
     *
     * @param type of the packet, as the PML numbers them
     */
    public long copy(int type, Btl btl, BtlEndpoint from, long at, int length) {
        long made = payloads.allocate((long) PacketRecord.HEADER + length);
        PacketRecord.begin(made, type, length, links.add(btl, from));
        Memory.copy(at, PacketRecord.packet(made), length);
        return made;
    }

    /** Frees a copy that is in no queue any more. */
    void free(long kept) {
        links.remove(PacketRecord.link(kept));
        payloads.free(kept, (long) PacketRecord.HEADER + PacketRecord.length(kept));
    }

    /**
     * Returns the bytes of memory that a kept packet of some length takes, but for what the pool
     * rounds long ones up by.
     */
    static long taken(int length) {
        return (PacketRecord.HEADER + (long) length + PayloadPool.UNIT - 1) & -PayloadPool.UNIT;
    }

    /** Returns the tag of a message that waits for its receive. */
    public static int tag(long kept) {
        return PacketRecord.tag(kept);
    }

    /** Returns the sender's rank in the communicator, of a message that waits for its receive. */
    public static int rank(long kept) {
        return PacketRecord.rank(kept);
    }

    /** Returns the BTL that a packet arrived over. */
    Btl btl(long kept) {
        return links.btl(PacketRecord.link(kept));
    }

    /** Returns the endpoint that a packet arrived over. */
    BtlEndpoint from(long kept) {
        return links.endpoint(PacketRecord.link(kept));
    }
}
