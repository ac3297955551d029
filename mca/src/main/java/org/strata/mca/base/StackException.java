package org.strata.mca.base;

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
}
