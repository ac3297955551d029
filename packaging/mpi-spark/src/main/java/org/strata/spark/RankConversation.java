package org.strata.spark;

import org.apache.spark.BarrierTaskContext;
import org.apache.spark.BarrierTaskInfo;
import org.apache.spark.TaskKilledException;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A task's side of the conversation with its rank: answers what the rank asks, until it has the
 * next row of the result. Used by the task's thread.
 */
final class RankConversation<O> implements Iterator<O>, AutoCloseable {
    /** Time for the rank that is the cause to be shown: Spark shows the first task that fails. */
    private static final long OTHERS_FIRST_SECONDS = 10;

    private static final long POLL_MILLIS = 50;

    private final BarrierTaskContext task;
    private final List<String> hosts;
    private final Iterator<?> rows;
    private final RankProcess rank;
    private final RankGuard guard;
    private final TaskDirectory directory;
    private final RowCodec codec;
    private final LongConsumer progress;
    private final long startMillis;
    private final Map<String, String> published = new LinkedHashMap<>();
    private DataInputStream batch;
    private int left;
    private boolean done;

    private RankConversation(
            BarrierTaskContext task,
            StageSettings settings,
            List<String> hosts,
            Iterator<?> rows,
            LongConsumer progress)
            throws IOException {
        this.task = task;
        this.hosts = hosts;
        this.rows = rows;
        this.progress = progress;
        startMillis = settings.startMillis();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        List<String> command = RankCommand.of(settings, loader, task.cpus());
        directory = TaskDirectory.create();
        codec = new RowCodec(new ArrayFiles(directory.path(), "t"), loader);
        rank =
                RankProcess.start(
                        task.partitionId(), command, RankCommand.environment(settings, task));
        guard = RankGuard.start(task, rank, settings.startMillis());
        Start start =
                new Start(
                        task.partitionId(),
                        hosts,
                        settings.program(),
                        settings.args(),
                        directory.path().toString());
        rank.send(start.frame());
    }

    /** Starts the rank of a task. */
    static <O> RankConversation<O> start(
            BarrierTaskContext task,
            StageSettings settings,
            Iterator<?> rows,
            LongConsumer progress) {
        List<String> hosts =
                Arrays.stream(task.getTaskInfos())
                        .map(BarrierTaskInfo::address)
                        .map(RankConversation::withoutPort)
                        .toList();
        try {
            if (rows == null) {
                throw new IllegalStateException(
                        "its partition is null: a function of the RDD has returned no iterator, and"
                                + " should return an empty one");
            }
            return new RankConversation<>(task, settings, hosts, rows, progress);
        } catch (IOException | IllegalStateException e) {
            String reason = "was not started: " + e.getMessage();
            int number = task.partitionId();
            throw new MpiStageException(number, hosts.get(number), reason, List.of());
        }
    }

    private static String withoutPort(String address) {
        int colon = address.lastIndexOf(':');
        return colon < 0 ? address : address.substring(0, colon);
    }

    @Override
    public boolean hasNext() {
        try {
            while (left == 0 && !done) {
                Frame frame = rank.read();
                if (frame == null) {
                    throw vanished();
                }
                accept(frame);
            }
        } catch (IOException e) {
            throw failure("has sent a damaged message: " + e.getMessage());
        }
        return left > 0;
    }

    private void accept(Frame frame) throws IOException {
        DataInputStream in = frame.content();
        switch (frame.type()) {
            case PUT -> published.put(Frame.readText(in), Frame.readText(in));
            case FENCE -> rank.send(fence());
            case JOINED -> rank.joined(Frame.readText(in));
            case ROWS_WANTED -> rank.send(nextRows());
            case ROWS -> {
                rank.send(Frame.of(Frame.Type.TAKEN));
                batch = in;
                left = in.readInt();
            }
            case PROGRESS -> progress.accept(in.readLong());
            case DONE -> {
                done = true;
                rank.exitCode();
            }
            case FAILED -> {
                boolean other = in.readBoolean();
                String text = Frame.readText(in);
                throw other
                        ? victim("has lost another rank: " + text)
                        : failure("has failed: " + text);
            }
            case ABORTED -> {
                int code = in.readInt();
                String text = Frame.readText(in);
                String reason = "aborted with exit code " + code + ": " + text;
                throw text.contains("MPI_ERR_PROC_ABORTED") ? victim(reason) : failure(reason);
            }
            case ENDED -> {
                int by = in.readInt();
                in.readInt();
                String text = Frame.readText(in);
                throw victim(
                        "was ended, because "
                                + (by < 0 ? "another rank" : "rank " + by)
                                + " has ended the job: "
                                + text);
            }
            default -> throw new IOException("unexpected " + frame.type());
        }
    }

    /** The partition's next rows; what Spark fails with while it computes them goes through. */
    private Frame nextRows() {
        try {
            Frame more = RowBatch.take(rows, codec);
            return more == null ? Frame.of(Frame.Type.ROWS_END) : more;
        } catch (IOException e) {
            throw failure("cannot be given its rows: " + e.getMessage());
        }
    }

    /** One allGather of all that has been published; the rank is ready to join. */
    private Frame fence() throws IOException {
        guard.joined();
        Frame own =
                Frame.of(
                        Frame.Type.PUT,
                        out -> {
                            out.writeInt(published.size());
                            for (Map.Entry<String, String> each : published.entrySet()) {
                                Frame.writeText(out, each.getKey());
                                Frame.writeText(out, each.getValue());
                            }
                        });
        String[] all = task.allGather(Base64.getEncoder().encodeToString(own.payload()));
        return Frame.of(
                Frame.Type.FENCED,
                out -> {
                    for (String each : all) {
                        out.write(Base64.getDecoder().decode(each));
                    }
                });
    }

    @Override
    @SuppressWarnings("unchecked") // The program of the stage has this type of rows.
    public O next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The rank has returned all rows.");
        }
        left--;
        try {
            return (O) codec.read(batch);
        } catch (IOException e) {
            throw failure("has returned a row that cannot be read: " + e.getMessage());
        }
    }

    /** The rank's pipe has ended without a word. */
    private RuntimeException vanished() {
        if (guard.late()) {
            return failure(
                    "has not come to MPI.Init within "
                            + startMillis
                            + " ms, the time that MpiStage.timeout gives it");
        }
        int code = rank.exitCode();
        return failure("has ended with exit code " + code + RankCommand.meaning(code));
    }

    private RuntimeException failure(String reason) {
        if (task.isInterrupted()) {
            return new TaskKilledException("its stage has ended");
        }
        rank.end();
        int number = task.partitionId();
        return new MpiStageException(number, hosts.get(number), reason, rank.lastLines());
    }

    /** Waits for the end of the task: the rank that is the cause fails the stage meanwhile. */
    private RuntimeException victim(String reason) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(OTHERS_FIRST_SECONDS);
        while (!task.isInterrupted() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
        }
        return failure(reason);
    }

    @Override
    public void close() {
        guard.close();
        rank.end();
        directory.remove();
    }
}
