package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads lists and files of hosts as Open MPI ({@code user@host slots=N max_slots=M}) and MPICH
 * ({@code host:N}) write them.
 */
public final class HostFile {
    private static final int LARGEST = 4 << 20;

    private HostFile() {}

    /**
     * Returns the hosts of a file, as its lines name them.
     *
     * @param unsaid slots of a line without a count; 0 for one per processor
     */
    public static List<HostSlots> read(Path file, int unsaid) throws UsageException {
        List<HostSlots> hosts = new ArrayList<>();
        for (String line : lines(file, "the host file")) {
            hosts.add(line(line.split("\\s+"), unsaid, file + ": " + line));
        }
        return hosts;
    }

    /** Returns the lines of a small file without comments, blanks around them, and empty ones. */
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
                    "The host file cannot be read: " + e.getMessage() + " (" + what + ")");
        }
        List<String> lines = new ArrayList<>();
        for (String raw : text.split("\n", -1)) {
            int comment = raw.indexOf('#');
            String line = (comment < 0 ? raw : raw.substring(0, comment)).strip();
            if (!line.isEmpty()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static HostSlots line(String[] words, int unsaid, String where) throws UsageException {
        HostSlots host = entry(words[0], 0, where);
        int slots = host.slots();
        int most = Integer.MAX_VALUE;
        String user = host.user();
        for (String word : List.of(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? "" : word.substring(equals + 1);
            switch (key) {
                case "slots", "cpu", "count" -> slots = positive(value, where);
                case "max_slots", "max-slots" -> most = positive(value, where);
                case "user", "username" -> user = checkedName(value, where);
                default -> throw new UsageException("The host file has an unknown word: " + where);
            }
        }
        if (slots == 0 && most < Integer.MAX_VALUE) {
            slots = most;
        }
        if (slots == 0 && host.wholes() == 0) {
            slots = unsaid;
        }
        return new HostSlots(host.name(), user, slots, slots == 0 ? 1 : 0, most);
    }

    /** Returns the hosts of {@code --host a:2,b:*,c}; a host without a count has one slot. */
    static List<HostSlots> list(String text) throws UsageException {
        List<HostSlots> hosts = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            hosts.add(entry(word.strip(), 1, "--host " + word));
        }
        return hosts;
    }

    /** Reads {@code user@host:count}, where all but the host may be absent. */
    private static HostSlots entry(String word, int unsaid, String where) throws UsageException {
        int sign = word.indexOf('@');
        String user = sign < 0 ? "" : checkedName(word.substring(0, sign), where);
        String host = word.substring(sign + 1);
        boolean bracket = host.startsWith("[");
        int colon = bracket ? host.indexOf("]:") + 1 : host.indexOf(':');
        // Several colons without brackets: an address of IPv6.
        if (bracket ? colon == 0 : colon < 0 || colon != host.lastIndexOf(':')) {
            String name = checkedName(host, where);
            return new HostSlots(name, user, unsaid, 0, Integer.MAX_VALUE);
        }
        String name = checkedName(host.substring(0, colon), where);
        String count = host.substring(colon + 1);
        return count.equals("*")
                ? new HostSlots(name, user, 0, 1, Integer.MAX_VALUE)
                : new HostSlots(name, user, positive(count, where), 0, Integer.MAX_VALUE);
    }

    private static String checkedName(String name, String where) throws UsageException {
        if (!HostSlots.isName(name)) {
            throw new UsageException("Not the name of a host or user: " + where);
        }
        return name;
    }

    /** Returns a number of slots; {@code where} names it in the message when it is none. */
    public static int positive(String text, String where) throws UsageException {
        try {
            int number = Integer.parseInt(text);
            if (number > 0 && number <= HostSlots.LIMIT) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("Not a number of slots: " + where);
        }
        throw new UsageException("Not a number of slots: " + where);
    }
}
