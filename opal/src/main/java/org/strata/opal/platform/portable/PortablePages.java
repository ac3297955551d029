package org.strata.opal.platform.portable;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.PageCalls;

/** Arenas and mapped files are what the JDK has: no pages of their own, none pinned. */
final class PortablePages implements PageCalls {
    /** A multiple of the pages of every system that Java runs on. */
    private static final long LARGEST = 64 << 10;

    @Override
    public long size() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64", "s390x", "riscv64" -> 4096;
            default -> LARGEST;
        };
    }

    @Override
    public long map(long bytes) {
        return 0;
    }

    @Override
    public long mapHuge(long bytes) {
        return 0;
    }

    @Override
    public boolean adviseHuge(long address, long bytes) {
        return false;
    }

    @Override
    public void unmap(long address, long bytes) {
        throw new IllegalStateException("nothing has been mapped here");
    }

    @Override
    public int lock(long address, long bytes) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public int unlock(long address, long bytes) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public boolean readable(long from, long to) {
        return true;
    }

    @Override
    public void copyLong(long source, long target, long bytes) {
        Memory.copy(source, target, bytes);
    }
}
