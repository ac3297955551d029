package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Chooses the processors that each process is bound to, within the place it is mapped to. */
final class BindingPlan {
    private final JobRequest.Binding binding;
    private final boolean restricted;
    private final List<Node> nodes;
    private final Load load;

    /** A part of a host; empty processors stand for all of it. */
    private record Area(int node, CpuSet place) {
        // Those that a record gets are made at run time, while the ranks wait for their places.
        @Override
        public int hashCode() {
            return Integer.hashCode(node) * 31 + place.hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Area area && area.node == node && area.place.equals(place);
        }
    }

    /**
     * @param restricted whether the job may use some processors only
     * @param load what has been started before
     */
    BindingPlan(JobRequest.Binding binding, boolean restricted, List<Node> nodes, Load load) {
        this.binding = binding;
        this.restricted = restricted;
        this.nodes = nodes;
        this.load = load;
    }

    /** Returns the processors of each seat, in the order of the seats; empty for any. */
    List<CpuSet> of(List<Seat> seats) throws UsageException {
        Map<Area, Integer> totals = new HashMap<>();
        for (Seat seat : seats) {
            totals.merge(area(seat), 1, Integer::sum);
        }
        Map<Area, List<CpuSet>> places = new HashMap<>();
        for (Map.Entry<Area, Integer> area : totals.entrySet()) {
            places.put(area.getKey(), places(area.getKey(), area.getValue()));
        }
        Map<Area, Integer> next = new HashMap<>();
        List<CpuSet> chosen = new ArrayList<>();
        for (Seat seat : seats) {
            Area area = area(seat);
            List<CpuSet> own = places.get(area);
            int index = next.merge(area, 1, Integer::sum) - 1 + before(area);
            chosen.add(seat.fixed() != null ? seat.fixed() : own.get(index % own.size()));
        }
        return chosen;
    }

    private static Area area(Seat seat) {
        return new Area(seat.node(), seat.place());
    }

    private int before(Area area) {
        return area.place().isEmpty()
                ? load.started().get(area.node())
                : load.startedIn(area.node(), area.place());
    }

    private List<CpuSet> places(Area area, int added) throws UsageException {
        BindTarget target = binding.target();
        if (target == BindTarget.NONE) {
            Topology topology = nodes.get(area.node()).topology();
            return List.of(restricted ? topology.usable() : CpuSet.EMPTY);
        }
        List<CpuSet> parts = nodes.get(area.node()).topology().parts(target);
        if (!area.place().isEmpty()) {
            parts = parts.stream().filter(part -> !part.and(area.place()).isEmpty()).toList();
        }
        List<CpuSet> places = grouped(parts);
        // A spawned process is mapped to the first part again, and may have to share its cores.
        int total = area.place().isEmpty() ? before(area) + added : added;
        if (target.single() && total > places.size() && !binding.overload()) {
            throw tooFew(places.size(), total);
        }
        return places;
    }

    /** Joins as many neighbouring cores as each rank gets; incomplete groups are left out. */
    private List<CpuSet> grouped(List<CpuSet> places) throws UsageException {
        int width = binding.target().single() ? binding.width() : 1;
        if (width > places.size()) {
            throw new UsageException(
                    "PE="
                            + width
                            + " asks for more than the "
                            + places.size()
                            + " cores there are.");
        }
        List<CpuSet> groups = new ArrayList<>();
        for (int i = 0; i + width <= places.size(); i += width) {
            String cpus =
                    places.subList(i, i + width).stream()
                            .map(CpuSet::toString)
                            .collect(Collectors.joining(","));
            groups.add(width == 1 ? places.get(i) : CpuSet.parse(cpus));
        }
        return groups;
    }

    private UsageException tooFew(int places, int total) {
        String word = binding.target().word();
        String each = binding.width() > 1 ? "groups of " + binding.width() + " " : "";
        return new UsageException(
                "There are " + places + " " + each + word + "s to bind " + total + " ranks to.",
                "Two ranks on one would wait for each other. Bind to none, ask for fewer ranks,"
                        + " or accept it with --bind-to "
                        + word
                        + ":overload-allowed.");
    }
}
