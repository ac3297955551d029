package org.strata.launcher.wire;

import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Environment variables that mean something of the host or the login they were set in. A rank on
 * another host gets all variables of mpirun but these, and these from there.
 */
public final class HostVariables {
    private static final Set<String> NAMES =
            Set.of(
                    "HOME",
                    "USER",
                    "LOGNAME",
                    "SHELL",
                    "MAIL",
                    "HOSTNAME",
                    "HOST",
                    "TMPDIR",
                    "PWD",
                    "OLDPWD",
                    "SHLVL",
                    "_",
                    "DISPLAY",
                    "XAUTHORITY",
                    "SLURMD_NODENAME");

    private static final List<String> PREFIXES = List.of("SSH_", "XDG_", "DBUS_", "KUBERNETES_");

    private HostVariables() {}

    /** Returns whether a variable means something of its host. */
    public static boolean own(String name) {
        return NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }

    /**
     * Returns variables for looking a program up.
     *
     * @param path folders that are searched before those of PATH; empty for none
     */
    public static Map<String, String> searching(Map<String, String> variables, String path) {
        if (path.isEmpty()) {
            return variables;
        }
        Map<String, String> more = new HashMap<>(variables);
        more.merge("PATH", path, (old, added) -> added + File.pathSeparator + old);
        return more;
    }

    /**
     * Returns the environment of a rank.
     *
     * @param here that of the host's daemon
     * @param forwarded what mpirun sends
     */
    public static Map<String, String> merged(
            Map<String, String> here, Map<String, String> forwarded) {
        Map<String, String> merged = new HashMap<>();
        here.forEach((name, value) -> {
            if (own(name)) {
                merged.put(name, value);
            }
        });
        merged.putAll(forwarded);
        return merged;
    }
}
