package org.strata.pml.ob1;

/** What the other side can name by a cookie: see {@link CookieTable}. */
interface Named {
    /** Returns its slot in the table, -1 while it has no name. */
    int slot();

    /** Sets the slot; the table's only. */
    void setSlot(int slot);
}
