package org.strata.junit;

import org.opentest4j.AssertionFailedError;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The results of all ranks, as a message and an error. */
final class RankFailures {
    private final List<RankResult> results;

    /**
     * @param results by rank; null for a rank that has written none
     */
    RankFailures(List<RankResult> results) {
        this.results = results;
    }

    boolean any(RankResult.Status status) {
        return results.stream().anyMatch(result -> result != null && result.status() == status);
    }

    boolean complete() {
        return results.stream().noneMatch(result -> result == null);
    }

    /** Returns a sentence about the ranks without a result, or an empty text. */
    String missing() {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < results.size(); rank++) {
            if (results.get(rank) == null) {
                ranks.add(rank);
            }
        }
        return ranks.isEmpty() ? "" : "There is no result of " + name(ranks) + ".";
    }

    /** Returns a line per message: "rank 2: expected 5 but was 4". */
    String text(RankResult.Status status) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        for (int rank = 0; rank < results.size(); rank++) {
            RankResult result = results.get(rank);
            if (result != null && result.status() == status) {
                ranks.computeIfAbsent(result.message(), m -> new ArrayList<>()).add(rank);
            }
        }
        return ranks.entrySet().stream()
                .map(entry -> name(entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("\n"));
    }

    private static String name(List<Integer> ranks) {
        String numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
    }

    /**
     * Returns an error whose stack is that of the first failure; the others are suppressed in it.
     */
    AssertionFailedError error(String more) {
        String text = text(RankResult.Status.FAILED);
        AssertionFailedError error =
                new AssertionFailedError(more.isEmpty() ? text : text + "\n" + more);
        boolean first = true;
        for (int rank = 0; rank < results.size(); rank++) {
            RankResult result = results.get(rank);
            if (result == null || result.status() != RankResult.Status.FAILED) {
                continue;
            }
            if (first) {
                error.setStackTrace(result.frames());
                first = false;
            } else {
                Throwable other =
                        new AssertionFailedError("rank " + rank + ": " + result.message());
                other.setStackTrace(result.frames());
                error.addSuppressed(other);
            }
        }
        return error;
    }
}
