package org.strata.rcache;

/** What a cache has done. */
final class GrdmaStatistics {
    long hits;
    long misses;
    long evictions;
    long retries;
    long failures;
    long invalidations;

    @Override
    public String toString() {
        return "rcache grdma: hits "
                + hits
                + ", misses "
                + misses
                + ", evictions "
                + evictions
                + ", retries after eviction "
                + retries
                + ", failures "
                + failures
                + ", invalidations "
                + invalidations;
    }
}
