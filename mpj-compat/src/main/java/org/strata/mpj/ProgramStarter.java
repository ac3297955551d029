package org.strata.mpj;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.jar.JarFile;

/**
 * The main class of ranks that {@code mpjrun} starts. MPJ Express puts three arguments before the
 * program's own: the rank, the name of a configuration and that of a device. Programs look for
 * their arguments behind these, or take what {@code MPI.Init} returns.
 */
public final class ProgramStarter {
    private static final int LEADING = 3;
    private static final String CONFIGURATION = "strata";

    /** The arguments that the starter has put before the program's own; null if it has not. */
    private static String[] leading;

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
        leading = new String[] {rank, CONFIGURATION, args[0]};
        int own = jar ? LEADING : LEADING - 1;
        String[] given = Arrays.copyOf(leading, LEADING + args.length - own);
        System.arraycopy(args, own, given, LEADING, args.length - own);
        Class<?> program = Class.forName(name, true, ClassLoader.getSystemClassLoader());
        Method main = program.getMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) given);
        } catch (InvocationTargetException e) {
            throw e.getCause();
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
        if (leading == null || args == null || args.length < LEADING) {
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
