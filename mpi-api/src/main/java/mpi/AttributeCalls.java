package mpi;

/** The attributes of communicators (MPI 3.1 §6.7.2). */
final class AttributeCalls {
    private AttributeCalls() {}

    static void set(Communicator comm, int keyval, Object value) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_set_attr");
        Keyval.require(comm, Keyval.Kind.COMM, keyval, "MPI_Comm_set_attr");
        comm.attributes().set(keyval, value);
    }

    /** Returns a predefined attribute, a copy of one of the program's, or null. */
    static Object get(Communicator comm, int keyval) throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Comm_get_attr");
        Object predefined = runtime.attribute(keyval);
        if (predefined != null) {
            return predefined;
        }
        Keyval.require(comm, Keyval.Kind.COMM, keyval, "MPI_Comm_get_attr");
        return comm.attributes().get(keyval);
    }

    static void delete(Communicator comm, int keyval) throws MPIException {
        Checks.runtime(comm, "MPI_Comm_delete_attr");
        Keyval.require(comm, Keyval.Kind.COMM, keyval, "MPI_Comm_delete_attr");
        comm.attributes().delete(keyval);
    }
}
