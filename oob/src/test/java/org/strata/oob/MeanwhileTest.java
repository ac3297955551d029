package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.oob.client.OobClient;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a rank does while the server answers it. */
class MeanwhileTest {
    private TestJob job;

    @BeforeEach
    void start() throws IOException {
        job = new TestJob(1, TestJob.JOIN_MILLIS);
    }

    @AfterEach
    void end() {
        job.close();
    }

    private OobClient join(Runnable meanwhile) throws IOException {
        OobClient.Ticket ticket =
                new OobClient.Ticket(
                        job.server().address(), TestJob.secret(), 0, 4711, TestJob.JOIN_MILLIS);
        return OobClient.join(ticket, job.losses::add, TestJob::thread, meanwhile);
    }

    @Test
    void itIsDoneByTheThreadThatJoinsOnce() throws Exception {
        List<Thread> done = new ArrayList<>();
        OobClient client = join(() -> done.add(Thread.currentThread()));
        assertThat(done).containsExactly(Thread.currentThread());
        assertThat(client.map().places()).hasSize(1);
        client.close();
    }

    @Test
    void whenItFailsTheRankDoesNotStayInTheJob() throws Exception {
        IllegalStateException failure = new IllegalStateException("no luck");
        assertThatThrownBy(() ->
                        join(() -> {
                            try {
                                assertThat(next()).isEqualTo("joined 0 4711");
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                            throw failure;
                        }))
                .isSameAs(failure);
        assertThat(next()).isEqualTo("disconnected 0");
    }

    private String next() throws InterruptedException {
        return job.events.poll(TestJob.JOIN_MILLIS, TimeUnit.MILLISECONDS);
    }
}
