package org.strata.launcher.map;

import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Reads host lists and host files; counts the local host's slots in them. */
public final class Hosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    private final String localName;
    private final int processors;

    /**
     * @param localName this host's name
     * @param processors usable processors of this host
     */
    public Hosts(String localName, int processors) {
        this.localName = localName;
        this.processors = processors;
    }

    /** Returns the slots of this host as the user gave them, or one per processor. */
    public Slots slots(JobRequest.Mapping mapping) throws UsageException {
        if (!mapping.hosts().isEmpty()) {
            int count = 0;
            for (String value : mapping.hosts()) {
                for (String entry : value.split(",", -1)) {
                    count += slotsOfEntry(entry);
                }
            }
            return new Slots(count, "from --host", true);
        }
        if (!mapping.hostfiles().isEmpty()) {
            int count = 0;
            for (Path file : mapping.hostfiles()) {
                count += slotsOfFile(file);
            }
            return new Slots(count, "from " + mapping.hostfiles().getFirst(), true);
        }
        return new Slots(processors, "the processors of " + localName, false);
    }

    private int slotsOfEntry(String entry) throws UsageException {
        int colon = entry.startsWith("[") ? entry.indexOf("]:") + 1 : entry.indexOf(':');
        String name = colon <= 0 ? entry : entry.substring(0, colon);
        requireLocal(name);
        String slots = colon <= 0 ? "1" : entry.substring(colon + 1);
        return slots.equals("*") ? processors : positive(slots, "--host " + entry);
    }

    private int slotsOfFile(Path file) throws UsageException {
        try {
            int count = 0;
            for (String raw : Files.readAllLines(file)) {
                int comment = raw.indexOf('#');
                String line = (comment < 0 ? raw : raw.substring(0, comment)).strip();
                if (!line.isEmpty()) {
                    count += slotsOfLine(line.split("\\s+"), file + ": " + line);
                }
            }
            return count;
        } catch (IOException e) {
            throw new UsageException("The host file cannot be read: " + e.getMessage());
        }
    }

    private int slotsOfLine(String[] words, String where) throws UsageException {
        String name = words[0].substring(words[0].indexOf('@') + 1);
        int colon = name.indexOf(':');
        int slots = colon < 0 ? processors : positive(name.substring(colon + 1), where);
        requireLocal(colon < 0 ? name : name.substring(0, colon));
        int most = Integer.MAX_VALUE;
        for (String word : List.of(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? "" : word.substring(equals + 1);
            switch (key) {
                case "slots", "cpu", "count" -> slots = positive(value, where);
                case "max_slots", "max-slots" -> most = positive(value, where);
                case "user" -> {}
                default -> throw new UsageException("The host file has an unknown word: " + where);
            }
        }
        return Math.min(slots, most);
    }

    private static int positive(String text, String where) throws UsageException {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("Not a number of slots: " + where);
        }
        throw new UsageException("Not a number of slots: " + where);
    }

    /** Throws unless all names of a list, with commas between them, are this host's. */
    public void requireAllLocal(String list) throws UsageException {
        for (String name : list.split(",", -1)) {
            requireLocal(name.strip());
        }
    }

    private void requireLocal(String name) throws UsageException {
        if (!isLocal(name)) {
            throw new UsageException(
                    "The host \"" + name + "\" is not this host (" + localName + ").",
                    "This version of Strata runs jobs on one host only: the one mpirun runs on.");
        }
    }

    private boolean isLocal(String name) {
        if (LOOPBACK.contains(name) || name.equals(localName) || localName.startsWith(name + ".")) {
            return true;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(name)) {
                if (address.isLoopbackAddress()
                        || NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
        } catch (UnknownHostException | SocketException e) {
            return false;
        }
        return false;
    }
}
