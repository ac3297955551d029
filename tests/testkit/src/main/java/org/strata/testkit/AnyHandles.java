package org.strata.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Handles of one of the two APIs: usable ones, null handles, freed ones, and pending requests. */
final class AnyHandles {
    private static final int PENDING_TAG = 4711;

    private final Class<?> mpi;
    private final boolean mpj;
    private final List<Object> usable = new ArrayList<>();
    private final List<Object> gone = new ArrayList<>();
    private final List<Object> pending = new ArrayList<>();
    private final List<Object> constants = new ArrayList<>();

    /** Results of calls, which are no handles. */
    private final Map<Class<?>, Object> kept = new LinkedHashMap<>();

    private final String base;

    AnyHandles(Class<?> mpi, String base) throws ReflectiveOperationException {
        this.mpi = mpi;
        this.base = base;
        boolean lower = false;
        for (Method method : mpi.getMethods()) {
            lower |= method.getName().equals("isInitialized");
        }
        this.mpj = !lower;
        for (Field field : mpi.getFields()) {
            boolean fatal = field.getName().matches("ERRORS_(ARE_FATAL|ABORT)|COMM_WORLD");
            if (!fatal && !field.getType().isPrimitive() && field.get(null) != null) {
                constants.add(field.get(null));
            }
        }
        Object returning = field("ERRORS_RETURN");
        for (String comm : new String[] {"COMM_WORLD", "COMM_SELF"}) {
            call(field(comm), mpj ? "Errhandler_set" : "setErrhandler", returning);
        }
    }

    private Object field(String name) throws ReflectiveOperationException {
        return mpi.getField(name).get(null);
    }

    /** Calls the method of a name that takes the arguments; on a class, a static one. */
    private static Object call(Object on, String name, Object... arguments)
            throws ReflectiveOperationException {
        Class<?> type = on instanceof Class<?> itself ? itself : on.getClass();
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name)
                    && method.getParameterCount() == arguments.length
                    && !method.isSynthetic()) {
                try {
                    return method.invoke(on instanceof Class<?> ? null : on, arguments);
                } catch (IllegalArgumentException e) {
                    continue;
                } catch (InvocationTargetException e) {
                    throw new ReflectiveOperationException(name, e.getCause());
                }
            }
        }
        throw new NoSuchMethodException(type + "." + name);
    }

    private static Object make(String type, Object... arguments)
            throws ReflectiveOperationException {
        for (var constructor : Class.forName("mpi." + type).getConstructors()) {
            if (constructor.getParameterCount() == arguments.length) {
                try {
                    return constructor.newInstance(arguments);
                } catch (IllegalArgumentException e) {
                    continue;
                }
            }
        }
        throw new NoSuchMethodException(type);
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("mpi." + name);
    }

    private void freed(Object handle, String how) throws ReflectiveOperationException {
        call(handle, how);
        gone.add(handle);
    }

    /** Makes all handles again: calls may have freed or changed some. */
    void renew(boolean windowsAndFiles) throws ReflectiveOperationException {
        for (Object each : usable) {
            dispose(each);
        }
        usable.clear();
        gone.clear();
        for (Object request : pending) {
            call(request, mpj ? "Cancel" : "cancel");
            call(request, mpj ? "Wait" : "waitFor");
        }
        pending.clear();
        if (mpj) {
            mpj();
        } else {
            mpi(windowsAndFiles);
        }
    }

    private static void dispose(Object handle) {
        String type = handle.getClass().getSimpleName();
        try {
            if (type.matches("File")) {
                call(handle, "close");
            } else if (type.matches("Win|CartComm|GraphComm|Intracomm")) {
                call(handle, "free");
            }
        } catch (ReflectiveOperationException e) {
            // The calls have freed it, or it is MPJ's, whose name is another.
        }
    }

    private void mpi(boolean windowsAndFiles) throws ReflectiveOperationException {
        Object self = field(base);
        int size = (int) call(self, "getSize");
        int[] grid = {size};
        int[] index = IntStream.rangeClosed(1, size).toArray();
        Object none = field("INFO_NULL");
        usable.add(call(self, "dup"));
        freed(call(self, "dup"), "free");
        usable.add(call(self, "createCart", grid, new boolean[1], false));
        freed(call(self, "createCart", grid, new boolean[1], false), "free");
        usable.add(call(self, "createGraph", index, new int[size], false));
        freed(call(self, "createGraph", index, new int[size], false), "free");
        usable.add(call(self, "getGroup"));
        freed(call(self, "getGroup"), "free");
        usable.add(call(type("Datatype"), "createVector", 2, 1, 3, field("INT")));
        Object committed = call(type("Datatype"), "createContiguous", 2, field("DOUBLE"));
        call(committed, "commit");
        usable.add(committed);
        Object huge = call(type("Datatype"), "createContiguous", Integer.MAX_VALUE, field("LONG"));
        call(huge, "commit");
        usable.add(huge);
        Object empty = call(type("Datatype"), "createContiguous", 0, field("INT"));
        call(empty, "commit");
        usable.add(empty);
        freed(call(type("Datatype"), "createContiguous", 2, field("INT")), "free");
        usable.add(make("Info"));
        freed(make("Info"), "free");
        usable.add(make("Message"));
        usable.add(make("Count", 4L));
        usable.add(make("Count", Long.MAX_VALUE));
        usable.add(make("Count", -5L));
        usable.add(call(field("REQUEST_NULL"), "waitStatus"));
        int nobody = -2;
        usable.add(call(self, "iRecv", new int[1], 1, field("INT"), nobody, 0));
        usable.add(call(self, "recvInit", new int[1], 1, field("INT"), nobody, 0));
        freed(call(self, "sendInit", new int[1], 1, field("INT"), nobody, 0), "free");
        freed(call(self, "iSend", new int[1], 1, field("INT"), nobody, 0), "waitFor");
        pending.add(call(self, "iRecv", new int[1], 1, field("INT"), 0, PENDING_TAG));
        if (windowsAndFiles && base.equals("COMM_SELF")) {
            windowsAndFiles(self, none);
        }
    }

    private void windowsAndFiles(Object self, Object none) throws ReflectiveOperationException {
        var memory = call(mpi, "newIntBuffer", 64);
        Object returning = field("ERRORS_RETURN");
        for (int i = 0; i < 3; i++) {
            Object window =
                    i == 1 ? make("Win", none, self) : make("Win", memory, 64, 1, none, self);
            call(window, "setErrhandler", returning);
            if (i == 2) {
                freed(window, "free");
            } else {
                usable.add(window);
            }
            Object file = make("File", self, path("any" + i), 1 | 8 | 16);
            call(file, "setErrhandler", returning);
            if (i == 0) {
                usable.add(file);
            } else {
                freed(file, "close");
            }
        }
    }

    private void mpj() throws ReflectiveOperationException {
        Object self = field(base);
        int size = (int) call(self, "Size");
        int[] grid = {size};
        int[] index = IntStream.rangeClosed(1, size).toArray();
        usable.add(call(self, "clone"));
        freed(call(self, "clone"), "Free");
        usable.add(call(self, "Create_cart", grid, new boolean[1], false));
        freed(call(self, "Create_cart", grid, new boolean[1], false), "Free");
        usable.add(call(self, "Create_graph", index, new int[size], false));
        freed(call(self, "Create_graph", index, new int[size], false), "Free");
        usable.add(call(self, "Group"));
        freed(call(self, "Group"), "free");
        usable.add(call(type("Datatype"), "Vector", 2, 1, 3, field("INT")));
        usable.add(call(type("Datatype"), "Contiguous", 2, field("OBJECT")));
        usable.add(call(type("Datatype"), "Contiguous", Integer.MAX_VALUE, field("LONG")));
        usable.add(call(type("Datatype"), "Contiguous", 0, field("INT")));
        freed(call(type("Datatype"), "Contiguous", 2, field("INT")), "free");
        int nobody = mpi.getField("PROC_NULL").getInt(null);
        usable.add(call(self, "Irecv", new int[1], 0, 1, field("INT"), nobody, 0));
        usable.add(call(self, "Recv_init", new int[1], 0, 1, field("INT"), nobody, 0));
        usable.add(call(self, "Recv_init", new Object[1], 0, 1, field("OBJECT"), nobody, 0));
        freed(call(self, "Send_init", new int[1], 0, 1, field("INT"), nobody, 0), "Free");
        freed(call(self, "Isend", new int[1], 0, 1, field("INT"), nobody, 0), "Wait");
        pending.add(call(self, "Irecv", new int[1], 0, 1, field("INT"), 0, PENDING_TAG));
        usable.add(make("Status"));
    }

    static String path(String name) {
        String file = "strata-" + name + "-" + ProcessHandle.current().pid();
        return Path.of(System.getProperty("java.io.tmpdir"), file).toString();
    }

    void keep(Object result) {
        kept.put(result.getClass(), result);
    }

    /** Keeps an object that is made once. */
    void keepAlways(Object object) {
        constants.add(object);
    }

    /** Returns whether all calls share an object: it must stay as it is. */
    boolean isShared(Object object) {
        return constants.contains(object);
    }

    /**
     * Returns the handles of a type.
     *
     * @param goneOnly whether to leave out those that can be used
     * @param withPending whether requests that never complete are among them
     */
    List<Object> all(Class<?> type, boolean goneOnly, boolean withPending) {
        List<Object> found = new ArrayList<>();
        gone.stream().filter(type::isInstance).forEach(found::add);
        if (!goneOnly) {
            kept.values().stream().filter(type::isInstance).forEach(found::add);
            usable.stream().filter(type::isInstance).forEach(found::add);
            constants.stream().filter(type::isInstance).forEach(found::add);
        }
        if (withPending) {
            pending.stream().filter(type::isInstance).forEach(found::add);
        }
        return found;
    }

    String text(Random random) {
        String[] texts = {
            "",
            "x",
            "native",
            "external32",
            "x".repeat(5000),
            "a\0b",
            "\ud800",
            "/strata-no-such-directory/file",
            path("text"),
            "1;2;3",
            "key"
        };
        return texts[random.nextInt(texts.length)];
    }
}
