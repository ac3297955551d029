package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.CREATE_QP;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DESTROY_QP;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.MODIFY_QP;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.QUERY_QP;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.DataOrder;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** An {@code ibv_qp}. Posting is tier 1. */
final class IbvQp extends IbvObject implements QueuePair {
    private final MemorySegment postSend;
    private final MemorySegment postRecv;
    private final long qp;
    private final int number;
    private final QpType type;
    private final boolean ownReceives;

    /** Pairs with IbvQp.state. */
    private volatile QpState state = QpState.RESET;

    /** Pairs with IbvQp.modify. */
    private volatile int port = 1;

    private IbvQp(IbvDevice device, long made, QpInit init) {
        super(device, made, text(init));
        qp = made;
        type = init.type();
        number = Memory.getInt(qp + Layout.QP_NUMBER);
        ownReceives = (type == QpType.RC || type == QpType.UD) && init.srq() == null;
        postSend = device.operation(Layout.CONTEXT_POST_SEND);
        postRecv = device.operation(Layout.CONTEXT_POST_RECV);
    }

    private static String text(QpInit init) {
        return "a queue pair ("
                + init.type()
                + ", "
                + init.maxSendWr()
                + " sends, "
                + init.maxRecvWr()
                + " receives, "
                + init.maxInline()
                + " bytes inline)";
    }

    static IbvQp of(IbvDevice device, QpInit init) {
        try (Arena arena = Arena.ofConfined()) {
            long request = Memory.allocate(arena, Layout.QP_INIT_BYTES, 8);
            write(init, request);
            long made =
                    init.type() == QpType.XRC_RECV
                            ? createTarget(device, request)
                            : device.library()
                                    .pointer(CREATE_QP, ((IbvPd) init.pd()).pointer(), request);
            IbvQp pair = new IbvQp(device, made, init);
            pair.checkField(Layout.QP_CONTEXT, device.address());
            device.check("a queue pair", Memory.getInt(made + Layout.QP_TYPE), init.type().value());
            device.addQueuePair(pair.number, pair);
            return pair;
        }
    }

    /** Creates an XRC target: only the extended call takes a domain instead of queues. */
    private static long createTarget(IbvDevice device, long request) {
        MemorySegment create = device.extension().operation(Layout.EXTENDED_CREATE_QP_EX);
        return create == null
                ? -VerbsException.EOPNOTSUPP
                : Native.pointer(create, device.address(), request);
    }

    private static void write(QpInit from, long at) {
        Memory.putLong(at + Layout.QP_INIT_SEND_CQ, pointer((IbvCq) from.sendCq()));
        Memory.putLong(at + Layout.QP_INIT_RECV_CQ, pointer((IbvCq) from.recvCq()));
        Memory.putLong(at + Layout.QP_INIT_SRQ, pointer((IbvSrq) from.srq()));
        Memory.putInt(at + Layout.QP_INIT_MAX_SEND_WR, from.maxSendWr());
        Memory.putInt(at + Layout.QP_INIT_MAX_RECV_WR, from.maxRecvWr());
        Memory.putInt(at + Layout.QP_INIT_MAX_SEND_SGE, from.maxSendSge());
        Memory.putInt(at + Layout.QP_INIT_MAX_RECV_SGE, from.maxRecvSge());
        Memory.putInt(at + Layout.QP_INIT_MAX_INLINE, from.maxInline());
        Memory.putInt(at + Layout.QP_INIT_TYPE, from.type().value());
        Memory.putInt(at + Layout.QP_INIT_SIGNAL_ALL, from.signalAll() ? 1 : 0);
        if (from.type() == QpType.XRC_RECV) {
            Memory.putInt(at + Layout.QP_INIT_EX_MASK, Layout.QP_INIT_EX_HAS_XRCD);
            Memory.putLong(at + Layout.QP_INIT_EX_XRCD, pointer((IbvXrcd) from.xrc()));
        }
    }

    private static long pointer(IbvObject object) {
        return object == null ? 0 : object.pointer();
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public QpType type() {
        return type;
    }

    /**
     * Returns the state as libibverbs knows it: from {@link #modify}, and from errors reported
     * since.
     */
    @Override
    public QpState state() {
        return state;
    }

    /** Marks the pair as failed: a completion or an event has reported an error. */
    @Override
    void failed() {
        if (state != QpState.RESET) {
            state = QpState.ERR;
        }
    }

    @Override
    public void modify(QpAttributes attributes) {
        if (attributes.has(QpAttributes.PORT)) {
            port = attributes.port();
        }
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.QP_ATTR_BYTES, 8);
            QpAttributeCodec.write(attributes, port, at);
            int mask = QpAttributeCodec.mask(attributes, type);
            int errno = device().library().status(MODIFY_QP, qp, at, mask);
            if (errno != 0) {
                throw device().failure(errno, "cannot modify " + describe(attributes));
            }
        }
        if (attributes.has(QpAttributes.STATE)) {
            state = attributes.state();
        }
    }

    private String describe(QpAttributes attributes) {
        return "queue pair "
                + number
                + " in "
                + state
                + (attributes.has(QpAttributes.STATE) ? " to " + attributes.state() : "");
    }

    @Override
    public QpAttributes query() {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.QP_ATTR_BYTES, 8);
            long init = Memory.allocate(arena, Layout.QP_INIT_BYTES, 8);
            int errno = device().library().status(QUERY_QP, qp, at, QpAttributeCodec.ALL, init);
            if (errno != 0) {
                throw device().failure(errno, "cannot query queue pair " + number);
            }
            QpAttributes found = QpAttributeCodec.read(at);
            state = found.state();
            return found;
        }
    }

    @Override
    public DataOrder dataOrder() {
        IbvDevice device = device();
        int answer = device.library().dataInOrder(qp);
        return IbvDataOrder.of(answer, device.knownInOrder(), device.library().onX86());
    }

    /** Checks the state first, since drivers queue a request in any state. */
    @Override
    public int postSend(SendWr wr) {
        QpState now = state;
        if (now == QpState.RESET || now == QpState.INIT || now == QpState.RTR) {
            wr.rejected(wr.address());
            return Rc.BAD_ARGUMENT;
        }
        int errno = Native.post(postSend, qp, wr.address(), wr.rejectedSlot());
        return errno == 0 ? Rc.OK : Posting.rejected(errno, wr);
    }

    @Override
    public int postRecv(RecvWr wr) {
        if (!ownReceives || state == QpState.RESET) {
            wr.rejected(wr.address());
            return Rc.BAD_ARGUMENT;
        }
        int errno = Native.post(postRecv, qp, wr.address(), wr.rejectedSlot());
        return errno == 0 ? Rc.OK : Posting.rejected(errno, wr);
    }

    @Override
    public void close() {
        destroy(DESTROY_QP);
    }

    @Override
    void closed() {
        device().removeQueuePair(number, this);
    }
}
