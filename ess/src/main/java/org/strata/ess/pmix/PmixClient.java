package org.strata.ess.pmix;

import org.strata.ess.base.ForeignLauncher;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A process of a PMIx server. */
final class PmixClient implements ForeignLauncher {
    private static final int MOST_RANKS = 1 << 20;
    private static final String PREFIX = "strata.";

    /** How long a value is asked for that its rank has published. */
    private static final long ABSENT_SECONDS = 10;

    private static final long PAUSE_NANOS = 5_000_000;

    private final PmixLibrary library;
    private final MemorySegment self;
    private final MemorySegment all;
    private final int rank;
    private final int size;

    private PmixClient(PmixLibrary library, MemorySegment self) throws IOException {
        this.library = library;
        this.self = self;
        all = library.process(PmixLibrary.namespace(self), PmixLibrary.WILDCARD);
        rank = PmixLibrary.rank(self);
        long count = library.number(all, "pmix.job.size");
        if (count < 1 || count > MOST_RANKS || rank < 0 || rank >= count) {
            throw new IOException("the PMIx server calls this rank " + rank + " of " + count);
        }
        size = (int) count;
    }

    /** Connects to the server that the environment names. */
    static PmixClient connect(PmixLibrary library) throws IOException {
        return new PmixClient(library, library.init());
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int universeSize() {
        return optional(all, "pmix.univ.size");
    }

    @Override
    public int appNum() {
        return optional(self, "pmix.appnum");
    }

    private int optional(MemorySegment process, String key) {
        try {
            return Math.clamp(library.number(process, key), 0, MOST_RANKS);
        } catch (IOException e) {
            // Not every server knows it.
            return 0;
        }
    }

    @Override
    public void put(String key, String value) throws IOException {
        library.put(PREFIX + key, value);
    }

    @Override
    public void fence() throws IOException {
        library.fence(all);
    }

    /**
     * The first request for a value of another node that was committed after an earlier fence may
     * be answered with "not found" (Slurm 22.05 with PMIx 4.2 does so): a later one finds it.
     */
    @Override
    public String get(int of, String key) throws IOException {
        MemorySegment process = library.process(PmixLibrary.namespace(self), of);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ABSENT_SECONDS);
        while (true) {
            try {
                return library.text(process, PREFIX + key);
            } catch (PmixLibrary.AbsentException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    @Override
    public void abort(int code, String message) {
        try {
            library.abort(code, message);
        } catch (IOException e) {
            // The launcher is gone: the control server's end ends the ranks.
            assert e != null;
        }
    }

    @Override
    public void finish() {
        try {
            library.finish();
        } catch (IOException e) {
            // The launcher has ended first.
            assert e != null;
        }
    }
}
