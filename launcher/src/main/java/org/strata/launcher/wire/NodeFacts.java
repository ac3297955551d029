package org.strata.launcher.wire;

/**
 * What a daemon says of itself before it gets orders.
 *
 * @param version of Strata there
 * @param digest of the jar there
 * @param hostname the name that the host itself has
 * @param processors usable processors
 * @param topology how they are arranged, as the mapping has it
 */
public record NodeFacts(
        String version, String digest, String hostname, int processors, String topology) {
    /** Writes the fields. */
    public MessageWriter write(MessageWriter out) {
        return out.text(version).text(digest).text(hostname).number(processors).text(topology);
    }

    /** Reads the fields. */
    public static NodeFacts read(MessageReader in) {
        return new NodeFacts(in.text(), in.text(), in.text(), in.number(), in.text());
    }
}
