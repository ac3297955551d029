package org.strata.pml.ob1.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.pml.SendMode;

/** The choice as tables: eager limit 4096, so 4080 bytes of data fit, 4064 when synchronous. */
class ProtocolChoiceTest {
    private static final int EAGER_LIMIT = 4096;

    /** Reads "get put reg there", in any combination, as what a peer's links can do. */
    private static RdmaPath path(String abilities) {
        return new RdmaPath(
                abilities.contains("get"),
                abilities.contains("put"),
                abilities.contains("reg"),
                100_000,
                abilities.contains("there"));
    }

    @ParameterizedTest
    @CsvSource({
        "0,     STANDARD,    false, none, EAGER",
        "4080,  STANDARD,    false, none, EAGER",
        "4080,  STANDARD,    false, get,  EAGER",
        "4081,  STANDARD,    false, none, RENDEZVOUS",
        "4081,  READY,       false, none, RENDEZVOUS",
        "4081,  STANDARD,    false, get,  RGET",
        "0,     SYNCHRONOUS, false, get,  EAGER_SYNCHRONOUS",
        "4064,  SYNCHRONOUS, false, none, EAGER_SYNCHRONOUS",
        "4065,  SYNCHRONOUS, false, none, RENDEZVOUS",
        "4065,  SYNCHRONOUS, false, get,  RGET",
        "1,     BUFFERED,    false, none, EAGER",
        "0,     STANDARD,    true,  get,  RENDEZVOUS_EMPTY",
        "4080,  SYNCHRONOUS, true,  none, RENDEZVOUS_EMPTY",
        "99999, SYNCHRONOUS, true,  none, RENDEZVOUS_EMPTY",
        "99999, STANDARD,    true,  get,  RGET",
    })
    void bySizeAndMode(long size, SendMode mode, boolean held, String links, Protocol way) {
        assertThat(
                        ProtocolChoice.choose(
                                size, mode, held, EAGER_LIMIT, path(links), RdmaPolicy.AUTO))
                .isEqualTo(way);
    }

    /** Sizes on both sides of the shortest message that is worth a pipeline. */
    @ParameterizedTest
    @CsvSource({
        "none,        AUTO, false, false, RENDEZVOUS, RENDEZVOUS",
        "get,         AUTO, false, false, RGET,       RGET",
        "put,         AUTO, false, false, RPUT,       RPUT",
        "get put,     AUTO, false, false, RGET,       RGET",
        "get put,     AUTO, true,  true,  RGET,       RGET",
        "get reg,     AUTO, false, false, RENDEZVOUS, RGET",
        "put reg,     AUTO, false, false, RENDEZVOUS, PIPELINE",
        "get put reg, AUTO, false, false, RENDEZVOUS, PIPELINE",
        "get put reg there, AUTO, false, false, RGET, RGET",
        "get put reg there, COPY, false, false, RENDEZVOUS, RENDEZVOUS",
        "get put reg there, PIPELINE, false, false, PIPELINE, PIPELINE",
        "get put reg, AUTO, false, true,  RENDEZVOUS, PIPELINE_LEAVE_PINNED",
        "get put reg, AUTO, true,  false, LEAVE_PINNED, LEAVE_PINNED",
        "get put reg, AUTO, true,  true,  LEAVE_PINNED, LEAVE_PINNED",
        "get reg,     AUTO, true,  false, RGET,       RGET",
        "get put reg, COPY, true,  true,  RENDEZVOUS, RENDEZVOUS",
        "get put reg, LEAVE_PINNED, false, false, LEAVE_PINNED, LEAVE_PINNED",
        "get reg,     LEAVE_PINNED, false, false, RGET, RGET",
        "none,        LEAVE_PINNED, false, false, RENDEZVOUS, RENDEZVOUS",
        "get put reg, PIPELINE, false, false, PIPELINE, PIPELINE",
        "get put,     PIPELINE, false, false, PIPELINE, PIPELINE",
        "get reg,     PIPELINE, false, false, RENDEZVOUS, RENDEZVOUS",
        "put,         PIPELINE_LEAVE_PINNED, false, false, PIPELINE_LEAVE_PINNED,"
                + " PIPELINE_LEAVE_PINNED",
        "get put reg, RPUT, true,  false, RPUT,       RPUT",
        "get,         RPUT, false, false, RENDEZVOUS, RENDEZVOUS",
        "get put reg, RGET, false, false, RGET,       RGET",
        "put reg,     RGET, false, false, RENDEZVOUS, RENDEZVOUS",
    })
    void byLinksAndWishes(
            String links,
            RdmaProtocol wish,
            boolean pinned,
            boolean pinnedPipeline,
            Protocol ofShort,
            Protocol ofLong) {
        RdmaPolicy policy = new RdmaPolicy(wish, pinned, pinnedPipeline, !pinned);
        assertThat(choose(100_000, links, policy)).as("short").isEqualTo(ofShort);
        assertThat(choose(100_001, links, policy)).as("long").isEqualTo(ofLong);
    }

    private static Protocol choose(long size, String links, RdmaPolicy policy) {
        return ProtocolChoice.choose(
                size, SendMode.STANDARD, false, EAGER_LIMIT, path(links), policy);
    }

    /** The registration cache is asked only where its answer decides. */
    @ParameterizedTest
    @CsvSource({
        "get put reg, AUTO, true, true",
        "get put reg, AUTO, false, false",
        "get put, AUTO, true, false",
        "put reg, AUTO, true, false",
        "get reg, COPY, true, false"
    })
    void asksTheCache(String links, RdmaProtocol wish, boolean reuse, boolean asks) {
        RdmaPolicy policy = new RdmaPolicy(wish, false, false, reuse);
        assertThat(policy.asksCache(path(links))).isEqualTo(asks);
        assertThat(policy.keeps(Protocol.RGET)).isEqualTo(reuse && wish == RdmaProtocol.AUTO);
    }

    @ParameterizedTest
    @CsvSource({
        "RGET, false, false", "RGET, true, true",
        "RPUT, false, false", "RPUT, true, true",
        "LEAVE_PINNED, false, true", "PIPELINE, false, false",
        "PIPELINE_LEAVE_PINNED, false, true"
    })
    void keepsRegistrations(Protocol protocol, boolean pinned, boolean keeps) {
        RdmaPolicy policy = new RdmaPolicy(RdmaProtocol.AUTO, pinned, false, false);
        assertThat(policy.keeps(protocol)).isEqualTo(keeps);
    }
}
