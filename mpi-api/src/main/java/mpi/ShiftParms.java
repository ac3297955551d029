package mpi;

/** The two neighbours of a {@link CartComm#shift} (MPI 3.1 §7.5.6). */
public final class ShiftParms {
    private final int rankSource;
    private final int rankDest;

    ShiftParms(int rankSource, int rankDest) {
        this.rankSource = rankSource;
        this.rankDest = rankDest;
    }

    /** Returns the rank to receive from; {@link MPI#PROC_NULL} beyond a border. */
    public int getRankSource() {
        return rankSource;
    }

    /** Returns the rank to send to; {@link MPI#PROC_NULL} beyond a border. */
    public int getRankDest() {
        return rankDest;
    }
}
