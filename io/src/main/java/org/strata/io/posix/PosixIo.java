package org.strata.io.posix;

import org.strata.io.posix.FileHints.Buffering;
import org.strata.mca.coll.Coll;
import org.strata.mca.io.Io;
import org.strata.mca.io.IoFailure;
import org.strata.mca.io.IoFile;
import org.strata.mca.io.OpenMode;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.PosixFile;

import java.util.Map;

/** Opens and deletes files by the operating system's calls. */
final class PosixIo implements Io {
    private final PosixIoConfig config;
    private final ProgressEngine engine;
    private final Pml pml;
    private final Coll coll;
    private final IoThreads threads;
    private final long firstTurn;

    /**
     * @param threads work in the background
     * @param firstTurn see {@link PosixIoFile}
     */
    PosixIo(
            PosixIoConfig config,
            ProgressEngine engine,
            Pml pml,
            Coll coll,
            IoThreads threads,
            long firstTurn) {
        this.config = config;
        this.engine = engine;
        this.pml = pml;
        this.coll = coll;
        this.threads = threads;
        this.firstTurn = firstTurn;
    }

    @Override
    public IoFile open(CommContext comm, String path, OpenMode mode, Map<String, String> hints)
            throws IoFailure {
        BlockingExchanges exchanges = new BlockingExchanges(comm, coll, engine);
        exchanges.requireSame("access modes", mode.bits());
        DiskFile file = openEverywhere(exchanges, path, mode);
        try {
            FileHints wanted = defaults(comm).with(hints, comm.size());
            FileHints common = wanted.with(exchanges.first(wanted.common()));
            SharedPointer shared = new SharedPointer(comm, pml, engine);
            FileComm fileComm =
                    new FileComm(comm, pml, engine, threads, exchanges, new FileAccesses());
            return new PosixIoFile(fileComm, file, mode, common, shared, firstTurn);
        } catch (IoFailure e) {
            file.closeQuietly();
            throw e;
        }
    }

    /** Rank 0 creates the file: if all did, MODE_EXCL would let one of them succeed. */
    private static DiskFile openEverywhere(BlockingExchanges exchanges, String path, OpenMode mode)
            throws IoFailure {
        DiskFile[] file = new DiskFile[1];
        try {
            if (mode.creates()) {
                exchanges.atFirst(() -> file[0] = DiskFile.open(path, flags(mode, true)));
            }
            exchanges.together(() -> {
                if (file[0] == null) {
                    file[0] = DiskFile.open(path, flags(mode, false));
                }
            });
            return file[0];
        } catch (IoFailure e) {
            if (file[0] != null) {
                file[0].closeQuietly();
            }
            throw e;
        }
    }

    private static int flags(OpenMode mode, boolean first) {
        int access = mode.reads() ? PosixFile.O_RDWR : PosixFile.O_WRONLY;
        if (!mode.writes()) {
            return PosixFile.O_RDONLY;
        }
        boolean creates = mode.creates() && (first || !mode.exclusive());
        boolean exclusive = first && creates && mode.exclusive();
        return access | (creates ? PosixFile.O_CREAT : 0) | (exclusive ? PosixFile.O_EXCL : 0);
    }

    private FileHints defaults(CommContext comm) {
        int hosts = Aggregators.hosts(comm);
        int nodes = config.cbNodes() == 0 ? hosts : Math.min(config.cbNodes(), comm.size());
        return new FileHints(
                Buffering.AUTOMATIC, nodes, config.cbBufferSize(), config.readBufferSize());
    }

    @Override
    public void delete(String path) throws IoFailure {
        DiskFile.delete(path);
    }
}
