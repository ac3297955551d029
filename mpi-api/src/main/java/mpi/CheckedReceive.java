package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

import java.util.Queue;

/** A receive whose message must have been sent as elements of the same kind. */
final class CheckedReceive extends CheckedRequest {
    CheckedReceive(PmlRequest inner, CheckedMessage message, Queue<CheckedRequest> orphans) {
        super(inner, message, orphans);
    }

    @Override
    String settled() {
        String wrong = message.deliver(this);
        if (wrong == null) {
            return null;
        }
        error = Rc.TYPE_MISMATCH;
        return Origin.of(source, tag) + ": " + wrong;
    }
}
