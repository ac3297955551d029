package mpi;

import java.nio.ByteBuffer;

/** A program's function on items of a datatype, as the bindings call it. */
final class ArrayFunction extends org.strata.mpi.UserFunction {
    private final User_function function;
    private final Datatype type;

    ArrayFunction(User_function function, Datatype type) {
        this.function = function;
        this.type = type;
    }

    @Override
    public void call(Object in, Object inOut, int count, org.strata.mpi.Datatype core) {
        // The arrays begin at the first item's origin, or at its first data where that lies before.
        int origin = (int) Math.max(0, -type.first(count));
        function.Call(in, origin, inOut, origin, count, type);
    }

    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, org.strata.mpi.Datatype core) {
        Object a = type.kind.array(in);
        Object b = type.kind.array(inOut);
        call(a, b, count, core);
        type.kind.copyBack(b, inOut);
    }
}
