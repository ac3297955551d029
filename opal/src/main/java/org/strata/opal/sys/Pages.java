package org.strata.opal.sys;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/**
 * Pages of memory: their size, and anonymous memory from the kernel in whole pages, zeroed (mmap
 * and its kin). Stateless; on systems other than Linux no memory is mapped.
 */
public final class Pages {
    private static final long READ_WRITE = 3;
    private static final long PRIVATE_ANONYMOUS = 0x22;

    /** MAP_HUGETLB, with the page size in its high bits: a kernel's default may be another one. */
    private static final long HUGE = 0x40000 | 21L << 26;

    private static final long ADVICE_HUGE = 14;

    private static final long MMAP = SystemCall.number(9, 222, 90, -1);
    private static final long MUNMAP = SystemCall.number(11, 215, 91, 91);
    private static final long MADVISE = SystemCall.number(28, 233, 205, 219);

    private static final long SIZE = askSize();

    private Pages() {}

    /** Returns the bytes of a page of this system, a power of two: 4096, 16384 or 65536. */
    public static long size() {
        return SIZE;
    }

    /** Returns the address where the page of an address begins. */
    public static long floor(long address) {
        return address & -SIZE;
    }

    /** Returns the first page boundary at or above an address, or number of bytes. */
    public static long ceil(long address) {
        return (address + SIZE - 1) & -SIZE;
    }

    /** The processors with one size only are not asked: linking a call takes milliseconds. */
    private static long askSize() {
        return switch (Processor.architecture()) {
            case "amd64", "x86_64", "s390x", "riscv64" -> 4096;
            default -> {
                Linker linker = Linker.nativeLinker();
                var type = FunctionDescriptor.of(ValueLayout.JAVA_INT);
                var call =
                        linker.downcallHandle(
                                linker.defaultLookup().findOrThrow("getpagesize"), type);
                try {
                    yield (int) call.invokeExact();
                } catch (Throwable e) {
                    throw new AssertionError("getpagesize throws nothing", e);
                }
            }
        };
    }

    /** Maps ordinary pages; returns their address, or 0 when the kernel refuses. */
    public static long map(long bytes) {
        return map(bytes, PRIVATE_ANONYMOUS);
    }

    /**
     * Maps pages of the kernel's pool of huge pages (hugetlb) of 2 MiB.
     *
     * @param bytes a multiple of 2 MiB
     * @return their address, or 0 when the pool has too few
     */
    public static long mapHuge(long bytes) {
        return map(bytes, PRIVATE_ANONYMOUS | HUGE);
    }

    private static long map(long bytes, long flags) {
        if (MMAP < 0) {
            return 0;
        }
        long address = SystemCall.call(MMAP, 0, bytes, READ_WRITE, flags);
        return address == -1 ? 0 : address;
    }

    /**
     * Asks for transparent huge pages in a range of whole pages; returns whether the kernel
     * accepts.
     */
    public static boolean adviseHuge(long address, long bytes) {
        return MADVISE >= 0 && SystemCall.call(MADVISE, address, bytes, ADVICE_HUGE, 0) == 0;
    }

    /** Unmaps a range of whole pages. An access to it afterwards kills the process. */
    public static void unmap(long address, long bytes) {
        SystemCall.call(MUNMAP, address, bytes, 0, 0);
    }
}
