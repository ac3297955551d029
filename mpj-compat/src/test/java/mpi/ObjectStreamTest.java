package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.List;

class ObjectStreamTest {
    private static final int[] PLACES = {0, 2};

    /** As ObjectStream.write, which needs MPI to be initialised; behind two bytes. */
    private static byte[] written(Object... objects) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[2]);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (Object object : objects) {
                out.writeObject(object);
            }
        }
        return bytes.toByteArray();
    }

    private static void read(byte[] bytes, int objects, Object[] items) {
        ObjectStream.read(bytes, 2, bytes.length - 2, objects, items, 1, PLACES);
    }

    @Test
    void objectsArriveAtTheirPlaces() throws IOException {
        Object[] items = {"before", "first", "between", "second"};
        byte[] bytes = written(List.of(1, 2), null);
        read(bytes, 1, items);
        assertThat(items).containsExactly("before", List.of(1, 2), "between", "second");
        read(bytes, 2, items);
        assertThat(items).containsExactly("before", List.of(1, 2), "between", null);
    }

    @Test
    void whatTheMessageDoesNotHave() throws IOException {
        byte[] bytes = written("one");
        assertThatThrownBy(() -> read(bytes, 2, new Object[4]))
                .isInstanceOf(MPIException.class)
                .hasMessageStartingWith("MPI_ERR_TYPE: an object cannot be read");
        assertThatThrownBy(() -> read(bytes, 1, new Integer[4]))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining("no element of an array of java.lang.Integer");
    }
}
