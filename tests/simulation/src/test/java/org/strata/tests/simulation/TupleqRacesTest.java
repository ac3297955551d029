package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;

import java.util.List;

/**
 * Three ranks send to rank 0, whose receives from any source wait at the queues of all three: each
 * message goes to the oldest receive that wants it, whichever rank is the first.
 */
@Timeout(120)
final class TupleqRacesTest {
    private static final int TAG = 1;
    private static final int BYTES = 8;

    private static TupleqJob open() {
        return new TupleqJob(
                4, 1, TupleqSettings.lanes(2).with("wildcard", "handover").config(), false);
    }

    /** A receive of rank 0, and where its message goes. */
    private record Posted(TupleqJob job, PmlRequest request, long at) {
        /** It has the message of this rank with this content. */
        void gets(int source, int fill) {
            job.job.progressUntil("a receive", request::isDone);
            assertThat(Rc.name(request.error)).isEqualTo("OK");
            assertThat(request.source).isEqualTo(source);
            assertThat(TupleqJob.byteAt(at, BYTES - 1)).isEqualTo(fill);
            request.release();
        }

        void waits() {
            assertThat(request.isDone()).isFalse();
        }
    }

    private static Posted post(TupleqJob job, int source) {
        long at = job.memory(BYTES, 0);
        return new Posted(job, job.receive(0, source, TAG, at, BYTES), at);
    }

    private static Posted wild(TupleqJob job) {
        return post(job, Pml.ANY_SOURCE);
    }

    /** A message that has landed, where rank 0 has posted something for it, when this returns. */
    private static PmlRequest send(TupleqJob job, int from, int fill) {
        PmlRequest send = job.send(from, 0, TAG, BYTES, fill);
        job.settle();
        return send;
    }

    private static void finish(TupleqJob job, PmlRequest... sends) {
        for (PmlRequest each : sends) {
            assertThat(job.finish("a send", each)).isZero();
        }
        assertThat(job.count("fallbacks")).as("nothing but queues").isZero();
    }

    /** Messages of ranks 2 and 3 have landed that no receive wants, in this order. */
    private static PmlRequest[] leaveTwo(TupleqJob job, int first, int second) {
        Posted one = wild(job);
        PmlRequest[] sends = {
            send(job, 1, 10), send(job, first, 10 * first), send(job, second, 10 * second)
        };
        one.gets(1, 10);
        assertThat(job.count("kept")).isEqualTo(2);
        return sends;
    }

    @ParameterizedTest
    @CsvSource({"1,2,3", "2,3,1", "3,2,1", "2,1,3"})
    void whoeverIsFirstGetsTheOldestReceive(int first, int second, int third) {
        try (TupleqJob job = open()) {
            Posted[] all = {wild(job), wild(job), wild(job)};
            int[] order = {first, second, third};
            PmlRequest[] sends = new PmlRequest[3];
            for (int i = 0; i < 3; i++) {
                sends[i] = send(job, order[i], order[i]);
                all[i].gets(order[i], order[i]);
            }
            finish(job, sends);
        }
    }

    /** A receive from rank 1 is older than the wildcard that is left: it gets the first message. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageGoesToTheOlderOfAWildcardAndASpecificReceive(boolean wildIsOlder) {
        try (TupleqJob job = open()) {
            Posted taken = wild(job);
            Posted older = wildIsOlder ? wild(job) : post(job, 1);
            Posted younger = wildIsOlder ? post(job, 1) : wild(job);
            PmlRequest winner = send(job, 2, 20);
            taken.gets(2, 20);
            older.waits();
            PmlRequest one = send(job, 1, 10);
            younger.waits();
            older.gets(1, 10);
            PmlRequest two = send(job, 1, 11);
            younger.gets(1, 11);
            finish(job, winner, one, two);
        }
    }

    /** Behind the notice are receives older and younger than the next wildcard. */
    @Test
    void receivesOfOneRankGetItsMessagesInTheirOrder() {
        try (TupleqJob job = open()) {
            Posted first = wild(job);
            Posted second = post(job, 1);
            Posted third = wild(job);
            Posted fourth = post(job, 1);
            PmlRequest[] sends = new PmlRequest[4];
            for (int i = 0; i < 4; i++) {
                sends[i] = send(job, 1, 10 + i);
            }
            first.gets(1, 10);
            second.gets(1, 11);
            third.gets(1, 12);
            fourth.gets(1, 13);
            assertThat(job.count("copied_bytes")).as("of wildcards only").isEqualTo(2L * BYTES);
            finish(job, sends);
        }
    }

    /** Rank 3 has won the wildcard; a receive from rank 2 waits behind a notice of nobody. */
    @Test
    void aReceiveBehindANoticeGetsTheMessageThatNoWildcardWants() {
        try (TupleqJob job = open()) {
            Posted wild = wild(job);
            Posted behind = post(job, 2);
            PmlRequest winner = send(job, 3, 30);
            wild.gets(3, 30);
            PmlRequest loser = send(job, 2, 20);
            behind.gets(2, 20);
            finish(job, winner, loser);
        }
    }

    /** Nobody starves: of two messages that have landed the older one is the next. */
    @ParameterizedTest
    @CsvSource({"2,3", "3,2"})
    void keptMessagesGoInTheOrderInWhichTheyLanded(int first, int second) {
        try (TupleqJob job = open()) {
            PmlRequest[] sends = leaveTwo(job, first, second);
            wild(job).gets(first, 10 * first);
            wild(job).gets(second, 10 * second);
            Posted next = wild(job);
            PmlRequest later = send(job, first, 5);
            next.gets(first, 5);
            finish(job, sends);
            finish(job, later);
        }
    }

    /** A specific receive takes one kept message; wildcards get the other, and no second one. */
    @Test
    void aKeptMessageThatIsTakenIsNotGivenAgain() {
        try (TupleqJob job = open()) {
            PmlRequest[] sends = leaveTwo(job, 2, 3);
            post(job, 2).gets(2, 20);
            wild(job).gets(3, 30);
            Posted next = wild(job);
            next.waits();
            PmlRequest later = send(job, 2, 21);
            next.gets(2, 21);
            finish(job, sends);
            finish(job, later);
        }
    }

    /** A probe has taken one pair to ob1; once it is back, wildcards wait at all queues again. */
    @Test
    void whatIsKeptStaysWhenAnotherPairLeavesAndReturns() {
        try (TupleqJob job = open()) {
            PmlRequest[] sends = leaveTwo(job, 2, 3);
            Posted specific = post(job, 1);
            PmlRequest more = send(job, 1, 12);
            specific.gets(1, 12);
            PmlStatus status = new PmlStatus();
            job.job.progressUntil(
                    "the probe",
                    () -> job.pmls.getFirst().iprobe(2, Pml.ANY_TAG, job.comm(0, 0), status));
            post(job, 2).gets(2, 20);
            job.job.progressUntil("the return", () -> job.count("returns") > 0);
            job.settle();
            long before = job.count("wildcards");
            wild(job).gets(3, 30);
            Posted next = wild(job);
            next.waits();
            PmlRequest one = send(job, 1, 11);
            next.gets(1, 11);
            Posted last = wild(job);
            PmlRequest two = send(job, 2, 22);
            last.gets(2, 22);
            assertThat(job.count("wildcards")).as("at queues").isEqualTo(before + 3);
            for (PmlRequest each : sends) {
                assertThat(job.finish("a send", each)).isZero();
            }
            for (PmlRequest each : List.of(more, one, two)) {
                assertThat(job.finish("a send", each)).isZero();
            }
        }
    }
}
