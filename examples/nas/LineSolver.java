package nas;

/**
 * Solves the systems of equations along all lines of a cell, by elimination upwards and
 * substitution downwards, in the place of {@link Box#rhs}. What it needs of the cell before or
 * behind lies in the layers around the cell.
 */
interface LineSolver {
    Box box();

    /** Returns how many layers of the neighbouring cell are needed. */
    int depth();

    /** Returns the factors that elimination leaves, {@link #width} per place. */
    double[] factors();

    int width();

    /** Prepares the right-hand side for the first sweep. */
    void begin();

    void eliminate(int dimension);

    void substitute(int dimension);

    /** Prepares the right-hand side for what follows the sweep along a dimension. */
    void end(int dimension);
}
