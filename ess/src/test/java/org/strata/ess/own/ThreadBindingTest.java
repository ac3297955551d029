package org.strata.ess.own;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

class ThreadBindingTest {
    @Test
    void processorsAreReadAsTheyWereWritten() {
        Map<String, String> environment = new HashMap<>();
        BitSet processors = new BitSet();
        processors.set(3);
        processors.set(64, 67);
        ThreadBinding.addTo(environment, processors.toLongArray());
        assertThat(ThreadBinding.parse(environment.get(ThreadBinding.PROCESSORS)))
                .isEqualTo(processors);
    }

    /** Threads of a rank inherit what the user has asked for, and nothing else. */
    @Test
    void aBindingThatNobodyHasAskedForIsNotInherited() {
        Map<String, String> environment = new HashMap<>();
        assertThat(ThreadBinding.isAsked(environment)).isFalse();
        ThreadBinding.addDefault(environment, new long[] {1}, new long[] {3});
        assertThat(ThreadBinding.isAsked(environment)).isFalse();
        ThreadBinding.addTo(environment, new long[] {1});
        assertThat(ThreadBinding.isAsked(environment)).isTrue();
    }

    /** A number decides how much memory a set takes, so it is bounded first. */
    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "0,,1", "65536", "2000000000", "0,99999999999"})
    void whatMpirunDoesNotWriteBindsNothing(String value) {
        assertThat(ThreadBinding.parse(value).isEmpty()).isTrue();
    }
}
