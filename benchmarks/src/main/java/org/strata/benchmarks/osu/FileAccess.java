package org.strata.benchmarks.osu;

import mpi.File;
import mpi.MPI;
import mpi.MPIException;

import java.nio.file.Path;

/** Tests of files: all ranks write one, each its part, collectively. */
final class FileAccess {
    /** Shortest write of all ranks together. */
    private static final int LEAST = 1 << 20;

    /** Bytes that are written for each size. */
    private static final int TOTAL = 1 << 28;

    private FileAccess() {}

    static void writeBandwidth(Options options) throws MPIException {
        Report.head("MPI_File_write_at_all Bandwidth Test", "Bandwidth (MB/s)");
        String directory = System.getProperty("java.io.tmpdir");
        String path = Path.of(directory, "strata_osu_file").toString();
        int mode = MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_DELETE_ON_CLOSE;
        try (File file = new File(MPI.COMM_WORLD, path, mode)) {
            int first = Math.max(options.minSize(), LEAST);
            for (int size = first; size <= options.maxSize(); size = Options.next(size)) {
                int times = TOTAL / size;
                int part = size / MPI.COMM_WORLD.getSize();
                Object data = Message.of(options, part);
                write(file, data, part, Math.max(1, times / 4));
                MPI.COMM_WORLD.barrier();
                double start = MPI.wtime();
                write(file, data, part, times);
                MPI.COMM_WORLD.barrier();
                double seconds = MPI.wtime() - start;
                double bytes = (double) part * MPI.COMM_WORLD.getSize() * times;
                Report.line(size, bytes / seconds / 1e6);
            }
        }
    }

    private static void write(File file, Object data, int part, int times) throws MPIException {
        long offset = (long) MPI.COMM_WORLD.getRank() * part;
        for (int i = 0; i < times; i++) {
            file.writeAtAll(offset, data, part, MPI.BYTE);
        }
    }
}
