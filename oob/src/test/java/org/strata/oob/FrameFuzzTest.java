package org.strata.oob;

import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.JobMap.Place;
import org.strata.oob.frame.NameAction;
import org.strata.oob.frame.ReportFields;
import org.strata.oob.frame.SpawnFields;
import org.strata.oob.frame.Streams;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A stream of frames of a rank that has proved itself: to the server, which reads every field of
 * every type.
 */
class FrameFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        List<FrameWriter> frames = new ArrayList<>();
        frames.add(Frame.PUT.start().text("btl.tcp").bytes(new byte[20]));
        frames.add(Frame.GET.start().integer(1).integer(1).text("btl.tcp"));
        frames.add(Frame.PEEK.start().integer(2).integer(2).text("job.place"));
        frames.add(Frame.FORGET.start().integer(1));
        frames.add(Frame.FENCE.start().integer(1));
        frames.add(Frame.MESSAGE.start().integer(2).integer(77).raw(new byte[40]));
        frames.add(Frame.INITIALIZED.start());
        frames.add(Frame.FINALIZED.start());
        frames.add(Frame.ABORT.start().integer(3).text("why").text("lines\nof it"));
        frames.add(Frame.NOTICE.start().text("a notice"));
        frames.add(Frame.STANDSTILL.start().text("waits").number(5));
        frames.add(Frame.NAME.start().integer(NameAction.PUBLISH).integer(1).text("s").text("p"));
        frames.add(Frame.NAME.start().integer(3).integer(NameAction.LOOK_UP).text("s").text(""));
        FrameWriter spawn = Frame.SPAWN.start().integer(9);
        Spawn.Program program =
                new Spawn.Program(List.of("java", "Worker"), 2, Map.of("host", "a", "wdir", "/"));
        SpawnFields.write(spawn, new Spawn(List.of(program, program)));
        frames.add(spawn);
        FrameWriter report = Frame.REPORT.start().integer(0);
        WaitState state = new WaitState("receives", "comm 0", WaitState.Needs.ANY, List.of(1, 2));
        RankReport.Wait wait = new RankReport.Wait("main", 1, "MPI_Recv", "A.java:3", state);
        ReportFields.write(report, new RankReport("waits", true, List.of(wait, wait)));
        frames.add(report);
        List<byte[]> streams = new ArrayList<>();
        int bytes = 0;
        for (FrameWriter frame : frames) {
            ByteBuffer end = frame.end();
            byte[] content = new byte[end.remaining()];
            end.get(content);
            bytes += content.length;
            streams.add(content);
        }
        ByteBuffer all = ByteBuffer.allocate(bytes);
        streams.forEach(all::put);
        streams.add(all.array());
        return streams;
    }

    @Override
    protected void parse(byte[] input) {
        List<Place> places =
                List.of(new Place("a", 0, 0), new Place("a", 1, 0), new Place("b", 0, 0));
        Switchboard switchboard =
                new Switchboard(new JobMap("job", 3, places), new NoEvents(), Runnable::run);
        switchboard.join(1, 100, frame -> new FrameReader(frame.position(Frame.LENGTH_BYTES)));
        Streams.deliver(
                input,
                Frame.LIMIT,
                frame -> {
                    FrameReader reader = new FrameReader(frame);
                    if (!RankState.JOINED.accepts(reader.type())) {
                        throw new MalformedFrameException("illegal");
                    }
                    switchboard.receive(1, reader);
                });
        switchboard.leave(1);
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(MalformedFrameException.class);
    }

    /** A launcher that does nothing. */
    private static final class NoEvents implements JobEvents {
        @Override
        public void joined(int rank, long pid) {}

        @Override
        public void initialized(int rank) {}

        @Override
        public void finalized(int rank) {}

        @Override
        public void abortRequested(int rank, int code, String message, String details) {}

        @Override
        public void notice(int rank, String text) {}

        @Override
        public void disconnected(int rank) {}
    }
}
