package org.strata.btl.tcp;

import org.strata.btl.tcp.Route.Candidate;
import org.strata.btl.tcp.TcpAddress.Link;
import org.strata.btl.tcp.TcpAddress.ListenAddress;
import org.strata.mca.base.AddressPattern;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Decides which link of one process connects to which link of another, from what both publish. Both
 * ends compute it and must reach the same result, so the end with the smaller rank is always the
 * left one.
 */
final class Pairing {
    /** Interfaces beyond this number are not paired. */
    private static final int MAX_INTERFACES = 12;

    private static final int SAME_HOST = 1000;
    private static final int SAME_SUBNET = 100;
    private static final int BOTH_PRIVATE = 50;
    private static final int BOTH_PUBLIC = 40;
    private static final int MIXED = 10;

    /** Whether the two use their host's loopback interface, and no other. */
    private final boolean loopback;

    private Pairing(TcpAddress a, TcpAddress b, boolean sameHost) {
        this.loopback = sameHost && hasLoopback(a) && hasLoopback(b);
    }

    private static boolean hasLoopback(TcpAddress card) {
        return card.links().stream().anyMatch(Link::loopback);
    }

    /**
     * Returns the route of each of our links to a peer, null for links without a partner.
     *
     * @param left whether this process is the left end
     */
    static Route[] routes(TcpAddress ours, TcpAddress theirs, boolean sameHost, boolean left) {
        Pairing pairing = new Pairing(ours, theirs, sameHost);
        int[] partners = new int[ours.links().size()];
        Arrays.fill(partners, -1);
        if (left) {
            partners = pairing.pair(ours.links(), theirs.links());
        } else {
            int[] inverse = pairing.pair(theirs.links(), ours.links());
            for (int i = 0; i < inverse.length; i++) {
                if (inverse[i] >= 0) {
                    partners[inverse[i]] = i;
                }
            }
        }
        Route[] routes = new Route[partners.length];
        for (int i = 0; i < routes.length; i++) {
            if (partners[i] >= 0) {
                routes[i] = pairing.route(ours.links().get(i), theirs, partners[i]);
            }
        }
        return routes;
    }

    /** Returns the right partner of each left link: interfaces are paired, then their lines. */
    private int[] pair(List<Link> left, List<Link> right) {
        List<Link> a = firstLines(left);
        List<Link> b = firstLines(right);
        int[] chosen = assign(a, b);
        int[] partners = new int[left.size()];
        for (int i = 0; i < partners.length; i++) {
            Link link = left.get(i);
            int at = indexOf(a, link.name(), 0);
            partners[i] =
                    at < 0 || chosen[at] < 0
                            ? -1
                            : indexOf(right, b.get(chosen[at]).name(), link.line());
        }
        return partners;
    }

    private static List<Link> firstLines(List<Link> links) {
        return links.stream().filter(l -> l.line() == 0).limit(MAX_INTERFACES).toList();
    }

    private static int indexOf(List<Link> links, String name, int line) {
        for (int i = 0; i < links.size(); i++) {
            if (links.get(i).name().equals(name) && links.get(i).line() == line) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the assignment with the largest sum of qualities; of equal sums, the first. {@code
     * best[set]} is the largest sum of the left links so far that uses that set of right links.
     */
    private int[] assign(List<Link> left, List<Link> right) {
        int sets = 1 << right.size();
        long[] best = new long[sets];
        Arrays.fill(best, 1, sets, -1);
        int[][] choice = new int[left.size()][];
        for (int l = 0; l < left.size(); l++) {
            long[] next = best.clone();
            choice[l] = new int[sets];
            Arrays.fill(choice[l], -1);
            for (int set = 0; set < sets; set++) {
                for (int r = 0; r < right.size() && best[set] >= 0; r++) {
                    long quality = quality(left.get(l), right.get(r));
                    int with = set | 1 << r;
                    if (with != set && quality > 0 && best[set] + quality > next[with]) {
                        next[with] = best[set] + quality;
                        choice[l][with] = r;
                    }
                }
            }
            best = next;
        }
        return trace(choice, largest(best));
    }

    private static int largest(long[] sums) {
        int at = 0;
        for (int set = 1; set < sums.length; set++) {
            at = sums[set] > sums[at] ? set : at;
        }
        return at;
    }

    private static int[] trace(int[][] choice, int set) {
        int[] chosen = new int[choice.length];
        int left = set;
        for (int l = choice.length - 1; l >= 0; l--) {
            chosen[l] = choice[l][left];
            if (chosen[l] >= 0) {
                left &= ~(1 << chosen[l]);
            }
        }
        return chosen;
    }

    /** Returns how well two links suit each other; 0 when they cannot connect. */
    private long quality(Link a, Link b) {
        int best = 0;
        for (ListenAddress x : a.addresses()) {
            for (ListenAddress y : b.addresses()) {
                best = Math.max(best, quality(a, x, b, y));
            }
        }
        // The network decides; bandwidth only among equal networks.
        int bandwidth = Math.min(Math.min(a.bandwidth(), b.bandwidth()), 1 << 24);
        return best == 0 ? 0 : ((long) best << 32) + bandwidth;
    }

    private int quality(Link a, ListenAddress x, Link b, ListenAddress y) {
        boolean sameFamily = x.ip().getAddress().length == y.ip().getAddress().length;
        if (!sameFamily || a.loopback() != b.loopback() || a.loopback() != loopback) {
            return 0;
        }
        if (loopback) {
            return SAME_HOST;
        }
        if (x.prefix() == y.prefix() && AddressPattern.sameSubnet(x.ip(), y.ip(), x.prefix())) {
            return SAME_SUBNET;
        }
        boolean privateX = isPrivate(x.ip());
        if (privateX != isPrivate(y.ip())) {
            return MIXED;
        }
        return privateX ? BOTH_PRIVATE : BOTH_PUBLIC;
    }

    private static boolean isPrivate(InetAddress ip) {
        boolean uniqueLocal = ip instanceof Inet6Address && (ip.getAddress()[0] & 0xfe) == 0xfc;
        return uniqueLocal || ip.isSiteLocalAddress() || ip.isLinkLocalAddress();
    }

    /** Orders the addresses to try: the partner's own first, then all others. */
    private Route route(Link ours, TcpAddress theirs, int partner) {
        record Ranked(Candidate candidate, int quality) {}
        List<Ranked> ranked = new ArrayList<>();
        for (int i = 0; i < theirs.links().size(); i++) {
            Link link = theirs.links().get(i);
            if (i != partner && link.name().equals(theirs.links().get(partner).name())) {
                continue;
            }
            for (ListenAddress remote : link.addresses()) {
                ListenAddress local = bestLocal(ours, link, remote);
                if (local != null) {
                    int quality = quality(ours, local, link, remote);
                    boolean own = i == partner;
                    Candidate candidate = candidate(local, remote, own);
                    ranked.add(new Ranked(candidate, quality + (own ? SAME_HOST : 0)));
                }
            }
        }
        ranked.sort(Comparator.comparingInt(r -> -r.quality()));
        List<Candidate> candidates = ranked.stream().map(Ranked::candidate).distinct().toList();
        return new Route(partner, candidates);
    }

    private ListenAddress bestLocal(Link ours, Link link, ListenAddress remote) {
        ListenAddress best = null;
        int quality = 0;
        for (ListenAddress local : ours.addresses()) {
            int candidate = quality(ours, local, link, remote);
            if (candidate > quality) {
                quality = candidate;
                best = local;
            }
        }
        return best;
    }

    /** Binds to our own address only for the partner; otherwise the system chooses the route. */
    private static Candidate candidate(ListenAddress local, ListenAddress remote, boolean bind) {
        InetAddress ip = remote.ip();
        if (ip.isLinkLocalAddress() && local.ip() instanceof Inet6Address own) {
            ip = scoped(ip, own.getScopeId());
        }
        return new Candidate(bind ? local.ip() : null, new InetSocketAddress(ip, remote.port()));
    }

    /** Adds our own interface's number, without which a link-local address is ambiguous. */
    private static InetAddress scoped(InetAddress ip, int scope) {
        try {
            return Inet6Address.getByAddress(null, ip.getAddress(), scope);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has the length of an address", e);
        }
    }
}
