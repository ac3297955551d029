package org.strata.tests.system.api;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Memory that programs of ranks get and free without the JVM: of C, as JavaCPP, Arrow and libraries
 * behind JNI do; and {@code Unsafe.invokeCleaner}, as Netty, Lucene and Hadoop do.
 */
final class ForeignMemory {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MALLOC = link("malloc", ADDRESS, JAVA_LONG);
    private static final MethodHandle FREE = link("free", null, ADDRESS);
    private static final MethodHandle MMAP =
            link("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int FIXED = 0x10;

    private ForeignMemory() {}

    private static MethodHandle link(String name, MemoryLayout result, MemoryLayout... arguments) {
        FunctionDescriptor type =
                result == null
                        ? FunctionDescriptor.ofVoid(arguments)
                        : FunctionDescriptor.of(result, arguments);
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
    }

    static ByteBuffer malloc(long bytes) {
        try {
            MemorySegment memory = (MemorySegment) MALLOC.invokeExact(bytes);
            return buffer(memory.address(), bytes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void free(ByteBuffer buffer) {
        try {
            FREE.invokeExact(MemorySegment.ofBuffer(buffer));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static ByteBuffer buffer(long address, long bytes) {
        return MemorySegment.ofAddress(address)
                .reinterpret(bytes)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    /** Reserves addresses, at which nothing is mapped. */
    static long reserve(long bytes) {
        return mmap(0, bytes, 0, PRIVATE_ANONYMOUS);
    }

    /** Maps memory at reserved addresses. */
    static ByteBuffer map(long address, long bytes) {
        return buffer(mmap(address, bytes, READ_WRITE, PRIVATE_ANONYMOUS | FIXED), bytes);
    }

    /** Unmaps it: the next access would end the process. */
    static void unmap(ByteBuffer buffer) {
        long address = MemorySegment.ofBuffer(buffer).address();
        long _ = mmap(address, buffer.capacity(), 0, PRIVATE_ANONYMOUS | FIXED);
    }

    private static long mmap(long address, long bytes, int access, int flags) {
        try {
            long mapped = (long) MMAP.invokeExact(address, bytes, access, flags, -1, 0L);
            Check.that(mapped != -1, "mmap of " + bytes + " bytes");
            return mapped;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Frees a buffer of {@code allocateDirect} or {@code FileChannel.map}. */
    static void clean(ByteBuffer buffer) {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            var field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            unsafe.getMethod("invokeCleaner", ByteBuffer.class).invoke(field.get(null), buffer);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
