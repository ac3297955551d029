package org.strata.opal.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlatformTest {
    @Test
    void theVariableChooses() {
        assertThat(Platform.choose(null, true)).isEqualTo(Platform.LINUX);
        assertThat(Platform.choose("", true)).isEqualTo(Platform.LINUX);
        assertThat(Platform.choose("linux", true)).isEqualTo(Platform.LINUX);
        assertThat(Platform.choose("portable", true)).isEqualTo(Platform.PORTABLE);
        assertThat(Platform.choose(null, false)).isEqualTo(Platform.PORTABLE);
        assertThat(Platform.choose("linux", false)).isEqualTo(Platform.PORTABLE);
    }

    @Test
    void otherWordsAreRefusedWithBothNames() {
        for (String word : new String[] {"windoze", "Linux", "portable ", "1"}) {
            assertThat(Platform.refusal(word, Platform.LINUX))
                    .contains("STRATA_PLATFORM=" + word)
                    .contains("linux and portable");
        }
        assertThat(Platform.refusal(null, Platform.LINUX)).isNull();
        assertThat(Platform.refusal("", Platform.PORTABLE)).isNull();
        assertThat(Platform.refusal("portable", Platform.PORTABLE)).isNull();
    }

    @Test
    void linuxIsRefusedElsewhere() {
        assertThat(Platform.refusal("linux", Platform.LINUX)).isNull();
        assertThat(Platform.refusal("linux", Platform.PORTABLE)).contains("only portable works");
    }

    /** A system or processor whose calls have other numbers must never get Linux's. */
    @Test
    void onlyKnownProcessorsWithLinuxHaveItsCalls() {
        assertThat(Platform.isLinux("Linux", "amd64")).isTrue();
        assertThat(Platform.isLinux("Linux", "x86")).isFalse();
        assertThat(Platform.isLinux("Mac OS X", "aarch64")).isFalse();
        assertThat(Platform.isLinux("Windows 11", "amd64")).isFalse();
        assertThat(Platform.isLinux(null, null)).isFalse();
    }
}
