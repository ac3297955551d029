package mpi;

import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.Rc;

import java.lang.ref.Reference;

/**
 * A collective call whose arguments have been checked: it can be executed now, be started (MPI 3.1
 * §5.12), or be kept to be started any number of times (MPI 4.0 §6.13).
 *
 * @param call the MPI function, for error messages
 * @param work makes the call; refers to its buffers
 * @param operation the operation of a reduction; null for other collectives
 */
record CheckedCollective(
        MpiRuntime runtime, Communicator comm, String call, CollCall work, ReduceOp operation) {
    /** A collective that does not reduce. */
    CheckedCollective(MpiRuntime runtime, Communicator comm, String call, CollCall work) {
        this(runtime, comm, call, work, null);
    }

    /** Executes the call to its end. */
    void run() throws MPIException {
        int rc;
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            if (Observed.ON) {
                Observed.operands(comm.context());
            }
            rc = work.on(runtime.coll(comm.context()));
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        Reference.reachabilityFence(work);
        if (rc != Rc.OK || operation != null) {
            throwFailure(rc);
        }
    }

    /** Throws what failed: first the library's error, else what a function of the program threw. */
    private void throwFailure(int rc) throws MPIException {
        if (rc != Rc.OK) {
            MPIException e = CollectiveResult.failed(runtime, comm, call, rc);
            UserReduction.attachFailure(operation, e);
            throw e;
        }
        UserReduction.throwFailure(operation);
    }

    /** Starts the call. */
    Request start() {
        try (var _ = Observed.call(call);
                var _ = runtime.enter()) {
            if (Observed.ON) {
                Observed.operands();
            }
            CollRequest request = runtime.coll(comm.context()).record(work, false, comm.context());
            request.start();
            return new Request(comm, request, MPI.UNDEFINED);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    /** Returns a request that starts the call any number of times. */
    Prequest init() throws MPIException {
        int rc;
        try (var _ = runtime.enter()) {
            CollRequest request = runtime.coll(comm.context()).record(work, true, comm.context());
            rc = request.refusal();
            if (rc == Rc.OK) {
                long bytes = Observed.ON ? Observed.log().takeOperands() : 0;
                PersistentStart start = new PersistentCollective(request, operation, bytes);
                return new Prequest(comm, start, MPI.UNDEFINED);
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (rc == Rc.NO_RESOURCE) {
            String detail =
                    "a communicator has at most %d persistent collectives (fewer of neighbours)"
                            + " that some member has not freed";
            int most = ReservedTags.PERSISTENT.count();
            throw Errors.raise(comm, MPI.ERR_NO_MEM, call, String.format(detail, most));
        }
        throw CollectiveResult.failed(runtime, comm, call, rc);
    }
}
