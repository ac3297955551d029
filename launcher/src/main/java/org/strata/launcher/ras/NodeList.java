package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.List;

/**
 * Expands Slurm's lists of nodes: {@code a[01-03,7]b[1-2],c}. A name may have several brackets; the
 * last one counts fastest. Numbers keep their leading zeros.
 */
final class NodeList {
    private static final int LONGEST = 1 << 20;
    private static final int DIGITS = 18;

    /** Brackets of a name; Slurm has five dimensions. Each makes all names anew. */
    private static final int MOST_BRACKETS = 8;

    private final String text;
    private int at;

    private NodeList(String text) {
        this.text = text;
    }

    /** Returns the names, in the list's order. */
    static List<String> expand(String text) throws UsageException {
        if (text.length() > LONGEST) {
            throw new UsageException("The list of nodes is longer than " + LONGEST + " letters.");
        }
        NodeList list = new NodeList(text.strip());
        List<String> names = new ArrayList<>();
        while (list.at < list.text.length()) {
            names.addAll(list.name());
            list.limit(names);
        }
        return names;
    }

    /** Reads one name with its brackets, up to the comma behind it. */
    private List<String> name() throws UsageException {
        List<String> names = List.of("");
        int start = at;
        int brackets = 0;
        while (at < text.length() && text.charAt(at) != ',') {
            if (text.charAt(at) == '[' && ++brackets > MOST_BRACKETS) {
                throw damaged();
            }
            List<String> parts = text.charAt(at) == '[' ? bracket() : List.of(plain());
            List<String> longer = new ArrayList<>();
            for (String name : names) {
                for (String part : parts) {
                    // Checked here: a hundred thousand long names would fill the memory.
                    if (name.length() + part.length() > HostSlots.LONGEST_NAME) {
                        throw damaged();
                    }
                    longer.add(name + part);
                }
                limit(longer);
            }
            names = longer;
        }
        if (at == start) {
            throw damaged();
        }
        if (at < text.length() && ++at == text.length()) {
            throw damaged();
        }
        return names;
    }

    private String plain() throws UsageException {
        int start = at;
        while (at < text.length() && ",[".indexOf(text.charAt(at)) < 0) {
            char c = text.charAt(at++);
            if (c == ']' || c <= ' ') {
                throw damaged();
            }
        }
        return text.substring(start, at);
    }

    private List<String> bracket() throws UsageException {
        int end = text.indexOf(']', at);
        if (end < 0) {
            throw damaged();
        }
        List<String> numbers = new ArrayList<>();
        for (String range : text.substring(at + 1, end).split(",", -1)) {
            int dash = range.indexOf('-');
            String from = dash < 0 ? range : range.substring(0, dash);
            String to = dash < 0 ? range : range.substring(dash + 1);
            long last = number(to);
            for (long i = number(from); i <= last; i++) {
                String digits = Long.toString(i);
                numbers.add("0".repeat(Math.max(0, from.length() - digits.length())) + digits);
                limit(numbers);
            }
        }
        at = end + 1;
        return numbers;
    }

    private long number(String digits) throws UsageException {
        if (digits.isEmpty() || digits.length() > DIGITS) {
            throw damaged();
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                throw damaged();
            }
        }
        return Long.parseLong(digits);
    }

    private void limit(List<String> names) throws UsageException {
        if (names.size() > Allocation.LIMIT) {
            throw new UsageException(
                    "The list of nodes has more than " + Allocation.LIMIT + " names.");
        }
    }

    private UsageException damaged() {
        String shown = text.length() > 80 ? text.substring(0, 80) + "..." : text;
        return new UsageException("Not a list of nodes as Slurm writes it: \"" + shown + "\".");
    }
}
