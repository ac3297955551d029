package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.proc.Proc;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lanes of one link to and from nodes. The first peer of a node that this process talks with
 * carries the lane to the node; the others share it. When a lane is lost, is not connected in time,
 * or has no send requests left for a further peer, the next peer that connects carries another one.
 * Tier 3.
 */
final class NodeLanes {
    private final Link link;
    private final LinkParts parts;
    private final RetiredPairs.Polls polls;
    private final Map<NodeKey, NodeLane> current = new HashMap<>();
    private final Map<End, NodeLane> lanes = new LinkedHashMap<>();
    private final Map<End, NodeTarget> targets = new LinkedHashMap<>();

    /** Which lane to or from a process, from 0. */
    private record End(Proc peer, int index) {}

    NodeLanes(Link link, LinkParts parts, RetiredPairs.Polls polls) {
        this.link = link;
        this.parts = parts;
        this.polls = polls;
    }

    /** Returns the lane for a peer that is to connect; null when those there are have been lost. */
    NodeLane find(NodeUser user) {
        NodeKey node = parts.links().node(user.peer(), user.remoteLink());
        NodeLane shared = current.get(node);
        if (shared != null && !shared.isLost() && !shared.isLate() && shared.hasRoom()) {
            return shared;
        }
        NodeLane own = own(user);
        if (own == null) {
            return null;
        }
        if (own.isLate()) {
            return own;
        }
        current.put(node, own);
        if (shared != null && shared.isLate()) {
            shared.moveOn();
        }
        return own;
    }

    /**
     * Returns the lane that a peer carries: one more when those there are keep peers waiting; null
     * when one has been lost.
     */
    private NodeLane own(NodeUser user) {
        NodeLane own = null;
        for (int i = 0; i < NodeLaneEnd.MOST && (own == null || own.isLate()); i++) {
            int index = i;
            own =
                    lanes.computeIfAbsent(
                            new End(user.peer(), i),
                            end -> new NodeLane(link, parts, end.peer, user.remoteLink(), index));
            if (own.isLost()) {
                return null;
            }
        }
        return own;
    }

    /**
     * Returns why the lane that a peer carries is lost. Peers may have waited for others when it
     * was: so they learn of it here.
     */
    String loss(NodeUser user) {
        for (int i = 0; i < NodeLaneEnd.MOST; i++) {
            NodeLane own = lanes.get(new End(user.peer(), i));
            if (own != null && own.isLost()) {
                return own.loss();
            }
        }
        return "";
    }

    /** Handles what a peer said about a lane between the two. */
    void onMessage(Proc peer, ConnectionMessage message) {
        End end = new End(peer, NodeLaneEnd.index(message));
        if (message.lane() > 0) {
            targets.computeIfAbsent(end, e -> target(e, message.fromLink())).onMessage(message);
        } else if (lanes.containsKey(end)) {
            lanes.get(end).onMessage(message);
        }
    }

    private NodeTarget target(End end, int remoteLink) {
        return new NodeTarget(link, parts, polls, end.peer, remoteLink, end.index);
    }

    /** The link to a peer is lost, and with it the lanes that it carries and those from it. */
    void onLost(Proc peer, String reason) {
        for (int i = 0; i < NodeLaneEnd.MOST; i++) {
            End end = new End(peer, i);
            if (lanes.containsKey(end)) {
                lanes.get(end).connection.fail(reason);
            }
            if (targets.containsKey(end)) {
                targets.get(end).connection.fail(reason);
            }
        }
    }

    /** Returns whether the adapter's event of a queue pair was of one of these. */
    boolean onPairEvent(int number, String what) {
        for (NodeLane each : lanes.values()) {
            if (each.has(number)) {
                each.onBreak(what);
                return true;
            }
        }
        for (NodeTarget each : targets.values()) {
            if (each.has(number)) {
                each.onBreak(what);
                return true;
            }
        }
        return false;
    }

    /** The adapter reports that a target consumes no more receives. */
    void onLastReceive(int number) {
        targets.values().forEach(each -> each.onLastReceive(number));
    }

    /** Breaks all lanes to nodes, for tests: as an adapter would that reports an error of each. */
    void abortAll() {
        lanes.values().forEach(NodeLane::abort);
    }

    // ---- figures

    int initiators() {
        return lanes.values().stream().mapToInt(NodeLane::initiators).sum();
    }

    int targets() {
        return targets.values().stream().mapToInt(NodeTarget::targets).sum();
    }

    /** Returns the peers that send over lanes. */
    int users() {
        return lanes.values().stream().mapToInt(NodeLane::users).sum();
    }

    /** Returns the send requests under way, of all lanes. */
    int requests() {
        return lanes.values().stream().mapToInt(NodeLane::requests).sum();
    }

    /** Returns a line about every lane, for failed tests. */
    String describe() {
        StringBuilder text = new StringBuilder();
        lanes.forEach((end, lane) -> text.append(" {by ").append(lane.describe()).append('}'));
        targets.forEach((end, one) ->
                text.append(" {from %d: %s}".formatted(end.peer.rank(), one.state())));
        return text.toString();
    }

    // ---- the end

    /** Aborts all lanes, with a word to the peers; before their peers give their channels up. */
    void shutDown() {
        lanes.values().forEach(NodeLane::shutDown);
        targets.values().forEach(NodeTarget::shutDown);
    }
}
