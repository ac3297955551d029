package org.strata.pml.ob1.wire;

import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The numbers by which two processes name the links between them. Each side numbers its own from 1.
 * A packet names the link that carries it by the sender's number; the receiver learns by it which
 * of its links that is, and names the link so when it asks for RDMA.
 */
final class LinkNumbers {
    /** Every link there has been; a link's number is its index plus one. */
    private final BtlLink[] own;

    /**
     * Own links, at the peer's number less one; null for a number that the peer has not used yet.
     */
    private BtlLink[] paired = {};

    LinkNumbers(BmlEndpoint links) {
        // In loops: at a rank's first message the JDK's streams are not compiled.
        List<BtlLink> all = new ArrayList<>(Arrays.asList(links.send));
        for (BtlLink link : links.rdma) {
            if (!all.contains(link)) {
                all.add(link);
            }
        }
        this.own = all.toArray(new BtlLink[0]);
    }

    /** Returns this side's number of a link. */
    int of(BtlLink link) {
        return index(own, link) + 1;
    }

    /** Returns the link with a number of this side's, or null. */
    BtlLink own(int number) {
        return number > 0 && number <= own.length ? own[number - 1] : null;
    }

    /** Returns the link to which the peer gave a number, or null. */
    BtlLink ofPeer(int number) {
        return number > 0 && number <= paired.length ? paired[number - 1] : null;
    }

    /** Returns the highest number that the peer has used. */
    int knownOfPeer() {
        return paired.length;
    }

    /** Records the peer's number of the link that brought a packet. */
    void pair(int number, Btl btl, BtlEndpoint from) {
        if (number > paired.length) {
            paired = Arrays.copyOf(paired, number);
        }
        if (number > 0 && paired[number - 1] == null) {
            paired[number - 1] = carrier(btl, from);
        }
    }

    /** Returns the link that a packet arrived over, or null. */
    BtlLink carrier(Btl btl, BtlEndpoint from) {
        for (BtlLink link : own) {
            if (link.btl == btl && link.endpoint == from) {
                return link;
            }
        }
        return null;
    }

    /** Returns a link's index in an array, or -1. */
    static int index(BtlLink[] links, BtlLink link) {
        int index = links.length - 1;
        while (index >= 0 && links[index] != link) {
            index--;
        }
        return index;
    }
}
