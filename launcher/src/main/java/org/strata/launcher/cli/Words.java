package org.strata.launcher.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a line of an application file into words, with quotes and comments as shells have them.
 */
final class Words {
    private Words() {}

    static List<String> split(String line) throws UsageException {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else if (c == '\\' && quote == '"' && i + 1 < line.length()) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            } else if (c == '#' && word == null) {
                break;
            } else if (Character.isWhitespace(c)) {
                word = end(word, words);
            } else {
                word = word == null ? new StringBuilder() : word;
                if (c == '"' || c == '\'') {
                    quote = c;
                } else if (c == '\\' && i + 1 < line.length()) {
                    word.append(line.charAt(++i));
                } else {
                    word.append(c);
                }
            }
        }
        if (quote != 0) {
            throw new UsageException("A quote is not closed in: " + line);
        }
        end(word, words);
        return words;
    }

    private static StringBuilder end(StringBuilder word, List<String> words) {
        if (word != null) {
            words.add(word.toString());
        }
        return null;
    }
}
