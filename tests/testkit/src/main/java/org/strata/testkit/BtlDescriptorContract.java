package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.BtlStream.Means;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Part of {@link BtlContract}: who owns a descriptor, what it holds, when its callback runs. */
abstract class BtlDescriptorContract extends BtlMessageContract {
    @Test
    void allocGivesRoomForWhatWasAsked() {
        Pair pair = new Pair();
        for (int length : sizes(pair.a.attributes().maxSendSize())) {
            Descriptor descriptor = pair.take(() -> pair.a.btl().alloc(pair.a.to(pair.b), length));
            assertThat(descriptor.length).isEqualTo(length);
            assertThat(descriptor.inPlaceLength).isZero();
            assertThat(descriptor.endpoint).isSameAs(pair.a.to(pair.b));
            NativeBuffers.fill(descriptor.address, length, length);
            NativeBuffers.verify("room", descriptor.address, length, length);
            pair.a.btl().free(descriptor);
        }
    }

    @Test
    void twoDescriptorsDoNotOverlap() {
        Pair pair = new Pair();
        int length = pair.a.attributes().maxSendSize();
        Descriptor first = pair.take(() -> pair.a.btl().alloc(pair.a.to(pair.b), length));
        Descriptor second = pair.take(() -> pair.a.btl().alloc(pair.a.to(pair.b), length));
        NativeBuffers.fill(first.address, length, 1);
        NativeBuffers.fill(second.address, length, 2);
        NativeBuffers.verify("first", first.address, length, 1);
        NativeBuffers.verify("second", second.address, length, 2);
        pair.a.btl().free(first);
        pair.a.btl().free(second);
    }

    @Test
    void freedDescriptorsAreUsedAgain() {
        Pair pair = new Pair();
        for (int i = 0; i < 20_000; i++) {
            Descriptor descriptor = pair.a.btl().alloc(pair.a.to(pair.b), 64);
            assertThat(descriptor).as("descriptor %d", i).isNotNull();
            pair.a.btl().free(descriptor);
        }
    }

    @Test
    void allocationIsBoundedAndRecovers() {
        Pair pair = new Pair();
        int length = pair.a.attributes().maxSendSize();
        List<Descriptor> taken = new ArrayList<>();
        Descriptor next = pair.a.btl().alloc(pair.a.to(pair.b), length);
        while (next != null) {
            taken.add(next);
            assertThat((long) taken.size() * length).as("bytes taken").isLessThan(FLOOD_BYTES);
            next = pair.a.btl().alloc(pair.a.to(pair.b), length);
        }
        assertThat(taken).isNotEmpty();
        taken.forEach(pair.a.btl()::free);
        for (int i = 0; i < taken.size(); i++) {
            taken.set(i, pair.a.btl().alloc(pair.a.to(pair.b), length));
            assertThat(taken.get(i)).as("descriptor %d", i).isNotNull();
        }
        taken.forEach(pair.a.btl()::free);
    }

    @Test
    void callbackRunsOnceWithTheDescriptorUntouched() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        int[] calls = new int[30];
        Object context = new Object();
        for (int i = 0; i < calls.length; i++) {
            Descriptor descriptor = pair.take(() -> pair.a.btl().alloc(pair.a.to(pair.b), 100));
            descriptor.context = context;
            descriptor.cookie = i;
            descriptor.callback =
                    (btl, done, rc) -> {
                        assertThat(rc).isEqualTo(Rc.OK);
                        assertThat(btl).isSameAs(pair.a.btl());
                        assertThat(done.context).isSameAs(context);
                        calls[(int) done.cookie]++;
                        btl.free(done);
                    };
            pair.retry(() -> pair.a.btl().send(pair.a.to(pair.b), descriptor, TAG));
        }
        pair.job.progressUntil(
                "callbacks",
                () -> received.count() == calls.length && Arrays.stream(calls).sum() >= 30);
        pair.job.progressTimes(1000);
        assertThat(calls).containsOnly(1);
    }

    @Test
    void callbackMaySendTheDescriptorAgain() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        Descriptor descriptor = pair.take(() -> pair.a.btl().alloc(pair.a.to(pair.b), 100));
        Descriptor[] refused = new Descriptor[1];
        descriptor.callback =
                (btl, done, rc) -> {
                    if (++done.cookie == 200) {
                        btl.free(done);
                    } else if (!accepted(btl.send(pair.a.to(pair.b), done, TAG))) {
                        refused[0] = done;
                    }
                };
        pair.retry(() -> pair.a.btl().send(pair.a.to(pair.b), descriptor, TAG));
        pair.job.progressUntil(
                "200 sends",
                () -> {
                    Descriptor again = refused[0];
                    refused[0] = null;
                    if (again != null
                            && !accepted(pair.a.btl().send(pair.a.to(pair.b), again, TAG))) {
                        refused[0] = again;
                    }
                    return received.count() == 200;
                });
    }

    @Test
    void callbackMaySendOtherMessages() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        long header = memory.pattern(16, 1);
        int[] missing = new int[1];
        for (int i = 0; i < 40; i++) {
            Descriptor descriptor = pair.take(() -> pair.a.btl().alloc(pair.a.to(pair.b), 32));
            descriptor.callback =
                    (btl, done, rc) -> {
                        btl.free(done);
                        if (!accepted(immediate16(pair, header))) {
                            missing[0]++;
                        }
                    };
            pair.retry(() -> pair.a.btl().send(pair.a.to(pair.b), descriptor, TAG));
        }
        pair.job.progressUntil(
                "messages",
                () -> {
                    if (missing[0] > 0 && accepted(immediate16(pair, header))) {
                        missing[0]--;
                    }
                    return received.count() == 80;
                });
    }

    private static int immediate16(Pair pair, long header) {
        return pair.a.btl().sendImmediate(pair.a.to(pair.b), TAG, header, 16, null, 0, 0);
    }

    @Test
    void refusedDescriptorStaysTheCallers() {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        int payload = stream.maxPayload(Means.ALLOC);
        long limit = FLOOD_BYTES / payload;
        while (stream.sent() < limit && stream.offer(Means.ALLOC, payload)) {
            assertThat(stream.sent()).isPositive();
        }
        pair.job.progressUntil(
                "accepted messages",
                () -> receiver.total() == stream.sent() && stream.allCompleted());
    }

    @Test
    void prepareTakesAllOrWhatMaxSendSizeAllows() {
        Pair pair = new Pair();
        int max = pair.a.attributes().maxSendSize();
        Buf buf = bytes(memory.pattern(3L * max, 1), 3L * max);
        for (int headerLength : new int[] {0, 14, 64}) {
            for (int wanted :
                    new int[] {0, 1, max - headerLength, max - headerLength + 1, 2 * max}) {
                Descriptor descriptor = prepare(pair, buf, 5, headerLength, wanted);
                assertThat(descriptor.payloadLength)
                        .isEqualTo(Math.min(wanted, max - headerLength));
                assertThat(descriptor.headerLength).isEqualTo(headerLength);
                assertThat(descriptor.length + descriptor.inPlaceLength)
                        .isEqualTo(headerLength + descriptor.payloadLength);
                pair.a.btl().free(descriptor);
            }
        }
    }

    private static Descriptor prepare(
            Pair pair, Buf buf, long position, int headerLength, long wanted) {
        BtlEndpoint to = pair.a.to(pair.b);
        return pair.take(() -> pair.a.btl().prepareSource(to, buf, position, headerLength, wanted));
    }

    private static Buf bytes(long address, long length) {
        return new Buf().setBytes(address, length);
    }

    @Test
    void prepareSendsInPlaceOnlyAsAdvertised() {
        Pair pair = new Pair();
        boolean advertised = pair.a.attributes().has(BtlAttributes.FLAG_SEND_IN_PLACE);
        int length = pair.a.attributes().maxSendSize() - 16;
        long payload = memory.pattern(length + 8L, 1);
        Descriptor descriptor = prepare(pair, bytes(payload, length + 8L), 8, 16, length);
        if (descriptor.inPlaceLength > 0) {
            assertThat(advertised).as("FLAG_SEND_IN_PLACE").isTrue();
            assertThat(descriptor.inPlaceAddress).isEqualTo(payload + 8);
            assertThat(descriptor.inPlaceLength).isEqualTo(length);
        } else {
            NativeBuffers.verify("copy", descriptor.address + 16, length, 1, 8);
        }
        pair.a.btl().free(descriptor);
        Buf array = new Buf(new byte[length], 0, length, DataLayouts.BYTE);
        Descriptor ofArray = prepare(pair, array, 0, 16, length);
        assertThat(ofArray.inPlaceLength).isZero();
        pair.a.btl().free(ofArray);
    }

    @Test
    void prepareFromAnArrayCopiesAtOnce() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        byte[] payload = new byte[300];
        Arrays.fill(payload, (byte) 7);
        Descriptor descriptor =
                prepare(pair, new Buf(payload, 0, 300, DataLayouts.BYTE), 0, 16, 300);
        Arrays.fill(payload, (byte) 8);
        pair.submit(descriptor, memory.allocate(16), 16);
        pair.job.progressUntil("a message", () -> received.count() == 1);
        byte[] bytes = received.last().bytes();
        assertThat(Arrays.copyOfRange(bytes, 16, bytes.length)).containsOnly(7);
    }

    /** Columns of a matrix, a structure with holes, and both again from an array. */
    @Test
    void preparePacksNonContiguousDataFromAnyPosition() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        DataLayout integer = DataLayouts.basic(4, 4);
        DataLayout column = DataLayouts.hvector(60, 2, 20, integer);
        DataLayout holes =
                DataLayouts.struct(
                        new long[] {3, 1, 2},
                        new long[] {1, 8, 24},
                        new DataLayout[] {DataLayouts.BYTE, DataLayouts.basic(8, 8), integer});
        Random random = seed.random();
        for (DataLayout layout : new DataLayout[] {column, holes}) {
            int count = 17;
            int span = (int) layout.touchedEnd(count);
            long buffer = memory.pattern(span, 11);
            byte[] array = NativeBuffers.bytes(buffer, span);
            long stream = memory.allocate(count * layout.size());
            layout.pack(null, buffer, 0, stream, count * layout.size());
            for (int i = 0; i < 150; i++) {
                long position = random.nextLong(count * layout.size());
                long wanted = random.nextLong(count * layout.size() - position + 1);
                Buf buf =
                        random.nextBoolean()
                                ? new Buf(array, 0, count, layout)
                                : new Buf(null, buffer, count, layout);
                Descriptor descriptor = prepare(pair, buf, position, 16, wanted);
                int payload = (int) descriptor.payloadLength;
                pair.submit(descriptor, stream, 16);
                pair.job.progressUntil("a message", () -> received.count() == 1);
                byte[] bytes = received.last().bytes();
                assertThat(Arrays.copyOfRange(bytes, 16, bytes.length))
                        .as("%d bytes at %d", wanted, position)
                        .isEqualTo(NativeBuffers.bytes(stream + position, payload));
                received.messages().clear();
            }
        }
    }
}
