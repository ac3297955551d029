package org.strata.btl.shm;

/** The fragments of this rank's segment. The last freed is the next taken: it is in the cache. */
final class FragmentPool {
    private final SegmentLayout layout;
    private final long segment;
    private final int increment;
    private int made;
    private Fragment free;

    /**
     * @param segment address of this rank's segment
     * @param first fragments to make now
     * @param increment fragments to make when there are too few
     */
    FragmentPool(SegmentLayout layout, long segment, int first, int increment) {
        this.layout = layout;
        this.segment = segment;
        this.increment = Math.max(1, increment);
        grow(first);
    }

    /** Returns a fragment, or null when all are under way. */
    Fragment take() {
        if (free == null) {
            grow(increment);
        }
        Fragment fragment = free;
        if (fragment != null) {
            free = fragment.next;
            fragment.next = null;
        }
        return fragment;
    }

    private void grow(int wanted) {
        int end = Math.min(made + wanted, layout.fragments());
        while (made < end) {
            long place = layout.fragment(made++);
            give(new Fragment(segment + place, place));
        }
    }

    void give(Fragment fragment) {
        fragment.callback = null;
        fragment.context = null;
        fragment.next = free;
        free = fragment;
    }
}
