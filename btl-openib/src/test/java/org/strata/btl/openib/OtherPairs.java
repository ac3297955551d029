package org.strata.btl.openib;

import org.strata.verbs.Context;
import org.strata.verbs.Provider;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;

import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** The adapters of another provider, whose queue pairs a test refuses or wraps. */
final class OtherPairs extends WrappedProvider {
    private final BiFunction<Context, QpInit, QueuePair> maker;

    private OtherPairs(Provider provider, BiFunction<Context, QpInit, QueuePair> maker) {
        super(provider);
        this.maker = maker;
    }

    /**
     * @param maker of a queue pair, from the adapter that would have made it
     */
    static UnaryOperator<Provider> by(BiFunction<Context, QpInit, QueuePair> maker) {
        return provider -> new OtherPairs(provider, maker);
    }

    @Override
    public Context open(String device) {
        return new WrappedContext(provider.open(device)) {
            @Override
            public QueuePair createQp(QpInit init) {
                return maker.apply(context, init);
            }
        };
    }
}
