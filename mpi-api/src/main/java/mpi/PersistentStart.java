package mpi;

import org.strata.mca.pml.PmlRequest;

/** The communication of a persistent request, with its arguments. */
@FunctionalInterface
interface PersistentStart {
    /** Starts it once more; it is not under way. Inside the bracket. */
    PmlRequest begin(MpiRuntime runtime);

    /** The communication has been started, in a process whose calls are measured. */
    default void note() {}

    /** It will not be started again; it is not under way. Inside the bracket. */
    default void discard() {}
}
