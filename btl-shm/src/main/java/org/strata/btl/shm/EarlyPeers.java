package org.strata.btl.shm;

import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.opal.sys.OwnThreads;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * Fetches the cards of the node's other ranks, and maps their segments, on a thread of its own,
 * while this rank is in MPI.Init and waits for the others: its first message to each need not. What
 * fails here fails again where the peer is contacted, which says so. Thread-safe.
 */
final class EarlyPeers {
    /** A peer's card, and its segment: not joined, null where the peer has none. */
    record Found(ShmAddress card, ShmSegment segment) {}

    private final Oob oob;
    private final Proc[] procs;
    private final long timeoutMillis;

    /** By index on the node, like the next: what was found, and not taken yet. */
    private final Found[] found;

    /** Whom this rank has contacted. */
    private final boolean[] taken;

    private boolean closed;

    /**
     * @param procs the ranks of the node by index
     * @param timeoutMillis how long to wait for a card
     */
    EarlyPeers(Oob oob, Proc[] procs, long timeoutMillis) {
        this.oob = oob;
        this.procs = procs;
        this.timeoutMillis = timeoutMillis;
        this.found = new Found[procs.length];
        this.taken = new boolean[procs.length];
    }

    /** Begins, once this rank has published its own card. */
    void begin(Proc me) {
        try {
            OwnThreads.daemon("strata-shm-peers").start(() -> findAll(me));
        } catch (OutOfMemoryError e) {
            // No thread is left: each peer is found when this rank contacts it.
            return;
        }
    }

    /** Finds one after another; returns at the first that cannot be found. */
    void findAll(Proc me) {
        try {
            for (int i = 0; i < procs.length; i++) {
                if (procs[i] != me && isWanted(i)) {
                    keep(i, find(procs[i]));
                }
            }
        } catch (IOException | TimeoutException | RuntimeException e) {
            // The job ends, or a peer has no shared memory: whoever contacts it gets the reason.
            return;
        }
    }

    private Found find(Proc peer) throws IOException, TimeoutException {
        ShmAddress card = ShmAddress.decode(oob.get(peer.rank(), ShmAddress.KEY, timeoutMillis));
        return new Found(card, card.refusal().isEmpty() ? ShmSegment.map(card) : null);
    }

    private synchronized boolean isWanted(int index) {
        return !closed && !taken[index];
    }

    private synchronized void keep(int index, Found peer) {
        if (isWanted(index)) {
            found[index] = peer;
        } else {
            unmap(peer);
        }
    }

    /** Returns what was found of a peer, which is the caller's now; null where there is nothing. */
    synchronized Found take(int index) {
        Found peer = found[index];
        found[index] = null;
        taken[index] = true;
        return peer;
    }

    /** Unmaps what nobody has taken. */
    synchronized void close() {
        closed = true;
        for (int i = 0; i < found.length; i++) {
            unmap(found[i]);
            found[i] = null;
        }
    }

    private static void unmap(Found peer) {
        if (peer != null && peer.segment() != null) {
            peer.segment().unmap();
        }
    }
}
