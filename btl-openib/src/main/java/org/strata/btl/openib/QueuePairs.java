package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.Access;
import org.strata.verbs.DataOrder;
import org.strata.verbs.Gid;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

/**
 * The queue pair of one channel; with extended connections two: one sends, the other is the peer's
 * target.
 */
final class QueuePairs implements ChannelPairs {
    private static final int REMOTE =
            Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ | Access.REMOTE_ATOMIC;
    private static final int[] MTU_BYTES = {0, 256, 512, 1024, 2048, 4096};

    private final QueuePair sending;
    private final QueuePair target;
    private final OpenibConfig.Priority priority;
    private final int sendDepth;

    /** Messages of the peer may have consumed receives; and the adapter has reported the last. */
    private boolean connected;

    private boolean lastReceive;

    private QueuePairs(
            QueuePair sending, QueuePair target, OpenibConfig.Priority priority, int sendDepth) {
        this.sending = sending;
        this.target = target;
        this.priority = priority;
        this.sendDepth = sendDepth;
    }

    /**
     * Makes them, in state INIT.
     *
     * @param init of the sending one, whose send queue has {@link #depth} requests
     * @param domain of the target; null without extended connections
     * @param priority of what they send
     * @throws VerbsException when the adapter has none left
     */
    static QueuePairs make(
            Port port, QpInit init, XrcDomain domain, OpenibConfig.Priority priority) {
        QueuePair sending = port.adapter().context.createQp(init);
        QueuePair target = null;
        try {
            sending.modify(initial(port));
            if (domain != null) {
                target = port.adapter().context.createQp(QpInit.xrcRecv(domain));
                target.modify(initial(port));
            }
            return new QueuePairs(sending, target, priority, init.maxSendWr());
        } catch (VerbsException e) {
            if (target != null) {
                target.close();
            }
            sending.close();
            throw e;
        }
    }

    /** Returns room for the messages that may be under way, control messages and marks. */
    static int depth(QueueSpec spec, int most) {
        int wanted = Math.max(8, spec.sendMax() + 2 * spec.reserved() + 2);
        int power = Integer.highestOneBit(wanted - 1) << 1;
        return Math.min(power, Integer.highestOneBit(most));
    }

    /** Returns the attributes of a new queue pair, for INIT. */
    static QpAttributes initial(Port port) {
        return QpAttributes.toInit(port.number(), REMOTE).pkeyIndex(port.path().pkeyIndex());
    }

    @Override
    public QueuePair sending() {
        return sending;
    }

    @Override
    public SharedSends common() {
        return null;
    }

    @Override
    public int sendDepth() {
        return sendDepth;
    }

    @Override
    public int receiving() {
        return target == null ? sending.number() : target.number();
    }

    @Override
    public boolean has(int number) {
        return sending.number() == number || receiving() == number;
    }

    @Override
    public int count() {
        return target == null ? 1 : 2;
    }

    @Override
    public DataOrder dataOrder() {
        return (target == null ? sending : target).dataOrder();
    }

    @Override
    public boolean wereConnected() {
        return connected;
    }

    @Override
    public void onLastReceive() {
        lastReceive = true;
    }

    @Override
    public boolean hadLastReceive() {
        return lastReceive;
    }

    @Override
    public QueueOffer offer(int psn, int count, int control, int receiveQueue, int channel) {
        int targetNumber = target == null ? 0 : target.number();
        return new QueueOffer(
                sending.number(), targetNumber, psn, count, control, receiveQueue, channel);
    }

    @Override
    public void connect(Port port, PortAddress address, QueueOffer theirs) {
        connected = true;
        boolean extended = target != null;
        int destination = extended ? theirs.target() : theirs.number();
        connect(sending, port, address, destination, theirs.sequence());
        if (extended) {
            connect(target, port, address, theirs.number(), theirs.sequence());
        }
    }

    private void connect(QueuePair pair, Port port, PortAddress address, int destination, int psn) {
        OpenibConfig.Path path = port.path();
        int timer = path.minRnrTimer();
        connect(pair, port, address, destination, psn, timer, path.rnrRetries(), priority);
    }

    /** Connects one queue pair with one of the peer's, with the priority of short messages. */
    static void connect(
            QueuePair pair,
            Port port,
            PortAddress address,
            int destination,
            int psn,
            int rnrTimer,
            int rnrRetries) {
        OpenibConfig.Priority priority = port.path().high();
        connect(pair, port, address, destination, psn, rnrTimer, rnrRetries, priority);
    }

    /** Connects one queue pair with one of the peer's. */
    static void connect(
            QueuePair pair,
            Port port,
            PortAddress address,
            int destination,
            int psn,
            int rnrTimer,
            int rnrRetries,
            OpenibConfig.Priority priority) {
        OpenibConfig.Path path = port.path();
        Gid gid = new Gid(address.gidHigh(), address.gidLow());
        Gid used = port.needsGid() || address.lid() == 0 ? gid : Gid.NONE;
        pair.modify(
                QpAttributes.toRtr(destination, address.lid(), used, port.gidIndex(), psn)
                        .serviceLevel(priority.serviceLevel())
                        .trafficClass(priority.trafficClass())
                        .pathMtu(MTU_BYTES[Math.clamp(mtu(port, address), 1, 5)])
                        .maxDestRdAtomic(port.readsIn())
                        .minRnrTimer(rnrTimer));
        pair.modify(
                QpAttributes.toRts(path.psn())
                        .timeout(path.timeout())
                        .retry(path.retries())
                        .rnrRetry(rnrRetries)
                        .maxRdAtomic(port.readsOut()));
    }

    private static int mtu(Port port, PortAddress address) {
        int wanted = port.path().mtu();
        return wanted > 0 ? wanted : Math.min(port.address().mtu(), address.mtu());
    }

    @Override
    public boolean isBroken() {
        return sending.state() == QpState.ERR || (target != null && target.state() == QpState.ERR);
    }

    @Override
    public void abort() {
        abort(sending);
        if (target != null) {
            abort(target);
        }
    }

    /** Breaks one: what is under way is flushed. */
    static void abort(QueuePair pair) {
        try {
            if (pair.state() != QpState.ERR) {
                pair.modify(QpAttributes.to(QpState.ERR));
            }
        } catch (VerbsException e) {
            // Its device has died: there is nothing more to break.
            return;
        }
    }

    @Override
    public void close() {
        sending.close();
        if (target != null) {
            target.close();
        }
    }
}
