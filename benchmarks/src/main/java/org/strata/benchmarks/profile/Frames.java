package org.strata.benchmarks.profile;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

import java.util.List;

/** Names of methods and places in stack traces. */
final class Frames {
    private static final String RECORDER = "jdk.jfr.";
    private static final String UNKNOWN = "(unknown)";
    private static final String PROJECT = "org.strata.";

    private Frames() {}

    /**
     * Returns {@code Class.method}; classes of Strata and of the JDK without most of the package.
     */
    static String name(RecordedMethod method) {
        if (method == null || method.getType() == null) {
            return UNKNOWN;
        }
        return shortened(method.getType().getName()) + "." + method.getName();
    }

    /** Shortens a class's name. */
    static String shortened(String type) {
        return type.startsWith(PROJECT) ? type.substring(PROJECT.length()) : type;
    }

    private static List<RecordedFrame> frames(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        return trace == null ? List.of() : trace.getFrames();
    }

    /** Returns the method on top of an event's stack. */
    static String top(RecordedEvent event) {
        List<RecordedFrame> frames = frames(event);
        return frames.isEmpty() ? UNKNOWN : name(frames.getFirst().getMethod());
    }

    /** Returns the first place of an event's stack that is not in the JDK, or else the top. */
    static String site(RecordedEvent event) {
        for (RecordedFrame frame : frames(event)) {
            String type = frame.getMethod().getType().getName();
            if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("sun.")) {
                return name(frame.getMethod()) + ":" + frame.getLineNumber();
            }
        }
        return top(event);
    }

    /** Returns whether the flight recorder itself caused an event. */
    static boolean ofRecorder(RecordedEvent event) {
        return frames(event).stream()
                .anyMatch(frame -> frame.getMethod().getType().getName().startsWith(RECORDER));
    }
}
