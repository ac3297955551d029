package org.strata.spark;

import org.strata.ess.base.ForeignLauncher;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Spark as a rank sees it: its task exchanges values with the others by Spark's allGather. */
final class PipeLauncher implements ForeignLauncher {
    private final TaskPipe pipe;
    private final Start start;
    private List<Map<String, String>> published = List.of();

    PipeLauncher(TaskPipe pipe, Start start) {
        this.pipe = pipe;
        this.start = start;
    }

    @Override
    public int rank() {
        return start.rank();
    }

    @Override
    public int size() {
        return start.hosts().size();
    }

    @Override
    public int universeSize() {
        return size();
    }

    @Override
    public int appNum() {
        return 0;
    }

    @Override
    public List<String> hosts() {
        return start.hosts();
    }

    @Override
    public void put(String key, String value) throws IOException {
        pipe.send(
                Frame.of(
                        Frame.Type.PUT,
                        out -> {
                            Frame.writeText(out, key);
                            Frame.writeText(out, value);
                        }));
    }

    @Override
    public void fence() throws IOException {
        Frame answer = pipe.ask(Frame.of(Frame.Type.FENCE));
        DataInputStream in = answer.content();
        List<Map<String, String>> ranks = new ArrayList<>();
        for (int rank = 0; rank < size(); rank++) {
            Map<String, String> values = new HashMap<>();
            for (int count = in.readInt(); count > 0; count--) {
                String key = Frame.readText(in);
                values.put(key, Frame.readText(in));
            }
            ranks.add(values);
        }
        published = ranks;
    }

    @Override
    public String get(int rank, String key) {
        return published.get(rank).get(key);
    }

    @Override
    public void joined(String jobId) {
        pipe.joined(jobId);
    }

    @Override
    public void abort(int code, String message) {
        pipe.end(
                frame(
                        Frame.Type.ABORTED,
                        out -> {
                            out.writeInt(code);
                            Frame.writeText(out, message);
                        }));
    }

    @Override
    public void ended(int rank, int code, String reason) {
        if (rank == start.rank()) {
            abort(code, reason);
        } else {
            pipe.end(
                    frame(
                            Frame.Type.ENDED,
                            out -> {
                                out.writeInt(rank);
                                out.writeInt(code);
                                Frame.writeText(out, reason);
                            }));
        }
    }

    /** Ends the JVM; if nobody has said why, then because of another rank. */
    void halt(int code) {
        ended(-1, code, "");
        pipe.halt(code);
    }

    private static Frame frame(Frame.Type type, Frame.Content content) {
        try {
            return Frame.of(type, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void finish() {
        // The task waits for the end of the JVM.
    }
}
