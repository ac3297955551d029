package org.strata.verbs.soft;

import org.strata.verbs.Access;
import org.strata.verbs.DataOrder;
import org.strata.verbs.DataOrder.Extent;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.soft.segment.MrRecord;
import org.strata.verbs.soft.segment.SharedMemory;
import org.strata.verbs.soft.segment.Table;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A memory region.
 *
 * @param index of its record
 * @param lkey the key, for work requests of this process and of peers alike
 */
record SoftMr(
        SoftPd pd, int index, long address, long length, int access, int lkey, AtomicBoolean open)
        implements MemoryRegion {
    private static final DataOrder STORED =
            new DataOrder(Extent.WORDS, "peers store to this memory in order");
    private static final DataOrder COPIED =
            new DataOrder(
                    Extent.LAST_BYTE,
                    "the kernel copies to this memory, which does not lie in the software adapter's"
                            + " file");

    /** Returns null when the table is full. */
    static SoftMr create(SoftPd pd, long address, long length, int access) {
        Table table = pd.objects.mrTable();
        int index = table.allocate();
        if (index < 0) {
            return null;
        }
        long record = table.at(index);
        int key = MrRecord.nextKey(record, index);
        int place = place(pd.device, record, address, length);
        int rights = access & ~Access.ON_DEMAND;
        MrRecord.open(record, key, pd.number(), address, length, rights, place);
        pd.users().add(1);
        return new SoftMr(pd, index, address, length, access, key, new AtomicBoolean(true));
    }

    private static int place(SoftDevice device, long record, long address, long length) {
        if (device.segment().holds(address, length)) {
            return MrRecord.IN_SEGMENT;
        }
        SharedMemory shared = device.fabric().shared();
        int file = shared.file(address, length);
        if (file < 0) {
            return MrRecord.PRIVATE;
        }
        MrRecord.origin(record, shared.origin(address));
        return MrRecord.IN_FILE + file;
    }

    @Override
    public int rkey() {
        return lkey;
    }

    /** Of the kernel's copies only the last byte is known to come last. */
    @Override
    public DataOrder dataOrder() {
        int place = MrRecord.place(pd.objects.mrTable().at(index));
        return pd.device.fabric().storesWords(place) ? STORED : COPIED;
    }

    @Override
    public void close() {
        // Pairs with itself: one close deregisters.
        if (!open.getAndSet(false)) {
            return;
        }
        Table table = pd.objects.mrTable();
        MrRecord.close(table.at(index));
        pd.worker.quiesce(lkey);
        table.free(index);
        pd.unlock(address, length, access);
        // Pairs with SoftPd.tryRegister: a sum.
        pd.device.registered().addAndGet(-length);
        pd.users().add(-1);
    }
}
