package org.strata.pml.base;

/** An operation that packets of another rank name by a cookie; see {@link CookieTable}. */
public interface CookieHolder {
    /** Returns its slot, always the same object. */
    CookieSlot cookieSlot();
}
