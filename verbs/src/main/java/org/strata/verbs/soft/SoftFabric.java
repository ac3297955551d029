package org.strata.verbs.soft;

import org.strata.opal.time.Clock;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.SharedMemory;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.XrcTable;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The network of software HCAs, on which devices find each other's segments. Every device on a
 * fabric reaches every other. Thread-safe.
 */
public abstract class SoftFabric {
    /** How a device reaches the memory of peers. */
    public enum Reach {
        /** By a plain copy where it is mapped, else by the kernel, else with the peer's help. */
        AUTO,
        /** As AUTO, but through mappings inside one process too. For tests. */
        MAPPED,
        /** Always by the kernel: process_vm_readv and process_vm_writev. For tests. */
        KERNEL,
        /** Always with the peer's help, as where the kernel refuses. For tests. */
        HELP
    }

    private final Clock clock;
    private final FaultPlan faults;
    private final SharedMemory shared;

    SoftFabric(Clock clock, FaultPlan faults, SharedMemory shared) {
        this.clock = clock;
        this.faults = faults;
        this.shared = shared;
    }

    /**
     * Returns a fabric between ranks inside one JVM.
     *
     * @param clock of timers and delays
     * @param faults to inject; {@link FaultPlan#NONE} for none
     */
    public static SoftFabric inProcess(Clock clock, FaultPlan faults) {
        return new LocalFabric(clock, faults);
    }

    /**
     * Returns a fabric between the processes of one job on a host.
     *
     * @param directory of the segments, in memory: {@code /dev/shm}
     * @param job names the job in file names, which begin with {@code strata.<job>.}
     */
    public static SoftFabric onHost(Path directory, String job) {
        return onHost(directory, job, Reach.AUTO, SharedMemory.NONE);
    }

    /** Returns the same with memory that the job's processes map, and a fault. */
    public static SoftFabric onHost(
            Path directory, String job, SharedMemory shared, SoftConfig.Fault fault) {
        return new HostFabric(directory, job, Reach.AUTO, shared, InjectedFault.of(fault));
    }

    /** Returns the same with a given way to reach memory, for tests. */
    public static SoftFabric onHost(Path directory, String job, Reach reach) {
        return onHost(directory, job, reach, SharedMemory.NONE);
    }

    /**
     * Returns the same with memory that the job's processes map.
     *
     * @param shared the same kind in all processes
     */
    public static SoftFabric onHost(Path directory, String job, Reach reach, SharedMemory shared) {
        return new HostFabric(directory, job, reach, shared, FaultPlan.NONE);
    }

    final Clock clock() {
        return clock;
    }

    final FaultPlan faults() {
        return faults;
    }

    final SharedMemory shared() {
        return shared;
    }

    /**
     * Returns whether peers copy to a region of a device of this process by stores of whole words,
     * the last one last; otherwise the kernel copies for them.
     *
     * @param place as in {@link org.strata.verbs.soft.segment.MrRecord}
     */
    abstract boolean storesWords(int place);

    /**
     * Returns whether devices may have threads that the mode does not ask for; not where a test
     * decides what happens next.
     */
    abstract boolean threads();

    /** Returns a number for a new device, unique on this fabric; 55 bits. */
    abstract long newNumber();

    /**
     * Creates the segment of a device.
     *
     * @param bytes to which it may grow
     */
    abstract DeviceSegment create(long number, long bytes) throws IOException;

    /** Finds the segment of a device; null when there is none (yet, or any more). */
    abstract Site attach(long number);

    /** Opens or creates the table of an XRC domain. */
    abstract XrcTable xrcTable(long domain) throws IOException;

    /** Removes the name of a domain's table; processes that have opened it keep it. */
    abstract void dropXrcTable(long domain);
}
