package org.strata.testkit.verbs;

import org.strata.verbs.DeviceAttributes;

import java.util.EnumSet;
import java.util.Set;

/** What a device may have or lack by its attributes. */
public enum VerbsFeature {
    /** Shared receive queues. */
    SHARED_QUEUES,

    /** Shared receive queues that can be resized. */
    RESIZABLE_QUEUES,

    /** Extended reliable connections. */
    XRC,

    /** Fetch-and-add, compare-and-swap. */
    ATOMICS,

    /** Sends of at least 64 bytes whose payload the post copies. */
    INLINE,

    /** At least four scatter-gather elements. */
    FOUR_ELEMENTS;

    /** Returns what a device says that it has. */
    static Set<VerbsFeature> of(DeviceAttributes attributes) {
        Set<VerbsFeature> found = EnumSet.noneOf(VerbsFeature.class);
        add(found, SHARED_QUEUES, attributes.maxSrq() > 0);
        add(found, RESIZABLE_QUEUES, attributes.srqResize());
        add(found, XRC, attributes.xrc());
        add(found, ATOMICS, attributes.atomics());
        add(found, INLINE, attributes.maxInline() >= 64);
        add(found, FOUR_ELEMENTS, attributes.maxSge() >= 4);
        return found;
    }

    private static void add(Set<VerbsFeature> found, VerbsFeature feature, boolean present) {
        if (present) {
            found.add(feature);
        }
    }
}
