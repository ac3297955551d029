package org.strata.osc.rdma;

import org.strata.mca.pml.CommContext;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;

/**
 * The locks of all members' windows, by writes and reads of their {@link LockCells}; no member
 * helps another one. Writes are waited for, and may be repeated: a connection that breaks does no
 * harm. A member that waits for one that is lost gets an error.
 *
 * <p>Tickets are served in their order. A shared one that waits behind an exclusive one, which
 * waits for shared holders, may be what these holders wait for: the program may rely on shared
 * locks not to exclude each other. So an exclusive request that has waited for long chooses a new
 * ticket, behind the others, and waits twice as long before it does so again: in the end it
 * outlasts all holders that do not wait for others.
 */
final class RdmaLocks {
    /** Reads of the cells before the first pause. */
    private static final int EAGER = 32;

    /** How long an exclusive request waits for shared holders before others go first. */
    private static final long PATIENCE_NANOS = 2_000_000;

    /** No Rc code: others go first now. */
    private static final int STEP_BACK = 1;

    private static final long LEAST_PAUSE_NANOS = 20_000;
    private static final long MOST_PAUSE_NANOS = 500_000;

    private final ProgressEngine engine;
    private final CommContext comm;
    private final RdmaPeer[] peers;
    private final CopyBlocks blocks;

    /**
     * @param blocks each with room for the cells of a member; registered for all links
     */
    RdmaLocks(ProgressEngine engine, CommContext comm, RdmaPeer[] peers, CopyBlocks blocks) {
        this.engine = engine;
        this.comm = comm;
        this.peers = peers;
        this.blocks = blocks;
    }

    int lock(int target, boolean exclusive) {
        RdmaPeer peer = peers[target];
        long block = take(peer);
        int rc = acquire(peer, exclusive, block);
        if (rc != Rc.OK) {
            // Others may go on, if the target still answers.
            write(peer, LockCells.IDLE, block);
        }
        give(peer, block);
        return rc;
    }

    private int acquire(RdmaPeer peer, boolean exclusive, long block) {
        long patience = PATIENCE_NANOS;
        int rc = acquire(peer, exclusive, block, patience);
        while (rc == STEP_BACK) {
            patience *= 2;
            rc = acquire(peer, exclusive, block, patience);
        }
        return rc;
    }

    private int acquire(RdmaPeer peer, boolean exclusive, long block, long patience) {
        int rc = write(peer, LockCells.choosing(exclusive), block);
        long number = LockCells.TORN;
        while (rc == Rc.OK && number == LockCells.TORN) {
            rc = read(peer, block);
            long cells = cells(peer, block);
            number = LockCells.next(cells, peers.length);
            if (rc == Rc.OK && number == LockCells.TORN) {
                rc = pauseFor(LockCells.torn(cells, peers.length));
            }
        }
        long ticket = LockCells.ticket(number, exclusive);
        rc = rc == Rc.OK ? write(peer, ticket, block) : rc;
        return rc == Rc.OK ? awaitTurn(peer, ticket, block, patience) : rc;
    }

    private int awaitTurn(RdmaPeer peer, long ticket, long block, long patience) {
        LockPause pause = null;
        long begin = System.nanoTime();
        for (int look = 0; ; look++) {
            int rc = read(peer, block);
            long cells = cells(peer, block);
            int blocker = LockCells.blocker(cells, peers.length, comm.rank(), ticket);
            if (rc != Rc.OK || blocker == LockCells.NOBODY) {
                return rc;
            }
            if (System.nanoTime() - begin >= patience
                    && LockCells.holdsUpShared(cells, peers.length, comm.rank(), ticket)) {
                return STEP_BACK;
            }
            rc = lost(blocker);
            if (rc == Rc.OK && look < EAGER) {
                rc = pauseFor(blocker);
            } else if (rc == Rc.OK) {
                pause = pause == null ? new LockPause(engine, comm) : pause;
                pause.await(blocker, Math.min(MOST_PAUSE_NANOS, pauseNanos(look)));
            }
            if (rc != Rc.OK) {
                return rc;
            }
        }
    }

    /** Yields to a member that may share this core; fails if it is lost. */
    private int pauseFor(int member) {
        engine.progress();
        Thread.yield();
        return member == LockCells.NOBODY ? Rc.OK : lost(member);
    }

    /** Returns how waiting for a member fails because it is lost; OK while it lives. */
    private int lost(int member) {
        if (!comm.peer(member).isLost()) {
            return Rc.OK;
        }
        return comm.peer(member).failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    private static long pauseNanos(int look) {
        return LEAST_PAUSE_NANOS << Math.min(8, (look - EAGER) / 4);
    }

    int unlock(int target) {
        RdmaPeer peer = peers[target];
        long block = take(peer);
        int rc = write(peer, LockCells.IDLE, block);
        give(peer, block);
        return rc;
    }

    private long take(RdmaPeer peer) {
        return peer.link == null ? 0 : blocks.take();
    }

    private void give(RdmaPeer peer, long block) {
        if (peer.link != null) {
            blocks.give(block);
        }
    }

    /** Returns where a member's cells are after {@link #read}. */
    private static long cells(RdmaPeer peer, long block) {
        return peer.link == null ? peer.control : block;
    }

    /** Writes this member's own cell; it is visible to all when this returns. */
    private int write(RdmaPeer peer, long value, long block) {
        long offset = (long) comm.rank() * LockCells.BYTES;
        if (peer.link == null) {
            // What this member has stored to its window and loaded from it comes before the cell.
            // Pairs
            // with LockCells.read at the next holder, before that one's accesses.
            Memory.releaseFence();
            LockCells.write(peer.control + offset, value);
            // The cell comes before the look at the others': pairs with their write and read.
            Memory.fullFence();
            return Rc.OK;
        }
        LockCells.write(block, value);
        return move(
                new ControlMove(peer, true, block, registration(peer), offset, LockCells.BYTES));
    }

    private int read(RdmaPeer peer, long block) {
        if (peer.link == null) {
            // Pairs with RdmaLocks.write: this member's own cell comes before the look at the
            // others'.
            Memory.fullFence();
            return Rc.OK;
        }
        int bytes = peers.length * LockCells.BYTES;
        return move(new ControlMove(peer, false, block, registration(peer), 0, bytes));
    }

    private Registration registration(RdmaPeer peer) {
        return blocks.registration(peer.link);
    }

    private int move(ControlMove move) {
        if (!move.isDone()) {
            engine.waitFor(move);
        }
        if (!move.isOver()) {
            engine.waitFor(new MoveOver(comm, move.member(), move::isOver));
        }
        return move.isOver() ? move.result() : lost(move.member());
    }
}
