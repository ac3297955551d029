/*
 * The counterpart of org.strata.benchmarks.startup.Hello in C: joins the job and leaves it.
 */
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
