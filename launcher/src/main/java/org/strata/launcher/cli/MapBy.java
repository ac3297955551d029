package org.strata.launcher.cli;

import java.util.Set;

/**
 * The value of {@code --map-by}.
 *
 * @param perNode N of {@code ppr:N:node}, else 0
 * @param modifiers words after the colon
 */
record MapBy(int perNode, Set<String> modifiers) {
    private static final Set<String> OBJECTS = Set.of("slot", "core", "hwthread", "node");
    private static final Set<String> MODIFIERS =
            Set.of("oversubscribe", "nooversubscribe", "hwtcpus", "corecpus");

    static MapBy parse(String text) throws UsageException {
        if (text == null) {
            return new MapBy(0, Set.of());
        }
        String[] parts = text.split(":", -1);
        boolean perResource = parts[0].equals("ppr");
        if (perResource && (parts.length < 3 || !parts[2].equals("node"))) {
            throw new UsageException("--map-by ppr is written ppr:N:node, not \"" + text + "\".");
        }
        if (!perResource && !parts[0].isEmpty() && !OBJECTS.contains(parts[0])) {
            throw new UsageException(
                    "--map-by knows slot, core, hwthread, node and ppr:N:node, not \""
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
        return new MapBy(perResource ? Numbers.parse(parts[1], "--map-by ppr") : 0, modifiers);
    }

    static void checkRankBy(String text) throws UsageException {
        if (text != null && !OBJECTS.contains(text)) {
            throw new UsageException(
                    "--rank-by knows slot, core, hwthread and node, not \"" + text + "\".");
        }
    }
}
