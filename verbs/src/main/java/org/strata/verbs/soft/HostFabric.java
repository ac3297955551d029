package org.strata.verbs.soft;

import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

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
        try (FileChannel file =
                FileChannel.open(
                        file("verbs", number), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (file.size() < SegmentHeader.BYTES) {
                return null;
            }
            MemorySegment memory =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, file.size(), Arena.ofAuto());
            long base = memory.address();
            // Pairs with SoftContext.publish: guards the header and the tables.
            boolean ready =
                    Memory.getLongAcquire(base + SegmentHeader.MAGIC) == SegmentHeader.MAGIC_NUMBER;
            boolean same = Memory.getLong(base + SegmentHeader.PID) == pid && reach == Reach.AUTO;
            return ready ? new Site(number, base, base, same, reach, shared(), memory) : null;
        } catch (IOException e) {
            // No such device, or it is closed: the path does not answer.
            return null;
        }
    }

    @Override
    XrcTable xrcTable(long domain) throws IOException {
        Path path = file("xrc", domain);
        Set<StandardOpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        var mode = PosixFilePermissions.fromString("rw-------");
        try (FileChannel file =
                FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(mode))) {
            // The first process writes the whole file before it is used, so that no page of it is
            // missing later. The zeros mean an empty table to the others.
            try (var lock = file.lock()) {
                if (lock.isValid() && file.size() < XrcTable.BYTES) {
                    file.write(ByteBuffer.allocate(XrcTable.BYTES), 0);
                }
            }
            MemorySegment memory =
                    file.map(FileChannel.MapMode.READ_WRITE, 0, XrcTable.BYTES, Arena.ofAuto());
            return new XrcTable(memory.address(), memory);
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
