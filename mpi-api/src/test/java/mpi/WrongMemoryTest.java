package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.ByteBuffer;

/** What is no buffer, in calls that copy memory at once and in views of it. */
class WrongMemoryTest {
    @RegisterExtension final LocalMpi mpi = new LocalMpi();

    @Test
    void onlyBuffersArePacked() throws MPIException {
        byte[] packed = new byte[8];
        for (Object foreign : new Object[] {"text", new Object[2], new Integer[1], new int[2][2]}) {
            for (int count : new int[] {0, 1}) {
                assertFails(
                        MPI.ERR_BUFFER,
                        () -> MPI.COMM_WORLD.pack(foreign, count, MPI.INT, packed, 0));
                assertFails(
                        MPI.ERR_BUFFER,
                        () -> MPI.COMM_WORLD.unpack(packed, 0, foreign, count, MPI.INT));
            }
        }
        assertThat(MPI.COMM_WORLD.pack(null, 0, MPI.INT, packed, 3)).isEqualTo(3);
    }

    @Test
    void articlesAreEnglish() {
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send(new Integer[1], 1, MPI.INT, 1, 0))
                .contains("an Integer[] is no primitive array");
        assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.send("text", 1, MPI.INT, 1, 0))
                .contains("a String is no primitive array");
    }

    @Test
    void freeMemWantsABuffer() throws MPIException {
        assertFails(MPI.ERR_BUFFER, () -> MPI.freeMem(null));
        MPI.freeMem(ByteBuffer.allocate(8));
    }

    @Test
    void recordsAreInBuffers() {
        assertFails(MPI.ERR_BUFFER, () -> MPI.int2.getData((ByteBuffer) null));
        assertFails(MPI.ERR_BUFFER, () -> MPI.int2.getData((byte[]) null, 1));
        assertFails(MPI.ERR_ARG, () -> MPI.int2.getData(new byte[64], -1));
        assertFails(MPI.ERR_TYPE, () -> MPI.int2.addStruct(null));
    }

    /** These methods cannot throw MPIException: the signatures are Open MPI's. */
    @Test
    void viewsNameWhatIsWrong() {
        assertThatThrownBy(() -> MPI.slice((int[]) null, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the buffer is null");
        assertThatThrownBy(() -> MPI.slice((ByteBuffer) null, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DoubleComplex.get((double[]) null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FloatComplex.get(new float[4], 1 << 30))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
