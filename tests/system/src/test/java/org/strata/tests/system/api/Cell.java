package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/** Ints in the kinds of memory that the API takes, so that every test runs on each. */
enum Cell {
    /** A Java array. */
    ARRAY {
        @Override
        Object allocate(int ints) {
            return new int[ints];
        }
    },
    /** A direct buffer of the library. */
    DIRECT {
        @Override
        Object allocate(int ints) {
            return MPI.newIntBuffer(ints);
        }
    },
    /** A direct byte buffer of the JDK. */
    BYTES {
        @Override
        Object allocate(int ints) {
            return ByteBuffer.allocateDirect(4 * ints).order(ByteOrder.nativeOrder());
        }
    },
    /** A part of an array. */
    SLICE {
        @Override
        Object allocate(int ints) {
            return MPI.slice(new int[ints + 3], 3);
        }
    };

    abstract Object allocate(int ints);

    /** Returns memory with the given values. */
    Object of(int... values) {
        Object memory = allocate(values.length);
        for (int i = 0; i < values.length; i++) {
            put(memory, i, values[i]);
        }
        return memory;
    }

    static void put(Object memory, int index, int value) {
        switch (memory) {
            case int[] array -> array[index] = value;
            case IntBuffer buffer -> buffer.put(index, value);
            case ByteBuffer buffer -> buffer.putInt(4 * index, value);
            default -> throw new AssertionError(memory);
        }
    }

    static int get(Object memory, int index) {
        return switch (memory) {
            case int[] array -> array[index];
            case IntBuffer buffer -> buffer.get(index);
            case ByteBuffer buffer -> buffer.getInt(4 * index);
            default -> throw new AssertionError(memory);
        };
    }

    static int length(Object memory) {
        return switch (memory) {
            case int[] array -> array.length;
            case ByteBuffer buffer -> buffer.capacity() / 4;
            default -> ((Buffer) memory).capacity();
        };
    }

    static int[] ints(Object memory) {
        int[] values = new int[length(memory)];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(memory, i);
        }
        return values;
    }

    /** Returns the memory from an element on. */
    static Object slice(Object memory, int from) {
        return switch (memory) {
            case int[] array -> MPI.slice(array, from);
            case IntBuffer buffer when buffer.isDirect() -> MPI.slice(buffer, from);
            case IntBuffer buffer -> MPI.slice(buffer.array(), buffer.arrayOffset() + from);
            case ByteBuffer buffer -> MPI.slice(buffer, 4 * from);
            default -> throw new AssertionError(memory);
        };
    }

    /** Whether non-blocking calls take it. */
    boolean nonBlocking() {
        return this != SLICE;
    }

    /** A committed datatype of {@code blocks} single ints, every {@code stride}-th. */
    static Datatype strided(int blocks, int stride) throws MPIException {
        Datatype type = Datatype.createVector(blocks, 1, stride, MPI.INT);
        type.commit();
        return type;
    }
}
