package org.strata.launcher.start;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The main class of {@code java -jar mpi.jar}. The build compiles it for Java 8, so that an older
 * Java prints a sentence instead of an UnsupportedClassVersionError; it refers to nothing of
 * Strata's but by name.
 */
public final class JavaCheck {
    private static final int OLDEST = 25;
    private static final String PREFIX = "org.strata.launcher.";

    private JavaCheck() {}

    /**
     * Runs a command, if this Java can: the first word names it, {@code run}, {@code compile},
     * {@code info}, {@code mpjrun}, {@code report} or {@code train}; without one of these it is
     * mpirun.
     */
    public static void main(String[] words) throws Exception {
        String command = words.length == 0 ? null : command(words[0]);
        String[] rest = command == null ? words : Arrays.copyOfRange(words, 1, words.length);
        run("mpi.jar", "mpirun", PREFIX + (command == null ? "Mpirun" : command), rest);
    }

    /** Returns the class of a command, or null where the word names none. */
    private static String command(String word) {
        switch (word) {
            case "run":
                return "Mpirun";
            case "compile":
                return "Mpijavac";
            case "info":
                return "MpiInfo";
            case "mpjrun":
                return "Mpjrun";
            case "report":
                return "MpiReport";
            case "train":
                return "aot.Trainer";
            default:
                return null;
        }
    }

    /**
     * Runs the main method of a class of Strata, or ends the process with exit code 1 where this
     * Java is too old for it.
     *
     * @param jar what the user has started
     * @param command the command that does the same with a newer Java
     */
    public static void run(String jar, String command, String main, String[] words)
            throws Exception {
        String missing = missing(jar, command);
        if (missing != null) {
            System.err.println(missing);
            System.exit(1);
        }
        call(main, "main", words);
    }

    /** Returns why this Java cannot run Strata and what can be done, or null if it can. */
    public static String missing(String jar, String command) {
        String version = System.getProperty("java.specification.version");
        String feature = version.startsWith("1.") ? version.substring(2) : version;
        if (Integer.parseInt(feature) >= OLDEST) {
            return null;
        }
        return "Strata needs Java "
                + OLDEST
                + " or newer, and this is Java "
                + feature
                + " ("
                + System.getProperty("java.home")
                + ").\nGive the path of a newer one, /usr/lib/jvm/jdk-"
                + OLDEST
                + "/bin/java -jar "
                + jar
                + ", or use the command "
                + command
                + ", which looks for it.";
    }

    /**
     * Calls a static method of a class of Strata.
     *
     * @throws Exception what the method throws
     */
    public static Object call(String type, String method, String[] words) throws Exception {
        try {
            return Class.forName(type)
                    .getMethod(method, String[].class)
                    .invoke(null, (Object) words);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception) {
                throw (Exception) e.getCause();
            }
            throw e;
        }
    }
}
