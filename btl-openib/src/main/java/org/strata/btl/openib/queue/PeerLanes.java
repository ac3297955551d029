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
final class PeerLanes {
    private static final QueueLane[] NO_LANES = {};
    private static final LaneTarget[] NO_TARGETS = {};

    private final TupleQueues queues;
    private final BtlEndpoint endpoint;
    private final int remoteLink;
    private QueueLane[] lanes = NO_LANES;
    private LaneTarget[] targets = NO_TARGETS;
    private boolean halted;
    private boolean lost;

    /** Queues whose receives have moved: number, present number, number, present number... */
    private int[] moved = {};

    PeerLanes(TupleQueues queues, BtlEndpoint endpoint, int remoteLink) {
        this.queues = queues;
        this.endpoint = endpoint;
        this.remoteLink = remoteLink;
    }

    TupleQueues queues() {
        return queues;
    }

    BtlEndpoint endpoint() {
        return endpoint;
    }

    int remoteLink() {
        return remoteLink;
    }

    boolean isHalted() {
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
            lanes[i] = new QueueLane(this, i);
        }
        return lanes[index];
    }

    private LaneTarget target(int index) {
        int before = targets.length;
        if (index >= before) {
            targets = Arrays.copyOf(targets, index + 1);
            for (int i = before; i <= index; i++) {
                targets[i] = new LaneTarget(this, i);
                if (lost) {
                    targets[i].connection.fail("the link has failed");
                }
            }
        }
        return targets[index];
    }

    void recall(int lane) {
        if (lane < lanes.length) {
            lanes[lane].recall();
        }
    }

    void onMessage(ConnectionMessage message) {
        int lane = message.lane();
        if (Math.abs(lane) > TupleQueues.MOST_LANES) {
            return;
        }
        if (lane > 0) {
            target(lane - 1).onMessage(message);
        } else if (-lane <= lanes.length) {
            lanes[-lane - 1].onMessage(message);
        }
    }

    /** Returns the present number of a queue of the peer. Tier 1. */
    int present(int queue) {
        for (int i = 0; i < moved.length; i += 2) {
            if (moved[i] == queue) {
                return moved[i + 1];
            }
        }
        return queue;
    }

    /** The peer says which number a queue has now. */
    void renumber(int queue, int present) {
        if (present == 0 || present == present(queue)) {
            return;
        }
        for (int i = 0; i < moved.length; i += 2) {
            if (moved[i] == queue) {
                moved[i + 1] = present;
                return;
            }
        }
        moved = Arrays.copyOf(moved, moved.length + 2);
        moved[moved.length - 2] = queue;
        moved[moved.length - 1] = present;
    }

    /** The upper layer names a queue of the peer no more. */
    void forget(int queue) {
        for (int i = 0; i < moved.length; i += 2) {
            if (moved[i] == queue) {
                int last = moved.length - 2;
                moved[i] = moved[last];
                moved[i + 1] = moved[last + 1];
                moved = Arrays.copyOf(moved, last);
                return;
            }
        }
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

    /** The link to the peer is lost: nothing lands any more, and sends end. */
    void lose(String reason) {
        if (lost) {
            return;
        }
        lost = true;
        for (QueueLane lane : lanes) {
            lane.fail(Rc.LINK_FAILED);
        }
        ends().forEach(end -> end.connection.fail(reason));
        queues.link().fail(endpoint, reason);
    }

    /** The upper layer uses the peer over this link no more. */
    void remove() {
        for (QueueLane lane : lanes) {
            lane.fail(Rc.LINK_FAILED);
            queues.link().withdraw(lane);
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
