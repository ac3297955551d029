package org.strata.btl.openib;

import org.strata.verbs.Context;
import org.strata.verbs.Provider;

import java.util.List;

/** The adapters of another provider; tests override what they want to be different. */
class WrappedProvider implements Provider {
    final Provider provider;

    WrappedProvider(Provider provider) {
        this.provider = provider;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public List<String> devices() {
        return provider.devices();
    }

    @Override
    public String absence() {
        return provider.absence();
    }

    @Override
    public int memoryNode(String device) {
        return provider.memoryNode(device);
    }

    @Override
    public Context open(String device) {
        return provider.open(device);
    }
}
