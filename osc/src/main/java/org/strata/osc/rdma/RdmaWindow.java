package org.strata.osc.rdma;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.progress.ProgressEngine;
import org.strata.osc.base.WindowMemory;

import java.lang.foreign.MemorySegment;

/** A window over RDMA, with one over messages inside for what RDMA does not do. */
final class RdmaWindow implements OscWindow {
    private final CommContext comm;
    private final ProgressEngine engine;
    private final RdmaMembers members;
    private final RdmaPeer[] peers;
    private final OscWindow messages;
    private final CopyBlocks blocks;
    private final RdmaMover mover;

    /** Null where all accumulates go by messages. */
    private final RdmaWords words;

    /** Null where locks go by messages. */
    private final RdmaLocks locks;

    private OscFailure failure;

    /**
     * @param messages a window of the same members and memory
     */
    RdmaWindow(
            CommContext comm,
            ProgressEngine engine,
            RdmaOscConfig config,
            RdmaMembers members,
            OscWindow messages) {
        this.comm = comm;
        this.engine = engine;
        this.members = members;
        this.peers = members.peers();
        this.messages = messages;
        this.blocks = new CopyBlocks(engine, config.copyBytes(), config.copies());
        this.mover = new RdmaMover(engine, blocks);
        RdmaMembers.WordCells cells = members.words();
        this.words =
                cells == null
                        ? null
                        : new RdmaWords(engine, comm, cells.blocks(), cells.registration());
        CopyBlocks lockBlocks = members.lockBlocks();
        this.locks = lockBlocks == null ? null : new RdmaLocks(engine, comm, peers, lockBlocks);
    }

    @Override
    public String component() {
        return "rdma";
    }

    // ---- Operations.

    @Override
    public int put(Buf origin, OscTarget target, OscOperation operation) {
        return move(true, origin, target, operation)
                ? Rc.OK
                : messages.put(origin, target, operation);
    }

    @Override
    public int get(Buf origin, OscTarget target, OscOperation operation) {
        return move(false, origin, target, operation)
                ? Rc.OK
                : messages.get(origin, target, operation);
    }

    /** Returns false when the operation must go by messages. */
    private boolean move(boolean put, Buf origin, OscTarget target, OscOperation operation) {
        if (!target.layout().contiguous()) {
            return false;
        }
        RdmaPeer peer = peers[target.rank()];
        long place = resolve(target, operation);
        if (place == WindowMemory.OUTSIDE) {
            return true;
        }
        long bytes = target.size();
        if (peer.link != null && bytes > 0) {
            return mover.move(peer, put, origin, place, operation);
        }
        if (put) {
            origin.pack(0, place, bytes);
        } else {
            origin.unpack(place, 0, bytes);
        }
        complete(operation, Rc.OK);
        return true;
    }

    /** Returns the address of the target's element 0; OUTSIDE, and refuses it, if it has none. */
    private long resolve(OscTarget target, OscOperation operation) {
        long place =
                peers[target.rank()].memory.resolve(
                        target.displacement(), target.count(), target.layout());
        if (place == WindowMemory.OUTSIDE) {
            OscFailure refused = new OscFailure(OscFailure.Kind.RANGE, target.rank());
            failure = failure == null ? refused : failure;
            complete(operation, Rc.BAD_ARGUMENT);
        }
        return place;
    }

    private static void complete(OscOperation operation, int rc) {
        if (operation != null) {
            operation.complete(rc);
        }
    }

    // ---- Accumulates: words by the adapter, all else by messages, both in the calls' order.

    @Override
    public int accumulate(
            Buf origin, OscTarget target, OpKind op, NumberKind kind, OscOperation operation) {
        RdmaPeer peer = peers[target.rank()];
        if (RdmaWords.served(peer, kind) && combine(origin, null, target, op, operation)) {
            return takeOrder(peer);
        }
        accumulatesByMessage(peer);
        return messages.accumulate(origin, target, op, kind, operation);
    }

    @Override
    public int getAccumulate(
            Buf origin,
            Buf result,
            OscTarget target,
            OpKind op,
            NumberKind kind,
            OscOperation operation) {
        RdmaPeer peer = peers[target.rank()];
        if (RdmaWords.served(peer, kind) && combine(origin, result, target, op, operation)) {
            return takeOrder(peer);
        }
        accumulatesByMessage(peer);
        return messages.getAccumulate(origin, result, target, op, kind, operation);
    }

    /** Returns false when the operation must go by messages. */
    private boolean combine(
            Buf origin, Buf result, OscTarget target, OpKind op, OscOperation operation) {
        long place = resolve(target, operation);
        if (place == WindowMemory.OUTSIDE) {
            return true;
        }
        RdmaPeer peer = peers[target.rank()];
        switch (RdmaWords.alignment(target, place)) {
            case NONE -> {
                return false;
            }
            case ALL -> {
                awaitMessages(peer);
                words.accumulate(peer, target, place, origin, result, op, operation);
            }
            case SOME -> {
                ScatteredWords scattered = new ScatteredWords(this, target, place, op);
                complete(operation, scattered.accumulate(origin, result));
            }
        }
        return true;
    }

    /** Returns how waiting for accumulates by message has failed. */
    private int takeOrder(RdmaPeer peer) {
        int rc = peer.orderFailure;
        peer.orderFailure = Rc.OK;
        return rc;
    }

    /** Accumulates by message come before words that follow. */
    private void awaitMessages(RdmaPeer peer) {
        if (peer.accumulatedByMessage) {
            peer.accumulatedByMessage = false;
            peer.orderFailure = messages.flush(peer.rank);
        }
    }

    /** Words come before accumulates by message that follow. */
    private void accumulatesByMessage(RdmaPeer peer) {
        if (peer.atomics != null) {
            peer.accumulatedByMessage = true;
            await(peer);
        }
    }

    @Override
    public int compareAndSwap(Buf origin, Buf compare, Buf result, OscTarget target) {
        RdmaPeer peer = peers[target.rank()];
        if (peer.atomics != null && target.size() == Long.BYTES) {
            long place = resolve(target, null);
            if (place == WindowMemory.OUTSIDE) {
                return Rc.OK;
            }
            if ((place & Long.BYTES - 1) == 0) {
                awaitMessages(peer);
                words.compareAndSwap(peer, place, origin, compare, result);
                return takeOrder(peer);
            }
        }
        accumulatesByMessage(peer);
        return messages.compareAndSwap(origin, compare, result, target);
    }

    // ---- Completion: a write is over when the target's memory has the data.

    private void await(RdmaPeer peer) {
        if (peer.underWay > 0) {
            engine.waitFor(new PeerDrained(comm, peer));
        }
    }

    private int drain(RdmaPeer peer) {
        await(peer);
        int rc = peer.takeFailure();
        if (peer.underWay > 0) {
            rc = comm.peer(peer.rank).failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
        }
        return rc;
    }

    private int drainAll() {
        int result = Rc.OK;
        for (RdmaPeer peer : peers) {
            result = first(result, drain(peer));
        }
        return result;
    }

    private static int first(int before, int rc) {
        return before == Rc.OK ? rc : before;
    }

    @Override
    public int flush(int target) {
        return first(drain(peers[target]), messages.flush(target));
    }

    @Override
    public int flushAll() {
        return first(drainAll(), messages.flushAll());
    }

    @Override
    public int flushLocal(int target) {
        return first(drain(peers[target]), messages.flushLocal(target));
    }

    @Override
    public int flushLocalAll() {
        return first(drainAll(), messages.flushLocalAll());
    }

    @Override
    public void sync() {
        messages.sync();
    }

    @Override
    public OscFailure takeFailure() {
        OscFailure taken = failure;
        failure = null;
        OscFailure told = messages.takeFailure();
        return taken == null ? told : taken;
    }

    // ---- Passive target.

    @Override
    public int lock(int target, boolean exclusive) {
        return locks == null ? messages.lock(target, exclusive) : locks.lock(target, exclusive);
    }

    @Override
    public int unlock(int target) {
        int rc = drain(peers[target]);
        if (locks == null) {
            return first(rc, messages.unlock(target));
        }
        rc = first(rc, messages.flush(target));
        return first(rc, locks.unlock(target));
    }

    @Override
    public int lockAll() {
        if (locks == null) {
            return messages.lockAll();
        }
        for (int target = 0; target < peers.length; target++) {
            int rc = locks.lock(target, false);
            if (rc != Rc.OK) {
                while (--target >= 0) {
                    locks.unlock(target);
                }
                return rc;
            }
        }
        return Rc.OK;
    }

    @Override
    public int unlockAll() {
        int result = drainAll();
        if (locks == null) {
            return first(result, messages.unlockAll());
        }
        result = first(result, messages.flushAll());
        for (int target = 0; target < peers.length; target++) {
            result = first(result, locks.unlock(target));
        }
        return result;
    }

    // ---- Active target of groups.

    @Override
    public int post(int[] origins) {
        return messages.post(origins);
    }

    @Override
    public int start(int[] targets) {
        return messages.start(targets);
    }

    @Override
    public int complete(int[] targets) {
        int result = Rc.OK;
        for (int target : targets) {
            result = first(result, drain(peers[target]));
        }
        return first(result, messages.complete(targets));
    }

    @Override
    public int await(int[] origins) {
        return messages.await(origins);
    }

    @Override
    public boolean test(int[] origins) {
        return messages.test(origins);
    }

    // ---- Memory.

    /** Dynamic windows are served by another component. */
    @Override
    public long attach(long address, long bytes, Object owner) {
        return -1;
    }

    @Override
    public boolean detach(long address) {
        return false;
    }

    @Override
    public MemorySegment memoryOf(int member) {
        return null;
    }

    @Override
    public void close() {
        drainAll();
        messages.close();
        blocks.close();
        members.close();
    }
}
