package org.strata.tests.system.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a page shows of a command's output, against what it prints. Numbers, names of hosts, paths
 * and widths of columns differ from run to run, and so does the order of ranks; words do not.
 */
final class Shown {
    private static final List<String> REST = List.of("…", "...");
    private static final Pattern EDGE = Pattern.compile("-{60,}");
    private static final Pattern PATH = Pattern.compile("(/[\\w.~-]+){2,}");
    private static final Pattern JOB = Pattern.compile("\\b\\d+-[0-9a-f]{4,8}\\b");
    private static final Pattern HOST = Pattern.compile("\\bvm\\b|" + Pattern.quote(host()));
    private static final Pattern HEX = Pattern.compile("\\b(?=[0-9a-f]*\\d)[0-9a-f]+\\b");
    private static final Pattern NUMBER = Pattern.compile("\\d+([.,]\\d+)*");

    private Shown() {}

    private static String host() {
        try {
            return java.net.InetAddress.getLocalHost().getHostName();
        } catch (java.net.UnknownHostException e) {
            return "localhost";
        }
    }

    /** Returns a line without what differs. */
    static String mask(String line) {
        String text = PATH.matcher(line).replaceAll("PATH");
        text = JOB.matcher(text).replaceAll("0");
        text = HOST.matcher(text).replaceAll("HOST");
        text = HEX.matcher(text).replaceAll("0");
        text = NUMBER.matcher(text).replaceAll("0");
        // One rank may have ended the job where the page has two, and the other way round.
        text = text.replaceAll("\\b([Rr])anks\\b", "$1ank");
        return text.replaceAll("0-0\\b", "0").replaceAll("\\s+", " ").strip();
    }

    /**
     * Returns lines where each paragraph of a box is one: where it breaks depends on its numbers.
     */
    private static List<String> unwrapped(List<String> lines) {
        List<String> result = new ArrayList<>();
        boolean box = false;
        boolean goesOn = false;
        for (String line : lines) {
            boolean edge = EDGE.matcher(line).matches();
            box ^= edge;
            boolean text = box && !edge && !line.isBlank() && !REST.contains(line.strip());
            if (text && goesOn && !line.startsWith("  ")) {
                result.add(result.removeLast() + " " + line);
            } else {
                result.add(line);
            }
            goesOn = text;
        }
        return result;
    }

    /**
     * Returns the lines of the page that are not printed, and, unless the page leaves lines out,
     * the printed ones that it does not show.
     *
     * @param shown the page's lines
     * @param printed the command's
     */
    static List<String> differences(List<String> shown, List<String> printed) {
        boolean all = shown.stream().map(String::strip).noneMatch(REST::contains);
        List<String> left = new ArrayList<>(unwrapped(printed).stream().map(Shown::mask).toList());
        left.removeIf(String::isEmpty);
        List<String> result = new ArrayList<>();
        for (String line : unwrapped(shown)) {
            String masked = mask(line);
            if (!masked.isEmpty() && !REST.contains(masked) && !left.remove(masked)) {
                result.add("not printed: " + line);
            }
        }
        if (all) {
            left.forEach(line -> result.add("not on the page: " + line));
        }
        return result;
    }
}
