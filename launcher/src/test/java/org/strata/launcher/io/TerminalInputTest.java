package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalInputTest {
    @Test
    void theTerminalsGroupIsComparedWithThatOfTheProcess() {
        String foreground = "4711 (a) b (c) S 1 4711 4700 34816 4711 4194304 1 2 3";
        String background = "4711 (java) S 1 4711 4700 34816 4700 4194304 1 2 3";
        assertThat(TerminalInput.inForeground(foreground)).isTrue();
        assertThat(TerminalInput.inForeground(background)).isFalse();
    }
}
