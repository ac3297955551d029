package org.strata.benchmarks.papers;

import java.util.List;

/**
 * One exchange of a rank.
 *
 * @param halo one part per peer
 * @param points that the rank works on before
 */
record HaloStep(List<Part> halo, long points) {
    /** A message to a peer, and the one of the same length from it. */
    record Part(int peer, int bytes) {}

    /** Returns the bytes that go one way. */
    int bytes() {
        return halo.stream().mapToInt(Part::bytes).sum();
    }
}
