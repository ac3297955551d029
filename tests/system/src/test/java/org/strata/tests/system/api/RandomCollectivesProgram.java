package org.strata.tests.system.api;

import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Random allToAllw and random neighbourhood collectives, blocking, non-blocking and persistent,
 * compared with a sequential model that every rank computes from the same seed. An exchange is a
 * list of messages, all pairs of ranks or the edges of a random graph; some edges occur twice, some
 * lead from a rank to itself, and some ranks have none.
 */
final class RandomCollectivesProgram {
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int MOST_INTS = 9;

    /** Starts of a persistent request. */
    private static final int STARTS = 3;

    private static final int UNTOUCHED = -1;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank;
    private final int size;

    /** The same at every rank. */
    private final Random common;

    /** Where this rank's data lie, which is no other rank's business. */
    private final Random own;

    private enum Kind {
        ALL_TO_ALL_W,
        GATHER,
        GATHER_V,
        ALL_TO_ALL,
        ALL_TO_ALL_V
    }

    private enum Form {
        BLOCKING,
        NON_BLOCKING,
        PERSISTENT
    }

    /** How the ints of a message lie in memory. */
    private enum Shape {
        ROW {
            @Override
            Datatype type(int ints) {
                return MPI.INT;
            }

            @Override
            int place(int ints, int index) {
                return index;
            }
        },
        SPREAD {
            @Override
            Datatype type(int ints) throws MPIException {
                return Datatype.createVector(Math.max(1, ints), 1, 2, MPI.INT);
            }

            @Override
            int place(int ints, int index) {
                return 2 * index;
            }
        },
        BACKWARDS {
            @Override
            Datatype type(int ints) throws MPIException {
                int[] lengths = new int[Math.max(1, ints)];
                int[] places = new int[lengths.length];
                Arrays.fill(lengths, 1);
                Arrays.setAll(places, i -> lengths.length - 1 - i);
                return Datatype.createIndexed(lengths, places, MPI.INT);
            }

            @Override
            int place(int ints, int index) {
                return ints - 1 - index;
            }
        };

        abstract Datatype type(int ints) throws MPIException;

        abstract int place(int ints, int index);

        /** Returns how many elements of the type have so many ints. */
        int count(int ints) {
            return this == ROW ? ints : Math.min(1, ints);
        }
    }

    /**
     * A message.
     *
     * @param key of its contents: the sender's rank if all of its messages are the same
     */
    private record Message(int from, int to, int ints, int key) {
        int value(int index, int start) {
            return 100_003 * (key + 1) + 1009 * start + index;
        }
    }

    /** The messages that a rank sends, or those that it receives, in memory. */
    private final class Side {
        private final List<Message> messages;
        private final Shape[] shapes;
        private final int[] places;
        private final int[] counts;
        private final Datatype[] types;
        private final Object memory;

        /**
         * @param packed whether the messages lie one after another, without gaps
         */
        Side(List<Message> messages, boolean packed, boolean shaped) throws MPIException {
            this.messages = messages;
            int all = messages.size();
            shapes = new Shape[all];
            places = new int[all];
            counts = new int[all];
            types = new Datatype[all];
            int end = 0;
            for (int i = 0; i < all; i++) {
                int ints = messages.get(i).ints;
                shapes[i] = shaped ? Shape.values()[own.nextInt(Shape.values().length)] : Shape.ROW;
                types[i] = shapes[i].type(ints);
                if (shapes[i] != Shape.ROW) {
                    types[i].commit();
                }
                counts[i] = shapes[i].count(ints);
                places[i] = packed ? end : end + own.nextInt(3);
                end = places[i] + (shapes[i] == Shape.SPREAD ? 2 * ints : ints);
            }
            Cell cell = own.nextBoolean() ? Cell.ARRAY : Cell.DIRECT;
            memory = cell.allocate(end + 1);
        }

        void clear() {
            for (int i = 0; i < Cell.length(memory); i++) {
                Cell.put(memory, i, UNTOUCHED);
            }
        }

        /** Stores what the messages of a start contain. */
        void fill(Object target, int start) {
            for (int i = 0; i < places.length; i++) {
                Message message = messages.get(i);
                for (int index = 0; index < message.ints; index++) {
                    int place = places[i] + shapes[i].place(message.ints, index);
                    Cell.put(target, place, message.value(index, start));
                }
            }
        }

        void verify(int start, String what) {
            int[] expected = new int[Cell.length(memory)];
            Arrays.fill(expected, UNTOUCHED);
            fill(expected, start);
            Check.equal(Cell.ints(memory), expected, what);
        }

        int[] counts() throws MPIException {
            return Surplus.behind(counts);
        }

        int[] places() throws MPIException {
            return Surplus.behind(places);
        }

        int[] bytePlaces() throws MPIException {
            int[] bytes = Arrays.stream(places).map(place -> Integer.BYTES * place).toArray();
            return Surplus.behind(bytes);
        }

        void free() throws MPIException {
            for (int i = 0; i < types.length; i++) {
                if (shapes[i] != Shape.ROW) {
                    types[i].free();
                }
            }
        }
    }

    private RandomCollectivesProgram(long seed) throws MPIException {
        rank = world.getRank();
        size = world.getSize();
        common = new Random(seed);
        own = new Random(seed ^ (rank + 1));
    }

    static void run() throws MPIException {
        long[] seed = {SEED};
        MPI.COMM_WORLD.bcast(seed, 1, MPI.LONG, 0);
        try {
            RandomCollectivesProgram program = new RandomCollectivesProgram(seed[0]);
            for (int round = 0; round < Integer.getInteger("rounds", 60); round++) {
                program.round("round " + round);
            }
        } catch (RuntimeException | Error e) {
            throw new AssertionError("-Dseed=" + seed[0], e);
        }
    }

    private void round(String name) throws MPIException {
        Kind kind = Kind.values()[common.nextInt(Kind.values().length)];
        Form form = Form.values()[common.nextInt(Form.values().length)];
        List<Message> all = kind == Kind.ALL_TO_ALL_W ? pairs() : edges(kind);
        List<Message> leaving = all.stream().filter(message -> message.from == rank).toList();
        List<Message> coming = all.stream().filter(message -> message.to == rank).toList();
        boolean gathers = kind == Kind.GATHER || kind == Kind.GATHER_V;
        boolean equal = kind == Kind.GATHER || kind == Kind.ALL_TO_ALL;
        boolean shaped = kind == Kind.ALL_TO_ALL_W;
        List<Message> stored = gathers ? leaving.stream().limit(1).toList() : leaving;
        Side send = new Side(stored, equal || gathers, shaped);
        Side receive = new Side(coming, equal, shaped);
        Comm comm = shaped ? world.dup() : graph(leaving, coming);
        String what = name + ", " + kind + ", " + form;
        int ints = all.isEmpty() ? 0 : all.getFirst().ints;
        exchange(new Exchange(comm, kind, send, receive, ints), form, what);
        send.free();
        receive.free();
        comm.free();
    }

    private List<Message> pairs() {
        List<Message> messages = new ArrayList<>();
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                int ints = common.nextInt(MOST_INTS);
                messages.add(new Message(from, to, ints, messages.size()));
            }
        }
        return messages;
    }

    private List<Message> edges(Kind kind) {
        int equal = common.nextInt(MOST_INTS);
        int[] ofSender = common.ints(size, 0, MOST_INTS).toArray();
        List<Message> messages = new ArrayList<>();
        int count = common.nextInt(3 * size + 1);
        for (int i = 0; i < count; i++) {
            int from = common.nextInt(size);
            int to = common.nextInt(size);
            int other = common.nextInt(MOST_INTS);
            messages.add(
                    switch (kind) {
                        case GATHER -> new Message(from, to, equal, from);
                        case GATHER_V -> new Message(from, to, ofSender[from], from);
                        case ALL_TO_ALL -> new Message(from, to, equal, i);
                        default -> new Message(from, to, other, i);
                    });
        }
        return messages;
    }

    private Comm graph(List<Message> leaving, List<Message> coming) throws MPIException {
        int[] sources = coming.stream().mapToInt(Message::from).toArray();
        int[] destinations = leaving.stream().mapToInt(Message::to).toArray();
        return world.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false);
    }

    private static void exchange(Exchange exchange, Form form, String what) throws MPIException {
        Prequest persistent = form == Form.PERSISTENT ? exchange.init() : null;
        for (int start = 0; start < (persistent == null ? 1 : STARTS); start++) {
            exchange.send.fill(exchange.send.memory, start);
            exchange.receive.clear();
            switch (form) {
                case BLOCKING -> exchange.run();
                case NON_BLOCKING -> exchange.start().waitFor();
                case PERSISTENT -> {
                    persistent.start();
                    persistent.waitFor();
                }
            }
            exchange.receive.verify(start, what + ", start " + start);
        }
        if (persistent != null) {
            persistent.free();
        }
    }

    /**
     * A call in its three forms.
     *
     * @param ints of every message, if they are equally long
     */
    private record Exchange(Comm comm, Kind kind, Side send, Side receive, int ints) {
        private Object out() {
            return send.memory;
        }

        private Object in() {
            return receive.memory;
        }

        /** Returns the length of the one message that a gather sends; 0 to nobody. */
        private int own() {
            return send.counts.length == 0 ? 0 : send.counts[0];
        }

        void run() throws MPIException {
            Datatype type = MPI.INT;
            int[] to = receive.counts();
            switch (kind) {
                case ALL_TO_ALL_W ->
                        comm.allToAllw(
                                out(),
                                send.counts(),
                                send.bytePlaces(),
                                send.types,
                                in(),
                                to,
                                receive.bytePlaces(),
                                receive.types);
                case GATHER -> comm.neighborAllGather(out(), own(), type, in(), ints, type);
                case GATHER_V ->
                        comm.neighborAllGatherv(
                                out(), own(), type, in(), to, receive.places(), type);
                case ALL_TO_ALL -> comm.neighborAllToAll(out(), ints, type, in(), ints, type);
                case ALL_TO_ALL_V ->
                        comm.neighborAllToAllv(
                                out(),
                                send.counts(),
                                send.places(),
                                type,
                                in(),
                                to,
                                receive.places(),
                                type);
            }
        }

        Request start() throws MPIException {
            Datatype type = MPI.INT;
            int[] to = receive.counts();
            return switch (kind) {
                case ALL_TO_ALL_W ->
                        comm.iAllToAllw(
                                out(),
                                send.counts(),
                                send.bytePlaces(),
                                send.types,
                                in(),
                                to,
                                receive.bytePlaces(),
                                receive.types);
                case GATHER -> comm.iNeighborAllGather(out(), own(), type, in(), ints, type);
                case GATHER_V ->
                        comm.iNeighborAllGatherv(
                                out(), own(), type, in(), to, receive.places(), type);
                case ALL_TO_ALL -> comm.iNeighborAllToAll(out(), ints, type, in(), ints, type);
                case ALL_TO_ALL_V ->
                        comm.iNeighborAllToAllv(
                                out(),
                                send.counts(),
                                send.places(),
                                type,
                                in(),
                                to,
                                receive.places(),
                                type);
            };
        }

        Prequest init() throws MPIException {
            Datatype type = MPI.INT;
            int[] to = receive.counts();
            return switch (kind) {
                case ALL_TO_ALL_W ->
                        comm.allToAllwInit(
                                out(),
                                send.counts(),
                                send.bytePlaces(),
                                send.types,
                                in(),
                                to,
                                receive.bytePlaces(),
                                receive.types,
                                null);
                case GATHER ->
                        comm.neighborAllGatherInit(out(), own(), type, in(), ints, type, null);
                case GATHER_V ->
                        comm.neighborAllGathervInit(
                                out(), own(), type, in(), to, receive.places(), type, null);
                case ALL_TO_ALL ->
                        comm.neighborAllToAllInit(out(), ints, type, in(), ints, type, null);
                case ALL_TO_ALL_V ->
                        comm.neighborAllToAllvInit(
                                out(),
                                send.counts(),
                                send.places(),
                                type,
                                in(),
                                to,
                                receive.places(),
                                type,
                                null);
            };
        }
    }
}
