package org.strata.io.posix;

/**
 * How the part of a file that a collective access touches is divided: each aggregator serves a
 * domain, window after window. Pure functions of what all members know.
 *
 * @param start of the first domain
 * @param length of each domain
 * @param window bytes that an aggregator serves at a time
 */
record FileDomains(long start, long length, long window) {
    /** Domains begin at pages: two ranks that write to one page wait for each other. */
    private static final long PAGE = 4096;

    /** Divides the bytes from {@code first} to {@code end} among aggregators. */
    static FileDomains of(long first, long end, int aggregators, long window) {
        long start = first / PAGE * PAGE;
        long share = Math.max(1, Math.ceilDiv(end - start, aggregators));
        return new FileDomains(start, Math.ceilDiv(share, PAGE) * PAGE, window);
    }

    /** Returns which aggregator serves an offset. */
    int domain(long offset) {
        return (int) ((offset - start) / length);
    }

    long domainStart(int domain) {
        return start + domain * length;
    }

    /** Returns which window of its domain an offset belongs to. */
    long windowOf(int domain, long offset) {
        return (offset - domainStart(domain)) / window;
    }

    /** Returns the end of a window. */
    long windowEnd(int domain, long index) {
        return domainStart(domain) + Math.min(length, (index + 1) * window);
    }

    /** Distributes the runs of an access, in the order of its data, over the domains. */
    Pieces[] distribute(ExtentList runs, int aggregators) {
        Pieces[] all = new Pieces[aggregators];
        for (int i = 0; i < aggregators; i++) {
            all[i] = new Pieces();
        }
        long place = 0;
        for (int i = 0; i < runs.count(); i++) {
            long offset = runs.offset(i);
            while (offset < runs.end(i)) {
                int domain = domain(offset);
                long end = windowEnd(domain, windowOf(domain, offset));
                long part = Math.min(runs.end(i), end) - offset;
                all[domain].add(offset, part, place);
                offset += part;
                place += part;
            }
        }
        for (Pieces each : all) {
            each.sort();
        }
        return all;
    }
}
