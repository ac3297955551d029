package org.strata.mca.mpool;

import org.strata.mca.base.Component;

/** Factory of one kind of memory pool. */
public interface MpoolComponent extends Component {
    @Override
    default String framework() {
        return "mpool";
    }

    /** Returns the rank's pool of this kind; the same one on every call. */
    MemoryPool pool();

    /** Releases what would outlive the process, such as files; memory in use stays valid. */
    default void close() {}
}
