package org.strata.verbs.soft;

import org.strata.verbs.MemoryRegion;

/** A memory region. */
final class SoftMr implements MemoryRegion {
    private final SoftPd pd;
    private final int index;
    private final int key;
    private final long address;
    private final long length;
    private final int access;
    private boolean closed;

    private SoftMr(SoftPd pd, int index, long address, long length, int access) {
        this.pd = pd;
        this.index = index;
        this.address = address;
        this.length = length;
        this.access = access;
        // Generation 0 is left out: no key is 0.
        key = MrRecord.key(index, pd.device().objects().newGeneration() % 255 + 1);
    }

    /** Returns null when the table is full. */
    static SoftMr create(SoftPd pd, long address, long length, int access) {
        SoftContext context = pd.device();
        Table table = context.objects().mrTable();
        int index = table.take();
        if (index < 0) {
            return null;
        }
        SoftMr region = new SoftMr(pd, index, address, length, access);
        long record = table.at(index);
        int place = place(context, record, address, length);
        MrRecord.open(record, region.key, pd.number(), address, length, access, place);
        pd.users().incrementAndGet();
        return region;
    }

    private static int place(SoftContext context, long record, long address, long length) {
        if (context.segment().holds(address, length)) {
            return MrRecord.IN_SEGMENT;
        }
        SharedMemory shared = context.fabric().shared();
        int file = shared.file(address, length);
        if (file < 0) {
            return MrRecord.PRIVATE;
        }
        MrRecord.origin(record, shared.origin(address));
        return MrRecord.IN_FILE + file;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int access() {
        return access;
    }

    @Override
    public int lkey() {
        return key;
    }

    @Override
    public int rkey() {
        return key;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        SoftContext context = pd.device();
        Table table = context.objects().mrTable();
        MrRecord.close(table.at(index));
        context.worker().quiesce(key);
        table.give(index);
        context.pages().unlock(address, length);
        context.registered().addAndGet(-length);
        pd.users().decrementAndGet();
    }
}
