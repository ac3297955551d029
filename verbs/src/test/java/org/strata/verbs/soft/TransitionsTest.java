package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

class TransitionsTest {
    /** The whole table, as in the specification's figure of the states of a queue pair. */
    @Test
    void onlyTheseAreLegal() {
        Set<String> legal = new HashSet<>();
        for (QpState from : QpState.values()) {
            for (QpState to : QpState.values()) {
                boolean free = to == QpState.RESET || to == QpState.ERR;
                if (!free && Transitions.required(QpType.RC, from, to) != Transitions.ILLEGAL) {
                    legal.add(from + " " + to);
                }
            }
        }
        assertThat(legal)
                .containsExactlyInAnyOrder(
                        "RESET INIT",
                        "INIT INIT",
                        "INIT RTR",
                        "RTR RTS",
                        "RTS RTS",
                        "RTS SQD",
                        "SQD RTS",
                        "SQD SQD",
                        "SQE RTS");
        for (QpState from : QpState.values()) {
            assertThat(Transitions.required(QpType.RC, from, QpState.RESET)).isZero();
            assertThat(Transitions.required(QpType.RC, from, QpState.ERR))
                    .isEqualTo(from == QpState.RESET ? Transitions.ILLEGAL : 0);
        }
    }

    @Test
    void theUsualAttributesSuffice() {
        check(QpState.RESET, QpAttributes.toInit(1, 0));
        check(QpState.INIT, QpAttributes.toRtr(2, 0, null, 0, 0));
        check(QpState.RTR, QpAttributes.toRts(0));
    }

    @Test
    void aPairForDatagramsNeedsItsKeyAndNoPath() {
        datagrams(QpState.RESET, QpAttributes.toInitDatagrams(1, 7), "");
        datagrams(QpState.RESET, QpAttributes.toInit(1, 0), "qkey");
        datagrams(QpState.INIT, QpAttributes.to(QpState.RTR), "");
        datagrams(QpState.RTR, QpAttributes.to(QpState.RTS).sendPsn(3), "");
    }

    private static void datagrams(QpState from, QpAttributes attributes, String missing) {
        int required = Transitions.required(QpType.UD, from, attributes.state());
        assertThat(Transitions.missing(required, attributes)).isEqualTo(missing);
    }

    private static void check(QpState from, QpAttributes attributes) {
        for (QpType type : EnumSet.complementOf(EnumSet.of(QpType.UD))) {
            int required = Transitions.required(type, from, attributes.state());
            assertThat(Transitions.missing(required, attributes)).as("%s", type).isEmpty();
        }
    }

    @Test
    void whatIsMissingIsNamed() {
        int required = Transitions.required(QpType.RC, QpState.RTR, QpState.RTS);
        QpAttributes half = QpAttributes.to(QpState.RTS).timeout(3).retry(1);
        assertThat(Transitions.missing(required, half))
                .isEqualTo("RNR retry count, max rd atomic, send PSN");
    }
}
