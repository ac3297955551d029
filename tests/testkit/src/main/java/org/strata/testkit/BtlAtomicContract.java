package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Part of {@link BtlContract}: atomics, for a Btl that advertises them. */
abstract class BtlAtomicContract extends BtlRdmaContract {
    private static final int RANKS = 3;
    private static final int WORDS = 4;
    private static final int OWNER = 0;

    /**
     * Words of one rank, which all ranks change; each gets previous values in a cell of its own.
     */
    private final class Words {
        final List<BtlStation> all = stations(RANKS);
        final FakeJob job = all.get(0).rank().job();
        final long words = memory.allocate((long) WORDS * Long.BYTES);
        final Registration exposed;
        final long[] cells = new long[RANKS];
        final Registration[] registrations = new Registration[RANKS];
        final long[] handles = new long[RANKS];
        int under;

        Words() {
            for (int rank = 0; rank < RANKS; rank++) {
                cells[rank] = memory.allocate(Long.BYTES);
                registrations[rank] =
                        register(rank, cells[rank], Long.BYTES, Registration.LOCAL_WRITE);
                handles[rank] = memory.allocate(Math.max(1, btl(rank).handleSize()));
            }
            exposed =
                    register(
                            OWNER,
                            words,
                            (long) WORDS * Long.BYTES,
                            Registration.LOCAL_WRITE | Registration.REMOTE_ATOMIC);
            for (int rank = 0; rank < RANKS; rank++) {
                btl(OWNER).writeHandle(exposed, words, handles[rank]);
            }
        }

        AtomicBtl btl(int rank) {
            return (AtomicBtl) all.get(rank).btl();
        }

        private Registration register(int rank, long address, long bytes, int access) {
            BtlStation station = all.get(rank);
            if (!station.attributes().has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
                return null;
            }
            BtlEndpoint endpoint = station.to((rank + 1) % RANKS);
            Registration made = station.rdma().register(endpoint, address, bytes, access);
            assertThat(made).as("registration").isNotNull();
            assertThat(made.access() & access).isEqualTo(access);
            return made;
        }

        private BtlEndpoint owner(int rank) {
            return rank == OWNER ? null : all.get(rank).to(OWNER);
        }

        /** Starts an operation of a rank; the cell has the previous value when it is over. */
        void start(int rank, int word, boolean swap, long operand, long value) {
            BtlEndpoint to = owner(rank);
            long remote = words + (long) word * Long.BYTES;
            under++;
            job.progressUntil(
                    "room",
                    () -> {
                        int rc =
                                swap
                                        ? btl(rank)
                                                .compareSwap(
                                                        to,
                                                        cells[rank],
                                                        registrations[rank],
                                                        remote,
                                                        handles[rank],
                                                        operand,
                                                        value,
                                                        (e, n, end) -> ended(to, e, end))
                                        : btl(rank)
                                                .fetchAdd(
                                                        to,
                                                        cells[rank],
                                                        registrations[rank],
                                                        remote,
                                                        handles[rank],
                                                        operand,
                                                        (e, n, end) -> ended(to, e, end));
                        assertThat(rc).isIn(Rc.OK, Rc.NO_RESOURCE);
                        return rc == Rc.OK;
                    });
        }

        private void ended(BtlEndpoint expected, BtlEndpoint endpoint, int rc) {
            assertThat(Rc.name(rc)).isEqualTo("OK");
            assertThat(endpoint).isSameAs(expected);
            under--;
        }

        long fetchAdd(int rank, int word, long operand) {
            start(rank, word, false, operand, 0);
            job.progressUntil("fetch and add", () -> under == 0);
            return Memory.getLong(cells[rank]);
        }

        long compareSwap(int rank, int word, long compare, long value) {
            start(rank, word, true, compare, value);
            job.progressUntil("compare and swap", () -> under == 0);
            return Memory.getLong(cells[rank]);
        }

        void release() {
            for (int rank = 0; rank < RANKS; rank++) {
                if (registrations[rank] != null) {
                    all.get(rank).rdma().deregister(registrations[rank]);
                }
            }
            if (exposed != null) {
                all.get(OWNER).rdma().deregister(exposed);
            }
        }
    }

    private Words words() {
        Assumptions.assumeTrue(
                (flags() & BtlAttributes.FLAG_ATOMICS) != 0, "does not advertise atomics");
        return new Words();
    }

    @Test
    void atomicsReturnWhatWasThereBefore() {
        Words words = words();
        Random random = seed.random();
        long[] model = new long[WORDS];
        for (int i = 0; i < 300; i++) {
            int rank = random.nextInt(RANKS);
            int word = random.nextInt(WORDS);
            long operand = random.nextBoolean() ? random.nextLong() : random.nextInt(3);
            long old = model[word];
            if (random.nextBoolean()) {
                assertThat(words.fetchAdd(rank, word, operand)).isEqualTo(old);
                model[word] = old + operand;
            } else {
                boolean equal = random.nextBoolean();
                long compare = equal ? old : old + 1;
                assertThat(words.compareSwap(rank, word, compare, operand)).isEqualTo(old);
                model[word] = equal ? operand : old;
            }
        }
        for (int word = 0; word < WORDS; word++) {
            assertThat(words.fetchAdd(OWNER, word, 0)).as("word %d", word).isEqualTo(model[word]);
        }
        words.release();
    }

    @Test
    void atomicsOfAllRanksAtTheSameTimeAddUp() {
        Words words = words();
        int rounds = 200;
        for (int i = 0; i < rounds; i++) {
            for (int rank = 0; rank < RANKS; rank++) {
                words.start(rank, 0, false, rank + 1, 0);
            }
        }
        words.job.progressUntil("all", () -> words.under == 0);
        assertThat(words.fetchAdd(1, 0, 0)).isEqualTo((long) rounds * (1 + 2 + 3));
        words.release();
    }

    @Test
    void atomicsOnAPeerKeepTheirOrder() {
        Words words = words();
        int rounds = 100;
        List<Integer> swaps = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            words.start(1, 1, true, i, i + 1L);
            swaps.add(i);
        }
        words.job.progressUntil("all", () -> words.under == 0);
        assertThat(words.fetchAdd(2, 1, 0)).isEqualTo(swaps.size());
        words.release();
    }
}
