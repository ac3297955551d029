package org.strata.spark;

import org.strata.ess.base.Ownership;
import org.strata.ess.base.SharedFiles;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A rank's pipe to its task. A thread reads it all the time, so that the rank ends with its task,
 * whatever its program does: when the pipe is closed, the executor has died or wants the rank to.
 */
final class TaskPipe {
    private static final Path SHARED = Path.of("/dev/shm");
    private static final int BUFFER = 1 << 16;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final LinkedBlockingQueue<Frame> answers = new LinkedBlockingQueue<>();

    /** Guards: one question at a time. */
    private final Object asking = new Object();

    /** Pairs with TaskPipe.halt: stored by TaskPipe.joined. */
    private volatile String jobId;

    /** Guarded by out. */
    private boolean ended;

    TaskPipe(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
        this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    }

    /** Reads the first frame, and starts the thread that reads all others. */
    Start open() throws IOException {
        Frame first = Frame.read(in);
        if (first == null || first.type() != Frame.Type.START) {
            throw new IOException("RankMain is started by MpiStage, in tasks of Spark.");
        }
        Thread reader = new Thread(this::readAll, "strata-task");
        reader.setDaemon(true);
        reader.start();
        return Start.from(first);
    }

    private void readAll() {
        try {
            for (Frame frame = Frame.read(in); frame != null; frame = Frame.read(in)) {
                answers.add(frame);
            }
        } catch (IOException e) {
            System.err.println("The pipe to the task is broken: " + e.getMessage());
        }
        halt(1);
    }

    /** Sends a frame. */
    void send(Frame frame) throws IOException {
        synchronized (out) {
            frame.write(out);
            out.flush();
        }
    }

    /** Sends a frame, and waits for the answer. */
    Frame ask(Frame frame) throws IOException {
        synchronized (asking) {
            send(frame);
            try {
                return answers.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while the task answers", e);
            }
        }
    }

    /** The rank is a member of this job. */
    void joined(String id) {
        jobId = id;
        try {
            send(Frame.of(Frame.Type.JOINED, content -> Frame.writeText(content, id)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the frame that tells how the rank ends, unless one has been sent. */
    void end(Frame frame) {
        synchronized (out) {
            if (!ended) {
                ended = true;
                try {
                    frame.write(out);
                    out.flush();
                } catch (IOException e) {
                    // The executor has died: nobody asks.
                    assert e != null;
                }
            }
        }
    }

    /** Ends this JVM, without the files that the job's ranks share here. */
    void halt(int code) {
        String id = jobId;
        if (id != null) {
            try {
                new SharedFiles(SHARED, Ownership.ofThisProcess(), pid -> true).remove(id);
            } catch (IOException e) {
                // Without /proc nobody knows whose files are whose: they stay.
                assert e != null;
            }
        }
        Runtime.getRuntime().halt(code);
    }
}
