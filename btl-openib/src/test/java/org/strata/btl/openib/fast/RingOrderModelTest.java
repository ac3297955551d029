package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.opal.memory.Memory;
import org.strata.verbs.DataOrder.Extent;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Each design of a ring, and the word that grants room in it, against a model of an adapter that
 * promises no more than its {@link Extent}: {@link RingLayout#needs} is enough for it, and anything
 * less is not.
 */
final class RingOrderModelTest {
    private static final int SEEDS = 200;
    private static final int STEPS = 3000;
    private static final int GRANTED = 600;

    @ParameterizedTest
    @EnumSource(RingLayout.class)
    void whatADesignNeedsIsEnough(RingLayout layout) {
        for (Extent extent : Extent.values()) {
            if (extent.compareTo(layout.needs()) >= 0) {
                for (long seed = 0; seed < SEEDS; seed++) {
                    String found = new Run(layout, extent, seed).go();
                    assertThat(found).as("%s, seed %d", extent, seed).isNull();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = RingLayout.class, mode = EXCLUDE, names = "FIXED_GUARDED")
    void anythingLessIsNot(RingLayout layout) {
        Extent less = Extent.values()[layout.needs().ordinal() - 1];
        String found = null;
        for (long seed = 0; found == null && seed < SEEDS; seed++) {
            found = new Run(layout, less, seed).go();
        }
        assertThat(found).as("what goes wrong where only %s is promised", less).isNotNull();
    }

    /** The word's last byte is its generation's: without it the total may be half of each. */
    @Test
    void aGrantWordNeedsItsBytesInOrder() {
        assertThat(mostGrantedTooMuch(Extent.WORDS)).isZero();
        assertThat(mostGrantedTooMuch(Extent.LAST_BYTE)).isPositive();
    }

    /** Returns the credits that a sender takes beyond those that were written. */
    private static int mostGrantedTooMuch(Extent extent) {
        int most = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            most = Math.max(most, grantedTooMuch(extent, new Random(seed)));
        }
        return most;
    }

    private static int grantedTooMuch(Extent extent, Random random) {
        RingShape shape = new RingShape(RingLayout.FIXED_BOTTOM, GRANTED, 128, 0);
        try (Arena arena = Arena.ofConfined()) {
            long word = Memory.allocate(arena, GrantWord.BYTES, 8);
            long notice = Memory.allocate(arena, RingNotice.BYTES, 8);
            long packet = Memory.allocate(arena, 128, 8) + SendRing.MARGIN;
            RingNotice.write(notice, 1, 0);
            RingNotice.writeRing(notice, 0, 0, shape);
            OutgoingRing out = new OutgoingRing();
            out.open(notice, Rings.sender(shape, packet), word);
            fill(out, packet);
            DisorderlyMemory memory = new DisorderlyMemory(extent, random);
            int total = 0;
            while (total < GRANTED) {
                total = Math.min(GRANTED, total + 1 + random.nextInt(40));
                byte[] bytes = new byte[GrantWord.BYTES];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (GrantWord.of(1, total) >>> (i * Byte.SIZE));
                }
                memory.write(word, bytes);
                while (!memory.isIdle()) {
                    memory.store();
                    out.takeGrants();
                    if (out.ring().free > total) {
                        return out.ring().free - total;
                    }
                }
            }
            return 0;
        }
    }

    private static void fill(OutgoingRing out, long packet) {
        while (out.room(40) == SendRing.PACKET) {
            out.ring().compose(packet, 40);
            out.ring().written();
        }
    }

    /** One ring and its random life, until something goes wrong. */
    private static final class Run {
        private final Random random;
        private final RingShape shape;
        private final Arena arena = Arena.ofConfined();
        private final long ring;
        private final SendRing sender;
        private final ReceiveRing receiver;
        private final long packet;
        private final DisorderlyMemory memory;

        /** Contents of packets that have been posted, and the numbers of their writes. */
        private final List<byte[]> sent = new ArrayList<>();

        private final List<Integer> writeOf = new ArrayList<>();
        private final int[] lengths = new int[3];
        private int writes;
        private int read;

        Run(RingLayout layout, Extent extent, long seed) {
            random = new Random(seed);
            int limit = 128 + 8 * random.nextInt(60);
            int block = 2 * limit + 8 * random.nextInt(limit);
            shape = new RingShape(layout, 1 + random.nextInt(4), limit, block);
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = 16 + random.nextInt(shape.longest() - 15);
            }
            ring = Memory.allocate(arena, shape.bytes(), 8);
            receiver = Rings.receiver(shape, ring);
            long mirror = Memory.allocate(arena, Math.max(8, shape.mirrorBytes()), 8);
            if (!layout.mirrored()) {
                SendRing.writeMarker(mirror);
            }
            sender = Rings.sender(shape, mirror);
            packet = Memory.allocate(arena, limit + 2L * SendRing.MARGIN, 8) + SendRing.MARGIN;
            memory = new DisorderlyMemory(extent, random);
        }

        /** Returns what went wrong, or null. */
        String go() {
            try (arena) {
                String wrong = null;
                for (int step = 0; wrong == null && step < STEPS; step++) {
                    switch (random.nextInt(8)) {
                        case 0 -> send();
                        case 1 -> sender.grant(receiver.takeOwed(1 + random.nextInt(64)));
                        case 2, 3, 4 -> wrong = poll();
                        default -> memory.store();
                    }
                }
                return wrong == null ? finish() : wrong;
            }
        }

        private void send() {
            int bytes = length();
            int room = sender.room(bytes);
            if (room == SendRing.MARKER) {
                sender.composeMarker();
                post();
                room = sender.room(bytes);
            }
            if (room != SendRing.PACKET) {
                return;
            }
            // Payload of many packets looks like arrival words, or like their parts.
            for (int i = 0; i < bytes; i += 8) {
                Memory.putLong(packet + i, ArrivalWord.of(length(), random.nextInt(3)));
            }
            Memory.putInt(packet, sent.size());
            byte[] content = new byte[bytes];
            Memory.copyIn(packet, content, 0, bytes);
            sender.compose(packet, bytes);
            sent.add(content);
            writeOf.add(writes);
            post();
        }

        /** Few lengths, so that what a word says is often true of another packet, too. */
        private int length() {
            return lengths[random.nextInt(lengths.length)];
        }

        private void post() {
            byte[] bytes = new byte[sender.length()];
            Memory.copyIn(sender.source(), bytes, 0, bytes.length);
            memory.write(ring + sender.offset(), bytes);
            writes++;
            sender.written();
        }

        private String poll() {
            long at = receiver.poll();
            if (at == 0) {
                return null;
            }
            if (read == sent.size()) {
                return "a packet that nobody has sent";
            }
            byte[] found = new byte[receiver.length()];
            Memory.copyIn(at, found, 0, found.length);
            if (!Arrays.equals(found, sent.get(read))) {
                return "packet " + read + " is not the one that was sent";
            }
            if (!memory.hasStored(writeOf.get(read), at, found.length)) {
                return "packet " + read + " is read before it is whole";
            }
            read++;
            receiver.release();
            return null;
        }

        private String finish() {
            String wrong = null;
            while (wrong == null && !memory.isIdle()) {
                memory.store();
                wrong = poll();
            }
            for (int left = sent.size() - read; wrong == null && left > 0; left--) {
                wrong = poll();
            }
            return wrong == null && read < sent.size() ? "packet " + read + " is lost" : wrong;
        }
    }
}
