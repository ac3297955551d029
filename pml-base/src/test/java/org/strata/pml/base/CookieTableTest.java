package org.strata.pml.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.testkit.FirstNumber;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class CookieTableTest {
    private static final class Holder implements CookieHolder {
        private final CookieSlot slot = new CookieSlot();

        @Override
        public CookieSlot cookieSlot() {
            return slot;
        }
    }

    private final CookieTable table = new CookieTable();

    @Test
    void aHolderKeepsItsCookieUntilItIsRevoked() {
        Holder holder = new Holder();
        long cookie = table.cookie(holder);
        assertThat(table.cookie(holder)).isEqualTo(cookie);
        assertThat(table.find(cookie)).isSameAs(holder);
        table.revoke(holder);
        assertThat(table.find(cookie)).isNull();
        table.revoke(holder);
        assertThat(table.cookie(holder)).as("a new one").isNotEqualTo(cookie);
    }

    @Test
    void aLatePacketNeverFindsTheSlotsNextHolder() {
        Set<Long> used = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            Holder holder = new Holder();
            long cookie = table.cookie(holder);
            assertThat(used.add(cookie)).as("cookie %x is new", cookie).isTrue();
            for (long old : used) {
                assertThat(table.find(old)).isSameAs(old == cookie ? holder : null);
            }
            table.revoke(holder);
        }
    }

    /** Half of a slot's generations have a sign. */
    @Test
    void aSlotIsUsedAgainInTheSecondHalfOfItsGenerations() {
        CookieTable half = new CookieTable(Integer.MAX_VALUE - 10);
        Holder holder = new Holder();
        int slot = (int) half.cookie(holder);
        for (int i = 0; i < 100; i++) {
            long cookie = half.cookie(holder);
            assertThat((int) cookie).as("cookie %x", cookie).isEqualTo(slot);
            assertThat(half.find(cookie)).isSameAs(holder);
            half.revoke(holder);
        }
    }

    /** The last 1,000 generations of every slot, with cookies of the first ones under way. */
    @Test
    void noCookieIsGivenTwiceWhenGenerationsAreUsedUp() {
        CookieTable old = new CookieTable(FirstNumber.BEFORE_ZERO);
        Set<Long> used = new HashSet<>();
        used.addAll(cookies(new CookieTable(), 64));
        for (int i = 0; i < 100 * FirstNumber.DISTANCE; i++) {
            Holder holder = new Holder();
            assertThat(used.add(old.cookie(holder))).as("cookie %s is new", i).isTrue();
            old.revoke(holder);
        }
        for (long cookie : used) {
            assertThat(old.find(cookie)).isNull();
        }
    }

    /** Returns the first cookies of so many slots. */
    private static List<Long> cookies(CookieTable table, int slots) {
        List<Long> cookies = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            cookies.add(table.cookie(new Holder()));
        }
        return cookies;
    }

    @Test
    void whatIsNoCookieFindsNobody() {
        table.cookie(new Holder());
        for (long word : new long[] {-1, Long.MIN_VALUE, 63, 64, 1L << 32, Long.MAX_VALUE}) {
            assertThat(table.find(word)).isNull();
        }
    }

    @Test
    void manyHoldersAreToldApart() {
        List<Holder> holders = new ArrayList<>();
        List<Long> cookies = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            holders.add(new Holder());
            cookies.add(table.cookie(holders.get(i)));
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(table.find(cookies.get(i))).isSameAs(holders.get(i));
        }
        List<CookieHolder> seen = new ArrayList<>();
        table.forEach(holder -> {
            seen.add(holder);
            table.revoke(holder);
        });
        assertThat(seen).hasSameElementsAs(holders);
        assertThat(table.find(cookies.getFirst())).isNull();
    }

    /** The loss of a peer ends all holders: a free one may be in use again, for another peer. */
    @Test
    void aRevokedHolderIsVisitedNoMore() {
        Holder revoked = new Holder();
        Holder holder = new Holder();
        table.cookie(revoked);
        table.cookie(holder);
        table.revoke(revoked);
        List<CookieHolder> seen = new ArrayList<>();
        table.forEach(seen::add);
        assertThat(seen).containsExactly(holder);
    }
}
