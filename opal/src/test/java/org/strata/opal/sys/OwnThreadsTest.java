package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnThreadsTest {
    @AfterEach
    void forget() {
        OwnThreads.forget();
    }

    private static void run(String name, Runnable work) {
        Threads.join(OwnThreads.daemon(name).start(work));
    }

    private static Runnable failing(Error error) {
        return () -> {
            throw error;
        };
    }

    @Test
    void theFirstFailureIsKeptWithItsThread() {
        run("strata-good", () -> {});
        assertThat(OwnThreads.failure()).isNull();
        Error first = new InternalError("first");
        run("strata-bad", failing(first));
        run("strata-worse", failing(new InternalError("second")));
        assertThat(OwnThreads.failure()).isSameAs(first);
        assertThat(OwnThreads.failed()).isEqualTo("strata-bad");
    }

    @Test
    void theyAreDaemonsOfTheirName() {
        Thread thread = OwnThreads.daemon("strata-x").unstarted(() -> {});
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("strata-x");
    }
}
