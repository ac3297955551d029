package mpi;

import org.strata.opal.progress.Completion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The calls of MPI that one thread makes, for a report of the job: how many, how long, where and
 * for whom they wait.
 *
 * <p>A short call pays a count and a countdown. One call in many is timed, so many that there are
 * about a thousand a second. A wait that goes cold reads the clock before and after each pause,
 * when there is nothing else to do; behind {@value #NOTABLE} ns of it the stack is walked, once, to
 * find the line of the program. So no message is delayed by a clock. A walk takes some
 * microseconds, in code that is not compiled yet a hundred: walks may take a {@value #WALKS}th of
 * the time, and short waits in between belong to the line of the function's last walk.
 *
 * <p>Belongs to its thread; others read the sums, which may lag.
 */
final class CallLog implements AutoCloseable {
    /** A shorter wait for a peer is the usual way of a message, and counts as transfer. */
    static final long NOTABLE = 20_000;

    /** Two samples are further apart than this, once the pace has been found. */
    private static final long PACE = 1_000_000;

    /** Walks of the stack may take this part of the time, so that they slow no program down. */
    private static final int WALKS = 512;

    /** What a walk counts as at most, nanoseconds: the first one loads classes. */
    private static final long LONGEST_WALK = 200_000;

    /** No call is looked at in the time that a short job takes to start and to end, nanoseconds. */
    private static final long FIRST_WALK = 20_000_000;

    /** The line of a longer wait is looked for at any rate. */
    private static final long LONG_WAIT = 1_000_000;

    /** Longest pace, in calls. */
    private static final int RAREST = 1 << 16;

    /** Lines of the program that are kept; the waits of others count as those of no line. */
    private static final int SITES = 512;

    private static final String OTHER_LINES = "other lines";

    final Map<String, CallStats> calls = new ConcurrentHashMap<>();
    final Map<String, SiteStats> sites = new ConcurrentHashMap<>();
    final RegionLog regions = new RegionLog();

    /** Nanoseconds waited by peer, as its number in the job, or SEVERAL. */
    final Map<Integer, long[]> byPeer = new ConcurrentHashMap<>();

    /** Functions that are called without a request. */
    final CallStats send = stats("MPI_Send");

    final CallStats receive = stats("MPI_Recv");

    /** What the measurement itself has taken, in nanoseconds. */
    long cost;

    private final LongSupplier clock;

    /** Is told of waits for others; null for nobody. */
    private final WaitListener listener;

    /** Keeps what takes long, for a timeline; null where none is wanted. */
    private final EventTrack track;

    /** Data that the program has sent otherwise than by MPI_Send. */
    long sent;

    // Buffers of the collective that is being checked.
    private long read;
    private long written;

    /** The function that the program is in; null outside of MPI. */
    private CallStats inside;

    /** Whether the end of the call has more to do than to leave it; few have. */
    private boolean measured;

    // The pace of the samples.
    private int interval = 1;
    private int countdown = 1;
    private int random = 0x2545F491;
    private boolean sampling;
    private long sampleBegan;
    private long pausedBefore;
    private long lastSample = Long.MIN_VALUE / 2;
    private long nextWalk;

    // The wait that is under way.
    private boolean waits;
    private int peer;
    private long last;
    private long pending;
    private SiteStats site;
    private Completion awaited;
    private long since;

    // The collective that is under way, if somebody listens.
    private boolean collective;
    private long collectiveBegan;

    // The call of the timeline that is under way, and the line of its last long wait.
    private boolean timed;
    private long began;
    private String place = "";

    /** Is told of the waits for other processes that are long enough to count. */
    interface WaitListener {
        /** A wait has lasted for {@link #NOTABLE} ns. */
        void begins(String function, int peer, Completion what);

        /** The process has acted, after so many nanoseconds. */
        void ends(long nanos);

        /** A blocking collective begins; a short one is not told of its end. */
        default void collectiveBegins(String function, String communicator, long bytes) {}

        /** The collective that began last has taken {@link #NOTABLE} ns or more. */
        default void collectiveEnds(long nanos) {}
    }

    /**
     * @param clock returns nanoseconds
     */
    CallLog(LongSupplier clock) {
        this(clock, null, null);
    }

    /**
     * @param clock returns nanoseconds
     * @param listener is told of waits, by the thread that waits; null for nobody
     * @param track keeps what takes long; null for nothing
     */
    CallLog(LongSupplier clock, WaitListener listener, EventTrack track) {
        this.clock = clock;
        this.listener = listener;
        this.track = track;
        nextWalk = clock.getAsLong() + FIRST_WALK;
    }

    /** Returns what is kept of a function. */
    CallStats stats(String name) {
        CallStats known = calls.get(name);
        return known != null ? known : calls.computeIfAbsent(name, CallStats::new);
    }

    /** Begins a call, unless the thread is in one: then the call is a part of that. */
    boolean begin(CallStats function) {
        if (inside != null) {
            return false;
        }
        inside = function;
        function.calls++;
        if (--countdown <= 0 || track != null) {
            beginMeasured();
        }
        return true;
    }

    private void beginMeasured() {
        if (countdown <= 0) {
            beginSample();
        }
        if (track != null) {
            beginEvent();
        }
    }

    /** Short messages pay no clock: what is kept of a blocking send or receive are its waits. */
    private void beginEvent() {
        timed = inside != send && inside != receive;
        if (timed) {
            measured = true;
            began = clock.getAsLong();
            place = "";
        }
    }

    /** Ends the call that {@link #begin} began. */
    @Override
    public void close() {
        if (measured) {
            endMeasured();
        }
        inside = null;
    }

    private void endMeasured() {
        measured = false;
        if (sampling) {
            endSample();
        }
        if (waits) {
            endWait();
        }
        if (track != null && timed) {
            endEvent();
        }
        if (collective) {
            endCollective();
        }
    }

    private void endEvent() {
        long now = clock.getAsLong();
        if (track.keeps(now - began)) {
            String where = place.isEmpty() ? ProgramLine.current() : place;
            track.called(inside.name, where, began, now - began);
            cost += clock.getAsLong() - now;
        }
    }

    // Regions.

    /** The program begins a region, or ends the last one of this name and those in it. */
    void region(String name, boolean begins) {
        RegionLog.Open now = now(name);
        if (begins) {
            regions.begin(now);
        } else if (regions.isOpen(name)) {
            boolean more = true;
            while (more) {
                more = !endRegion(now).name().equals(name);
            }
        }
    }

    /** Ends the regions that the program has not ended. */
    void endRegions() {
        RegionLog.Open now = now("");
        while (endRegion(now) != null) {
            // The next one that encloses it.
        }
    }

    private RegionLog.Open endRegion(RegionLog.Open now) {
        RegionLog.Open region = regions.end(now);
        if (region != null && track != null) {
            track.region(region.name(), region.now(), now.now() - region.now());
        }
        return region;
    }

    private RegionLog.Open now(String name) {
        long mpi = 0;
        long waiting = 0;
        for (CallStats stats : calls.values()) {
            mpi += stats.time();
            waiting += stats.waiting;
        }
        return new RegionLog.Open(name, clock.getAsLong(), mpi, waiting);
    }

    // Collectives.

    /** Returns whether somebody is told of collectives. */
    boolean tellsCollectives() {
        return listener != null;
    }

    /** The call that the thread is in is a blocking collective. */
    void collective(String communicator, long bytes) {
        if (listener != null && inside != null) {
            listener.collectiveBegins(inside.name, communicator, bytes);
            collectiveBegan = clock.getAsLong();
            collective = true;
            measured = true;
        }
    }

    private void endCollective() {
        collective = false;
        long nanos = clock.getAsLong() - collectiveBegan;
        if (nanos >= NOTABLE) {
            listener.collectiveEnds(nanos);
        }
    }

    // Bytes.

    /** Adds data that the program sends in this call. */
    void addSent(long bytes) {
        sent += bytes;
        addMoved(bytes);
    }

    /** Adds data of the program's that this call moves; those of no call belong to waiting. */
    void addMoved(long bytes) {
        if (bytes != 0) {
            CallStats function = inside != null ? inside : stats("MPI_Wait");
            function.bytes += bytes;
        }
    }

    /** Adds a buffer of the collective that is being checked. */
    void addOperand(long bytes, boolean result) {
        if (result) {
            written += bytes;
        } else {
            read += bytes;
        }
    }

    /** Returns what the checked collective has of this process, or else what it gives to it. */
    long takeOperands() {
        long bytes = read > 0 ? read : written;
        read = 0;
        written = 0;
        return bytes;
    }

    private void beginSample() {
        long now = clock.getAsLong();
        sampling = true;
        measured = true;
        pausedBefore = inside.paused;
        long since = now - lastSample;
        if (since < PACE) {
            interval = Math.min(RAREST, 2 * interval);
        } else if (since > 4 * PACE) {
            interval = Math.max(1, interval / 2);
        }
        if (since > PACE && now - nextWalk >= 0) {
            walk(inside).sampled += interval;
        }
        lastSample = now;
        sampleBegan = clock.getAsLong();
        cost += sampleBegan - now;
    }

    private void endSample() {
        long taken = clock.getAsLong() - sampleBegan - (inside.paused - pausedBefore);
        inside.addSample(Math.max(0, taken), interval);
        sampling = false;
        // Between 1 and twice the interval: programs have rhythms of their own.
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        countdown = interval == 1 ? 1 : 1 + (random >>> 1) % (2 * interval - 1);
    }

    // Waits.

    /** The thread has polled in vain and is about to pause. */
    void resting(Completion what, boolean first) {
        if (inside == null) {
            return;
        }
        long now = clock.getAsLong();
        if (first || !waits) {
            if (waits) {
                endWait();
            }
            waits = true;
            measured = true;
            peer = what.awaited();
            since = now;
        } else {
            add(now - last);
            int next = what.awaited();
            if (next != peer) {
                endPart();
                peer = next;
                since = now;
            }
        }
        awaited = what;
        last = now;
    }

    /** The pause is over. */
    void rested() {
        if (waits) {
            long now = clock.getAsLong();
            add(now - last);
            last = now;
        }
    }

    private void add(long nanos) {
        inside.paused += nanos;
        if (peer == Completion.NOBODY) {
            return;
        }
        pending += nanos;
        if (pending >= NOTABLE || site != null) {
            if (site == null) {
                // In the time of the wait: it delays what comes by a microsecond or two, at most.
                site = awaitedSite();
                site.waits++;
                if (listener != null) {
                    listener.begins(inside.name, peer, awaited);
                }
            }
            inside.waiting += pending;
            site.add(peer, pending);
            byPeer.computeIfAbsent(peer, any -> new long[1])[0] += pending;
            pending = 0;
        }
    }

    private void endWait() {
        endPart();
        waits = false;
    }

    /** What is pending was too short to be a wait for somebody. */
    private void endPart() {
        if (listener != null && site != null) {
            listener.ends(last - since);
        }
        if (track != null) {
            place = site == null ? place : site.place;
            track.waited(inside.name, peer, site == null ? "" : site.place, since, last - since);
        }
        pending = 0;
        site = null;
    }

    /** Returns the line of the wait that is under way. */
    private SiteStats awaitedSite() {
        boolean known = inside.site != null && track == null && pending < LONG_WAIT;
        return known && clock.getAsLong() - nextWalk < 0 ? inside.site : walk(inside);
    }

    /** Finds the line of the program that the thread is in, which takes time. */
    private SiteStats walk(CallStats function) {
        long before = clock.getAsLong();
        String place = ProgramLine.current();
        long taken = Math.min(LONGEST_WALK, clock.getAsLong() - before);
        nextWalk = before + Math.max(PACE, WALKS * taken);
        function.site = site(function, place);
        return function.site;
    }

    private SiteStats site(CallStats function, String place) {
        String key = function.name + '\n' + place;
        SiteStats known = sites.get(key);
        if (known != null) {
            return known;
        }
        String kept = sites.size() < SITES ? place : OTHER_LINES;
        return sites.computeIfAbsent(
                function.name + '\n' + kept, any -> new SiteStats(function.name, kept));
    }
}
