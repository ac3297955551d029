package org.strata.verbs.soft;

import org.strata.opal.sys.OwnThreads;
import org.strata.verbs.WcStatus;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Injects one failure at a given send request of a device: {@code verbs_soft_fault}. A separate
 * thread injects it, as hardware would, while the request is executed; an error of the JVM is
 * thrown in the thread that executes it. Thread-safe.
 */
final class InjectedFault implements FaultPlan {
    private final SoftConfig.Fault fault;
    private final Map<Long, FaultyDevice> devices = new ConcurrentHashMap<>();

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
    public void opened(FaultyDevice device) {
        if (fault.device().isEmpty() || fault.device().equals(device.device())) {
            devices.put(device.number(), device);
        }
    }

    @Override
    public int failure(long number, int qp, int opcode) {
        FaultyDevice device = devices.get(number);
        if (device != null && requests.incrementAndGet() == fault.after()) {
            if (fault.kind() == SoftConfig.Fault.Kind.ERROR) {
                throw new InternalError("injected by verbs_soft_fault");
            }
            OwnThreads.daemon("strata-fault").start(() -> inject(device, qp));
        }
        return WcStatus.SUCCESS;
    }

    private void inject(FaultyDevice device, int qp) {
        switch (fault.kind()) {
            case QP -> device.failQp(qp);
            case PORT -> {
                for (int port = 1; port <= device.ports(); port++) {
                    device.setPort(port, false);
                }
            }
            case DEVICE -> device.fail();
            case NONE, ERROR -> {}
        }
    }
}
