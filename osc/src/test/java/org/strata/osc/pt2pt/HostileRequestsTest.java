package org.strata.osc.pt2pt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscRequest.Flavor;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.testkit.Seed;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** No request reads or writes a byte outside of the window, whatever it says. */
class HostileRequestsTest {
    /** The window has as many bytes on both sides, which nobody may touch. */
    private static final int BYTES = 4096;

    private static final byte SECRET = 0x5e;
    private static final int MALFORMED = OscFailure.Kind.MALFORMED.ordinal() + 1;
    private static final int RANGE = OscFailure.Kind.RANGE.ordinal() + 1;
    private static final DataLayout BYTE = DataLayouts.BYTE;

    @RegisterExtension final Seed seed = new Seed();

    private final Arena arena = Arena.ofShared();
    private final MemorySegment around = arena.allocate(3 * BYTES, 4096);
    private final MemorySegment before = around.asSlice(0, BYTES);
    private final MemorySegment memory = around.asSlice(BYTES, BYTES);
    private final MemorySegment behind = around.asSlice(2 * BYTES, BYTES);
    private final PlayedMember other = new PlayedMember(Flavor.CREATE, memory.address(), BYTES);

    HostileRequestsTest() {
        around.fill(SECRET);
        memory.fill((byte) 0);
    }

    @AfterEach
    void close() {
        other.close();
        arena.close();
    }

    private static boolean isSecret(MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at += Long.BYTES) {
            if (bytes.get(ValueLayout.JAVA_LONG, at) != 0x5e5e5e5e5e5e5e5eL) {
                return false;
            }
        }
        return true;
    }

    /** Asks for what was refused: 0 for nothing. */
    private int refusal() {
        other.request(RequestKind.FLUSH);
        other.progress();
        assertThat(other.received()).isEqualTo(RequestKind.ACKNOWLEDGEMENT);
        return other.refusal();
    }

    /** An accumulate whose part of the packed data is inside, at its end, or beyond it. */
    @ParameterizedTest
    @CsvSource({
        "64, 0, 64, true",
        "64, 56, 8, true",
        "64, 64, 0, true",
        "64, 8, 64, false",
        "64, 56, 16, false",
        "64, 64, 8, false",
        "64, 72, 0, false",
        "64, 4096, 8, false",
        "64, -8, 16, false",
        "64, 0, -8, false",
        "64, 9223372036854775800, 8, false",
        "64, -9223372036854775808, 8, false",
        "0, 0, 8, false",
        "0, 0, 0, true",
    })
    void aPieceIsAPartOfItsElements(long bytes, long position, long length, boolean sound) {
        for (int round = 0; round < 2; round++) {
            memory.fill((byte) 0);
            long at = other.header(RequestKind.ACCUMULATE);
            RequestHeader.writeTarget(at, BYTES - bytes, bytes, false);
            RequestHeader.writeOp(at, OpKind.REPLACE, NumberKind.INT64);
            RequestHeader.writeData(at, position, length, true);
            MemorySegment.ofAddress(at + RequestHeader.BYTES).reinterpret(64).fill((byte) 1);
            other.send(64);
            assertThat(refusal()).isEqualTo(sound ? 0 : MALFORMED);
            assertThat(refusal()).as("reported once").isZero();
            for (long i = 0; i < BYTES; i++) {
                long start = BYTES - bytes + position;
                boolean written = sound && i >= start && i < start + length;
                assertThat(memory.get(ValueLayout.JAVA_BYTE, i))
                        .isEqualTo((byte) (written ? 1 : 0));
            }
            assertThat(isSecret(before) && isSecret(behind)).isTrue();
        }
    }

    /** Kinds, operations and kinds of elements are numbers, of which there are so many. */
    @Test
    void numbersBeyondTheLastAreRefused() {
        int kinds = RequestKind.values().length;
        int ops = OpKind.values().length;
        int elements = NumberKind.values().length;
        for (int beyond : new int[] {-1, 0, 1, 1 << 20, Integer.MIN_VALUE}) {
            boolean negative = beyond < 0;
            Memory.putInt(other.header(RequestKind.FLUSH), negative ? beyond : kinds + beyond);
            other.send(0);
            assertThat(refusal()).as("kind").isEqualTo(MALFORMED);
            for (int field = 4; field <= 8; field += 4) {
                long at = other.header(RequestKind.ACCUMULATE);
                RequestHeader.writeTarget(at, 0, 8, false);
                RequestHeader.writeOp(at, OpKind.REPLACE, NumberKind.INT64);
                RequestHeader.writeData(at, 0, 8, true);
                int all = field == 4 ? ops : elements;
                Memory.putInt(at + field, negative ? beyond : all + beyond);
                other.send(8);
                assertThat(refusal()).as("field at %d", field).isEqualTo(MALFORMED);
            }
        }
    }

    /** Requests that say that they have more data than they have. */
    @ParameterizedTest
    @EnumSource(names = {"PUT", "ACCUMULATE", "GET_ACCUMULATE", "COMPARE_AND_SWAP", "LAYOUT"})
    void missingDataAreNotMadeUp(RequestKind kind) {
        long at = other.header(kind);
        RequestHeader.writeTarget(at, 0, 8, false);
        RequestHeader.writeOp(at, OpKind.REPLACE, NumberKind.INT64);
        RequestHeader.writeData(at, 0, 8, true);
        Memory.putLong(at + RequestHeader.BYTES, -1);
        other.send(7);
        refusal();
        assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isZero();
    }

    /** The element of a compare-and-swap lies where its datatype says, or is refused. */
    @Test
    void comparesInsideTheWindowOnly() {
        DataLayout far = DataLayouts.hindexed(new long[] {8}, new long[] {BYTES / 2}, BYTE);
        for (long displacement : new long[] {-BYTES / 2, 0, BYTES / 2 - 8}) {
            other.tellLayout(far);
            long at = other.header(RequestKind.COMPARE_AND_SWAP);
            RequestHeader.writeTarget(at, displacement, 1, true);
            RequestHeader.writeData(at, 0, 8, true);
            Memory.putLong(at + RequestHeader.BYTES, -1);
            Memory.putLong(at + RequestHeader.BYTES + 8, 0x5e5e5e5e5e5e5e5eL);
            other.send(16);
            other.progress();
            assertThat(other.receive(WindowTags.REPLY)).as("at %d", displacement).isEmpty();
            assertThat(isSecret(before) && isSecret(behind)).isTrue();
        }
    }

    @Test
    void messagesThatAreNoRequestsAreRefused() {
        for (int bytes : new int[] {0, 1, 63, 64, 200, PlayedMember.REQUEST_BYTES}) {
            other.sendRaw(bytes, -1);
            assertThat(refusal()).as("%d bytes", bytes).isEqualTo(MALFORMED);
        }
        other.sendRaw(PlayedMember.REQUEST_BYTES + 1, -1);
        assertThat(refusal()).as("no slot holds it").isZero();
        for (int i = 0; i < 20; i++) {
            other.sendRaw(PlayedMember.REQUEST_BYTES + 1, -1);
            other.progress();
        }
        other.add(0, 5);
        assertThat(refusal()).isZero();
        assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(5);
    }

    /** 2^45 bytes of eight: what is taken is what the origin has room for. */
    @Test
    void elementsWithoutExtentTakeNoMemory() {
        other.tellLayout(DataLayouts.resized(DataLayouts.basic(8, 8), 0, 0));
        long at = other.header(RequestKind.GET);
        RequestHeader.writeTarget(at, 0, 1L << 42, true);
        RequestHeader.writeData(at, 0, 1L << 45, true);
        other.send(0);
        other.progress();
        assertThat(other.receive(WindowTags.REPLY)).containsOnly(0);
        other.add(0, 5);
        assertThat(refusal()).isZero();
    }

    /** What is asked for and refused is answered without data, and told no second time by flush. */
    @ParameterizedTest
    @EnumSource(names = {"GET", "GET_ACCUMULATE", "COMPARE_AND_SWAP"})
    void theAnswerIsTheRefusal(RequestKind kind) {
        for (int earlier = 0; earlier < 2; earlier++) {
            if (earlier > 0) {
                other.add(BYTES, 5);
            }
            long at = other.header(kind);
            RequestHeader.writeTarget(at, BYTES - 4, 8, false);
            RequestHeader.writeOp(at, OpKind.NO_OP, NumberKind.INT64);
            RequestHeader.writeData(at, 0, 8, true);
            other.send(16);
            other.progress();
            assertThat(other.receive(WindowTags.REPLY)).isEmpty();
            assertThat(refusal()).isEqualTo(earlier * RANGE);
        }
    }

    @Test
    void anythingAtAll() {
        Random random = seed.random();
        for (int i = 0; i < 100_000; i++) {
            boolean reads = random.nextBoolean();
            if (reads) {
                memory.fill((byte) 0);
            }
            if (random.nextInt(4) == 0) {
                other.tellLayout(layout(random, 0));
            }
            RequestKind kind = any(random, reads ? READS : WRITES);
            boolean follows = request(random, kind, reads);
            if (follows) {
                other.data(random.nextInt(600), 1);
            }
            other.progress();
            String what = "request %d: %s".formatted(i, kind);
            assertThat(isSecret(before) && isSecret(behind)).as(what).isTrue();
            readAll(reads, what);
        }
        refusal();
        assertThat(refusal()).isZero();
        memory.fill((byte) 0);
        other.add(16, 5);
        other.get(16, 8);
        other.progress();
        assertThat(other.receive(WindowTags.REPLY)).startsWith(5).hasSize(8);
    }

    private static final RequestKind[] READS = {
        RequestKind.GET, RequestKind.GET_ACCUMULATE, RequestKind.COMPARE_AND_SWAP
    };
    private static final RequestKind[] WRITES = {
        RequestKind.PUT,
        RequestKind.ACCUMULATE,
        RequestKind.GET_ACCUMULATE,
        RequestKind.COMPARE_AND_SWAP,
        RequestKind.LAYOUT
    };

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Sends a request; returns whether a message with data must follow. */
    private boolean request(Random random, RequestKind kind, boolean reads) {
        long at = other.header(kind);
        boolean described = random.nextInt(3) == 0;
        long count = oneOf(random, 1 + random.nextInt(2), random.nextInt(70), number(random));
        long length = oneOf(random, 8, 8L * random.nextInt(10), number(random));
        long position = oneOf(random, 0, 8L * random.nextInt(4), number(random));
        RequestHeader.writeTarget(at, number(random), count, described);
        boolean cannotFollow = kind != RequestKind.PUT && kind != RequestKind.LAYOUT;
        boolean inline = cannotFollow || random.nextInt(4) > 0;
        RequestHeader.writeData(at, position, length, inline);
        OpKind op = reads ? OpKind.NO_OP : any(random, OpKind.values());
        RequestHeader.writeOp(at, op, any(random, NumberKind.values()));
        if (!reads) {
            for (int i = 0; i < 16; i++) {
                Memory.putLong(at + RequestHeader.BYTES + 8L * i, random.nextLong());
            }
        }
        other.send(random.nextInt(PlayedMember.REQUEST_BYTES - RequestHeader.BYTES));
        return !inline;
    }

    private static long oneOf(Random random, long... numbers) {
        return numbers[random.nextInt(numbers.length)];
    }

    /** Numbers near the window's ends, and those that overflow. */
    private static long number(Random random) {
        long near = random.nextInt(33) - 16L;
        return switch (random.nextInt(11)) {
            case 0 -> near;
            case 1 -> BYTES + near;
            case 2 -> -BYTES + near;
            case 3 -> random.nextInt(BYTES);
            case 8, 9, 10 -> random.nextInt(3 * BYTES) - BYTES;
            case 4 -> (1L << random.nextInt(63)) + near;
            case 5 -> -(1L << random.nextInt(63)) + near;
            case 6 -> Long.MAX_VALUE - random.nextInt(16);
            default -> Long.MIN_VALUE + random.nextInt(16);
        };
    }

    private static DataLayout layout(Random random, int level) {
        if (level == 3 || random.nextInt(4) == 0) {
            return random.nextBoolean() ? BYTE : DataLayouts.basic(8, 8);
        }
        DataLayout child = layout(random, level + 1);
        int stride = random.nextInt(200) - 100;
        return switch (random.nextInt(3)) {
            case 0 -> DataLayouts.hvector(random.nextInt(5), 1 + random.nextInt(2), stride, child);
            case 1 ->
                    DataLayouts.hindexed(
                            new long[] {1, random.nextInt(3)},
                            new long[] {random.nextInt(2 * BYTES) - BYTES, stride},
                            child);
            default -> DataLayouts.resized(child, stride, random.nextInt(100));
        };
    }

    /** Nothing that is sent back comes from outside. */
    private void readAll(boolean reads, String what) {
        for (byte[] reply = other.receive(WindowTags.REPLY);
                reply != null;
                reply = other.receive(WindowTags.REPLY)) {
            if (reads) {
                for (byte each : reply) {
                    assertThat(each).as(what).isNotEqualTo(SECRET);
                }
            }
        }
    }
}
