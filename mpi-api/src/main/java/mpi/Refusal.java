package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

/** Why a send that was started cannot begin. */
final class Refusal {
    private Refusal() {}

    /**
     * Returns why: no link leads to the receiver, the attached buffer has no room, or a check has
     * refused it; else OK. The call itself fails then, as in Open MPI: otherwise a program that
     * waits for several requests would wait for the receive of the same message, and never see the
     * error.
     */
    static int of(PmlRequest started) {
        return started.error == Rc.OK ? Rc.OK : failureOf(started);
    }

    private static int failureOf(PmlRequest started) {
        int rc = started.isDone() ? started.error : Rc.OK;
        boolean refused = rc == Rc.NO_BUFFER_SPACE || rc == Rc.TYPE_MISMATCH;
        return rc == Rc.UNREACHABLE || refused ? rc : Rc.OK;
    }
}
