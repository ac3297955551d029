package org.strata.opal.progress;

import org.strata.opal.progress.Completion.WaitState;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A question to the threads that wait in a {@link ProgressEngine}: what for? Each one answers by
 * itself, between two polls, so that the answer needs no lock and the messages' paths store nothing
 * for it. Tier 3.
 */
public final class Inquiry {
    private final ConcurrentMap<Thread, Answer> answers = new ConcurrentHashMap<>();

    /**
     * A thread's answer.
     *
     * @param thread the thread
     * @param stack where it waits
     * @param number number of the wait: while a thread's answers have the same number it has not
     *     moved
     * @param state what it waits for
     */
    public record Answer(
            Thread thread, List<StackTraceElement> stack, long number, WaitState state) {}

    /** Answers for the calling thread, once. */
    void answer(Completion what, long number) {
        Thread self = Thread.currentThread();
        if (!answers.containsKey(self)) {
            answers.put(self, new Answer(self, List.of(self.getStackTrace()), number, of(what)));
        }
    }

    /** A description that fails must not fail the wait. */
    private static WaitState of(Completion what) {
        try {
            return what.waitState();
        } catch (RuntimeException e) {
            return WaitState.UNKNOWN;
        }
    }

    /** Returns the answers so far. */
    public List<Answer> answers() {
        return List.copyOf(answers.values());
    }
}
