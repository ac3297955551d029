package org.strata.pml.base;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The cookies of one rank: the 64-bit names by which packets of other ranks refer to its requests
 * and pieces. A cookie is a slot number and the slot's generation, so that a late packet never
 * reaches the slot's next holder. A slot whose generations are used up is retired: no cookie is
 * given twice. Tier 2.
 */
public final class CookieTable {
    private CookieHolder[] holders = new CookieHolder[64];
    private int[] generations = new int[64];
    private int[] free = new int[64];
    private int freeCount;
    private final int firstGeneration;

    /** Makes an empty table. */
    public CookieTable() {
        this(0);
    }

    /**
     * Makes an empty table.
     *
     * @param firstGeneration of each slot: 0, but for tests of the last ones
     */
    public CookieTable(int firstGeneration) {
        this.firstGeneration = firstGeneration;
        addFree(0);
    }

    private void addFree(int from) {
        Arrays.fill(generations, from, generations.length, firstGeneration);
        for (int slot = holders.length - 1; slot >= from; slot--) {
            free[freeCount++] = slot;
        }
    }

    /** Returns a holder's cookie; assigns one to a holder without. */
    public long cookie(CookieHolder holder) {
        CookieSlot slot = holder.cookieSlot();
        if (slot.number < 0) {
            if (freeCount == 0) {
                grow();
            }
            slot.number = free[--freeCount];
            holders[slot.number] = holder;
        }
        return (long) generations[slot.number] << 32 | slot.number;
    }

    /** Returns the holder of a cookie, or null when the cookie was revoked, or never was one. */
    public CookieHolder find(long cookie) {
        int slot = (int) cookie;
        boolean valid = slot >= 0 && slot < holders.length;
        return valid && generations[slot] == (int) (cookie >>> 32) ? holders[slot] : null;
    }

    /** Revokes a holder's cookie, if it has one. */
    public void revoke(CookieHolder holder) {
        CookieSlot slot = holder.cookieSlot();
        int number = slot.number;
        if (number >= 0) {
            slot.number = -1;
            holders[number] = null;
            if (++generations[number] != 0) {
                free[freeCount++] = number;
            }
        }
    }

    /**
     * Calls an action for every holder; the action may revoke the cookie of the holder it is called
     * with.
     */
    public void forEach(Consumer<CookieHolder> action) {
        for (int slot = 0; slot < holders.length; slot++) {
            if (holders[slot] != null) {
                action.accept(holders[slot]);
            }
        }
    }

    private void grow() {
        int length = holders.length;
        holders = Arrays.copyOf(holders, length * 2);
        generations = Arrays.copyOf(generations, length * 2);
        free = Arrays.copyOf(free, length * 2);
        addFree(length);
    }
}
