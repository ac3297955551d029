package org.strata.opal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdlePolicyTest {
    @Test
    void aWaitSleepsSoonBehindAHundredPolls() {
        assertThat(new IdlePolicy(60, 40, true).sleepsSoon()).isTrue();
        assertThat(new IdlePolicy(60, 41, true).sleepsSoon()).isFalse();
        assertThat(new IdlePolicy(0, 0, false).sleepsSoon()).isFalse();
        assertThat(new IdlePolicy(Integer.MAX_VALUE, Integer.MAX_VALUE, true).sleepsSoon())
                .as("a sum that overflows")
                .isFalse();
    }

    @Test
    void eachChangeKeepsTheRest() {
        IdlePolicy policy = new IdlePolicy(60, 40, true);
        assertThat(policy.adapts()).isFalse();
        assertThat(policy.directed()).isTrue();
        assertThat(policy.withBeginning(7, false).adapting(true))
                .isEqualTo(new IdlePolicy(60, 40, true, 7, false, true))
                .isEqualTo(policy.adapting(true).withBeginning(7, false));
    }
}
