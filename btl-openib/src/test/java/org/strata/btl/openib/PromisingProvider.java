package org.strata.btl.openib;

import org.strata.verbs.Context;
import org.strata.verbs.DataOrder;
import org.strata.verbs.Provider;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;

import java.util.function.Supplier;

/**
 * Adapters whose queue pairs promise what a test wants of the order of writes; each is asked for
 * itself.
 */
final class PromisingProvider extends WrappedProvider {
    /** What the pairs give as their reason. */
    static final String SOURCE = "the test says so";

    private final Supplier<DataOrder.Extent> extents;

    PromisingProvider(Provider provider, Supplier<DataOrder.Extent> extents) {
        super(provider);
        this.extents = extents;
    }

    @Override
    public Context open(String device) {
        return new Device(provider.open(device), extents);
    }

    private static final class Device extends WrappedContext {
        private final Supplier<DataOrder.Extent> extents;

        Device(Context context, Supplier<DataOrder.Extent> extents) {
            super(context);
            this.extents = extents;
        }

        @Override
        public QueuePair createQp(QpInit init) {
            return new Pair(context.createQp(init), extents);
        }
    }

    private static final class Pair extends WrappedPair {
        private final Supplier<DataOrder.Extent> extents;

        Pair(QueuePair pair, Supplier<DataOrder.Extent> extents) {
            super(pair);
            this.extents = extents;
        }

        @Override
        public DataOrder dataOrder() {
            return new DataOrder(extents.get(), SOURCE);
        }
    }
}
