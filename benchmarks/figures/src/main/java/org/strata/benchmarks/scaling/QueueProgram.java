package org.strata.benchmarks.scaling;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import org.strata.benchmarks.scaling.QueueShape.Queue;

import java.nio.ByteBuffer;

/**
 * The same queues in two real ranks: rank 1 sends, rank 0 receives. Prints a line per queue,
 * wanted, order and number of entries: the nanoseconds per message, the best of some rounds.
 * Arguments: samples, messages per sample, then the numbers of entries.
 */
final class QueueProgram {
    private static final int BYTES = 8;
    private static final int GO = 1_000_000;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final ByteBuffer data = MPI.newByteBuffer(BYTES);
    private final ByteBuffer word = MPI.newByteBuffer(BYTES);

    private QueueProgram() throws MPIException {}

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        QueueProgram program = new QueueProgram();
        int samples = Integer.parseInt(args[0]);
        int messages = Integer.parseInt(args[1]);
        // The first pass lets the JVM compile what all shapes use.
        program.passes(args, 1, messages, false);
        program.passes(args, samples, messages, true);
        MPI.Finalize();
    }

    private void passes(String[] args, int samples, int messages, boolean print)
            throws MPIException {
        for (QueueShape shape : QueueCosts.shapes(true)) {
            for (int i = 2; i < args.length; i++) {
                int entries = Integer.parseInt(args[i]);
                double best = best(shape, entries, samples, messages);
                if (print && rank == 0) {
                    System.out.println(QueueTable.line(shape, entries, best));
                }
            }
        }
    }

    private double best(QueueShape shape, int entries, int samples, int messages)
            throws MPIException {
        int rounds = Math.max(1, messages / entries);
        Request[] requests = new Request[entries];
        double best = Double.MAX_VALUE;
        for (int sample = 0; sample < samples; sample++) {
            long nanos = 0;
            for (int round = 0; round < rounds; round++) {
                nanos += rank == 0 ? receive(shape, entries, requests) : send(shape, entries);
            }
            best = Math.min(best, nanos / ((double) rounds * entries));
        }
        return best;
    }

    /** Posts all receives and completes them; returns the nanoseconds that count. */
    private long receive(QueueShape shape, int entries, Request[] requests) throws MPIException {
        boolean posted = shape.queue() == Queue.POSTED;
        if (!posted) {
            signal();
            // The messages of a pair arrive in order: behind this one, all others have.
            MPI.COMM_WORLD.recv(word, BYTES, MPI.BYTE, 1, GO);
        }
        long start = System.nanoTime();
        for (int i = 0; i < entries; i++) {
            int entry = posted ? i : shape.leaving(i, entries);
            int source = shape.wanted().source(1);
            int tag = shape.wanted().tag(shape.tag(entry));
            requests[i] = MPI.COMM_WORLD.iRecv(data, BYTES, MPI.BYTE, source, tag);
        }
        if (posted) {
            signal();
        }
        Request.waitAll(requests);
        return System.nanoTime() - start;
    }

    private void signal() throws MPIException {
        MPI.COMM_WORLD.send(word, BYTES, MPI.BYTE, 1, GO);
    }

    private long send(QueueShape shape, int entries) throws MPIException {
        MPI.COMM_WORLD.recv(word, BYTES, MPI.BYTE, 0, GO);
        boolean posted = shape.queue() == Queue.POSTED;
        for (int i = 0; i < entries; i++) {
            int entry = posted ? shape.leaving(i, entries) : i;
            MPI.COMM_WORLD.send(data, BYTES, MPI.BYTE, 0, shape.tag(entry));
        }
        if (!posted) {
            MPI.COMM_WORLD.send(word, BYTES, MPI.BYTE, 0, GO);
        }
        return 0;
    }
}
