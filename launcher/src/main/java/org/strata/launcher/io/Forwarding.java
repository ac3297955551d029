package org.strata.launcher.io;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.program.LoadFailure;
import org.strata.launcher.program.RankNames;
import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.Shortage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Sets up the forwarding of the ranks' output. */
public final class Forwarding {
    /** What a JVM prints before a program's own output. */
    private static final long FIRST_BYTES = 4 << 10;

    /**
     * Where the ranks' streams go.
     *
     * @param stdout mpirun's standard output, or the XML document
     * @param place what that is, for messages
     * @param stderr mpirun's standard error; the same as {@code stdout} in XML
     */
    public record Outlets(OutputSink stdout, String place, OutputSink stderr) {}

    private final JobRequest.OutputOptions request;
    private final int size;
    private final Outlets outlets;
    private final InstantSource time;
    private final Consumer<String> failures;
    private final List<LineForwarder> forwarders = new ArrayList<>();
    private final Map<Integer, LoadFailure> loadFailures = new ConcurrentHashMap<>();
    private final Map<Integer, Shortage> shortages = new ConcurrentHashMap<>();

    /** Pairs with Forwarding.complete: stored on the threads of the streams. */
    private volatile boolean complete = true;

    /**
     * @param request what the user wants
     * @param size number of ranks
     * @param outlets where the streams go
     * @param time the time of day
     * @param failures called with a sentence for each place that cannot be written
     */
    public Forwarding(
            JobRequest.OutputOptions request,
            int size,
            Outlets outlets,
            InstantSource time,
            Consumer<String> failures) {
        this.request = request;
        this.size = size;
        this.outlets = outlets;
        this.time = time;
        this.failures = failures;
        // Where errors cannot be written, there is no place to say so; the exit code does.
        outlets.stderr().onFailure(reason -> complete = false);
        outlets.stdout()
                .onFailure(reason -> fail(outlets.place() + " cannot be written: " + reason));
    }

    private void fail(String sentence) {
        complete = false;
        failures.accept(sentence);
    }

    /** Returns whether everything that the ranks wrote could be passed on. */
    public boolean complete() {
        return complete;
    }

    /**
     * Starts to forward a rank's streams.
     *
     * @param names the rank
     * @param pipes what the rank writes into
     * @param onEnd called once per stream when it has ended and is delivered
     * @return the number of streams
     */
    public int start(RankNames names, RankPipes pipes, Runnable onEnd) throws IOException {
        return start(names, pipes.stdout(), pipes.stderr(), onEnd);
    }

    /**
     * Starts to forward a rank's streams.
     *
     * @param names the rank
     * @param errors null when they go where the output goes
     */
    public int start(RankNames names, InputStream output, InputStream errors, Runnable onEnd)
            throws IOException {
        ErrorWatch watch = watch(names.rank(), Long.MAX_VALUE);
        // A JVM that cannot start says so on its standard output.
        ErrorWatch first = errors == null ? watch : watch(names.rank(), FIRST_BYTES);
        int streams = errors == null ? 1 : 2;
        int started = 0;
        try {
            forward(names, "stdout", output, outlets.stdout(), first, onEnd);
            started++;
            if (errors != null) {
                forward(names, "stderr", errors, outlets.stderr(), watch, onEnd);
                started++;
            }
        } finally {
            // Whoever has counted them waits for no thread that there is not.
            for (int i = started; i < streams; i++) {
                onEnd.run();
            }
        }
        return streams;
    }

    private ErrorWatch watch(int rank, long most) {
        return new ErrorWatch(
                most,
                reason -> loadFailures.put(rank, reason),
                shortage -> shortages.putIfAbsent(rank, shortage));
    }

    /**
     * Returns why a rank's JVM has said that it could not load a class, the last of several; null
     * for none.
     */
    public LoadFailure loadFailure(int rank) {
        return loadFailures.get(rank);
    }

    /** Returns what a rank has said first that it has run out of; null for nothing. */
    public Shortage shortage(int rank) {
        return shortages.get(rank);
    }

    /** Returns whether every stream waits for its process to write. */
    public boolean idle() {
        return forwarders.stream().allMatch(LineForwarder::idle);
    }

    private void forward(
            RankNames names,
            String stream,
            InputStream in,
            OutputSink sink,
            ErrorWatch watch,
            Runnable onEnd)
            throws IOException {
        LineForwarder forwarder =
                new LineForwarder(
                        in,
                        request.copy() ? sink : null,
                        file(names, stream),
                        form(names.rank(), stream),
                        watch,
                        onEnd);
        forwarders.add(forwarder);
        Thread.ofPlatform().daemon().name("strata-" + stream + "-" + names.rank()).start(forwarder);
    }

    /** Returns what is made of a stream's bytes; null for what they are. */
    private OutputForm form(int rank, String stream) {
        if (request.xml()) {
            return XmlLines.ofRank(rank, stream);
        }
        boolean marked = request.tag() || request.timestamp();
        return marked
                ? new OutputTag(rank, stream, request.tag(), request.timestamp() ? time : null)
                : null;
    }

    private OutputCopy file(RankNames names, String stream) throws IOException {
        if (request.directory() == null) {
            return null;
        }
        Path directory = Files.createDirectories(folder(names));
        return OutputCopy.open(directory.resolve(stream), this::fail);
    }

    /** A name with {@code %r} is a rank's own folder; another one has a folder for each rank. */
    private Path folder(RankNames names) {
        String pattern = RawPath.text(request.directory());
        Path directory = RawPath.of(names.expand(pattern));
        if (RankNames.nameRanks(pattern)) {
            return directory;
        }
        int width = Integer.toString(size - 1).length();
        String folder = "rank." + String.format("%0" + width + "d", names.rank());
        return (request.jobFolder() ? directory.resolve("1") : directory).resolve(folder);
    }
}
