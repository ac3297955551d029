package org.strata.mca.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.mca.proc.Proc;

import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.stream.IntStream;

/** Communicators of some members of another: who they are, and what they cost. */
class CommContextTest {
    private static final int WORLD = 1024;
    private static final int RUNS = 20;

    private final Proc[] procs =
            IntStream.range(0, WORLD)
                    .mapToObj(rank -> new Proc(rank, "node", rank, true))
                    .toArray(Proc[]::new);
    private final CommContext world = new CommContext(0, 5, procs, 5);

    private static Proc[] choose(CommContext from, int... ranks) {
        return IntStream.of(ranks).mapToObj(from::peer).toArray(Proc[]::new);
    }

    private static int[] ranks(int first, int stride, int count) {
        return IntStream.range(0, count).map(i -> first + i * stride).toArray();
    }

    private static CommContext check(CommContext parent, Proc[] members) {
        CommContext made = parent.subset(9, 0, members.clone());
        assertThat(made.identity()).isEqualTo(9);
        assertThat(made.worldRank()).isEqualTo(5);
        assertThat(made.size()).isEqualTo(members.length);
        for (int rank = 0; rank < members.length; rank++) {
            assertThat(made.peer(rank)).isSameAs(members[rank]);
            assertThat(made.rankOf(members[rank])).isEqualTo(rank);
        }
        for (int rank : new int[] {-1, members.length, WORLD}) {
            assertThatThrownBy(() -> made.peer(rank)).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(made.rankOf(new Proc(0, "node", 0, true))).isEqualTo(-1);
        return made;
    }

    @Test
    void blocksColumnsAndReversedOnesAreRight() {
        CommContext odd = check(world, choose(world, ranks(1, 2, 512)));
        CommContext some = check(odd, choose(odd, ranks(500, -7, 70)));
        check(some, choose(some, ranks(69, -1, 70)));
        check(some, choose(some, 3));
        check(some, choose(some, 3, 4, 6));
    }

    @Test
    void anyMembersAreRight() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            int[] some = random.ints(0, WORLD).distinct().limit(1 + random.nextInt(20)).toArray();
            CommContext made = check(world, choose(world, some));
            check(made, choose(made, ranks(0, 1, made.size())));
            check(made, choose(made, ranks(made.size() - 1, -1, made.size())));
        }
    }

    /**
     * Bytes that one run of the action allocates: the least of some runs, because the JVM itself
     * now and then allocates in a thread (a call site that is linked, a method that is compiled)
     * and never takes anything back.
     */
    private static long bytes(Runnable action) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            action.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** A duplicate, a block and a column of a thousand ranks are as large as those of two. */
    @Test
    void memoryDoesNotGrowWithRegularMembers() {
        Proc[] two = choose(world, 0, 1);
        long least = bytes(() -> world.subset(9, 0, two));
        for (Proc[] members :
                new Proc[][] {
                    procs, choose(world, ranks(256, 1, 512)), choose(world, ranks(3, 4, 200))
                }) {
            assertThat(bytes(() -> world.subset(9, 0, members))).isEqualTo(least);
        }
    }
}
