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
        this.blocks = new CopyBlocks(engine, config);
        this.mover = new RdmaMover(engine, blocks);
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
        long place = peer.memory.resolve(target.displacement(), target.count(), target.layout());
        if (place == WindowMemory.OUTSIDE) {
            failure =
                    failure == null
                            ? new OscFailure(OscFailure.Kind.RANGE, target.rank())
                            : failure;
            complete(operation, Rc.BAD_ARGUMENT);
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

    private static void complete(OscOperation operation, int rc) {
        if (operation != null) {
            operation.complete(rc);
        }
    }

    @Override
    public int accumulate(
            Buf origin, OscTarget target, OpKind op, NumberKind kind, OscOperation operation) {
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
        return messages.getAccumulate(origin, result, target, op, kind, operation);
    }

    @Override
    public int compareAndSwap(Buf origin, Buf compare, Buf result, OscTarget target) {
        return messages.compareAndSwap(origin, compare, result, target);
    }

    // ---- Completion: a write is over when the target's memory has the data.

    private int drain(RdmaPeer peer) {
        if (peer.underWay > 0) {
            engine.waitFor(new PeerDrained(comm, peer));
        }
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
        return messages.lock(target, exclusive);
    }

    @Override
    public int unlock(int target) {
        return first(drain(peers[target]), messages.unlock(target));
    }

    @Override
    public int lockAll() {
        return messages.lockAll();
    }

    @Override
    public int unlockAll() {
        return first(drainAll(), messages.unlockAll());
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
