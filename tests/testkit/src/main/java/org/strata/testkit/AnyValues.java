package org.strata.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Values of every type of parameter in the API: right ones, null, freed, too large, foreign. */
final class AnyValues {
    private static final int[] INTS = {
        0,
        1,
        2,
        3,
        7,
        8,
        9,
        64,
        -1,
        -2,
        -3,
        -4,
        -77,
        1 << 20,
        1 << 30,
        65_537,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        -32_766,
        600
    };

    /** No ranks of a communicator, and not the numbers that stand for any source or tag. */
    private static final int[] NO_RANKS = {
        7, -77, 64, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE
    };

    private static final long[] LONGS = {
        0, 1, 5, -1, -2, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE
    };

    private static final List<Object> FOREIGN = foreign();

    private final Random random;
    private final Class<?> mpi;
    private final AnyHandles handles;

    /**
     * @param base the communicator that others are made of
     */
    AnyValues(Random random, String base) throws ReflectiveOperationException {
        this.random = random;
        this.mpi = Class.forName("mpi.MPI");
        this.handles = new AnyHandles(mpi, base);
    }

    /** Keeps an object to call methods on and to pass to others. */
    void keep(Object object) {
        handles.keepAlways(object);
    }

    /** Keeps an object that a call has returned and that is not a handle, to call methods on. */
    void keepResult(Object result) {
        if (result != null
                && result.getClass()
                        .getName()
                        .matches("mpi\\..*(Parms|Data|View|Version|Complex|Neighbors|Tool.*)")) {
            handles.keep(result);
        }
    }

    void renew(boolean windowsAndFiles) throws ReflectiveOperationException {
        handles.renew(windowsAndFiles);
    }

    /** Returns the public classes of the package, in the order of their names. */
    List<Class<?>> publicClasses() throws ReflectiveOperationException {
        List<String> names;
        try {
            Path from = Path.of(mpi.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(from)) {
                names = names(from.resolve("mpi"));
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(from)) {
                    names = names(jar.getPath("/mpi"));
                }
            }
        } catch (java.io.IOException | java.net.URISyntaxException e) {
            throw new ReflectiveOperationException(e);
        }
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            Class<?> type = Class.forName("mpi." + name);
            if (Modifier.isPublic(type.getModifiers())) {
                classes.add(type);
            }
        }
        return classes;
    }

    private static List<String> names(Path folder) throws java.io.IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.startsWith("package-info"))
                    .map(file -> file.replace(".class", ""))
                    .sorted()
                    .toList();
        }
    }

    private static List<Object> foreign() {
        List<Object> all = new ArrayList<>();
        all.add(null);
        all.add("text");
        all.add(new Object());
        all.add(new Integer[4]);
        all.add(new Object[] {"a", 1, null, new Object()});
        all.add(new int[3][3]);
        all.add(List.of(1));
        for (Class<?> element :
                new Class<?>[] {
                    byte.class,
                    char.class,
                    short.class,
                    boolean.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class
                }) {
            for (int length : new int[] {0, 1, 64}) {
                all.add(Array.newInstance(element, length));
            }
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(256);
        all.add(direct);
        all.add(direct.asIntBuffer());
        all.add(direct.asReadOnlyBuffer());
        all.add(direct.asDoubleBuffer());
        all.add(direct.asCharBuffer());
        all.add(ByteBuffer.allocateDirect(0));
        all.add(ByteBuffer.allocate(256));
        all.add(ByteBuffer.allocate(256).asReadOnlyBuffer());
        all.add(ByteBuffer.allocate(256).asIntBuffer());
        all.add(IntBuffer.allocate(64));
        all.add(IntBuffer.allocate(64).slice(9, 20));
        all.add(DoubleBuffer.allocate(0));
        all.add(LongBuffer.allocate(4));
        all.add(CharBuffer.wrap("text"));
        all.add(MemorySegment.NULL);
        all.add(MemorySegment.ofArray(new int[64]));
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(256);
        all.add(gone);
        all.add(gone.asByteBuffer());
        closed.close();
        return all;
    }

    private static <T> T any(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Returns MPI_PROC_NULL, or a number that is no rank. */
    int noRank() throws ReflectiveOperationException {
        boolean none = random.nextInt(3) == 0;
        return none
                ? mpi.getField("PROC_NULL").getInt(null)
                : NO_RANKS[random.nextInt(NO_RANKS.length)];
    }

    /**
     * Returns an object to call methods on, null if there is none.
     *
     * @param changed whether the call changes it: then it is no predefined one
     */
    Object receiver(Class<?> type, boolean gone, boolean changed) {
        List<Object> found = new ArrayList<>(handles.all(type, gone, false));
        found.removeIf(each -> changed && handles.isShared(each));
        return found.isEmpty() ? null : any(random, found);
    }

    /**
     * Returns a value for a parameter.
     *
     * @param waits whether the call waits for requests: then there is none that cannot complete
     */
    Object of(Class<?> type, boolean waits) {
        if (type == int.class) {
            return INTS[random.nextInt(INTS.length)];
        } else if (type == long.class) {
            return LONGS[random.nextInt(LONGS.length)];
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type.isPrimitive()) {
            return ofPrimitive(type);
        } else if (random.nextInt(6) == 0) {
            return null;
        } else if (type == String.class) {
            return handles.text(random);
        } else if (type.isArray()) {
            return array(type.componentType(), waits);
        }
        List<Object> fitting = new ArrayList<>(handles.all(type, false, !waits));
        FOREIGN.stream().filter(type::isInstance).forEach(fitting::add);
        return fitting.isEmpty() ? null : any(random, fitting);
    }

    private Object ofPrimitive(Class<?> type) {
        double value = random.nextInt(4) * 1e9 - 1;
        if (type == byte.class) {
            return (byte) value;
        } else if (type == short.class) {
            return (short) value;
        } else if (type == char.class) {
            return (char) value;
        } else if (type == float.class) {
            return (float) value;
        }
        return value;
    }

    private Object array(Class<?> element, boolean waits) {
        int[] lengths = {0, 1, 1, 2, 3, 8, 64};
        Object array = Array.newInstance(element, lengths[random.nextInt(lengths.length)]);
        int kind = random.nextInt(3);
        for (int i = 0; i < Array.getLength(array); i++) {
            if (element == int.class && kind < 2) {
                Array.setInt(array, i, kind == 0 ? random.nextInt(3) : (int) of(int.class, waits));
            } else if (element != int.class) {
                Array.set(array, i, of(element, waits));
            }
        }
        return array;
    }

    static String text(Object value) {
        if (value instanceof Object[] array) {
            return Arrays.stream(array).map(AnyValues::text).toList().toString();
        } else if (value instanceof int[] ints) {
            return Arrays.toString(ints.length > 4 ? Arrays.copyOf(ints, 4) : ints)
                    + "#"
                    + ints.length;
        } else if (value != null && value.getClass().isArray()) {
            return value.getClass().getSimpleName() + "#" + Array.getLength(value);
        } else if (value instanceof String s && s.length() > 40) {
            return "a text of " + s.length();
        }
        return String.valueOf(value);
    }
}
