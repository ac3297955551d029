package org.strata.pml.tupleq;

import org.strata.mca.pml.RetiredComms;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Handles control messages: finds the communicator and the pair that a message is for. Those of
 * communicators that this rank has not added yet wait; those of removed ones are answered, because
 * the peer may be waiting.
 */
final class ControlDispatch {
    private final Control control;
    private final TuplePeers peers;
    private final Sending sending;
    private final Receiving receiving;

    /** By identity, in the order in which they were added. */
    private final Map<Long, TupleComm> comms = new LinkedHashMap<>();

    /** Communicators that have been removed: control messages of theirs may be under way. */
    private final RetiredComms retired = new RetiredComms();

    /** Messages for communicators that this rank has not added yet, by identity. */
    private final Map<Long, List<Control.Message>> early = new HashMap<>();

    ControlDispatch(Control control, TuplePeers peers, Sending sending, Receiving receiving) {
        this.control = control;
        this.peers = peers;
        this.sending = sending;
        this.receiving = receiving;
    }

    /** Adds a communicator, and handles the messages that have come for it. */
    void add(TupleComm comm) {
        long identity = comm.context.identity();
        comms.put(identity, comm);
        List<Control.Message> waiting = early.remove(identity);
        if (waiting != null) {
            waiting.forEach(this::handle);
        }
    }

    void remove(TupleComm comm) {
        comms.remove(comm.context.identity());
        retired.add(comm.context.identity());
    }

    /** Returns the communicators in the order in which they were added. */
    Collection<TupleComm> comms() {
        return comms.values();
    }

    /** Handles the messages that have come; returns how many. */
    int progress() {
        int events = 0;
        for (Control.Message message = control.poll(); message != null; message = control.poll()) {
            handle(message);
            events++;
        }
        return events;
    }

    private void handle(Control.Message message) {
        if (message.kind() == Control.Kind.NO_QUEUES) {
            onNoQueues(message.source());
            return;
        }
        TupleComm comm = comms.get(message.comm());
        if (comm == null) {
            handleWithoutComm(message);
            return;
        }
        int rank = comm.rankOf(message.source());
        if (rank >= 0) {
            handle(message, peers.incoming(comm, rank), peers.outgoing(comm, rank));
        }
    }

    private void handle(Control.Message message, IncomingPair in, OutgoingPair out) {
        int tag = message.tag();
        long epoch = message.epoch();
        long number = message.number();
        switch (message.kind()) {
            // Of the sender, about what comes from it.
            case ASK -> receiving.modes().onAsk(in, tag);
            case PARKED -> receiving.modes().posts().onParked(in, tag, number);
            case SENDS_PLAIN -> receiving.modes().onSendsPlain(in);
            case FLOOD -> receiving.modes().onFlood(in);
            case FORGOTTEN -> in.peer.release(message.comm());
            case AGREED -> receiving.modes().onAgreed(in, epoch);
            case REFUSED -> receiving.modes().question().onRefused(in);
            // Of the receiver, about what goes to it.
            case NUMBER -> sending.onNumber(out, tag, (int) number);
            case WANTED -> sending.onWanted(out, tag, number);
            case DETOUR -> sending.onDetour(out, tag, number);
            case PLAIN -> sending.modes().onPlain(out, epoch, message.counts());
            case TUPLE -> sending.modes().onTuple(out, epoch, number);
            default -> throw new IllegalStateException("tupleq: " + message);
        }
    }

    private void handleWithoutComm(Control.Message message) {
        QueuePeer peer = peers.withQueues(message.source());
        long comm = message.comm();
        if (!retired.contains(comm)) {
            early.computeIfAbsent(comm, any -> new ArrayList<>()).add(message);
        } else if (peer != null) {
            switch (message.kind()) {
                case ASK, FLOOD -> control.send(peer.proc, Control.Kind.PLAIN, comm, 0, 0);
                case PLAIN -> control.send(peer.proc, Control.Kind.FORGOTTEN, comm, 0, 0);
                case FORGOTTEN -> peer.release(comm);
                default -> {}
            }
        }
    }

    private void onNoQueues(int process) {
        QueuePeer peer = peers.withoutQueues(process);
        for (TupleComm comm : comms.values()) {
            for (IncomingPair in : comm.incoming()) {
                if (in.peer == peer) {
                    receiving.modes().leaveQueues(in);
                }
            }
        }
    }
}
