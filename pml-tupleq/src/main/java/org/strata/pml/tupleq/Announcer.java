package org.strata.pml.tupleq;

import java.util.stream.LongStream;

/**
 * The sender's part of the hand-over of wildcards: keeps the messages that have not landed, in the
 * order of the calls, and announces those that the receiver wants to know of.
 */
final class Announcer {
    private final Control control;
    private final TupleqCounters counters;
    private final boolean enabled;

    /**
     * @param enabled whether this rank hands wildcards over
     */
    Announcer(Control control, TupleqCounters counters, boolean enabled) {
        this.control = control;
        this.counters = counters;
        this.enabled = enabled;
    }

    /** A message is about to be added to its tuple. */
    void onSend(OutTuple tuple, TupleSend send) {
        if (!enabled) {
            return;
        }
        OutgoingPair out = tuple.out;
        send.place = tuple.sent + tuple.waiting + 1;
        out.open.add(send);
        if (out.announced != null && out.announced.has(tuple.tag)) {
            counters.announced++;
            long comm = out.context.identity();
            control.send(out.peer.proc, Control.Kind.ANNOUNCED, comm, tuple.tag, send.place);
        }
    }

    /** The link has done with a message. */
    void onEnd(TupleSend send) {
        if (enabled && send.out.open.peekFirst() == send) {
            send.out.open.removeFirst();
        } else if (enabled) {
            send.out.open.removeFirstOccurrence(send);
        }
    }

    /** The pair leaves its queues. */
    void onChange(OutgoingPair out) {
        out.open.clear();
        out.announced = null;
    }

    /**
     * Handles WILD: the receiver wants to know of the messages of a tag, or of all. A rank that
     * does not know which are under way sends by the PML below.
     */
    void onWild(OutgoingPair out, int tag) {
        long comm = out.context.identity();
        if (!enabled) {
            control.send(out.peer.proc, Control.Kind.SENDS_PLAIN, comm, 0, 0);
        } else if (out.mode() == OutMode.TUPLE) {
            if (out.announced == null) {
                out.announced = new TagSet();
            }
            out.announced.add(tag);
            control.sendMode(out.peer.proc, Control.Kind.WAITING, comm, 0, tag, underWay(out));
        }
    }

    private static long[] underWay(OutgoingPair out) {
        return out.open.stream()
                .filter(send -> out.announced.has(send.wantedTag))
                .flatMapToLong(send -> LongStream.of(send.wantedTag, send.place))
                .toArray();
    }
}
