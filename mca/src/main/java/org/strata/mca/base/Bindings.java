package org.strata.mca.base;

import com.google.inject.Provider;

import java.util.Set;

/**
 * Where the objects of a rank are bound, and where those that others bind are asked for: in {@link
 * PlainWiring}, or in Guice for modules that want more of it. The objects exist only once all is
 * bound; a provider that is called earlier fails.
 */
interface Bindings {
    /** Binds an object that exists. */
    <T> void instance(Class<T> type, T object);

    /** Binds an object that is made once, and at the latest when the stack has been wired. */
    <T> void single(Class<T> type, Provider<T> constructor);

    /** Binds objects of which each request makes another one. */
    <T> void each(Class<T> type, Provider<T> constructor);

    /** Returns a provider of what is bound to a type. */
    <T> Provider<T> provider(Class<T> type);

    /** Returns a provider of all selected components of a kind. */
    <C> Provider<Set<C>> all(Class<C> kind);
}
