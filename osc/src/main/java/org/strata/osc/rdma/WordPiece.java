package org.strata.osc.rdma;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.progress.Completion;

/** One atomic; as a completion, that the link has taken it. */
final class WordPiece implements RdmaBtl.RdmaCallback, Completion {
    private final WordMove move;
    private final Registration registration;
    private final long cell;
    private final long remote;
    private final long position;
    private final boolean swaps;
    private final long operand;
    private final long value;
    private boolean keepsCell;
    private int rc = Rc.NO_RESOURCE;
    private boolean over;
    private int result;

    private WordPiece(
            WordMove move,
            Registration registration,
            long cell,
            long remote,
            long position,
            boolean swaps,
            long operand,
            long value) {
        this.move = move;
        this.registration = registration;
        this.cell = cell;
        this.remote = remote;
        this.position = position;
        this.swaps = swaps;
        this.operand = operand;
        this.value = value;
        move.begin();
    }

    static WordPiece add(
            WordMove move,
            Registration registration,
            long cell,
            long remote,
            long position,
            long operand) {
        return new WordPiece(move, registration, cell, remote, position, false, operand, 0);
    }

    static WordPiece swap(
            WordMove move,
            Registration registration,
            long cell,
            long remote,
            long position,
            long compare,
            long value) {
        return new WordPiece(move, registration, cell, remote, position, true, compare, value);
    }

    /** Leaves the previous value in the cell, and the failure to its caller. */
    void keepCell() {
        keepsCell = true;
    }

    /** Tries to start it, unless it has been; returns whether the link has taken or refused it. */
    @Override
    public boolean isDone() {
        if (rc == Rc.NO_RESOURCE) {
            rc = start();
            if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
                end(rc);
            }
        }
        return rc != Rc.NO_RESOURCE;
    }

    private int start() {
        RdmaPeer peer = move.peer;
        BtlEndpoint endpoint = peer.link == null ? null : peer.link.endpoint;
        return swaps
                ? peer.atomics.compareSwap(
                        endpoint, cell, registration, remote, peer.handle, operand, value, this)
                : peer.atomics.fetchAdd(
                        endpoint, cell, registration, remote, peer.handle, operand, this);
    }

    @Override
    public void onComplete(BtlEndpoint endpoint, long moved, int ended) {
        end(ended);
    }

    private void end(int ended) {
        over = true;
        result = ended;
        if (!keepsCell) {
            if (ended == Rc.OK) {
                move.deliver(cell, position);
            } else {
                move.fail(ended);
                move.free(cell);
            }
        }
        move.end();
    }

    boolean isOver() {
        return over;
    }

    /** Returns how it ended. */
    int result() {
        return result;
    }
}
