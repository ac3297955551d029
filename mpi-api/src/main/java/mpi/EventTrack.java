package mpi;

import org.strata.mca.base.Section;
import org.strata.mca.base.Stack;
import org.strata.opal.progress.Completion;
import org.strata.opal.report.TimelineEvents.Kind;
import org.strata.opal.report.TimelineFile;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * What one thread does for long, for the timeline of the job: calls, waits in them, and regions
 * that the program names. Short ones are left out, so that a file of bounded size reaches far back.
 * Tier 2.
 */
final class EventTrack {
    /** Bytes of events of all ranks, at most: mpirun has them in memory when the ranks end. */
    private static final long ALL_RANKS = 64 << 20;

    private final TimelineFile file;
    private final long least;
    private final String thread = Thread.currentThread().getName();

    /**
     * @param least nanoseconds of the shortest event that is kept
     */
    EventTrack(TimelineFile file, long least) {
        this.file = file;
        this.least = least;
    }

    /** Returns the file of this rank's events; null where mpirun wants no timeline. */
    static TimelineFile open(Stack stack) {
        Section mpi = stack.parameters().section("mpi");
        if (mpi.text("timeline").isEmpty() || stack.environment().numbers() != null) {
            return null;
        }
        long share = ALL_RANKS / Math.max(1, stack.environment().size());
        try {
            return TimelineFile.create(
                    TimelineFile.path(
                            HostFiles.sharedMemory(),
                            stack.environment().jobId(),
                            stack.environment().rankInJob()),
                    Math.min(mpi.size("timeline-size"), share));
        } catch (IOException e) {
            stack.environment().showOnce(missing(e));
            return null;
        }
    }

    /** Returns the nanoseconds of the shortest event that is kept. */
    static long least(Stack stack) {
        return TimeUnit.MICROSECONDS.toNanos(
                stack.parameters().section("mpi").integer("timeline-min"));
    }

    /** Names no file of this rank's own: the launcher shows what ranks say alike once. */
    static String missing(IOException e) {
        return "The timeline of the job lacks events of some ranks: "
                + HostFiles.sharedMemory()
                + " cannot be written to ("
                + e.getClass().getSimpleName()
                + ")";
    }

    /** A wait, or a part of one, for one process or nobody. */
    void waited(String function, int peer, String place, long begin, long nanos) {
        if (nanos >= least) {
            Kind kind = peer == Completion.NOBODY ? Kind.TRANSFER : Kind.WAIT;
            file.add(kind, function, place, thread, peer, begin, nanos);
        }
    }

    /** Returns whether an event of this length is kept. */
    boolean keeps(long nanos) {
        return nanos >= least;
    }

    void called(String function, String place, long begin, long nanos) {
        file.add(Kind.CALL, function, place, thread, Completion.NOBODY, begin, nanos);
    }

    void region(String name, long begin, long nanos) {
        file.add(Kind.REGION, name, "", thread, Completion.NOBODY, begin, nanos);
    }
}
