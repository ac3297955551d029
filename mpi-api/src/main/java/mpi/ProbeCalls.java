package mpi;

import org.strata.opal.Rc;

/** Probing for messages (MPI 3.1 §3.8.1); matched probes are in {@link Message}. Tier 1. */
final class ProbeCalls {
    private ProbeCalls() {}

    /** Waits for a message; returns its origin and length. */
    static Status probe(Communicator comm, int source, int tag) throws MPIException {
        try (var _ = Observed.call("MPI_Probe")) {
            MpiRuntime runtime = Checks.runtime(comm, "MPI_Probe");
            Checks.envelope(runtime, comm, "MPI_Probe", source, tag);
            if (source == MPI.PROC_NULL) {
                return Status.ofProcNull();
            }
            Status status = new Status();
            int rc;
            runtime.engine.enter();
            CallScratch scratch = runtime.borrow();
            try {
                rc = runtime.pml.probe(source, tag, comm.context(), scratch.status);
                status.set(scratch.status);
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.giveBack(scratch);
                runtime.engine.exit();
            }
            if (rc != Rc.OK) {
                throw Errors.fail(comm, rc, "MPI_Probe", source, Origin.of(source, tag));
            }
            return status;
        }
    }

    /** Polls once for a message; returns its origin and length, null when there is none. */
    static Status probeOnce(Communicator comm, int source, int tag) throws MPIException {
        try (var _ = Observed.call("MPI_Iprobe")) {
            MpiRuntime runtime = Checks.runtime(comm, "MPI_Iprobe");
            Checks.envelope(runtime, comm, "MPI_Iprobe", source, tag);
            if (source == MPI.PROC_NULL) {
                return Status.ofProcNull();
            }
            runtime.engine.enter();
            CallScratch scratch = runtime.borrow();
            try {
                boolean there = runtime.pml.iprobe(source, tag, comm.context(), scratch.status);
                return there ? Status.of(scratch.status) : null;
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.giveBack(scratch);
                runtime.engine.exit();
            }
        }
    }
}
