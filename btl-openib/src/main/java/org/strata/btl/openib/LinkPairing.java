package org.strata.btl.openib;

import org.strata.verbs.GidType;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Which links of two processes talk to each other. Both compute it from what they have published,
 * and come to the same: the n-th port of a subnet talks to the n-th, nearest ports first; then
 * those that are left and may pass routers. Of these pairs only the nearest to the processors at
 * both ends are used.
 */
final class LinkPairing {
    private final List<PortCard> ours;
    private final List<PortCard> theirs;
    private final int[] partners;

    /**
     * @param ours ports of this process's links, in their order
     * @param theirs the peer's
     * @param anySubnet as for {@link PortCard#crossesSubnets}
     */
    LinkPairing(List<PortCard> ours, List<PortCard> theirs, boolean anySubnet) {
        this.ours = ours;
        this.theirs = theirs;
        partners = new int[ours.size()];
        Arrays.fill(partners, -1);
        boolean[] taken = new boolean[theirs.size()];
        pair(taken, (a, b) -> a.subnet() == b.subnet() && isInfiniBand(a) == isInfiniBand(b));
        pair(taken, (a, b) -> a.crossesSubnets(anySubnet) && b.crossesSubnets(anySubnet));
    }

    private void pair(boolean[] taken, BiPredicate<PortCard, PortCard> reaches) {
        for (int i = 0; i < partners.length; i++) {
            for (int j = 0; j < taken.length && partners[i] < 0; j++) {
                if (!taken[j] && reaches.test(ours.get(i), theirs.get(j))) {
                    partners[i] = j;
                    taken[j] = true;
                }
            }
        }
    }

    private static boolean isInfiniBand(PortCard port) {
        return port.type() == GidType.INFINIBAND;
    }

    /**
     * Returns the number of the peer's link that one of ours talks to.
     *
     * @param refusal gets the reason when there is none
     * @return below 0 when there is none
     */
    int partner(int link, StringBuilder refusal) {
        PortCard own = ours.get(link);
        int partner = partners[link];
        if (partner < 0) {
            boolean routers =
                    isInfiniBand(own) && theirs.stream().anyMatch(LinkPairing::isInfiniBand);
            refusal.append(OpenibTexts.help(routers ? "other-fabric" : "other-subnet"));
            return -1;
        }
        PortCard other = theirs.get(partner);
        if (!own.understands(other)) {
            refusal.append(OpenibTexts.help("gid-types", other.type(), own.type()));
            return -1;
        }
        if (distance(link) > nearest()) {
            refusal.append(OpenibTexts.help("too-far"));
            return -1;
        }
        return partner;
    }

    private int nearest() {
        int nearest = Integer.MAX_VALUE;
        for (int i = 0; i < partners.length; i++) {
            if (partners[i] >= 0 && ours.get(i).understands(theirs.get(partners[i]))) {
                nearest = Math.min(nearest, distance(i));
            }
        }
        return nearest;
    }

    private int distance(int link) {
        return ours.get(link).distance() + theirs.get(partners[link]).distance();
    }
}
