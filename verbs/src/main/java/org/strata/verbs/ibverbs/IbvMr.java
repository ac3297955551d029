package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.DEREG_MR;

import org.strata.opal.memory.Memory;
import org.strata.verbs.DataOrder;
import org.strata.verbs.MemoryRegion;

/** An {@code ibv_mr}. */
final class IbvMr extends IbvObject implements MemoryRegion {
    private static final DataOrder STRICT =
            new DataOrder(DataOrder.Extent.WORDS, "registered with strict ordering");

    private final long start;
    private final long length;
    private final int access;
    private final int lkey;
    private final int rkey;

    private IbvMr(IbvObject pd, long mr, long start, long length, int access) {
        super(pd.device(), mr, "a memory region of " + length + " bytes");
        this.start = start;
        this.length = length;
        this.access = access;
        lkey = Memory.getInt(mr + Layout.MR_LKEY);
        rkey = Memory.getInt(mr + Layout.MR_RKEY);
    }

    /** Returns the region for the result of a registration; throws for a negative errno. */
    static IbvMr of(IbvObject pd, long mr, long start, long length, int access) {
        IbvMr region = new IbvMr(pd, mr, start, length, access);
        region.checkField(Layout.MR_PD, pd.pointer());
        region.checkField(Layout.MR_ADDRESS, start);
        region.checkField(Layout.MR_LENGTH, length);
        return region;
    }

    @Override
    public long address() {
        return start;
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
        return lkey;
    }

    @Override
    public int rkey() {
        return rkey;
    }

    /** No region here is registered with relaxed ordering. */
    @Override
    public DataOrder dataOrder() {
        return STRICT;
    }

    @Override
    public void close() {
        destroy(DEREG_MR);
    }
}
