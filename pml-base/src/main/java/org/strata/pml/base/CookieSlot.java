package org.strata.pml.base;

/** A {@link CookieHolder}'s slot in the {@link CookieTable}; only the table looks inside. */
public final class CookieSlot {
    /** Number of the slot, -1 while the holder has no cookie. */
    int number = -1;

    /** Makes the slot of a holder without a cookie. */
    public CookieSlot() {}
}
