package org.strata.btl.openib;

import org.strata.verbs.Provider;

/** Makes the provider of a process's adapters. */
@FunctionalInterface
public interface ProviderSource {
    /** Returns null when there is none; the refusal says why. */
    Provider provider(StringBuilder refusal);
}
