package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Gid;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * A link's queue pair for datagrams, by which peers talk before they connect: one pair, and so much
 * memory, for any number of peers. A datagram may be lost, come twice, or late; {@link
 * DatagramPeer} mends that. What is not of the job is dropped ({@link DatagramSeal}).
 */
final class Datagrams {
    private static final int SLOTS = 32;
    private static final int BATCH = 16;
    private static final int SMALLEST_MTU = 256;
    private static final int GRH = WorkCompletions.GRH_BYTES;

    /** Bit of the request numbers of receives. */
    private static final long RECEIVE = 1L << 32;

    private final OpenibContext context;
    private final Port port;
    private final int link;
    private final OpenibCounters counters;
    private final DatagramSeal seal;
    private final CompletionQueue queue;
    private final QueuePair pair;
    private final ReceiveBuffers receives;
    private final ReceiveBuffers slots;
    private final SendWr send;
    private final RecvWr recv;
    private final WorkCompletions completions;
    private final List<AddressHandle> retired = new ArrayList<>();
    private int underWay;
    private boolean usable = true;

    /** Takes what has come. */
    interface Receiver {
        /**
         * Takes a datagram of a process of the job; the memory is the caller's again on return.
         *
         * @param from the sender's number in the job
         * @param fromLink its link
         * @param expected number of the next message that it expects
         * @param packet what it sent
         * @param length of the packet; 0 for none
         */
        void onDatagram(int from, int fromLink, int expected, long packet, int length);
    }

    /**
     * Makes the pair, with receives posted.
     *
     * @param arena owns the memory of requests
     * @throws VerbsException when the device has none, or no memory can be registered
     */
    Datagrams(
            OpenibContext context,
            Port port,
            int link,
            OpenibCounters counters,
            CompletionChannel channel,
            Arena arena) {
        this.context = context;
        this.port = port;
        this.link = link;
        this.counters = counters;
        seal = new DatagramSeal(context.links().secret());
        send = new SendWr(arena, 1);
        recv = new RecvWr(arena, 1);
        completions = new WorkCompletions(arena, BATCH);
        Adapter adapter = port.adapter();
        receives = new ReceiveBuffers(adapter, GRH + mtu(port.address()));
        slots = new ReceiveBuffers(adapter, mtu(port.address()));
        int count = Math.min(context.config().firstContact().receives(), mostReceives());
        queue = adapter.context.createCq(count + SLOTS + BATCH, channel);
        QueuePair made = null;
        try {
            made = adapter.context.createQp(QpInit.ud(adapter.domain, queue, queue, SLOTS, count));
            open(made, count);
        } catch (VerbsException e) {
            close(made);
            throw e;
        }
        pair = made;
    }

    private int mostReceives() {
        return port.adapter().context.attributes().maxQpWr();
    }

    private void open(QueuePair made, int count) {
        OpenibConfig.Path path = port.path();
        made.modify(
                QpAttributes.toInitDatagrams(port.number(), seal.queueKey())
                        .pkeyIndex(path.pkeyIndex()));
        takeMemory(count);
        replenish(made);
        made.modify(QpAttributes.to(QpState.RTR));
        made.modify(QpAttributes.to(QpState.RTS).sendPsn(path.psn()));
    }

    /**
     * Takes half of what can be registered at the most: the peers that connect need memory, too.
     */
    private void takeMemory(int count) {
        long bytes =
                (long) receives.provide(count) * receives.room
                        + (long) slots.provide(SLOTS) * slots.room;
        Adapter adapter = port.adapter();
        Adapter.Slab asMuch =
                receives.made() == 0 || slots.made() == 0 ? null : adapter.slab(bytes);
        if (asMuch == null) {
            String why = OpenibTexts.help("few-datagrams", bytes, adapter.refusal());
            throw new VerbsException(VerbsException.ENOMEM, why);
        }
        adapter.free(asMuch);
    }

    private void replenish(QueuePair to) {
        for (int next = receives.take(); next >= 0; next = receives.take()) {
            recv.wrId(RECEIVE | next)
                    .next(null)
                    .sge(receives.address(next), receives.room, receives.lkey(next));
            if (to.postRecv(recv) != Rc.OK) {
                receives.give(next);
                return;
            }
        }
    }

    /** Returns the number of the pair. */
    int pair() {
        return pair.number();
    }

    /** Returns the bytes of a packet, its header included, that every datagram holds. */
    int room() {
        return room(port.address());
    }

    /** Returns the bytes of a packet that a datagram to a port holds. */
    int room(PortAddress to) {
        return Math.min(mtu(port.address()), mtu(to)) - DatagramHeader.BYTES;
    }

    private static int mtu(PortAddress of) {
        return SMALLEST_MTU << Math.clamp(of.mtu() - 1, 0, 4);
    }

    /** Returns whether the pair works. */
    boolean isUsable() {
        return usable;
    }

    // ---- sending

    /**
     * Makes the way to a peer's port.
     *
     * @throws VerbsException when the adapter has no more
     */
    AddressHandle address(PortAddress to) {
        Gid gid = new Gid(to.gidHigh(), to.gidLow());
        Gid used = port.needsGid() || to.lid() == 0 ? gid : Gid.NONE;
        return port.adapter()
                .domain
                .createAddressHandle(
                        port.number(),
                        to.lid(),
                        used,
                        port.gidIndex(),
                        port.path().high().serviceLevel(),
                        port.path().high().trafficClass());
    }

    /** Destroys a way, once no datagram that takes it is under way. */
    void retire(AddressHandle way) {
        retired.add(way);
        closeRetired();
    }

    private void closeRetired() {
        if (underWay == 0 && !retired.isEmpty()) {
            retired.forEach(AddressHandle::close);
            retired.clear();
        }
    }

    /**
     * Posts a datagram: a copy of a packet, or an acknowledgement.
     *
     * @param to the peer's number in the job
     * @param toLink its link
     * @param expected number of the next message that is expected of it
     * @param length of the packet; 0 for none
     * @return false when there is no room now
     */
    boolean post(
            AddressHandle way,
            int pairThere,
            int to,
            int toLink,
            int expected,
            long packet,
            int length) {
        int slot = slots.take();
        if (slot < 0) {
            return false;
        }
        long at = slots.address(slot);
        int kind = length == 0 ? DatagramHeader.ACKNOWLEDGEMENT : DatagramHeader.DATA;
        DatagramHeader.write(at, kind, link, toLink, context.rank(), to, expected);
        Memory.copy(packet, at + DatagramHeader.BYTES, length);
        int bytes = DatagramHeader.BYTES + length;
        seal.write(at, bytes);
        send.wrId(slot)
                .operation(WrOpcode.SEND, SendFlags.SIGNALED)
                .sge(at, bytes, slots.lkey(slot))
                .datagram(way, pairThere, seal.queueKey());
        int rc = pair.postSend(send);
        if (rc == Rc.OK) {
            underWay++;
            counters.datagramsSent++;
            return true;
        }
        slots.give(slot);
        if (rc != Rc.NO_RESOURCE) {
            fail("takes no requests");
        }
        return false;
    }

    private void fail(String why) {
        if (usable) {
            usable = false;
            context.trace("the queue pair for datagrams " + why + ": peers connect instead");
        }
    }

    // ---- receiving

    /** Handles what has come and gone; returns the number of completions. */
    int poll(Receiver receiver) {
        int taken = queue.poll(completions, BATCH);
        if (taken < 0) {
            fail("has a completion queue that failed");
            return 0;
        }
        for (int i = 0; i < taken; i++) {
            handle(i, receiver);
        }
        if (taken > 0) {
            replenish(pair);
            closeRetired();
        }
        return taken;
    }

    private void handle(int i, Receiver receiver) {
        long id = completions.wrId(i);
        int status = completions.status(i);
        // A single receive is flushed when the process that sent to it has died.
        if (status != WcStatus.SUCCESS && pair.state() == QpState.ERR) {
            fail("failed: " + WcStatus.name(status));
        }
        if ((id & RECEIVE) == 0) {
            underWay--;
            slots.give((int) id);
            return;
        }
        int buffer = (int) id;
        if (status == WcStatus.SUCCESS) {
            long at = receives.address(buffer) + GRH;
            receive(at, completions.byteLength(i) - GRH, receiver);
        }
        receives.give(buffer);
    }

    private void receive(long at, int length, Receiver receiver) {
        if (!DatagramHeader.isFor(at, length, context.rank(), link) || !seal.isRight(at, length)) {
            counters.datagramsRefused++;
            return;
        }
        counters.datagramsReceived++;
        receiver.onDatagram(
                DatagramHeader.from(at),
                DatagramHeader.fromLink(at),
                DatagramHeader.expected(at),
                at + DatagramHeader.BYTES,
                length - DatagramHeader.BYTES);
    }

    /** Has the next completion make an event. */
    void arm() {
        queue.requestNotify(false);
    }

    void close() {
        close(pair);
    }

    private void close(QueuePair made) {
        usable = false;
        if (made != null) {
            made.close();
        }
        underWay = 0;
        closeRetired();
        queue.close();
        receives.close();
        slots.close();
    }
}
