package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.mca.ess.RankReport;
import org.strata.oob.client.Handshakes;
import org.strata.oob.client.OobClient;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.ReportFields;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reports on their way from ranks to mpirun. */
class ReportFieldsTest {
    private static FrameReader sent(RankReport report) {
        FrameWriter frame = Frame.REPORT.start();
        ReportFields.write(frame, report);
        return Handshakes.reader(frame);
    }

    @Test
    void aReportArrivesAsItIs() {
        assertThat(ReportFields.read(sent(Handshakes.REPORT), 0, 2)).isEqualTo(Handshakes.REPORT);
        RankReport busy = new RankReport("is not in an MPI call", false, List.of());
        assertThat(ReportFields.read(sent(busy), 0, 1)).isEqualTo(busy);
    }

    @Test
    void sizesAreBounded() {
        WaitState state =
                new WaitState("x".repeat(70_000), "", Needs.ANY, Collections.nCopies(5000, 0));
        RankReport.Wait wait = new RankReport.Wait("main", 1, "", "", state);
        RankReport huge = new RankReport("", true, Collections.nCopies(1000, wait));
        RankReport arrived = ReportFields.read(sent(huge), 0, 1);
        assertThat(arrived.waits()).hasSize(64);
        assertThat(arrived.waits().getFirst().state().what()).hasSize(2000);
        assertThat(arrived.waits().getFirst().state().ranks()).isEmpty();
    }

    @Test
    void ranksAreOfTheJob() {
        assertThatThrownBy(() -> ReportFields.read(sent(Handshakes.REPORT), 0, 1))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("rank: 1");
    }

    /** A report of one wait by hand: what it needs, the number of its ranks and of arrivals. */
    private static FrameReader crafted(int waits, int needs, int ranks, int kinds) {
        FrameWriter frame = Frame.REPORT.start().text("").flag(true).integer(waits);
        frame.text("main").number(1).text("").text("").text("").text("");
        frame.integer(needs).integer(ranks);
        for (int i = 0; i < ranks; i++) {
            frame.integer(0);
        }
        frame.integer(kinds);
        for (int i = 0; i < kinds; i++) {
            frame.integer(0).integer(1).number(2).integer(3);
        }
        return Handshakes.reader(frame);
    }

    /** Each number at its limit and one beyond. */
    @Test
    void numbersBeyondTheirLimitsAreDamage() {
        int last = Needs.values().length - 1;
        RankReport most = ReportFields.read(crafted(1, last, 2, 16), 0, 1);
        assertThat(most.waits().getFirst().state().needs()).isEqualTo(Needs.values()[last]);
        assertThat(most.waits().getFirst().state().arrived()).hasSize(16);
        int[][] beyond = {{65, 0, 0, 0}, {-1, 0, 0, 0}, {1, last + 1, 0, 0}, {1, -1, 0, 0}};
        for (int[] each : beyond) {
            assertThatThrownBy(() ->
                            ReportFields.read(crafted(each[0], each[1], each[2], each[3]), 0, 1))
                    .isInstanceOf(MalformedFrameException.class);
        }
        assertThatThrownBy(() -> ReportFields.read(crafted(1, 0, 0, 17), 0, 1))
                .isInstanceOf(MalformedFrameException.class);
        assertThatThrownBy(() -> ReportFields.read(crafted(1, 0, -1, 0), 0, 1))
                .isInstanceOf(MalformedFrameException.class);
    }

    /** A damaged report is refused as any other damaged frame, or is a report. */
    @Test
    void damageIsNoOtherException() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            FrameWriter frame = Frame.REPORT.start();
            ReportFields.write(frame, Handshakes.REPORT);
            var bytes = frame.end();
            int at = 5 + random.nextInt(bytes.limit() - 5);
            bytes.put(at, (byte) random.nextInt());
            try {
                assertThat(ReportFields.read(Handshakes.reader(bytes), 0, 2).waits().size())
                        .isLessThanOrEqualTo(64);
            } catch (MalformedFrameException e) {
                assertThat(e).hasMessageMatching(".*\\d.*");
            }
        }
    }

    /** What a rank did when it was asked before says nothing of now. */
    @Test
    void aLateAnswerIsNone() throws Exception {
        RankReport late = new RankReport("computes", false, List.of());
        BlockingQueue<Integer> inquiries = new LinkedBlockingQueue<>();
        try (TestJob job = new TestJob(2, OobServer.HANDSHAKE_MILLIS)) {
            OobClient zero = job.join(0);
            OobClient one = job.join(1);
            zero.onInquiry(inquiries::add);
            one.onInquiry(number -> {
                one.report(number, Handshakes.REPORT);
                one.report(number - 1, late);
                one.notice("told");
            });
            zero.getIfPresent(0, "flush");
            one.getIfPresent(0, "flush");
            CompletableFuture<Map<Integer, RankReport>> asked = new CompletableFuture<>();
            TestJob.thread(
                            () -> {
                                try {
                                    asked.complete(job.server().inquire(60_000));
                                } catch (InterruptedException e) {
                                    asked.completeExceptionally(e);
                                }
                            })
                    .start();
            int inquiry = inquiries.take();
            String event = job.events.take();
            while (!event.equals("notice 1 told")) {
                event = job.events.take();
            }
            zero.report(inquiry, Handshakes.REPORT);
            assertThat(asked.get()).containsEntry(1, Handshakes.REPORT).hasSize(2);
        }
    }

    /** Ranks that do not answer do not keep the others' answers from mpirun. */
    @Test
    void theServerCollectsTheAnswers() throws Exception {
        try (TestJob job = new TestJob(3, OobServer.HANDSHAKE_MILLIS)) {
            OobClient zero = job.join(0);
            OobClient one = job.join(1);
            CountDownLatch asked = new CountDownLatch(1);
            zero.onInquiry(number -> zero.report(number, Handshakes.REPORT));
            one.onInquiry(number -> asked.countDown());
            zero.getIfPresent(0, "flush");
            one.getIfPresent(0, "flush");
            assertThat(job.server().inquire(1000)).containsOnlyKeys(0);
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            one.onInquiry(number -> one.report(number, Handshakes.REPORT));
            one.getIfPresent(0, "flush");
            assertThat(job.server().inquire(60_000))
                    .containsEntry(0, Handshakes.REPORT)
                    .containsEntry(1, Handshakes.REPORT)
                    .hasSize(2);
            job.join(2);
            assertThat(job.server().inquire(60_000).get(2).state()).isEqualTo("is inside MPI.Init");
        }
    }
}
