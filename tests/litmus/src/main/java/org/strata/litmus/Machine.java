package org.strata.litmus;

import java.util.List;

/**
 * What a processor, and the JVM for it, may reorder. All machines have one memory: a store is seen
 * by all other threads at once (multi-copy atomic).
 *
 * @param name for messages
 * @param tso stores leave in order, through a buffer: only a load may pass an earlier store
 * @param acquireAfterVolatile whether an acquire load stays behind an earlier volatile store
 * @param exclusives whether an atomic update is a loop of two instructions, load and store
 *     exclusive, that other accesses may come between
 */
public record Machine(String name, boolean tso, boolean acquireAfterVolatile, boolean exclusives) {
    /** HotSpot on x86-64. */
    public static final Machine X86 = new Machine("x86", true, true, false);

    /** HotSpot on AArch64 with large system extensions: ldar, stlr, casal. */
    public static final Machine ARM = new Machine("arm", false, true, false);

    /** HotSpot on AArch64 without them: ldaxr and stlxr. */
    public static final Machine ARM_LL_SC = new Machine("arm-ll/sc", false, true, true);

    /**
     * What the access modes of VarHandle promise, and no more: what another JIT compiler, or
     * another processor, may make of them. It has every run of the others.
     */
    public static final Machine MODES = new Machine("modes", false, false, true);

    /** Those on which every protocol must hold. */
    public static final List<Machine> ALL = List.of(X86, ARM, ARM_LL_SC, MODES);

    @Override
    public String toString() {
        return name;
    }
}
