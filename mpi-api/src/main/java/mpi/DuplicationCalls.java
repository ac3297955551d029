package mpi;

import org.strata.mca.pml.TagTurns;

import java.util.Map;

/** The duplication of communicators (MPI 3.1 §6.4.2). */
final class DuplicationCalls {
    private DuplicationCalls() {}

    static Communicator dup(Communicator comm) throws MPIException {
        return duplicate(comm, "MPI_Comm_dup", comm.hints());
    }

    static Communicator dupWithInfo(Communicator comm, Info info) throws MPIException {
        return duplicate(
                comm, "MPI_Comm_dup_with_info", Info.pairs(info, "MPI_Comm_dup_with_info"));
    }

    private static Communicator duplicate(Communicator comm, String call, Map<String, String> hints)
            throws MPIException {
        Checks.runtime(comm, call);
        if (comm.isInter()) {
            return InterCalls.duplicate(comm, call, hints);
        }
        Communicator made = comm.heir(hints);
        try {
            return CreationCalls.create(comm, call, comm.procs(), made);
        } catch (MPIException e) {
            made.attributes().clear();
            throw e;
        }
    }

    /** Checks that a duplication may begin; returns the null communicator for its result. */
    static Communicator heir(Communicator comm) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_idup");
        return comm.heir(comm.hints());
    }

    /** Begins a duplication; its request opens {@code made}. */
    static Request begin(Communicator comm, Communicator made) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Comm_idup");
        try (var _ = runtime.enter()) {
            TagTurns.Turn turn = comm.nextDuplication();
            DupRequest dup = new DupRequest(runtime, comm.context(), made, turn);
            dup.start();
            return new Request(comm, dup, MPI.UNDEFINED);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }
}
