package org.strata.mca.base;

/**
 * Sizes that must not decrease: an eager limit, and the buffers that must contain a message of that
 * size. Values that users set stay, and defaults are adapted to them; so only two values that users
 * set can contradict each other.
 */
public final class AscendingSizes {
    private final Section section;
    private final String[] keys;

    /**
     * @param section the component's parameters
     * @param keys parameters of type size, the least first
     */
    public AscendingSizes(Section section, String... keys) {
        this.section = section;
        this.keys = keys;
    }

    /** Objects to every size set that is more than a later one set. */
    public void check(ComponentModule.Objections objections) {
        for (int i = 0; i < keys.length; i++) {
            for (int j = i + 1; j < keys.length; j++) {
                boolean both = section.isSet(keys[i]) && section.isSet(keys[j]);
                if (both && section.size(keys[i]) > section.size(keys[j])) {
                    objections.add(keys[i], "It must not be more than " + other(j) + ".");
                }
            }
        }
    }

    private String other(int index) {
        return section.describe(keys[index]);
    }

    /** Returns the size of a parameter; a default is adapted to the parameters that are set. */
    public int get(String key) {
        long size = section.size(key);
        if (section.isSet(key)) {
            return (int) size;
        }
        boolean before = true;
        for (String each : keys) {
            before &= !each.equals(key);
            if (section.isSet(each)) {
                long bound = section.size(each);
                size = before ? Math.max(size, bound) : Math.min(size, bound);
            }
        }
        return (int) size;
    }
}
