package org.strata.tests.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what a job received against its plan: every message once, whole, and in MPI's order (3.1
 * §3.5): of two messages from one sender that the same receives could take, the first sent goes to
 * the first posted. A receive whose sender was cut off may have failed; whatever became of a
 * receive, its buffer is the user's again once it is over, and nothing is written to it.
 */
final class TrafficCheck {
    private TrafficCheck() {}

    private record Key(int comm, int from, int to, int tag) {}

    static void check(Plan plan, List<Traffic> ranks) {
        Map<Key, List<Plan.Send>> sent = new HashMap<>();
        for (int from = 0; from < plan.ranks; from++) {
            for (Plan.Step step : plan.steps.get(from)) {
                if (step instanceof Plan.Send send) {
                    Key key = new Key(send.comm(), from, send.to(), send.tag());
                    sent.computeIfAbsent(key, k -> new ArrayList<>()).add(send);
                }
            }
        }
        int messages = 0;
        for (int to = 0; to < plan.ranks; to++) {
            List<Traffic.Received> received = ranks.get(to).received;
            received.sort(Comparator.comparingInt(Traffic.Received::post));
            Map<String, Integer> lastFromSource = new HashMap<>();
            for (Traffic.Received one : received) {
                Key key = new Key(one.receive().comm(), one.source(), to, one.tag());
                List<Plan.Send> expected = sent.get(key);
                if (expected == null || expected.isEmpty()) {
                    throw new AssertionError("received what was not sent: " + one);
                }
                Plan.Send send = expected.removeFirst();
                messages++;
                if (one.at().hash() != one.content()) {
                    throw new AssertionError("written after its receive was over: " + one);
                }
                if (one.failed()) {
                    continue;
                }
                if (send.bytes() != one.bytes()) {
                    throw new AssertionError("overtaken or cut: " + send + " as " + one);
                }
                one.at().check(send.id(), send.bytes());
                checkWildOrder(lastFromSource, one, send);
            }
        }
        if (messages != plan.messages) {
            throw new AssertionError(messages + " of " + plan.messages + " messages came");
        }
    }

    /** Receives of any tag see each sender's messages in the order they were sent. */
    private static void checkWildOrder(
            Map<String, Integer> last, Traffic.Received one, Plan.Send send) {
        if (one.receive().tag() >= 0) {
            return;
        }
        String source = one.receive().comm() + ":" + one.source();
        Integer before = last.put(source, send.id());
        if (before != null && before > send.id()) {
            throw new AssertionError("message " + send.id() + " overtaken by " + before);
        }
    }
}
