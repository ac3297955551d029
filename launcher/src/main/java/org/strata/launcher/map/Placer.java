package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.JobRequest.Mapping;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.HostFile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds places for processes, program by program; each one goes on where the last one ended. */
final class Placer {
    private final List<Node> nodes;
    private final Mapping mapping;
    private final HostIndex hosts;
    private final List<Integer> eligible;
    private final boolean more;
    private final int[] used;
    private final boolean limited;
    private int reserved;
    private int placed;
    private int cursor;

    /**
     * @param eligible indices of the hosts that may be used
     * @param more whether a host may have more processes than slots
     * @param running processes that have slots already, by host
     */
    Placer(
            List<Node> nodes,
            Mapping mapping,
            HostIndex hosts,
            List<Integer> eligible,
            boolean more,
            List<Integer> running) {
        this.nodes = nodes;
        this.mapping = mapping;
        this.hosts = hosts;
        this.eligible = eligible;
        this.more = more;
        used = running.stream().mapToInt(Integer::intValue).toArray();
        limited = false;
    }

    private Placer(Placer all, List<Integer> some) {
        nodes = all.nodes;
        mapping = all.mapping;
        hosts = all.hosts;
        eligible = some;
        more = all.more;
        used = all.used;
        limited = true;
    }

    /** Returns a placer for some of the hosts, which takes their places from the same stock. */
    Placer on(List<Integer> some) {
        return new Placer(this, some);
    }

    /** Returns the number of processes on the hosts. */
    int used() {
        return eligible.stream().distinct().mapToInt(node -> used[node]).sum();
    }

    /** Returns the slots of the hosts. */
    int slots() {
        return eligible.stream().distinct().mapToInt(node -> nodes.get(node).slots()).sum();
    }

    /** Returns whether it is for some of the hosts only. */
    boolean isLimited() {
        return limited;
    }

    /**
     * Returns how many processes the mapping is made for by itself, or 0 if it fits any number. Of
     * a sequence of hosts that programs share these are the lines that are left.
     */
    int natural() throws UsageException {
        return switch (mapping.placement().by()) {
            case SLOT, NODE, OBJECT -> 0;
            case PPR -> parts().size() * mapping.perResource();
            case SEQ -> left(sequence().size());
            case RANKFILE -> RankFile.read(mapping.placement().file()).size();
        };
    }

    private int left(int lines) throws UsageException {
        if (reserved >= lines) {
            throw new UsageException(
                    "No line of the host file of --map-by seq is left for a program: those before"
                            + " it take all "
                            + lines
                            + ".",
                    "Ask for fewer processes of each, or give the program a --host of its own.");
        }
        return lines - reserved;
    }

    /** Returns whether a program before has some of what it places. */
    boolean isShared() {
        return reserved > 0;
    }

    /** A program will have that many processes, before any is placed. */
    void reserve(int count) {
        reserved += count;
    }

    /** Returns the seats of a program's processes. */
    List<Seat> place(int count) throws UsageException {
        List<Seat> seats =
                switch (mapping.placement().by()) {
                    case SLOT -> hostByHost(count);
                    case NODE -> inTurn(eligible.stream().map(Seat::onHost).toList(), count);
                    case OBJECT ->
                            mapping.placement().span()
                                    ? inTurn(parts(), count)
                                    : partsOf(hostByHost(count));
                    case PPR -> perPart(count);
                    case SEQ -> sequence().subList(placed, placed + count);
                    case RANKFILE -> byFile(count);
                };
        placed += count;
        return seats;
    }

    /** All slots of a host, then those of the next; what is left is shared among all hosts. */
    private List<Seat> hostByHost(int count) throws UsageException {
        int[] shares = new int[nodes.size()];
        int left = count;
        for (int node : eligible) {
            int share = Math.clamp(nodes.get(node).slots() - (long) used[node], 0, left);
            left -= add(shares, node, share);
        }
        while (left > 0) {
            List<Integer> open = eligible.stream().filter(node -> room(node) > 0).toList();
            if (open.isEmpty()) {
                throw full(left);
            }
            int each = left / open.size();
            int rest = left % open.size();
            for (int node : open) {
                int share = Math.min(each + (rest-- > 0 ? 1 : 0), room(node));
                left -= add(shares, node, share);
            }
        }
        List<Seat> seats = new ArrayList<>();
        for (int node : eligible) {
            for (int i = 0; i < shares[node]; i++) {
                seats.add(Seat.onHost(node));
            }
        }
        return seats;
    }

    private int add(int[] shares, int node, int share) {
        shares[node] += share;
        used[node] += share;
        return share;
    }

    private int room(int node) {
        return nodes.get(node).most() - used[node];
    }

    /** One seat at each place in turn; slots do not count when there are too few for all. */
    private List<Seat> inTurn(List<Seat> places, int count) throws UsageException {
        List<Seat> seats = new ArrayList<>();
        int free =
                eligible.stream()
                        .mapToInt(node -> Math.max(0, nodes.get(node).slots() - used[node]))
                        .sum();
        boolean over = count > free;
        int passed = 0;
        while (seats.size() < count) {
            if (passed == places.size()) {
                throw full(count - seats.size());
            }
            Seat place = places.get(cursor++ % places.size());
            Node node = nodes.get(place.node());
            if (used[place.node()] < (over ? node.most() : node.slots())) {
                used[place.node()]++;
                seats.add(place);
                passed = 0;
            } else {
                passed++;
            }
        }
        return seats;
    }

    /** Distributes the processes of each host over its parts. */
    private List<Seat> partsOf(List<Seat> onHosts) {
        List<Seat> seats = new ArrayList<>();
        int node = -1;
        int next = 0;
        List<Seat> own = List.of();
        for (Seat seat : onHosts) {
            if (seat.node() != node) {
                node = seat.node();
                own = partsOf(node);
                next = 0;
            }
            seats.add(own.get(next++ % own.size()));
        }
        return seats;
    }

    private List<Seat> perPart(int count) throws UsageException {
        List<Seat> seats = new ArrayList<>();
        for (Seat part : parts()) {
            for (int i = 0; i < mapping.perResource() && seats.size() < count; i++) {
                Node node = nodes.get(part.node());
                if (++used[part.node()] > (more ? node.most() : node.slots())) {
                    throw new UsageException(
                            "The host \""
                                    + node.name()
                                    + "\" has "
                                    + node.slots()
                                    + " slots, fewer than -N or ppr asks for.",
                            "Accept more processes than slots with --oversubscribe.");
                }
                seats.add(part);
            }
        }
        return seats;
    }

    private List<Seat> byFile(int count) throws UsageException {
        RankFile file = RankFile.read(mapping.placement().file());
        List<Seat> seats = new ArrayList<>();
        for (int rank = placed; rank < placed + count; rank++) {
            seats.add(file.seat(rank, nodes, hosts, mapping.placement().threads()));
        }
        return seats;
    }

    /** Returns whether the lines of its file name these hosts. */
    boolean follows(List<Integer> each) throws UsageException {
        return sequence().stream().map(Seat::node).toList().equals(each);
    }

    private List<Seat> sequence() throws UsageException {
        Path named = mapping.placement().file();
        List<Seat> seats = new ArrayList<>();
        if (limited || (named == null && mapping.hostfiles().isEmpty())) {
            eligible.forEach(node -> seats.add(Seat.onHost(node)));
        } else {
            Path file = named == null ? mapping.hostfiles().getFirst() : named;
            for (String host : HostFile.sequence(file, nodes.stream().map(Node::name).toList())) {
                seats.add(Seat.onHost(hosts.of(host, file.toString())));
            }
        }
        return seats;
    }

    private List<Seat> parts() {
        return eligible.stream().flatMap(node -> partsOf(node).stream()).toList();
    }

    private List<Seat> partsOf(int node) {
        List<CpuSet> places =
                mapping.resource() == BindTarget.NONE
                        ? List.of(CpuSet.EMPTY)
                        : nodes.get(node).topology().parts(mapping.resource());
        List<Seat> seats = new ArrayList<>();
        for (int part = 0; part < places.size(); part++) {
            seats.add(new Seat(node, part, places.get(part), null));
        }
        return seats;
    }

    /**
     * With max_slots, which hold beside --oversubscribe, too: Open MPI's manual says so.
     *
     * @param left processes that have no place when all others have theirs
     */
    private UsageException full(int left) {
        long room = eligible.stream().mapToLong(node -> nodes.get(node).most()).sum();
        return new UsageException(
                "max_slots of the host file leaves no room for all processes of this job.",
                "",
                "  Room:       " + room + ", the sum of max_slots",
                "  Asked for:  " + (used() + left),
                "",
                "Raise max_slots in the host file, or leave it out: it holds with --oversubscribe,"
                        + " too.");
    }
}
