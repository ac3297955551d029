package org.strata.btl.trace;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.btl.self.SelfComponent;
import org.strata.btl.self.SelfConfig;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.opal.Rc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.NativeBuffers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is written of each message. */
final class TraceTest {
    @TempDir private Path directory;
    private final FakeJob job = FakeJob.of(1);
    private final FakeRank rank = job.rank(0);
    private final NativeBuffers memory = new NativeBuffers();
    private final List<String> lines = new ArrayList<>();

    @AfterEach
    void close() {
        job.close();
        memory.close();
    }

    /** Sends one message by each means, to the rank itself. */
    private void traffic(TraceConfig config) {
        rank.activeMessages().register(0x80, (btl, from, tag, address, length) -> {});
        Btl btl =
                BtlComponents.decorated(
                                List.of(
                                        new SelfComponent(
                                                SelfConfig.defaults(),
                                                rank.environment(),
                                                rank.engine(),
                                                rank.activeMessages())),
                                List.of(Traces.decorator(rank, config, lines)))
                        .all()
                        .getFirst()
                        .open((b, endpoint, rc, reason) -> {}, new StringBuilder())
                        .getFirst();
        BtlEndpoint self = btl.addPeer(rank.proc(0), new StringBuilder());
        long at = memory.allocate(100);
        assertThat(btl.sendImmediate(self, 0x80, at, 16, null, at, 8)).isEqualTo(Rc.OK);
        Descriptor descriptor = btl.alloc(self, 50);
        descriptor.headerLength = 20;
        descriptor.callback = (b, done, rc) -> b.free(done);
        assertThat(btl.send(self, descriptor, 0x80)).isEqualTo(Rc.OK);
        ((RdmaBtl) btl).get(self, at, null, at + 50, 0, 40, (e, length, rc) -> {});
        rank.progress();
        btl.close();
    }

    @Test
    void aLinePerMessage() {
        traffic(new TraceConfig(List.of("self"), "", false));
        assertThat(lines)
                .containsExactly(
                        "0.000000 0 -> 0 self immediate tag 0x80 header 16 payload 8 OK",
                        "0.000000 0 -> 0 self send tag 0x80 header 20 payload 30 OK",
                        "0.000000 0 <- 0 self get tag 0x00 header 0 payload 40 OK",
                        "0.000000 0 <- 0 self receive tag 0x80 header 0 payload 24 OK",
                        "0.000000 0 <- 0 self receive tag 0x80 header 0 payload 50 OK");
    }

    @Test
    void aFilePerRank() throws Exception {
        String pattern = directory.resolve("trace.%r.%h").toString();
        traffic(new TraceConfig(List.of("self"), pattern, false));
        Path file = directory.resolve("trace.0." + rank.proc(0).host());
        assertThat(Files.readAllLines(file)).hasSize(5);
        assertThat(lines).isEmpty();
    }

    @Test
    void aFileThatCannotBeWritten() {
        traffic(new TraceConfig(List.of("self"), directory + "/none/trace", false));
        assertThat(lines).hasSize(6);
        assertThat(lines.getFirst()).contains("btl_trace_file").contains("standard error");
    }

    @Test
    void anEventPerMessage() throws Exception {
        Path file = directory.resolve("trace.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.strata.Message");
            recording.start();
            traffic(new TraceConfig(List.of("self"), "", true));
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events =
                RecordingFile.readAllEvents(file).stream()
                        .filter(e -> e.getEventType().getName().equals("org.strata.Message"))
                        .toList();
        assertThat(events).hasSize(5);
        RecordedEvent sent = events.getFirst();
        assertThat(sent.getString("what")).isEqualTo("immediate");
        assertThat(sent.getInt("tag")).isEqualTo(0x80);
        assertThat(sent.getLong("payload")).isEqualTo(8);
        assertThat(lines).isEmpty();
    }
}
