package org.strata.launcher.ras;

import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Open MPI's names of hosts by their place in an allocation (orte_hosts(7)): {@code +n2} is the
 * host of index 2, counted from 0; {@code +e:2} are the first two that nothing else in the list
 * names, {@code +e} all of those.
 */
final class RelativeHosts {
    private static final Pattern INDEX = Pattern.compile("\\+n(\\d{1,7})");
    private static final Pattern EMPTY = Pattern.compile("\\+[eE](?::(\\d{1,7}))?");

    private RelativeHosts() {}

    /** Returns whether a word, without slots, is such a name. */
    static boolean is(String word) {
        return word.startsWith("+")
                && (INDEX.matcher(word).matches() || EMPTY.matcher(word).matches());
    }

    /** Returns whether a word is the name of several hosts, whose colon is not one of slots. */
    static boolean isEmpty(String word) {
        return word.startsWith("+") && EMPTY.matcher(word).matches();
    }

    /** Returns a list with the hosts that its relative names mean. */
    static List<HostSlots> replaced(List<HostSlots> list, List<HostSlots> hosts, String option)
            throws UsageException {
        List<HostSlots> indexed = new ArrayList<>();
        for (HostSlots entry : list) {
            Matcher index = is(entry.name()) ? INDEX.matcher(entry.name()) : null;
            indexed.add(
                    index != null && index.matches()
                            ? entry.named(at(Integer.parseInt(index.group(1)), hosts, option))
                            : entry);
        }
        Set<String> taken = new HashSet<>();
        indexed.forEach(entry -> taken.add(entry.name()));
        List<HostSlots> all = new ArrayList<>();
        for (HostSlots entry : indexed) {
            Matcher empty = is(entry.name()) ? EMPTY.matcher(entry.name()) : null;
            if (empty == null || !empty.matches()) {
                all.add(entry);
                continue;
            }
            List<String> free =
                    hosts.stream().map(HostSlots::name).filter(n -> !taken.contains(n)).toList();
            int count = empty.group(1) == null ? free.size() : Integer.parseInt(empty.group(1));
            if (count > free.size()) {
                throw new UsageException(
                        "\"" + entry.name() + "\" " + option + " wants more hosts than are left.",
                        "There are " + free.size() + " that nothing else in the list names.");
            }
            for (String name : free.subList(0, count)) {
                taken.add(name);
                all.add(entry.named(name));
            }
        }
        return all;
    }

    private static String at(int index, List<HostSlots> hosts, String option)
            throws UsageException {
        if (index >= hosts.size()) {
            throw new UsageException(
                    "\"+n" + index + "\" " + option + " is not part of the allocation.",
                    "It has " + hosts.size() + " hosts; the first one is +n0.");
        }
        return hosts.get(index).name();
    }
}
