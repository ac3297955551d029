package org.strata.oob.client;

import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.oob.TestJob;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.NameAction;
import org.strata.oob.frame.Proof;
import org.strata.oob.frame.ReportFields;
import org.strata.oob.frame.SpawnFields;
import org.strata.opal.progress.Completion.WaitState;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Frames of both sides for tests that play one of them. */
public final class Handshakes {
    static final byte[] NONCE = new byte[Proof.NONCE_BYTES];
    private static final JobMap.Place PLACE = new JobMap.Place("host", 0, 0);
    public static final JobMap MAP = new JobMap("1-abc", 2, List.of(PLACE, PLACE));

    /** A report of a rank that waits for rank 1. */
    public static final RankReport REPORT =
            new RankReport(
                    "",
                    true,
                    List.of(
                            new RankReport.Wait(
                                    "main",
                                    7,
                                    "MPI.COMM_WORLD.recv",
                                    "Ring.main(Ring.java:9)",
                                    new WaitState(
                                            "a message of rank 1",
                                            "MPI_COMM_WORLD",
                                            WaitState.Needs.ALL,
                                            List.of(1)))));

    private static final Spawn SPAWN =
            new Spawn(List.of(new Spawn.Program(List.of("true"), 2, Map.of("wdir", "/"))));

    private Handshakes() {}

    public static FrameReader reader(FrameWriter frame) {
        return reader(frame.end());
    }

    /** Returns the reader of a whole frame, which begins with its length. */
    public static FrameReader reader(ByteBuffer frame) {
        return new FrameReader(frame.slice(Frame.LENGTH_BYTES, frame.limit() - Frame.LENGTH_BYTES));
    }

    /** Returns a well-formed frame of the server's. */
    static FrameWriter ofServer(Frame type, byte[] proof) {
        FrameWriter frame = type.start();
        switch (type) {
            case CHALLENGE -> frame.integer(Frame.PROTOCOL).raw(NONCE);
            case WELCOME -> frame.bytes(proof);
            case JOB -> MAP.write(frame);
            case VALUE -> frame.integer(1).flag(true).bytes(new byte[3]);
            case FENCE -> frame.integer(1);
            case MESSAGE -> frame.integer(0).integer(1).raw(new byte[3]);
            case REFUSED, ABORTING -> frame.text("why");
            case DEPARTED -> frame.integer(4).integer(8).text("why");
            default -> frame.integer(0).integer(0);
        }
        return frame;
    }

    /** Returns a well-formed frame of a rank's. */
    public static FrameWriter ofRank(Frame type, int rank, byte[] serverNonce) {
        FrameWriter frame = type.start();
        switch (type) {
            case ANSWER ->
                    frame.integer(rank)
                            .number(4711)
                            .bytes(NONCE)
                            .bytes(Proof.ofRank(TestJob.secret(), rank, serverNonce, NONCE));
            case PUT -> frame.text("key").bytes(new byte[3]);
            case GET, PEEK -> frame.integer(1).integer(0).text("key");
            case FORGET, FENCE -> frame.integer(1);
            case MESSAGE -> frame.integer(0).integer(1).raw(new byte[3]);
            case ABORT -> frame.integer(1).text("why").text("");
            case NOTICE -> frame.text("why");
            case STANDSTILL -> frame.text("why").number(1);
            case SPAWN -> SpawnFields.write(frame.integer(1), SPAWN);
            case NAME -> frame.integer(1).integer(NameAction.LOOK_UP).text("service").text("");
            case REPORT -> ReportFields.write(frame.integer(1), REPORT);
            default -> frame.integer(0).integer(0);
        }
        return frame;
    }

    /** Returns a new session of rank 0. */
    static ClientSession session(String where) {
        OobClient.Ticket ticket =
                new OobClient.Ticket(null, TestJob.secret(), 0, 4711, TestJob.JOIN_MILLIS);
        return new ClientSession(
                ticket,
                reason -> {
                    throw new AssertionError(where + ": " + reason);
                });
    }

    /** Returns a session of rank 0 that is a member of its job, and may be lost. */
    static ClientSession member() {
        OobClient.Ticket ticket =
                new OobClient.Ticket(null, TestJob.secret(), 0, 4711, TestJob.JOIN_MILLIS);
        ClientSession session = new ClientSession(ticket, reason -> {});
        List<ByteBuffer> sent = new ArrayList<>();
        session.receive(reader(ofServer(Frame.CHALLENGE, null)), sent::add);
        session.receive(reader(ofServer(Frame.WELCOME, proofFor(sent.getFirst()))), sent::add);
        session.receive(reader(ofServer(Frame.JOB, null)), sent::add);
        return session;
    }

    /** Returns the proof that a rank expects after its answer. */
    static byte[] proofFor(ByteBuffer answer) {
        FrameReader in = reader(answer);
        int rank = in.integer();
        in.number();
        return Proof.ofServer(TestJob.secret(), rank, NONCE, in.bytes());
    }
}
