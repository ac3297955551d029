package mpi;

import org.strata.opal.progress.Completion;
import org.strata.opal.progress.WaitObserver;
import org.strata.opal.report.CoreTimes;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RegionValue;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The measurement of this process's calls: one log per thread that calls at the same time. */
final class Observation implements WaitObserver {
    /** What MPI.Init has chosen; read once, when the first call is made. */
    private static Observation chosen;

    private final boolean several;
    private final Sink sink;
    private final CoreTimes cores = new CoreTimes();
    private final Supplier<CallLog.WaitListener> listeners;
    private final Supplier<EventTrack> tracks;
    private final CallLog first;
    private final List<CallLog> logs;
    private final ThreadLocal<CallLog> own = ThreadLocal.withInitial(this::added);

    /**
     * @param several whether several threads may call at the same time; else all share a log
     * @param sink takes the sums
     * @param listeners makes for each thread who is told of its waits, or null
     * @param tracks makes for each thread what keeps its long events, or null
     */
    Observation(
            boolean several,
            Sink sink,
            Supplier<CallLog.WaitListener> listeners,
            Supplier<EventTrack> tracks) {
        this.several = several;
        this.sink = sink;
        this.listeners = listeners;
        this.tracks = tracks;
        first = new CallLog(System::nanoTime, listeners.get(), tracks.get());
        logs = new CopyOnWriteArrayList<>(List.of(first));
    }

    /** Takes what is measured, and keeps it for the report. */
    interface Sink {
        /** The rank's time begins. */
        void start(Observation observed);

        /** MPI.Finalize is called: takes the last numbers. */
        void finish();

        /** Keeps nothing: for those who read the sums in this process. */
        Sink NONE =
                new Sink() {
                    @Override
                    public void start(Observation observed) {
                        // The calls are counted, which is all.
                    }

                    @Override
                    public void finish() {
                        // There is nothing to keep.
                    }
                };
    }

    /** MPI.Init returns: the rank's time begins. */
    static void begin() {
        if (chosen != null) {
            chosen.start();
        }
    }

    /** MPI.Finalize is called: the rank's numbers are final. */
    static void end() {
        if (chosen != null) {
            chosen.finish();
        }
    }

    /** As {@link #begin}, of the one that was chosen. */
    void start() {
        if (!several) {
            cores.watchThisThread();
        }
        sink.start(this);
    }

    /** As {@link #end}, of the one that was chosen. */
    void finish() {
        log().endRegions();
        sink.finish();
    }

    /** Has the calls measured; before the first of them. */
    static void choose(Observation observation) {
        chosen = observation;
    }

    /** Returns what was chosen, or null. */
    static Observation chosen() {
        return chosen;
    }

    boolean several() {
        return several;
    }

    /** Returns what is known of the cores of the threads that call. */
    CoreTimes cores() {
        return cores;
    }

    private CallLog added() {
        cores.watchThisThread();
        CallLog log = new CallLog(System::nanoTime, listeners.get(), tracks.get());
        logs.add(log);
        return log;
    }

    /** Returns the calling thread's log. */
    CallLog log() {
        return several ? own.get() : first;
    }

    /** Returns the logs of all threads that have called. */
    List<CallLog> logs() {
        return several ? logs.stream().filter(log -> log != first).toList() : logs;
    }

    /**
     * Sums over all threads.
     *
     * @param mpi time in calls, the mean of the threads, nanoseconds
     * @param waiting of it until partners acted
     * @param cost of measuring, in all
     */
    record Sums(long mpi, long waiting, long cost) {}

    Sums sums() {
        List<CallLog> all = logs();
        long mpi = 0;
        long waiting = 0;
        long cost = 0;
        for (CallLog log : all) {
            for (CallStats stats : log.calls.values()) {
                mpi += stats.time();
                waiting += stats.waiting;
            }
            cost += log.cost;
        }
        int threads = Math.max(1, all.size());
        return new Sums(mpi / threads, waiting / threads, cost);
    }

    /** Returns what was waited for each peer. */
    Map<Integer, Long> waits() {
        Map<Integer, Long> sum = new HashMap<>();
        for (CallLog log : logs()) {
            log.byPeer.forEach((peer, nanos) -> sum.merge(peer, nanos[0], Long::sum));
        }
        return sum;
    }

    /** Returns the bytes that the program itself has sent. */
    long sent() {
        return logs().stream().mapToLong(log -> log.send.bytes + log.sent).sum();
    }

    /** Returns what the functions have cost that were called. */
    Collection<Call> calls() {
        Map<String, Call> sum = new HashMap<>();
        for (CallLog log : logs()) {
            for (CallStats one : log.calls.values()) {
                long error = Math.round(Math.sqrt(one.variance()));
                Call call =
                        new Call(one.name, one.calls, one.bytes, one.time(), error, one.waiting);
                if (one.calls > 0) {
                    sum.merge(one.name, call, Observation::plus);
                }
            }
        }
        return sum.values();
    }

    private static Call plus(Call a, Call b) {
        return new Call(
                a.name(),
                a.calls() + b.calls(),
                a.bytes() + b.bytes(),
                a.time() + b.time(),
                Math.round(Math.hypot((double) a.error(), (double) b.error())),
                a.waiting() + b.waiting());
    }

    /** Returns what the lines of the program have waited. */
    Collection<SiteStats> sites() {
        Map<String, SiteStats> sum = new HashMap<>();
        for (CallLog log : logs()) {
            log.sites.forEach((key, site) -> sum.merge(key, site, SiteStats::plus));
        }
        return sum.values();
    }

    /** Adds what the program's regions have had. */
    void addRegions(Map<String, Long> values) {
        Map<String, RegionLog.Sum> sum = new HashMap<>();
        for (CallLog log : logs()) {
            log.regions.sums.forEach((name, one) -> sum.merge(name, one, RegionLog.Sum::plus));
        }
        sum.forEach((name, one) -> {
            values.put(RegionValue.TIMES.of(name), one.times());
            values.put(RegionValue.ELAPSED.of(name), one.elapsed());
            values.put(RegionValue.MPI.of(name), one.mpi());
            values.put(RegionValue.WAITING.of(name), one.waiting());
        });
    }

    @Override
    public void resting(Completion what, boolean begins) {
        log().resting(what, begins);
    }

    @Override
    public void rested() {
        log().rested();
    }
}
