package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionHost;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.connect.GrantWordOffer;
import org.strata.btl.openib.connect.PairHolder;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.btl.openib.connect.Refusal;
import org.strata.mca.proc.Proc;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;

/** What the connection of an endpoint drives: its channels, made, connected and given up. */
final class EndpointHost implements ConnectionHost, PairHolder, NodeUser {
    private final Link link;
    private final LinkParts parts;
    private final OpenibEndpoint endpoint;
    private final Refusal refusal;

    /** Lanes to nodes; null where each peer has queue pairs of its own. */
    private final NodeLanes nodes;

    /** The lane to the peer's node that it waits for or sends over; null for none. */
    private NodeLane lane;

    /**
     * @param nodes lanes to nodes; null where each peer has queue pairs of its own
     */
    EndpointHost(Link link, LinkParts parts, OpenibEndpoint endpoint, NodeLanes nodes) {
        this.nodes = nodes;
        this.link = link;
        this.parts = parts;
        this.endpoint = endpoint;
        this.refusal = new Refusal(parts.clock(), parts.timing());
    }

    // ---- opening

    @Override
    public Grant takeQueuePairs(boolean asked) {
        if (nodes == null) {
            return parts.budget().take(this, asked);
        }
        if (lane == null || lane.isLost() || lane.isLate()) {
            findLane();
        }
        if (lane == null) {
            refusal.trouble(OpenibTexts.help("no-lane", peer(), nodes.loss(this)));
            return Grant.IMPOSSIBLE;
        }
        return lane.admit(this) ? parts.budget().take(this, asked) : Grant.LATER;
    }

    private void findLane() {
        NodeLane former = lane;
        lane = nodes.find(this);
        if (former != null && former != lane) {
            former.withdraw(this);
        }
    }

    @Override
    public int pairs() {
        return nodes == null ? parts.pairsPerConnection() : 0;
    }

    @Override
    public ConnectionState state() {
        return endpoint.state();
    }

    @Override
    public long lastUsed() {
        return endpoint.lastUsed();
    }

    @Override
    public boolean isSpare() {
        return false;
    }

    @Override
    public void evict() {
        endpoint.evict();
    }

    @Override
    public void resume() {
        endpoint.resume();
    }

    @Override
    public void openPairs() {
        int count = parts.queues().specs().size();
        Channel[] made = new Channel[count];
        int done = 0;
        try {
            for (; done < count; done++) {
                made[done] = openChannel(done);
            }
        } catch (VerbsException e) {
            for (int i = 0; i < done; i++) {
                parts.resources().closeChannel(made[i]);
            }
            throw e;
        }
        if (lane != null) {
            lane.enter(this);
        }
        endpoint.open(made);
    }

    private Channel openChannel(int queue) {
        if (nodes == null) {
            return link.openChannel(endpoint, queue, null);
        }
        ChannelPairs borrowed = lane.borrow(queue);
        try {
            return link.openChannel(endpoint, queue, borrowed);
        } catch (VerbsException e) {
            borrowed.close();
            throw e;
        }
    }

    @Override
    public boolean onRefused(String why) {
        boolean tooLong = refusal.onRefused(endpoint.connection(), why);
        endpoint.schedule();
        return tooLong;
    }

    @Override
    public void onGranted() {
        refusal.onGranted();
    }

    @Override
    public String trouble() {
        return refusal.trouble();
    }

    @Override
    public PortAddress address() {
        return parts.port().address();
    }

    @Override
    public List<QueueOffer> offer() {
        return describe(true);
    }

    @Override
    public List<QueueOffer> arrived() {
        return describe(false);
    }

    @Override
    public GrantWordOffer grantWord() {
        GrantWords.Line line = endpoint.fast().grants().offered();
        return new GrantWordOffer(line.address(), line.remoteKey());
    }

    private List<QueueOffer> describe(boolean opening) {
        List<QueueOffer> all = new ArrayList<>();
        for (Channel channel : endpoint.channels()) {
            SharedReceiveQueue shared = channel.sharedReceiveQueue();
            int count = opening ? channel.offer() : channel.arrived();
            int queue = shared == null ? 0 : shared.number();
            int control = opening ? channel.reserved() : channel.arrivedByRing();
            int psn = parts.port().path().psn();
            int number = channel.number();
            all.add(channel.pairs().offer(psn, count, control, queue, number));
        }
        return all;
    }

    @Override
    public boolean establish(ConnectionMessage theirs) {
        List<QueueOffer> offers = theirs.queues();
        Channel[] channels = endpoint.channels();
        if (offers.size() != channels.length) {
            refusal.trouble(OpenibTexts.queuesDiffer(offers.size(), channels.length));
            return false;
        }
        try {
            for (int i = 0; i < channels.length; i++) {
                QueueOffer offer = offers.get(i);
                channels[i].connect(offer);
                channels[i].pairs().connect(parts.port(), theirs.address(), offer);
            }
        } catch (VerbsException e) {
            refusal.trouble(e.getMessage());
            return false;
        }
        endpoint.fast().connect(channels[0].pairs());
        acknowledged(theirs);
        endpoint.connect(offers.getFirst().control());
        endpoint.backlog().dropReceived(theirs.expected());
        return true;
    }

    @Override
    public void acknowledged(ConnectionMessage theirs) {
        GrantWordOffer word = theirs.grantWord();
        endpoint.fast().grants().connect(word.address(), word.key());
    }

    @Override
    public boolean isBroken() {
        if (lane != null && !lane.isOpen()) {
            return true;
        }
        for (Channel channel : endpoint.channels()) {
            if (channel.pairs().isBroken()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void connected() {
        endpoint.start();
    }

    // ---- closing

    @Override
    public boolean drained() {
        boolean idle = true;
        for (Channel channel : endpoint.channels()) {
            if (!channel.isIdle()) {
                idle = false;
                channel.mark();
            }
        }
        return idle;
    }

    @Override
    public void abort() {
        if (lane != null) {
            lane.checkBroken("a send to " + peer() + " failed");
        }
        for (Channel channel : endpoint.channels()) {
            channel.pairs().abort();
        }
    }

    @Override
    public boolean received(ConnectionMessage close) {
        if (close.type() != ConnectionMessage.Type.CLOSE) {
            return true;
        }
        List<QueueOffer> counts = close.queues();
        Channel[] channels = endpoint.channels();
        // The peer writes no more: packets that wait in the ring for their turn have come, too.
        endpoint.fast().drain();
        for (int i = 0; i < Math.min(counts.size(), channels.length); i++) {
            QueueOffer theirs = counts.get(i);
            if (!channels[i].hasReceived(theirs.count(), theirs.control())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int expected() {
        return endpoint.incoming().missing();
    }

    @Override
    public void release() {
        endpoint.release();
    }

    /** The channels are gone. */
    void released() {
        parts.budget().give(this);
        if (lane != null) {
            lane.leave(this);
            lane = null;
        }
    }

    /** The peer needs no connection any more. */
    void withdraw() {
        parts.budget().withdraw(this);
        if (lane != null) {
            lane.withdraw(this);
        }
    }

    /**
     * A channel is about to be given up: requests under way read memory that is then used anew. Its
     * own queue pairs have been aborted; a lane that others use goes on, unless it must not.
     */
    void beforeRelease(Channel channel) {
        if (lane != null && !channel.isIdle()) {
            lane.abandon("the connection to " + peer() + " ended with messages under way");
        }
    }

    @Override
    public boolean hasWork() {
        return endpoint.hasWork();
    }

    @Override
    public void failed(String reason) {
        endpoint.giveUp(reason);
    }

    // ---- the lane to the peer's node

    @Override
    public Proc peer() {
        return endpoint.peer();
    }

    @Override
    public int remoteLink() {
        return endpoint.remoteLink();
    }

    @Override
    public void onLane() {
        endpoint.resume();
    }

    @Override
    public void onLaneEnd(String why) {
        endpoint.connection().onBroken(why);
        endpoint.schedule();
    }

    @Override
    public void onLaneLost(Proc carrier, String why) {
        if (carrier == peer()) {
            endpoint.connection().fail(why);
        }
        endpoint.resume();
    }

    // ---- words

    @Override
    public void say(ConnectionMessage message) {
        link.say(endpoint.peer(), message);
    }

    @Override
    public void trace(ConnectionState from, ConnectionState to, String why) {
        if (to != ConnectionState.CONNECTED) {
            endpoint.stop();
        }
        if (parts.isTraced()) {
            parts.trace(endpoint + ": " + from + " -> " + to + ": " + why);
        }
    }
}
