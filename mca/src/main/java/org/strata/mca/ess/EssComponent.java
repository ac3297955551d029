package org.strata.mca.ess;

import org.strata.mca.base.Component;
import org.strata.mca.oob.Oob;

/** Factory of one kind of process environment. */
public interface EssComponent extends Component {
    @Override
    default String framework() {
        return "ess";
    }

    /**
     * Returns whether this process was started in this kind of environment. Called in every rank,
     * whatever started it: looks at environment variables and nothing else.
     */
    boolean available();

    /**
     * Joins the job; called once, on the selected component only.
     *
     * @throws EssException when the job cannot be joined, or an environment variable is damaged
     */
    Membership join() throws EssException;

    /**
     * A process that has joined its job.
     *
     * @param environment who this process is
     * @param oob its out-of-band channel
     */
    record Membership(ProcessEnvironment environment, Oob oob) {}

    /** Joining failed; the message is fit for the user. */
    final class EssException extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what failed, where, and what to do
         * @param cause what raised it, or null
         */
        public EssException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
