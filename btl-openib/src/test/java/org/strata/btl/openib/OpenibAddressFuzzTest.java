package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.testkit.fuzz.FuzzContract;
import org.strata.verbs.GidType;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Cards of peers, and which of their links ours talk to. */
class OpenibAddressFuzzTest extends FuzzContract {
    private static OpenibAddress card() {
        PortAddress one = new PortAddress(3, 0xfe80L << 48, 1, 4096);
        PortAddress two = new PortAddress(4, 0xfe81L << 48, 2, 1024);
        List<PortCard> ports =
                List.of(
                        new PortCard(one, one.gidHigh(), GidType.INFINIBAND, 0, 0),
                        new PortCard(two, two.gidHigh(), GidType.ROCE_V2, 11, 7));
        return new OpenibAddress("soft", "P,128,256,192,128", true, ports);
    }

    @Override
    protected List<byte[]> valid() {
        return List.of(card().encode(), new OpenibAddress("", "", false, List.of()).encode());
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        OpenibAddress theirs = OpenibAddress.decode(input);
        OpenibAddress ours = card();
        for (int link = 0; link < ours.ports().size(); link++) {
            for (boolean any : new boolean[] {false, true}) {
                int partner =
                        new LinkPairing(ours.ports(), theirs.ports(), any)
                                .partner(link, new StringBuilder());
                if (partner >= theirs.ports().size()) {
                    throw new AssertionError(partner);
                }
            }
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
