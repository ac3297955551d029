package mpi;

/** MAX and MIN of bytes, which are numbers with a sign in Java. */
final class ByteFunction extends User_function {
    private final boolean larger;

    ByteFunction(boolean larger) {
        this.larger = larger;
    }

    @Override
    public void Call(
            Object invec,
            int inoffset,
            Object inoutvec,
            int inoutoffset,
            int count,
            Datatype datatype) {
        byte[] in = (byte[]) invec;
        byte[] inout = (byte[]) inoutvec;
        int size = count * datatype.Extent();
        for (int i = 0; i < size; i++) {
            byte a = in[inoffset + i];
            byte b = inout[inoutoffset + i];
            inout[inoutoffset + i] = larger == a > b ? a : b;
        }
    }
}
