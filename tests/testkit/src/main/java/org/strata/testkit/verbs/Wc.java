package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.verbs.WcStatus;

/** A completion, copied out. */
public record Wc(
        long wrId, int status, int opcode, int byteLength, int immediate, int qpNumber, int flags) {
    /** Expects success. */
    public Wc ok(long expectedWrId, int expectedOpcode) {
        assertThat(WcStatus.name(status)).isEqualTo(WcStatus.name(WcStatus.SUCCESS));
        assertThat(wrId).isEqualTo(expectedWrId);
        assertThat(opcode).isEqualTo(expectedOpcode);
        return this;
    }

    /** Expects a failure of any kind. */
    public Wc failed(long expectedWrId) {
        assertThat(status).isNotEqualTo(WcStatus.SUCCESS);
        assertThat(wrId).isEqualTo(expectedWrId);
        return this;
    }

    /** Expects a failure. */
    public Wc failed(long expectedWrId, int expectedStatus) {
        assertThat(WcStatus.name(status)).isEqualTo(WcStatus.name(expectedStatus));
        assertThat(wrId).isEqualTo(expectedWrId);
        return this;
    }
}
