package org.strata.launcher.map;

import org.strata.launcher.cli.UsageException;

/**
 * One processor (hardware thread) of a host and where it is.
 *
 * @param cpu the kernel's number
 * @param packageId its package (socket)
 * @param coreId the number of its core within the package, as the kernel has it
 * @param core the lowest processor of its core
 * @param numa its memory node
 * @param cache the lowest processor that shares its third-level cache; -1 where there is none
 */
record Cpu(int cpu, int packageId, int coreId, int core, int numa, int cache) {
    private static final int FIELDS = 6;
    private static final int LARGEST = 1 << 16;

    String encode() {
        return cpu + ":" + packageId + ":" + coreId + ":" + core + ":" + numa + ":" + cache;
    }

    static Cpu decode(String text) throws UsageException {
        String[] words = text.split(":", -1);
        int[] numbers = new int[FIELDS];
        boolean fine = words.length == FIELDS;
        for (int i = 0; i < FIELDS && fine; i++) {
            try {
                numbers[i] = Integer.parseInt(words[i]);
                fine = numbers[i] < LARGEST && (numbers[i] >= 0 || i == FIELDS - 1);
            } catch (NumberFormatException e) {
                fine = false;
            }
        }
        if (!fine) {
            throw new UsageException("Not the description of a processor: " + text);
        }
        return new Cpu(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
    }
}
