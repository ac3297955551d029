package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;

/** Descriptors that wait for their callbacks. */
final class TcpCompletionsTest {
    private final TcpCompletions completions = new TcpCompletions(null);
    private final List<String> told = new ArrayList<>();

    private TcpDescriptor named(String name) {
        TcpDescriptor descriptor = new TcpDescriptor(null, 8);
        descriptor.callback = (btl, done, rc) -> told.add(name + " " + Rc.name(rc));
        return descriptor;
    }

    /** In the order of completion, each with its code, and once. */
    @Test
    void eachIsToldOnceInItsTurn() {
        assertThat(completions.isEmpty()).isTrue();
        assertThat(completions.run()).isZero();
        completions.add(named("a"), Rc.OK);
        completions.add(named("b"), Rc.PEER_FAILED);
        assertThat(completions.isEmpty()).isFalse();
        assertThat(completions.run()).isEqualTo(2);
        assertThat(told).containsExactly("a OK", "b PEER_FAILED");
        assertThat(completions.isEmpty()).isTrue();
        assertThat(completions.run()).isZero();
    }

    /** A callback's own sends wait for the next call, and a callback gets none of them. */
    @Test
    void whatACallbackCompletesWaitsForTheNextCall() {
        TcpDescriptor first = new TcpDescriptor(null, 8);
        first.callback =
                (btl, done, rc) -> {
                    completions.add(named("later"), Rc.OK);
                    told.add("first " + completions.run());
                };
        completions.add(first, Rc.OK);
        assertThat(completions.run()).isEqualTo(1);
        assertThat(told).containsExactly("first 0");
        assertThat(completions.isEmpty()).isFalse();
        assertThat(completions.run()).isEqualTo(1);
        assertThat(told).containsExactly("first 0", "later OK");
    }
}
