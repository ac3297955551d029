package mpi;

import org.strata.mca.base.Stack;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.proc.Proc;
import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.Site;
import org.strata.opal.report.RankNumbers.Size;
import org.strata.opal.report.RankNumbers.State;
import org.strata.opal.report.RankNumbers.Times;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects this rank's numbers from all layers, the most important ones first. Tier 3. */
final class NumbersCollector {
    private static final int SITES = 64;
    private static final int PEERS = 256;
    private static final int COMMS = 16;

    /** A job that was in MPI for less hardly collects, nanoseconds. */
    private static final long SHORT = 100_000_000;

    /** A job that is in MPI for longer will be for longer still, nanoseconds. */
    private static final long LONG = 2_000_000_000;

    private final Stack stack;
    private final Observation observation;
    private final ActivityLog activity;
    private final ProcessNumbers process;
    private final long began;
    private final long sleptBefore;

    NumbersCollector(Stack stack, Observation observation, long began) {
        this.stack = stack;
        this.observation = observation;
        this.began = began;
        sleptBefore = stack.engine().asleep();
        activity = new ActivityLog(observation, began);
        process = new ProcessNumbers(observation.cores());
    }

    int rank() {
        return stack.environment().rankInJob();
    }

    ActivityLog activity() {
        return activity;
    }

    /** Returns the numbers so far. */
    RankNumbers collect(State state) {
        // Together: what a process is stopped for in between would look like work.
        Observation.Sums sums = observation.sums();
        long now = System.nanoTime();
        long elapsed = now - began;
        List<Call> calls = calls();
        long mpi = Math.min(elapsed, sums.mpi());
        Traffic traffic = new Traffic();
        stack.pml().traffic(traffic);
        observation.waits().forEach((rank, nanos) -> traffic.peer(rank).waiting += nanos);
        Map<String, Long> values = new HashMap<>();
        stack.counters()
                .read()
                .forEach((name, value) -> {
                    if (value != 0) {
                        values.put(name, value);
                    }
                });
        Map<String, String> facts = new HashMap<>();
        traffic.addTotals(values);
        // Next to what the PML has sent: the rest is of collectives, windows and files.
        values.put("sent by calls", observation.sent());
        observation.addRegions(values);
        boolean last = state == State.FINAL;
        process.addTo(values, facts, last ? elapsed > SHORT : elapsed > LONG);
        if (last || elapsed > LONG) {
            process.addCompiling(values);
        }
        if (!observation.several()) {
            values.put("asleep", stack.engine().asleep() - sleptBefore);
        }
        if (!traffic.refused.isEmpty()) {
            facts.put("refused", traffic.refused);
        }
        // The program waits for the last numbers alone.
        long cost = sums.cost() + (last ? System.nanoTime() - now : 0);
        return new RankNumbers(
                rank(),
                state,
                new Times(elapsed, mpi, Math.min(mpi, sums.waiting()), cost),
                calls,
                sites(),
                traffic.peers(),
                traffic.sizes,
                traffic.comms(),
                activity.read(),
                values,
                facts);
    }

    private List<Call> calls() {
        return observation.calls().stream()
                .sorted((a, b) -> Long.compare(b.time(), a.time()))
                .toList();
    }

    /**
     * The largest first. A comparator put together from the JDK's is no part of start-up caches.
     */
    private static int bySize(SiteStats a, SiteStats b) {
        int byWaiting = Long.compare(b.waiting, a.waiting);
        return byWaiting != 0 ? byWaiting : Long.compare(b.sampled, a.sampled);
    }

    private List<Site> sites() {
        return observation.sites().stream()
                .sorted(NumbersCollector::bySize)
                .limit(SITES)
                .map(site ->
                        new Site(
                                site.call,
                                site.place,
                                site.waits,
                                site.waiting,
                                site.longest(RankNumbers.SEVERAL),
                                site.sampled))
                .toList();
    }

    /** The exchange with one process, on all communicators. */
    private static final class PeerSum {
        private long sent;
        private long sentBytes;
        private long received;
        private long receivedBytes;
        private long waiting;
        private String link = "";
    }

    private static final class Traffic implements TrafficVisitor {
        private final Map<Integer, PeerSum> peers = new HashMap<>();
        private final Map<String, Comm> comms = new HashMap<>();
        private final List<Size> sizes = new ArrayList<>();
        private String refused = "";

        PeerSum peer(int rank) {
            return peers.computeIfAbsent(rank, any -> new PeerSum());
        }

        @Override
        public void visit(CommContext comm, Proc peer, TrafficVisitor.Traffic exchanged) {
            PeerSum sum = peer(peer.rank());
            sum.sent += exchanged.sent();
            sum.sentBytes += exchanged.sentBytes();
            sum.received += exchanged.received();
            sum.receivedBytes += exchanged.receivedBytes();
            String name = comm == null ? "freed communicators" : comm.label();
            int size = comm == null ? 0 : comm.size();
            comms.merge(
                    name,
                    new Comm(name, size, exchanged.sent(), exchanged.sentBytes()),
                    (a, b) ->
                            new Comm(
                                    name,
                                    size,
                                    a.messages() + b.messages(),
                                    a.bytes() + b.bytes()));
        }

        @Override
        public void links(Proc peer, List<String> links, String why) {
            if (peers.containsKey(peer.rank())) {
                peer(peer.rank()).link = String.join(" ", links);
            }
            if (refused.isEmpty()) {
                refused = why.isEmpty() ? "" : "to rank " + peer.rank() + ": " + why;
            }
        }

        @Override
        public void sizes(String protocol, int bits, long messages, long bytes) {
            sizes.add(new Size(protocol, bits, messages, bytes));
        }

        List<Peer> peers() {
            double bytes = 1;
            double waiting = 1;
            for (PeerSum sum : peers.values()) {
                bytes += sum.sentBytes + sum.receivedBytes;
                waiting += sum.waiting;
            }
            double perByte = 1 / bytes;
            double perNano = 1 / waiting;
            return peers.entrySet().stream()
                    .sorted((a, b) ->
                            Double.compare(
                                    weight(b.getValue(), perByte, perNano),
                                    weight(a.getValue(), perByte, perNano)))
                    .limit(PEERS)
                    .map(one -> peer(one.getKey(), one.getValue()))
                    .toList();
        }

        /** Adds the sums over all peers, of which only the heaviest are kept. */
        void addTotals(Map<String, Long> values) {
            long messages = 0;
            long out = 0;
            long in = 0;
            for (PeerSum sum : peers.values()) {
                messages += sum.sent;
                out += sum.sentBytes;
                in += sum.receivedBytes;
            }
            values.put("messages sent", messages);
            values.put("bytes sent", out);
            values.put("bytes received", in);
        }

        private static double weight(PeerSum sum, double perByte, double perNano) {
            return (sum.sentBytes + sum.receivedBytes) * perByte + sum.waiting * perNano;
        }

        private static Peer peer(int rank, PeerSum sum) {
            return new Peer(
                    rank,
                    sum.sent,
                    sum.sentBytes,
                    sum.received,
                    sum.receivedBytes,
                    sum.waiting,
                    sum.link);
        }

        List<Comm> comms() {
            return comms.values().stream()
                    .sorted((a, b) -> Long.compare(b.bytes(), a.bytes()))
                    .limit(COMMS)
                    .toList();
        }
    }
}
