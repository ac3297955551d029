package org.strata.btl.openib;

import org.strata.opal.memory.Memory;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.Provider;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WorkCompletions;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Adapters that do with a destroyed queue pair as those of Mellanox do: its completions that nobody
 * has polled are dropped, and the receives of a shared queue that they stand for are gone.
 *
 * @param silent whether the adapters do not report the last receive, and never show the completions
 *     of a pair in error, as if each kept the receive of a message that was arriving
 */
final class DroppingProvider extends WrappedProvider {
    private final boolean silent;

    DroppingProvider(Provider provider, boolean silent) {
        super(provider);
        this.silent = silent;
    }

    @Override
    public Context open(String device) {
        return new Dropping(provider.open(device), silent);
    }

    private static final class Dropping extends WrappedContext {
        private final boolean silent;

        Dropping(Context context, boolean silent) {
            super(context);
            this.silent = silent;
        }

        @Override
        public CompletionQueue createCq(int depth, CompletionChannel channel) {
            return new Queue(context.createCq(depth, channel), silent);
        }

        @Override
        public QueuePair createQp(QpInit init) {
            Queue sends = (Queue) init.sendCq();
            Queue receives = (Queue) init.recvCq();
            QpInit below =
                    new QpInit(
                            init.type(),
                            init.pd(),
                            sends.inner,
                            receives.inner,
                            init.srq(),
                            init.xrc(),
                            init.maxSendWr(),
                            init.maxRecvWr(),
                            init.maxSendSge(),
                            init.maxRecvSge(),
                            init.maxInline(),
                            init.signalAll());
            Pair made = new Pair(context.createQp(below), List.of(sends, receives));
            receives.pairs.add(made);
            return made;
        }

        @Override
        public boolean nextEvent(AsyncEvent into, long timeoutNanos) {
            boolean found = context.nextEvent(into, timeoutNanos);
            while (found && silent && into.type() == AsyncEventType.QP_LAST_WQE_REACHED) {
                found = context.nextEvent(into, timeoutNanos);
            }
            return found;
        }
    }

    private static final class Pair extends WrappedPair {
        private final List<Queue> queues;

        Pair(QueuePair pair, List<Queue> queues) {
            super(pair);
            this.queues = queues;
        }

        @Override
        public void close() {
            queues.forEach(queue -> queue.drop(this));
            pair.close();
        }
    }

    /** One completion, as it is in memory. */
    private record Entry(int pair, boolean receive, long[] words) {}

    private static final class Queue implements CompletionQueue {
        private static final int WORDS = WorkCompletions.BYTES / Long.BYTES;

        private final CompletionQueue inner;
        private final boolean silent;
        private final WorkCompletions taken = new WorkCompletions(Arena.global(), 1);
        private final List<Entry> waiting = new ArrayList<>();
        private final List<Pair> pairs = new ArrayList<>();

        Queue(CompletionQueue inner, boolean silent) {
            this.inner = inner;
            this.silent = silent;
        }

        private void fetch() {
            while (inner.poll(taken, 1) > 0) {
                long[] words = new long[WORDS];
                for (int i = 0; i < WORDS; i++) {
                    words[i] = Memory.getLong(taken.address() + (long) i * Long.BYTES);
                }
                boolean receive = (taken.opcode(0) & WcOpcode.RECV) != 0;
                waiting.add(new Entry(taken.qpNumber(0), receive, words));
            }
        }

        void drop(Pair pair) {
            fetch();
            pairs.remove(pair);
            waiting.removeIf(entry -> entry.pair == pair.number());
        }

        private boolean isKept(Entry entry) {
            return silent
                    && entry.receive
                    && pairs.stream()
                            .anyMatch(pair ->
                                    pair.number() == entry.pair && pair.state() == QpState.ERR);
        }

        @Override
        public int poll(WorkCompletions into, int max) {
            fetch();
            for (Entry entry : waiting) {
                if (!isKept(entry)) {
                    waiting.remove(entry);
                    for (int i = 0; i < WORDS; i++) {
                        Memory.putLong(into.address() + (long) i * Long.BYTES, entry.words[i]);
                    }
                    return 1;
                }
            }
            return 0;
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
        }
    }
}
