package mpi;

import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.PmlRequest;

/**
 * A collective of a persistent request.
 *
 * @param operation the operation of a reduction, or null
 * @param bytes what of this process it moves, if calls are measured
 */
record PersistentCollective(CollRequest request, ReduceOp operation, long bytes)
        implements PersistentStart {
    @Override
    public PmlRequest begin(MpiRuntime runtime) {
        UserReduction.forgetFailure(operation);
        request.start();
        return request;
    }

    @Override
    public void note() {
        Observed.moved(bytes);
    }

    @Override
    public void discard() {
        request.discard();
    }
}
