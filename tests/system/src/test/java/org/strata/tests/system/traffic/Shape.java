package org.strata.tests.system.traffic;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

import java.nio.ByteBuffer;

/** How the bytes of a message lie in memory. */
enum Shape {
    /** A byte array. */
    ARRAY(1, 1, false),
    /** A direct buffer of the JDK. */
    DIRECT(1, 1, true),
    /** A buffer that MPI allocated. */
    ALLOCATED(1, 1, true),
    /** Every other byte of an array. */
    STRIDED_ARRAY(1, 2, false),
    /** Every third byte of a direct buffer. */
    STRIDED(1, 3, true),
    /** Three bytes and one, with gaps behind both, of a direct buffer. */
    BLOCKS(4, 8, true);

    private static final int[] PLACES = {0, 1, 2, 5};

    /** Data bytes of an element. */
    final int size;

    private final int extent;
    private final boolean direct;

    Shape(int size, int extent, boolean direct) {
        this.size = size;
        this.extent = extent;
        this.direct = direct;
    }

    /** Makes memory with room for so many data bytes. */
    Object memory(int bytes) {
        int room = elements(bytes) * extent;
        if (!direct) {
            return new byte[room];
        }
        return this == ALLOCATED ? MPI.newByteBuffer(room) : ByteBuffer.allocateDirect(room);
    }

    /** Returns the elements that hold so many data bytes. */
    int elements(int bytes) {
        return (bytes + size - 1) / size;
    }

    /** Returns where a data byte lies. */
    int place(int index) {
        return size == 1 ? index * extent : index / size * extent + PLACES[index % size];
    }

    /** Makes the datatype of an element. */
    Datatype datatype() throws MPIException {
        if (extent == 1) {
            return MPI.BYTE;
        }
        Datatype part =
                size == 1
                        ? MPI.BYTE
                        : Datatype.createIndexed(new int[] {3, 1}, new int[] {0, 5}, MPI.BYTE);
        Datatype type = Datatype.createResized(part, 0, extent);
        type.commit();
        return type;
    }
}
