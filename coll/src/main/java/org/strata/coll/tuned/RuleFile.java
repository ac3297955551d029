package org.strata.coll.tuned;

import org.strata.coll.base.Algorithm;
import org.strata.mca.base.RuleRows;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads rules from text in one of two formats, distinguished by the first word: Strata's table, or
 * the numbers of Open MPI's {@code coll_tuned_dynamic_rules_filename}.
 */
final class RuleFile {
    private static final String SECOND_VERSION = "rule-file-version-2";

    private final List<Collective<?>> collectives;
    private final Rules.Fanouts fanouts;

    /**
     * @param collectives what rows may name
     * @param fanouts what is used where a row has no fanout
     */
    RuleFile(List<Collective<?>> collectives, Rules.Fanouts fanouts) {
        this.collectives = collectives;
        this.fanouts = fanouts;
    }

    /**
     * Reads a user's rules.
     *
     * @throws IllegalArgumentException whose message names the line or number that is wrong
     */
    Rules read(String text) {
        return new Rules(parse(RuleRows.of(text)), fanouts);
    }

    private List<Rules.Row> parse(RuleRows text) {
        String head = text.first();
        boolean numbers =
                head.startsWith(SECOND_VERSION)
                        || (!head.isEmpty() && Character.isDigit(head.charAt(0)));
        return numbers ? numbers(text.joined()) : text.read(this::checked);
    }

    private Rules.Row checked(String[] words) {
        Rules.Row row = row(words);
        check(row);
        return row;
    }

    private Rules.Row row(String[] words) {
        if (words.length < 4) {
            throw new IllegalArgumentException("collective, size, bytes, algorithm are needed");
        }
        Collective<?> collective = collective(words[0]);
        long segment = 0;
        int fanout = 0;
        for (int i = 4; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            switch (pair[0]) {
                case "segment" -> segment = RuleRows.bytes(pair[1]);
                case "fanout" -> fanout = Integer.parseInt(pair[1]);
                default -> throw new IllegalArgumentException("unknown setting " + words[i]);
            }
        }
        int size = Integer.parseInt(words[1]);
        return new Rules.Row(collective, size, RuleRows.bytes(words[2]), words[3], segment, fanout);
    }

    private static void check(Rules.Row row) {
        if (row.collective().algorithm(row.algorithm()) == null) {
            List<? extends Algorithm<?>> all = row.collective().algorithms();
            List<String> names = all.stream().map(Algorithm::label).toList();
            throw new IllegalArgumentException("algorithms are " + String.join(", ", names));
        }
    }

    private Collective<?> collective(String word) {
        for (Collective<?> each : collectives) {
            if (each.label().equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException("unknown collective " + word);
    }

    /** Returns the collective of Open MPI's number, or null. */
    private Collective<?> collective(long id) {
        return collectives.stream().filter(c -> c.id() == id).findAny().orElse(null);
    }

    private List<Rules.Row> numbers(String text) {
        boolean second = text.strip().startsWith(SECOND_VERSION);
        NumberReader in = new NumberReader(text.replace(SECOND_VERSION, "").strip().split("\\s+"));
        List<Rules.Row> rows = new ArrayList<>();
        for (long collectives = in.next(); collectives > 0; collectives--) {
            Collective<?> collective = collective(in.next());
            for (long sizes = in.next(); sizes > 0; sizes--) {
                int size = (int) in.next();
                for (long messages = in.next(); messages > 0; messages--) {
                    Rules.Row row = row(in, collective, size, second);
                    if (collective != null) {
                        rows.add(row);
                    }
                }
            }
        }
        return rows;
    }

    /** Algorithm 0, and numbers of no algorithm here, leave the decision to the built-in rules. */
    private Rules.Row row(NumberReader in, Collective<?> collective, int size, boolean second) {
        long bytes = in.next();
        int number = (int) in.next();
        int fanout = (int) in.next();
        long segment = in.next();
        if (second) {
            in.next(); // outstanding requests
        }
        Algorithm<?> algorithm = collective == null ? null : collective.algorithm(number);
        String label = algorithm == null ? null : algorithm.label();
        return new Rules.Row(collective, size, bytes, label, segment, fanout);
    }

    /** The numbers of a file, read one after another. */
    private static final class NumberReader {
        private final String[] words;
        private int at;

        NumberReader(String[] words) {
            this.words = words;
        }

        long next() {
            if (at == words.length) {
                throw new IllegalArgumentException("ends too early, after " + at + " numbers");
            }
            String word = words[at++];
            try {
                return Long.parseLong(word);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("number " + at + " is \"" + word + "\"", e);
            }
        }
    }
}
