package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.SoftConfig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What a broken connection gives back goes out again by number; what the peer has does not. */
final class OutboxTest {
    private static final int MESSAGES = 16;

    private final FakeJob job = FakeJob.of(1);
    private final OpenibBtl btl =
            (OpenibBtl)
                    new SoftJob(SoftConfig.defaults(), Settings.with())
                            .component(job.rank(0))
                            .open((link, to, rc, why) -> {}, new StringBuilder())
                            .getFirst();
    private final Outbox outbox = new Outbox(btl);

    @AfterEach
    void close() {
        btl.close();
        job.close();
    }

    private OpenibDescriptor message() {
        OpenibDescriptor message = btl.acquire(Integer.BYTES);
        message.fill(0, PacketHeader.DATA, Integer.BYTES);
        return message;
    }

    private OpenibDescriptor message(int sequence) {
        OpenibDescriptor message = message();
        message.numbered = true;
        message.sequence = sequence;
        return message;
    }

    /** The numbers wrap after half of the messages where they begin at the third value. */
    @ParameterizedTest
    @ValueSource(ints = {0, -MESSAGES / 2, Integer.MAX_VALUE - MESSAGES / 2})
    void messagesGoOutAgainFromTheOneThatThePeerExpects(int first) {
        OpenibDescriptor neverSent = message();
        outbox.append(neverSent);
        List<OpenibDescriptor> sent = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sent.add(message(first + i));
        }
        List<OpenibDescriptor> shuffled = new ArrayList<>(sent);
        Collections.shuffle(shuffled, new Random(3));
        shuffled.forEach(outbox::putBack);
        int received = MESSAGES / 2 + 2;
        outbox.dropReceived(first + received);
        for (OpenibDescriptor next : sent.subList(received, MESSAGES)) {
            assertThat(outbox.removeFirst()).isSameAs(next);
            btl.complete(next, 0);
        }
        assertThat(outbox.removeFirst()).isSameAs(neverSent);
        btl.complete(neverSent, 0);
        assertThat(outbox.isEmpty()).isTrue();
    }
}
