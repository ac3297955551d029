package org.strata.verbs.ibverbs;

import static org.strata.verbs.ibverbs.IbvLibrary.Function.QUERY_DEVICE;
import static org.strata.verbs.ibverbs.IbvLibrary.Function.QUERY_PORT;

import org.strata.opal.memory.Memory;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Queries the attributes of a device and its ports. */
final class DeviceQuery {
    private static final PortAttributes.State[] STATES = PortAttributes.State.values();
    private static final int VENDOR_MELLANOX = 0x2c9;
    private static final int VENDOR_SOFT_ROCE = 0xffffff;
    private static final int VENDOR_BROADCOM = 0x14e4;
    private static final int VENDOR_INTEL = 0x8086;

    private DeviceQuery() {}

    /**
     * Queries the device, and port 1 for the longest message, which is the same on all ports.
     *
     * @param context of the device: makes queue pairs to find the longest inline payload
     */
    static DeviceAttributes attributes(IbvDevice device, Context context) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.DEVICE_ATTR_BYTES, 8);
            int errno = device.library().status(QUERY_DEVICE, device.address(), at);
            if (errno != 0) {
                throw device.failure(errno, "cannot be queried");
            }
            int flags = Memory.getInt(at + Layout.DEVICE_ATTR_FLAGS);
            device.identify(
                    Memory.getInt(at + Layout.DEVICE_ATTR_VENDOR_ID),
                    Memory.getInt(at + Layout.DEVICE_ATTR_VENDOR_PART));
            boolean xrc =
                    (flags & Layout.FLAG_XRC) != 0
                            && device.extension().operation(Layout.EXTENDED_OPEN_XRCD) != null;
            boolean atomics = Memory.getInt(at + Layout.DEVICE_ATTR_ATOMIC_CAP) != 0;
            return new DeviceAttributes(
                    vendor(at),
                    Memory.getByte(at + Layout.DEVICE_ATTR_PORTS) & 0xff,
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_QP),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_QP_WR),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_SGE),
                    InlineProbe.longest(context),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_CQ),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_CQE),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_MR),
                    unsigned(Memory.getLong(at + Layout.DEVICE_ATTR_MAX_MR_SIZE)),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_SRQ),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_SRQ_WR),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_QP_RD_ATOM),
                    Memory.getInt(at + Layout.DEVICE_ATTR_MAX_QP_INIT_RD_ATOM),
                    xrc,
                    (flags & Layout.FLAG_SRQ_RESIZE) != 0,
                    atomics,
                    onDemand(device, arena, atomics),
                    port(device, 1).maxMessage(),
                    device.transport());
        }
    }

    /** Libraries, drivers and kernels that do not know the question have no such memory. */
    private static boolean onDemand(IbvDevice device, Arena arena, boolean atomics) {
        MemorySegment query = device.extension().operation(Layout.EXTENDED_QUERY_DEVICE_EX);
        if (query == null) {
            return false;
        }
        long at = Memory.allocate(arena, Layout.DEVICE_ATTR_EX_BYTES, 8);
        int errno = Native.status(query, device.address(), 0, at, Layout.DEVICE_ATTR_EX_BYTES);
        return errno == 0
                && pagesOnDemand(
                        Memory.getLong(at + Layout.DEVICE_ATTR_EX_ODP),
                        Memory.getInt(at + Layout.DEVICE_ATTR_EX_ODP_RC),
                        atomics);
    }

    /**
     * Returns whether all that a link does with memory of users can be done with pages on demand.
     *
     * @param general bits of the device
     * @param connected bits of reliable connections
     */
    static boolean pagesOnDemand(long general, int connected, boolean atomics) {
        int needed = Layout.ODP_SEND | Layout.ODP_RECV | Layout.ODP_WRITE | Layout.ODP_READ;
        needed |= atomics ? Layout.ODP_ATOMIC : 0;
        return (general & Layout.ODP_SUPPORT) != 0 && (connected & needed) == needed;
    }

    private static long unsigned(long value) {
        return value < 0 ? Long.MAX_VALUE : value;
    }

    private static String vendor(long at) {
        int vendor = Memory.getInt(at + Layout.DEVICE_ATTR_VENDOR_ID);
        String name =
                switch (vendor) {
                    case VENDOR_MELLANOX -> "NVIDIA";
                    case VENDOR_BROADCOM -> "Broadcom";
                    case VENDOR_INTEL -> "Intel";
                    case VENDOR_SOFT_ROCE -> "Soft-RoCE";
                    default -> String.format("vendor 0x%x", vendor);
                };
        int part = Memory.getInt(at + Layout.DEVICE_ATTR_VENDOR_PART);
        String firmware = Libc.string(at + Layout.DEVICE_ATTR_FW_VER, Layout.DEVICE_NAME_BYTES);
        return part == 0 ? name : name + " MT" + part + ", firmware " + firmware;
    }

    /** Queries a port. */
    static PortAttributes port(IbvDevice device, int port) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.PORT_ATTR_BYTES, 8);
            int errno = device.library().status(QUERY_PORT, device.address(), port, at);
            if (errno != 0) {
                throw new VerbsException(
                        VerbsException.EINVAL,
                        device.name() + " has no port " + port + ": " + Libc.text(errno));
            }
            int state = Memory.getInt(at + Layout.PORT_ATTR_STATE);
            return new PortAttributes(
                    state >= 0 && state < STATES.length ? STATES[state] : STATES[0],
                    Memory.getShort(at + Layout.PORT_ATTR_LID) & 0xffff,
                    Memory.getByte(at + Layout.PORT_ATTR_LMC) & 0xff,
                    Mtu.bytes(Memory.getInt(at + Layout.PORT_ATTR_ACTIVE_MTU)),
                    Memory.getInt(at + Layout.PORT_ATTR_MAX_MESSAGE) & 0xffff_ffffL,
                    Memory.getInt(at + Layout.PORT_ATTR_GID_TABLE),
                    Memory.getByte(at + Layout.PORT_ATTR_LINK_LAYER) == Layout.LINK_LAYER_ETHERNET,
                    lanes(Memory.getByte(at + Layout.PORT_ATTR_WIDTH))
                            * laneSpeed(Memory.getByte(at + Layout.PORT_ATTR_SPEED) & 0xff));
        }
    }

    /** Returns the lanes of a link from its width code. */
    static int lanes(int code) {
        return switch (code) {
            case 2 -> 4;
            case 4 -> 8;
            case 8 -> 12;
            case 16 -> 2;
            default -> 1;
        };
    }

    /** Returns the Mbit/s of one lane from its speed code: SDR to NDR. */
    static int laneSpeed(int code) {
        return switch (code) {
            case 2 -> 5_000;
            case 4 -> 10_000;
            case 8 -> 10_312;
            case 16 -> 14_062;
            case 32 -> 25_781;
            case 64 -> 53_125;
            case 128 -> 106_250;
            default -> 2_500;
        };
    }
}
