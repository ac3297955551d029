package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.segment.MrRecord;
import org.strata.verbs.soft.segment.XrcTable;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Keys and numbers that the software adapter makes. */
class SoftKeysTest {
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);

    /** A late write with a former key must not hit memory that was registered since. */
    @Test
    void aKeyDoesNotComeAgainSoon() {
        try (Context context =
                        new SoftProvider(SoftConfig.defaults(), fabric, notice -> {})
                                .open("soft0");
                ProtectionDomain pd = context.allocPd();
                BufferArea area = context.allocate(4096)) {
            Set<Integer> keys = new HashSet<>();
            for (int i = 0; i < 100_000; i++) {
                try (MemoryRegion region = pd.register(area.address(), 64, 0)) {
                    assertThat(keys.add(region.rkey())).as("key of registration %d", i).isTrue();
                }
            }
            assertThat(keys).doesNotContain(0);
        }
    }

    /** As many keys take turns while nearly all records that have memory are held. */
    @Test
    void aKeyDoesNotComeAgainSoonBesideHeldOnes() {
        try (Context context =
                        new SoftProvider(SoftConfig.defaults(), fabric, notice -> {})
                                .open("soft0");
                ProtectionDomain pd = context.allocPd();
                BufferArea area = context.allocate(4096)) {
            List<MemoryRegion> held = new ArrayList<>();
            for (int i = 0; i < 127; i++) {
                held.add(pd.register(area.address(), 64, 0));
            }
            Set<Integer> keys = new HashSet<>();
            for (int i = 0; i < 100_000; i++) {
                try (MemoryRegion region = pd.register(area.address(), 64, 0)) {
                    assertThat(keys.add(region.rkey())).as("key of registration %d", i).isTrue();
                }
            }
            held.forEach(MemoryRegion::close);
        }
    }

    @Test
    void aPairsNumberDoesNotComeAgainSoonBesideHeldOnes() {
        try (Context context =
                        new SoftProvider(SoftConfig.defaults(), fabric, notice -> {})
                                .open("soft0");
                ProtectionDomain pd = context.allocPd();
                CompletionQueue cq = context.createCq(4, null)) {
            List<QueuePair> held = new ArrayList<>();
            for (int i = 0; i < 31; i++) {
                held.add(context.createQp(QpInit.rc(pd, cq, cq, 1, 1, 0)));
            }
            Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < 8000; i++) {
                try (QueuePair pair = context.createQp(QpInit.rc(pd, cq, cq, 1, 1, 0))) {
                    assertThat(numbers.add(pair.number())).as("number of pair %d", i).isTrue();
                }
            }
            held.forEach(QueuePair::close);
        }
    }

    /** The generations of each record end after 1,000 more. */
    @Test
    void aKeyDoesNotComeAgainWhereGenerationsWrap() {
        try (Arena arena = Arena.ofConfined()) {
            long record = arena.allocate(MrRecord.BYTES, 64).address();
            Set<Integer> keys = new HashSet<>();
            for (int i = 0; i < 32_767; i++) {
                assertThat(keys.add(MrRecord.nextKey(record, 7))).as("key %d", i).isTrue();
            }
            assertThat(keys).allMatch(key -> MrRecord.indexOf(key) == 7);
            assertThat(keys.add(MrRecord.nextKey(record, 7))).isFalse();
        }
    }

    /** Other pairs come and go in between, as many as a device-wide count of 8 bits has numbers. */
    @Test
    void aPairsNumberDoesNotComeAgainSoon() {
        try (Context context =
                        new SoftProvider(SoftConfig.defaults(), fabric, notice -> {})
                                .open("soft0");
                ProtectionDomain pd = context.allocPd();
                CompletionQueue cq = context.createCq(4, null)) {
            Set<Integer> numbers = new HashSet<>();
            for (int i = 0; i < 5000; i++) {
                try (QueuePair pair = context.createQp(QpInit.rc(pd, cq, cq, 1, 1, 0))) {
                    assertThat(numbers.add(pair.number())).as("number of pair %d", i).isTrue();
                }
            }
            assertThat(numbers).allMatch(number -> number > 0xffff && number <= 0xff_ffff);
        }
    }

    /** 64 of them come and go while the first one is open. */
    @Test
    void aDomainWithoutNameHasATableOfItsOwn() {
        try (Context context =
                        new SoftProvider(SoftConfig.defaults(), fabric, notice -> {})
                                .open("soft0");
                XrcDomain first = context.openXrcDomain(null)) {
            Set<Long> numbers = new HashSet<>(Set.of(((SoftXrcDomain) first).number()));
            for (int i = 0; i < 1000; i++) {
                try (XrcDomain domain = context.openXrcDomain(null)) {
                    assertThat(numbers.add(((SoftXrcDomain) domain).number())).isTrue();
                }
            }
        }
    }

    @Test
    void aFullTableOfXrcQueuesIsNoNumber() {
        try (Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(XrcTable.BYTES, 64).address();
            XrcTable table = new XrcTable(memory, arena);
            for (int i = 1; i < XrcTable.ENTRIES; i++) {
                assertThat(table.add(1, i)).isPositive();
            }
            assertThat(table.add(1, 1)).isZero();
            assertThat(Memory.getLong(memory + 64)).as("entry 0").isZero();
        }
    }

    @Test
    void aQueueWithoutANumberIsRefused() {
        try (Context context =
                        new SoftProvider(SoftConfig.defaults(), fabric, notice -> {})
                                .open("soft0");
                ProtectionDomain pd = context.allocPd();
                CompletionQueue cq = context.createCq(4, null);
                XrcDomain domain = context.openXrcDomain("full")) {
            XrcTable table = ((SoftXrcDomain) domain).table();
            for (int i = 1; i < XrcTable.ENTRIES; i++) {
                table.add(1, i);
            }
            assertThatThrownBy(() -> pd.createXrcSrq(domain, cq, 4, 1))
                    .isInstanceOf(VerbsException.class)
                    .hasMessageContaining("full");
        }
    }
}
