package mpi;

/**
 * What a check of {@code mpi_check} has found wrong in the operation that the thread is in: the
 * text for its error. The stack returns codes only. Tier 3.
 */
final class Finding {
    private static final ThreadLocal<String> LAST = new ThreadLocal<>();

    private Finding() {}

    /** Keeps the text for the error that the caller's code becomes; returns the code. */
    static int of(int rc, String text) {
        LAST.set(text);
        return rc;
    }

    /** Returns the text and forgets it; null if nothing was found. */
    static String take() {
        String text = LAST.get();
        LAST.remove();
        return text;
    }
}
