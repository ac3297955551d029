package org.strata.pml.ob1.request;

import org.strata.mca.pml.MessageWaits;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.Completion.WaitState;

import java.util.Locale;

/** Describes what a send under way waits for. Tier 3. */
final class SendWait {
    private SendWait() {}

    private static boolean awaitsReceiver(SendRequest send) {
        return switch (send.state()) {
            case STARTING -> send.endpoint.held;
            case AWAITING_ACK -> true;
            default -> false;
        };
    }

    /** Returns the receiver if it has to act. */
    static int awaited(SendRequest send) {
        return awaitsReceiver(send) ? send.peer.proc.rank() : Completion.NOBODY;
    }

    static WaitState of(SendRequest send) {
        boolean awaitsReceiver = awaitsReceiver(send);
        String how =
                switch (send.state()) {
                    case STARTING, LEAVING -> obstacle(send);
                    default -> protocol(send);
                };
        return awaitsReceiver
                ? MessageWaits.receipt(send.comm(), send.peer.rank, send.wantedTag, send.size, how)
                : MessageWaits.transfer(
                        send.comm(), "to", send.peer.rank, send.wantedTag, send.size, how);
    }

    /** Returns why the first packet has not been sent, or the last one has not left. */
    private static String obstacle(SendRequest send) {
        return awaitsReceiver(send)
                ? "held back: " + receiver(send) + " keeps many messages that it has not received"
                : "waits for the link";
    }

    private static String protocol(SendRequest send) {
        return send.headerOnly
                ? "held back: "
                        + receiver(send)
                        + " has no room for more messages that it has not received,"
                        + " pml_ob1_unexpected_max"
                : send.protocol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String receiver(SendRequest send) {
        return "rank " + send.peer.proc.rank();
    }
}
