package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.UserFunction;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Every public non-blocking and persistent collective, found by reflection, against the blocking
 * one of the same form: several under way, among blocking ones, completed in an order that differs
 * from rank to rank by every kind of wait and test.
 */
final class NonBlockingProgram {
    private static final int[] COUNTS = {1, 0, 4, 3000};
    private static final int MOST_UNDER_WAY = 9;

    private final Intracomm comm;
    private final int rank;
    private final int blocks;
    private final int root;
    private final int count;
    private final Random random;
    private final List<Pending> pending = new ArrayList<>();

    /** A collective under way. */
    private record Pending(String what, Request request, Object[] actual, Object[] expected) {
        void verify() {
            for (int i = 0; i < actual.length; i++) {
                Check.equal(Cell.ints(actual[i]), Cell.ints(expected[i]), what + ", buffer " + i);
            }
        }
    }

    private NonBlockingProgram(Intracomm comm, int count, int round) throws MPIException {
        this.comm = comm;
        this.rank = comm.getRank();
        this.blocks = Math.max(2, comm.getSize());
        this.root = round % comm.getSize();
        this.count = count;
        this.random = new Random(31L * round + rank);
    }

    /** Runs on a ring, on which neighbourhood collectives are defined, too. */
    static void run() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int size = MPI.COMM_WORLD.getSize();
        Intracomm ring = MPI.COMM_WORLD.createCart(new int[] {size}, new boolean[] {true}, false);
        int called = 0;
        for (int round = 0; round < COUNTS.length; round++) {
            called = new NonBlockingProgram(ring, COUNTS[round], round).all();
        }
        // 35 of Open MPI's, as many for arrays but iBarrier, and 35 persistent ones.
        Check.equal(called, 35 + 34 + 35, "methods called");
        freedUnderWay(ring);
        failingFunction(ring);
        freedDatatype(ring);
        ring.free();
    }

    /** Operations under way on a communicator that is freed are completed. */
    private static void freedUnderWay(Intracomm comm) throws MPIException {
        Intracomm copy = comm.dup();
        int[] sum = {1};
        Request request = copy.iAllReduce(sum, 1, MPI.INT, MPI.SUM);
        Request barrier = copy.iBarrier();
        int[] later = {1};
        Prequest persistent = copy.allReduceInit(later, 1, MPI.INT, MPI.SUM, MPI.INFO_NULL);
        copy.free();
        Request.waitAll(new Request[] {barrier, request});
        Check.equal(sum[0], comm.getSize(), "sum on a freed communicator");
        Intracomm other = comm.dup();
        Request between = other.iAllReduce(sum, 1, MPI.INT, MPI.SUM);
        persistent.start();
        Request.waitAll(new Request[] {persistent, between});
        Check.equal(later[0], comm.getSize(), "persistent sum on a freed communicator");
        Check.equal(sum[0], comm.getSize() * comm.getSize(), "sum on a new communicator");
        persistent.free();
        other.free();
    }

    private static final class Failing extends UserFunction {
        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
            throw new IllegalStateException("on purpose");
        }
    }

    /** What a function throws comes out of the wait, and later collectives are right. */
    private static void failingFunction(Intracomm comm) throws MPIException {
        Op failing = new Op(new Failing(), true);
        int[] thrown = {0};
        for (int round = 0; round < 2; round++) {
            int[] data = {1};
            Request request = comm.iAllReduce(data, 1, MPI.INT, failing);
            try {
                if (round == 0) {
                    request.waitFor();
                } else {
                    Request.waitAll(new Request[] {MPI.REQUEST_NULL, request});
                }
            } catch (IllegalStateException e) {
                Check.equal(e.getMessage(), "on purpose", "what the function throws");
                thrown[0]++;
            }
            Check.that(request.isNull(), "a failed request is null");
        }
        comm.iAllReduce(thrown, 1, MPI.INT, MPI.MAX).waitFor();
        Check.equal(thrown[0], comm.getSize() > 1 ? 2 : 0, "rounds that threw");
    }

    /** Asks the datatype for its size. */
    private static final class SumOfRows extends UserFunction {
        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype)
                throws MPIException {
            int[] in = (int[]) inVec;
            int[] inOut = (int[]) inOutVec;
            for (int i = 0; i < count * datatype.getSize(); i++) {
                inOut[i] += in[i];
            }
        }
    }

    /** A datatype may be freed before the function that combines its elements is called. */
    private static void freedDatatype(Intracomm comm) throws MPIException {
        Op sum = new Op(new SumOfRows(), true);
        Datatype row = Datatype.createContiguous(2, MPI.INT);
        row.commit();
        int[] now = {1, 2};
        int[] later = {1, 2};
        Request request = comm.iAllReduce(now, 1, row, sum);
        Prequest repeated = comm.allReduceInit(later, 1, row, sum, MPI.INFO_NULL);
        row.free();
        repeated.start();
        Request.waitAll(new Request[] {request, repeated});
        int size = comm.getSize();
        Check.equal(now, new int[] {size, 2 * size}, "iAllReduce of a freed datatype");
        Check.equal(later, new int[] {size, 2 * size}, "allReduceInit with a freed datatype");
        repeated.start();
        repeated.waitFor();
        Check.equal(later[1], 2 * size * size, "again");
        repeated.free();
        sum.free();
    }

    private int all() throws MPIException {
        int called = 0;
        List<Method> methods = new ArrayList<>(List.of(Intracomm.class.getMethods()));
        methods.sort(Comparator.comparing(Method::toGenericString));
        for (Method method : methods) {
            if (isCollective(method)) {
                called++;
                if (isMyForm(method)) {
                    start(method);
                }
                completeDownTo(random.nextInt(MOST_UNDER_WAY));
            }
        }
        completeDownTo(0);
        return called;
    }

    private static boolean isCollective(Method method) {
        String name = method.getName();
        if (method.getReturnType() == Prequest.class) {
            return Arrays.asList(method.getParameterTypes()).contains(Info.class);
        }
        boolean starts = method.getReturnType() == Request.class && name.startsWith("i");
        return starts && !name.matches("i[bsr]?(Send|Recv)");
    }

    /** Of the v collectives with a root, one form is for the root, another for the others. */
    private boolean isMyForm(Method method) {
        List<Class<?>> types = List.of(method.getParameterTypes());
        boolean one = types.stream().filter(NonBlockingProgram::isBuffer).count() == 1;
        if (method.getName().matches("i?[gG]atherv(Init)?|i?[sS]catterv(Init)?") && one) {
            return types.contains(int[].class) == (rank == root);
        }
        return true;
    }

    private static boolean isBuffer(Class<?> type) {
        return type == Object.class || type == Buffer.class;
    }

    private void start(Method method) throws MPIException {
        boolean persistent = method.getReturnType() == Prequest.class;
        Method blocking = blocking(method, persistent);
        Object[] expected = arguments(blocking, Cell.ARRAY);
        call(blocking, expected);
        Cell cell = takesArrays(method) && random.nextBoolean() ? Cell.ARRAY : Cell.DIRECT;
        Object[] actual = arguments(method, cell);
        Object request = call(method, actual);
        if (persistent) {
            ((Prequest) request).start();
            ((Prequest) request).waitFor();
            refill(buffers(method, actual));
            ((Prequest) request).start();
        }
        pending.add(
                new Pending(
                        method + " of " + count,
                        (Request) request,
                        buffers(method, actual),
                        buffers(blocking, expected)));
    }

    private static boolean takesArrays(Method method) {
        return List.of(method.getParameterTypes()).contains(Object.class);
    }

    /** Returns the blocking method of the same form. */
    private static Method blocking(Method method, boolean persistent) {
        String name = method.getName();
        String plain =
                persistent
                        ? name.substring(0, name.length() - "Init".length())
                        : Character.toLowerCase(name.charAt(1)) + name.substring(2);
        Class<?>[] types =
                Arrays.stream(method.getParameterTypes())
                        .filter(type -> type != Info.class)
                        .map(type -> type == Buffer.class ? Object.class : type)
                        .toArray(Class<?>[]::new);
        try {
            return Intracomm.class.getMethod(plain, types);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(method.toString(), e);
        }
    }

    private Object call(Method method, Object[] arguments) throws MPIException {
        try {
            return method.invoke(comm, arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " of " + count, e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object[] buffers(Method method, Object[] arguments) {
        List<Object> buffers = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (isBuffer(method.getParameterTypes()[i])) {
                buffers.add(arguments[i]);
            }
        }
        return buffers.toArray();
    }

    /** Makes arguments by type: the last int of a rooted collective is its root. */
    private Object[] arguments(Method method, Cell cell) throws MPIException {
        Class<?>[] types = method.getParameterTypes();
        boolean rooted =
                method.getName().matches("i?([bB]cast|[gG]ather|[sS]catter|[rR]educe)v?(Init)?");
        int last = Arrays.asList(types).lastIndexOf(int.class);
        boolean typed = Arrays.asList(types).contains(Datatype[].class);
        Object[] values = new Object[types.length];
        int vectors = 0;
        for (int i = 0; i < types.length; i++) {
            if (isBuffer(types[i])) {
                values[i] = cell.allocate(2 * blocks * (count + 1));
            } else if (types[i] == int.class) {
                values[i] = rooted && i == last ? root : count;
            } else if (types[i] == int[].class) {
                boolean counts = vectors++ % 2 == 0;
                int[] entries = counts ? counts() : places(typed ? Integer.BYTES : 1);
                values[i] = blocks == comm.getSize() ? Surplus.behind(entries) : entries;
            } else if (types[i] == Datatype.class) {
                values[i] = MPI.INT;
            } else if (types[i] == Datatype[].class) {
                values[i] = Collections.nCopies(blocks, MPI.INT).toArray(new Datatype[0]);
            } else if (types[i] == Op.class) {
                values[i] = MPI.SUM;
            }
        }
        refill(buffers(method, values));
        return values;
    }

    /** Of a collective on this communicator; neighbours are two. */
    private int[] counts() {
        int[] counts = new int[blocks];
        Arrays.fill(counts, count);
        return counts;
    }

    private int[] places(int unit) {
        int[] places = new int[blocks];
        Arrays.setAll(places, i -> (blocks - 1 - i) * (count + 1) * unit);
        return places;
    }

    private void refill(Object[] buffers) {
        for (Object buffer : buffers) {
            for (int i = 0; i < Cell.length(buffer); i++) {
                Cell.put(buffer, i, 1_000_003 * (rank + 1) + 7 * i);
            }
        }
    }

    private void completeDownTo(int left) throws MPIException {
        while (pending.size() > left) {
            switch (random.nextInt(4)) {
                case 0 -> wait(pending.remove(random.nextInt(pending.size())));
                case 1 -> test(pending.remove(random.nextInt(pending.size())));
                case 2 -> {
                    Request[] requests = requests();
                    int index = Request.waitAny(requests);
                    pending.remove(index).verify();
                }
                default -> {
                    Request.waitAll(requests());
                    pending.forEach(Pending::verify);
                    pending.clear();
                }
            }
        }
    }

    private Request[] requests() {
        return pending.stream().map(Pending::request).toArray(Request[]::new);
    }

    private static void wait(Pending one) throws MPIException {
        one.request.waitFor();
        one.verify();
    }

    private static void test(Pending one) throws MPIException {
        while (!one.request.test()) {
            Thread.onSpinWait();
        }
        one.verify();
    }
}
