package org.strata.testkit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls every public method and constructor of package mpi, whichever API that is, with arguments
 * drawn at random: {@code SEED CALLS}, the calls of each method. A call must return, or throw the
 * API's exception; where a method does not declare that, what its documentation says.
 *
 * <p>All values are drawn, but nothing that may wait: ranks of calls that block are MPI_PROC_NULL
 * or no ranks, communicators of several processes are in no collective call, and what waits for a
 * peer by its nature is called on handles that are null or freed.
 */
public final class AnyArguments {
    /** End the process or the job, or change what the others need; or are of every enum. */
    private static final Set<String> NEVER =
            Set.of("abort", "finalize", "init", "initthread", "valueof");

    /** Wait for a peer, also with arguments that are right. */
    private static final Set<String> WAITING =
            Set.of("disconnect", "waitfor", "start", "complete", "post", "accept", "connect");

    /** Make communicators, and so exchange messages with the other processes. */
    private static final String CREATIONS = "(i?dup|create|split|merge|sub|clone).*";

    /** Need files, or a job's launcher, which a test without a job has not. */
    private static final String SERVED = "spawn.*|.*port|(un)?publish.*|lookup.*|createintercomm";

    private static final String POINT_TO_POINT = "(?i)(mpi\\.)?(.*(send|recv|probe).*)";
    private static final int SPAWNS = 3;
    private static final long PATIENCE_MILLIS = 20_000;

    private final Random random;

    /** Whether no communicator has another process. */
    private final boolean alone;

    private final AnyValues values;
    private final Class<?> failure;

    /** What was thrown, by the place of the library that threw it, with an example. */
    private final Map<String, String> wrong = new TreeMap<>();

    private volatile String current = "";
    private final AtomicInteger made = new AtomicInteger();
    private int errors;

    private AnyArguments(long seed, String base) throws ReflectiveOperationException {
        random = new Random(seed);
        alone = base.equals("COMM_SELF");
        values = new AnyValues(random, base);
        failure = Class.forName("mpi.MPIException");
    }

    /** A job's program: {@code SEED CALLS}; calls are on communicators of one process. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> mpi = Class.forName("mpi.MPI");
        Object words = mpi.getMethod("Init", String[].class).invoke(null, (Object) args);
        String[] own = (String[]) words;
        List<String> wrong = run(Long.parseLong(own[0]), Integer.parseInt(own[1]), "COMM_SELF");
        wrong.forEach(System.out::println);
        System.out.println(wrong.size() + " kinds of wrong exceptions");
        mpi.getMethod("Finalize").invoke(null);
    }

    /**
     * Makes the calls, in a process where MPI runs.
     *
     * @param seed decides on all arguments
     * @param count calls of each method
     * @param base COMM_SELF, or COMM_WORLD where no other process takes part
     * @param more objects of the API that only the caller can make
     * @return what was thrown and must not be, each with an example
     */
    public static List<String> run(long seed, int count, String base, Object... more)
            throws ReflectiveOperationException {
        AnyArguments calls = new AnyArguments(seed, base);
        List.of(more).forEach(calls.values::keep);
        calls.watch();
        for (Class<?> type : calls.values.publicClasses()) {
            calls.check(type, count);
        }
        calls.current = "";
        if (calls.made.get() < 1000 || calls.errors * 3 < calls.made.get()) {
            throw new AssertionError(calls.errors + " errors of " + calls.made + " calls");
        }
        return calls.wrong.entrySet().stream()
                .map(each -> each.getKey() + "\n    " + each.getValue())
                .toList();
    }

    private void watch() {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    int before = 0;
                    while (true) {
                        if (before == made.get() && !current.isEmpty()) {
                            // Test engines replace System.err, and would not print the line.
                            new PrintStream(new FileOutputStream(FileDescriptor.err), true)
                                    .println("this call waits: " + current);
                            Runtime.getRuntime().halt(1);
                        }
                        before = made.get();
                        try {
                            Thread.sleep(PATIENCE_MILLIS);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                });
    }

    private void check(Class<?> type, int count) throws ReflectiveOperationException {
        List<Executable> members = new ArrayList<>(List.of(type.getDeclaredMethods()));
        if (!Modifier.isAbstract(type.getModifiers())) {
            members.addAll(List.of(type.getDeclaredConstructors()));
        }
        members.removeIf(each ->
                !Modifier.isPublic(each.getModifiers()) || each.isSynthetic() || isNever(each));
        members.sort(Comparator.comparing(Executable::toString));
        for (Executable member : members) {
            values.renew(usesWindowsOrFiles(member));
            // An attempt to spawn starts a process.
            int most = name(member).startsWith("spawn") ? Math.min(count, SPAWNS) : count;
            for (int i = 0; i < most; i++) {
                call(member);
            }
        }
    }

    /** These take longer to make than all else. */
    private static boolean usesWindowsOrFiles(Executable member) {
        return member.toString().matches(".*mpi\\.(Win|File)\\b.*");
    }

    private static String name(Executable member) {
        return member.getName().toLowerCase(java.util.Locale.ROOT);
    }

    private boolean isNever(Executable member) {
        boolean needsJob =
                name(member).matches(SERVED)
                        || member.getDeclaringClass().getName().equals("mpi.File");
        return (!alone && needsJob)
                || NEVER.contains(name(member))
                || member.getName().equals("finalize");
    }

    private void call(Executable member) throws ReflectiveOperationException {
        boolean isStatic = Modifier.isStatic(member.getModifiers());
        boolean waiting =
                WAITING.contains(name(member)) || (!alone && name(member).matches(CREATIONS));
        boolean waits = waiting || name(member).startsWith("wait");
        Object on = null;
        if (member instanceof Method && !isStatic) {
            on =
                    values.receiver(
                            member.getDeclaringClass(), waiting, name(member).startsWith("set"));
            if (on == null) {
                return;
            }
        }
        Class<?>[] parameters = member.getParameterTypes();
        Object[] arguments = new Object[parameters.length];
        boolean blocks = member.getName().matches(POINT_TO_POINT) && !isStarted(member);
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] =
                    blocks && parameters[i] == int.class
                            ? values.noRank()
                            : values.of(parameters[i], waits);
        }
        made.incrementAndGet();
        current = member + " on " + AnyValues.text(on) + " with " + AnyValues.text(arguments);
        try {
            if (member instanceof Constructor<?> constructor) {
                constructor.newInstance(arguments);
            } else {
                values.keepResult(((Method) member).invoke(on, arguments));
            }
        } catch (InvocationTargetException e) {
            errors++;
            judge(member, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(current, e);
        }
    }

    /** Returns whether a call only starts a communication. */
    private static boolean isStarted(Executable member) {
        String name = member.getName();
        return name.matches("[iI][A-Zbrs].*|.*(Init|_init)");
    }

    private void judge(Executable member, Throwable thrown) {
        boolean declared = Arrays.asList(member.getExceptionTypes()).contains(failure);
        boolean right =
                failure.isInstance(thrown)
                        ? isClear(thrown)
                        : isOpenMpis(thrown, member) || (!declared && isDocumented(member, thrown));
        if (!right) {
            StackTraceElement[] frames = thrown.getStackTrace();
            String at = Arrays.stream(frames).limit(9).map(Object::toString).toList().toString();
            String place = member + ": " + thrown.getClass().getName();
            wrong.putIfAbsent(place, thrown.getMessage() + ", " + current + " " + at);
        }
    }

    /** Returns whether an exception is one that Open MPI's bindings are documented to throw. */
    private static boolean isOpenMpis(Throwable thrown, Executable member) {
        if (thrown instanceof AssertionError) {
            return member.getName().matches("add\\w+|setOffset");
        }
        return thrown instanceof IllegalArgumentException
                && String.valueOf(thrown.getMessage()).contains("must be direct: MPI.new");
    }

    /** Returns whether a method without MPIException in its signature documents an exception. */
    private boolean isDocumented(Executable member, Throwable thrown) {
        if (member.getDeclaringClass().getName().matches("mpi\\.(\\w+\\$Data|\\w+Complex)")
                && (thrown instanceof ReadOnlyBufferException
                        || thrown instanceof IllegalStateException)) {
            return true;
        }
        return switch (member.getName()) {
            case "compareTo" ->
                    thrown instanceof ClassCastException || thrown instanceof NullPointerException;
            case "clone" -> failure.isInstance(thrown.getCause());
            default ->
                    (member.getName().matches("new\\w+Buffer") && isNoMemory(thrown))
                            || thrown instanceof IllegalArgumentException
                            || thrown instanceof IndexOutOfBoundsException;
        };
    }

    private static boolean isNoMemory(Throwable thrown) {
        return thrown instanceof OutOfMemoryError
                && String.valueOf(thrown.getMessage()).contains("direct buffer memory");
    }

    /** Returns whether an error names a class that says what was wrong. */
    private boolean isClear(Throwable thrown) {
        String text = String.valueOf(thrown.getMessage());
        if (text.contains("MPI_ERR_INTERN") || text.contains("MPI_ERR_UNKNOWN")) {
            return !alone && text.contains("no BTL reaches");
        }
        return text.startsWith("MPI_ERR_")
                || text.startsWith("MPI_T_ERR_")
                || text.startsWith("MPI ");
    }
}
