package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.testkit.BtlStream.Means;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Part of {@link BtlContract}: what is sent arrives, whole, once, in order. */
abstract class BtlMessageContract extends BtlFixture {
    private static final int[] HEADER_LENGTHS = {0, 1, 2, 7, 8, 14, 16, 31, 48, 63, 64};

    /** Sends every size up to the limit of that means, and compares. */
    private void everySize(Means means) {
        Pair pair = new Pair();
        int limit = pair.limit(means);
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        long header = memory.pattern(64, 1);
        long payload = memory.pattern(limit, 2);
        int sent = 0;
        int[] headerLengths = means.isShort() ? new int[] {Btl.SHORT_HEADER} : HEADER_LENGTHS;
        for (int headerLength : headerLengths) {
            for (int length : sizes(limit - headerLength)) {
                pair.send(means, header, headerLength, null, payload, length);
                int count = ++sent;
                pair.job.progressUntil("message " + count, () -> received.count() >= count);
                byte[] expected =
                        Arrays.copyOf(
                                NativeBuffers.bytes(header, headerLength), headerLength + length);
                System.arraycopy(
                        NativeBuffers.bytes(payload, length), 0, expected, headerLength, length);
                assertThat(Arrays.equals(received.last().bytes(), expected))
                        .as("header %d, payload %d", headerLength, length)
                        .isTrue();
                received.messages().clear();
                sent = 0;
            }
        }
    }

    /** Returns all small sizes, and those around powers of two and the limit. */
    static TreeSet<Integer> sizes(int limit) {
        TreeSet<Integer> sizes = new TreeSet<>();
        for (int size = 0; size <= 40; size++) {
            sizes.add(size);
        }
        for (int power = 64; power < limit; power *= 2) {
            sizes.addAll(List.of(power - 1, power, power + 1));
        }
        sizes.addAll(List.of(limit - 8, limit - 1, limit));
        return new TreeSet<>(sizes.headSet(limit, true));
    }

    @Test
    void immediateOfEverySizeUpToTheEagerLimit() {
        everySize(Means.IMMEDIATE);
    }

    @Test
    void shortOfEverySizeUpToTheEagerLimit() {
        everySize(Means.SHORT);
    }

    /** Every length of them, from native memory and from arrays, as one stream. */
    @ParameterizedTest
    @EnumSource(names = {"SHORT", "SHORT_FROM_ARRAY"})
    void shortOfEveryLength(Means means) {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        int limit = stream.maxPayload(means);
        for (int length = 0; length <= limit; length = nextLength(length, limit)) {
            int payload = length;
            pair.job.progressUntil("resources", () -> stream.offer(means, payload));
        }
        pair.job.progressUntil("the stream's end", () -> receiver.total() == stream.sent());
    }

    /** Leaves some of the long ones out, where there are very many. */
    private static int nextLength(int length, int limit) {
        return length < 8192 || length > limit - 128 ? length + 1 : length + 61;
    }

    @Test
    void allocatedOfEverySizeUpToTheMaxSendSize() {
        everySize(Means.ALLOC);
    }

    @Test
    void preparedOfEverySizeUpToTheMaxSendSize() {
        everySize(Means.PREPARE);
    }

    @Test
    void zeroLengthMessagesArrive() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        List<Means> all = List.of(Means.IMMEDIATE, Means.ALLOC, Means.PREPARE);
        for (Means means : all) {
            pair.send(means, 0, 0, null, 0, 0);
        }
        pair.job.progressUntil("empty messages", () -> received.count() == all.size());
        assertThat(received.messages()).allSatisfy(m -> assertThat(m.bytes()).isEmpty());
    }

    @Test
    void tagSelectsTheHandler() {
        Pair pair = new Pair();
        List<Integer> tags = new ArrayList<>();
        for (int tag = ActiveMessages.PML_TAG; tag < 256; tag++) {
            int expected = tag;
            pair.b.on(
                    tag,
                    (btl, from, actual, address, length) -> {
                        assertThat(actual).isEqualTo(expected);
                        tags.add(actual);
                    });
        }
        long header = memory.pattern(8, 3);
        for (int tag = ActiveMessages.PML_TAG; tag < 256; tag++) {
            pair.immediate(tag, header, 8, null, 0, 0);
        }
        int expected = 256 - ActiveMessages.PML_TAG;
        pair.job.progressUntil("all tags", () -> tags.size() == expected);
        assertThat(tags).isSorted();
    }

    @Test
    void handlerLearnsTheSender() {
        List<BtlStation> all = stations(loopbackOnly() ? 1 : 3);
        BtlStation receiver = all.get(all.size() - 1);
        RecordingHandler received = new RecordingHandler();
        receiver.on(TAG, received);
        long header = memory.allocate(8);
        for (BtlStation sender : all) {
            if (sender != receiver || loopbackOnly()) {
                BtlEndpoint to = sender.to(receiver);
                assertThat(to.peer()).isSameAs(sender.rank().proc(receiver.rank().rank()));
                sender.rank()
                        .job()
                        .progressUntil(
                                "room",
                                () ->
                                        accepted(
                                                sender.btl()
                                                        .sendImmediate(
                                                                to, TAG, header, 8, null, 0, 0)));
                int count = received.count() + 1;
                receiver.rank().job().progressUntil("message", () -> received.count() == count);
                BtlEndpoint from = received.last().from();
                assertThat(from.peer()).isSameAs(receiver.rank().proc(sender.rank().rank()));
                assertThat(received.last().btl()).isSameAs(receiver.btl());
            }
        }
    }

    @Test
    void receiverNeedsNotHaveAddedTheSenderToAnswer() {
        Pair pair = new Pair();
        RecordingHandler answers = new RecordingHandler();
        pair.a.on(TAG + 1, answers);
        long header = memory.pattern(16, 5);
        Deque<BtlEndpoint> unanswered = new ArrayDeque<>();
        pair.b.on(
                TAG,
                (btl, from, tag, address, length) -> {
                    if (!accepted(btl.sendImmediate(from, TAG + 1, address, length, null, 0, 0))) {
                        unanswered.add(from);
                    }
                });
        pair.immediate(TAG, header, 16, null, 0, 0);
        Btl answering = pair.b.btl();
        pair.job.progressUntil(
                "an answer",
                () -> {
                    BtlEndpoint from = unanswered.peek();
                    if (from != null
                            && accepted(
                                    answering.sendImmediate(
                                            from, TAG + 1, header, 16, null, 0, 0))) {
                        unanswered.remove();
                    }
                    return answers.count() == 1;
                });
        assertThat(answers.last().bytes()).isEqualTo(NativeBuffers.bytes(header, 16));
        assertThat(answers.last().from().peer().rank()).isEqualTo(pair.bRank());
    }

    @Test
    void immediateCopiesHeaderAndPayload() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        int length = Math.min(500, pair.a.attributes().eagerLimit() - 24);
        long header = memory.allocate(24);
        long payload = memory.allocate(length);
        for (int i = 0; i < 20; i++) {
            NativeBuffers.fill(header, 24, i);
            NativeBuffers.fill(payload, length, 100 + i);
            pair.immediate(TAG, header, 24, null, payload, length);
        }
        NativeBuffers.fill(header, 24, 1000);
        NativeBuffers.fill(payload, length, 1000);
        pair.job.progressUntil("messages", () -> received.count() == 20);
        long copy = memory.allocate(24 + length);
        for (int i = 0; i < 20; i++) {
            NativeBuffers.write(received.messages().get(i).bytes(), copy);
            NativeBuffers.verify("header " + i, copy, 24, i);
            NativeBuffers.verify("payload " + i, copy + 24, length, 100 + i);
        }
    }

    @Test
    void immediateTakesPayloadFromEveryArrayTypeAtOddOffsets() {
        fromArrays(Means.IMMEDIATE);
    }

    @Test
    void shortTakesPayloadFromEveryArrayTypeAtOddOffsets() {
        fromArrays(Means.SHORT_FROM_ARRAY);
    }

    @Test
    void prepareTakesPayloadFromEveryArrayTypeAtOddOffsets() {
        fromArrays(Means.PREPARE);
    }

    private void fromArrays(Means means) {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        int room = Math.min(600, pair.a.attributes().eagerLimit()) - 16;
        long header = memory.pattern(16, 6);
        long noise = memory.pattern(room + 16, 7);
        for (Object array : Bytes.arrays(room + 16)) {
            Bytes.fill(array, 0, noise, room + 16);
            for (int offset : new int[] {0, 1, 3, 4, 7, 8, 13}) {
                for (int length : new int[] {0, 1, 2, 5, 8, 16, 41, 64, room}) {
                    pair.send(means, header, 16, array, offset, length);
                    pair.job.progressUntil("a message", () -> received.count() == 1);
                    byte[] bytes = received.last().bytes();
                    assertThat(Arrays.copyOfRange(bytes, 16, bytes.length))
                            .as("%s at %d", array.getClass().getSimpleName(), offset)
                            .isEqualTo(Bytes.read(array, offset, length));
                    received.messages().clear();
                }
            }
        }
    }

    @Test
    void orderHoldsAcrossAllMeans() {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        Random random = seed.random();
        for (int i = 0; i < 4000; i++) {
            Means means = Means.any(random);
            int payload = anySize(random, stream.maxPayload(means));
            pair.job.progressUntil("resources", () -> stream.offer(means, payload));
            if (random.nextInt(10) == 0) {
                pair.job.progressTimes(random.nextInt(4));
            }
        }
        pair.job.progressUntil(
                "the stream's end",
                () -> receiver.total() == stream.sent() && stream.allCompleted());
    }

    /** Returns a size up to {@code limit}; small ones are as likely as large ones. */
    static int anySize(Random random, int limit) {
        int bits = random.nextInt(32 - Integer.numberOfLeadingZeros(limit));
        return Math.min(limit, random.nextInt(2 << bits));
    }

    @Test
    void nothingArrivesTwiceNorLater() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        long header = memory.pattern(16, 9);
        for (int i = 0; i < 50; i++) {
            pair.send(Means.inTurn(i), header, 16, null, header, 8);
        }
        pair.job.progressUntil("messages", () -> received.count() >= 50);
        pair.job.progressTimes(2000);
        assertThat(received.count()).isEqualTo(50);
    }
}
