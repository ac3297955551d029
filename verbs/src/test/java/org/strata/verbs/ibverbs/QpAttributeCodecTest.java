package org.strata.verbs.ibverbs;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Gid;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;

import java.lang.foreign.Arena;

final class QpAttributeCodecTest {
    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsWrittenIsReadBack(
            @ForAll long prefix,
            @ForAll long interfaceId,
            @ForAll @IntRange(max = 0xffff) int lid,
            @ForAll @IntRange(max = 0xffffff) int psn,
            @ForAll @IntRange(max = 31) int small) {
        QpAttributes before =
                QpAttributes.toRtr(psn ^ 5, lid, new Gid(prefix, interfaceId), small, psn)
                        .state(QpState.RTS)
                        .port(small + 1)
                        .pkeyIndex(lid)
                        .access(small & 15)
                        .pathMtu(2048)
                        .minRnrTimer(small)
                        .sendPsn(psn)
                        .timeout(small)
                        .retry(small & 7)
                        .rnrRetry(7 - (small & 7))
                        .maxRdAtomic(small)
                        .maxDestRdAtomic(16)
                        .serviceLevel(small & 15)
                        .trafficClass(lid & 0xff);
        assertThat(roundTrip(before))
                .usingRecursiveComparison()
                .isEqualTo(
                        before.destinationGid().isNone()
                                ? before.address(lid, Gid.NONE, 0)
                                : before);
    }

    private static QpAttributes roundTrip(QpAttributes attributes) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.QP_ATTR_BYTES, 8);
            QpAttributeCodec.write(attributes, attributes.port(), at);
            return QpAttributeCodec.read(at);
        }
    }

    @Test
    void onlyWhatAStateHasIsRead() {
        assertThat(roundTrip(QpAttributes.to(QpState.RESET)).mask()).isEqualTo(QpAttributes.STATE);
        QpAttributes init = roundTrip(QpAttributes.toInit(1, 7));
        assertThat(init.has(QpAttributes.PORT | QpAttributes.ACCESS)).isTrue();
        assertThat(init.has(QpAttributes.DEST_QPN)).isFalse();
        QpAttributes rtr = roundTrip(QpAttributes.toRtr(1, 0, new Gid(1, 2), 1, 9));
        assertThat(rtr.has(QpAttributes.DEST_QPN)).isTrue();
        assertThat(rtr.has(QpAttributes.SQ_PSN)).isFalse();
    }

    @Test
    void anAddressWithoutGidHasNoRouteHeader() {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Layout.QP_ATTR_BYTES, 8);
            QpAttributeCodec.write(QpAttributes.toRtr(9, 77, Gid.NONE, 3, 1), 2, at);
            assertThat(Memory.getByte(at + Layout.QP_ATTR_IS_GLOBAL)).isZero();
            assertThat(Memory.getShort(at + Layout.QP_ATTR_DEST_LID)).isEqualTo((short) 77);
            assertThat(Memory.getByte(at + Layout.QP_ATTR_AH_PORT)).isEqualTo((byte) 2);
        }
    }

    /** The kernel refuses attributes that belong to the other half of an XRC connection. */
    @Test
    void halvesOfXrcGetTheirOwnAttributes() {
        QpAttributes rtr = QpAttributes.toRtr(1, 1, Gid.NONE, 0, 1);
        QpAttributes rts = QpAttributes.toRts(1);
        assertThat(QpAttributeCodec.mask(rtr, QpType.RC)).isEqualTo(rtr.mask());
        assertThat(QpAttributeCodec.mask(rtr, QpType.XRC_SEND))
                .isEqualTo(
                        QpAttributes.STATE
                                | QpAttributes.AV
                                | QpAttributes.PATH_MTU
                                | QpAttributes.DEST_QPN
                                | QpAttributes.RQ_PSN);
        assertThat(QpAttributeCodec.mask(rts, QpType.XRC_RECV))
                .isEqualTo(QpAttributes.STATE | QpAttributes.TIMEOUT | QpAttributes.SQ_PSN);
    }
}
