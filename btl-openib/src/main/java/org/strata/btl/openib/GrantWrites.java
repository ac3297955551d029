package org.strata.btl.openib;

import org.strata.btl.openib.GrantWords.Line;
import org.strata.btl.openib.fast.GrantWord;
import org.strata.btl.openib.fast.IncomingRing;
import org.strata.opal.memory.Memory;

/**
 * Grants the peer room in its ring by RDMA writes to a word of the peer's: the peer finds them
 * without polling a queue, while it does nothing but send. Each connection says anew where the word
 * is; a peer that has none gets its credits in packets only. Tier 1 from {@link #grant} down.
 */
final class GrantWrites {
    private final RingPeer endpoint;
    private final LinkRings rings;
    private final IncomingRing in;

    /** Our own word, which the peer writes. */
    private Line line = Line.NONE;

    /** The peer's writes to our word are seen in order. */
    private boolean inOrder;

    private long remote;
    private int remoteKey;

    GrantWrites(RingPeer endpoint, LinkRings rings, IncomingRing in) {
        this.endpoint = endpoint;
        this.rings = rings;
        this.in = in;
    }

    /** Says whether the peer's writes over the present connection are seen in order. */
    void trust(boolean order) {
        inOrder = order;
    }

    /** Returns our word, for the peer to know; NONE where its writes might be seen in parts. */
    Line offered() {
        return inOrder ? line() : Line.NONE;
    }

    /** Returns our line; made when a connection first needs it. */
    private Line line() {
        if (line == Line.NONE) {
            line = rings.grantWord();
        }
        return line;
    }

    /**
     * The peer has told of its word.
     *
     * @param address 0 for none
     */
    void connect(long address, int key) {
        remote = address;
        remoteKey = key;
        in.grantsByWrite(address != 0 && line() != Line.NONE);
    }

    /** Writes what the ring owes; later when the queue is full. */
    void grant() {
        if (!endpoint.isReady() || !endpoint.channels()[0].hasRoom()) {
            return;
        }
        Memory.putLong(line.source(), in.takeForWrite());
        Channel channel = endpoint.channels()[0];
        if (channel.write(line.source(), GrantWord.BYTES, line.localKey(), remote, remoteKey)) {
            rings.counters.grants++;
        } else {
            in.onWriteRefused();
        }
    }
}
