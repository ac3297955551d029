package org.strata.opal.platform.portable;

import org.strata.opal.platform.ThreadCalls;

import java.util.BitSet;

/** Threads run where the system lets them. */
final class PortableThreads implements ThreadCalls {
    @Override
    public boolean bind(int thread, long[] mask) {
        return false;
    }

    @Override
    public int bindCaller(long[] mask) {
        return -PortableErrno.ENOSYS;
    }

    @Override
    public long[] affinity(int thread) {
        BitSet all = new BitSet();
        all.set(0, Runtime.getRuntime().availableProcessors());
        return all.toLongArray();
    }

    @Override
    public boolean setNice(int thread, int nice) {
        return false;
    }

    @Override
    public long groupOf(int pid) {
        return -1;
    }
}
