package org.strata.tests.system.api;

import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.DistGraphNeighbors;
import mpi.File;
import mpi.FileView;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.Win;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Calls every public method of the API with one wrong argument after another, as {@code
 * arguments.txt} says, and on freed handles. Each must be the right error, before anything is
 * communicated, with a text that names the value. Two ranks.
 */
final class ArgumentsProgram {
    private static final List<Class<?>> TYPES =
            List.of(
                    Comm.class,
                    Intracomm.class,
                    Intercomm.class,
                    CartComm.class,
                    GraphComm.class,
                    Group.class,
                    Datatype.class,
                    Op.class,
                    Info.class,
                    Request.class,
                    Prequest.class,
                    Status.class,
                    Message.class,
                    Win.class,
                    File.class,
                    FileView.class,
                    Count.class,
                    CartParms.class,
                    GraphParms.class,
                    DistGraphNeighbors.class,
                    MPIException.class,
                    MPI.class);

    /** What may be called on a freed handle, or is not one's own. */
    private static final Set<String> LENIENT =
            Set.of(
                    "isNull",
                    "getRequest",
                    "clone",
                    "close",
                    "callErrhandler",
                    "getView",
                    "isCommutative",
                    "toFuture",
                    "toString",
                    "equals",
                    "hashCode");

    private final Map<String, ArgumentRole> roles = ArgumentRoles.all();
    private final Map<String, List<String[]>> rows = new HashMap<>();
    private final Set<String> excused = new java.util.HashSet<>();
    private final Map<Class<?>, Object> receivers = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private volatile String current = "";
    private int checks;

    private ArgumentsProgram() throws MPIException {
        try (InputStream in = ArgumentsProgram.class.getResourceAsStream("arguments.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            text.lines().filter(line -> !line.startsWith("#")).forEach(this::row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void row(String line) {
        int colon = line.indexOf(": ");
        if (colon < 0) {
            excused.add(line.substring(0, line.indexOf(" - ")));
            return;
        }
        String[] names = line.substring(colon + 2).split(" ");
        rows.computeIfAbsent(line.substring(0, colon), k -> new ArrayList<>()).add(names);
    }

    static void run() throws MPIException {
        if (MPI.COMM_WORLD.getSize() != 2) {
            return;
        }
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        ArgumentsProgram program = new ArgumentsProgram();
        program.makeReceivers();
        program.watch();
        for (Class<?> type : TYPES) {
            program.check(type);
        }
        program.messages();
        program.checkFreed();
        program.current = "";
        program.failures.forEach(System.err::println);
        Check.equal(program.failures.size(), 0, "wrong arguments that are not reported right");
        Check.that(program.checks > 1500, program.checks + " checks");
        program.freeReceivers();
    }

    // ---- The objects that methods are called on.

    private void makeReceivers() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        receivers.put(Comm.class, world.dup());
        receivers.put(Intracomm.class, receivers.get(Comm.class));
        int me = world.getRank();
        receivers.put(Intercomm.class, world.createIntercomm(MPI.COMM_SELF, 0, 1 - me, 3));
        receivers.put(CartComm.class, world.createCart(new int[] {2}, new boolean[1], false));
        int[] index = {1, 2};
        receivers.put(GraphComm.class, world.createGraph(index, new int[] {1, 0}, false));
        receivers.put(Group.class, world.getGroup());
        receivers.put(Datatype.class, Datatype.createContiguous(2, MPI.INT));
        receivers.put(Info.class, new Info());
        receivers.put(Status.class, MPI.REQUEST_NULL.waitStatus());
        receivers.put(Message.class, new Message());
        Win window = new Win(MPI.newIntBuffer(64), 64, 1, MPI.INFO_NULL, world);
        window.setErrhandler(MPI.ERRORS_RETURN);
        window.lockAll(0);
        receivers.put(Win.class, window);
        int mode = MPI.MODE_RDWR | MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE;
        receivers.put(File.class, new File(MPI.COMM_SELF, path("arguments"), mode));
    }

    private static String path(String name) {
        String file = "strata-" + name + "-" + ProcessHandle.current().pid();
        return Path.of(System.getProperty("java.io.tmpdir"), file).toString();
    }

    private void freeReceivers() throws MPIException {
        Win window = (Win) receivers.get(Win.class);
        window.unlockAll();
        window.free();
        ((Win) receivers.get(Dynamic.class)).free();
        ((File) receivers.get(File.class)).close();
        ((Comm) receivers.get(Comm.class)).free();
        ((Comm) receivers.get(Intercomm.class)).free();
        ((Comm) receivers.get(CartComm.class)).free();
        ((Comm) receivers.get(GraphComm.class)).free();
    }

    private Object receiver(Executable member) throws MPIException {
        String name = member.getName();
        if (name.toLowerCase(java.util.Locale.ROOT).contains("neighborall")) {
            return receivers.get(CartComm.class);
        }
        if (member.getDeclaringClass() == Win.class && name.matches("attach.*|detach")) {
            return receivers.computeIfAbsent(Dynamic.class, k -> Dynamic.make());
        }
        return receivers.get(member.getDeclaringClass());
    }

    /** Key of the window without memory. */
    private static final class Dynamic {
        static Win make() {
            try {
                Win window = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
                window.setErrhandler(MPI.ERRORS_RETURN);
                return window;
            } catch (MPIException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Ends the process if a call waits, which one with a wrong argument must not. */
    private void watch() {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    String before = "the start";
                    while (true) {
                        if (before.equals(current) && !before.isEmpty()) {
                            System.err.println("this call waits: " + current);
                            Runtime.getRuntime().halt(1);
                        }
                        before = current;
                        try {
                            Thread.sleep(20_000);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                });
    }

    // ---- Wrong arguments.

    private void check(Class<?> type) throws MPIException {
        List<Executable> members = new ArrayList<>(List.of(type.getDeclaredMethods()));
        members.addAll(List.of(type.getConstructors()));
        for (Executable member : members) {
            boolean called = Modifier.isPublic(member.getModifiers()) && !member.isSynthetic();
            if (called && member.getParameterCount() > 0) {
                check(member);
            }
        }
    }

    private void check(Executable member) throws MPIException {
        if (excused.contains(key(member))) {
            return;
        }
        String[] names = row(member);
        if (names == null) {
            failures.add("no row for " + member);
            return;
        }
        for (int i = 0; i < names.length; i++) {
            for (ArgumentRole.Bad bad : roles.get(names[i]).bads()) {
                if (bad.fits(member.getParameterTypes()[i])) {
                    Object[] arguments = good(names);
                    arguments[i] = bad.value();
                    expect(member, receiver(member), arguments, bad, names[i]);
                }
            }
        }
        checkAliases(member, names);
    }

    /** The same buffer must not be sent from and received into. */
    private void checkAliases(Executable member, String[] names) throws MPIException {
        int from = Arrays.asList(names).indexOf("send");
        int into = Arrays.asList(names).indexOf("recv");
        boolean pairwise = member.getName().matches("i?(N|n)eighbor.*|i?(A|a)llToAllw.*");
        if (from >= 0 && into >= 0 && !pairwise) {
            Object[] arguments = good(names);
            arguments[into] = arguments[from];
            var bad = new ArgumentRole.Bad(null, MPI.ERR_BUFFER, "overlap");
            expect(member, receiver(member), arguments, bad, "aliases");
        }
    }

    private static String key(Executable member) {
        return member.getDeclaringClass().getSimpleName()
                + "."
                + member.getName().replace("mpi.", "");
    }

    /** Returns the roles of a member's parameters, null if the table has none. */
    private String[] row(Executable member) {
        String[] names = fitting(member, rows.get(key(member)), 0);
        if (names == null && member instanceof Method) {
            String name = member.getName();
            String type = member.getDeclaringClass().getSimpleName() + ".";
            if (name.endsWith("Init")) {
                String base = name.substring(0, name.length() - 4);
                boolean hints =
                        member.getParameterTypes()[member.getParameterCount() - 1] == Info.class;
                return fitting(member, rows.get(type + base), hints ? 1 : 0);
            }
            if (name.startsWith("i")) {
                char first = Character.toLowerCase(name.charAt(1));
                return fitting(member, rows.get(type + first + name.substring(2)), 0);
            }
        }
        return names;
    }

    /**
     * Returns the row for a member's parameters.
     *
     * @param more parameters at the end that may have any value
     */
    private String[] fitting(Executable member, List<String[]> candidates, int more) {
        for (String[] names : candidates == null ? List.<String[]>of() : candidates) {
            if (names.length + more == member.getParameterCount() && fits(member, names)) {
                String[] all = Arrays.copyOf(names, names.length + more);
                Arrays.fill(all, names.length, all.length, "any");
                return all;
            }
        }
        return null;
    }

    private boolean fits(Executable member, String[] names) {
        for (int i = 0; i < names.length; i++) {
            Class<?> parameter = member.getParameterTypes()[i];
            Object good = roles.get(names[i]).good();
            if (good != null && !parameter.isPrimitive() && !parameter.isInstance(good)) {
                return false;
            }
            if (parameter.isPrimitive() && good != null && !(good instanceof Number)) {
                return false;
            }
        }
        return true;
    }

    private Object[] good(String[] names) {
        Object[] values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            values[i] = roles.get(names[i]).good();
        }
        return values;
    }

    private void expect(
            Executable member, Object on, Object[] arguments, ArgumentRole.Bad bad, String what) {
        String where = signature(member) + " with " + what + " " + text(bad.value());
        current = where;
        checks++;
        try {
            call(member, on, arguments);
            failures.add(where + ": nothing was thrown");
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            String message = String.valueOf(thrown.getMessage());
            boolean right =
                    thrown instanceof MPIException failure
                            ? failure.getErrorClass() == bad.errorClass()
                            : bad.errorClass() == ArgumentRole.ILLEGAL
                                    && thrown instanceof IllegalArgumentException;
            if (!right || !message.contains(bad.text())) {
                failures.add(where + ": " + thrown);
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            failures.add(where + ": the table does not fit: " + e);
        }
    }

    private static String signature(Executable member) {
        return Arrays.stream(member.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", key(member) + "(", ")"));
    }

    private static String text(Object value) {
        return Arrays.deepToString(new Object[] {value});
    }

    private static void call(Executable member, Object on, Object[] arguments)
            throws ReflectiveOperationException {
        Object[] values = arguments.clone();
        for (int i = 0; i < values.length; i++) {
            Class<?> type = member.getParameterTypes()[i];
            if (type == boolean.class) {
                values[i] = false;
            } else if (type.isPrimitive() && values[i] == null) {
                values[i] = 0;
            }
        }
        if (member instanceof Constructor<?> maker) {
            maker.newInstance(values);
        } else {
            ((Method) member).invoke(on, values);
        }
    }

    /** A null message cannot be received, whatever the other arguments are. */
    private void messages() throws MPIException {
        int[] in = new int[1];
        Check.fails(MPI.ERR_REQUEST, () -> new Message().mRecv(in, 1, MPI.INT), "null message");
        Check.fails(MPI.ERR_REQUEST, () -> new Message().imRecv(in, 1, MPI.INT), "null message");
        Comm self = MPI.COMM_SELF;
        for (int errorClass : new int[] {MPI.ERR_COUNT, MPI.ERR_TYPE, MPI.ERR_BUFFER}) {
            int count = errorClass == MPI.ERR_COUNT ? -1 : errorClass == MPI.ERR_BUFFER ? 2 : 1;
            Datatype type = errorClass == MPI.ERR_TYPE ? null : MPI.INT;
            self.iSend(in, 1, MPI.INT, 0, 0).free();
            Message message = new Message();
            message.mProbe(0, 0, self);
            Check.fails(errorClass, () -> message.mRecv(in, count, type), "mRecv");
            Check.fails(errorClass, () -> message.imRecv(in, count, type), "imRecv");
            message.mRecv(in, 1, MPI.INT);
        }
    }

    // ---- Freed handles.

    private void checkFreed() throws MPIException {
        Comm comm = (Comm) receivers.get(Comm.class);
        freed(Comm.class, ArgumentRoles.freed(comm), MPI.ERR_COMM);
        freed(Intracomm.class, ArgumentRoles.freed(comm), MPI.ERR_COMM);
        freed(Intercomm.class, ArgumentRoles.freed((Comm) receivers.get(Intercomm.class)), 5);
        freed(CartComm.class, ArgumentRoles.freed((Comm) receivers.get(CartComm.class)), 5);
        freed(GraphComm.class, ArgumentRoles.freed((Comm) receivers.get(GraphComm.class)), 5);
        Group group = MPI.COMM_WORLD.getGroup();
        group.free();
        freed(Group.class, group, MPI.ERR_GROUP);
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.free();
        freed(Datatype.class, type, MPI.ERR_TYPE);
        Info info = new Info();
        info.free();
        freed(Info.class, info, MPI.ERR_INFO);
        Prequest request = comm.sendInit(new int[1], 1, MPI.INT, 0, 0);
        request.free();
        freed(Prequest.class, request, MPI.ERR_REQUEST);
        Win window = new Win(MPI.newIntBuffer(64), 64, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        window.free();
        freed(Win.class, window, MPI.ERR_WIN);
        int mode = MPI.MODE_RDWR | MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE;
        File file = new File(MPI.COMM_SELF, path("freed"), mode);
        file.close();
        freed(File.class, file, MPI.ERR_FILE);
    }

    private void freed(Class<?> type, Object handle, int errorClass) {
        var bad = new ArgumentRole.Bad(handle, errorClass, "");
        for (Method method : type.getDeclaredMethods()) {
            int modifiers = method.getModifiers();
            boolean called = Modifier.isPublic(modifiers) && !Modifier.isStatic(modifiers);
            String[] names = method.getParameterCount() == 0 ? new String[0] : row(method);
            boolean lenient = LENIENT.contains(method.getName()) || excused.contains(key(method));
            boolean free = method.getName().equals("free") && handle instanceof Prequest;
            if (called && !method.isSynthetic() && !lenient && !free && names != null) {
                expect(method, handle, good(names), bad, "a freed handle");
            }
        }
    }
}
