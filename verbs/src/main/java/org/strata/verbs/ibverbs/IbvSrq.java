package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.CREATE_SRQ;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DESTROY_SRQ;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.MODIFY_SRQ;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.QUERY_SRQ;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An {@code ibv_srq}, ordinary or XRC. Posting is tier 1. */
final class IbvSrq extends IbvObject implements SharedReceiveQueue {
    private final MemorySegment postSrqRecv;
    private final long srq;
    private final int number;

    /** Pairs with IbvSrq.maxWr. */
    private volatile int maxWr;

    private IbvSrq(IbvDevice device, long made, int maxWr, int number) {
        super(device, made, "a shared receive queue of " + maxWr);
        srq = made;
        this.maxWr = maxWr;
        this.number = number;
        postSrqRecv = device.operation(Layout.CONTEXT_POST_SRQ_RECV);
    }

    static IbvSrq of(IbvObject pd, int maxWr, int maxSge) {
        try (Arena arena = Arena.ofConfined()) {
            long init = Memory.allocate(arena, Layout.SRQ_INIT_BYTES, 8);
            putAttributes(init + Layout.SRQ_INIT_ATTR, maxWr, maxSge);
            long made = pd.device().library().pointer(CREATE_SRQ, pd.pointer(), init);
            IbvSrq queue = new IbvSrq(pd.device(), made, maxWr, 0);
            queue.checkField(Layout.SRQ_CONTEXT, pd.device().address());
            return queue.withRealSize();
        }
    }

    static IbvSrq ofXrc(IbvObject pd, IbvXrcd domain, IbvCq cq, int maxWr, int maxSge) {
        IbvDevice device = pd.device();
        MemorySegment create = device.extension().operation(Layout.EXTENDED_CREATE_SRQ_EX);
        MemorySegment number = device.extension().operation(Layout.EXTENDED_GET_SRQ_NUM);
        if (create == null || number == null) {
            throw device.failure(VerbsException.EOPNOTSUPP, "an XRC shared receive queue");
        }
        try (Arena arena = Arena.ofConfined()) {
            long init = Memory.allocate(arena, Layout.SRQ_INIT_EX_BYTES, 8);
            putAttributes(init + Layout.SRQ_INIT_ATTR, maxWr, maxSge);
            Memory.putInt(init + Layout.SRQ_INIT_EX_MASK, Layout.SRQ_INIT_EX_HAS_ALL);
            Memory.putInt(init + Layout.SRQ_INIT_EX_TYPE, Layout.SRQ_TYPE_XRC);
            Memory.putLong(init + Layout.SRQ_INIT_EX_PD, pd.pointer());
            Memory.putLong(init + Layout.SRQ_INIT_EX_XRCD, domain.pointer());
            Memory.putLong(init + Layout.SRQ_INIT_EX_CQ, cq.pointer());
            long made = Native.pointer(create, device.address(), init);
            int own = made < 0 ? 0 : numberOf(number, made, arena);
            return new IbvSrq(device, made, maxWr, own).withRealSize();
        }
    }

    /**
     * Queries the real size, since some drivers report the requested one when they make the queue.
     */
    private IbvSrq withRealSize() {
        maxWr = query(Layout.SRQ_ATTR_MAX_WR);
        return this;
    }

    private static int numberOf(MemorySegment function, long srq, Arena arena) {
        long number = Memory.allocate(arena, Integer.BYTES, 4);
        Native.status(function, srq, number);
        return Memory.getInt(number);
    }

    private static void putAttributes(long at, int maxWr, int maxSge) {
        Memory.putInt(at + Layout.SRQ_ATTR_MAX_WR, maxWr);
        Memory.putInt(at + Layout.SRQ_ATTR_MAX_SGE, maxSge);
    }

    @Override
    public int post(RecvWr wr) {
        int errno = Native.post(postSrqRecv, srq, wr.address(), wr.rejectedSlot());
        return errno == 0 ? Rc.OK : Posting.rejected(errno, wr);
    }

    @Override
    public void arm(int limit) {
        modify(Layout.SRQ_MASK_LIMIT, 0, limit, "a limit of " + limit);
    }

    @Override
    public void resize(int room) {
        modify(Layout.SRQ_MASK_MAX_WR, room, 0, "a size of " + room);
        withRealSize();
    }

    private void modify(int mask, int room, int limit, String what) {
        try (Arena arena = Arena.ofConfined()) {
            long attributes = Memory.allocate(arena, Layout.SRQ_ATTR_BYTES, 4);
            Memory.putInt(attributes + Layout.SRQ_ATTR_MAX_WR, room);
            Memory.putInt(attributes + Layout.SRQ_ATTR_LIMIT, limit);
            int errno = device().library().status(MODIFY_SRQ, srq, attributes, mask);
            if (errno != 0) {
                throw device().failure(errno, "cannot give a shared receive queue " + what);
            }
        }
    }

    private int query(int offset) {
        try (Arena arena = Arena.ofConfined()) {
            long attributes = Memory.allocate(arena, Layout.SRQ_ATTR_BYTES, 4);
            int errno = device().library().status(QUERY_SRQ, srq, attributes);
            if (errno != 0) {
                throw device().failure(errno, "cannot query a shared receive queue");
            }
            return Memory.getInt(attributes + offset);
        }
    }

    @Override
    public int limit() {
        return query(Layout.SRQ_ATTR_LIMIT);
    }

    @Override
    public int maxWr() {
        return maxWr;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public void close() {
        destroy(DESTROY_SRQ);
    }
}
