package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.PmlRequest;

import java.util.ArrayList;
import java.util.List;

/** A send that is complete needs its sender no more, and completes without its receive. */
@Timeout(120)
class TupleqLeavingTest {
    private static final int BYTES = 100;

    private static TupleqJob job(TupleqSettings settings) {
        TupleqJob made = new TupleqJob(2, 1, settings.config(), false);
        made.comm(0, 0);
        made.comm(1, 0);
        return made;
    }

    private static void progress(TupleqJob job, int rank) {
        for (int i = 0; i < 200; i++) {
            job.job.rank(rank).progress();
        }
    }

    /** Receives while the sender is outside MPI. */
    private static void receiveAlone(TupleqJob job, int at, int tag, int content) {
        long to = job.memory(BYTES, -1);
        PmlRequest receive = job.receive(at, 1 - at, tag, to, BYTES);
        job.job.rank(at).waitUntil("tag " + tag, receive::isDone);
        assertThat(receive.error).isZero();
        receive.release();
        assertThat(TupleqJob.byteAt(to, BYTES - 1)).isEqualTo(content);
    }

    @Test
    void aFirstMessageWaitsForTheReceiversProgressOnly() {
        try (TupleqJob job = job(TupleqSettings.DEFAULTS)) {
            PmlRequest send = job.send(0, 1, 7, BYTES, 5);
            progress(job, 0);
            assertThat(send.isDone()).as("the receiver is outside MPI").isFalse();
            job.finish("the send", send);
            PmlRequest next = job.send(0, 1, 7, BYTES, 6);
            assertThat(next.isDone()).as("the queue is known").isTrue();
            next.release();
            receiveAlone(job, 1, 7, 5);
            receiveAlone(job, 1, 7, 6);
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    /** Lanes for all tags, and for some; queues for all tags, and for one. */
    @ParameterizedTest
    @ValueSource(strings = {"lanes 4", "lanes 1", "max-queues 1", "copy-pool 512"})
    void twoRanksSendFirst(String setting) {
        String[] words = setting.split(" ");
        TupleqSettings settings =
                TupleqSettings.DEFAULTS.with(words[0], Integer.parseInt(words[1]));
        try (TupleqJob job = job(settings)) {
            List<PmlRequest> sends = new ArrayList<>();
            for (int tag = 0; tag < 4; tag++) {
                sends.add(job.send(0, 1, tag, BYTES, tag));
                sends.add(job.send(1, 0, tag, BYTES, 10 + tag));
                for (PmlRequest send : sends) {
                    job.finish("a send of tag " + tag, send);
                }
                sends.clear();
            }
            for (int tag = 3; tag >= 0; tag--) {
                receiveAlone(job, 1, tag, tag);
            }
            for (int tag = 3; tag >= 0; tag--) {
                receiveAlone(job, 0, tag, 10 + tag);
            }
            boolean enough = setting.equals("lanes 4");
            assertThat(job.count("fallbacks") == 0).isEqualTo(enough);
        }
    }

    /** More than ob1 sends at once: the copy has waited for no receive, and does not begin to. */
    @Test
    void aLongCopyThatIsHandedOverIsComplete() {
        TupleqSettings settings = TupleqSettings.DEFAULTS.with("max-queues", 1);
        try (TupleqJob job = job(settings.with("copy-limit", 50_000))) {
            PmlRequest first = job.send(0, 1, 1, 40_000, 1);
            job.finish("the first", first);
            PmlRequest second = job.send(0, 1, 2, 40_000, 2);
            job.finish("the second", second);
            assertThat(job.count("handed_over")).isEqualTo(2);
            for (int tag = 2; tag > 0; tag--) {
                long at = job.memory(40_000, -1);
                assertThat(job.finish("receive", job.receive(1, 0, tag, at, 40_000))).isZero();
                assertThat(TupleqJob.byteAt(at, 39_999)).isEqualTo(tag);
            }
        }
    }
}
