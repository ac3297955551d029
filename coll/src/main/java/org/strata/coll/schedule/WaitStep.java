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
    boolean run(Schedule schedule) {
        if (!message.isDone()) {
            return false;
        }
        schedule.note(message.end());
        return true;
    }
}
