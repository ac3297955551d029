package org.strata.btl.tcp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process publishes of itself: its links in order, with the addresses they listen on.
 *
 * @param links empty when the process has no usable interface
 */
record TcpAddress(List<Link> links) {
    private static final int VERSION = 1;

    /**
     * One link; its index in the list is its number in handshakes.
     *
     * @param name the interface's name, for messages
     * @param line 0 for the interface's first link, 1 for its second…
     * @param bandwidth Mbit/s
     */
    record Link(
            String name,
            int line,
            boolean loopback,
            int bandwidth,
            List<ListenAddress> addresses) {}

    /** Where a link listens. */
    record ListenAddress(InetAddress ip, int prefix, int port) {}

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeShort(links.size());
            for (Link link : links) {
                out.writeUTF(link.name());
                out.writeShort(link.line());
                out.writeBoolean(link.loopback());
                out.writeInt(link.bandwidth());
                out.writeShort(link.addresses().size());
                for (ListenAddress address : link.addresses()) {
                    byte[] ip = address.ip().getAddress();
                    out.writeByte(ip.length);
                    out.write(ip);
                    out.writeByte(address.prefix());
                    out.writeShort(address.port());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static TcpAddress decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int version = in.readByte();
        if (version != VERSION) {
            throw new IOException("card of version " + version + ", not " + VERSION);
        }
        List<Link> links = new ArrayList<>();
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            links.add(
                    new Link(
                            in.readUTF(),
                            in.readUnsignedShort(),
                            in.readBoolean(),
                            in.readInt(),
                            addresses(in)));
        }
        return new TcpAddress(List.copyOf(links));
    }

    private static List<ListenAddress> addresses(DataInputStream in) throws IOException {
        List<ListenAddress> addresses = new ArrayList<>();
        for (int i = in.readUnsignedShort(); i > 0; i--) {
            byte[] ip = in.readNBytes(in.readUnsignedByte());
            addresses.add(
                    new ListenAddress(
                            InetAddress.getByAddress(ip),
                            in.readUnsignedByte(),
                            in.readUnsignedShort()));
        }
        return List.copyOf(addresses);
    }
}
