package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;

/** Ends collective calls: converts the return code to a normal return or an error. */
final class CollectiveResult {
    private CollectiveResult() {}

    /**
     * Ends a collective call; throws the error that its return code stands for.
     *
     * @param comm whose members all call
     */
    static void finish(MpiRuntime runtime, Communicator comm, String call, int rc)
            throws MPIException {
        if (rc != Rc.OK) {
            throw failed(runtime, comm, call, rc);
        }
    }

    /** Makes the error of a collective call, which names a lost process if there is one. */
    static MPIException failed(MpiRuntime runtime, Communicator comm, String call, int rc) {
        CommContext context = comm.context();
        String why = lostProcess(runtime, context);
        if (why == null && context.isInter()) {
            why = lostProcess(runtime, context.group());
        }
        return Errors.fail(comm, rc, call, MPI.ANY_SOURCE, why);
    }

    /** Explains the loss of a member; null if there is none. */
    static String lostProcess(MpiRuntime runtime, CommContext context) {
        for (int rank = 0; rank < context.size(); rank++) {
            Proc peer = context.peer(rank);
            if (peer.isLost()) {
                int rc = peer.failure() == null ? Rc.UNREACHABLE : Rc.PEER_FAILED;
                return runtime.pml.explain(rank, context, rc);
            }
        }
        return null;
    }
}
