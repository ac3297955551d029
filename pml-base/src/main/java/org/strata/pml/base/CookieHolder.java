package org.strata.pml.base;

/** What another rank can name by a cookie: see {@link CookieTable}. */
public interface CookieHolder {
    /** Returns the place for its cookie; always the same object. */
    CookieSlot cookieSlot();
}
