package mpi;

import org.strata.testkit.fuzz.FuzzContract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Messages of MPI.OBJECT of another process: their number, then the objects. */
class ObjectStreamFuzzTest extends FuzzContract {
    private static final int OBJECTS = 3;

    @Override
    protected List<byte[]> valid() throws IOException {
        Object[] some = {"text", new int[][] {{1}, {2, 3}}, new ArrayList<>(List.of(1, 2L))};
        Object[] more = {new HashMap<>(Map.of(1, "b")), new Object[] {new byte[50]}, null};
        Object[] arrays = {new byte[50], new double[] {1, 2}, new char[0]};
        byte[] primitive = PrimitiveArrays.write(0, arrays, 0, new int[] {0, 1, 2});
        return List.of(written(some), written(more), primitive);
    }

    /** As ObjectStream.write, which needs MPI to be initialised. */
    private static byte[] written(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object object : objects) {
                out.writeObject(object);
            }
        }
        return bytes.toByteArray();
    }

    @Override
    protected void parse(byte[] input) {
        Object[] items = new Object[OBJECTS];
        ObjectStream.read(input, 0, input.length, OBJECTS, items, 0, new int[] {0, 1, 2});
    }

    @Override
    protected long bound(int length) {
        return (4 << 20) + 256L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        // The type is mpiJava's: unchecked.
        return Set.of(MPIException.class);
    }
}
