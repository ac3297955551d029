package org.strata.btl.shm;

import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.Output;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.opal.memory.Memory;

import java.util.Arrays;

/**
 * Where a rank's messages arrive: the fast boxes that peers have set up, and its FIFO. Tier 1.
 *
 * <p>A sender announces its box in the FIFO, behind everything that it put there before, and the
 * rank polls the box only from then on: so messages of one sender keep their order, whichever is
 * polled first.
 */
final class Inbox {
    /** Bound on the FIFO's messages handled per poll. */
    private static final int MAX_PER_POLL = 32;

    private final ActiveMessages handlers;
    private final Output output;
    private final NodePeers peers;
    private final FifoReader fifo;
    private BoxReader[] boxes = {};

    Inbox(ActiveMessages handlers, Output output, NodePeers peers, FifoReader fifo) {
        this.handlers = handlers;
        this.output = output;
        this.peers = peers;
        this.fifo = fifo;
    }

    /** Handles what has arrived, within bounds; returns the number of messages. */
    int poll(Btl btl) {
        int events = 0;
        for (BoxReader box : boxes) {
            events += box.poll(btl, handlers);
        }
        return events + pollFifo(btl);
    }

    /** Handles what has arrived in the FIFO, within bounds; returns the number of messages. */
    int pollFifo(Btl btl) {
        long cell = fifo.poll();
        return cell == 0 ? 0 : pollFifo(btl, cell);
    }

    private int pollFifo(Btl btl, long first) {
        int events = 0;
        long cell = first;
        while (cell != 0) {
            deliver(btl, cell);
            cell = ++events < MAX_PER_POLL ? fifo.poll() : 0;
        }
        ringStarved();
        return events;
    }

    /**
     * Rings senders that have found the FIFO full. This rank frees cells, then reads whether a
     * sender has found none; a sender notes that, announces its sleep, fences, and claims once
     * more: so one of the two sees the other's store. Where the announcement is no fence for this
     * rank it needs one of its own.
     */
    private void ringStarved() {
        if (!peers.fence()) {
            // Pairs with the fence of Sleeper.announce, or of what a sender does before it claims.
            Memory.fullFence();
        }
        if (fifo.clearStarved()) {
            ringEverybody();
        }
    }

    /** Handles a cell of the FIFO and frees it; rings the sender of a fragment. */
    private void deliver(Btl btl, long cell) {
        long word = Memory.getLong(cell);
        int source = Cell.detail(word);
        ShmEndpoint known = peers.endpoints()[source];
        ShmEndpoint from = known != null ? known : newSender(source);
        int form = Cell.form(word);
        if (from != null && form == Cell.MESSAGE) {
            int length = Cell.shortLength(word);
            handlers.dispatch(btl, from, Cell.tag(word), cell + Cell.BODY, length);
        } else if (from != null) {
            describe(btl, from, word, cell);
        }
        fifo.release(cell);
        if (from != null && form == Cell.FRAGMENT) {
            from.ringIfAsleep();
        }
    }

    private void describe(Btl btl, ShmEndpoint from, long word, long cell) {
        long place = Memory.getLong(cell + Cell.PLACE);
        if (Cell.form(word) == Cell.SET_UP) {
            int cells = Memory.getInt(cell + Cell.BOX_CELLS);
            addBox(from, place, cells, Memory.getInt(cell + Cell.BOX_FIRST));
        } else {
            long address = from.segment.address() + place;
            int length = Memory.getInt(cell + Cell.LENGTH);
            handlers.dispatch(btl, from, Cell.tag(word), address, length);
        }
    }

    /** A sender whose segment is gone has ended without a flush: its message is lost. */
    private ShmEndpoint newSender(int localRank) {
        StringBuilder refusal = new StringBuilder();
        ShmEndpoint from = peers.get(localRank, refusal);
        if (from == null) {
            output.warn(HelpCatalogue.of(Inbox.class).text("lost", localRank, refusal));
        }
        return from;
    }

    private void addBox(ShmEndpoint from, long place, int cells, int first) {
        BoxReader[] more = Arrays.copyOf(boxes, boxes.length + 1);
        from.incoming = new BoxReader(from, from.segment.address(), place, cells, first);
        more[boxes.length] = from.incoming;
        boxes = more;
    }

    private void ringEverybody() {
        for (ShmEndpoint peer : peers.endpoints()) {
            if (peer != null) {
                peer.ringIfAsleep();
            }
        }
    }
}
