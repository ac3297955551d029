package org.strata.launcher.timeline;

import org.strata.opal.report.NumbersCodec.DamagedException;
import org.strata.opal.report.TimelineEvents;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The timeline of a job: takes the events that each rank has left when it has ended, and writes
 * them by a thread of its own, so that nobody waits for a disk. Times are those of this host's
 * clock, from the start of the job on. Nothing that goes wrong here ends or changes the job.
 */
public final class JobTimeline {
    /** This host among the daemons' numbers: its ranks have the same clock as mpirun. */
    public static final int HERE = 0;

    /** Time that the writing of the last ranks may take. */
    private static final long PATIENCE_SECONDS = 60;

    private static final double NANOS_PER_MICRO = 1e3;

    private final TimelineTarget target;
    private final HostClocks clocks = new HostClocks();
    private final long began = System.nanoTime();
    private final ExecutorService writes =
            Executors.newSingleThreadExecutor(
                    task -> Thread.ofPlatform().daemon().name("strata-timeline").unstarted(task));

    // What follows belongs to the thread that writes, and then to the one that finishes.
    private final Map<String, Integer> nodes = new TreeMap<>();
    private final Map<String, String> notes = new LinkedHashMap<>();
    private TraceWriter out;
    private IOException failure;
    private int incomplete;

    /** Makes the timeline of a job that is about to start. */
    public JobTimeline(TimelineTarget target) {
        this.target = target;
    }

    /** Returns what is known of other hosts' clocks. */
    public HostClocks clocks() {
        return clocks;
    }

    /**
     * A rank has ended.
     *
     * @param node the daemon of its host, or {@link #HERE}
     * @param events what it has left in its file; null for nothing
     */
    public void add(int rank, String host, int node, byte[] events) {
        writes.execute(() -> write(rank, host, node, events));
    }

    private void write(int rank, String host, int node, byte[] bytes) {
        if (bytes == null) {
            notes.put("rank " + rank, "left no events");
            return;
        }
        boolean known = node == HERE || clocks.knows(node);
        nodes.put(host, node);
        try {
            TimelineEvents events = TimelineEvents.of(bytes);
            if (events.lost() > 0) {
                incomplete++;
                notes.put("rank " + rank, events.lost() + " earlier events were not kept");
            }
            String clock = known ? clock(node) : "its clock is not known";
            writer().rank(rank, host, clock, events, time -> hereSince(node, time));
        } catch (DamagedException e) {
            notes.put("rank " + rank, e.getMessage());
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    private long hereSince(int node, long time) {
        return (node == HERE ? time : clocks.here(node, time)) - began;
    }

    private TraceWriter writer() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (out == null) {
            out = target.begin();
        }
        return out;
    }

    private String clock(int node) {
        if (node == HERE) {
            return "the clock of mpirun";
        }
        long error = clocks.error(node);
        return error < 0 ? "its clock is not known" : "clock within ±" + micros(error);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.0f us", Math.ceil(nanos / NANOS_PER_MICRO));
    }

    /**
     * Writes the rest, and returns the line for the user.
     *
     * @param job its name
     * @param command what the user has typed
     */
    public String finish(String job, String command) {
        writes.shutdown();
        try {
            if (!writes.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return failed("writing takes too long");
            }
            Map<String, String> facts = new LinkedHashMap<>();
            facts.put("job", job);
            facts.put("command", command);
            facts.put("time 0", "start of the job, by the clock of mpirun's host");
            nodes.forEach((host, node) -> facts.put("host " + host, clock(node)));
            facts.putAll(notes);
            writer().close(facts);
            target.finish();
            return line();
        } catch (IOException e) {
            return failed(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed("interrupted");
        }
    }

    private String failed(String why) {
        target.discard();
        return "no timeline: " + target.file() + " cannot be written: " + why;
    }

    private String line() {
        StringBuilder text = new StringBuilder("timeline: " + target.file());
        text.append(" (").append(out.events()).append(" events");
        long worst = nodes.values().stream().mapToLong(this::errorOf).max().orElse(0);
        if (worst > 0) {
            text.append("; clocks of hosts within ±").append(micros(worst));
        }
        if (incomplete > 0) {
            text.append("; the first events of ").append(incomplete);
            text.append(incomplete == 1 ? " rank" : " ranks");
            text.append(" were not kept, see mpi_timeline_size");
        }
        return text.append(')').toString();
    }

    private long errorOf(int node) {
        return node == HERE ? 0 : clocks.error(node);
    }
}
