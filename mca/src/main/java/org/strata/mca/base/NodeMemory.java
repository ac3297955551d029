package org.strata.mca.base;

import com.sun.management.OperatingSystemMXBean;

import org.strata.opal.sys.HostMemory;

import java.lang.management.ManagementFactory;

/** The memory of this host, or of the container (cgroup) that this process runs in. */
public final class NodeMemory {
    /** The JVM takes this share of the memory for its heap, where nothing else is set. */
    private static final long HEAP_SHARE = 4;

    private NodeMemory() {}

    /** Returns its bytes. Reads files, on systems other than Linux by the JDK's classes for it. */
    public static long bytes() {
        long usable = HostMemory.usable();
        return usable > 0 ? usable : byJdk();
    }

    private static long byJdk() {
        try {
            return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                    ? os.getTotalMemorySize()
                    : byHeap();
        } catch (LinkageError e) {
            // A runtime image without jdk.management.
            return byHeap();
        }
    }

    private static long byHeap() {
        return HEAP_SHARE * Runtime.getRuntime().maxMemory();
    }
}
