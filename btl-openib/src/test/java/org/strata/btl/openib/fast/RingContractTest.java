package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Both halves of a ring against a model of the adapter: a writer that stores the words of each
 * write in any order but the last one last, a reader between any two stores, memory and payload
 * full of words that look like arrival words. No packet is seen early, twice, torn or never.
 */
final class RingContractTest {
    private static final int STEPS = 3000;

    @Property(tries = 120)
    void fixedTop(@ForAll long seed) {
        new Run(RingLayout.FIXED_TOP, seed).go();
    }

    @Property(tries = 120)
    void fixedBottom(@ForAll long seed) {
        new Run(RingLayout.FIXED_BOTTOM, seed).go();
    }

    @Property(tries = 120)
    void variableTop(@ForAll long seed) {
        new Run(RingLayout.VARIABLE_TOP, seed).go();
    }

    @Property(tries = 120)
    void variableBottom(@ForAll long seed) {
        new Run(RingLayout.VARIABLE_BOTTOM, seed).go();
    }

    @Property(tries = 120)
    void fixedGuarded(@ForAll long seed) {
        new Run(RingLayout.FIXED_GUARDED, seed).go();
    }

    /** Packets that end exactly at the block's start, or leave one word below, need no marker. */
    @Example
    void aBlockThatIsUsedUpExactlyWrapsWithoutMarker() {
        RingShape shape = new RingShape(RingLayout.VARIABLE_BOTTOM, 1, 128, 256);
        for (int rest : new int[] {0, 8}) {
            try (Arena arena = Arena.ofConfined()) {
                SendRing sender = Rings.sender(shape, Memory.allocate(arena, 8, 8));
                long packet = Memory.allocate(arena, 256, 8) + SendRing.MARGIN;
                for (int bytes : new int[] {88, 88, 256 - 3 * 8 - 176 - rest}) {
                    assertThat(sender.room(bytes)).isEqualTo(SendRing.PACKET);
                    sender.compose(packet, bytes);
                    sender.written();
                }
                assertThat(sender.offset()).isEqualTo(rest);
                assertThat(sender.room(40)).as("nothing is free").isEqualTo(SendRing.NONE);
                sender.grant(96 / 8);
                assertThat(sender.room(40)).isEqualTo(SendRing.PACKET);
                sender.compose(packet, 40);
                assertThat(sender.offset() + sender.length()).isEqualTo(256);
            }
        }
    }

    /**
     * The second time round the next arrival word's place holds payload of the first time that
     * looks like an arrival word, and so does the memory below the packet at the sender.
     */
    @Example
    void aZeroWordCoversThePlaceOfTheNextArrivalWord() {
        RingShape shape = new RingShape(RingLayout.VARIABLE_BOTTOM, 1, 128, 256);
        try (Arena arena = Arena.ofConfined()) {
            Pair pair = new Pair(shape, arena);
            for (int bytes : new int[] {88, 88, 56}) {
                pair.carry(bytes);
                assertThat(pair.receiver.poll()).as("a packet of the first time").isNotZero();
                pair.receiver.release();
            }
            pair.sender.grant(pair.receiver.takeOwed(Integer.MAX_VALUE));
            pair.carry(40);
            assertThat(pair.receiver.poll()).as("a packet of the second time").isNotZero();
            pair.receiver.release();
            assertThat(pair.receiver.poll()).as("payload of the first time").isZero();
        }
    }

    /** The tail's place holds the word of the packet before, which had the same length. */
    @Example
    void theSecondFlagTellsATailWordFromTheOneBefore() {
        RingShape shape = new RingShape(RingLayout.FIXED_TOP, 1, 128, 0);
        try (Arena arena = Arena.ofConfined()) {
            Pair pair = new Pair(shape, arena);
            for (int packet = 0; packet < 4; packet++) {
                pair.compose(40);
                for (int done = 0; done < pair.sender.length(); done += 8) {
                    assertThat(pair.receiver.poll()).as("after %d bytes", done).isZero();
                    pair.store(done);
                }
                pair.sender.written();
                assertThat(pair.receiver.poll()).as("the whole write").isNotZero();
                pair.receiver.release();
                pair.sender.grant(pair.receiver.takeOwed(1));
            }
        }
    }

    /** An adapter may store the arrival word byte by byte; its flag comes last. */
    @Example
    void aWordWithoutFlagHasNotArrived() {
        for (RingLayout layout : List.of(RingLayout.FIXED_BOTTOM, RingLayout.VARIABLE_BOTTOM)) {
            RingShape shape = new RingShape(layout, 1, 128, 256);
            try (Arena arena = Arena.ofConfined()) {
                long ring = Memory.allocate(arena, shape.bytes(), 8);
                ReceiveRing receiver = Rings.receiver(shape, ring);
                long arrival = ring + shape.bytes() - ArrivalWord.BYTES;
                Memory.putLong(arrival, ArrivalWord.of(40, 0));
                assertThat(receiver.poll()).isZero();
                Memory.putLong(arrival, ArrivalWord.of(40, ArrivalWord.FLAG));
                assertThat(receiver.poll()).isEqualTo(arrival - 40);
            }
        }
    }

    /** A ring may live for more messages than there are numbers. */
    @Example
    void grantsGoOnWhenNumbersWrap() {
        GrantStart grants = new GrantStart();
        int first = Integer.MAX_VALUE - 5;
        grants.set(first);
        assertThat(grants.isReached(first - 1)).isFalse();
        for (long ahead = 0; ahead < 1L << 33; ahead += 1 << 28) {
            assertThat(grants.isReached((int) (first + ahead))).as("%d ahead", ahead).isTrue();
        }
    }

    @Example
    void shapesThatCannotWorkAreInvalid() {
        assertThat(new RingShape(RingLayout.VARIABLE_BOTTOM, 1, 8192, 16383).valid()).isFalse();
        assertThat(new RingShape(RingLayout.VARIABLE_BOTTOM, 1, 8192, 16384).valid()).isTrue();
        assertThat(new RingShape(RingLayout.FIXED_TOP, 0, 8192, 0).valid()).isFalse();
        assertThat(new RingShape(RingLayout.FIXED_TOP, 2, 8191, 0).valid()).isFalse();
        assertThat(new RingShape(null, 2, 8192, 16384).valid()).isFalse();
        assertThat(RingLayout.of(RingLayout.values().length)).isNull();
        assertThat(RingLayout.of(-1)).isNull();
    }

    /** Both halves of a ring, and packets full of words that look like arrival words. */
    private static final class Pair {
        private final long ring;
        private final long packet;
        private final SendRing sender;
        private final ReceiveRing receiver;

        Pair(RingShape shape, Arena arena) {
            ring = Memory.allocate(arena, shape.bytes(), 8);
            receiver = Rings.receiver(shape, ring);
            sender =
                    Rings.sender(
                            shape, Memory.allocate(arena, Math.max(8, shape.mirrorBytes()), 8));
            packet = Memory.allocate(arena, 256, 8) + SendRing.MARGIN;
        }

        void compose(int bytes) {
            assertThat(sender.room(bytes)).isEqualTo(SendRing.PACKET);
            for (int i = -SendRing.MARGIN; i < bytes + SendRing.MARGIN; i += 8) {
                Memory.putLong(packet + i, ArrivalWord.of(8, ArrivalWord.FLAG));
            }
            sender.compose(packet, bytes);
        }

        /** The adapter stores one word of the composed write. */
        void store(int at) {
            Memory.putLong(ring + sender.offset() + at, Memory.getLong(sender.source() + at));
        }

        void carry(int bytes) {
            compose(bytes);
            for (int i = 0; i < sender.length(); i += 8) {
                store(i);
            }
            sender.written();
        }
    }

    /** One ring and its random life. */
    private static final class Run {
        private final Random random;
        private final RingShape shape;
        private final Arena arena = Arena.ofConfined();
        private final long ring;
        private final SendRing sender;
        private final ReceiveRing receiver;
        private final long packet;

        /** Stores that have not been made, write by write; with the packet that each completes. */
        private final Deque<Write> writes = new ArrayDeque<>();

        private final Deque<byte[]> arrived = new ArrayDeque<>();
        private final Deque<Integer> grants = new ArrayDeque<>();
        private int sent;
        private int read;
        private byte[] kept;
        private long keptAt;

        private record Store(long to, long word) {}

        private record Write(Deque<Store> stores, byte[] completes) {}

        Run(RingLayout layout, long seed) {
            random = new Random(seed);
            int limit = 128 + 8 * random.nextInt(20);
            shape = new RingShape(layout, 1 + random.nextInt(4), limit, block(limit));
            assertThat(shape.valid()).isTrue();
            ring = Memory.allocate(arena, shape.bytes(), 8);
            fill(ring, shape.bytes());
            receiver = Rings.receiver(shape, ring);
            long mirror = Memory.allocate(arena, Math.max(8, shape.mirrorBytes()), 8);
            if (!layout.mirrored()) {
                SendRing.writeMarker(mirror);
            }
            sender = Rings.sender(shape, mirror);
            packet = Memory.allocate(arena, limit + 2L * SendRing.MARGIN, 8) + SendRing.MARGIN;
        }

        private int block(int limit) {
            return 2 * limit + (random.nextBoolean() ? 0 : 8 * random.nextInt(4 * limit / 8));
        }

        /** Words that look like arrival words, of every flag, among others. */
        private void fill(long at, int bytes) {
            for (int i = 0; i < bytes; i += 8) {
                int length = random.nextInt(shape.longest() + 1);
                Memory.putLong(
                        at + i,
                        switch (random.nextInt(4)) {
                            case 0 -> random.nextLong();
                            case 1 -> 0;
                            default -> ArrivalWord.of(length, 1 + random.nextInt(2));
                        });
            }
        }

        void go() {
            try (arena) {
                for (int i = 0; i < STEPS; i++) {
                    switch (random.nextInt(8)) {
                        case 0, 1 -> send(length());
                        case 2, 3, 4 -> store();
                        case 5, 6 -> poll();
                        default -> grant();
                    }
                }
                finish();
            }
        }

        private int length() {
            boolean extreme = random.nextInt(4) == 0;
            int most = shape.longest() - 16;
            return 16 + (extreme ? most * random.nextInt(2) : random.nextInt(most + 1));
        }

        private void send(int bytes) {
            int room = sender.room(bytes);
            if (room == SendRing.MARKER) {
                sender.composeMarker();
                post(null);
                room = sender.room(bytes);
            }
            if (room != SendRing.PACKET) {
                return;
            }
            // The margins, too: what lies there from earlier packets must not arrive.
            fill(packet - SendRing.MARGIN, ArrivalWord.padded(bytes) + 2 * SendRing.MARGIN);
            Memory.putInt(packet, sent++);
            byte[] content = content(packet, bytes);
            sender.compose(packet, bytes);
            post(content);
        }

        /**
         * The adapter reads the memory at the post, stores in any order, but the last word last.
         */
        private void post(byte[] completes) {
            assertThat(sender.offset()).isBetween(0L, (long) shape.bytes() - sender.length());
            assertThat(sender.offset() % 8 + sender.length() % 8).isZero();
            List<Store> stores = new ArrayList<>();
            for (int i = 0; i < sender.length(); i += 8) {
                long word = Memory.getLong(sender.source() + i);
                stores.add(new Store(ring + sender.offset() + i, word));
            }
            Collections.shuffle(stores.subList(0, stores.size() - 1), random);
            writes.add(new Write(new ArrayDeque<>(stores), completes));
            sender.written();
        }

        private void store() {
            for (int count = 1 + random.nextInt(12); count > 0 && !writes.isEmpty(); count--) {
                Write first = writes.peek();
                Store next = first.stores().remove();
                Memory.putLong(next.to(), next.word());
                if (first.stores().isEmpty()) {
                    writes.remove();
                    if (first.completes() != null) {
                        arrived.add(first.completes());
                    }
                }
            }
        }

        /** Looks at the ring; takes the packet now, or leaves it there and looks again later. */
        private void poll() {
            if (kept != null) {
                assertThat(content(keptAt, kept.length)).as("a packet left").isEqualTo(kept);
            }
            long at = receiver.poll();
            if (arrived.isEmpty()) {
                assertThat(at).as("early").isZero();
                return;
            }
            assertThat(at).as("arrived").isNotZero();
            byte[] found = content(at, receiver.length());
            assertThat(found).as("packet " + read).isEqualTo(arrived.peek());
            if (random.nextInt(3) == 0) {
                kept = found;
                keptAt = at;
                return;
            }
            kept = null;
            arrived.remove();
            read++;
            receiver.release();
        }

        private void grant() {
            int credits = receiver.takeOwed(1 + random.nextInt(shape.credits()));
            if (random.nextInt(8) == 0) {
                receiver.giveBackOwed(credits);
            } else {
                grants.add(credits);
            }
            if (random.nextBoolean()) {
                grants.forEach(sender::grant);
                grants.clear();
            }
        }

        /** All that was sent comes; then the ring is the sender's again, whatever it wants. */
        private void finish() {
            while (!writes.isEmpty()) {
                store();
            }
            while (!arrived.isEmpty()) {
                poll();
            }
            poll();
            assertThat(read).isEqualTo(sent).isPositive();
            grants.forEach(sender::grant);
            if (receiver.owesMuch()) {
                sender.grant(receiver.takeOwed(Integer.MAX_VALUE));
            }
            assertThat(sender.room(shape.longest()))
                    .as("what is not owed yet does not stall the sender")
                    .isNotEqualTo(SendRing.NONE);
        }

        private static byte[] content(long at, int bytes) {
            byte[] copy = new byte[bytes];
            Memory.copyIn(at, copy, 0, bytes);
            return copy;
        }
    }
}
