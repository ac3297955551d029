package org.strata.verbs.soft;

import org.strata.verbs.WcStatus;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Injects one failure at a given send request of a device: {@code verbs_soft_fault}. A separate
 * thread injects it, as hardware would, while the request is executed. Thread-safe.
 */
final class InjectedFault implements FaultPlan {
    private final SoftConfig.Fault fault;
    private final Map<Long, SoftContext> devices = new ConcurrentHashMap<>();

    /** Pairs with itself: one request is the counted one. */
    private final AtomicInteger requests = new AtomicInteger();

    private InjectedFault(SoftConfig.Fault fault) {
        this.fault = fault;
    }

    /** Returns a plan for a fault; {@link FaultPlan#NONE}, which costs nothing, for no fault. */
    static FaultPlan of(SoftConfig.Fault fault) {
        return fault.kind() == SoftConfig.Fault.Kind.NONE ? NONE : new InjectedFault(fault);
    }

    @Override
    public void opened(SoftContext context) {
        if (fault.device().isEmpty() || fault.device().equals(context.device())) {
            devices.put(context.number(), context);
        }
    }

    @Override
    public int failure(long number, int qp, int opcode) {
        SoftContext device = devices.get(number);
        if (device != null && requests.incrementAndGet() == fault.after()) {
            Thread.ofPlatform().daemon().name("strata-fault").start(() -> inject(device, qp));
        }
        return WcStatus.SUCCESS;
    }

    private void inject(SoftContext device, int qp) {
        switch (fault.kind()) {
            case QP -> {
                SoftQp pair = device.objects().qps().get(Site.qpIndex(qp));
                if (pair != null) {
                    device.failQp(pair);
                }
            }
            case PORT -> {
                for (int port = 1; port <= device.attributes().ports(); port++) {
                    device.setPort(port, false);
                }
            }
            case DEVICE -> device.fail();
            case NONE -> {}
        }
    }
}
