package org.strata.launcher.map;

/**
 * The place of one process, before processes are numbered.
 *
 * @param node index of its host
 * @param part index of the part of the host that it is mapped to; 0 for the whole host
 * @param place the processors of that part; empty for the whole host
 * @param fixed the processors that a rank file binds it to, or null
 */
record Seat(int node, int part, CpuSet place, CpuSet fixed) {
    static Seat onHost(int node) {
        return new Seat(node, 0, CpuSet.EMPTY, null);
    }
}
