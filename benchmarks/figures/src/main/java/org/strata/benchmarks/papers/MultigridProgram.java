package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The program of P4 by real processes: the cycles of {@link Multigrid}, exchanged as {@link
 * HaloModel} does. Arguments: fields of a point, milliseconds of warm-up, blocks, milliseconds of a
 * block, in whole cycles. Rank 0 prints {@code cycle BEST MEDIAN}, in microseconds; the stack
 * prints its counters at Finalize.
 */
final class MultigridProgram {
    private final int fields;
    private final List<HaloStep> cycle;
    private final ByteBuffer out;
    private final ByteBuffer in;

    private MultigridProgram(int fields) throws MPIException {
        this.fields = fields;
        cycle = new Multigrid(MPI.COMM_WORLD.getSize()).cycle(MPI.COMM_WORLD.getRank());
        int most = fields * cycle.stream().mapToInt(HaloStep::bytes).max().orElse(0);
        out = MPI.newByteBuffer(most);
        in = MPI.newByteBuffer(most);
    }

    /** Runs in any number of ranks from 2 on. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MultigridProgram program = new MultigridProgram(Integer.parseInt(args[0]));
        double cycle = program.warmUp(Long.parseLong(args[1]) * 1_000_000);
        double[] times = new double[Integer.parseInt(args[2])];
        int cycles = agree(Math.max(1, (int) (Long.parseLong(args[3]) * 1e6 / cycle)));
        for (int i = 0; i < times.length; i++) {
            MPI.COMM_WORLD.barrier();
            long start = System.nanoTime();
            program.run(cycles);
            times[i] = (System.nanoTime() - start) / 1e3 / cycles;
        }
        Arrays.sort(times);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.printf(Locale.ROOT, "cycle %.2f %.2f%n", times[0], times[times.length / 2]);
        }
        MPI.Finalize();
    }

    /** Runs cycles until the time is over; returns the nanoseconds of one in the second half. */
    private double warmUp(long nanos) throws MPIException {
        long start = System.nanoTime();
        long half = start;
        int cycles = 0;
        while (agree(System.nanoTime() - start < nanos ? 1 : 0) != 0) {
            run(1);
            boolean first = System.nanoTime() - start < nanos / 2;
            half = first ? System.nanoTime() : half;
            cycles = first ? 0 : cycles + 1;
        }
        return (double) (System.nanoTime() - half) / Math.max(1, cycles);
    }

    /** Returns rank 0's number. */
    private static int agree(int mine) throws MPIException {
        int[] number = {mine};
        MPI.COMM_WORLD.bcast(number, 1, MPI.INT, 0);
        return number[0];
    }

    private void run(int cycles) throws MPIException {
        for (int i = 0; i < cycles; i++) {
            for (HaloStep step : cycle) {
                exchange(step);
            }
        }
    }

    private void exchange(HaloStep step) throws MPIException {
        Request[] requests = new Request[2 * fields * step.halo().size()];
        int count = 0;
        int at = 0;
        for (int field = 0; field < fields; field++) {
            for (HaloStep.Part part : step.halo()) {
                ByteBuffer place = MPI.slice(in, at);
                requests[count++] =
                        MPI.COMM_WORLD.iRecv(place, part.bytes(), MPI.BYTE, part.peer(), field);
                at += part.bytes();
            }
        }
        at = 0;
        for (HaloStep.Part part : step.halo()) {
            for (int field = 0; field < fields; field++) {
                ByteBuffer place = MPI.slice(out, at);
                requests[count++] =
                        MPI.COMM_WORLD.iSend(place, part.bytes(), MPI.BYTE, part.peer(), field);
                at += part.bytes();
            }
        }
        Request.waitAll(requests);
    }
}
