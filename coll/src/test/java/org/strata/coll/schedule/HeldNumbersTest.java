package org.strata.coll.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** Members that free their numbers at different times give the same new ones, which nobody has. */
class HeldNumbersTest {
    private static final int COUNT = 200;
    private static final int MEMBERS = 3;

    private final List<HeldNumbers> members = new ArrayList<>();

    /** What each member holds, as this test knows it. */
    private final List<List<int[]>> held = new ArrayList<>();

    private int unions;

    HeldNumbersTest() {
        for (int member = 0; member < MEMBERS; member++) {
            members.add(new HeldNumbers(COUNT, COUNT - 30));
            held.add(new ArrayList<>());
        }
    }

    /** Makes the same call at all members, one after the other. */
    private int take(int wanted) {
        BitSet all = new BitSet();
        held.forEach(mine -> mine.forEach(run -> all.set(run[0], run[0] + run[1])));
        int first = Integer.MIN_VALUE;
        for (int member = 0; member < MEMBERS; member++) {
            int taken =
                    members.get(member)
                            .take(
                                    wanted,
                                    words -> {
                                        unions++;
                                        BitSet whole = BitSet.valueOf(words);
                                        whole.or(all);
                                        long[] bits = whole.toLongArray();
                                        System.arraycopy(bits, 0, words, 0, bits.length);
                                        return Rc.OK;
                                    });
            assertThat(member == 0 ? taken : first).isEqualTo(taken);
            first = taken;
        }
        if (first >= 0) {
            assertThat(all.get(first, first + wanted).isEmpty()).as("given twice").isTrue();
            for (List<int[]> mine : held) {
                mine.add(new int[] {first, wanted});
            }
        }
        return first;
    }

    private void free(int member, int index) {
        int[] run = held.get(member).remove(index);
        members.get(member).free(run[0], run[1]);
    }

    @Test
    void aNumberIsGivenAgainWhenEveryMemberHasFreedIt() {
        Random random = new Random(5);
        for (int i = 0; i < 5000; i++) {
            assertThat(take(1 + random.nextInt(6))).isNotNegative();
            for (int member = 0; member < MEMBERS; member++) {
                while (held.get(member).size() > 8 + 4 * member) {
                    free(member, random.nextInt(held.get(member).size()));
                }
            }
        }
        assertThat(unions).as("laps of three members").isGreaterThan(3 * 50);
    }

    @Test
    void itFailsWhenAllAreHeldAndGoesOnWhenSomeAreFree() {
        int count = 0;
        while (take(1) >= 0) {
            count++;
        }
        assertThat(count).isEqualTo(COUNT);
        assertThat(take(1)).isEqualTo(Rc.NO_RESOURCE);
        for (int member = 0; member < MEMBERS; member++) {
            assertThat(take(1)).as("%d members hold it", MEMBERS - member).isNegative();
            free(member, 17);
        }
        assertThat(take(2)).isNegative();
        assertThat(take(1)).isNotNegative();
        assertThat(take(1)).isNegative();
    }

    /** The last numbers of a lap are given in it: the members exchange nothing before. */
    @Test
    void aLapHasAllItsNumbers() {
        HeldNumbers one = new HeldNumbers(4, 0);
        assertThat(one.take(2, words -> Rc.PEER_FAILED)).isZero();
        assertThat(one.take(2, words -> Rc.PEER_FAILED)).isEqualTo(2);
        assertThat(one.take(1, words -> Rc.PEER_FAILED)).isEqualTo(Rc.PEER_FAILED);
    }

    @Test
    void theMembersFailureIsTheResult() {
        HeldNumbers one = new HeldNumbers(4, 3);
        assertThat(one.take(1, words -> Rc.PEER_FAILED)).isEqualTo(3);
        assertThat(one.take(1, words -> Rc.PEER_FAILED)).isEqualTo(Rc.PEER_FAILED);
        assertThat(one.take(1, words -> Rc.OK)).isZero();
    }
}
