package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;

import org.strata.tests.system.api.ReductionsProgram.Operation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random collectives of random counts, displacements, datatypes, roots and operations, of two
 * buffers or in place; blocking, non-blocking and persistent. The result is compared with a
 * sequential model that every rank computes from the same seed. {@link RandomCollectivesProgram}
 * does it for those of pairs and neighbours. The communicator and the datatypes of a request are
 * freed before it is complete.
 */
final class RandomFormsProgram {
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    /** One more than the largest number of pairs of ints in a part. */
    private static final int MOST_PAIRS = 7;

    /** Starts of a persistent request. */
    private static final int STARTS = 3;

    private static final int UNTOUCHED = -1;

    private static final Operation[] OPERATIONS = {
        new Operation(MPI.SUM, Integer::sum),
        new Operation(MPI.MAX, Math::max),
        new Operation(
                new Op(new ReductionsProgram.ComposeArrays(), false), ReductionsProgram::compose)
    };

    private final Intracomm world = MPI.COMM_WORLD;
    private final Intracomm reverse = world.split(0, -world.getRank());
    private final int size = world.getSize();

    /** The same at every rank. */
    private final Random common;

    /** Where this rank's data lie, which is no other rank's business. */
    private final Random own;

    // ---- Of one call.

    private int rank;
    private int root;
    private boolean inPlace;
    private Operation operation;

    private enum Kind {
        BCAST,
        GATHER,
        GATHERV,
        SCATTER,
        SCATTERV,
        ALL_GATHER,
        ALL_GATHERV,
        ALL_TO_ALL,
        ALL_TO_ALLV,
        REDUCE,
        ALL_REDUCE,
        REDUCE_SCATTER,
        REDUCE_SCATTER_BLOCK,
        SCAN,
        EX_SCAN
    }

    private enum Form {
        BLOCKING,
        NON_BLOCKING,
        PERSISTENT
    }

    /** How pairs of ints lie in memory. */
    private enum Shape {
        /** Each int is an element. */
        PLAIN(2, 1, 1),
        /** Each pair is an element. */
        ROW(1, 2, 1),
        /** Each pair is an element with a gap in it. */
        GAPPED(1, 3, 2);

        /** Elements of a pair. */
        private final int elements;

        /** Ints from an element to the next one. */
        private final int extent;

        /** Ints from a pair's first int to its second. */
        private final int step;

        Shape(int elements, int extent, int step) {
            this.elements = elements;
            this.extent = extent;
            this.step = step;
        }

        Datatype type() throws MPIException {
            if (this == PLAIN) {
                return MPI.INT;
            }
            Datatype type = Datatype.createVector(2, 1, step, MPI.INT);
            type.commit();
            return type;
        }

        /** Returns where an int lies in a part, in ints from the part's beginning. */
        int place(int index) {
            return index / 2 * elements * extent + index % 2 * step;
        }
    }

    /** What a part of a buffer contains. */
    @FunctionalInterface
    private interface Contents {
        int value(int index, int start);
    }

    /** MPI leaves it open what a part contains afterwards. */
    private static final Contents ANY = (index, start) -> UNTOUCHED;

    /**
     * A part of a buffer.
     *
     * @param before what it contains before the call; null for nothing of interest
     * @param after what it contains after the call; null for the same
     */
    private record Part(int pairs, Contents before, Contents after) {}

    /** A buffer of this rank. */
    private final class Side {
        private final List<Part> parts;
        private final Shape shape;
        private final Datatype type;
        private final int[] counts;
        private final int[] places;
        private final Object memory;

        /**
         * @param packed whether the parts lie one after another, without gaps
         */
        Side(Shape shape, boolean packed, List<Part> parts) throws MPIException {
            this.parts = parts;
            this.shape = shape;
            type = shape.type();
            counts = parts.stream().mapToInt(part -> part.pairs * shape.elements).toArray();
            places = new int[counts.length];
            int end = 0;
            for (int i = 0; i < places.length; i++) {
                places[i] = packed ? end : end + own.nextInt(3);
                end = places[i] + counts[i];
            }
            Cell cell = own.nextBoolean() ? Cell.ARRAY : Cell.DIRECT;
            memory = cell.allocate(end * shape.extent + 1);
        }

        /** Returns the elements of each part, if they are equally long. */
        int count() {
            return counts.length == 0 ? 0 : counts[0];
        }

        int all() {
            return Arrays.stream(counts).sum();
        }

        void prepare(int start) {
            for (int i = 0; i < Cell.length(memory); i++) {
                Cell.put(memory, i, UNTOUCHED);
            }
            for (int i = 0; i < places.length; i++) {
                store(memory, i, parts.get(i).before, start);
            }
        }

        void verify(int start, String what) {
            int[] expected = new int[Cell.length(memory)];
            Arrays.fill(expected, UNTOUCHED);
            for (int i = 0; i < places.length; i++) {
                Part part = parts.get(i);
                store(expected, i, part.after == null ? part.before : part.after, start);
            }
            Check.equal(Cell.ints(memory), expected, what);
        }

        private void store(Object target, int part, Contents contents, int start) {
            for (int i = 0; contents != null && i < 2 * parts.get(part).pairs; i++) {
                int place = places[part] * shape.extent + shape.place(i);
                int value = contents == ANY ? Cell.get(memory, place) : contents.value(i, start);
                Cell.put(target, place, value);
            }
        }

        void freeType() throws MPIException {
            if (shape != Shape.PLAIN) {
                type.free();
            }
        }
    }

    /** The arguments of a call. */
    private static final class Arguments {
        private final List<Class<?>> types = new ArrayList<>();
        private final List<Object> values = new ArrayList<>();
        private final List<Side> sides = new ArrayList<>();

        private Arguments add(Class<?> type, Object value) {
            types.add(type);
            values.add(value);
            return this;
        }

        /** A buffer; null where this rank has none. */
        Arguments buffer(Side side) {
            if (side != null) {
                sides.add(side);
            }
            return add(Object.class, side == null ? null : side.memory);
        }

        Arguments number(int value) {
            return add(int.class, value);
        }

        Arguments numbers(int[] value) throws MPIException {
            return add(int[].class, Surplus.behind(value));
        }

        Arguments type(Datatype value) {
            return add(Datatype.class, value);
        }

        /** A buffer with parts of one length. */
        Arguments equal(Side side) {
            return buffer(side).number(side == null ? 0 : side.count()).type(typeOf(side));
        }

        /** A buffer with one part, or with several as one. */
        Arguments whole(Side side) {
            return buffer(side).number(side == null ? 0 : side.all()).type(typeOf(side));
        }

        /** A buffer with counts and displacements. */
        Arguments parts(Side side) throws MPIException {
            int[] none = {};
            buffer(side).numbers(side == null ? none : side.counts);
            return numbers(side == null ? none : side.places).type(typeOf(side));
        }

        private static Datatype typeOf(Side side) {
            return side == null ? MPI.INT : side.type;
        }

        Object call(Intracomm comm, String name, Form form) throws MPIException {
            Class<?>[] parameters = types.toArray(new Class<?>[0]);
            Object[] all = values.toArray();
            String full = name;
            if (form == Form.NON_BLOCKING) {
                full = "i" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
            } else if (form == Form.PERSISTENT) {
                full = name + "Init";
                parameters = Arrays.copyOf(parameters, parameters.length + 1);
                parameters[parameters.length - 1] = Info.class;
                all = Arrays.copyOf(all, all.length + 1);
            }
            try {
                Method method = Intracomm.class.getMethod(full, parameters);
                return method.invoke(comm, all);
            } catch (InvocationTargetException e) {
                throw new AssertionError(full + Arrays.deepToString(all), e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(full, e);
            }
        }
    }

    private RandomFormsProgram(long seed) throws MPIException {
        common = new Random(seed);
        own = new Random(seed ^ (world.getRank() + 1));
    }

    static void run() throws MPIException {
        long[] seed = {SEED};
        MPI.COMM_WORLD.bcast(seed, 1, MPI.LONG, 0);
        try {
            RandomFormsProgram program = new RandomFormsProgram(seed[0]);
            for (int round = 0; round < Integer.getInteger("rounds", 60); round++) {
                program.round("round " + round);
            }
            program.reverse.free();
        } catch (RuntimeException | Error e) {
            throw new AssertionError("-Dseed=" + seed[0], e);
        }
    }

    private void round(String name) throws MPIException {
        Kind kind = Kind.values()[common.nextInt(Kind.values().length)];
        Form form = Form.values()[common.nextInt(Form.values().length)];
        Intracomm comm = (common.nextBoolean() ? world : reverse).dup();
        rank = comm.getRank();
        root = common.nextInt(size);
        inPlace = common.nextBoolean();
        operation = OPERATIONS[common.nextInt(OPERATIONS.length)];
        Arguments call = kind.compareTo(Kind.REDUCE) < 0 ? movement(kind) : reduction(kind);
        String what = String.join(", ", name, "" + kind, "" + form, inPlace ? "in place" : "");
        execute(comm, method(kind), form, call, what);
    }

    /** Returns the method's name: that of the constant, in camel case. */
    private static String method(Kind kind) {
        StringBuilder name = new StringBuilder();
        for (String word : kind.name().split("_")) {
            String tail = word.substring(1).toLowerCase(Locale.ROOT);
            name.append(name.isEmpty() ? word.toLowerCase(Locale.ROOT).charAt(0) : word.charAt(0));
            name.append(tail);
        }
        return name.toString();
    }

    private static void execute(
            Intracomm comm, String method, Form form, Arguments call, String what)
            throws MPIException {
        boolean persistent = form == Form.PERSISTENT;
        call.sides.forEach(side -> side.prepare(0));
        Object made = call.call(comm, method, form);
        for (Side side : call.sides) {
            side.freeType();
        }
        comm.free();
        for (int start = 0; start < (persistent ? STARTS : 1); start++) {
            int now = start;
            if (persistent) {
                call.sides.forEach(side -> side.prepare(now));
                ((Prequest) made).start();
            }
            if (form != Form.BLOCKING) {
                ((Request) made).waitFor();
            }
            call.sides.forEach(side -> side.verify(now, what + ", start " + now));
        }
        if (persistent) {
            ((Prequest) made).free();
        }
    }

    // ---- The model of those that move data.

    private static Contents contents(int key) {
        return (index, start) -> 100_003 * (key + 1) + 1009 * start + index;
    }

    private Part sent(int pairs, int key) {
        return new Part(pairs, contents(key), null);
    }

    private Part received(int pairs, int key) {
        return new Part(pairs, null, contents(key));
    }

    private Side side(boolean packed, List<Part> parts) throws MPIException {
        return new Side(Shape.values()[own.nextInt(Shape.values().length)], packed, parts);
    }

    private Side one(Part part) throws MPIException {
        return side(true, List.of(part));
    }

    /** Returns the parts of all ranks. */
    private Side all(boolean packed, int[] pairs, boolean sent, boolean placed)
            throws MPIException {
        List<Part> parts = new ArrayList<>();
        for (int r = 0; r < size; r++) {
            boolean there = sent || (placed && r == rank);
            parts.add(there ? sent(pairs[r], r) : received(pairs[r], r));
        }
        return side(packed, parts);
    }

    private Arguments movement(Kind kind) throws MPIException {
        int[] pairs = common.ints(size, 0, MOST_PAIRS).toArray();
        int[] equal = new int[size];
        Arrays.fill(equal, pairs[0]);
        boolean atRoot = rank == root;
        return switch (kind) {
            case BCAST ->
                    new Arguments()
                            .equal(one(atRoot ? sent(pairs[0], 0) : received(pairs[0], 0)))
                            .number(root);
            case GATHER -> gather(atRoot, equal, true).number(root);
            case GATHERV -> gather(atRoot, pairs, false).number(root);
            case SCATTER -> scatter(atRoot, equal, true).number(root);
            case SCATTERV -> scatter(atRoot, pairs, false).number(root);
            case ALL_GATHER -> gather(true, equal, true);
            case ALL_GATHERV -> gather(true, pairs, false);
            case ALL_TO_ALL -> exchange(true);
            default -> exchange(false);
        };
    }

    private Arguments gather(boolean receives, int[] pairs, boolean packed) throws MPIException {
        Arguments call = new Arguments();
        Side all = receives ? all(packed, pairs, false, inPlace) : null;
        if (!inPlace || !receives) {
            call.equal(one(sent(pairs[rank], rank)));
        }
        boolean second = receives || !inPlace;
        if (second && packed) {
            call.equal(all);
        } else if (second) {
            call.parts(all);
        }
        return call;
    }

    private Arguments scatter(boolean sends, int[] pairs, boolean packed) throws MPIException {
        Arguments call = new Arguments();
        Side all = sends ? all(packed, pairs, true, false) : null;
        boolean first = sends || !inPlace;
        if (first && packed) {
            call.equal(all);
        } else if (first) {
            call.parts(all);
        }
        if (!inPlace || !sends) {
            call.equal(one(received(pairs[rank], rank)));
        }
        return call;
    }

    /** Every rank sends each one a part. */
    private Arguments exchange(boolean packed) throws MPIException {
        int equal = common.nextInt(MOST_PAIRS);
        int[] pairs = common.ints((long) size * size, 0, MOST_PAIRS).toArray();
        List<Part> leaving = new ArrayList<>();
        List<Part> coming = new ArrayList<>();
        for (int r = 0; r < size; r++) {
            int to = rank * size + r;
            int from = r * size + rank;
            leaving.add(sent(packed ? equal : pairs[to], to));
            coming.add(received(packed ? equal : pairs[from], from));
        }
        Side out = side(packed, leaving);
        Side in = side(packed, coming);
        return packed ? new Arguments().equal(out).equal(in) : new Arguments().parts(out).parts(in);
    }

    // ---- The model of reductions.

    /** Returns this rank's ints from one on. */
    private Contents mine(int from) {
        return (index, start) -> contents(rank).value(from + index, start);
    }

    /** Returns the combination of the ints of ranks 0 to last, from one on. */
    private Contents folded(int last, int from) {
        Operation by = operation;
        return (index, start) -> {
            int result = contents(0).value(from + index, start);
            for (int r = 1; r <= last; r++) {
                int next = contents(r).value(from + index, start);
                result = by.model().applyAsInt(result, next);
            }
            return result;
        };
    }

    private Side plain(Part... parts) throws MPIException {
        return new Side(Shape.PLAIN, true, List.of(parts));
    }

    private Arguments reduction(Kind kind) throws MPIException {
        int[] pairs = common.ints(size, 0, MOST_PAIRS).toArray();
        boolean block = kind == Kind.REDUCE_SCATTER_BLOCK;
        if (block) {
            Arrays.fill(pairs, pairs[0]);
        }
        if (block || kind == Kind.REDUCE_SCATTER) {
            return reduceScatter(pairs, block);
        }
        boolean rooted = kind == Kind.REDUCE;
        boolean none = (rooted && rank != root) || (kind == Kind.EX_SCAN && rank == 0);
        int last = kind == Kind.SCAN ? rank : kind == Kind.EX_SCAN ? rank - 1 : size - 1;
        Contents result = none ? null : folded(last, 0);
        Arguments call = new Arguments();
        if (inPlace) {
            call.whole(plain(new Part(pairs[0], mine(0), result)));
        } else {
            call.buffer(plain(new Part(pairs[0], mine(0), null)));
            call.whole(plain(new Part(pairs[0], null, result)));
        }
        call.add(Op.class, operation.op());
        return rooted ? call.number(root) : call;
    }

    private Arguments reduceScatter(int[] pairs, boolean block) throws MPIException {
        int total = Arrays.stream(pairs).sum();
        int before = 2 * Arrays.stream(pairs, 0, rank).sum();
        Contents result = folded(size - 1, before);
        Part rest = new Part(total - pairs[rank], mine(2 * pairs[rank]), ANY);
        Arguments call = new Arguments();
        if (inPlace) {
            call.buffer(plain(new Part(pairs[rank], mine(0), result), rest));
        } else {
            call.buffer(plain(new Part(total, mine(0), null)));
            call.buffer(plain(new Part(pairs[rank], null, result)));
        }
        int[] counts = Arrays.stream(pairs).map(each -> 2 * each).toArray();
        if (block) {
            call.number(counts[0]);
        } else {
            call.numbers(counts);
        }
        return call.type(MPI.INT).add(Op.class, operation.op());
    }
}
