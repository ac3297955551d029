package mpi;

import java.lang.StackWalker.StackFrame;
import java.util.stream.Stream;

/** Finds the line of the program that has called MPI, from anywhere below. Tier 3. */
final class ProgramLine {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String PACKAGE = "mpi.";

    /** Differs in mpj.jar, where the bindings have another package. */
    private static final String OWN_PACKAGE = ProgramLine.class.getPackageName() + ".";

    private ProgramLine() {}

    /** Returns the line as a stack trace writes it; "" if there is none. */
    static String current() {
        return WALKER.walk(ProgramLine::line);
    }

    /**
     * The frames are, from the innermost on: those that watch, the library's, the public method,
     * the program's.
     */
    private static String line(Stream<StackFrame> frames) {
        boolean[] inApi = {false};
        return frames.dropWhile(
                        frame -> {
                            boolean api = isApi(frame.getClassName());
                            inApi[0] |= api;
                            return !inApi[0] || api || isWatcher(frame.getClassName());
                        })
                .findFirst()
                .map(frame -> UserFrames.place(frame.toStackTraceElement()))
                .orElse("");
    }

    private static boolean isApi(String type) {
        return !isWatcher(type) && (isDirectlyIn(PACKAGE, type) || isDirectlyIn(OWN_PACKAGE, type));
    }

    private static boolean isDirectlyIn(String name, String type) {
        return type.startsWith(name) && type.indexOf('.', name.length()) < 0;
    }

    /** Returns whether a class watches calls: its methods are on top of every stack. */
    private static boolean isWatcher(String type) {
        int simple = type.lastIndexOf('.') + 1;
        return isDirectlyIn(OWN_PACKAGE, type)
                && (type.startsWith("Observ", simple)
                        || type.startsWith("CallLog", simple)
                        || type.startsWith("ProgramLine", simple));
    }
}
