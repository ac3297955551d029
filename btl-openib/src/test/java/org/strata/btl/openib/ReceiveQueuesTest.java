package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Open MPI's syntax, its defaults and rejections; the original parameters; the formula. */
final class ReceiveQueuesTest {
    @Test
    void readsOpenMpisDefault() {
        ReceiveQueues queues =
                ReceiveQueues.parse(
                        "S,128,256,192,128:S,2048,1024,1008,64:S,12288,1024,1008,64:"
                                + "S,65536,1024,1008,64");
        assertThat(queues.specs())
                .extracting(QueueSpec::size)
                .containsExactly(128, 2048, 12288, 65536);
        QueueSpec first = queues.specs().getFirst();
        assertThat(first.type()).isEqualTo(QueueSpec.Type.SHARED);
        assertThat(first.sendMax()).isEqualTo(128);
        assertThat(first.initial()).isEqualTo(64);
        assertThat(first.limit()).isEqualTo(12);
        assertThat(queues.largest()).isEqualTo(65536);
        assertThat(queues.extended()).isFalse();
    }

    /** What users read when two processes' queues differ is what they would write. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "P,128,256,192,128,4:S,2048,1024,1008,64,256,48:S,65536,16,12,2,4,1",
                "X,4096,64,48,12,16,3:X,65536,16,12,3,4,1"
            })
    void areToldInTheSyntaxTheyAreReadIn(String text) {
        ReceiveQueues queues = ReceiveQueues.parse(text);
        assertThat(queues).hasToString(text);
        assertThat(ReceiveQueues.parse(queues.toString())).isEqualTo(queues);
    }

    @Test
    void theOriginalParametersAreToldWithTheirFactor() {
        assertThat(original("use-srq", "true").getFirst())
                .hasToString("S,12288,1000,999,32,8,1 (+ 16 log2 n, credits at 4)");
    }

    @Test
    void perPeerDefaultsFollowTheNumber() {
        QueueSpec spec = ReceiveQueues.parse("P,128").specs().getFirst();
        assertThat(spec.num()).isEqualTo(256);
        assertThat(spec.low()).isEqualTo(192);
        assertThat(spec.win()).isEqualTo(128);
        assertThat(spec.reserved()).isEqualTo(4);
        assertThat(ReceiveQueues.parse("P,128,256,192,128,9").specs().getFirst().reserved())
                .isEqualTo(9);
    }

    @Test
    void queuesAreSortedBySize() {
        ReceiveQueues queues = ReceiveQueues.parse("S,4096,8,4:P,64,8,4");
        assertThat(queues.specs()).extracting(QueueSpec::size).containsExactly(64, 4096);
        assertThat(queues.largest()).isEqualTo(4096);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Q,128",
                "P",
                "P,0",
                "P,-1",
                "P,x",
                "P,128,4,4",
                "P,128,1,2,3,4,5,6",
                "S,128,8,9",
                "S,128,8,4,2,9",
                "S,128,8,4,2,4,9",
                "X,128:S,256",
                "P,128:"
            })
    void whatMakesNoSenseIsRefusedWithAReason(String text) {
        assertThatThrownBy(() -> ReceiveQueues.parse(text))
                .isInstanceOf(ReceiveQueues.BadQueuesException.class)
                .hasMessageMatching(".{10,}");
    }

    /** The worked values of the first release. */
    @ParameterizedTest
    @CsvSource({"1,24", "3,40", "7,56", "15,72", "63,104", "1023,168", "100000000,433"})
    void sharedQueuesGrowWithTheLogarithmOfTheProcesses(int peers, int posted) {
        QueueSpec high = original("use-srq", "true").getFirst();
        assertThat(high.posted(peers)).isEqualTo(posted);
    }

    @Test
    void sharedQueuesStayBelowTheirBound() {
        assertThat(original("srq-rd-max", "50").getFirst().posted(1023)).isEqualTo(50);
    }

    @Test
    void bothPrioritiesHaveFactorsOfTheirOwn() {
        List<QueueSpec> specs =
                original(
                        "rd-num",
                        "3",
                        "rd-num-low",
                        "2",
                        "srq-rd-per-peer",
                        "5",
                        "srq-rd-per-peer-low",
                        "1");
        assertThat(specs.getFirst().posted(7)).isEqualTo(3 + 3 * 5);
        assertThat(specs.getLast().posted(7)).isEqualTo(2 + 3);
    }

    /** Whatever number of receives there are, they are all used, and credits come back. */
    @Test
    void fewerReceivesKeepMessagesMoving() {
        QueueSpec wanted = ReceiveQueues.parse("P,128,20,15,5,4").specs().getFirst();
        for (boolean control : new boolean[] {false, true}) {
            for (int there = wanted.least(control); there <= wanted.receives(); there++) {
                QueueSpec given = wanted.reduced(there, control);
                assertThat(given.receives()).isEqualTo(there);
                assertThat(given.num()).isPositive();
                assertThat(given.low()).isBetween(0, given.num() - 1);
                assertThat(given.win()).isBetween(1, given.low() + 1);
                assertThat(given.reserved()).isBetween(control ? 1 : 0, wanted.reserved());
            }
        }
        assertThat(wanted.reduced(wanted.receives() + 1, true)).isEqualTo(wanted);
    }

    @Test
    void perPeerQueuesNeverKeepCreditsForGood() {
        for (int num = 1; num < 12; num++) {
            for (int low = 0; low < 12; low++) {
                for (int win = 1; win < 12; win++) {
                    QueueSpec spec =
                            original(
                                            "use-srq", "false", "rd-num", "" + num, "rd-low",
                                            "" + low, "rd-win", "" + win)
                                    .getFirst();
                    int keptUnposted = spec.num() - spec.low() - 1;
                    int keptUntold = spec.win() - 1;
                    assertThat(keptUnposted + keptUntold).isLessThan(spec.num());
                    assertThat(spec.reserved()).isPositive();
                }
            }
        }
    }

    private static List<QueueSpec> original(String... changes) {
        return ReceiveQueues.original(Settings.with(changes).queues(), 12 << 10, 64 << 10).specs();
    }
}
