package org.strata.pml.base;

/** What another rank can name by a cookie: see {@link CookieTable}. */
public interface CookieHolder {
    /** Returns its slot in the table, -1 while it has no cookie. */
    int slot();

    /** Sets the slot; only the table calls this. */
    void setSlot(int slot);
}
