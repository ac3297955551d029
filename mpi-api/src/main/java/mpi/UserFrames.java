package mpi;

import java.util.Arrays;

/**
 * Shortens the stack traces that the program sees: they begin at the public method that it called,
 * without the library's frames below it. Tier 3.
 */
final class UserFrames {
    private static final String PACKAGE = "mpi";

    /** Differs in mpj.jar, where the bindings have another package, below that of MPJ. */
    private static final String OWN_PACKAGE = UserFrames.class.getPackageName();

    private UserFrames() {}

    /**
     * Drops the library's frames from a stack trace, but for the method that the program called.
     */
    static <T extends Throwable> T only(T thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        int first = firstOfProgram(frames);
        if (first > 1 && first < frames.length) {
            thrown.setStackTrace(Arrays.copyOfRange(frames, first - 1, frames.length));
        }
        return thrown;
    }

    /** Returns a frame as text, the same for equal places, whichever class loader it names. */
    static String place(StackTraceElement frame) {
        String text = frame.toString();
        int slash = text.lastIndexOf('/', text.indexOf('('));
        return text.substring(slash + 1);
    }

    /** Returns {@code ", called at "} and the program's line that called the library, or "". */
    static String calledAt() {
        StackTraceElement[] frames = new Throwable().getStackTrace();
        int first = firstOfProgram(frames);
        return first < frames.length ? ", called at " + frames[first] : "";
    }

    /**
     * Returns the index of the program's frame that called the library, whatever called that; 0 or
     * the number of frames if there is none.
     */
    static int callerOfLibrary(StackTraceElement[] frames) {
        int index = frames.length;
        while (index > 0 && !isOurs(frames[index - 1])) {
            index--;
        }
        return index;
    }

    private static int firstOfProgram(StackTraceElement[] frames) {
        int first = 0;
        while (first < frames.length && isOurs(frames[first])) {
            first++;
        }
        return first;
    }

    /**
     * Returns whether a frame is of a class in package mpi itself: programs may have packages below
     * it; or of the bindings.
     */
    private static boolean isOurs(StackTraceElement frame) {
        String type = frame.getClassName();
        String of = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        return of.equals(PACKAGE) || of.equals(OWN_PACKAGE);
    }
}
