package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.opal.Rc;
import org.strata.verbs.QueuePair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The lanes to and from one peer, and what concerns all of them. */
final class PeerLanes implements LanePeer {
    /** Lanes to one peer, at most. */
    static final int MOST_LANES = 256;

    private static final QueueLane[] NO_LANES = {};
    private static final LaneTarget[] NO_TARGETS = {};

    private final LaneParts parts;
    private final BtlEndpoint endpoint;
    private final int remoteLink;
    private QueueLane[] lanes = NO_LANES;
    private LaneTarget[] targets = NO_TARGETS;
    private boolean halted;
    private boolean lost;

    private final MovedQueues moved = new MovedQueues();

    PeerLanes(LaneParts parts, BtlEndpoint endpoint, int remoteLink) {
        this.parts = parts;
        this.endpoint = endpoint;
        this.remoteLink = remoteLink;
    }

    @Override
    public BtlEndpoint endpoint() {
        return endpoint;
    }

    @Override
    public int remoteLink() {
        return remoteLink;
    }

    @Override
    public boolean isHalted() {
        return halted;
    }

    // ---- lanes

    /** Sends a message over a lane; see {@link QueueBtl#sendTo}. */
    int send(
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            int key,
            QueueBtl.SentCallback callback,
            Object context) {
        if (lost) {
            return Rc.LINK_FAILED;
        }
        QueueLane to = lane < lanes.length ? lanes[lane] : addLane(lane);
        return to.send(queue, immediate, address, length, key, callback, context);
    }

    private QueueLane addLane(int index) {
        int before = lanes.length;
        lanes = Arrays.copyOf(lanes, index + 1);
        for (int i = before; i <= index; i++) {
            lanes[i] = new QueueLane(parts, this, moved, i);
        }
        return lanes[index];
    }

    private LaneTarget target(int index) {
        int before = targets.length;
        if (index >= before) {
            targets = Arrays.copyOf(targets, index + 1);
            for (int i = before; i <= index; i++) {
                targets[i] = new LaneTarget(parts, this, i);
                if (lost) {
                    targets[i].connection.fail("the link has failed");
                }
            }
        }
        return targets[index];
    }

    boolean departed(int lane) {
        return lanes[lane].departed();
    }

    void recall(int lane) {
        if (lane < lanes.length) {
            lanes[lane].recall();
        }
    }

    void onMessage(ConnectionMessage message) {
        int lane = message.lane();
        if (Math.abs(lane) > MOST_LANES) {
            return;
        }
        if (lane > 0) {
            target(lane - 1).onMessage(message);
        } else if (-lane <= lanes.length) {
            lanes[-lane - 1].onMessage(message);
        }
    }

    /** Forgets a queue of the peer that the upper layer will not name again. */
    void forget(int queue) {
        moved.forget(queue);
    }

    // ---- halt

    /** Breaks every lane that comes from the peer; nothing of it lands when this returns. */
    void halt() {
        halted = true;
        for (LaneTarget target : targets) {
            target.halt();
        }
    }

    void resume() {
        halted = false;
        for (LaneTarget target : targets) {
            target.resume();
        }
    }

    // ---- the end

    @Override
    public void lose(String reason) {
        if (lost) {
            return;
        }
        lost = true;
        for (QueueLane lane : lanes) {
            lane.fail(Rc.LINK_FAILED);
        }
        ends().forEach(end -> end.connection.fail(reason));
        parts.link.fail(endpoint, reason);
    }

    /** The upper layer uses the peer over this link no more. */
    void remove() {
        for (QueueLane lane : lanes) {
            lane.fail(Rc.LINK_FAILED);
            parts.link.withdraw(lane);
        }
        for (LaneEnd end : ends()) {
            end.connection.close("removed");
            end.schedule();
        }
    }

    void shutDown() {
        lost = true;
        for (QueueLane lane : lanes) {
            lane.fail(Rc.LINK_FAILED);
        }
        for (LaneEnd end : ends()) {
            end.connection.shutDown(end.state() == ConnectionState.CLOSED);
        }
    }

    boolean isFlushed() {
        for (QueueLane lane : lanes) {
            if (!lane.isFlushed()) {
                return false;
            }
        }
        return true;
    }

    QueuePair pair(int lane, boolean incoming) {
        LaneEnd[] all = incoming ? targets : lanes;
        return lane < all.length ? all[lane].pair : null;
    }

    /** Returns both kinds of ends. */
    List<LaneEnd> ends() {
        List<LaneEnd> all = new ArrayList<>(List.of(lanes));
        all.addAll(List.of(targets));
        return all;
    }
}
