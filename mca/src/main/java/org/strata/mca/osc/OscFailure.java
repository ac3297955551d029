package org.strata.mca.osc;

/**
 * An operation that a target has refused.
 *
 * @param kind what was wrong with it
 * @param target the member
 */
public record OscFailure(Kind kind, int target) {
    /** What was wrong. */
    public enum Kind {
        /** It would access memory outside of the target's window. */
        RANGE("an operation accesses memory outside of the window of rank "),
        /** The target cannot make sense of it. */
        MALFORMED("an operation does not make sense to rank ");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    @Override
    public String toString() {
        return kind.text + target;
    }
}
