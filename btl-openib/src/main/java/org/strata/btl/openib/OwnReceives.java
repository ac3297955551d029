package org.strata.btl.openib;

import org.strata.opal.Rc;
import org.strata.verbs.QueuePair;

import java.util.BitSet;

/**
 * The receives of one channel whose queue is not shared: posted when it opens, and again when few
 * are left. Tier 1 from {@link #receive} down.
 */
final class OwnReceives {
    private final boolean control;
    private final QueuePair pair;
    private final ReceiveBuffers buffers;
    private final ReceivePoster poster;
    private final long idBase;
    private final BitSet posted = new BitSet();
    private final int[] spent;
    private int spentCount;
    private int dataSpent;
    private int controlSpent;
    private boolean released;

    /** What is wanted, until {@link #open} finds what can be had. */
    private QueueSpec spec;

    /**
     * @param control whether control messages come here too
     * @param idBase number of a receive's request but for its buffer
     */
    OwnReceives(
            QueueSpec spec,
            boolean control,
            QueuePair pair,
            ReceiveBuffers buffers,
            ReceivePoster poster,
            long idBase) {
        this.spec = spec;
        this.control = control;
        this.pair = pair;
        this.buffers = buffers;
        this.poster = poster;
        this.idBase = idBase;
        this.spent = new int[spec.receives()];
    }

    /** Posts as many as there is memory for; false when those are too few to go on with. */
    boolean open() {
        int wanted = spec.receives();
        int given = Math.min(wanted, buffers.provide(wanted));
        if (given < spec.least(control)) {
            return false;
        }
        spec = spec.reduced(given, control);
        for (int i = 0; i < given; i++) {
            add(buffers.take());
        }
        return flush();
    }

    /** Returns the queue as it was opened. */
    QueueSpec spec() {
        return spec;
    }

    private void add(int buffer) {
        posted.set(buffer);
        if (poster.isFull()) {
            flush();
        }
        poster.add(idBase | buffer, buffers, buffer);
    }

    private boolean flush() {
        if (poster.count() == 0) {
            return true;
        }
        boolean taken = poster.post(pair) == Rc.OK;
        if (!taken) {
            // The pair broke meanwhile; release() gives the buffers back.
            poster.forget();
        }
        return taken;
    }

    /** A message came into a buffer. */
    void receive(int buffer) {
        posted.clear(buffer);
    }

    /**
     * The message in a buffer, of a kind, has been handled. Posts what is spent again where few
     * receives are left.
     *
     * @return whether it did: {@link #takeData} and {@link #takeControl} say what is there again
     */
    boolean spend(int buffer, int kind) {
        if (released) {
            buffers.give(buffer);
            return false;
        }
        spent[spentCount++] = buffer;
        if (PacketHeader.isNumbered(kind)) {
            dataSpent++;
        } else if (PacketHeader.takesToken(kind)) {
            controlSpent++;
        }
        boolean others = spentCount > dataSpent;
        if (!others && spec.num() - dataSpent > spec.low() && spentCount < spec.receives()) {
            return false;
        }
        for (int i = 0; i < spentCount; i++) {
            add(spent[i]);
        }
        spentCount = 0;
        flush();
        return true;
    }

    /** Returns the receives for data that were posted again. */
    int takeData() {
        int taken = dataSpent;
        dataSpent = 0;
        return taken;
    }

    /** Returns the receives for control messages that were posted again. */
    int takeControl() {
        int taken = controlSpent;
        controlSpent = 0;
        return taken;
    }

    /** Returns the receives posted now. */
    int posted() {
        return posted.cardinality();
    }

    /** A receive came back empty: its queue pair is broken. */
    void lose(int buffer) {
        if (posted.get(buffer)) {
            posted.clear(buffer);
            buffers.give(buffer);
        }
    }

    /** Gives all buffers back; the queue pair is gone. */
    void release() {
        released = true;
        for (int i = 0; i < spentCount; i++) {
            buffers.give(spent[i]);
        }
        spentCount = 0;
        for (int i = posted.nextSetBit(0); i >= 0; i = posted.nextSetBit(i + 1)) {
            buffers.give(i);
        }
        posted.clear();
    }
}
