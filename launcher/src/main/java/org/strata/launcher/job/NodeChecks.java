package org.strata.launcher.job;

import org.strata.launcher.wire.MessageReader.DamagedException;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Questions to several daemons whether they can start something. Thread-safe. */
final class NodeChecks {
    private final Map<Integer, Check> open = new HashMap<>();
    private int last;

    /** One question: who has not answered yet, and what is wrong so far. */
    private record Check(
            Set<Integer> missing, List<String> refusal, Consumer<List<String>> answer) {}

    /** Numbers questions from behind this one; tests begin close to where the numbers wrap. */
    synchronized void numberFrom(int number) {
        last = number;
    }

    /**
     * Adds a question. A number that is still open is not given again.
     *
     * @param nodes who is asked
     * @param answer gets what the first that refuses says, when all have answered; nothing when
     *     none refuses
     * @return the number of the question
     */
    synchronized int add(Collection<Integer> nodes, Consumer<List<String>> answer) {
        do {
            last++;
        } while (open.containsKey(last));
        open.put(last, new Check(new HashSet<>(nodes), new ArrayList<>(), answer));
        return last;
    }

    /** A daemon has answered; no lines stand for yes. */
    void answered(int number, int node, List<String> lines) {
        Check check = note(number, node, lines);
        if (check != null) {
            check.answer().accept(List.copyOf(check.refusal()));
        }
    }

    /** Returns the question when all have answered, else null. */
    private synchronized Check note(int number, int node, List<String> lines) {
        Check check = open.get(number);
        if (check == null || !check.missing().remove(node)) {
            throw new DamagedException("an answer to question " + number);
        }
        if (check.refusal().isEmpty()) {
            check.refusal().addAll(lines);
        }
        return check.missing().isEmpty() ? open.remove(number) : null;
    }
}
