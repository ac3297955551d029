package org.strata.tests.verbs;

import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

/** Payload moves by process_vm_readv and process_vm_writev. */
final class SoftKernelVerbsContractTest extends HostFabricContract {
    SoftKernelVerbsContractTest() {
        super(SoftConfig.Mode.INLINE, SoftFabric.Reach.KERNEL);
    }

    @Override
    protected boolean wholeWords() {
        return false;
    }
}
