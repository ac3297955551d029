package org.strata.osc.rdma;

import org.strata.mca.osc.OscOperation;
import org.strata.mca.osc.OscTarget;
import org.strata.mca.pml.CommContext;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.progress.ProgressEngine;
import org.strata.osc.base.IntegerElement;

/**
 * Accumulates of 8-byte integers, by the adapter's atomics, word by word. Sums are additions, which
 * overlap; other operations compare and swap until nobody came between, and wait for each result.
 */
final class RdmaWords {
    private final ProgressEngine engine;
    private final CommContext comm;
    private final CopyBlocks cells;
    private final Registration registration;

    /**
     * @param cells of 8 bytes, for previous values
     * @param registration of the cells; null where none is needed
     */
    RdmaWords(
            ProgressEngine engine, CommContext comm, CopyBlocks cells, Registration registration) {
        this.engine = engine;
        this.comm = comm;
        this.cells = cells;
        this.registration = registration;
    }

    /** Returns whether all accumulates of elements go through the adapter, wherever they lie. */
    static boolean served(RdmaPeer peer, NumberKind kind) {
        return peer.atomics != null && kind == NumberKind.INT64;
    }

    /** How many words of some elements lie at multiples of 8, where adapters serve them. */
    enum Alignment {
        NONE,
        SOME,
        ALL
    }

    /**
     * @param place address of the target's element 0
     */
    static Alignment alignment(OscTarget target, long place) {
        DataLayout layout = target.layout();
        if (layout.contiguous()) {
            return isWord(place) ? Alignment.ALL : Alignment.NONE;
        }
        boolean[] seen = {false, false};
        layout.runs(place, 0, target.size(), (at, length) -> seen[isWord(at) ? 1 : 0] = true);
        if (seen[0] && seen[1]) {
            return Alignment.SOME;
        }
        return seen[0] ? Alignment.NONE : Alignment.ALL;
    }

    /** Returns whether an address is a multiple of 8. */
    static boolean isWord(long address) {
        return (address & Long.BYTES - 1) == 0;
    }

    /**
     * Begins an accumulate, whose words are all aligned.
     *
     * @param place address of the target's element 0
     * @param origin null for NO_OP
     * @param result null if nobody asks what was there before
     */
    void accumulate(
            RdmaPeer peer,
            OscTarget target,
            long place,
            Buf origin,
            Buf result,
            OpKind op,
            OscOperation operation) {
        WordMove move = new WordMove(peer, cells, result, operation);
        long[] position = {0};
        target.layout()
                .runs(
                        place,
                        0,
                        target.size(),
                        (at, length) -> {
                            for (long end = at + length, word = at; word < end; word += 8) {
                                change(move, word, position[0], origin, op);
                                position[0] += Long.BYTES;
                            }
                        });
        move.allBegun();
    }

    private void change(WordMove move, long remote, long position, Buf origin, OpKind op) {
        long cell = cells.take();
        if (op == OpKind.NO_OP || op == OpKind.SUM) {
            long operand = op == OpKind.NO_OP ? 0 : load(origin, position, cell);
            begin(WordPiece.add(move, registration, cell, remote, position, operand));
            return;
        }
        long operand = load(origin, position, cell);
        boolean changed = false;
        // A guess costs nothing: where it is wrong, the answer is the word's value.
        for (long guess = 0; !changed; ) {
            long next = IntegerElement.combine(op, operand, guess);
            WordPiece piece =
                    WordPiece.swap(move, registration, cell, remote, position, guess, next);
            piece.keepCell();
            begin(piece);
            int rc = await(move.peer, piece);
            if (rc != Rc.OK) {
                move.fail(rc);
                if (piece.isOver()) {
                    cells.give(cell);
                }
                return;
            }
            long before = Memory.getLong(cell);
            changed = before == guess;
            guess = before;
        }
        move.deliver(cell, position);
    }

    /** Loads a word of the origin's data, through a cell. */
    private static long load(Buf origin, long position, long cell) {
        origin.pack(position, cell, Long.BYTES);
        return Memory.getLong(cell);
    }

    private void begin(WordPiece piece) {
        if (!piece.isDone()) {
            engine.waitFor(piece);
        }
    }

    private int await(RdmaPeer peer, WordPiece piece) {
        if (!piece.isOver()) {
            engine.waitFor(new MoveOver(comm, peer.rank, piece::isOver));
        }
        if (piece.isOver()) {
            return piece.result();
        }
        return comm.peer(peer.rank).failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
    }

    /** Begins to compare and swap one aligned word. */
    void compareAndSwap(RdmaPeer peer, long place, Buf origin, Buf compare, Buf result) {
        WordMove move = new WordMove(peer, cells, result, null);
        long cell = cells.take();
        long value = load(origin, 0, cell);
        long expected = load(compare, 0, cell);
        begin(WordPiece.swap(move, registration, cell, place, 0, expected, value));
        move.allBegun();
    }
}
