package org.strata.launcher.cli;

import java.util.Set;

/**
 * The value of {@code --map-by}.
 *
 * @param object what ranks are spread over; empty when none is named
 * @param perNode N of {@code ppr:N:node}, else 0
 * @param modifiers words after the colon
 */
record MapBy(String object, int perNode, Set<String> modifiers) {
    private static final Set<String> OBJECTS = Set.of("slot", "core", "hwthread", "node");

    /** Objects over which ranks would be spread; on one host they are numbered in order. */
    private static final Set<String> SPREADING =
            Set.of("l1cache", "l2cache", "l3cache", "numa", "package", "socket", "board");

    private static final Set<String> MODIFIERS =
            Set.of("oversubscribe", "nooversubscribe", "hwtcpus", "corecpus");

    static MapBy parse(String text) throws UsageException {
        if (text == null) {
            return new MapBy("", 0, Set.of());
        }
        String[] parts = text.split(":", -1);
        boolean perResource = parts[0].equals("ppr");
        if (perResource && (parts.length < 3 || !parts[2].equals("node"))) {
            throw new UsageException("--map-by ppr is written ppr:N:node, not \"" + text + "\".");
        }
        if (!perResource && !known(parts[0])) {
            throw new UsageException(
                    "--map-by knows slot, core, hwthread, node, l3cache, numa, package, socket,"
                            + " board and ppr:N:node, not \""
                            + parts[0]
                            + "\".");
        }
        int at = perResource ? 3 : 1;
        Set<String> modifiers = parts.length > at ? Set.of(parts[at].split(",", -1)) : Set.of();
        for (String modifier : modifiers) {
            if (!MODIFIERS.contains(modifier)) {
                throw new UsageException("--map-by knows no modifier \"" + modifier + "\".");
            }
        }
        int perNode = perResource ? Numbers.parse(parts[1], "--map-by ppr") : 0;
        return new MapBy(parts[0], perNode, modifiers);
    }

    private static boolean known(String object) {
        return object.isEmpty() || OBJECTS.contains(object) || SPREADING.contains(object);
    }

    /** Returns whether ranks would be spread over parts of the host. */
    boolean spreads() {
        return SPREADING.contains(object);
    }

    static void checkRankBy(String text) throws UsageException {
        if (text != null && !OBJECTS.contains(text)) {
            throw new UsageException(
                    "--rank-by knows slot, core, hwthread and node, not \"" + text + "\".");
        }
    }
}
