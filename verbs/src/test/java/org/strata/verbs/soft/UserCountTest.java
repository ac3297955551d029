package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.verbs.VerbsException;

/** An object is closed once, and not before its users. */
class UserCountTest {
    private final UserCount users = new UserCount();

    @Test
    void onlyTheFirstCloseCloses() {
        assertThat(users.close("it")).isTrue();
        assertThat(users.close("it")).isFalse();
    }

    @Test
    void usersKeepItOpen() {
        users.add(1);
        users.add(1);
        users.add(-1);
        assertThatThrownBy(() -> users.close("the domain"))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("the domain is used by 1 open objects");
        users.add(-1);
        assertThat(users.close("the domain")).isTrue();
    }
}
