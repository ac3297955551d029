package org.strata.oob.client;

import org.strata.mca.base.Printable;
import org.strata.mca.ess.RankReport;
import org.strata.mca.oob.Oob.Listener;
import org.strata.mca.oob.Oob.OobException;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.Proof;
import org.strata.oob.frame.ReportFields;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A rank's side of the connection. Frames and listeners belong to the link's thread; requests and
 * fences are shared with the threads that wait, under this object's lock.
 */
final class ClientSession {
    /** A message whose tag has no listener yet. */
    private record Early(int source, byte[] message) {}

    private final OobClient.Ticket ticket;
    private final Consumer<String> onLost;
    private final PendingAnswer joined = new PendingAnswer(0);
    private final PendingAnswer linkEnded = new PendingAnswer(0);
    private final byte[] nonce = Proof.nonce();
    private byte[] expectedProof;
    private JobMap map;

    private ClientState state = ClientState.CONNECTED;
    private String failure;
    private int lastRequest;
    private final Map<Integer, PendingAnswer> requests = new HashMap<>();
    private int fencesEntered;
    private final List<PendingAnswer> fences = new ArrayList<>();
    private final Queue<PendingAnswer> finalizing = new ArrayDeque<>();

    private IntConsumer reporter;

    /** The other jobs that have ended, until somebody wants to know. */
    private final Queue<Departure> departures = new ArrayDeque<>();

    private Consumer<Departure> departureListener = departures::add;

    private final Map<Integer, Listener> listeners = new HashMap<>();
    private final Map<Integer, Queue<Early>> early = new HashMap<>();

    ClientSession(OobClient.Ticket ticket, Consumer<String> onLost) {
        this.ticket = ticket;
        this.onLost = onLost;
    }

    void awaitJoined() throws IOException {
        try {
            joined.await(ticket.timeoutMillis());
        } catch (TimeoutException e) {
            throw new IOException(
                    "mpirun at "
                            + ticket.server()
                            + " did not answer within "
                            + ticket.timeoutMillis()
                            + " ms",
                    e);
        } catch (OobException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    JobMap map() {
        return map;
    }

    synchronized void checkUsable() {
        if (failure != null) {
            throw new OobException(failure);
        }
    }

    /** Numbers requests from behind this one; tests begin close to where the numbers wrap. */
    synchronized void numberRequestsFrom(int number) {
        lastRequest = number;
    }

    /** Begins a request. A number that is still awaited is not given again. */
    synchronized PendingAnswer newRequest() {
        checkUsable();
        do {
            lastRequest++;
        } while (requests.containsKey(lastRequest));
        PendingAnswer pending = new PendingAnswer(lastRequest);
        requests.put(pending.number(), pending);
        return pending;
    }

    /** Enters a fence; {@code send} runs under the lock so that fences leave in order. */
    synchronized PendingAnswer newFence(IntConsumer send) {
        checkUsable();
        PendingAnswer pending = new PendingAnswer(++fencesEntered);
        fences.add(pending);
        send.accept(pending.number());
        return pending;
    }

    synchronized PendingAnswer newFinalized() {
        checkUsable();
        PendingAnswer pending = new PendingAnswer(0);
        finalizing.add(pending);
        return pending;
    }

    synchronized void forget(PendingAnswer pending) {
        requests.remove(pending.number());
    }

    /** Runs on the link's thread. */
    void listen(int tag, Listener listener) {
        Queue<Early> kept = early.remove(tag);
        while (kept != null && !kept.isEmpty()) {
            Early message = kept.remove();
            listener.onMessage(message.source(), message.message());
        }
        listeners.put(tag, listener);
    }

    /** Returns whether a new connection may be made after one that has failed. */
    synchronized boolean startAgain() {
        boolean may = state.live() && !state.member();
        state = may ? ClientState.CONNECTED : state;
        return may;
    }

    /** This side ends the connection: the end that follows is no loss. */
    synchronized void closing() {
        fail(ClientState.CLOSED, "this process has left its job");
    }

    /** Returns the largest frame that the server may send now. */
    synchronized int frameLimit() {
        return state.frameLimit();
    }

    synchronized ClientState state() {
        return state;
    }

    /** Handles one frame; what is not legal in this state ends the connection. */
    void receive(FrameReader in, Consumer<ByteBuffer> out) {
        ClientState now = state();
        if (!now.live()) {
            return;
        }
        if (!now.accepts(in.type())) {
            throw new MalformedFrameException(in.type() + " in state " + now);
        }
        switch (in.type()) {
            case CHALLENGE -> challenged(in, out);
            case WELCOME -> welcomed(in);
            case JOB -> joined(in);
            case REFUSED -> refused(now, in);
            case VALUE -> answered(in);
            case FENCE -> fencesComplete(in.integer());
            case MESSAGE -> deliver(in);
            case FINALIZED -> finalizedNoted();
            case ABORTING -> aborting(Printable.text(in.text()));
            case INQUIRE -> inquired(in.integer(), out);
            case DEPARTED -> departed(new Departure(in.integer(), in.integer(), in.text()));
            default -> throw new MalformedFrameException(in.type() + " from a server");
        }
    }

    /** Whoever has not proved to be the server prints nothing here. */
    private void refused(ClientState now, FrameReader in) {
        boolean proved = now == ClientState.PROVED;
        lose(proved ? Printable.text(in.text()) : ticket.server() + ": " + Proof.REFUSAL);
    }

    private void challenged(FrameReader in, Consumer<ByteBuffer> out) {
        if (in.integer() != Frame.PROTOCOL) {
            lose("mpirun speaks another protocol: it is of another version of Strata");
            return;
        }
        byte[] theirs = in.rest();
        if (theirs.length != Proof.NONCE_BYTES) {
            throw new MalformedFrameException("nonce of " + theirs.length + " bytes");
        }
        int rank = ticket.rank();
        byte[] secret = ticket.secret();
        expectedProof = Proof.ofServer(secret, rank, theirs, nonce);
        FrameWriter answer = Frame.ANSWER.start().integer(rank).number(ticket.pid());
        answer.bytes(nonce).bytes(Proof.ofRank(secret, rank, theirs, nonce));
        enter(ClientState.ANSWERED);
        out.accept(answer.end());
    }

    private void welcomed(FrameReader in) {
        if (MessageDigest.isEqual(in.bytes(), expectedProof)) {
            enter(ClientState.PROVED);
        } else {
            lose(ticket.server() + " does not know the job's secret");
        }
    }

    private void joined(FrameReader in) {
        map = JobMap.read(in);
        enter(ClientState.JOINED);
        joined.complete(null);
    }

    private synchronized void enter(ClientState next) {
        state = next;
    }

    private synchronized void answered(FrameReader in) {
        int request = in.integer();
        byte[] value = in.flag() ? in.bytes() : null;
        // A frame that is cut ends the connection, and with it the requests that are still here.
        PendingAnswer pending = requests.remove(request);
        if (pending != null) {
            pending.complete(value);
        }
    }

    private synchronized void fencesComplete(int count) {
        Iterator<PendingAnswer> waiting = fences.iterator();
        while (waiting.hasNext()) {
            PendingAnswer fence = waiting.next();
            if (fence.number() <= count) {
                fence.complete(null);
                waiting.remove();
            }
        }
    }

    private void deliver(FrameReader in) {
        int source = in.integer();
        int tag = in.integer();
        byte[] message = in.rest();
        Listener listener = listeners.get(tag);
        if (listener == null) {
            early.computeIfAbsent(tag, any -> new ArrayDeque<>()).add(new Early(source, message));
        } else {
            listener.onMessage(source, message);
        }
    }

    private synchronized void finalizedNoted() {
        PendingAnswer pending = finalizing.poll();
        if (pending != null) {
            pending.complete(null);
        }
    }

    /** Sets who answers the server's inquiries, by their numbers. Runs on the link's thread. */
    void setReporter(IntConsumer answers) {
        reporter = answers;
    }

    /** Sets who is notified of other jobs that end. Runs on the link's thread. */
    void setDepartureListener(Consumer<Departure> listener) {
        departureListener = listener;
        departures.forEach(listener);
        departures.clear();
    }

    private void departed(Departure departure) {
        departureListener.accept(departure);
    }

    private void inquired(int number, Consumer<ByteBuffer> out) {
        if (reporter == null) {
            out.accept(report(number, new RankReport("is inside MPI.Init", false, List.of())));
        } else {
            reporter.accept(number);
        }
    }

    /** Returns the frame of a report. */
    static ByteBuffer report(int number, RankReport report) {
        FrameWriter frame = Frame.REPORT.start().integer(number);
        ReportFields.write(frame, report);
        return frame.end();
    }

    private synchronized void aborting(String reason) {
        fail(ClientState.ABORTING, reason);
    }

    /** The connection has failed, or the server breaks the rules: it is of no more use. */
    void lose(String reason) {
        boolean wasMember;
        synchronized (this) {
            if (!state.live()) {
                return;
            }
            wasMember = state.member();
            fail(ClientState.LOST, reason);
        }
        joined.fail(reason);
        if (wasMember) {
            onLost.accept(reason);
        }
    }

    /** The link's thread has come to its end. */
    void linkEnded() {
        linkEnded.complete(null);
    }

    /** Waits until the link's thread has come to its end; returns false when the time is up. */
    boolean awaitLinkEnd(long timeoutMillis) {
        try {
            linkEnded.await(timeoutMillis);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private void fail(ClientState next, String reason) {
        state = next;
        failure = reason;
        requests.values().forEach(each -> each.fail(reason));
        requests.clear();
        fences.forEach(each -> each.fail(reason));
        fences.clear();
        finalizing.forEach(each -> each.fail(reason));
        finalizing.clear();
    }
}
