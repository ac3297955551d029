package org.strata.ess.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;

class GuestCardTest {
    @Test
    void wordsComeBack() throws IOException {
        String card = GuestCard.encode("höst", "0");
        assertThat(card).matches("[A-Za-z0-9_-]+");
        assertThat(GuestCard.decode(card, 2)).containsExactly("höst", "0");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "unknown", "a b", "====", "_____w", "YQ"})
    void damage(String value) {
        assertThatThrownBy(() -> GuestCard.decode(value, 2)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> GuestCard.decode("a".repeat(5000), 2))
                .isInstanceOf(IOException.class);
    }
}
