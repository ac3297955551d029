package org.strata.mca.base;

import java.util.Set;

/** The objects of a rank that is wired. */
interface Wired {
    /** Returns what is bound to a type. */
    <T> T get(Class<T> type);

    /** Returns all selected components of a kind, in the order of their modules. */
    <C> Set<C> components(Class<C> kind);
}
