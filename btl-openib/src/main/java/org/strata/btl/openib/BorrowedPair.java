package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.DataOrder;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;

/**
 * The part of one channel in the XRC initiator that leads to the node of its peer. What the peer
 * sends comes over a target that may be another process's, so that nothing is known here of the
 * order of its writes.
 */
final class BorrowedPair implements ChannelPairs {
    private static final DataOrder UNKNOWN =
            new DataOrder(
                    DataOrder.Extent.NONE,
                    "btl_openib_xrc_per_node is true, and what a peer writes comes over a queue"
                            + " pair of another rank");

    private final QueuePair initiator;
    private final SharedSends sends;
    private final int depth;

    /**
     * @param depth requests that the channel may have under way
     */
    BorrowedPair(QueuePair initiator, SharedSends sends, int depth) {
        this.initiator = initiator;
        this.sends = sends;
        this.depth = depth;
        sends.attach();
    }

    @Override
    public QueuePair sending() {
        return initiator;
    }

    @Override
    public int sendDepth() {
        return depth;
    }

    @Override
    public SharedSends common() {
        return sends;
    }

    @Override
    public int count() {
        return 0;
    }

    @Override
    public int receiving() {
        return 0;
    }

    @Override
    public boolean has(int number) {
        return false;
    }

    @Override
    public DataOrder dataOrder() {
        return UNKNOWN;
    }

    @Override
    public QueueOffer offer(int psn, int count, int control, int receiveQueue, int channel) {
        return new QueueOffer(0, 0, 0, count, control, receiveQueue, channel);
    }

    @Override
    public void connect(Port port, PortAddress address, QueueOffer theirs) {
        // The initiator is connected with the node's target.
    }

    @Override
    public boolean wereConnected() {
        return false;
    }

    @Override
    public void onLastReceive() {
        throw new IllegalStateException("a channel that borrows its queue pair has no target");
    }

    @Override
    public boolean hadLastReceive() {
        return false;
    }

    @Override
    public boolean isBroken() {
        return initiator.state() == QpState.ERR;
    }

    @Override
    public void abort() {
        // It is others', too: only its owner breaks it.
    }

    @Override
    public void close() {
        sends.detach();
    }
}
