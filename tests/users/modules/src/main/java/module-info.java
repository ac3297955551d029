/** A user's program as a module; the jar of Strata is the automatic module mpi. */
module users.modules {
    requires mpi;
}
