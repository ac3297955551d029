package org.strata.oob.client;

import org.strata.mca.oob.Oob.OobException;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.Streams;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** A stream of frames of a server to a rank that is a member of its job. */
class ServerFrameFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        FrameWriter[] frames = {
            Frame.VALUE.start().integer(1).flag(true).bytes(new byte[30]),
            Frame.FENCE.start().integer(1),
            Frame.MESSAGE.start().integer(1).integer(7).raw(new byte[20]),
            Frame.FINALIZED.start(),
            Frame.ABORTING.start().text("rank 1 has ended"),
            Frame.INQUIRE.start().integer(1),
            Frame.DEPARTED.start().integer(64).integer(128).text("its job has ended")
        };
        List<byte[]> streams = new ArrayList<>();
        ByteBuffer all = ByteBuffer.allocate(1024);
        for (FrameWriter frame : frames) {
            ByteBuffer end = frame.end();
            byte[] content = new byte[end.remaining()];
            end.get(content);
            all.put(content);
            streams.add(content);
        }
        byte[] stream = new byte[all.flip().remaining()];
        all.get(stream);
        streams.add(stream);
        return streams;
    }

    /** Whatever the server sends, nobody waits for ever: what is asked for ends with the link. */
    @Override
    protected void parse(byte[] input) throws Exception {
        ClientSession session = Handshakes.member();
        PendingAnswer answer = session.newRequest();
        PendingAnswer fence = session.newFence(number -> {});
        try {
            Streams.deliver(
                    input,
                    Frame.LIMIT,
                    frame -> session.receive(new FrameReader(frame), sent -> {}));
        } finally {
            session.lose("the link has ended");
            ended(answer);
            ended(fence);
        }
    }

    private static void ended(PendingAnswer pending) {
        try {
            pending.await(0);
        } catch (OobException e) {
            assert e != null;
        } catch (TimeoutException e) {
            throw new AssertionError("request " + pending.number() + " waits for ever", e);
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(MalformedFrameException.class);
    }
}
