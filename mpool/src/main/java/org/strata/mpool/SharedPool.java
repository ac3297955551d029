package org.strata.mpool;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.SleepWords;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.shared.PeerFiles;
import org.strata.opal.shared.Place;
import org.strata.opal.shared.SharedFile;
import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The pool of memory that the node's other processes can map. Thread-safe. */
public final class SharedPool implements MappablePool {
    private static final long LINE = 64;

    private final Path directory;
    private final String jobId;
    private final int rank;
    private final long segmentSize;
    private final long limit;
    private final PeerFiles peers = new PeerFiles(this::map);
    private final SleepWords sleepWords;

    /** Replaced when a file is added. Pairs with SharedPool.locate, which takes no lock. */
    private volatile PoolFile[] files = {};

    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private long mapped;

    /**
     * @param config parameters
     * @param jobId the job, for file names
     * @param rank this process's number in the job
     * @param sleeper is where this process sleeps
     */
    public SharedPool(SharedPoolConfig config, String jobId, int rank, RankSleeper sleeper) {
        this.directory = HostFiles.sharedMemory(config.backingDirectory());
        this.segmentSize = config.segmentSize();
        this.limit = config.maxSize();
        this.jobId = jobId;
        this.rank = rank;
        this.sleepWords = new SleepWords(sleeper, this);
    }

    /** One allocation. */
    private final class Piece implements MappableBlock {
        private final PoolFile segment;
        private final long address;
        private final long length;
        private final long taken;
        private boolean released;

        Piece(PoolFile segment, long address, long length, long taken) {
            this.segment = segment;
            this.address = address;
            this.length = length;
            this.taken = taken;
        }

        @Override
        public long address() {
            return address;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public int file() {
            return segment.file();
        }

        @Override
        public long fileOffset(long at) {
            return at - segment.address();
        }

        @Override
        public void release() {
            synchronized (SharedPool.this) {
                if (!released) {
                    released = true;
                    pieces.remove(address);
                    segment.free(address, taken);
                }
            }
        }
    }

    @Override
    public String name() {
        return "shared";
    }

    @Override
    public synchronized MappableBlock allocate(long bytes) {
        boolean small = bytes < Pages.size();
        long unit = small ? LINE : Pages.size();
        long taken = Math.max((bytes + unit - 1) & -unit, unit);
        for (PoolFile segment : files) {
            long at = segment.allocate(taken, unit);
            if (at != 0) {
                return keep(new Piece(segment, at, bytes, taken));
            }
        }
        PoolFile segment = addSegment(Math.max(taken, segmentSize), taken);
        long at = segment == null ? 0 : segment.allocate(taken, unit);
        return at == 0 ? null : keep(new Piece(segment, at, bytes, taken));
    }

    private Piece keep(Piece piece) {
        pieces.put(piece.address(), piece);
        return piece;
    }

    private PoolFile addSegment(long length, long first) {
        if (mapped + length > limit) {
            return null;
        }
        try {
            int number = files.length;
            PoolFile segment = PoolFile.create(path(rank, number), number, length, first);
            PoolFile[] more = Arrays.copyOf(files, number + 1);
            more[number] = segment;
            files = more;
            mapped += length;
            return segment;
        } catch (IOException e) {
            // The directory is full, does not exist or is not writable: other memory is used, which
            // is slower.
            return null;
        }
    }

    /** mpirun removes files with this beginning that killed ranks leave behind. */
    private Path path(int owner, int number) {
        return directory.resolve("strata." + jobId + "." + owner + ".pool" + number);
    }

    /** Without an arena that ends it: a mapping stays as long as something refers to it. */
    private MemorySegment map(int owner, int number) throws IOException {
        return SharedFile.attach(path(owner, number), Arena.ofAuto());
    }

    @Override
    public long reach(int owner, long file, long offset, long length) {
        return peers.reach(owner, file, offset, length);
    }

    @Override
    public boolean locate(long address, long length, Place into) {
        for (PoolFile file : files) {
            if (file.holds(address, length)) {
                into.set(file.file(), file.fileOffset(address));
                return true;
            }
        }
        into.clear();
        return false;
    }

    @Override
    public SleepWords sleepWords() {
        return sleepWords;
    }

    @Override
    public synchronized MappableBlock find(long address) {
        Map.Entry<Long, Piece> piece = pieces.floorEntry(address);
        boolean inside =
                piece != null && address < piece.getKey() + Math.max(piece.getValue().length(), 1);
        return inside ? piece.getValue() : null;
    }

    @Override
    public synchronized MappableBlock whole(long address) {
        for (PoolFile segment : files) {
            if (segment.contains(address)) {
                return segment;
            }
        }
        return null;
    }

    /** Removes the files; the memory stays usable by this process. */
    public synchronized void close() {
        sleepWords.close();
        for (PoolFile file : files) {
            file.unlink();
        }
    }
}
