package org.strata.launcher.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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

    @Override
    public Map<Integer, List<String>> of(List<RankProcess> ranks) throws InterruptedException {
        Map<Integer, CompletableFuture<List<String>>> asked = new HashMap<>();
        for (RankProcess rank : ranks) {
            if (rank.node() != 0) {
                asked.put(rank.rank(), others.threads(rank.node(), rank.rank()));
            }
        }
        Map<Integer, List<String>> found = new HashMap<>();
        for (RankProcess rank : ranks) {
            if (rank.node() == 0) {
                found.put(rank.rank(), here.of(rank.process()));
            }
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        for (Map.Entry<Integer, CompletableFuture<List<String>>> each : asked.entrySet()) {
            found.put(each.getKey(), await(each.getValue(), end - System.nanoTime()));
        }
        return found;
    }

    private static List<String> await(CompletableFuture<List<String>> answer, long nanos)
            throws InterruptedException {
        try {
            return answer.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return List.of();
        }
    }
}
