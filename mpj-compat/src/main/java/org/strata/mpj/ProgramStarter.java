package org.strata.mpj;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.jar.JarFile;

/**
 * The main class of ranks that {@code mpjrun} starts. MPJ Express puts three arguments before the
 * program's own: the rank, the number of processes (between hosts a configuration, which only
 * itself reads) and the name of a device. Programs look for their arguments behind these, or take
 * what {@code MPI.Init} returns.
 */
public final class ProgramStarter {
    private static final int LEADING = 3;

    /**
     * What users of MPJ Express' native device type themselves in front of the program's arguments,
     * as its guide has it: {@code mpirun -np 2 java -cp … Program 0 0 native ARGUMENTS…}.
     */
    private static final String[] NATIVE = {"0", "0", "native"};

    /** The arguments that stand before the program's own. */
    private static String[] leading = NATIVE;

    private ProgramStarter() {}

    /**
     * Runs a program: {@code DEVICE CLASS ARGUMENTS...}, or {@code DEVICE -jar JAR ARGUMENTS...}
     * with the jar on the class path.
     *
     * @throws Throwable what the program throws
     */
    public static void main(String[] args) throws Throwable {
        boolean jar = args[1].equals("-jar");
        String name = jar ? mainClass(args[2]) : args[1];
        String rank = System.getenv().getOrDefault("OMPI_COMM_WORLD_RANK", "0");
        String processes = System.getenv().getOrDefault("OMPI_COMM_WORLD_SIZE", "1");
        leading = new String[] {rank, processes, args[0]};
        int own = jar ? LEADING : LEADING - 1;
        String[] given = Arrays.copyOf(leading, LEADING + args.length - own);
        System.arraycopy(args, own, given, LEADING, args.length - own);
        Method main = program(name).getMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) given);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Class<?> program(String name) {
        try {
            return Class.forName(name, true, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            System.err.println(
                    "mpjrun: there is no class "
                            + e.getMessage()
                            + " on the class path "
                            + System.getProperty("java.class.path"));
            System.exit(1);
            throw new AssertionError(e);
        }
    }

    private static String mainClass(String jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            String name = file.getManifest().getMainAttributes().getValue("Main-Class");
            if (name == null) {
                throw new IOException("The jar " + jar + " names no Main-Class.");
            }
            return name.strip();
        }
    }

    /** Returns the program's own arguments of those that {@code main} was given. */
    public static String[] ownArguments(String[] args) {
        if (args == null || args.length < LEADING) {
            return args;
        }
        for (int i = 0; i < LEADING; i++) {
            if (!leading[i].equals(args[i])) {
                return args;
            }
        }
        return Arrays.copyOfRange(args, LEADING, args.length);
    }
}
