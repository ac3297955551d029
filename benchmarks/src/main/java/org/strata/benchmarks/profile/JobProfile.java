package org.strata.benchmarks.profile;

import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the recordings of a job's ranks say, summed over the ranks. */
final class JobProfile {
    private static final String RANK_VARIABLE = "OMPI_COMM_WORLD_RANK";
    private static final String MAIN = "main";

    final List<RankProfile> ranks = new ArrayList<>();

    /** Samples of threads in Java code by the method on top. */
    final Tally hot = new Tally();

    /** Samples of threads in native methods by the method. */
    final Tally nativeMethods = new Tally();

    /** Bytes allocated by class, and by the place that is not in the JDK. */
    final Tally allocatedByClass = new Tally();

    final Tally allocatedBySite = new Tally();

    /** Nanoseconds of compilation by tier, and by method. */
    final Tally compilingByTier = new Tally();

    final Tally compilingByMethod = new Tally();

    /** Deoptimizations by reason, method and line. */
    final Tally deoptimizations = new Tally();

    /** Nanoseconds of garbage collection by cause. */
    final Tally collections = new Tally();

    /** Nanoseconds parked, waiting or asleep by thread. */
    final Tally parked = new Tally();

    private final Duration skipped;

    /**
     * @param skipped what happened in so much time from the start on does not count
     */
    JobProfile(Duration skipped) {
        this.skipped = skipped;
    }

    /** Adds the recording of one rank. */
    void read(Path recording) throws IOException {
        RankProfile rank = new RankProfile(recording.getFileName().toString());
        List<RecordedEvent> events = RecordingFile.readAllEvents(recording);
        Instant start =
                events.stream()
                        .map(RecordedEvent::getStartTime)
                        .min(Comparator.naturalOrder())
                        .orElse(Instant.EPOCH);
        Instant from = start.plus(skipped);
        for (RecordedEvent event : events) {
            if (event.getEventType().getName().equals("jdk.InitialEnvironmentVariable")) {
                addVariable(rank, event);
            } else if (!event.getStartTime().isBefore(from)) {
                add(rank, event);
            }
        }
        ranks.add(rank);
    }

    private void add(RankProfile rank, RecordedEvent event) {
        rank.extend(event.getStartTime());
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> addSample(rank, event);
            case "jdk.NativeMethodSample" -> addNativeSample(rank, event);
            case "jdk.ObjectAllocationSample" -> addAllocation(rank, event);
            case "jdk.Compilation" -> addCompilation(rank, event);
            case "jdk.CompilationFailure" -> rank.failedCompilations++;
            case "jdk.Deoptimization" -> addDeoptimization(rank, event);
            case "jdk.GarbageCollection" -> addCollection(rank, event);
            case "jdk.ThreadPark",
                    "jdk.ThreadSleep",
                    "jdk.JavaMonitorWait",
                    "jdk.JavaMonitorEnter" ->
                    addWait(rank, event);
            default -> {
                // The recording has more than the page shows.
            }
        }
    }

    private static void addVariable(RankProfile rank, RecordedEvent event) {
        if (RANK_VARIABLE.equals(event.getString("key"))) {
            rank.rank = event.getString("value");
        }
    }

    private void addSample(RankProfile rank, RecordedEvent event) {
        if (!Frames.ofRecorder(event)) {
            rank.javaSamples++;
            hot.add(Frames.top(event), 1);
        }
    }

    private void addNativeSample(RankProfile rank, RecordedEvent event) {
        RecordedThread thread = event.getThread("sampledThread");
        if (thread != null && MAIN.equals(thread.getJavaName())) {
            rank.nativeSamples++;
            nativeMethods.add(Frames.top(event), 1);
        }
    }

    private void addAllocation(RankProfile rank, RecordedEvent event) {
        if (Frames.ofRecorder(event)) {
            return;
        }
        long bytes = event.getLong("weight");
        RecordedClass type = event.getClass("objectClass");
        rank.allocated += bytes;
        allocatedByClass.add(type == null ? "(unknown)" : readable(type.getName()), bytes);
        allocatedBySite.add(Frames.site(event), bytes);
    }

    /** Returns {@code byte[]} for {@code [B}, and the like. */
    static String readable(String type) {
        try {
            return type.startsWith("[")
                    ? Class.forName(type, false, null).getTypeName()
                    : Frames.shortened(type);
        } catch (ClassNotFoundException e) {
            // An array of a class that only the recorded program has: [Lname;
            return Frames.shortened(type.substring(type.lastIndexOf('[') + 2, type.length() - 1))
                    + "[]".repeat(type.lastIndexOf('[') + 1);
        }
    }

    private void addCompilation(RankProfile rank, RecordedEvent event) {
        long nanos = event.getDuration().toNanos();
        rank.compilations++;
        rank.compiling = rank.compiling.plusNanos(nanos);
        String compiler = event.getString("compiler");
        String tier = compiler + " tier " + event.getShort("compileLevel");
        compilingByTier.add(event.getBoolean("isOsr") ? tier + ", in a loop (OSR)" : tier, nanos);
        compilingByMethod.add(Frames.name(event.getValue("method")), nanos);
    }

    private void addDeoptimization(RankProfile rank, RecordedEvent event) {
        if (!Frames.ofRecorder(event)) {
            rank.deoptimizations++;
            deoptimizations.add(
                    event.getString("reason")
                            + ", "
                            + event.getString("action")
                            + ": "
                            + Frames.name(event.getValue("method"))
                            + ":"
                            + event.getInt("lineNumber")
                            + " ("
                            + event.getString("instruction")
                            + ")",
                    1);
        }
    }

    private void addCollection(RankProfile rank, RecordedEvent event) {
        Duration pause = event.getDuration("sumOfPauses");
        rank.collections++;
        rank.pauses = rank.pauses.plus(pause);
        if (pause.compareTo(rank.longestPause) > 0) {
            rank.longestPause = pause;
        }
        collections.add(event.getString("name") + ": " + event.getString("cause"), pause.toNanos());
    }

    private void addWait(RankProfile rank, RecordedEvent event) {
        RecordedThread thread = event.getThread();
        String name = thread == null ? null : thread.getJavaName();
        if (name == null || Frames.ofRecorder(event)) {
            return;
        }
        if (name.equals(MAIN)) {
            rank.parked = rank.parked.plus(event.getDuration());
        }
        String how = event.getEventType().getName().substring("jdk.".length());
        parked.add(name + ": " + how, event.getDuration().toNanos());
    }
}
