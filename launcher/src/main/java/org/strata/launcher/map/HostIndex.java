package org.strata.launcher.map;

import org.strata.launcher.cli.UsageException;
import org.strata.launcher.ras.HostFile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Finds the hosts of an allocation by their names. */
final class HostIndex {
    private final Map<String, Integer> indices = new HashMap<>();
    private final List<String> names;
    private final UnaryOperator<String> canonical;
    private final String listOrigin;

    /**
     * @param listOrigin what the lists of hosts are of, as errors name it
     */
    HostIndex(List<Node> nodes, UnaryOperator<String> canonical, String listOrigin) {
        this.canonical = canonical;
        this.listOrigin = listOrigin;
        names = nodes.stream().map(Node::name).toList();
        for (int i = 0; i < nodes.size(); i++) {
            indices.put(nodes.get(i).name(), i);
        }
    }

    /**
     * Returns the indices of the hosts of a list as {@code --host} has it, each once, in the order
     * of the job's. Their slots are those of the job.
     */
    List<Integer> all(String list) throws UsageException {
        return List.copyOf(new TreeSet<>(each(list)));
    }

    /** Returns them as they are named: in that order, and as often. */
    List<Integer> each(String list) throws UsageException {
        List<Integer> found = new ArrayList<>();
        for (String name : HostFile.sequence(list, names)) {
            found.add(of(name, listOrigin));
        }
        return found;
    }

    /** Returns the index of a host that {@code origin} names. */
    int of(String name, String origin) throws UsageException {
        Integer index = indices.get(canonical.apply(name));
        if (index == null) {
            throw new UsageException(
                    "The host \"" + name + "\" of " + origin + " is not part of the allocation.");
        }
        return index;
    }
}
