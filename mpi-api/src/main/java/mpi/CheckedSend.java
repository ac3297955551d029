package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

import java.util.Queue;

/** A send whose data must stay what they are until it is complete. */
final class CheckedSend extends CheckedRequest {
    CheckedSend(PmlRequest inner, CheckedMessage message, Queue<CheckedRequest> orphans) {
        super(inner, message, orphans);
    }

    @Override
    String settled() {
        long place = message.changed();
        if (place < 0) {
            return null;
        }
        error = Rc.DATA_CHANGED;
        return message.changeAt(place);
    }
}
