package mpi;

/** What {@link Cartcomm#Get} returns. */
public class CartParms {
    /** Processes along each dimension. */
    public int[] dims;

    /** Whether each dimension closes to a ring. */
    public boolean[] periods;

    /** This process's place. */
    public int[] coords;
}
