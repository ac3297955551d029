package org.strata.mca.base;

/**
 * One value from a source.
 *
 * @param key the key as written, possibly with dots, dashes and a leading {@code mca.}
 * @param value the value as text
 * @param origin the source in words
 */
public record Setting(String key, String value, String origin) {
    /** Origin of what was given on the command line. */
    static final String COMMAND_LINE = "command line";

    /** Begins the origin of what an environment variable says. */
    static final String ENVIRONMENT = "environment ";

    /**
     * Returns the key as a flat name: {@code btl_tcp_if_include} for {@code
     * mca.btl.tcp.if-include}.
     */
    String flatName() {
        return flatName(key);
    }

    static String flatName(String path) {
        String name = path.startsWith("mca.") ? path.substring(4) : path;
        return name.replace('.', '_').replace('-', '_');
    }
}
