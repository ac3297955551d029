package org.strata.mca.base;

/** The parameters of the job are wrong; the message is the boxed text that lists all problems. */
public final class ParameterException extends StackException {
    private static final long serialVersionUID = 1L;

    /**
     * @param problems what is wrong; at least one
     */
    public ParameterException(Problems problems) {
        super(problems.box(), null);
    }
}
