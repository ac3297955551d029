package mpi;

import org.strata.mca.base.Output;
import org.strata.mca.base.Stack;
import org.strata.mca.ess.NumbersDesk;
import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersFile;
import org.strata.opal.report.RankNumbers.State;
import org.strata.opal.report.TimelineFile;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes this rank's numbers to a file in shared memory, or to rank 0 where no mpirun reads files:
 * soon, then from time to time, by a thread of its own, and last at MPI.Finalize. A rank that is
 * killed leaves what was written last. A full file system costs the numbers, never the job.
 */
final class NumbersWriter implements Observation.Sink {
    private static final Path DIRECTORY = HostFiles.sharedMemory();
    private static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** When the first numbers are written: a rank that is killed earlier leaves none. */
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Writes per second that the process which keeps the numbers of all ranks gets, at most. */
    private static final int WRITES = 64;

    private final Output output;
    private final Stack stack;
    private final Store store;
    private final long interval;
    private final TimelineFile timeline;
    private NumbersCollector collector;
    private Thread thread;
    private boolean broken;
    private boolean timelineBroken;

    /** Whether MPI.Finalize has begun. Pairs with NumbersWriter.run, on the thread that writes. */
    private volatile boolean finished;

    /** Where the numbers go. */
    @FunctionalInterface
    private interface Store {
        void write(byte[] numbers) throws IOException;
    }

    private NumbersWriter(Stack stack, Store store, long interval, TimelineFile timeline) {
        this.output = stack.output();
        this.stack = stack;
        this.store = store;
        this.interval = interval;
        this.timeline = timeline;
    }

    /**
     * Opens where the numbers go; returns null, and tells the user, if that is not possible.
     *
     * @param timeline where long events go; null for nowhere
     */
    static NumbersWriter open(Stack stack, TimelineFile timeline) {
        NumbersDesk desk = stack.environment().numbers();
        if (desk != null) {
            long ranks = stack.environment().size();
            return new NumbersWriter(
                    stack,
                    desk::leave,
                    Math.max(WRITE_NANOS, ranks * WRITE_NANOS / WRITES),
                    timeline);
        }
        int rank = stack.environment().rankInJob();
        Path path = NumbersFile.path(DIRECTORY, stack.environment().jobId(), rank);
        try {
            return new NumbersWriter(stack, NumbersFile.create(path)::write, WRITE_NANOS, timeline);
        } catch (IOException e) {
            stack.environment().showOnce(missing(e));
            return null;
        }
    }

    /** Names no file of this rank's own: the launcher shows what ranks say alike once. */
    private static String missing(IOException e) {
        boolean there = Files.isWritable(DIRECTORY);
        boolean plain = e instanceof FileSystemException failed && failed.getReason() != null;
        String reason = plain ? ((FileSystemException) e).getReason() : e.getMessage();
        String why = DIRECTORY + (there ? ": " + reason : " cannot be written to");
        return "The report of the job lacks the numbers of some ranks: " + why;
    }

    /** Starts to write numbers; no write delays a thread of the program but the last. */
    @Override
    public void start(Observation observed) {
        collector = new NumbersCollector(stack, observed, System.nanoTime());
        thread = Thread.ofPlatform().daemon().name("strata-report").unstarted(this::run);
        thread.start();
    }

    private void run() {
        // A job that ends sooner writes once.
        LockSupport.parkNanos(this, FIRST_NANOS);
        long next = System.nanoTime();
        while (!finished) {
            synchronized (this) {
                if (!finished) {
                    collector.activity().advance(System.nanoTime());
                    if (System.nanoTime() - next >= 0) {
                        write(State.RUNNING);
                        next = System.nanoTime() + interval;
                    }
                }
            }
            LockSupport.parkNanos(this, collector.activity().width());
        }
    }

    @Override
    public synchronized void finish() {
        if (!finished) {
            finished = true;
            LockSupport.unpark(thread);
            collector.activity().advance(System.nanoTime());
            write(State.FINAL);
        }
    }

    private void write(State state) {
        writeTimeline();
        if (broken) {
            return;
        }
        try {
            store.write(NumbersCodec.encode(collector.collect(state), NumbersFile.CAPACITY));
        } catch (IOException e) {
            broken = true;
            stack.environment().showOnce(missing(e));
        } catch (RuntimeException e) {
            broken = true;
            output.warn("The report lacks numbers of rank " + collector.rank() + ": " + e);
        }
    }

    private void writeTimeline() {
        if (timeline != null && !timelineBroken) {
            try {
                timeline.flush();
            } catch (IOException e) {
                timelineBroken = true;
                stack.environment().showOnce(EventTrack.missing(e));
            }
        }
    }
}
