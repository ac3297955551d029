package org.strata.ess.engine;

import org.strata.ess.base.ForeignLauncher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;

/** An engine whose tasks are threads of this JVM. Fences are counted once for all ranks. */
final class FakeEngine {
    /** Which rank has asked for the end because of which one, with which code. */
    record End(int by, int of, int code) {}

    final List<End> ends = new ArrayList<>();
    private final List<String> hosts;
    private final int size;
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final CyclicBarrier barrier;
    private int fences;

    FakeEngine(int size, List<String> hosts) {
        this.size = size;
        this.hosts = hosts;
        barrier = new CyclicBarrier(size, () -> fences++);
    }

    int fences() {
        return fences;
    }

    ForeignLauncher rank(int rank) {
        return new Task(rank);
    }

    private final class Task implements ForeignLauncher {
        private final int rank;

        Task(int rank) {
            this.rank = rank;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public int universeSize() {
            return 0;
        }

        @Override
        public int appNum() {
            return 0;
        }

        @Override
        public List<String> hosts() {
            return hosts;
        }

        @Override
        public void put(String key, String value) {
            values.put(rank + key, value);
        }

        @Override
        public void fence() throws IOException {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IOException(e);
            }
        }

        @Override
        public String get(int from, String key) {
            return values.get(from + key);
        }

        @Override
        public void abort(int code, String message) {
            ended(rank, code, message);
        }

        @Override
        public void ended(int of, int code, String reason) {
            synchronized (ends) {
                ends.add(new End(rank, of, code));
                ends.notifyAll();
            }
        }

        @Override
        public void finish() {}
    }
}
