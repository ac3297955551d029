/** A user's program as a module; the jar of Strata is the module mpi. */
module users.modules {
    requires mpi;
}
