package org.strata.benchmarks.osu;

import mpi.MPI;

import java.lang.foreign.Arena;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Makes message buffers of the wanted kind, touched once so that no page is missing when timed. */
final class Message {
    private Message() {}

    static Object of(Options options, int bytes) {
        int room = Math.max(bytes, 1);
        return switch (options.buffers()) {
            case MPI -> touched(MPI.newByteBuffer(room));
            case DIRECT -> touched(ByteBuffer.allocateDirect(room));
            case ARRAY -> filled(room);
            // Never closed: a test uses its few buffers to the end.
            case ARENA -> touched(Arena.ofShared().allocate(room).asByteBuffer());
        };
    }

    /** For non-blocking tests, which take buffers: arrays stand for themselves elsewhere only. */
    static Buffer buffer(Options options, int bytes) {
        return of(options, bytes) instanceof Buffer buffer
                ? buffer
                : touched(ByteBuffer.allocateDirect(Math.max(bytes, 1)));
    }

    private static ByteBuffer touched(ByteBuffer buffer) {
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.put(i, (byte) 'a');
        }
        return buffer;
    }

    private static byte[] filled(int bytes) {
        byte[] array = new byte[bytes];
        Arrays.fill(array, (byte) 'a');
        return array;
    }
}
