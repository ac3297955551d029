package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.verbs.GidType;

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
 */
record OpenibAddress(String provider, String queues, boolean xrc, List<PortCard> ports) {
    /** That of a process without links. */
    static final OpenibAddress NONE = new OpenibAddress("", "", false, List.of());

    private static final int VERSION = 4;

    /** The kernel's distances have a byte. */
    private static final int MOST_DISTANCE = 255;

    private static final GidType[] TYPES = GidType.values();

    /** Copies the list. */
    OpenibAddress {
        ports = List.copyOf(ports);
    }

    /** Returns where a link receives datagrams; null where it does not. */
    DatagramAddress datagrams(int link) {
        PortCard port = link < ports.size() ? ports.get(link) : null;
        boolean has = port != null && port.datagramPair() != 0;
        return has ? new DatagramAddress(port.address(), port.datagramPair()) : null;
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(provider);
            out.writeUTF(queues);
            out.writeBoolean(xrc);
            out.writeByte(ports.size());
            for (PortCard port : ports) {
                PortAddress address = port.address();
                out.writeInt(address.lid());
                out.writeLong(address.gidHigh());
                out.writeLong(address.gidLow());
                out.writeInt(address.mtu());
                out.writeLong(port.subnet());
                out.writeByte(port.type().ordinal());
                out.writeInt(port.distance());
                out.writeInt(port.datagramPair());
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
            List<PortCard> ports = new ArrayList<>();
            for (int count = in.readUnsignedByte(); count > 0; count--) {
                ports.add(port(in));
            }
            return new OpenibAddress(provider, queues, xrc, ports);
        }
    }

    private static PortCard port(DataInputStream in) throws IOException {
        PortAddress address =
                new PortAddress(in.readInt(), in.readLong(), in.readLong(), in.readInt());
        long subnet = in.readLong();
        int type = in.readUnsignedByte();
        int distance = in.readInt();
        if (type >= TYPES.length || distance < 0 || distance > MOST_DISTANCE) {
            throw new IOException("port of type " + type + " at distance " + distance);
        }
        return new PortCard(address, subnet, TYPES[type], distance, in.readInt());
    }
}
