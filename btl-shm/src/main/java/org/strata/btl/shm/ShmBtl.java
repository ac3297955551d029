package org.strata.btl.shm;

import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.jit.CompiledApart;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.opal.progress.RankSleeper;

/**
 * The node's shared memory as a link. Tier 1; the package's page says how it works.
 *
 * <p>A message of up to 24 bytes, header included, is stored into half a cache line of the fast box
 * to its receiver; one of up to 56 bytes into a line; one of up to a quarter box into adjacent
 * lines; longer ones into a fragment, which the receiver reads in place.
 */
final class ShmBtl implements RdmaBtl {
    /** Longest sleep of a rank that waits for peers to consume its messages. */
    private static final long FLUSH_NANOS = 1_000_000L;

    private final BtlAttributes attributes;
    private final Rank rank;
    private final NodePeers peers;
    private final ShmSegment segment;
    private final Inbox inbox;
    private final Outgoing outgoing;
    private final RemoteMemory remoteMemory;
    private final Progressable unlinking = this::unlinkWhenShared;

    /** Polled while {@link #flushed} has returned false. */
    private final Progressable flushing = this::sleepShortly;

    private boolean closed;

    /**
     * What the BTL needs of its rank.
     *
     * @param sleeper where this rank sleeps; its sleep word moves into the segment
     * @param output prints what users need to know
     * @param pool memory that peers can map; null for none
     */
    record Rank(
            ProcessEnvironment environment,
            ProgressEngine engine,
            RankSleeper sleeper,
            ActiveMessages handlers,
            Output output,
            MappablePool pool) {}

    /**
     * Starts to receive: peers may map the segment from now on.
     *
     * @param card what this rank publishes of itself
     * @param segment this rank's segment
     */
    ShmBtl(
            ShmConfig config,
            Rank rank,
            NodePeers peers,
            SegmentLayout layout,
            ShmSegment segment,
            ShmAddress card) {
        long base = segment.address();
        this.attributes = attributes(config, rank.pool());
        this.rank = rank;
        this.peers = peers;
        this.segment = segment;
        int first = config.firstSequence();
        FifoReader fifo = new FifoReader(base, layout.fifoCells(), first);
        this.inbox = new Inbox(rank.handlers(), rank.output(), peers, fifo);
        FragmentPool fragments = new FragmentPool(layout, base, config.freeList());
        OwnBoxes boxes = new OwnBoxes(layout, base, config.threshold(peers.count()), first);
        this.outgoing = new Outgoing(peers, fragments, boxes, layout.boxCells());
        PoolCopy pool = new PoolCopy(rank.pool());
        SingleCopy kernel =
                new SingleCopy(
                        config.singleCopy(), card, base, rank.output(), this::claimRefusalWarning);
        this.remoteMemory = new RemoteMemory(pool, kernel, config);
        rank.sleeper().relocate(segment.sleepWord(), peers::sleepWord);
        if (rank.sleeper().fencesForPeers()) {
            segment.promiseFences();
        }
        rank.engine().register(this);
        rank.engine().registerLowPriority(unlinking);
    }

    /**
     * Claims the node's right to print that the kernel refuses single copy. If the node's first
     * rank has no segment, every rank prints it.
     */
    private boolean claimRefusalWarning() {
        ShmEndpoint first = peers.self() == 0 ? null : peers.get(0, new StringBuilder());
        if (first == null && peers.self() != 0) {
            return true;
        }
        long header = first == null ? segment.address() : first.segment.address();
        // Pairs with itself at other ranks: one prints.
        return Memory.compareAndSetInt(header + SegmentLayout.REFUSAL_PRINTED, 0, 1);
    }

    /** Without single copy and without a pool there is neither put nor get. */
    private static BtlAttributes attributes(ShmConfig config, MappablePool pool) {
        BtlAttributes all = config.attributes();
        boolean rdma = config.singleCopy() || pool != null;
        int flags = rdma ? all.flags() : BtlAttributes.FLAG_SEND;
        return all.forLink(all.name(), all.exclusivity(), flags, all.bandwidth());
    }

    @Override
    public BtlAttributes attributes() {
        return attributes;
    }

    @Override
    public BtlEndpoint addPeer(Proc peer, StringBuilder refusal) {
        if (!peer.local()) {
            refusal.append("different host");
            return null;
        }
        if (!peers.has(peer)) {
            refusal.append("it belongs to another world: one that was spawned, or spawned this");
            return null;
        }
        if (peer.localRank() == peers.self()) {
            refusal.append("reaches only other processes, not the rank itself");
            return null;
        }
        return peers.get(peer.localRank(), refusal);
    }

    /** Does nothing: the segment stays mapped, since the peer may still send through its box. */
    @Override
    public void removePeer(BtlEndpoint endpoint) {}

    @Override
    public int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        ShmEndpoint peer = (ShmEndpoint) endpoint;
        BoxWriter box = peer.box;
        int total = headerLength + length;
        if (total > Cell.INLINE_MAX || box == null) {
            return sendOtherwise(peer, tag, header, headerLength, base, offset, length);
        }
        long slot = box.claim(total);
        if (slot == 0) {
            return Rc.NO_RESOURCE;
        }
        Memory.copy(header, slot + Cell.BODY, headerLength);
        Memory.copyOut(base, offset, slot + Cell.BODY + headerLength, length);
        box.publish(slot, tag, total);
        peer.ringIfAsleep();
        return Rc.OK;
    }

    /** Sends a message that does not fit a cell, or whose receiver has no fast box. */
    @CompiledApart("Rare: keeps the path of a short message small.")
    private int sendOtherwise(
            ShmEndpoint peer,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length) {
        int total = headerLength + length;
        long at = outgoing.claim(peer, total);
        if (at == 0) {
            return Rc.NO_RESOURCE;
        }
        int first = Outgoing.inFirstLine(headerLength, length);
        Memory.copyOut(base, offset + first, at + headerLength + first, length - first);
        Memory.copy(header, at, headerLength);
        Memory.copyOut(base, offset, at + headerLength, first);
        return outgoing.publish(peer, tag, total);
    }

    @CompiledApart("Compiled once, not again in each method above it.")
    @Override
    public int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        ShmEndpoint peer = (ShmEndpoint) endpoint;
        BoxWriter box = peer.box;
        if (length > BoxWriter.SLOT_PAYLOAD || box == null) {
            return sendLinesShort(peer, tag, header0, header1, base, offset, length);
        }
        if (!box.sendSlot(tag, header0, header1, base, offset, length)) {
            return Rc.NO_RESOURCE;
        }
        peer.ringIfAsleep();
        return Rc.OK;
    }

    /** Sends a message of more than one slot, or one to a receiver without a fast box. */
    @CompiledApart("A longer message: keeps the path of the shortest small.")
    private int sendLinesShort(
            ShmEndpoint peer,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        BoxWriter box = peer.box;
        int total = SHORT_HEADER + length;
        if (box == null || !outgoing.fitsBox(total)) {
            return sendShortOtherwise(peer, tag, header0, header1, base, offset, length);
        }
        if (length <= BoxWriter.LINE_PAYLOAD) {
            if (!box.sendLine(tag, header0, header1, base, offset, length)) {
                return Rc.NO_RESOURCE;
            }
        } else {
            long slot = box.claim(total);
            if (slot == 0) {
                return Rc.NO_RESOURCE;
            }
            long at = slot + Cell.BODY;
            int first = BoxWriter.LINE_PAYLOAD;
            long rest = at + SHORT_HEADER + first;
            Memory.copyOut(base, offset + first, rest, length - first);
            Memory.putWords(at, header0, header1);
            Memory.copyOut(base, offset, at + SHORT_HEADER, first);
            box.publish(slot, tag, total);
        }
        peer.ringIfAsleep();
        return Rc.OK;
    }

    /** As {@link #sendOtherwise}. */
    @CompiledApart("Rare: keeps the path of a short message small.")
    private int sendShortOtherwise(
            ShmEndpoint peer,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length) {
        int total = SHORT_HEADER + length;
        long at = outgoing.claim(peer, total);
        if (at == 0) {
            return Rc.NO_RESOURCE;
        }
        int first = Outgoing.inFirstLine(SHORT_HEADER, length);
        Memory.copyOut(base, offset + first, at + SHORT_HEADER + first, length - first);
        Memory.putWords(at, header0, header1);
        Memory.copyOut(base, offset, at + SHORT_HEADER, first);
        return outgoing.publish(peer, tag, total);
    }

    @Override
    public Descriptor alloc(BtlEndpoint endpoint, int length) {
        Fragment fragment = outgoing.acquireFragment();
        if (fragment != null) {
            fragment.endpoint = endpoint;
            fragment.setLengths(0, length);
        }
        return fragment;
    }

    @Override
    public Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload) {
        int payload = (int) Math.min(maxPayload, attributes.maxSendSize() - headerLength);
        Descriptor fragment = alloc(endpoint, headerLength + payload);
        if (fragment != null) {
            buf.pack(position, fragment.address + headerLength, payload);
            fragment.setLengths(headerLength, payload);
        }
        return fragment;
    }

    /** Copies a message that fits a cell there; the receiver reads longer ones in the fragment. */
    @Override
    public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
        ShmEndpoint peer = (ShmEndpoint) endpoint;
        if (descriptor.length <= Cell.INLINE_MAX) {
            int rc = sendImmediate(peer, tag, descriptor.address, descriptor.length, null, 0, 0);
            if (rc == Rc.OK) {
                descriptor.callback.onComplete(this, descriptor, Rc.OK);
            }
            return rc;
        }
        return outgoing.send(peer, (Fragment) descriptor, tag);
    }

    @Override
    public void free(Descriptor descriptor) {
        outgoing.recycle((Fragment) descriptor);
    }

    /** Completions first: handlers then find the fragments free that peers have consumed. */
    @Override
    public int progress() {
        return outgoing.complete(this) + inbox.poll(this);
    }

    /**
     * A peer with a fast box sends everything through it, so that one word of the box is enough.
     */
    @Override
    public int progress(BtlEndpoint endpoint) {
        BoxReader box = ((ShmEndpoint) endpoint).incoming;
        return box == null ? inbox.pollFifo(this) : box.poll(this, rank.handlers());
    }

    @CompiledApart("Compiled once, not again in each method above it.")
    @Override
    public int receiveShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity,
            int polls) {
        ShmEndpoint peer = (ShmEndpoint) endpoint;
        BoxReader box = peer.incoming;
        if (box == null) {
            return OTHER;
        }
        if (peer.box != null) {
            // Who waits for a message answers it, mostly: the answer's slot is fetched meanwhile.
            peer.box.prefetchNext();
        }
        return box.receiveShort(tag, header0, header1, base, offset, capacity, polls);
    }

    /** Unlinks the segment as soon as all peers have mapped it. */
    private int unlinkWhenShared() {
        if (segment.attached() >= peers.count()) {
            segment.unlink();
            rank.engine().unregister(unlinking);
            rank.engine().unregister(flushing);
        }
        return 0;
    }

    /**
     * Peers that consume short messages do not ring: each would have to look at this rank's sleep
     * word. So a rank that waits for this sleeps for a millisecond at a time.
     */
    @Override
    public boolean flushed() {
        for (ShmEndpoint peer : peers.endpoints()) {
            if (peer != null && !peer.flushed()) {
                rank.engine().registerLowPriority(flushing);
                return false;
            }
        }
        rank.engine().unregister(flushing);
        return true;
    }

    private int sleepShortly() {
        if (rank.engine().fallingAsleep()) {
            rank.engine().sleepAtMost(FLUSH_NANOS);
        }
        return 0;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        rank.engine().unregister(this);
        rank.engine().unregister(unlinking);
        rank.engine().unregister(flushing);
        rank.sleeper().restore();
        segment.markClosed();
        segment.unlink();
        remoteMemory.close();
        peers.close();
    }

    @Override
    public int handleSize() {
        return PoolCopy.HANDLE_BYTES;
    }

    /** Memory needs no registration here: the result only records what was asked for. */
    @Override
    public Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        return new ShmRegistration(address, length, access);
    }

    @Override
    public void deregister(Registration registration) {}

    @Override
    public boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return remoteMemory.offers((ShmEndpoint) endpoint, address, length);
    }

    @Override
    public void writeHandle(Registration registration, long address, long target) {
        remoteMemory.writeHandle(address, target);
    }

    @Override
    public boolean copiesInCall() {
        return true;
    }

    @Override
    public boolean fragmentsMayWin(BtlEndpoint endpoint, long remote, long handle, long length) {
        return remoteMemory.fragmentsMayWin((ShmEndpoint) endpoint, remote, handle, length);
    }

    @Override
    public long maxRdmaSize() {
        return attributes.pipelineFragmentSize();
    }

    /** Copies within the call, and so calls back within it. */
    @Override
    public int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        int rc = remoteMemory.write((ShmEndpoint) endpoint, remote, handle, local, length);
        if (rc == Rc.OK) {
            callback.onComplete(endpoint, length, Rc.OK);
        }
        return rc;
    }

    /** Copies within the call, and so calls back within it. */
    @Override
    public int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        int rc = remoteMemory.read((ShmEndpoint) endpoint, remote, handle, local, length);
        if (rc == Rc.OK) {
            callback.onComplete(endpoint, length, Rc.OK);
        }
        return rc;
    }
}
