package org.strata.opal.pool;

import java.util.Arrays;

/**
 * Equal objects that are made in steps up to a bound, and used again: a source of back-pressure.
 * The last one released is the next one acquired, since it is likely in the processor's cache. Tier
 * 1, but for making objects.
 *
 * @param <T> what is pooled
 */
public abstract class BoundedPool<T> {
    private final int first;
    private final int increment;
    private final int max;
    private Object[] free = new Object[0];
    private int count;
    private int made;

    /**
     * @param first how many to make at the first {@link #acquire}
     * @param increment how many to make when there are too few
     * @param max how many there may be; below 0 for any number
     */
    protected BoundedPool(int first, int increment, int max) {
        this.first = first;
        this.increment = increment;
        this.max = max < 0 ? Integer.MAX_VALUE : max;
    }

    /** Returns an object, or null when all are in use and no more can be made. */
    @SuppressWarnings("unchecked")
    public final T acquire() {
        return count == 0 && !grow() ? null : (T) free[--count];
    }

    /** Returns an object to the pool. */
    public final void release(T object) {
        free[count++] = object;
    }

    private boolean grow() {
        int step = Math.max(1, made < first ? first - made : increment);
        return grow(Math.min(step, max - made));
    }

    /** Makes more objects, whatever the bound; returns whether there are any more. */
    protected final boolean grow(int wanted) {
        if (wanted <= 0) {
            return false;
        }
        if (made + wanted > free.length) {
            free = Arrays.copyOf(free, Math.max(made + wanted, 2 * free.length));
        }
        int more = make(wanted);
        made += more;
        return more > 0;
    }

    /** Makes up to {@code wanted} objects and releases each to the pool; returns how many. */
    protected abstract int make(int wanted);

    /** Returns how many objects there are, in use or not. */
    public final int made() {
        return made;
    }
}
