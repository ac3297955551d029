package org.strata.btl.openib;

import org.strata.mca.base.HelpCatalogue;

/** The texts of {@code help.properties}: one line each, with both ends, cause and remedy. */
final class OpenibTexts {
    private OpenibTexts() {}

    static String help(String topic, Object... values) {
        return HelpCatalogue.of(OpenibTexts.class).text(topic, values);
    }

    /** A queue pair takes no requests. */
    static String refused(int queue) {
        return help("pair-refused", queue);
    }

    static String queuesDiffer(int theirs, int ours) {
        return help("queues-differ", theirs, ours);
    }

    static String queuesConflict(String theirs, String ours) {
        return help("queues-conflict", theirs, ours);
    }

    /**
     * A link to a peer is lost.
     *
     * @param endpoint its text names both ends
     */
    static String lost(Object endpoint, String why) {
        return help("lost", endpoint, why);
    }

    static String noBuffers(String why) {
        return help("no-buffers", why);
    }

    static String noReceives(int queue, int bytes, String why) {
        return help("no-receives", queue, bytes, why);
    }
}
