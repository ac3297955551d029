package org.strata.btl.shm;

import org.strata.mca.btl.FreeList;
import org.strata.opal.pool.BoundedPool;

/** The fragments of this rank's segment. */
final class FragmentPool extends BoundedPool<Fragment> {
    private final SegmentLayout layout;
    private final long segment;

    /**
     * @param segment address of this rank's segment
     */
    FragmentPool(SegmentLayout layout, long segment, FreeList sizes) {
        super(sizes.num(), sizes.inc(), layout.fragments());
        this.layout = layout;
        this.segment = segment;
    }

    @Override
    protected int make(int wanted) {
        for (int i = made(); i < made() + wanted; i++) {
            long place = layout.fragment(i);
            release(new Fragment(segment + place, place));
        }
        return wanted;
    }

    /** Gives a fragment back that is not under way. */
    void recycle(Fragment fragment) {
        fragment.callback = null;
        fragment.context = null;
        release(fragment);
    }
}
