package org.strata.osc.rdma;

import org.strata.mca.osc.OscOperation;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/** An accumulate of words, each by atomics of its own. */
final class WordMove {
    final RdmaPeer peer;
    private final CopyBlocks cells;

    /** Where the previous values go; null for nowhere. */
    private final Buf result;

    private final OscOperation operation;

    /** Atomics that are not over, and one more until all have begun. */
    private int open = 1;

    private int failure = Rc.OK;

    /**
     * @param operation completed at the end; or null
     */
    WordMove(RdmaPeer peer, CopyBlocks cells, Buf result, OscOperation operation) {
        this.peer = peer;
        this.cells = cells;
        this.result = result == null ? null : new Buf().set(result);
        this.operation = operation;
    }

    void begin() {
        open++;
        peer.underWay++;
    }

    /** A word is done: its previous value is in a cell, which is free afterwards. */
    void deliver(long cell, long position) {
        if (result != null) {
            result.unpack(cell, position, Long.BYTES);
        }
        cells.give(cell);
    }

    void free(long cell) {
        cells.give(cell);
    }

    /** A word could not be changed, or nobody knows whether it was. */
    void fail(int rc) {
        peer.fail(rc);
        failure = failure == Rc.OK ? rc : failure;
    }

    /** An atomic is over. */
    void end() {
        peer.underWay--;
        close();
    }

    void allBegun() {
        close();
    }

    private void close() {
        if (--open > 0) {
            return;
        }
        if (result != null) {
            result.clear();
        }
        if (operation != null) {
            operation.complete(failure);
        }
    }
}
