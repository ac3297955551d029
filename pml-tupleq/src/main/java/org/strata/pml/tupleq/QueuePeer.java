package org.strata.pml.tupleq;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.List;

/** A process, as all communicators share it: its link with queues, and what is lost of it. */
final class QueuePeer {
    final Proc proc;
    final BmlEndpoint links;

    /** The link with queues, or null when there is none. */
    final BtlLink link;

    final QueueBtl btl;
    final BtlEndpoint endpoint;

    /** Longest message to a queue. */
    final long maxMessage;

    /** Longest message that needs no registration. */
    final int maxInline;

    final RegisteredBlocks blocks;

    /** Number of lanes to the peer, without the express lane. */
    final int lanes;

    /** Closed queues whose numbers the peer may still know. */
    final List<Closed> closed = new ArrayList<>();

    /** Whether the peer's lanes to this process are halted. */
    boolean halted;

    /** Whether the peer has sent NO_QUEUES: none of its messages come by queues. */
    boolean sendsPlain;

    /** Whether the link with queues is broken. */
    boolean linkGone;

    /** Whether the loss of the process has been handled. */
    boolean lossHandled;

    /**
     * A closed queue of a communicator.
     *
     * @param notice the block that was posted to it for any receive, or null
     */
    record Closed(long comm, ReceiveQueue queue, Block notice) {}

    QueuePeer(BmlEndpoint links, BtlLink link, RegisteredBlocks blocks, int lanes) {
        this.proc = links.peer;
        this.links = links;
        this.link = link;
        this.btl = link == null ? null : (QueueBtl) link.btl;
        this.endpoint = link == null ? null : link.endpoint;
        this.maxMessage = link == null ? 0 : btl.maxMessage();
        this.maxInline = link == null ? 0 : btl.maxInline();
        this.blocks = blocks;
        this.lanes = lanes;
    }

    boolean hasQueues() {
        return link != null;
    }

    /** Returns whether the link with queues has left the links to the peer. */
    boolean linkIsGone() {
        for (BtlLink each : links.send) {
            if (each.endpoint == endpoint) {
                return false;
            }
        }
        return true;
    }

    /** Releases the closed queues of a communicator: the peer has forgotten their numbers. */
    void release(long comm) {
        closed.removeIf(one -> {
            if (one.comm() == comm) {
                one.queue().release();
                if (one.notice() != null) {
                    blocks.free(one.notice());
                }
            }
            return one.comm() == comm;
        });
    }
}
