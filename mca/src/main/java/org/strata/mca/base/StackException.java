package org.strata.mca.base;

import java.util.ArrayList;
import java.util.List;

/** The stack cannot be opened; the message is fit for the user, boxed or one line. */
public class StackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, where, and what to do
     * @param cause the exception behind it, or null
     */
    public StackException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns an exception of components that cannot be made. */
    static StackException unwired(List<String> reasons, Throwable cause) {
        List<String> lines =
                new ArrayList<>(List.of("The components cannot be wired together:", ""));
        reasons.forEach(reason -> lines.add("  " + reason));
        return new StackException(Boxes.box(lines), cause);
    }

    /** Returns this exception with the first line of its message: the launcher shows all of it. */
    StackException shown() {
        String first =
                getMessage().lines().filter(line -> !line.startsWith("---")).findFirst().orElse("");
        StackException brief = new StackException(first, getCause());
        brief.setStackTrace(getStackTrace());
        return brief;
    }
}
