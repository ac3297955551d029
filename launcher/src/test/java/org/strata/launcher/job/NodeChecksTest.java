package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.launcher.wire.MessageReader.DamagedException;

import java.util.ArrayList;
import java.util.List;

/** Questions to several daemons. */
class NodeChecksTest {
    private final NodeChecks checks = new NodeChecks();
    private final List<List<String>> answers = new ArrayList<>();

    @BeforeEach
    void beginBelowTheWrap() {
        checks.numberFrom(Integer.MAX_VALUE - 1);
    }

    @Test
    void aNumberThatIsOpenIsNotGivenAgain() {
        int open = checks.add(List.of(1), answers::add);
        checks.numberFrom(open - 1);
        int next = checks.add(List.of(2), answers::add);
        assertThat(next).isNotEqualTo(open);
        checks.answered(next, 2, List.of("no"));
        checks.answered(open, 1, List.of());
        assertThat(answers).containsExactly(List.of("no"), List.of());
    }

    @Test
    void theFirstRefusalIsTheAnswerWhenAllHaveAnswered() {
        int number = checks.add(List.of(1, 2, 3), answers::add);
        checks.answered(number, 2, List.of());
        checks.answered(number, 3, List.of("no such program", "Host: h3"));
        assertThat(answers).isEmpty();
        checks.answered(number, 1, List.of("no such program", "Host: h1"));
        assertThat(answers).containsExactly(List.of("no such program", "Host: h3"));
    }

    @Test
    void nothingIsTheAnswerWhenNobodyRefuses() {
        int first = checks.add(List.of(1), answers::add);
        int second = checks.add(List.of(1), answers::add);
        checks.answered(second, 1, List.of());
        assertThat(answers).containsExactly(List.of());
        checks.answered(first, 1, List.of());
        assertThat(answers).hasSize(2);
    }

    /** A daemon answers what it was asked, once. */
    @Test
    void answersToNothingAreDamage() {
        int number = checks.add(List.of(1, 2), answers::add);
        checks.answered(number, 1, List.of());
        assertThatThrownBy(() -> checks.answered(number, 1, List.of()))
                .isInstanceOf(DamagedException.class);
        assertThatThrownBy(() -> checks.answered(number, 3, List.of()))
                .isInstanceOf(DamagedException.class);
        assertThatThrownBy(() -> checks.answered(number + 1, 2, List.of()))
                .isInstanceOf(DamagedException.class);
        assertThat(answers).isEmpty();
    }
}
