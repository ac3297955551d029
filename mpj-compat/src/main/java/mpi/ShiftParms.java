package mpi;

/** What {@link Cartcomm#Shift} returns. */
public class ShiftParms {
    /** Rank to receive from, or {@link MPI#PROC_NULL}. */
    public int rank_source;

    /** Rank to send to, or {@link MPI#PROC_NULL}. */
    public int rank_dest;
}
