package org.strata.btl.self;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;
import org.strata.mca.btl.BtlAttributes;

/**
 * The parameters of {@code mca.btl.self}; {@code reference.conf} documents each.
 *
 * @param attributes what the loopback advertises
 * @param freeListMax fragments under way of each kind before a caller has to retry; below 0 for any
 *     number
 */
public record SelfConfig(BtlAttributes attributes, int freeListMax) {
    /** A handler may be in one, and answer with others. */
    private static final int LEAST_FRAGMENTS = 4;

    private static final int FLAGS =
            BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;

    /** Returns the defaults of {@code reference.conf}, for tests. */
    public static SelfConfig defaults() {
        return of(1 << 10, 16 << 10, 64);
    }

    /** Returns the defaults with other limits, for tests. */
    public static SelfConfig of(int eagerLimit, int maxSendSize, int freeListMax) {
        BtlAttributes attributes =
                new BtlAttributes(
                        "self",
                        65_536,
                        FLAGS,
                        eagerLimit,
                        maxSendSize,
                        maxSendSize,
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        0,
                        0,
                        100);
        return new SelfConfig(attributes, freeListMax);
    }

    /** Objects to what cannot work; see {@link org.strata.mca.base.ComponentModule#check}. */
    static void check(Section section, Objections objections) {
        BtlAttributes.check(section, objections);
        int most = section.integer("free-list-max");
        if (most >= 0 && most < LEAST_FRAGMENTS) {
            objections.add("free-list-max", "It must be at least 4, or -1 for no limit.");
        }
    }

    /** Reads the section {@code mca.btl.self}. */
    static SelfConfig from(Section section) {
        return new SelfConfig(
                BtlAttributes.from(section, "self", FLAGS), section.integer("free-list-max"));
    }
}
