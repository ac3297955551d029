package org.strata.opal.sys;

import org.strata.opal.platform.PageCalls;
import org.strata.opal.platform.Platform;

/**
 * Asks the system whether pages can be read, and makes them present. A load by this process from a
 * page that another thread, or a library in another language, has unmapped would kill the process;
 * the system returns an error instead. The pages may be unmapped as soon as the answer is there:
 * only their owner can rely on it. Stateless. Tier 3.
 */
public final class PageProbe {
    private static final PageCalls CALLS = Platform.services().pages();

    private PageProbe() {}

    /**
     * Reads a byte of each page and returns whether every one could be read; true where the
     * platform cannot ask.
     *
     * @param from address of the first page
     * @param to address behind the last one
     */
    public static boolean readable(long from, long to) {
        return CALLS.readable(from, to);
    }
}
