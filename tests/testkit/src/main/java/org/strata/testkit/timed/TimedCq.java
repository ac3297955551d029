package org.strata.testkit.timed;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * A completion queue that shows completions when they are due: those of receives when the message
 * has taken effect, those of sends when the acknowledgement has come back. The queue below has the
 * latter earlier; those of one queue pair come in its order, so the next one due is the oldest
 * held. Failures are shown at once.
 */
final class TimedCq implements CompletionQueue {
    private static final int BATCH = 16;

    private final TimedContext context;
    private final TimedRank rank;
    private final CompletionQueue inner;
    private final Arena arena = Arena.ofShared();
    private final WorkCompletions taken = new WorkCompletions(arena, BATCH);
    private final Map<Integer, Sends> pairs = new HashMap<>();
    private final ArrayDeque<Completion> ready = new ArrayDeque<>();
    private int failure;
    private boolean direct;

    /** Completions of one queue pair's sends: those held, and how many are due. */
    private static final class Sends {
        private final ArrayDeque<Completion> held = new ArrayDeque<>();
        private int due;
    }

    /** One completion, as it is in memory. */
    private record Completion(long[] words, boolean receive, int bytes) {}

    TimedCq(TimedContext context, CompletionQueue inner) {
        this.context = context;
        this.rank = context.rank();
        this.inner = inner;
    }

    CompletionQueue inner() {
        return inner;
    }

    /** The receives of this queue are where the data are wanted: nothing is copied out of them. */
    void receiveDirectly() {
        direct = true;
    }

    /** The next completion of a queue pair's sends is due now. */
    void releaseSend(int pair) {
        drain();
        Sends sends = sends(pair);
        sends.due++;
        show(sends);
        rank.wakeAt(context.network().now());
    }

    private Sends sends(int pair) {
        return pairs.computeIfAbsent(pair, key -> new Sends());
    }

    private void show(Sends sends) {
        while (sends.due > 0 && !sends.held.isEmpty()) {
            sends.due--;
            ready.add(sends.held.remove());
        }
    }

    private void drain() {
        int count;
        while ((count = inner.poll(taken, BATCH)) > 0) {
            for (int i = 0; i < count; i++) {
                take(i);
            }
        }
        failure = count;
    }

    private void take(int i) {
        boolean receive = (taken.opcode(i) & WcOpcode.RECV) != 0;
        long[] words = new long[WorkCompletions.BYTES / Long.BYTES];
        long from = taken.address() + (long) i * WorkCompletions.BYTES;
        for (int word = 0; word < words.length; word++) {
            words[word] = Memory.getLong(from + (long) word * Long.BYTES);
        }
        Completion completion = new Completion(words, receive, taken.byteLength(i));
        if (receive || taken.status(i) != WcStatus.SUCCESS) {
            ready.add(completion);
            return;
        }
        Sends sends = sends(taken.qpNumber(i));
        sends.held.add(completion);
        show(sends);
    }

    /** Takes at most one, so that handling it is over in virtual time before the next. */
    @Override
    public int poll(WorkCompletions into, int max) {
        if (ready.isEmpty()) {
            drain();
        }
        if (ready.isEmpty() || max < 1) {
            return failure;
        }
        Completion next = ready.remove();
        for (int word = 0; word < next.words.length; word++) {
            Memory.putLong(into.address() + (long) word * Long.BYTES, next.words[word]);
        }
        rank.spend(Work.MESSAGE, rank.costs().completion() + rank.costs().message());
        if (next.receive && !direct) {
            rank.spend(Work.COPY, rank.costs().copyByte() * next.bytes);
        }
        return 1;
    }

    @Override
    public int requestNotify(boolean solicitedOnly) {
        return inner.requestNotify(solicitedOnly);
    }

    @Override
    public int depth() {
        return inner.depth();
    }

    @Override
    public void resize(int depth) {
        inner.resize(depth);
    }

    @Override
    public void close() {
        inner.close();
        arena.close();
    }
}
