package org.strata.mca.base;

/**
 * One value that somebody gave.
 *
 * @param key the key as written; dots, dashes and a leading {@code mca.} are understood later
 * @param value the value as text
 * @param origin where it was given, readable
 */
record Setting(String key, String value, String origin) {
    /** The key as a flat name: {@code mca.btl.tcp.if-include} is {@code btl_tcp_if_include}. */
    String flatName() {
        return flatName(key);
    }

    static String flatName(String path) {
        String name = path.startsWith("mca.") ? path.substring(4) : path;
        return name.replace('.', '_').replace('-', '_');
    }
}
