package org.strata.coll.schedule;

/** Waits for a message that an earlier step has started. */
final class WaitStep extends Step {
    private final MessageStep message;

    WaitStep(MessageStep message) {
        this.message = message;
    }

    MessageStep message() {
        return message;
    }

    @Override
    boolean run(Execution execution) {
        if (!message.isDone()) {
            return false;
        }
        execution.note(message.end());
        return true;
    }
}
