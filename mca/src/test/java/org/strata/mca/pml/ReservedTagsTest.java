package org.strata.mca.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReservedTagsTest {
    @Test
    void rangesDoNotOverlap() {
        int above = Pml.ANY_TAG;
        for (ReservedTags range : ReservedTags.values()) {
            assertThat(range.tag(0)).as("first of %s", range).isLessThan(above);
            above = range.tag(range.count() - 1);
            assertThat(above).isLessThanOrEqualTo(range.tag(0));
        }
        assertThat(above).as("the last tag of all").isEqualTo(Integer.MIN_VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void tagsStayInTheirRange(ReservedTags range) {
        int last = range.tag(range.count() - 1);
        for (int number : new int[] {0, 1, 1 << 20, 1 << 30, Integer.MAX_VALUE}) {
            assertThat(range.tagByTurns(number)).isBetween(last, range.tag(0));
        }
        assertThatThrownBy(() -> range.tag(range.count()))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> range.tag(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Tags of MPI_Comm_create_group that differ by 2^30 were the same once. */
    @Test
    void groupsShareTheirLastTagsOnly() {
        ReservedTags groups = ReservedTags.GROUPS;
        for (int tag = 1; tag < groups.count() && tag > 0; tag <<= 1) {
            assertThat(groups.tagByTurns(tag)).isEqualTo(groups.tag(tag));
            assertThat(groups.tagByTurns(tag + 5)).isEqualTo(groups.tag(tag + 5));
        }
        assertThat(Integer.MAX_VALUE - groups.count()).isLessThan(1 << 22);
        assertThat(groups.tagByTurns(groups.count())).isEqualTo(groups.tag(0));
    }
}
