package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process publishes of its links.
 *
 * @param provider where its adapters come from
 * @param queues its receive queues, in words: all processes must have the same
 * @param xrc whether the adapter of its first link has XRC
 * @param ports its links' ports, in order of the links
 * @param datagramPairs its links' queue pairs for datagrams, by number; 0 for none
 */
record OpenibAddress(
        String provider,
        String queues,
        boolean xrc,
        List<PortAddress> ports,
        List<Integer> datagramPairs) {
    private static final int VERSION = 3;

    /** Copies the lists. */
    OpenibAddress {
        ports = List.copyOf(ports);
        datagramPairs = List.copyOf(datagramPairs);
    }

    /** Returns where a link receives datagrams; null where it does not. */
    DatagramAddress datagrams(int link) {
        boolean has = link < ports.size() && datagramPairs.get(link) != 0;
        return has ? new DatagramAddress(ports.get(link), datagramPairs.get(link)) : null;
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(provider);
            out.writeUTF(queues);
            out.writeBoolean(xrc);
            out.writeByte(ports.size());
            for (int i = 0; i < ports.size(); i++) {
                PortAddress port = ports.get(i);
                out.writeInt(port.lid());
                out.writeLong(port.gidHigh());
                out.writeLong(port.gidLow());
                out.writeInt(port.mtu());
                out.writeInt(datagramPairs.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a card.
     *
     * @throws IOException when it is none
     */
    static OpenibAddress decode(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IOException("version " + version);
            }
            String provider = in.readUTF();
            String queues = in.readUTF();
            boolean xrc = in.readBoolean();
            List<PortAddress> ports = new ArrayList<>();
            List<Integer> pairs = new ArrayList<>();
            for (int count = in.readUnsignedByte(); count > 0; count--) {
                ports.add(
                        new PortAddress(in.readInt(), in.readLong(), in.readLong(), in.readInt()));
                pairs.add(in.readInt());
            }
            return new OpenibAddress(provider, queues, xrc, ports, pairs);
        }
    }

    /**
     * Returns the number of the peer's link that one of ours talks to: the n-th of a subnet talks
     * to the n-th.
     *
     * @param anySubnet subnets do not matter
     * @return below 0 when there is none
     */
    int partner(int link, OpenibAddress theirs, boolean anySubnet) {
        long subnet = ports.get(link).gidHigh();
        int order = 0;
        for (int i = 0; i < link; i++) {
            order += anySubnet || ports.get(i).gidHigh() == subnet ? 1 : 0;
        }
        for (int i = 0; i < theirs.ports.size(); i++) {
            boolean same = anySubnet || theirs.ports.get(i).gidHigh() == subnet;
            if (same && order-- == 0) {
                return i;
            }
        }
        return -1;
    }
}
