package org.strata.mpool;

import org.strata.mca.mpool.MappablePool;
import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    private final List<SharedSegmentFile> segments = new ArrayList<>();
    private final TreeMap<Long, Piece> pieces = new TreeMap<>();
    private long mapped;

    /**
     * @param config parameters
     * @param jobId the job, for file names
     * @param rank this process's rank
     */
    public SharedPool(SharedPoolConfig config, String jobId, int rank) {
        this.directory = Path.of(config.backingDirectory());
        this.segmentSize = config.segmentSize();
        this.limit = config.maxSize();
        this.jobId = jobId;
        this.rank = rank;
    }

    /** One allocation. */
    private final class Piece implements MappableBlock {
        private final SharedSegmentFile segment;
        private final long address;
        private final long length;
        private final long taken;
        private boolean released;

        Piece(SharedSegmentFile segment, long address, long length, long taken) {
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
            return segment.number();
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
                    segment.give(address, taken);
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
        for (SharedSegmentFile segment : segments) {
            long at = segment.take(taken, unit);
            if (at != 0) {
                return keep(new Piece(segment, at, bytes, taken));
            }
        }
        SharedSegmentFile segment = addSegment(Math.max(taken, segmentSize));
        if (segment == null) {
            return null;
        }
        return keep(new Piece(segment, segment.take(taken, unit), bytes, taken));
    }

    private Piece keep(Piece piece) {
        pieces.put(piece.address(), piece);
        return piece;
    }

    /**
     * In a full file system the process is killed at its first access, so the room is checked
     * before.
     */
    private SharedSegmentFile addSegment(long length) {
        try {
            if (mapped + length > limit
                    || Files.getFileStore(directory).getUsableSpace() < 2 * length) {
                return null;
            }
            int number = segments.size();
            SharedSegmentFile segment =
                    SharedSegmentFile.create(path(rank, number), number, length);
            segments.add(segment);
            mapped += length;
            return segment;
        } catch (IOException e) {
            // The directory does not exist or is not writable: other memory is used, which is
            // slower.
            return null;
        }
    }

    /** mpirun removes files with this beginning that killed ranks leave behind. */
    private Path path(int owner, int number) {
        return directory.resolve("strata." + jobId + "." + owner + ".pool" + number);
    }

    @Override
    public MemorySegment map(int owner, int number, Arena arena) throws IOException {
        return SharedSegmentFile.map(path(owner, number), arena);
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
        for (SharedSegmentFile segment : segments) {
            if (segment.holds(address)) {
                return segment;
            }
        }
        return null;
    }

    /** Removes the files; the memory stays usable by this process. */
    public synchronized void close() {
        segments.forEach(SharedSegmentFile::unlink);
    }
}
