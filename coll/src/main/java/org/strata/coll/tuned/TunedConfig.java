package org.strata.coll.tuned;

import org.strata.coll.base.Tunable;
import org.strata.mca.base.Section;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of {@code mca.coll.tuned}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param useDynamicRules whether the user's choice of algorithms counts
 * @param rulesFile the user's rules, or empty
 * @param fanouts of chains and k-nomial trees where a rule names none
 * @param scratchLimit bytes of temporary memory kept for reuse
 * @param asyncProgress whether a thread executes non-blocking collectives
 * @param collectives the parameters of every collective
 */
public record TunedConfig(
        int priority,
        boolean useDynamicRules,
        String rulesFile,
        Rules.Fanouts fanouts,
        long scratchLimit,
        boolean asyncProgress,
        List<PerCollective> collectives) {

    /** Copies the list. */
    public TunedConfig {
        collectives = List.copyOf(collectives);
    }

    /** Reads the parameters. */
    public static TunedConfig from(Section section) {
        return new TunedConfig(
                section.integer("priority"),
                section.bool("use-dynamic-rules"),
                section.text("dynamic-rules-filename"),
                new Rules.Fanouts(
                        Math.max(1, section.integer("init-chain-fanout")),
                        Math.max(2, section.integer("init-tree-fanout"))),
                section.size("scratch-limit"),
                section.bool("async-progress"),
                Collective.ALL.stream().map(c -> PerCollective.from(section, c)).toList());
    }

    /** Returns a rule for every collective whose algorithm the user selects. */
    List<Rules.Row> forced() {
        return collectives.stream()
                .filter(c -> !c.algorithm.equals(Collective.BY_RULES))
                .map(PerCollective::rule)
                .toList();
    }

    /**
     * The parameters of one collective.
     *
     * @param collective the collective
     * @param algorithm label of the algorithm that the user selects, or {@link Collective#BY_RULES}
     * @param values of the settings that the collective's algorithms read
     */
    record PerCollective(Collective<?> collective, String algorithm, Map<Tunable, Long> values) {
        /** Copies the map. */
        PerCollective {
            values = Map.copyOf(values);
        }

        static PerCollective from(Section section, Collective<?> collective) {
            Map<Tunable, Long> values = new EnumMap<>(Tunable.class);
            for (Tunable tunable : collective.tunables()) {
                String key = collective.key(tunable);
                long value = tunable == Tunable.SEGMENT ? section.size(key) : section.integer(key);
                values.put(tunable, Math.max(tunable.least(), value));
            }
            return new PerCollective(collective, section.text(collective.key()), values);
        }

        /** Returns a rule for all communicators and messages, with the algorithm's own settings. */
        private Rules.Row rule() {
            long segment = 0;
            long fanout = 0;
            for (Tunable tunable : collective.algorithm(algorithm).entry().tunables()) {
                long value = values.get(tunable);
                segment = tunable == Tunable.SEGMENT ? value : segment;
                fanout = tunable == Tunable.SEGMENT ? fanout : value;
            }
            return new Rules.Row(collective, 0, 0, algorithm, segment, (int) fanout);
        }
    }
}
