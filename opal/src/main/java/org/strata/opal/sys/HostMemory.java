package org.strata.opal.sys;

import org.strata.opal.platform.Platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory that the processes of a user may take on this host: the machine's, or less where a
 * control group (a container, a batch system's job) limits it. Linux' {@code proc(5)} and {@code
 * cgroups(7)}, both versions of the latter.
 */
public final class HostMemory {
    private static final Path ROOT = Path.of("/");
    private static final String TOTAL = "MemTotal:";
    private static final long KIBI = 1024;
    private static final int FIELDS = 3;

    private HostMemory() {}

    /** Returns the memory in bytes; 0 where the system does not tell. */
    public static long usable() {
        return Platform.current() == Platform.LINUX ? usable(ROOT) : 0;
    }

    /** Returns the memory of a system whose files are below a directory. */
    static long usable(Path root) {
        long usable = total(root);
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", FIELDS);
            if (fields.length != FIELDS) {
                continue;
            }
            Path groups = root.resolve("sys/fs/cgroup");
            if (fields[1].isEmpty()) {
                Path hybrid = groups.resolve("unified");
                Path mount = Files.isDirectory(hybrid) ? hybrid : groups;
                usable = least(usable, limit(mount, fields[2], "memory.max"));
            } else if (List.of(fields[1].split(",")).contains("memory")) {
                Path mount = groups.resolve("memory");
                usable = least(usable, limit(mount, fields[2], "memory.limit_in_bytes"));
            }
        }
        return usable;
    }

    private static long total(Path root) {
        for (String line : lines(root.resolve("proc/meminfo"))) {
            if (line.startsWith(TOTAL)) {
                return number(line.substring(TOTAL.length()).replace("kB", "")) * KIBI;
            }
        }
        return 0;
    }

    /**
     * Returns the least limit of a group and of those that it is in; 0 for none. Inside of a
     * container the path may be that of the machine outside, of which only the root is visible.
     */
    private static long limit(Path mount, String group, String file) {
        long limit = 0;
        Path at = mount.resolve(group.replaceFirst("^/+", "")).normalize();
        while (at.startsWith(mount)) {
            for (String line : lines(at.resolve(file))) {
                limit = least(limit, number(line));
            }
            at = at.getParent();
        }
        return limit;
    }

    /** Zero stands for no limit. */
    private static long least(long one, long other) {
        return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }

    /** A word such as {@code max} stands for no limit. */
    private static long number(String text) {
        try {
            return Math.max(0, Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of();
        }
    }
}
