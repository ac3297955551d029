package org.strata.btl.openib;

import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Transport;

/** What a device says of itself, with some of it changed. */
final class OtherAttributes {
    private OtherAttributes() {}

    /**
     * Returns the attributes of a device but for three.
     *
     * @param maxQpWr requests that a work queue of a queue pair takes
     */
    static DeviceAttributes of(DeviceAttributes a, int ports, int maxQpWr, Transport transport) {
        return new DeviceAttributes(
                a.vendor(),
                ports,
                a.maxQp(),
                maxQpWr,
                a.maxSge(),
                a.maxInline(),
                a.maxCq(),
                a.maxCqe(),
                a.maxMr(),
                a.maxMrSize(),
                a.maxSrq(),
                a.maxSrqWr(),
                a.maxRdAtomic(),
                a.maxInitRdAtomic(),
                a.xrc(),
                a.srqResize(),
                a.atomics(),
                a.onDemand(),
                a.maxMessage(),
                transport);
    }
}
