package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.opal.platform.FileOwner;
import org.strata.opal.platform.OwnerOnly;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An {@code ibv_xrcd}. Processes that open it with the same file share it. An empty file in
 * /dev/shm stands for a name, until the first process closes the domain; where all processes are
 * killed, the launcher removes it with the job's other files there.
 */
final class IbvXrcd extends IbvObject implements XrcDomain {
    private static final int O_CREAT = 0100;

    /** With a job's number behind it: what the launcher looks for when the job has ended. */
    private static final String PREFIX = "/dev/shm/strata.";

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
        String file = name == null ? null : file(name);
        int fd = file == null ? -1 : open(device, file);
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

    /** Returns the file that stands for a name, which begins with the job's number and a dot. */
    static String file(String name) {
        return PREFIX + name;
    }

    /**
     * Opens the file of a name. The kernel knows the domain by the file: a stranger's, whom
     * everybody's directory would let make it first, would let him send to the queues in it.
     */
    private static int open(IbvDevice device, String file) {
        boolean own = makeOwn(Path.of(file));
        int fd = own ? Libc.createFile(file) : -VerbsException.EACCES;
        // Another rank may have removed it in between, and a stranger have made it anew.
        if (fd >= 0 && !makeOwn(Path.of(file))) {
            Libc.closeFile(fd);
            fd = -VerbsException.EACCES;
        }
        if (fd < 0) {
            throw device.failure(-fd, "cannot make " + file + ", or it is not this user's");
        }
        return fd;
    }

    /** Makes a file for this user alone; returns whether it, or one that was there, is his. */
    static boolean makeOwn(Path file) {
        try {
            try {
                Files.createFile(file, OwnerOnly.file(file));
            } catch (FileAlreadyExistsException e) {
                // Another rank's, if it has the right owner.
                assert e != null;
            }
            return FileOwner.ofThisProcess().ownsFile(file);
        } catch (IOException e) {
            return false;
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
