package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/**
 * Every collective that moves data, on every kind of memory, against what each rank can compute by
 * itself: element {@code i} of rank {@code r}'s contribution is {@code value(r, i)}.
 */
final class CollectivesProgram {
    private static final int[] COUNTS = {0, 1, 3, 64, 1000, 20_000};

    private final Intracomm comm;
    private final int rank;
    private final int size;

    private CollectivesProgram(Intracomm comm) throws MPIException {
        this.comm = comm;
        rank = comm.getRank();
        size = comm.getSize();
    }

    /** Runs on the world, its reverse, and its halves. */
    static void run() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int me = MPI.COMM_WORLD.getRank();
        new CollectivesProgram(MPI.COMM_WORLD).all();
        Intracomm reverse = MPI.COMM_WORLD.split(0, -me);
        Check.equal(reverse.getRank(), reverse.getSize() - 1 - me, "rank in the reverse");
        new CollectivesProgram(reverse).all();
        Intracomm half = MPI.COMM_WORLD.split(me % 2, me);
        new CollectivesProgram(half).all();
        new CollectivesProgram(MPI.COMM_SELF).all();
        reverse.free();
        half.free();
    }

    private void all() throws MPIException {
        for (int count : COUNTS) {
            for (Cell cell : count > 1000 ? new Cell[] {Cell.ARRAY, Cell.DIRECT} : Cell.values()) {
                comm.barrier();
                for (int root = 0; root < size; root++) {
                    bcast(cell, count, root);
                    gather(cell, count, root);
                    gatherv(cell, count, root);
                    scatter(cell, count, root);
                    scatterv(cell, count, root);
                }
                allGather(cell, count);
                allGatherv(cell, count);
                allToAll(cell, count);
                allToAllv(cell, count);
            }
        }
        derived();
    }

    private static int value(int rank, int index) {
        return 1_000_003 * (rank + 1) + 7 * index;
    }

    private static int[] values(int rank, int count) {
        int[] values = new int[count];
        Arrays.setAll(values, i -> value(rank, i));
        return values;
    }

    /** The contributions of all ranks, one after another. */
    private int[] allOf(int count) {
        int[] all = new int[size * count];
        for (int r = 0; r < size; r++) {
            System.arraycopy(values(r, count), 0, all, r * count, count);
        }
        return all;
    }

    private static void expect(Object memory, int[] expected, String what) {
        Check.equal(Cell.ints(memory), expected, what);
    }

    private void bcast(Cell cell, int count, int root) throws MPIException {
        Object buffer = rank == root ? cell.of(values(root, count)) : cell.allocate(count);
        comm.bcast(buffer, count, MPI.INT, root);
        expect(buffer, values(root, count), "bcast");
    }

    private void gather(Cell cell, int count, int root) throws MPIException {
        Object in = rank == root ? cell.allocate(size * count) : null;
        comm.gather(cell.of(values(rank, count)), count, MPI.INT, in, count, MPI.INT, root);
        if (rank == root) {
            expect(in, allOf(count), "gather");
            Object place = cell.allocate(size * count);
            copy(values(rank, count), place, rank * count);
            comm.gather(place, count, MPI.INT, root);
            expect(place, allOf(count), "gather in place");
        } else {
            comm.gather(cell.of(values(rank, count)), count, MPI.INT, root);
        }
    }

    private static void copy(int[] from, Object to, int at) {
        for (int i = 0; i < from.length; i++) {
            Cell.put(to, at + i, from[i]);
        }
    }

    /** Rank r contributes count + r elements, in reverse order of ranks, two apart. */
    private int[] counts(int count) throws MPIException {
        int[] counts = new int[size];
        Arrays.setAll(counts, r -> count + r);
        return Surplus.behind(counts);
    }

    private int[] places(int count) throws MPIException {
        int[] places = new int[size];
        int at = 2;
        for (int r = size - 1; r >= 0; r--) {
            places[r] = at;
            at += count + r + 2;
        }
        return Surplus.behind(places);
    }

    private int room(int count) {
        return size * (count + size + 2) + 2;
    }

    private int[] allv(int count) throws MPIException {
        int[] all = new int[room(count)];
        Arrays.fill(all, -1);
        for (int r = 0; r < size; r++) {
            System.arraycopy(values(r, count + r), 0, all, places(count)[r], count + r);
        }
        return all;
    }

    private Object blank(Cell cell, int ints) {
        Object memory = cell.allocate(ints);
        for (int i = 0; i < ints; i++) {
            Cell.put(memory, i, -1);
        }
        return memory;
    }

    private void gatherv(Cell cell, int count, int root) throws MPIException {
        int mine = count + rank;
        Object out = cell.of(values(rank, mine));
        if (rank == root) {
            Object in = blank(cell, room(count));
            comm.gatherv(out, mine, MPI.INT, in, counts(count), places(count), MPI.INT, root);
            expect(in, allv(count), "gatherv");
            in = blank(cell, room(count));
            copy(values(rank, mine), in, places(count)[rank]);
            comm.gatherv(in, counts(count), places(count), MPI.INT, root);
            expect(in, allv(count), "gatherv in place");
        } else {
            comm.gatherv(out, mine, MPI.INT, null, null, null, MPI.INT, root);
            comm.gatherv(out, mine, MPI.INT, root);
        }
    }

    private void scatter(Cell cell, int count, int root) throws MPIException {
        Object out = rank == root ? cell.of(allOf(count)) : null;
        Object in = cell.allocate(count);
        comm.scatter(out, count, MPI.INT, in, count, MPI.INT, root);
        expect(in, values(rank, count), "scatter");
        if (rank == root) {
            comm.scatter(out, count, MPI.INT, root);
            expect(out, allOf(count), "scatter in place");
        } else {
            Object again = cell.allocate(count);
            comm.scatter(again, count, MPI.INT, root);
            expect(again, values(rank, count), "scatter");
        }
    }

    private void scatterv(Cell cell, int count, int root) throws MPIException {
        int mine = count + rank;
        Object in = cell.allocate(mine);
        if (rank == root) {
            Object out = cell.of(allv(count));
            int[] counts = counts(count);
            comm.scatterv(out, counts, places(count), MPI.INT, in, mine, MPI.INT, root);
            comm.scatterv(out, counts, places(count), MPI.INT, root);
            expect(out, allv(count), "scatterv in place");
        } else {
            comm.scatterv(null, null, null, MPI.INT, in, mine, MPI.INT, root);
            expect(in, values(rank, mine), "scatterv");
            in = cell.allocate(mine);
            comm.scatterv(in, mine, MPI.INT, root);
        }
        expect(in, values(rank, mine), "scatterv");
    }

    private void allGather(Cell cell, int count) throws MPIException {
        Object in = cell.allocate(size * count);
        comm.allGather(cell.of(values(rank, count)), count, MPI.INT, in, count, MPI.INT);
        expect(in, allOf(count), "allGather");
        in = cell.allocate(size * count);
        copy(values(rank, count), in, rank * count);
        comm.allGather(in, count, MPI.INT);
        expect(in, allOf(count), "allGather in place");
    }

    private void allGatherv(Cell cell, int count) throws MPIException {
        int mine = count + rank;
        Object in = blank(cell, room(count));
        Object out = cell.of(values(rank, mine));
        comm.allGatherv(out, mine, MPI.INT, in, counts(count), places(count), MPI.INT);
        expect(in, allv(count), "allGatherv");
        in = blank(cell, room(count));
        copy(values(rank, mine), in, places(count)[rank]);
        comm.allGatherv(in, counts(count), places(count), MPI.INT);
        expect(in, allv(count), "allGatherv in place");
    }

    private void allToAll(Cell cell, int count) throws MPIException {
        int[] expected = new int[size * count];
        int[] all = values(rank, size * count);
        for (int r = 0; r < size; r++) {
            System.arraycopy(values(r, size * count), rank * count, expected, r * count, count);
        }
        Object in = cell.allocate(size * count);
        comm.allToAll(cell.of(all), count, MPI.INT, in, count, MPI.INT);
        expect(in, expected, "allToAll");
    }

    /** Rank r sends count + r + s elements to rank s. */
    private void allToAllv(Cell cell, int count) throws MPIException {
        int[] sendCounts = new int[size];
        int[] sendPlaces = new int[size];
        int[] places = new int[size];
        int at = 0;
        for (int r = 0; r < size; r++) {
            sendCounts[r] = count + rank + r;
            sendPlaces[r] = at;
            places[r] = at + r;
            at += sendCounts[r];
        }
        int[] expected = new int[at + size];
        Arrays.fill(expected, -1);
        for (int r = 0; r < size; r++) {
            for (int i = 0; i < sendCounts[r]; i++) {
                expected[places[r] + i] = value(r, placeAt(r, rank, count) + i);
            }
        }
        Object in = blank(cell, at + size);
        comm.allToAllv(
                cell.of(values(rank, at)),
                Surplus.behind(sendCounts),
                Surplus.behind(sendPlaces),
                MPI.INT,
                in,
                Surplus.behind(sendCounts),
                Surplus.behind(places),
                MPI.INT);
        expect(in, expected, "allToAllv");
    }

    private static int placeAt(int sender, int receiver, int count) {
        int at = 0;
        for (int s = 0; s < receiver; s++) {
            at += count + sender + s;
        }
        return at;
    }

    /** Strided columns are collected into packed rows, and dealt out again. */
    private void derived() throws MPIException {
        int blocks = 50;
        Datatype column = Cell.strided(blocks, 3);
        Datatype padded = Datatype.createResized(column, 0, 4 * 3 * blocks);
        padded.commit();
        int[] matrix = new int[3 * blocks];
        for (int i = 0; i < blocks; i++) {
            matrix[3 * i] = value(rank, i);
            matrix[3 * i + 1] = -5;
            matrix[3 * i + 2] = -6;
        }
        int[] rows = new int[size * blocks];
        comm.allGather(matrix, 1, column, rows, blocks, MPI.INT);
        Check.equal(rows, allOf(blocks), "columns to rows");
        int[] columns = new int[size * 3 * blocks];
        Arrays.fill(columns, -7);
        comm.allGather(rows, blocks, MPI.INT, columns, 1, padded);
        for (int r = 0; r < size; r++) {
            for (int i = 0; i < blocks; i++) {
                Check.equal(columns[3 * (r * blocks + i)], value(0, i), "rows to columns");
                Check.equal(columns[3 * (r * blocks + i) + 1], -7, "gap");
            }
        }
        int[] back = matrix.clone();
        comm.bcast(back, 1, column, 0);
        for (int i = 0; i < blocks; i++) {
            Check.equal(back[3 * i], value(0, i), "bcast of a column");
            Check.equal(back[3 * i + 1], -5, "gap");
        }
        column.free();
        padded.free();
    }
}
