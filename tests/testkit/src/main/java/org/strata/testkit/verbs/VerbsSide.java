package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.WorkCompletions;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * One end of a test: an open device, a domain, queues with a channel, and registered memory. Closes
 * what it made, last first.
 */
public final class VerbsSide implements AutoCloseable {
    /** Bytes of {@link #memory}. */
    public static final int BYTES = 1 << 16;

    static final int ALL_ACCESS =
            Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ | Access.REMOTE_ATOMIC;

    private static final int CQ_DEPTH = 256;
    private static final int WR = 64;
    private static final int SECONDS = 60;

    /** The device. */
    public final Context context;

    public final ProtectionDomain pd;
    public final CompletionChannel channel;
    public final CompletionQueue sendCq;
    public final CompletionQueue recvCq;
    public final BufferArea area;
    public final MemoryRegion region;
    public final SendWr send;
    public final RecvWr recv;

    final WorkCompletions wcs;

    private final Arena arena = Arena.ofShared();
    private final List<AutoCloseable> made = new ArrayList<>();

    /** Everything on a device that is open already and is closed with the rest. */
    public VerbsSide(Context context) {
        this(context, Context::allocate);
    }

    /**
     * The same.
     *
     * @param memory allocates so many bytes, zeroed and page-aligned
     */
    public VerbsSide(Context context, BiFunction<Context, Long, BufferArea> memory) {
        this.context = context;
        made.add(context);
        pd = keep(context.allocPd());
        channel = keep(context.createChannel());
        sendCq = keep(context.createCq(CQ_DEPTH, channel));
        recvCq = keep(context.createCq(CQ_DEPTH, channel));
        area = keep(memory.apply(context, (long) BYTES));
        region = keep(pd.register(area.address(), BYTES, ALL_ACCESS));
        int sges = context.attributes().maxSge();
        send = new SendWr(arena, sges);
        recv = new RecvWr(arena, sges);
        wcs = new WorkCompletions(arena, 16);
    }

    /** Closes an object with this side. */
    public <T extends AutoCloseable> T keep(T object) {
        assertThat(object).isNotNull();
        made.add(object);
        return object;
    }

    /** Returns memory that lives as long as this side and is not registered. */
    public long allocate(long bytes) {
        return Memory.allocate(arena, bytes, 4096);
    }

    SendWr newSend(int sges) {
        return new SendWr(arena, sges);
    }

    RecvWr newRecv(int sges) {
        return new RecvWr(arena, sges);
    }

    /** Returns the address of a byte of the registered memory. */
    public long at(int offset) {
        return area.address() + offset;
    }

    /** Makes a reliable connection's pair over the two queues. */
    public QueuePair rc() {
        int inline = Math.min(context.attributes().maxInline(), 128);
        return keep(context.createQp(QpInit.rc(pd, sendCq, recvCq, WR, WR, inline)));
    }

    /** The same with several elements per request. */
    QueuePair rcWithSges(int sges) {
        QpInit init = QpInit.rc(pd, sendCq, recvCq, WR, WR, 0).withSge(sges, sges);
        return keep(context.createQp(init));
    }

    /** The same, with a completion for every send. */
    QueuePair rcSignalled() {
        return keep(context.createQp(QpInit.rc(pd, sendCq, recvCq, WR, WR, 0).withSignalAll()));
    }

    /** The same over a shared receive queue. */
    public QueuePair rc(SharedReceiveQueue srq) {
        return keep(context.createQp(QpInit.rc(pd, sendCq, recvCq, srq, WR, 0)));
    }

    /** Makes a pair for datagrams over the two queues, ready to send. */
    QueuePair datagrams(int qkey) {
        QueuePair made = keep(context.createQp(QpInit.ud(pd, sendCq, recvCq, WR, WR)));
        made.modify(QpAttributes.toInitDatagrams(VerbsFixture.PORT, qkey));
        made.modify(QpAttributes.to(QpState.RTR));
        made.modify(QpAttributes.to(QpState.RTS).sendPsn(1));
        return made;
    }

    /** Posts a receive of {@code length} bytes at an offset of the registered memory. */
    public void postRecv(QueuePair qp, long wrId, int offset, int length) {
        recv.wrId(wrId).next(null).sge(at(offset), length, region.lkey());
        assertThat(qp.postRecv(recv)).isEqualTo(Rc.OK);
    }

    void postRecv(SharedReceiveQueue srq, long wrId, int offset, int length) {
        recv.wrId(wrId).next(null).sge(at(offset), length, region.lkey());
        assertThat(srq.post(recv)).isEqualTo(Rc.OK);
    }

    /** Posts a send request over bytes of the registered memory. */
    public void postSend(QueuePair qp, long wrId, int opcode, int flags, int offset, int length) {
        send.wrId(wrId).next(null).operation(opcode, flags);
        send.sge(at(offset), length, region.lkey());
        assertThat(qp.postSend(send)).isEqualTo(Rc.OK);
    }

    /** Waits for the next completion, which {@link #wcs} then has at index 0. */
    public Wc next(CompletionQueue cq) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        int count = cq.poll(wcs, 1);
        while (count == 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
            count = cq.poll(wcs, 1);
        }
        assertThat(count).as("completions within %d s", SECONDS).isEqualTo(1);
        return wc();
    }

    /** Waits for the next completion while other sides poll too: some providers need it. */
    public Wc next(CompletionQueue cq, VerbsSide other) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        int count = cq.poll(wcs, 1);
        while (count == 0 && System.nanoTime() < end) {
            other.sendCq.poll(other.wcs, 0);
            count = cq.poll(wcs, 1);
        }
        assertThat(count).as("completions within %d s", SECONDS).isEqualTo(1);
        return wc();
    }

    private Wc wc() {
        return new Wc(
                wcs.wrId(0),
                wcs.status(0),
                wcs.opcode(0),
                wcs.byteLength(0),
                wcs.immediate(0),
                wcs.qpNumber(0),
                wcs.flags(0));
    }

    /** Says that no completion is there. */
    void expectNone(CompletionQueue cq) {
        assertThat(cq.poll(wcs, 1)).isZero();
    }

    /** Waits for an event of a kind; others are passed. */
    AsyncEvent event(AsyncEventType type) {
        AsyncEvent event = new AsyncEvent();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < end) {
            if (context.nextEvent(event, TimeUnit.SECONDS.toNanos(1)) && event.type() == type) {
                return event;
            }
        }
        throw new AssertionError("no event " + type + " within " + SECONDS + " s");
    }

    /** Returns whether an event of a kind is there now; others are passed. */
    boolean hasEvent(AsyncEventType type) {
        AsyncEvent event = new AsyncEvent();
        while (context.nextEvent(event, 0)) {
            if (event.type() == type) {
                return true;
            }
        }
        return false;
    }

    void fill(int offset, int length, int seed) {
        for (int i = 0; i < length; i++) {
            Memory.putByte(at(offset + i), (byte) (seed + i * 7));
        }
    }

    void expectFilled(int offset, int length, int seed) {
        for (int i = 0; i < length; i++) {
            assertThat(Memory.getByte(at(offset + i)))
                    .as("byte %d", i)
                    .isEqualTo((byte) (seed + i * 7));
        }
    }

    @Override
    public void close() {
        for (int i = made.size() - 1; i >= 0; i--) {
            close(made.get(i));
        }
        arena.close();
    }

    private static void close(AutoCloseable object) {
        try {
            object.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
