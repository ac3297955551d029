package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An {@code ibv_xrcd}. Processes that open it with the same file share it. An empty file in
 * /dev/shm stands for a name, until the first process closes the domain.
 */
final class IbvXrcd extends IbvObject implements XrcDomain {
    private static final int O_CREAT = 0100;
    private static final String PREFIX = "/dev/shm/strata-xrc-";

    private final MemorySegment closeXrcd;
    private final String file;

    private IbvXrcd(IbvDevice device, long made, MemorySegment closeXrcd, String file) {
        super(device, made, "an XRC domain");
        this.closeXrcd = closeXrcd;
        this.file = file;
    }

    static IbvXrcd of(IbvDevice device, String name) {
        MemorySegment open = device.extension().operation(Layout.EXTENDED_OPEN_XRCD);
        MemorySegment close = device.extension().operation(Layout.EXTENDED_CLOSE_XRCD);
        if (!device.attributes().xrc() || open == null || close == null) {
            throw device.failure(VerbsException.EOPNOTSUPP, "the device has no XRC");
        }
        String file = name == null ? null : PREFIX + name;
        int fd = file == null ? -1 : Libc.createFile(file);
        if (file != null && fd < 0) {
            throw device.failure(-fd, "cannot make " + file);
        }
        try (Arena arena = Arena.ofConfined()) {
            long init = Memory.allocate(arena, Layout.XRCD_INIT_BYTES, 4);
            Memory.putInt(init + Layout.XRCD_INIT_MASK, Layout.XRCD_INIT_HAS_ALL);
            Memory.putInt(init + Layout.XRCD_INIT_FD, fd);
            Memory.putInt(init + Layout.XRCD_INIT_OFLAGS, O_CREAT);
            long made = Native.pointer(open, device.address(), init);
            return new IbvXrcd(device, made, close, file);
        } finally {
            if (fd >= 0) {
                Libc.closeFile(fd);
            }
        }
    }

    @Override
    public void close() {
        if (closing()) {
            finish(Native.status(closeXrcd, pointer()));
            if (file != null) {
                Libc.removeFile(file);
            }
        }
    }
}
