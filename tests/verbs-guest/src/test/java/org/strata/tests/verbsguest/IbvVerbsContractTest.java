package org.strata.tests.verbsguest;

import org.strata.opal.time.Clock;
import org.strata.testkit.verbs.VerbsContract;
import org.strata.testkit.verbs.VerbsFeature;
import org.strata.verbs.Context;
import org.strata.verbs.DataOrder;
import org.strata.verbs.ibverbs.IbvProvider;

import java.util.EnumSet;
import java.util.Set;

/**
 * The contract over libibverbs: the first device, opened twice. Soft-RoCE (Linux 6.1) differs from
 * the specification in some statuses (local protection errors are "operation errors", a message too
 * long for its receive is a "remote operation error"), flushes no receive that is posted in error,
 * leaves pairs alone when their completion queue overflows, knows no last-WQE event, and goes on
 * after SQD at the next post only.
 */
final class IbvVerbsContractTest extends VerbsContract {
    private final IbvProvider provider =
            new IbvProvider(Clock.SYSTEM, System.getProperty("os.arch"));

    @Override
    protected Context open(int side) {
        return provider.open(provider.devices().get(0));
    }

    /** Soft-RoCE has no XRC. */
    @Override
    protected Set<VerbsFeature> features() {
        return EnumSet.complementOf(EnumSet.of(VerbsFeature.XRC));
    }

    @Override
    protected boolean exactStatuses() {
        return false;
    }

    /** Soft-RoCE copies with the kernel's memcpy, and its driver promises nothing. */
    @Override
    protected DataOrder.Extent order() {
        return DataOrder.Extent.NONE;
    }
}
