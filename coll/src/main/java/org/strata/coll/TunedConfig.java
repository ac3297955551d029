package org.strata.coll;

import org.strata.coll.base.Choice;
import org.strata.mca.base.Section;

import java.util.EnumMap;
import java.util.Map;

/**
 * The parameters of {@code mca.coll.tuned}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param useDynamicRules whether the user's choice of algorithms counts
 * @param rulesFile the user's rules, or empty
 * @param treeFanout children per node of a k-nomial tree
 * @param chainFanout chains of a chain tree
 * @param scratchLimit bytes of temporary memory kept for reuse
 * @param forced the algorithms that the user chose
 */
public record TunedConfig(
        int priority,
        boolean useDynamicRules,
        String rulesFile,
        int treeFanout,
        int chainFanout,
        long scratchLimit,
        Map<Collective, Choice> forced) {

    static TunedConfig from(Section section) {
        int treeFanout = section.integer("init-tree-fanout");
        int chainFanout = section.integer("init-chain-fanout");
        return new TunedConfig(
                section.integer("priority"),
                section.bool("use-dynamic-rules"),
                section.text("dynamic-rules-filename"),
                treeFanout,
                chainFanout,
                section.size("scratch-limit"),
                forced(section, new RuleFile(chainFanout, treeFanout)));
    }

    private static Map<Collective, Choice> forced(Section section, RuleFile completion) {
        Map<Collective, Choice> forced = new EnumMap<>(Collective.class);
        for (Collective collective : Collective.values()) {
            String key = collective.label().replace('_', '-') + "-algorithm";
            int algorithm = collective.algorithm(section.text(key));
            if (algorithm > 0) {
                long segment = segmented(collective) ? section.size(key + "-segmentsize") : 0;
                int fanout = fanout(section, collective, algorithm, key);
                forced.put(collective, completion.choice(collective, algorithm, segment, fanout));
            }
        }
        return forced;
    }

    private static boolean segmented(Collective collective) {
        return switch (collective) {
            case ALLREDUCE, BCAST, GATHER, REDUCE -> true;
            default -> false;
        };
    }

    private static int fanout(Section section, Collective collective, int algorithm, String key) {
        return switch (collective) {
            case ALLTOALL -> section.integer(key + "-max-requests");
            case BCAST ->
                    collective.algorithm("chain") == algorithm
                            ? section.integer(key + "-chain-fanout")
                            : section.integer(key + "-knomial-radix");
            case REDUCE -> section.integer(key + "-chain-fanout");
            default -> 0;
        };
    }
}
