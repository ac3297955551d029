package org.strata.launcher.wire;

/**
 * What a daemon says of itself before it gets orders.
 *
 * @param version of Strata there
 * @param digest of the jar there
 * @param hostname the name that the host itself has
 * @param processors usable processors
 * @param topology how they are arranged, as the mapping has it
 * @param memory what the host's ranks may take, in bytes; 0 if it is not known
 */
public record NodeFacts(
        String version,
        String digest,
        String hostname,
        int processors,
        String topology,
        long memory) {
    /** Writes the fields. */
    public MessageWriter write(MessageWriter out) {
        out.text(version).text(digest).text(hostname).number(processors).text(topology);
        return out.large(memory);
    }

    /** Reads the fields. */
    public static NodeFacts read(MessageReader in) {
        return new NodeFacts(in.text(), in.text(), in.text(), in.number(), in.text(), in.large());
    }
}
