package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

import java.util.Random;
import java.util.TreeSet;

/** Part of {@link PmlContract}: sizes, arrays and derived layouts on both sides. */
abstract class PmlDataContract extends PmlModeContract {
    /** Headers are no longer than this: somewhere below a limit the protocol changes. */
    private static final int LONGEST_HEADER = 72;

    private static final DataLayout INT = DataLayouts.basic(4, 4);

    @Test
    void everySizeAroundTheLimits() {
        Two two = new Two();
        TreeSet<Integer> sizes = new TreeSet<>();
        for (int size = 0; size <= 40; size++) {
            sizes.add(size);
        }
        for (int limit : limits()) {
            for (int size = limit - LONGEST_HEADER; size <= limit + 1; size++) {
                sizes.add(size);
            }
        }
        long data = memory.pattern(sizes.last(), 1);
        Buffer buffer = new Buffer(sizes.last());
        Random random = seed.random();
        for (int size : sizes) {
            boolean receiveFirst = random.nextBoolean();
            PmlRequest receive =
                    receiveFirst ? two.b.irecv(buffer.address, buffer.bytes, 0, 1) : null;
            PmlRequest send = two.a.isend(data, size, 1, 1);
            if (!receiveFirst) {
                two.job.progressTimes(3);
                receive = two.b.irecv(buffer.address, buffer.bytes, 0, 1);
            }
            PmlStatus status = two.succeed("receive of " + size, receive);
            two.succeed("send of " + size, send);
            assertThat(status.bytes).isEqualTo(size);
            NativeBuffers.verify("size " + size, buffer.address, size, 1);
        }
    }

    @Test
    void megabytesBothWaysAtOnce() {
        Two two = new Two();
        int bytes = (6 << 20) + 5;
        Buffer atA = new Buffer(bytes);
        Buffer atB = new Buffer(bytes);
        PmlRequest receiveA = two.a.irecv(atA.address, bytes, 1, 1);
        PmlRequest receiveB = two.b.irecv(atB.address, bytes, 0, 1);
        PmlRequest sendA = two.a.isend(memory.pattern(bytes, 1), bytes, 1, 1);
        PmlRequest sendB = two.b.isend(memory.pattern(bytes, 2), bytes, 0, 1);
        two.succeed("receive", receiveA);
        two.succeed("receive", receiveB);
        two.succeed("send", sendA);
        two.succeed("send", sendB);
        atA.verify("from b", bytes, 2);
        atB.verify("from a", bytes, 1);
    }

    @Test
    void arraysOfEveryTypeOnBothSides() {
        Two two = new Two();
        for (int bytes : new int[] {40, 5000, 100_000}) {
            long noise = memory.pattern(bytes, 3);
            Object[] sources = Bytes.arrays(bytes + 8);
            Object[] targets = Bytes.arrays(bytes + 8);
            for (int i = 0; i < sources.length; i++) {
                Bytes.fill(sources[i], 8, noise, bytes);
                PmlRequest receive =
                        two.b.irecv(targets[i], 8, bytes, DataLayouts.BYTE, 0, 1, two.b.world());
                PmlRequest send =
                        two.a.isend(
                                sources[i],
                                8,
                                bytes,
                                DataLayouts.BYTE,
                                1,
                                1,
                                SendMode.STANDARD,
                                two.a.world());
                assertThat(two.succeed("receive", receive).bytes).isEqualTo(bytes);
                two.succeed("send", send);
                assertThat(Bytes.read(targets[i], 8, bytes))
                        .as(targets[i].getClass().getSimpleName())
                        .isEqualTo(Bytes.read(sources[i], 8, bytes));
                assertThat(Bytes.read(targets[i], 0, 8)).containsOnly(0);
            }
        }
    }

    /** A type with holes, one that goes through memory out of order, one resized, one plain. */
    private static DataLayout[] layouts() {
        DataLayout column = DataLayouts.hvector(16, 1, 12, INT);
        DataLayout scattered =
                DataLayouts.hindexed(new long[] {6, 2, 8}, new long[] {100, 0, 40}, INT);
        DataLayout resized = DataLayouts.resized(DataLayouts.contiguous(16, INT), 0, 80);
        return new DataLayout[] {column, scattered, resized, DataLayouts.contiguous(16, INT)};
    }

    @Test
    void everyPairOfLayoutsNative() {
        Two two = new Two();
        for (DataLayout from : layouts()) {
            for (DataLayout to : layouts()) {
                for (int count : new int[] {1, 3, 90, 2000}) {
                    transfer(two, from, to, count, false);
                }
            }
        }
    }

    @Test
    void everyPairOfLayoutsInArrays() {
        Two two = new Two();
        for (DataLayout from : layouts()) {
            for (DataLayout to : layouts()) {
                for (int count : new int[] {1, 90, 2000}) {
                    transfer(two, from, to, count, true);
                }
            }
        }
    }

    private void transfer(Two two, DataLayout from, DataLayout to, int count, boolean arrays) {
        int bytes = (int) (count * from.size());
        int sourceSpan = (int) from.touchedEnd(count);
        int targetSpan = (int) to.touchedEnd(count);
        byte[] source = NativeBuffers.bytes(memory.pattern(sourceSpan, 5), sourceSpan);
        byte[] target = new byte[targetSpan];
        java.util.Arrays.fill(target, (byte) 0x77);
        byte[] expected = target.clone();
        long packed = memory.allocate(bytes);
        from.pack(source, 0, 0, packed, bytes);
        to.unpack(packed, expected, 0, 0, bytes);
        Object sourceBase = arrays ? source : null;
        Object targetBase = arrays ? target : null;
        long sourceAt = arrays ? 0 : nativeCopy(source);
        long targetAt = arrays ? 0 : nativeCopy(target);
        PmlRequest receive = two.b.irecv(targetBase, targetAt, count, to, 0, 1, two.b.world());
        PmlRequest send =
                two.a.isend(
                        sourceBase, sourceAt, count, from, 1, 1, SendMode.STANDARD, two.a.world());
        assertThat(two.succeed("receive", receive).bytes).isEqualTo(bytes);
        two.succeed("send", send);
        byte[] found = arrays ? target : NativeBuffers.bytes(targetAt, targetSpan);
        assertThat(java.util.Arrays.equals(found, expected)).as("%d elements", count).isTrue();
    }

    private long nativeCopy(byte[] bytes) {
        long address = memory.allocate(bytes.length);
        NativeBuffers.write(bytes, address);
        return address;
    }

    @Test
    void truncationStopsAtTheLayoutsEnd() {
        Two two = new Two();
        DataLayout column = DataLayouts.hvector(50, 1, 8, INT);
        for (int elements : new int[] {3, 1000}) {
            int span = (int) column.touchedEnd(elements);
            byte[] target = new byte[span + 100];
            int sent = (int) (2L * elements * column.size());
            PmlRequest send = two.isend(sent, 1, 6);
            PmlRequest receive = two.b.irecv(target, 0, elements, column, 0, 1, two.b.world());
            PmlStatus status = two.finish("receive", receive);
            assertThat(status.error).isEqualTo(org.strata.opal.Rc.TRUNCATED);
            assertThat(status.bytes).isEqualTo(elements * column.size());
            two.succeed("send", send);
            byte[] expected = new byte[span + 100];
            column.unpack(memory.pattern(sent, 6), expected, 0, 0, elements * column.size());
            assertThat(target).isEqualTo(expected);
        }
    }

    @Test
    void emptyTypesAndCounts() {
        Two two = new Two();
        DataLayout empty = DataLayouts.contiguous(0, INT);
        PmlRequest first = two.b.irecv(null, 0, 0, INT, 0, 1, two.b.world());
        PmlRequest second = two.b.irecv(null, 0, 5, empty, 0, 1, two.b.world());
        SendMode mode = SendMode.STANDARD;
        two.succeed("send", two.a.isend(null, 0, 7, empty, 1, 1, mode, two.a.world()));
        two.succeed("send", two.a.isend(new int[0], 0, 0, INT, 1, 1, mode, two.a.world()));
        assertThat(two.succeed("receive", first).bytes).isZero();
        assertThat(two.succeed("receive", second).bytes).isZero();
    }
}
