package org.strata.coll;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Choice;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.mca.base.Section;

import java.util.EnumMap;
import java.util.Map;

/**
 * The parameters of {@code mca.coll.tuned}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param useDynamicRules whether the user's choice of algorithms counts
 * @param rulesFile the user's rules, or empty
 * @param treeFanout children per node of a k-nomial tree where nothing else is said
 * @param chainFanout chains of a chain tree where nothing else is said
 * @param scratchLimit bytes of temporary memory kept for reuse
 * @param wishes the user's choice for each collective
 */
public record TunedConfig(
        int priority,
        boolean useDynamicRules,
        String rulesFile,
        int treeFanout,
        int chainFanout,
        long scratchLimit,
        Map<Collective, Wish> wishes) {

    /**
     * What the user wants of one collective; 0 and null leave a setting open.
     *
     * @param algorithm the algorithm, or null
     * @param segment bytes per piece
     * @param chainFanout chains of the chain algorithm
     * @param treeFanout base of the k-nomial tree
     * @param maxRequests partners at a time
     */
    public record Wish(
            Algorithm algorithm, long segment, int chainFanout, int treeFanout, int maxRequests) {
        /** No wish. */
        public static final Wish NONE = new Wish(null, 0, 0, 0, 0);
    }

    static TunedConfig from(Section section) {
        Map<Collective, Wish> wishes = new EnumMap<>(Collective.class);
        for (Collective collective : Collective.values()) {
            wishes.put(collective, wish(section, collective));
        }
        return new TunedConfig(
                section.integer("priority"),
                section.bool("use-dynamic-rules"),
                section.text("dynamic-rules-filename"),
                Math.max(2, section.integer("init-tree-fanout")),
                Math.max(1, section.integer("init-chain-fanout")),
                section.size("scratch-limit"),
                wishes);
    }

    /** Returns what {@code reference.conf} says. */
    static TunedConfig defaults() {
        Map<Collective, Wish> wishes = new EnumMap<>(Collective.class);
        for (Collective collective : Collective.values()) {
            wishes.put(collective, Wish.NONE);
        }
        wishes.put(Collective.BCAST, new Wish(null, 0, 4, 4, 0));
        wishes.put(Collective.REDUCE, new Wish(null, 0, 4, 0, 0));
        return new TunedConfig(30, false, "", 4, 4, 256L << 20, wishes);
    }

    private static Wish wish(Section section, Collective collective) {
        String key = collective.label().replace('_', '-') + "-algorithm";
        Algorithm algorithm = collective.algorithm(section.text(key));
        return switch (collective) {
            case ALLREDUCE, GATHER ->
                    new Wish(algorithm, section.size(key + "-segmentsize"), 0, 0, 0);
            case ALLTOALL ->
                    new Wish(algorithm, 0, 0, 0, atLeast(0, section, key + "-max-requests"));
            case BCAST ->
                    new Wish(
                            algorithm,
                            section.size(key + "-segmentsize"),
                            atLeast(1, section, key + "-chain-fanout"),
                            atLeast(2, section, key + "-knomial-radix"),
                            0);
            case REDUCE ->
                    new Wish(
                            algorithm,
                            section.size(key + "-segmentsize"),
                            atLeast(1, section, key + "-chain-fanout"),
                            0,
                            0);
            default -> new Wish(algorithm, 0, 0, 0, 0);
        };
    }

    private static int atLeast(int least, Section section, String key) {
        return Math.max(least, section.integer(key));
    }

    /** Returns the user's choices, for the collectives where there is one. */
    Map<Collective, Choice> forced() {
        Map<Collective, Choice> forced = new EnumMap<>(Collective.class);
        wishes.forEach((collective, wish) -> {
            Algorithm algorithm = wish.algorithm();
            if (algorithm != null) {
                boolean chain =
                        algorithm == BcastAlgorithm.CHAIN || algorithm == ReduceAlgorithm.CHAIN;
                int fanout = chain ? wish.chainFanout() : wish.treeFanout() + wish.maxRequests();
                forced.put(collective, new Choice(algorithm, wish.segment(), fanout));
            }
        });
        return forced;
    }
}
