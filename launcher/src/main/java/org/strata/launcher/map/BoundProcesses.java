package org.strata.launcher.map;

import org.strata.opal.sys.HostFiles;
import org.strata.opal.sys.KernelThreads;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of this host that are bound to one core, of any user: ranks of any MPI show
 * themselves so, as does what {@code taskset} has started. The kernel's own threads do not count.
 */
public final class BoundProcesses {
    private static final File PROCESSES = HostFiles.process("").toFile();

    private BoundProcesses() {}

    /**
     * Returns what such processes are bound to, as far as the kernel shows them.
     *
     * @param cores the cores that matter; who has all of them is not bound
     */
    public static List<CpuSet> on(List<CpuSet> cores) {
        List<CpuSet> bound = new ArrayList<>();
        String[] names = PROCESSES.list();
        if (names == null || cores.size() < 2) {
            return bound;
        }
        for (String name : names) {
            if (!Character.isDigit(name.charAt(0))) {
                continue;
            }
            int pid = Integer.parseInt(name);
            CpuSet own = CpuSet.ofMask(KernelThreads.affinity(pid));
            if (isCore(own, cores) && KernelThreads.groupOf(pid) > 0) {
                bound.add(own);
            }
        }
        return bound;
    }

    private static boolean isCore(CpuSet cpus, List<CpuSet> cores) {
        return !cpus.isEmpty() && cores.stream().anyMatch(core -> core.and(cpus).equals(cpus));
    }
}
