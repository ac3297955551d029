package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest.Ranking;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Function;

/** Numbers the processes of one program: returns their seats in the order of their ranks. */
final class Ranker {
    private Ranker() {}

    /**
     * Without the JDK's comparators: it makes their classes at run time, and the ranks wait for
     * their places meanwhile.
     */
    private static int byNode(Seat one, Seat other) {
        return Integer.compare(one.node(), other.node());
    }

    private static int byPart(Seat one, Seat other) {
        int nodes = byNode(one, other);
        return nodes != 0 ? nodes : Integer.compare(one.part(), other.part());
    }

    static List<Seat> order(List<Seat> seats, Ranking ranking) {
        List<Seat> filled = seats.stream().sorted(Ranker::byPart).toList();
        return switch (ranking) {
            case SLOT -> seats.stream().sorted(Ranker::byNode).toList();
            case UNSAID, FILL -> filled;
            case NODE -> inTurn(filled, Seat::node);
            case SPAN -> inTurn(filled, seat -> List.of(seat.node(), seat.part()));
            case OBJECT -> onEachNode(filled);
        };
    }

    private static List<Seat> onEachNode(List<Seat> filled) {
        Map<Integer, List<Seat>> nodes = new TreeMap<>();
        filled.forEach(
                seat -> nodes.computeIfAbsent(seat.node(), n -> new ArrayList<>()).add(seat));
        List<Seat> ordered = new ArrayList<>();
        nodes.values().forEach(seats -> ordered.addAll(inTurn(seats, Seat::part)));
        return ordered;
    }

    /** One seat of each group in turn, the groups in the order of their first seats. */
    private static <K> List<Seat> inTurn(List<Seat> seats, Function<Seat, K> groupOf) {
        Map<K, Queue<Seat>> groups = new LinkedHashMap<>();
        for (Seat seat : seats) {
            groups.computeIfAbsent(groupOf.apply(seat), g -> new ArrayDeque<>()).add(seat);
        }
        List<Seat> ordered = new ArrayList<>();
        while (ordered.size() < seats.size()) {
            for (Queue<Seat> group : groups.values()) {
                if (!group.isEmpty()) {
                    ordered.add(group.remove());
                }
            }
        }
        return ordered;
    }
}
