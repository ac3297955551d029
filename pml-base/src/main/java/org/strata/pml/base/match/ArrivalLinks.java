package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;

import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * Numbers for the links that kept packets have arrived over: a record in native memory cannot refer
 * to an object. Tier 1 for links that are known.
 */
final class ArrivalLinks {
    private static final int FIRST_ROOM = 64;

    private Btl[] btls = new Btl[FIRST_ROOM];
    private BtlEndpoint[] endpoints = new BtlEndpoint[FIRST_ROOM];

    /** Kept packets of each link. */
    private int[] packets = new int[FIRST_ROOM];

    private int count;

    /** The number of each endpoint, with one of the BTLs that pass its packets on. */
    private final IdentityHashMap<BtlEndpoint, Integer> numbers = new IdentityHashMap<>();

    /** The link that was asked for last. */
    private int recent;

    private Btl recentBtl;
    private BtlEndpoint recentEndpoint;

    /** Counts a packet of a link; returns the link's number. */
    int add(Btl btl, BtlEndpoint from) {
        boolean same = from == recentEndpoint && btl == recentBtl && count > 0;
        int number = same ? recent : find(btl, from);
        packets[number]++;
        return number;
    }

    /** A packet of a link is kept no longer. */
    void remove(int number) {
        packets[number]--;
    }

    Btl btl(int number) {
        return btls[number];
    }

    BtlEndpoint endpoint(int number) {
        return endpoints[number];
    }

    private boolean is(int number, Btl btl, BtlEndpoint from) {
        return number < count && endpoints[number] == from && btls[number] == btl;
    }

    private int find(Btl btl, BtlEndpoint from) {
        Integer known = numbers.get(from);
        recent = known != null && is(known, btl, from) ? known : search(btl, from);
        recentBtl = btl;
        recentEndpoint = from;
        return recent;
    }

    /** A decorator of BTLs may pass on packets of an endpoint that its BTL passes on, too. */
    private int search(Btl btl, BtlEndpoint from) {
        for (int number = 0; number < count; number++) {
            if (is(number, btl, from)) {
                numbers.put(from, number);
                return number;
            }
        }
        int number = unused();
        btls[number] = btl;
        endpoints[number] = from;
        numbers.put(from, number);
        return number;
    }

    /** Returns a new number; before there are more of them, that of a link without packets. */
    private int unused() {
        if (count == endpoints.length) {
            for (int number = 0; number < count; number++) {
                if (packets[number] == 0) {
                    numbers.remove(endpoints[number]);
                    return number;
                }
            }
            btls = Arrays.copyOf(btls, 2 * count);
            endpoints = Arrays.copyOf(endpoints, 2 * count);
            packets = Arrays.copyOf(packets, 2 * count);
        }
        return count++;
    }
}
