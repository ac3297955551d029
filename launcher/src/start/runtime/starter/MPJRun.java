package runtime.starter;

import org.strata.launcher.start.JavaCheck;

import java.io.IOException;

/**
 * The class of MPJ Express' {@code starter.jar} that build files, run configurations and programs
 * start instead of {@code mpjrun.sh}. They choose the Java that runs it, so it is compiled for Java
 * 8 as {@link JavaCheck} is.
 */
public final class MPJRun {
    private static final String JAR = "starter.jar";
    private static final String COMMAND = "mpjrun.sh";
    private static final String MPJRUN = "org.strata.launcher.Mpjrun";

    /**
     * Runs a job from within a program, in a process of its own, and waits for its end.
     *
     * @param words those of {@code mpjrun.sh}
     * @throws IOException when the job fails, whose own messages are on stderr, or when this Java
     *     is too old
     */
    public MPJRun(String[] words) throws Exception {
        String missing = JavaCheck.missing(JAR, COMMAND);
        if (missing != null) {
            throw new IOException(missing);
        }
        Object code = JavaCheck.call(MPJRUN, "process", words);
        if (!code.equals(0)) {
            throw new IOException("mpjrun has ended with exit code " + code + ".");
        }
    }

    /** Runs {@code mpjrun.sh} with these words. */
    public static void main(String[] words) throws Exception {
        JavaCheck.run(JAR, COMMAND, MPJRUN, words);
    }
}
