package mpi;

import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.PmlRequest;

/**
 * A collective of a persistent request.
 *
 * @param operation the operation of a reduction, or null
 */
record PersistentCollective(CollRequest request, ReduceOp operation) implements PersistentStart {
    @Override
    public PmlRequest begin(MpiRuntime runtime) {
        UserReduction.forgetFailure(operation);
        request.start();
        return request;
    }

    @Override
    public void discard() {
        request.discard();
    }
}
