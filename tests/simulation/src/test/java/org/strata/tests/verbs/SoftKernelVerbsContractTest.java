package org.strata.tests.verbs;

import org.strata.verbs.DataOrder;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

/** Payload moves by process_vm_readv and process_vm_writev. */
final class SoftKernelVerbsContractTest extends HostFabricContract {
    SoftKernelVerbsContractTest() {
        super(SoftConfig.Mode.INLINE, SoftFabric.Reach.KERNEL);
    }

    /** Word by word or byte by byte, as the kernel likes; the last byte is a copy of its own. */
    @Override
    protected DataOrder.Extent order() {
        return DataOrder.Extent.LAST_BYTE;
    }
}
