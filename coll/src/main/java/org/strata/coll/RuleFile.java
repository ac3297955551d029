package org.strata.coll;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Choice;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads rules from text. Two formats: Strata's table (see {@code rules.conf}), and the numbers of
 * Open MPI's {@code coll_tuned_dynamic_rules_filename}, told apart by the first word.
 */
final class RuleFile {
    private static final String SECOND_VERSION = "rule-file-version-2";

    private final int chainFanout;
    private final int treeFanout;

    /**
     * @param chainFanout chains of a chain algorithm where a row says nothing
     * @param treeFanout children per node of a k-nomial tree where a row says nothing
     */
    RuleFile(int chainFanout, int treeFanout) {
        this.chainFanout = chainFanout;
        this.treeFanout = treeFanout;
    }

    /**
     * Reads rules.
     *
     * @throws IllegalArgumentException saying which line or number is wrong
     */
    Rules read(String text) {
        List<String> lines = text.lines().map(l -> l.replaceFirst("#.*", "").strip()).toList();
        String head = lines.stream().filter(l -> !l.isEmpty()).findFirst().orElse("");
        boolean numbers = head.startsWith(SECOND_VERSION) || head.matches("\\d.*");
        return new Rules(numbers ? numbers(String.join(" ", lines)) : table(lines));
    }

    private List<Rules.Row> table(List<String> lines) {
        List<Rules.Row> rows = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isEmpty()) {
                try {
                    rows.add(row(lines.get(i).split("\\s+")));
                } catch (RuntimeException e) {
                    String what = "line " + (i + 1) + ": " + lines.get(i);
                    throw new IllegalArgumentException(what + ": " + e.getMessage(), e);
                }
            }
        }
        return rows;
    }

    private Rules.Row row(String[] words) {
        if (words.length < 4) {
            throw new IllegalArgumentException("collective, size, bytes, algorithm are needed");
        }
        Collective collective = collective(words[0]);
        Algorithm algorithm = collective.algorithm(words[3]);
        if (algorithm == null) {
            List<String> names = collective.algorithms().stream().map(Algorithm::label).toList();
            throw new IllegalArgumentException("algorithms are " + String.join(", ", names));
        }
        long segment = 0;
        int fanout = 0;
        for (int i = 4; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            switch (pair[0]) {
                case "segment" -> segment = bytes(pair[1]);
                case "fanout" -> fanout = Integer.parseInt(pair[1]);
                default -> throw new IllegalArgumentException("unknown setting " + words[i]);
            }
        }
        return new Rules.Row(
                collective,
                Integer.parseInt(words[1]),
                bytes(words[2]),
                choice(algorithm, segment, fanout));
    }

    private static Collective collective(String word) {
        Collective collective = Collective.of(word);
        if (collective == null) {
            throw new IllegalArgumentException("unknown collective " + word);
        }
        return collective;
    }

    private static long bytes(String word) {
        String text = word.toLowerCase(Locale.ROOT);
        int shift = 10 * ("kmg".indexOf(text.charAt(text.length() - 1)) + 1);
        String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
        return Long.parseLong(digits) << shift;
    }

    /** Completes a choice with the default fan-out of its algorithm. */
    private Choice choice(Algorithm algorithm, long segment, int fanout) {
        boolean chain = algorithm == BcastAlgorithm.CHAIN || algorithm == ReduceAlgorithm.CHAIN;
        boolean tree = algorithm == BcastAlgorithm.KNOMIAL;
        int usual = chain ? chainFanout : tree ? treeFanout : 0;
        return new Choice(algorithm, segment, fanout > 0 ? fanout : usual);
    }

    private List<Rules.Row> numbers(String text) {
        boolean second = text.strip().startsWith(SECOND_VERSION);
        Numbers in = new Numbers(text.replace(SECOND_VERSION, "").strip().split("\\s+"));
        List<Rules.Row> rows = new ArrayList<>();
        for (long collectives = in.next(); collectives > 0; collectives--) {
            Collective collective = Collective.of(in.next());
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

    /** Algorithm 0, and one that there is not here, leave the decision to the built-in rules. */
    private Rules.Row row(Numbers in, Collective collective, int size, boolean second) {
        long bytes = in.next();
        int number = (int) in.next();
        int fanout = (int) in.next();
        long segment = in.next();
        if (second) {
            in.next(); // outstanding requests
        }
        Algorithm algorithm = collective == null ? null : collective.algorithm(number);
        return new Rules.Row(collective, size, bytes, choice(algorithm, segment, fanout));
    }

    /** Numbers one after another. */
    private static final class Numbers {
        private final String[] words;
        private int at;

        Numbers(String[] words) {
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
