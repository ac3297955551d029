package org.strata.mpool;

import org.strata.opal.sys.Pages;

/** Maps the pages of a pool. */
enum PageSource {
    /** Ordinary pages. */
    PLAIN(Pages.size()) {
        @Override
        long map(long bytes) {
            return Pages.map(bytes);
        }
    },

    /**
     * Huge pages: those of 2 MiB that the administrator has reserved, else transparent ones where
     * the kernel has some, else ordinary ones at the same alignment.
     */
    HUGE(2 << 20) {
        @Override
        long map(long bytes) {
            long reserved = Pages.mapHuge(bytes);
            return reserved != 0 ? reserved : transparent(bytes);
        }

        /**
         * Maps one page more than needed, and unmaps the memory before and behind the aligned
         * range.
         */
        private long transparent(long bytes) {
            long start = Pages.map(bytes + unit());
            if (start == 0) {
                return 0;
            }
            long aligned = (start + unit() - 1) & -unit();
            if (aligned > start) {
                Pages.unmap(start, aligned - start);
            }
            long behind = start + unit() - aligned;
            if (behind > 0) {
                Pages.unmap(aligned + bytes, behind);
            }
            Pages.adviseHuge(aligned, bytes);
            return aligned;
        }
    };

    private final long unit;

    PageSource(long unit) {
        this.unit = unit;
    }

    /** Returns the bytes of a page, a power of two. */
    long unit() {
        return unit;
    }

    /**
     * Maps zeroed pages at a multiple of the unit; returns the address, or 0 when there are none.
     */
    abstract long map(long bytes);
}
