package org.strata.mca.btl;

import org.strata.mca.base.ComponentModule.Objections;
import org.strata.mca.base.Section;

/**
 * How a BTL's pool of descriptors grows: the parameters {@code free-list-num}, {@code
 * free-list-max} and {@code free-list-inc}.
 *
 * @param num descriptors made at first
 * @param max descriptors there may be; below 0 for any number
 * @param inc descriptors made when there are too few
 */
public record FreeList(int num, int max, int inc) {
    private static final String NUM = "free-list-num";
    private static final String MAX = "free-list-max";

    /** Reads the three parameters. Call {@link #check} before. */
    public static FreeList from(Section section) {
        return new FreeList(
                section.integer(NUM), section.integer(MAX), section.integer("free-list-inc"));
    }

    /**
     * Objects to a pool without descriptors, and to numbers that contradict each other; see {@link
     * org.strata.mca.base.ComponentModule#check}.
     */
    public static void check(Section section, Objections objections) {
        int max = section.integer(MAX);
        if (max == 0) {
            objections.add(MAX, "With 0 no message could be sent. -1 means no bound.");
        }
        boolean both = section.isSet(NUM) && section.isSet(MAX);
        if (both && max > 0 && section.integer(NUM) > max) {
            objections.add(NUM, "It must not be more than " + section.describe(MAX) + ".");
        }
    }
}
