package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;

/**
 * Messages of which a queue gets the place in the order and the PML below carries the data, and the
 * end of all messages that have landed.
 */
final class Detours {
    private final Pml below;
    private final Delegates delegates;
    private final TupleSend.Owner sends;

    Detours(Pml below, Delegates delegates, TupleSend.Owner sends) {
        this.below = below;
        this.delegates = delegates;
        this.sends = sends;
    }

    /**
     * Ends a message that has landed, unless the PML below carries its data.
     *
     * @param cut whether it was longer than its receive: what fits follows by the PML below
     */
    void land(TupleSend send, boolean cut) {
        send.landed = true;
        send.tuple.landedOrder = Math.max(send.tuple.landedOrder, send.order);
        if (!send.detour && (cut || send.out.awaits(send))) {
            send.detour = true;
            expect(send);
        } else if (!send.detour) {
            send.out.sent++;
            send.out.sentBytes += send.size;
            sends.end(send, Rc.OK);
        } else if (send.inner != null) {
            send.settle();
        }
    }

    /** The receiver asks for the data of a message that was too long, unless it is lost. */
    private void expect(TupleSend send) {
        if (send.out.peer.lossHandled) {
            send(send);
        } else {
            send.out.detours.add(send);
            sendAwaited(send.out);
        }
    }

    /** Handles DETOUR: the receive that has matched a message awaits its data. */
    void onDetour(OutgoingPair out, int tag, long number) {
        out.awaited.add(new OutgoingPair.Awaited(tag, number));
        sendAwaited(out);
    }

    /**
     * Sends the data that the receiver awaits. They all have one tag, so that they go in the order
     * of its receives: the oldest one holds up the others until the link has completed its message.
     */
    private void sendAwaited(OutgoingPair out) {
        while (!out.awaited.isEmpty()) {
            TupleSend send = out.detour(out.awaited.element());
            if (send == null) {
                return;
            }
            out.awaited.remove();
            out.detours.remove(send);
            send(send);
        }
    }

    /** Sends the data of a message by the PML below. */
    void send(TupleSend send) {
        OutgoingPair out = send.out;
        int tag = ReservedTags.DETOURS.tag(0);
        send.inner = below.isend(send.buf, out.rank, tag, SendMode.STANDARD, out.context);
        delegates.add(send);
    }
}
