package org.strata.testkit.sim;

import org.strata.mca.btl.BtlAttributes;

/**
 * What a simulated BTL can do by RDMA.
 *
 * @param get whether memory can be read remotely
 * @param put whether memory can be written remotely
 * @param registers whether memory must be registered for it
 * @param registrable bytes that one rank can have registered with one BTL
 * @param maxSize longest single put or get
 * @param fragment longest piece of a pipeline
 * @param sendLength bytes sent by copy while a pipeline fills
 * @param minPipeline shorter messages are not pipelined
 */
public record SimRdma(
        boolean get,
        boolean put,
        boolean registers,
        long registrable,
        long maxSize,
        long fragment,
        long sendLength,
        long minPipeline) {
    /** No RDMA. */
    public static final SimRdma NONE = new SimRdma(false, false, false, 0, 1, 1, 0, 0);

    int flags() {
        return (get ? BtlAttributes.FLAG_GET : 0)
                | (put ? BtlAttributes.FLAG_PUT : 0)
                | (registers ? BtlAttributes.FLAG_NEEDS_REGISTRATION : 0);
    }

    boolean any() {
        return get || put;
    }
}
