package org.strata.launcher.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gets the threads of ranks, those on other hosts from their daemons.
 *
 * @param here reads those of this host
 * @param others the other hosts, or null for a job on one host
 */
record RankStacks(JavaThreads here, RemoteNodes others) implements StateReport.Stacks {
    /** How long daemons may take for all of their ranks. */
    private static final long PATIENCE_MILLIS = 8000;

    /** JVMs of this host that are asked at a time. */
    private static final int AT_A_TIME = 4;

    @Override
    public Map<Integer, List<String>> of(List<RankProcess> ranks) throws InterruptedException {
        Map<Integer, CompletableFuture<List<String>>> asked = new HashMap<>();
        for (RankProcess rank : ranks) {
            if (rank.node() != 0) {
                asked.put(rank.rank(), others.threads(rank.node(), rank.rank()));
            }
        }
        Map<Integer, List<String>> found = new HashMap<>();
        List<RankProcess> own = ranks.stream().filter(rank -> rank.node() == 0).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            Map<Integer, Future<List<String>>> dumps = new HashMap<>();
            own.forEach(
                    rank -> dumps.put(rank.rank(), threads.submit(() -> here.of(rank.process()))));
            for (Map.Entry<Integer, Future<List<String>>> dump : dumps.entrySet()) {
                found.put(dump.getKey(), await(dump.getValue(), Long.MAX_VALUE));
            }
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        for (Map.Entry<Integer, CompletableFuture<List<String>>> each : asked.entrySet()) {
            found.put(each.getKey(), await(each.getValue(), end - System.nanoTime()));
        }
        return found;
    }

    private static List<String> await(Future<List<String>> answer, long nanos)
            throws InterruptedException {
        try {
            return answer.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return List.of();
        }
    }
}
