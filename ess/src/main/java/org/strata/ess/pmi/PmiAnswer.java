package org.strata.ess.pmi;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A line of a PMI server: words {@code key=value}, in any order. */
final class PmiAnswer {
    private final String line;
    private final Map<String, String> words = new HashMap<>();

    PmiAnswer(String line) {
        this.line = line;
        for (String word : line.split(" ")) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
    }

    /** Returns whether there is a word. */
    boolean has(String key) {
        return words.containsKey(key);
    }

    /** Returns a word's value. */
    String text(String key) throws IOException {
        String value = words.get(key);
        if (value == null) {
            throw unexpected();
        }
        return value;
    }

    /** Returns a word's value, a number of a range. */
    int number(String key, int from, int to) throws IOException {
        try {
            int number = Integer.parseInt(text(key));
            if (number >= from && number <= to) {
                return number;
            }
        } catch (NumberFormatException e) {
            IOException unexpected = unexpected();
            unexpected.initCause(e);
            throw unexpected;
        }
        throw unexpected();
    }

    /** Throws unless this answers a command; an absent code of success is one. */
    PmiAnswer check(String command) throws IOException {
        String rc = words.getOrDefault("rc", "0");
        if (!command.equals(words.get("cmd")) || !rc.equals("0")) {
            throw unexpected();
        }
        return this;
    }

    private IOException unexpected() {
        int longest = 200;
        String shown = line.length() > longest ? line.substring(0, longest) + "..." : line;
        return new IOException("the PMI server says: " + shown);
    }
}
