package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.opal.shared.SharedFile;
import org.strata.opal.time.Clock;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.HostSegment;
import org.strata.verbs.soft.segment.MrRecord;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.SharedMemory;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.XrcTable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Devices in the processes of a host, which find each other by the names of files. */
final class HostFabric extends SoftFabric {
    private final Path directory;
    private final String job;
    private final Reach reach;
    private final long pid = ProcessHandle.current().pid();

    HostFabric(Path directory, String job, Reach reach, SharedMemory shared, FaultPlan faults) {
        super(Clock.SYSTEM, faults, shared);
        this.directory = directory;
        this.job = job;
        this.reach = reach;
    }

    /**
     * With {@code HELP} the owner copies. A file of the owner's that a peer cannot map is no help.
     */
    @Override
    boolean storesWords(int place) {
        return switch (reach) {
            case AUTO, MAPPED -> place == MrRecord.IN_SEGMENT;
            case KERNEL -> false;
            case HELP -> true;
        };
    }

    @Override
    boolean threads() {
        return true;
    }

    @Override
    long newNumber() {
        // Process numbers have 22 bits at most.
        return pid << 32 | (new SecureRandom().nextInt() & 0xffff_ffffL);
    }

    private Path file(String kind, long number) {
        return directory.resolve("strata." + job + "." + kind + Long.toHexString(number));
    }

    @Override
    DeviceSegment create(long number, long bytes) throws IOException {
        return HostSegment.create(file("verbs", number), bytes);
    }

    @Override
    Site attach(long number) {
        try {
            MemorySegment memory = SharedFile.attach(file("verbs", number), Arena.ofAuto());
            if (memory.byteSize() < SegmentHeader.BYTES) {
                return null;
            }
            long base = memory.address();
            // Pairs with SoftDevice.publish: guards the header and the tables.
            boolean ready =
                    Memory.getLongAcquire(base + SegmentHeader.MAGIC) == SegmentHeader.MAGIC_NUMBER;
            boolean same = Memory.getLong(base + SegmentHeader.PID) == pid && reach == Reach.AUTO;
            boolean maps = reach == Reach.AUTO || reach == Reach.MAPPED;
            boolean refuses = reach == Reach.HELP;
            return ready
                    ? new Site(number, base, base, same, maps, refuses, shared(), memory)
                    : null;
        } catch (IOException e) {
            // No such device, or it is closed: the path does not answer.
            return null;
        }
    }

    @Override
    XrcTable xrcTable(long domain) throws IOException {
        Path path = file("xrc", domain);
        if (!Files.exists(path)) {
            makeXrcTable(path);
        }
        MemorySegment memory = SharedFile.attach(path, Arena.ofAuto());
        if (memory.byteSize() < XrcTable.BYTES) {
            throw new IOException(path + " has " + memory.byteSize() + " bytes only");
        }
        return new XrcTable(memory.address(), memory);
    }

    /**
     * Makes an empty table, unless another one is faster: of this process, too, where ranks are
     * threads, so that no lock of the kernel's would keep them apart. The file is written before it
     * has its name, and no page of it is missing later.
     */
    private static void makeXrcTable(Path path) throws IOException {
        String unique = Long.toHexString(new SecureRandom().nextLong());
        Path unborn = path.resolveSibling(path.getFileName() + "." + unique);
        try {
            SharedFile.create(unborn, XrcTable.BYTES, XrcTable.BYTES, 1, Arena.ofAuto()).close();
            Files.createLink(path, unborn);
        } catch (FileAlreadyExistsException e) {
            // The other one's table is as empty, and as whole.
            return;
        } finally {
            Files.deleteIfExists(unborn);
        }
    }

    @Override
    void dropXrcTable(long domain) {
        try {
            Files.deleteIfExists(file("xrc", domain));
        } catch (IOException e) {
            // The launcher removes it.
            return;
        }
    }
}
