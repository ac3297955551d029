package org.strata.launcher.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Gets the threads of ranks from their hosts, of all at a time. */
final class RankStacks implements StateReport.Stacks {
    @Override
    public Map<Integer, List<String>> of(List<RankProcess> ranks) throws InterruptedException {
        Map<Integer, CompletableFuture<List<String>>> asked = new HashMap<>();
        for (RankProcess rank : ranks) {
            asked.put(rank.rank(), rank.host().threads(rank));
        }
        Map<Integer, List<String>> found = new HashMap<>();
        for (Map.Entry<Integer, CompletableFuture<List<String>>> each : asked.entrySet()) {
            found.put(each.getKey(), await(each.getValue()));
        }
        return found;
    }

    private static List<String> await(CompletableFuture<List<String>> answer)
            throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            return List.of();
        }
    }
}
