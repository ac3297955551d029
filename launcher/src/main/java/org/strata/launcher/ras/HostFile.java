package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.raw.RawPath;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads lists and files of hosts as Open MPI ({@code user@host slots=N max_slots=M}) and MPICH
 * ({@code host:N}) write them.
 */
public final class HostFile {
    private static final int LARGEST = 4 << 20;

    private static final int UNSAID = -1;

    private static final Pattern AROUND_EQUALS = Pattern.compile("\\s*=\\s*");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Set<String> COUNTS = Set.of("slots", "cpu", "count");
    private static final Set<String> LIMITS =
            Set.of(
                    "max_slots",
                    "max-slots",
                    "slots_max",
                    "slots-max",
                    "max_cpu",
                    "max-cpu",
                    "cpu_max",
                    "cpu-max",
                    "max_count",
                    "max-count",
                    "count_max",
                    "count-max");
    private static final Set<String> USERS = Set.of("user", "username", "user-name", "user_name");

    private HostFile() {}

    /** A line of a file, for messages. */
    private record Place(Path file, String line) {
        @Override
        public String toString() {
            return file + ": " + line;
        }
    }

    /** Returns the hosts of a file, as its lines name them. */
    public static List<HostSlots> read(Path file) throws UsageException {
        List<HostSlots> hosts = new ArrayList<>();
        for (String line : lines(file, "the host file")) {
            String joined =
                    line.indexOf('=') < 0 ? line : AROUND_EQUALS.matcher(line).replaceAll("=");
            hosts.add(line(BLANKS.split(joined), new Place(file, line)));
        }
        return hosts;
    }

    /**
     * Returns the names of the hosts of a file, line by line.
     *
     * @param hosts the hosts that relative names such as {@code +n1} mean
     */
    public static List<String> sequence(Path file, List<String> hosts) throws UsageException {
        return names(read(file), hosts, "of " + file);
    }

    /** Returns the names of the hosts of a list, likewise. */
    public static List<String> sequence(String list, List<String> hosts) throws UsageException {
        return names(list(list), hosts, "of --host");
    }

    private static List<String> names(List<HostSlots> named, List<String> hosts, String origin)
            throws UsageException {
        List<HostSlots> all = hosts.stream().map(HostSlots::whole).toList();
        return RelativeHosts.replaced(named, all, origin).stream().map(HostSlots::name).toList();
    }

    /**
     * Returns the lines of a small file without comments ({@code #}, {@code //} or between {@code
     * /}{@code *} and {@code *}{@code /}), blanks around them, and empty ones.
     */
    public static List<String> lines(Path file, String what) throws UsageException {
        String text;
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new UsageException(file + " (" + what + ") has more than 4 MB.");
            }
            text = new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UsageException(
                    "The host file cannot be read: " + RawPath.reason(e, file) + " (" + what + ")");
        }
        List<String> lines = new ArrayList<>();
        for (String raw : withoutComments(text).split("\n", -1)) {
            String line = raw.strip();
            if (!line.isEmpty()) {
                lines.add(line);
            }
        }
        return lines;
    }

    /**
     * Returns the text with a line end for each comment: one that goes on to other lines ends a
     * line, as in Open MPI. Each character is read once, whatever is opened and never closed.
     */
    private static String withoutComments(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean closes = true;
        int at = 0;
        while (at < text.length()) {
            int end = -1;
            if (text.charAt(at) == '#' || text.startsWith("//", at)) {
                int line = text.indexOf('\n', at);
                end = line < 0 ? text.length() : line;
            } else if (closes && text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                closes = close >= 0;
                end = closes ? close + 2 : -1;
            }
            out.append(end < 0 ? text.charAt(at) : '\n');
            at = end < 0 ? at + 1 : end;
        }
        return out.toString();
    }

    private static HostSlots line(String[] words, Place where) throws UsageException {
        HostSlots host = entry(words[0], UNSAID, where);
        boolean relative = RelativeHosts.is(host.name());
        int wholes = host.wholes();
        boolean counted = relative ? wholes == 0 : host.slots() != UNSAID || wholes > 0;
        int slots = Math.max(0, host.slots());
        int most = Integer.MAX_VALUE;
        String user = host.user();
        for (String word : List.of(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? "" : word.substring(equals + 1);
            if (COUNTS.contains(key)) {
                slots = number(value, 0, where);
                wholes = 0;
                counted = true;
            } else if (LIMITS.contains(key)) {
                most = number(value, 1, where);
            } else if (USERS.contains(key)) {
                user = checkedName(unquoted(value), where);
            } else if (!key.equals("port") || equals < 0) {
                throw new UsageException("The host file has an unknown word: " + where);
            }
        }
        if (!counted && most < Integer.MAX_VALUE) {
            slots = most;
            wholes = 0;
            counted = true;
        }
        if (most < slots) {
            throw new UsageException(
                    "max_slots is less than slots: " + where,
                    "slots is what the host runs without oversubscription, max_slots what it runs"
                            + " at most.");
        }
        int lines = counted || relative ? 0 : 1;
        return new HostSlots(host.name(), user, slots, wholes, lines, most);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /**
     * Returns the hosts of {@code --host a:2,b:*,c,+n1}. A host without a count has one slot, a
     * relative one all that it has.
     */
    public static List<HostSlots> list(String text) throws UsageException {
        List<HostSlots> hosts = new ArrayList<>();
        String[] words = text.split(",", -1);
        for (String word : words) {
            String stripped = word.strip();
            // As with Open MPI, a comma too many does no harm.
            if (!stripped.isEmpty() || words.length == 1) {
                hosts.add(entry(stripped, 1, "--host " + word));
            }
        }
        return hosts;
    }

    /** Reads {@code user@host:count}, where all but the host may be absent. */
    private static HostSlots entry(String word, int unsaid, Object where) throws UsageException {
        if (RelativeHosts.is(word)) {
            return new HostSlots(word, "", 0, 1, 0, Integer.MAX_VALUE);
        }
        int sign = word.indexOf('@');
        String user = sign < 0 ? "" : checkedName(word.substring(0, sign), where);
        String host = word.substring(sign + 1);
        boolean bracket = host.startsWith("[");
        int colon = bracket ? host.indexOf("]:") + 1 : host.indexOf(':');
        // Several colons without brackets: an address of IPv6.
        if (bracket ? colon == 0 : colon < 0 || colon != host.lastIndexOf(':')) {
            String name = checkedName(host, where);
            return new HostSlots(name, user, unsaid, 0, 0, Integer.MAX_VALUE);
        }
        String before = host.substring(0, colon);
        String name = RelativeHosts.is(before) ? before : checkedName(before, where);
        String count = host.substring(colon + 1);
        return count.equals("*") || count.equals("auto")
                ? new HostSlots(name, user, 0, 1, 0, Integer.MAX_VALUE)
                : new HostSlots(name, user, number(count, 0, where), 0, 0, Integer.MAX_VALUE);
    }

    private static String checkedName(String name, Object where) throws UsageException {
        if (!HostSlots.isName(name)) {
            throw new UsageException("Not the name of a host or user: " + where);
        }
        return name;
    }

    /** Returns a number of slots; {@code where} names it in the message when it is none. */
    public static int positive(String text, String where) throws UsageException {
        return number(text, 1, where);
    }

    private static int number(String text, int least, Object where) throws UsageException {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= HostSlots.LIMIT) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("Not a number of slots: " + where);
        }
        throw new UsageException("Not a number of slots: " + where);
    }
}
