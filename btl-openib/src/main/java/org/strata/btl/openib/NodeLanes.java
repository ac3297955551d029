package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.proc.Proc;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The lanes of one link to and from nodes. The first peer of a node that this process talks with
 * carries the lane to the node; the others share it. When a lane is lost, or has no send requests
 * left for a further peer, the next peer that connects carries another one. Tier 3.
 */
final class NodeLanes {
    private final Link link;
    private final LinkParts parts;
    private final RetiredPairs.Polls polls;
    private final Map<NodeKey, NodeLane> current = new HashMap<>();
    private final Map<Proc, NodeLane> lanes = new LinkedHashMap<>();
    private final Map<Proc, NodeTarget> targets = new LinkedHashMap<>();

    NodeLanes(Link link, LinkParts parts, RetiredPairs.Polls polls) {
        this.link = link;
        this.parts = parts;
        this.polls = polls;
    }

    /** Returns the lane for a peer that is to connect; null when those there are have been lost. */
    NodeLane find(NodeUser user) {
        NodeKey node = parts.links().node(user.peer(), user.remoteLink());
        NodeLane shared = current.get(node);
        if (shared != null && !shared.isLost() && shared.hasRoom()) {
            return shared;
        }
        NodeLane own =
                lanes.computeIfAbsent(
                        user.peer(),
                        carrier -> new NodeLane(link, parts, carrier, user.remoteLink()));
        if (own.isLost()) {
            return null;
        }
        current.put(node, own);
        return own;
    }

    /** Handles what a peer said about a lane between the two. */
    void onMessage(Proc peer, ConnectionMessage message) {
        if (message.lane() > 0) {
            targets.computeIfAbsent(
                            peer,
                            sender ->
                                    new NodeTarget(link, parts, polls, sender, message.fromLink()))
                    .onMessage(message);
        } else if (lanes.containsKey(peer)) {
            lanes.get(peer).onMessage(message);
        }
    }

    /** The link to a peer is lost, and with it the lanes that it carries and those from it. */
    void onLost(Proc peer, String reason) {
        if (lanes.containsKey(peer)) {
            lanes.get(peer).connection.fail(reason);
        }
        if (targets.containsKey(peer)) {
            targets.get(peer).connection.fail(reason);
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

    // ---- the end

    /** Aborts all lanes, with a word to the peers; before their peers give their channels up. */
    void shutDown() {
        lanes.values().forEach(NodeLane::shutDown);
        targets.values().forEach(NodeTarget::shutDown);
    }
}
