package org.strata.testkit.verbs;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.strata.verbs.BufferArea;
import org.strata.verbs.Context;
import org.strata.verbs.DataOrder;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;

import java.util.EnumSet;
import java.util.Set;

/** Two sides that can reach each other, and how their pairs are connected. */
abstract class VerbsFixture {
    static final int PORT = 1;
    static final int PSN_A = 0x1234;
    static final int PSN_B = 0x4321;

    /** RNR timer code 1: 10 µs. */
    private static final int SHORT_RNR = 1;

    VerbsSide a;
    VerbsSide b;

    /**
     * Opens a device for one of two sides, 0 or 1, which reach each other. It may be one device
     * opened twice.
     */
    protected abstract Context open(int side);

    /**
     * Allocates the memory of a side that the tests use, zeroed and page-aligned; once per side.
     */
    protected BufferArea memory(Context context, long bytes) {
        return context.allocate(bytes);
    }

    /**
     * Returns whether the provider reports what is wrong by the statuses and events of the
     * specification exactly; of those that are known to differ (Soft-RoCE) only failure as such is
     * asked.
     */
    protected boolean exactStatuses() {
        return true;
    }

    /**
     * Returns what the device promises of the order of RDMA writes to the tests' memory, no more
     * and no less; everything here. Tests of what it does not promise are skipped.
     */
    protected DataOrder.Extent order() {
        return DataOrder.Extent.WORDS;
    }

    /**
     * Returns whether who polls the target of an RDMA write never sees a part of an aligned word.
     */
    protected boolean wholeWords() {
        return order().compareTo(DataOrder.Extent.WORDS) >= 0;
    }

    /** Skips a test of an order that the device does not promise. */
    final void needs(DataOrder.Extent least) {
        boolean has = order().compareTo(least) >= 0;
        Assumptions.assumeTrue(has, "promises " + order() + " of the order of writes");
    }

    /**
     * Returns what the device has, no more and no fewer; everything here. Tests of what it lacks
     * are skipped, so that an attribute lost by mistake would go unnoticed.
     */
    protected Set<VerbsFeature> features() {
        return EnumSet.allOf(VerbsFeature.class);
    }

    /** Skips a test of what the device lacks. */
    final void needs(VerbsFeature feature) {
        Assumptions.assumeTrue(features().contains(feature), "has no " + feature);
    }

    /** Expects a failure, and its status where statuses are exact. */
    final void failed(Wc wc, long wrId, int status) {
        if (exactStatuses()) {
            wc.failed(wrId, status);
        } else {
            wc.failed(wrId);
        }
    }

    @BeforeEach
    final void openSides() {
        a = new VerbsSide(open(0), this::memory);
        b = new VerbsSide(open(1), this::memory);
    }

    @AfterEach
    final void closeSides() {
        a.close();
        b.close();
    }

    /** Connects two pairs with short timeouts and few retries. */
    final void connect(QueuePair qa, QueuePair qb) {
        connect(qa, a, qb, b, VerbsSide.ALL_ACCESS);
    }

    final void connect(QueuePair qa, VerbsSide sa, QueuePair qb, VerbsSide sb, int access) {
        toInit(qa, access);
        toInit(qb, access);
        toRtr(qa, sa, qb.number(), sb, PSN_B);
        toRtr(qb, sb, qa.number(), sa, PSN_A);
        toRts(qa, PSN_A, 7);
        toRts(qb, PSN_B, 7);
    }

    static void toInit(QueuePair qp, int access) {
        qp.modify(QpAttributes.toInit(PORT, access));
    }

    /** To RTR: the peer sends with the PSN given. */
    static void toRtr(QueuePair qp, VerbsSide from, int toNumber, VerbsSide to, int psn) {
        PortAttributes port = to.context.port(PORT);
        Gid gid = to.context.gid(PORT, to.context.defaultGidIndex(PORT));
        int ownIndex = from.context.defaultGidIndex(PORT);
        Gid used = port.ethernet() ? gid : Gid.NONE;
        qp.modify(
                QpAttributes.toRtr(toNumber, port.lid(), used, ownIndex, psn)
                        .pathMtu(Math.min(port.activeMtu(), 1024))
                        .minRnrTimer(SHORT_RNR));
    }

    static void toRts(QueuePair qp, int psn, int rnrRetries) {
        qp.modify(QpAttributes.toRts(psn).timeout(8).retry(2).rnrRetry(rnrRetries));
    }

    static void toError(QueuePair qp) {
        qp.modify(QpAttributes.to(QpState.ERR));
    }

    /** Two connected pairs with receive queues of their own. */
    final class Pair {
        final QueuePair qa;
        final QueuePair qb;

        Pair() {
            this(VerbsSide.ALL_ACCESS);
        }

        Pair(int access) {
            qa = a.rc();
            qb = b.rc();
            connect(qa, a, qb, b, access);
        }
    }
}
