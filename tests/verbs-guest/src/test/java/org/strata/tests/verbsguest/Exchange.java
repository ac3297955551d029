package org.strata.tests.verbsguest;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A job of two ranks: messages of sizes around every limit of the stack go there and back, from
 * native memory and from arrays, each twice (the second time registrations may be there already),
 * and are compared byte by byte.
 */
public final class Exchange {
    private static final int[] SIZES = {
        0, 1, 8, 100, 1000, 12_200, 12_288, 12_289, 65_536, 65_537, 262_143, 262_145, 1 << 20,
        3_000_007
    };

    private Exchange() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        int largest = SIZES[SIZES.length - 1];
        ByteBuffer direct = MPI.newByteBuffer(largest);
        byte[] array = new byte[largest];
        int wrong = 0;
        for (int round = 0; round < 2; round++) {
            for (int size : SIZES) {
                int seed = size * 31 + round;
                wrong += throughMemory(world, direct, size, seed);
                wrong += throughArray(world, array, size, seed);
            }
        }
        if (world.getRank() == 0) {
            System.out.println(4 * SIZES.length + " messages there and back, " + wrong + " wrong");
        }
        MPI.Finalize();
        if (wrong > 0) {
            System.exit(1);
        }
    }

    private static int throughMemory(Comm world, ByteBuffer buffer, int size, int seed)
            throws MPIException {
        if (world.getRank() == 0) {
            for (int i = 0; i < size; i++) {
                buffer.put(i, pattern(seed, i));
            }
            world.send(buffer, size, MPI.BYTE, 1, 7);
            for (int i = 0; i < size; i++) {
                buffer.put(i, (byte) 0);
            }
            world.recv(buffer, size, MPI.BYTE, 1, 8);
        } else {
            world.recv(buffer, size, MPI.BYTE, 0, 7);
            world.send(buffer, size, MPI.BYTE, 0, 8);
        }
        int wrong = 0;
        for (int i = 0; i < size && wrong == 0; i++) {
            wrong = buffer.get(i) == pattern(seed, i) ? 0 : 1;
        }
        return wrong;
    }

    private static int throughArray(Comm world, byte[] array, int size, int seed)
            throws MPIException {
        if (world.getRank() == 0) {
            for (int i = 0; i < size; i++) {
                array[i] = pattern(seed, i);
            }
            world.send(array, size, MPI.BYTE, 1, 7);
            Arrays.fill(array, (byte) 0);
            world.recv(array, size, MPI.BYTE, 1, 8);
        } else {
            world.recv(array, size, MPI.BYTE, 0, 7);
            world.send(array, size, MPI.BYTE, 0, 8);
        }
        int wrong = 0;
        for (int i = 0; i < size && wrong == 0; i++) {
            wrong = array[i] == pattern(seed, i) ? 0 : 1;
        }
        return wrong;
    }

    private static byte pattern(int seed, int i) {
        return (byte) (seed + i * 7 + (i >>> 8));
    }
}
