package org.strata.verbs.soft;

import org.strata.opal.time.Clock;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The wire between software HCAs: how devices find each other's segments. Every device on one
 * fabric reaches every other. Thread-safe.
 */
public abstract class SoftFabric {
    /** How the memory of peers is reached. */
    public enum Reach {
        /** By a plain copy where it is mapped, else by the kernel, else with the peer's help. */
        AUTO,
        /** As AUTO, but by mappings also inside one process. For tests. */
        MAPPED,
        /** By the kernel always: process_vm_readv and process_vm_writev. For tests. */
        KERNEL,
        /** With the peer's help always, as where the kernel refuses. For tests. */
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
     * A fabric between ranks inside one JVM.
     *
     * @param clock what timers and delays count
     * @param faults what goes wrong; {@link FaultPlan#NONE} for nothing
     */
    public static SoftFabric inProcess(Clock clock, FaultPlan faults) {
        return new LocalFabric(clock, faults);
    }

    /**
     * A fabric between the processes of a host that belong to one job.
     *
     * @param directory where segments are; in memory: {@code /dev/shm}
     * @param job names the job in file names, which begin with {@code strata.<job>.}
     */
    public static SoftFabric onHost(Path directory, String job) {
        return onHost(directory, job, Reach.AUTO, SharedMemory.NONE);
    }

    /** The same with memory that the job's processes map, and a fault. */
    public static SoftFabric onHost(
            Path directory, String job, SharedMemory shared, SoftConfig.Fault fault) {
        return new HostFabric(directory, job, Reach.AUTO, shared, InjectedFault.of(fault));
    }

    /** The same with a way to reach memory, for tests. */
    public static SoftFabric onHost(Path directory, String job, Reach reach) {
        return onHost(directory, job, reach, SharedMemory.NONE);
    }

    /**
     * The same with memory that the job's processes map.
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

    /** Returns a number for a new device, unique on this fabric; 55 bits. */
    abstract long newNumber();

    /**
     * Makes the segment of a device.
     *
     * @param bytes what it may grow to
     */
    abstract DeviceSegment create(long number, long bytes) throws IOException;

    /** Finds the segment of a device; null when there is none (yet, or any more). */
    abstract Site attach(long number);

    /** Finds or makes the table of an XRC domain. */
    abstract XrcTable xrcTable(long domain) throws IOException;

    /** Takes away the name of a domain's table; those who have it keep it. */
    abstract void dropXrcTable(long domain);
}
