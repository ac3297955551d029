package mpi;

/** A reduction's combining function, for {@link Op#Op}. */
public abstract class User_function {
    /**
     * Combines items: {@code inoutvec[i] = invec[i] op inoutvec[i]}. Operands of lower ranks are in
     * {@code invec}.
     *
     * @param invec array of the datatype's base type
     * @param inoffset where the items in {@code invec} begin
     * @param inoutvec array of the datatype's base type; receives the result
     * @param inoutoffset where the items in {@code inoutvec} begin
     * @param count number of items
     * @param datatype datatype of an item
     */
    public abstract void Call(
            Object invec,
            int inoffset,
            Object inoutvec,
            int inoutoffset,
            int count,
            Datatype datatype)
            throws MPIException;
}
