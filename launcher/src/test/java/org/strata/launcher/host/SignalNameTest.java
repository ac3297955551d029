package org.strata.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Signals as exit codes and in messages. */
class SignalNameTest {
    @Test
    void everySignalHasItsExitCode() {
        for (SignalName signal : SignalName.values()) {
            assertThat(signal.exitCode()).isEqualTo(128 + signal.number());
            assertThat(SignalName.ofExitValue(signal.exitCode())).isEqualTo(signal);
            assertThat(SignalName.ofNumber(signal.number())).isEqualTo(signal);
        }
        assertThat(SignalName.ofExitValue(128)).isNull();
        assertThat(SignalName.ofExitValue(160)).isNull();
        assertThat(SignalName.ofNumber(0)).isNull();
        assertThat(SignalName.ofNumber(9)).hasToString("SIGKILL");
    }

    /** What terminals and people send to have a process end; others are failures. */
    @Test
    void politeSignals() {
        assertThat(Arrays.stream(SignalName.values()).filter(SignalName::polite))
                .containsExactly(SignalName.HUP, SignalName.INT, SignalName.QUIT, SignalName.TERM);
    }
}
