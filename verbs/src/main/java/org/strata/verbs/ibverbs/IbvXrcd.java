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

    private IbvXrcd(IbvContext context, long made, MemorySegment closeXrcd, String file) {
        super(context, made, "an XRC domain");
        this.closeXrcd = closeXrcd;
        this.file = file;
    }

    static IbvXrcd of(IbvContext context, String name) {
        MemorySegment open = context.extension().operation(Layout.EXTENDED_OPEN_XRCD);
        MemorySegment close = context.extension().operation(Layout.EXTENDED_CLOSE_XRCD);
        if (!context.attributes().xrc() || open == null || close == null) {
            throw context.failure(VerbsException.EOPNOTSUPP, "the device has no XRC");
        }
        String file = name == null ? null : PREFIX + name;
        int fd = file == null ? -1 : Libc.createFile(file);
        if (file != null && fd < 0) {
            throw context.failure(-fd, "cannot make " + file);
        }
        try (Arena arena = Arena.ofConfined()) {
            long init = Memory.allocate(arena, Layout.XRCD_INIT_BYTES, 4);
            Memory.putInt(init + Layout.XRCD_INIT_MASK, Layout.XRCD_INIT_HAS_ALL);
            Memory.putInt(init + Layout.XRCD_INIT_FD, fd);
            Memory.putInt(init + Layout.XRCD_INIT_OFLAGS, O_CREAT);
            long made = Native.pointer(open, context.address(), init);
            return new IbvXrcd(context, made, close, file);
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
