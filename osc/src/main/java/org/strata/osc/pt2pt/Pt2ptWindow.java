package org.strata.osc.pt2pt;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscRequest;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;
import org.strata.osc.base.Accumulator;
import org.strata.osc.base.AttachedMemory;
import org.strata.osc.base.FixedMemory;
import org.strata.osc.base.WindowMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Predicate;

/** A window served by messages. Its members' messages are handled by {@link #progress}. */
final class Pt2ptWindow implements OscWindow, Progressable {
    private final CommContext comm;
    private final ProgressEngine engine;
    private final Arena arena;

    /** The memory of a dynamic window; null for another one. */
    private final AttachedMemory attached;

    private final WindowOutbox outbox;
    private final RequestSlots slots;
    private final RequestSender sender;
    private final RequestServer server;
    private final LockQueue locks = new LockQueue(new Answers());

    /** By rank; null for members without messages so far. */
    private final WindowPeer[] peers;

    /** Handlers of messages send, and sending may poll. */
    private boolean polling;

    Pt2ptWindow(OscRequest request, Pt2ptConfig config, ProgressEngine engine) {
        this.comm = request.comm();
        this.engine = engine;
        this.arena = Arena.ofShared();
        this.attached = request.flavor() == Flavor.DYNAMIC ? new AttachedMemory() : null;
        this.peers = new WindowPeer[comm.size()];
        int bytes = config.requestBytes();
        this.outbox = new WindowOutbox(request.pml(), comm, arena, bytes);
        this.sender = new RequestSender(request.pml(), comm, outbox);
        WindowMemory memory =
                attached != null
                        ? attached
                        : new FixedMemory(request.address(), request.bytes(), request.unit());
        this.server =
                new RequestServer(request.pml(), comm, outbox, memory, new Accumulator(arena));
        this.slots = new RequestSlots(request.pml(), comm, arena, config.requests(), bytes);
    }

    @Override
    public String component() {
        return "pt2pt";
    }

    private WindowPeer peer(int rank) {
        WindowPeer peer = peers[rank];
        if (peer == null) {
            peer = new WindowPeer(rank);
            peers[rank] = peer;
        }
        return peer;
    }

    // ---- Progress.

    @Override
    public int progress() {
        if (polling) {
            return 0;
        }
        polling = true;
        try {
            int events = slots.poll(this::onRequest);
            for (WindowPeer peer : peers) {
                if (peer != null) {
                    events += advance(peer);
                }
            }
            if (locks.isContended()) {
                lookAtLocks();
            }
            return events;
        } finally {
            polling = false;
        }
    }

    private void lookAtLocks() {
        long now = System.nanoTime();
        locks.look(now, rank -> comm.peer(rank).isLost());
        if (engine.fallingAsleep()) {
            engine.sleepAtMost(locks.quietNanos(now));
        }
    }

    private int advance(WindowPeer peer) {
        int events = 0;
        if (!peer.sending.isEmpty()) {
            events += outbox.reap(peer);
        }
        if (!peer.replies.isEmpty()) {
            events += sender.takeReplies(peer);
        }
        if (peer.transfer != null && server.endTransfer(peer)) {
            events++;
            serveDeferred(peer);
        }
        return events;
    }

    private void onRequest(int source, long at, long bytes) {
        WindowPeer peer = peer(source);
        RequestKind kind = bytes < RequestHeader.BYTES ? null : RequestHeader.kind(at);
        if (kind == null) {
            peer.refused = OscFailure.Kind.MALFORMED;
        } else if (isAnswer(kind) || peer.transfer == null) {
            handle(peer, kind, at, bytes - RequestHeader.BYTES);
        } else {
            peer.deferred.add(RequestServer.copy(at, bytes));
        }
    }

    /**
     * Returns whether a message is for this member as an origin: a transfer is no reason to wait.
     */
    private static boolean isAnswer(RequestKind kind) {
        return kind == RequestKind.ACKNOWLEDGEMENT
                || kind == RequestKind.GRANT
                || kind == RequestKind.POST;
    }

    private void serveDeferred(WindowPeer peer) {
        long block = peer.deferred.isEmpty() ? 0 : outbox.block();
        while (peer.transfer == null && !peer.deferred.isEmpty()) {
            byte[] request = peer.deferred.remove();
            Memory.copyOut(request, 0, block, request.length);
            handle(peer, RequestHeader.kind(block), block, request.length - RequestHeader.BYTES);
        }
        if (block != 0) {
            outbox.release(block);
        }
    }

    private void handle(WindowPeer peer, RequestKind kind, long at, long data) {
        switch (kind) {
            case FLUSH -> acknowledge(peer);
            case LOCK_SHARED -> locks.ask(peer.rank, false, System.nanoTime());
            case LOCK_EXCLUSIVE -> locks.ask(peer.rank, true, System.nanoTime());
            case UNLOCK -> unlocked(peer);
            case ACKNOWLEDGEMENT -> sender.acknowledged(peer, RequestHeader.refusal(at));
            case GRANT -> {
                peer.granted = true;
                peer.lockLost = RequestHeader.refusal(at) != 0;
            }
            case POST -> peer.posts++;
            case COMPLETE -> peer.completions++;
            default -> server.serve(peer, kind, at, data);
        }
    }

    private void acknowledge(WindowPeer peer) {
        long block = outbox.block();
        RequestHeader.write(block, RequestKind.ACKNOWLEDGEMENT);
        RequestHeader.writeRefusal(block, peer.refused == null ? 0 : peer.refused.ordinal() + 1);
        peer.refused = null;
        outbox.send(peer, block, RequestHeader.BYTES, WindowTags.REQUEST);
    }

    /** Tells the other members of the decisions on this one's lock. */
    private final class Answers implements LockQueue.Grants {
        @Override
        public void grant(int source) {
            outbox.send(peer(source), RequestKind.GRANT);
        }

        @Override
        public void refuse(int source) {
            long block = outbox.block();
            RequestHeader.write(block, RequestKind.GRANT);
            RequestHeader.writeRefusal(block, 1);
            outbox.send(peer(source), block, RequestHeader.BYTES, WindowTags.REQUEST);
        }
    }

    private void unlocked(WindowPeer peer) {
        acknowledge(peer);
        locks.release(peer.rank);
    }

    // ---- Waiting.

    private int await(WindowPeer peer, String what, Predicate<WindowPeer> condition) {
        if (!condition.test(peer)) {
            engine.waitFor(new PeerWait(comm, peer, what, condition));
        }
        if (condition.test(peer)) {
            return Rc.OK;
        }
        return comm.peer(peer.rank).failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    private int awaitSent(WindowPeer peer) {
        return await(peer, "to receive data of a window", p -> p.sending.isEmpty());
    }

    private int awaitReplies(WindowPeer peer) {
        return await(peer, "to send data of its window", p -> p.replies.isEmpty());
    }

    private int awaitAcknowledgements(WindowPeer peer) {
        return await(peer, "to complete operations on its window", p -> p.acknowledgements == 0);
    }

    // ---- Operations.

    @Override
    public int put(Buf origin, OscTarget target, OscOperation operation) {
        sender.put(peer(target.rank()), origin, target, operation);
        return Rc.OK;
    }

    @Override
    public int get(Buf origin, OscTarget target, OscOperation operation) {
        sender.get(peer(target.rank()), origin, target, operation);
        return Rc.OK;
    }

    @Override
    public int accumulate(
            Buf origin, OscTarget target, OpKind op, NumberKind kind, OscOperation operation) {
        sender.accumulate(peer(target.rank()), origin, target, op, kind, operation);
        return Rc.OK;
    }

    @Override
    public int getAccumulate(
            Buf origin,
            Buf result,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            OscOperation operation) {
        WindowPeer peer = peer(target.rank());
        sender.getAccumulate(peer, origin, result, target, op, kind, operation);
        return Rc.OK;
    }

    @Override
    public int compareAndSwap(Buf origin, Buf compare, Buf result, OscTarget target) {
        sender.compareAndSwap(peer(target.rank()), origin, compare, result, target);
        return Rc.OK;
    }

    // ---- Completion.

    private void askAcknowledgement(WindowPeer peer, RequestKind kind) {
        peer.dirty = false;
        peer.acknowledgements++;
        outbox.send(peer, kind);
    }

    private int flushed(WindowPeer peer) {
        int rc = awaitAcknowledgements(peer);
        rc = rc == Rc.OK ? awaitReplies(peer) : rc;
        return rc == Rc.OK ? awaitSent(peer) : rc;
    }

    @Override
    public int flush(int target) {
        WindowPeer peer = peer(target);
        if (peer.dirty) {
            askAcknowledgement(peer, RequestKind.FLUSH);
        }
        return flushed(peer);
    }

    @Override
    public int flushAll() {
        for (WindowPeer peer : peers) {
            if (peer != null && peer.dirty) {
                askAcknowledgement(peer, RequestKind.FLUSH);
            }
        }
        return allFlushed();
    }

    private int allFlushed() {
        int result = Rc.OK;
        for (WindowPeer peer : peers) {
            int rc = peer == null ? Rc.OK : flushed(peer);
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public int flushLocal(int target) {
        WindowPeer peer = peer(target);
        int rc = awaitReplies(peer);
        return rc == Rc.OK ? awaitSent(peer) : rc;
    }

    @Override
    public int flushLocalAll() {
        int result = Rc.OK;
        for (WindowPeer peer : peers) {
            int rc = peer == null ? Rc.OK : flushLocal(peer.rank);
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public void sync() {
        engine.progress();
        Memory.fullFence();
    }

    @Override
    public OscFailure takeFailure() {
        return sender.takeFailure();
    }

    // ---- Passive target.

    private void ask(int target, boolean exclusive) {
        WindowPeer peer = peer(target);
        peer.granted = false;
        outbox.send(peer, exclusive ? RequestKind.LOCK_EXCLUSIVE : RequestKind.LOCK_SHARED);
    }

    private int awaitGrant(int target) {
        WindowPeer peer = peer(target);
        int rc = await(peer, "to grant the lock of its window", p -> p.granted);
        if (rc == Rc.OK && peer.lockLost) {
            peer.granted = false;
            return Rc.PEER_FAILED;
        }
        return rc;
    }

    @Override
    public int lock(int target, boolean exclusive) {
        ask(target, exclusive);
        return awaitGrant(target);
    }

    @Override
    public int unlock(int target) {
        WindowPeer peer = peer(target);
        peer.granted = false;
        askAcknowledgement(peer, RequestKind.UNLOCK);
        return flushed(peer);
    }

    @Override
    public int lockAll() {
        for (int target = 0; target < peers.length; target++) {
            ask(target, false);
        }
        int result = Rc.OK;
        for (int target = 0; target < peers.length; target++) {
            int rc = awaitGrant(target);
            result = result == Rc.OK ? rc : result;
        }
        if (result != Rc.OK) {
            unlockAll();
        }
        return result;
    }

    /** Releases what is held. */
    @Override
    public int unlockAll() {
        for (WindowPeer peer : peers) {
            if (peer != null && peer.granted) {
                peer.granted = false;
                askAcknowledgement(peer, RequestKind.UNLOCK);
            }
        }
        return allFlushed();
    }

    // ---- Active target of groups.

    @Override
    public int post(int[] origins) {
        for (int origin : origins) {
            outbox.send(peer(origin), RequestKind.POST);
        }
        return Rc.OK;
    }

    @Override
    public int start(int[] targets) {
        int result = Rc.OK;
        for (int target : targets) {
            WindowPeer peer = peer(target);
            int rc = await(peer, "to post its window", p -> p.posts > 0);
            peer.posts -= rc == Rc.OK ? 1 : 0;
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public int complete(int[] targets) {
        for (int target : targets) {
            if (peer(target).dirty) {
                askAcknowledgement(peer(target), RequestKind.FLUSH);
            }
            outbox.send(peer(target), RequestKind.COMPLETE);
        }
        int result = Rc.OK;
        for (int target : targets) {
            int rc = flushed(peer(target));
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public int await(int[] origins) {
        int result = Rc.OK;
        for (int origin : origins) {
            WindowPeer peer = peer(origin);
            int rc = await(peer, "to complete operations", p -> p.completions > 0);
            peer.completions -= rc == Rc.OK ? 1 : 0;
            result = result == Rc.OK ? rc : result;
        }
        return result;
    }

    @Override
    public boolean test(int[] origins) {
        engine.progress();
        for (int origin : origins) {
            if (peer(origin).completions == 0) {
                return false;
            }
        }
        for (int origin : origins) {
            peer(origin).completions--;
        }
        return true;
    }

    // ---- Memory.

    @Override
    public long attach(long start, long bytes, Object owner) {
        return attached.attach(start, bytes, owner);
    }

    @Override
    public boolean detach(long start) {
        return attached.detach(start);
    }

    @Override
    public MemorySegment memoryOf(int member) {
        return null;
    }

    @Override
    public void close() {
        flushLocalAll();
        engine.unregister(this);
        slots.close(engine);
        arena.close();
    }
}
