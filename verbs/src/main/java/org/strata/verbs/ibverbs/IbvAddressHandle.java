package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.CREATE_AH;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.DESTROY_AH;

import org.strata.opal.memory.Memory;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.Gid;

import java.lang.foreign.Arena;

/** An {@code ibv_ah}. */
final class IbvAddressHandle extends IbvObject implements AddressHandle {
    private IbvAddressHandle(IbvDevice device, long made) {
        super(device, made, "an address handle");
    }

    static IbvAddressHandle of(
            IbvPd pd,
            int port,
            int lid,
            Gid gid,
            int gidIndex,
            int serviceLevel,
            int trafficClass) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.AH_ATTR_BYTES, 8);
            QpAttributeCodec.writeAddress(lid, gid, gidIndex, serviceLevel, trafficClass, port, at);
            long made = pd.device().library().pointer(CREATE_AH, pd.pointer(), at);
            return new IbvAddressHandle(pd.device(), made);
        }
    }

    @Override
    public long handle() {
        return pointer();
    }

    @Override
    public void close() {
        destroy(DESTROY_AH);
    }
}
