package mpi;

import org.strata.testkit.fuzz.FuzzContract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Messages of objects of another process. */
class ObjectFuzzTest extends FuzzContract {
    private static byte[] message(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[Integer.BYTES]);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        byte[] data = bytes.toByteArray();
        ByteBuffer.wrap(data).putInt(data.length - Integer.BYTES);
        return data;
    }

    @Override
    protected List<byte[]> valid() throws IOException {
        return List.of(
                message("text"),
                message(new int[][] {{1, 2}, {3}}),
                message(new ArrayList<>(List.of(1, 2L, "three", 4.0))),
                message(new HashMap<>(Map.of("a", new HashSet<>(Set.of(1, 2))))),
                message(new Object[] {new Object[] {new byte[100]}, List.of(1, 2, 3)}));
    }

    @Override
    protected void parse(byte[] input) throws MPIException {
        if (input.length >= Integer.BYTES) {
            // As the sender says; a wrong length is refused before anything is read.
            ByteBuffer.wrap(input).putInt(input.length - Integer.BYTES);
        }
        ObjectCalls.deserialised(null, "recvObject", input, "from rank 1", null);
    }

    /** The JVM keeps what it finds of a class. */
    @Override
    protected long bound(int length) {
        return (4 << 20) + 256L * length;
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(MPIException.class);
    }
}
