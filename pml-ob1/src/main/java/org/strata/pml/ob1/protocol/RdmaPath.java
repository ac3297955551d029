package org.strata.pml.ob1.protocol;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;

/**
 * The RDMA operations that the links to one peer support on memory that they reach.
 *
 * @param get some link reads remote memory
 * @param put some link writes remote memory
 * @param registers some link needs registered memory
 * @param minPipelineSize shorter messages are not pipelined
 * @param registered the sender's memory is registered already, or is worth it
 */
public record RdmaPath(
        boolean get, boolean put, boolean registers, long minPipelineSize, boolean registered) {
    /** No link with RDMA, or memory that none reaches. */
    public static final RdmaPath NONE = new RdmaPath(false, false, false, 0, false);

    /** Returns the same for memory that is registered. */
    public RdmaPath withRegistered() {
        return new RdmaPath(get, put, registers, minPipelineSize, true);
    }

    /** Returns the union of what some links support. */
    public static RdmaPath of(BtlLink... links) {
        RdmaPath path = NONE;
        for (BtlLink link : links) {
            if (link.rdma != null) {
                BtlAttributes one = link.attributes;
                path =
                        new RdmaPath(
                                path.get || one.has(BtlAttributes.FLAG_GET),
                                path.put || one.has(BtlAttributes.FLAG_PUT),
                                path.registers || one.has(BtlAttributes.FLAG_NEEDS_REGISTRATION),
                                Math.max(path.minPipelineSize, one.minPipelineSize()),
                                false);
            }
        }
        return path;
    }
}
