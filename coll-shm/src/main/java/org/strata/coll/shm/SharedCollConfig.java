package org.strata.coll.shm;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.coll.shm}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param maxRanks members of the largest communicator that is served
 * @param afterCalls collectives on a communicator before its memory is set up
 * @param block cells of a member's block
 * @param memoryLimit bytes of a process's blocks of all communicators
 * @param stagingLimit bytes of a process's staging memory
 * @param rulesFile the user's rules, or empty
 */
record SharedCollConfig(
        int priority,
        int maxRanks,
        int afterCalls,
        MemberBlock block,
        long memoryLimit,
        long stagingLimit,
        String rulesFile) {

    static SharedCollConfig from(Section section) {
        return new SharedCollConfig(
                section.integer("priority"),
                section.integer("max-ranks"),
                section.integer("after-calls"),
                new MemberBlock(
                        Integer.highestOneBit(section.integer("cells")),
                        (int) section.size("cell-size")),
                section.size("memory-limit"),
                section.size("staging-limit"),
                section.text("rules-filename"));
    }
}
