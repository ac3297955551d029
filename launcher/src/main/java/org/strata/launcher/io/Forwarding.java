package org.strata.launcher.io;

import org.strata.launcher.cli.JobRequest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Sets up the forwarding of the ranks' output. */
public final class Forwarding {
    private final JobRequest.OutputOptions request;
    private final int size;
    private final OutputSink stdout;
    private final OutputSink stderr;
    private final InstantSource time;
    private final Consumer<String> failures;
    private final List<LineForwarder> forwarders = new ArrayList<>();

    /** Pairs with Forwarding.complete: stored on the threads of the streams. */
    private volatile boolean complete = true;

    /**
     * @param request what the user wants
     * @param size number of ranks
     * @param stdout mpirun's stdout
     * @param stderr mpirun's stderr
     * @param time the time of day
     * @param failures called with a sentence for each place that cannot be written
     */
    public Forwarding(
            JobRequest.OutputOptions request,
            int size,
            OutputSink stdout,
            OutputSink stderr,
            InstantSource time,
            Consumer<String> failures) {
        this.request = request;
        this.size = size;
        this.stdout = stdout;
        this.stderr = stderr;
        this.time = time;
        this.failures = failures;
        stdout.onFailure(reason -> fail("mpirun's standard output cannot be written: " + reason));
        // Where errors cannot be written, there is no place to say so; the exit code does.
        stderr.onFailure(reason -> complete = false);
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
     * @param pipes what the rank writes into
     * @param onEnd called once per stream when it has ended and is delivered
     * @return the number of streams
     */
    public int start(int rank, RankPipes pipes, Runnable onEnd) throws IOException {
        return start(rank, pipes.stdout(), pipes.stderr(), onEnd);
    }

    /**
     * Starts to forward a rank's streams.
     *
     * @param errors null when they go where the output goes
     */
    public int start(int rank, InputStream output, InputStream errors, Runnable onEnd)
            throws IOException {
        forward(rank, "stdout", output, stdout, onEnd);
        if (errors == null) {
            return 1;
        }
        forward(rank, "stderr", errors, stderr, onEnd);
        return 2;
    }

    /** Returns whether every stream waits for its process to write. */
    public boolean idle() {
        return forwarders.stream().allMatch(LineForwarder::idle);
    }

    private void forward(int rank, String stream, InputStream in, OutputSink sink, Runnable onEnd)
            throws IOException {
        boolean marked = request.tag() || request.timestamp();
        OutputTag tag =
                marked
                        ? new OutputTag(
                                rank, stream, request.tag(), request.timestamp() ? time : null)
                        : null;
        LineForwarder forwarder =
                new LineForwarder(in, request.copy() ? sink : null, file(rank, stream), tag, onEnd);
        forwarders.add(forwarder);
        Thread.ofPlatform().daemon().name("strata-" + stream + "-" + rank).start(forwarder);
    }

    private OutputCopy file(int rank, String stream) throws IOException {
        if (request.directory() == null) {
            return null;
        }
        int width = Integer.toString(size - 1).length();
        String folder = "rank." + String.format("%0" + width + "d", rank);
        Path job = request.jobFolder() ? request.directory().resolve("1") : request.directory();
        Path directory = Files.createDirectories(job.resolve(folder));
        return OutputCopy.open(directory.resolve(stream), this::fail);
    }
}
