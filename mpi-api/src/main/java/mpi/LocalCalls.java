package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;

/** Calls on a communicator that send no message: MPI 3.1 §6.4.1, §6.4.3, §6.4.4, §6.8, §8.3. */
final class LocalCalls {
    private LocalCalls() {}

    /** Compares two communicators, either of which may be missing: an error. */
    static int compare(Communicator comm1, Communicator comm2) throws MPIException {
        String call = "MPI_Comm_compare";
        MpiRuntime.current();
        if (comm1 == null || comm2 == null) {
            throw Errors.raise(null, MPI.ERR_COMM, call, "a communicator is null");
        }
        Group group1 = group(comm1, call);
        Group group2 = group(comm2, call);
        if (comm1 == comm2) {
            return MPI.IDENT;
        }
        int same = Group.compare(group1, group2);
        if (comm1.isInter() != comm2.isInter()) {
            same = MPI.UNEQUAL;
        } else if (comm1.isInter()) {
            same =
                    Math.max(
                            same,
                            Group.compare(groupOf(comm1.context()), groupOf(comm2.context())));
        }
        return same == MPI.IDENT ? MPI.CONGRUENT : same;
    }

    static Group group(Communicator comm, String call) throws MPIException {
        return groupOf(Checks.context(comm, call).group());
    }

    /** Returns the group of a context's peers. */
    static Group groupOf(CommContext context) {
        int[] members = new int[context.size()];
        for (int rank = 0; rank < members.length; rank++) {
            members[rank] = context.peer(rank).rank();
        }
        return new Group(members);
    }

    static boolean isInter(Communicator comm) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_test_inter");
        return comm.isInter();
    }

    static int topology(Communicator comm) throws MPIException {
        Checks.runtime(comm, "MPI_Topo_test");
        return comm.topology() == null ? MPI.UNDEFINED : comm.topology().kind();
    }

    static void free(Communicator comm) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Comm_free");
        requireNotPredefined(comm, "MPI_Comm_free");
        try (var _ = runtime.enter()) {
            comm.close(runtime);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    /** Waits for the operations under way and for the other members, then frees. */
    static void disconnect(Communicator comm) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Comm_disconnect");
        requireNotPredefined(comm, "MPI_Comm_disconnect");
        int rc;
        try (var _ = runtime.enter()) {
            CommContext context = comm.context();
            runtime.engine.waitFor(() -> context.operations() == 0);
            rc = runtime.worlds.disconnect(comm);
            comm.close(runtime);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        if (rc != Rc.OK) {
            throw Errors.fail(comm, rc, "MPI_Comm_disconnect", MPI.ANY_SOURCE, null);
        }
    }

    private static void requireNotPredefined(Communicator comm, String call) throws MPIException {
        if (comm == Communicator.WORLD || comm == Communicator.SELF) {
            String detail = comm.name() + " is predefined";
            throw Errors.raise(comm, MPI.ERR_COMM, call, detail);
        }
    }

    static void setInfo(Communicator comm, Info info) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_set_info");
        comm.setHints(Info.pairs(info, "MPI_Comm_set_info"));
    }

    static Info info(Communicator comm) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_get_info");
        return Info.of(comm.hints());
    }

    static void setName(Communicator comm, String name) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_set_name");
        comm.setName(Errors.objectName(comm, name, "MPI_Comm_set_name"));
    }

    static String name(Communicator comm) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_get_name");
        return comm.name();
    }

    static void setErrhandler(Communicator comm, Errhandler errhandler) throws MPIException {
        String call = "MPI_Comm_set_errhandler";
        Checks.runtime(comm, call);
        if (errhandler == null) {
            throw Errors.raise(comm, MPI.ERR_ARG, call, "the error handler is null");
        }
        comm.setErrorHandler(errhandler);
    }

    static Errhandler errhandler(Communicator comm) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_get_errhandler");
        return comm.errorHandler();
    }

    @SuppressWarnings("ThrowableNotThrown") // With ERRORS_RETURN the error is ignored here.
    static void callErrhandler(Communicator comm, String call, int errorCode) throws MPIException {
        if (comm.errorHandler().kind != Errhandler.Kind.RETURN) {
            Checks.runtime(comm, call);
            Errors.raise(comm, errorCode, call, "raised by the program");
        }
    }

    static void abort(Communicator comm, int errorcode) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Abort");
        int rank = runtime.environment.rankInJob();
        String who = "Rank " + rank + " called abort on communicator " + comm.label();
        runtime.environment.abort(errorcode, who + " with error code " + errorcode + ".");
    }
}
