package org.strata.launcher.report;

import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.Site;
import org.strata.opal.report.RankNumbers.Size;
import org.strata.opal.report.RegionValue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/** The numbers of a job: those of its ranks are added one by one, and not kept. */
final class JobNumbers {
    /** Entries of a list by name that are kept; programs choose the names. */
    private static final int NAMES = 4096;

    /** Who has waited for whom, nanoseconds. */
    final Grid waits = new Grid();

    /** Bytes and messages from and to. */
    final Grid bytes = new Grid();

    final Grid messages = new Grid();

    final ActivitySum activity = new ActivitySum();

    private final Map<Integer, RankRow> rows = new TreeMap<>();
    private final Map<Integer, Long> caused = new HashMap<>();
    private final Map<String, CallSum> calls = new TreeMap<>();
    private final Map<String, SiteSum> sites = new TreeMap<>();
    private final Map<String, Size> sizes = new TreeMap<>();
    private final Map<String, Traffic> links = new TreeMap<>();
    private final Map<String, Comm> comms = new TreeMap<>();
    private final Map<String, RegionSum> regions = new TreeMap<>();
    private final Map<String, Long> values = new TreeMap<>();
    private final Map<String, String> refusals = new TreeMap<>();
    private long cost;

    /** Messages and bytes. */
    record Traffic(long messages, long bytes) {
        Traffic plus(Traffic other) {
            return new Traffic(messages + other.messages, bytes + other.bytes);
        }
    }

    /**
     * A function in all ranks; times in nanoseconds.
     *
     * @param variance of the time, which is an estimate
     */
    record CallSum(
            String name, long calls, long bytes, double time, double variance, double waiting) {
        CallSum plus(CallSum other) {
            return new CallSum(
                    name,
                    calls + other.calls,
                    bytes + other.bytes,
                    time + other.time,
                    variance + other.variance,
                    waiting + other.waiting);
        }

        /** Returns the standard error of the time as a share of it. */
        double error() {
            return time == 0 ? 0 : Math.sqrt(variance) / time;
        }
    }

    /**
     * A line of the program in all ranks.
     *
     * @param byPeer nanoseconds that it was the place of the longest wait of some rank for a peer
     */
    record SiteSum(
            String call,
            String place,
            long waits,
            double waiting,
            long sampled,
            Map<Integer, Double> byPeer) {
        SiteSum plus(SiteSum other) {
            Map<Integer, Double> peers = new HashMap<>(byPeer);
            other.byPeer.forEach((peer, nanos) -> peers.merge(peer, nanos, Double::sum));
            return new SiteSum(
                    call,
                    place,
                    waits + other.waits,
                    waiting + other.waiting,
                    sampled + other.sampled,
                    peers);
        }

        /** Returns "MPI_Recv at Chain.step(Chain.java:30)". */
        String text() {
            return place.isEmpty() ? call : call + " at " + place;
        }
    }

    /**
     * Adds a rank.
     *
     * @param host where it ran
     * @param ended what is said of a rank that has not called MPI.Finalize
     */
    void add(RankNumbers numbers, String host, String ended) {
        int rank = numbers.rank();
        waits.reach(rank);
        bytes.reach(rank);
        messages.reach(rank);
        rows.put(rank, RankRow.of(numbers, host, ended));
        for (Peer peer : numbers.peers()) {
            addPeer(rank, peer);
        }
        for (Call call : numbers.calls()) {
            double variance = (double) call.error() * call.error();
            addCall(
                    new CallSum(
                            call.name(),
                            call.calls(),
                            call.bytes(),
                            call.time(),
                            variance,
                            call.waiting()));
        }
        for (Site site : numbers.sites()) {
            addSite(site);
        }
        numbers.sizes().forEach(this::addSize);
        numbers.comms().forEach(this::addComm);
        addValues(rank, numbers.values());
        String refused = numbers.facts().getOrDefault("refused", "");
        if (!refused.isEmpty()) {
            addRefusal(refused, "rank " + rank + " " + refused);
        }
        activity.add(numbers.activity(), numbers.times().elapsed());
        cost += numbers.times().cost();
    }

    /** Sums what counts for the job; what belongs to a region becomes a part of that. */
    private void addValues(int rank, Map<String, Long> values) {
        Map<String, EnumMap<RegionValue, Long>> found = new HashMap<>();
        values.forEach((name, value) -> {
            RegionValue kind = RegionValue.kind(name);
            if (kind == null) {
                addValue(name, value);
            } else {
                found.computeIfAbsent(kind.region(name), any -> new EnumMap<>(RegionValue.class))
                        .put(kind, value);
            }
        });
        found.forEach((name, parts) -> addRegion(RegionSum.of(name, rank, parts)));
    }

    void addRegion(RegionSum region) {
        merge(regions, region.name(), region, RegionSum::plus);
    }

    /** Returns the program's regions, those with most time first. */
    List<RegionSum> regions() {
        return sorted(regions, Comparator.comparingLong(RegionSum::elapsed));
    }

    /** Adds a row that has been added up before. */
    void addRow(RankRow row) {
        rows.put(row.rank(), row);
        caused.merge(row.rank(), row.caused(), Long::sum);
        waits.reach(row.rank());
        bytes.reach(row.rank());
        messages.reach(row.rank());
    }

    void addWaitedForSeveral(long nanos) {
        caused.merge(RankNumbers.SEVERAL, nanos, Long::sum);
    }

    void addCall(CallSum call) {
        merge(calls, call.name(), call, CallSum::plus);
    }

    void addSite(SiteSum site) {
        merge(sites, site.call() + '/' + site.place(), site, SiteSum::plus);
    }

    void addSize(Size size) {
        merge(sizes, size.protocol() + '/' + size.bits(), size, JobNumbers::plus);
    }

    void addComm(Comm comm) {
        merge(comms, comm.name(), comm, JobNumbers::plus);
    }

    void addLink(String link, Traffic traffic) {
        merge(links, link, traffic, Traffic::plus);
    }

    void addValue(String name, long value) {
        merge(values, name, value, Long::sum);
    }

    /**
     * Adds why a link was not used; of equal reasons the first rank's is kept.
     *
     * @param text the reason with the rank
     */
    void addRefusal(String reason, String text) {
        merge(refusals, reason, text, (first, next) -> first);
    }

    void addCost(long nanos) {
        cost += nanos;
    }

    private void addPeer(int rank, Peer peer) {
        if (peer.rank() >= 0) {
            waits.add(rank, peer.rank(), (double) peer.waiting());
            bytes.add(rank, peer.rank(), (double) peer.sentBytes());
            messages.add(rank, peer.rank(), (double) peer.sent());
        }
        caused.merge(peer.rank(), peer.waiting(), Long::sum);
        if (peer.sent() > 0) {
            addLink(peer.link(), new Traffic(peer.sent(), peer.sentBytes()));
        }
    }

    private void addSite(Site site) {
        Map<Integer, Double> byPeer = new HashMap<>();
        if (site.waiting() > 0) {
            byPeer.put(site.peer(), (double) site.waiting());
        }
        addSite(
                new SiteSum(
                        site.call(),
                        site.place(),
                        site.waits(),
                        site.waiting(),
                        site.sampled(),
                        byPeer));
    }

    private static <T> void merge(Map<String, T> all, String name, T value, BinaryOperator<T> sum) {
        if (all.size() < NAMES || all.containsKey(name)) {
            all.merge(name, value, sum);
        }
    }

    private static Size plus(Size a, Size b) {
        return new Size(a.protocol(), a.bits(), a.messages() + b.messages(), a.bytes() + b.bytes());
    }

    private static Comm plus(Comm a, Comm b) {
        return new Comm(
                a.name(),
                Math.max(a.size(), b.size()),
                a.messages() + b.messages(),
                a.bytes() + b.bytes());
    }

    /** Returns the ranks whose numbers are known, by number. */
    List<RankRow> rows() {
        List<RankRow> all = new ArrayList<>();
        rows.values().forEach(row -> all.add(row.withCaused(caused.getOrDefault(row.rank(), 0L))));
        return all;
    }

    /** Returns what was waited for one of several ranks, or nobody knows which. */
    long waitedForSeveral() {
        return caused.getOrDefault(RankNumbers.SEVERAL, 0L);
    }

    /** Returns the functions, those with most time first. */
    List<CallSum> calls() {
        return sorted(calls, Comparator.comparingDouble(CallSum::time));
    }

    /** Returns the lines of the program, those that wait most first. */
    List<SiteSum> sites() {
        return sorted(
                sites,
                Comparator.comparingDouble(SiteSum::waiting).thenComparing(SiteSum::sampled));
    }

    /** Returns the lines where most calls were found by sampling. */
    List<SiteSum> busiest() {
        return sorted(sites, Comparator.comparingLong(SiteSum::sampled));
    }

    /** Returns messages by size and protocol, the shortest first. */
    List<Size> sizes() {
        return sizes.values().stream()
                .sorted(Comparator.comparingInt(Size::bits).thenComparing(Size::protocol))
                .toList();
    }

    /** Returns what each link has carried, in order of bytes. */
    List<Map.Entry<String, Traffic>> links() {
        return links.entrySet().stream()
                .sorted(
                        Comparator.comparingLong(
                                        (Map.Entry<String, Traffic> one) -> one.getValue().bytes())
                                .reversed())
                .toList();
    }

    List<Comm> comms() {
        return sorted(comms, Comparator.comparingLong(Comm::bytes));
    }

    private static <T> List<T> sorted(Map<String, T> all, Comparator<T> by) {
        return all.values().stream().sorted(by.reversed()).toList();
    }

    /** Returns why links that would be better were not used. */
    List<String> refusals() {
        return List.copyOf(refusals.values());
    }

    /** Returns sums of the components' counters and others. */
    Map<String, Long> values() {
        return values;
    }

    Traffic sent() {
        return links.values().stream().reduce(new Traffic(0, 0), Traffic::plus);
    }

    /** Returns what the measurement has taken, as a share of the ranks' time. */
    double cost() {
        double elapsed = rows.values().stream().mapToDouble(RankRow::elapsed).sum();
        return elapsed == 0 ? 0 : cost / elapsed;
    }
}
