package org.strata.mca.base;

import java.net.InetAddress;

/**
 * An entry by which a user names interfaces, in every parameter that has such entries: a name, a
 * glob over names ({@code eth*}), an address, or a subnet ({@code 10.1.0.0/16}).
 */
public final class AddressPattern {
    private final String text;

    /** Null when the text is a glob over names. */
    private final InetAddress network;

    private final int prefix;

    private AddressPattern(String text, InetAddress network, int prefix) {
        this.text = text;
        this.network = network;
        this.prefix = prefix;
    }

    /** Returns what a text names; what is no valid address is the name of an interface. */
    public static AddressPattern of(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (looksLikeAddress(address)) {
            try {
                InetAddress network = InetAddress.ofLiteral(address);
                int bits = network.getAddress().length * 8;
                int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
                if (prefix >= 0 && prefix <= bits) {
                    return new AddressPattern(text, network, prefix);
                }
            } catch (IllegalArgumentException e) {
                // Not a valid address: it may still be the name of an interface.
                return new AddressPattern(text, null, 0);
            }
        }
        return new AddressPattern(text, null, 0);
    }

    private static boolean looksLikeAddress(String text) {
        boolean colon = text.indexOf(':') >= 0;
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c ->
                                c == '.' || c == ':' || Character.digit(c, colon ? 16 : 10) >= 0);
    }

    /** Matches a glob: {@code *} for any characters, {@code ?} for one. */
    private static boolean glob(String glob, int at, String name, int from) {
        if (at == glob.length()) {
            return from == name.length();
        }
        char wanted = glob.charAt(at);
        if (wanted == '*') {
            return glob(glob, at + 1, name, from)
                    || (from < name.length() && glob(glob, at, name, from + 1));
        }
        return from < name.length()
                && (wanted == '?' || wanted == name.charAt(from))
                && glob(glob, at + 1, name, from + 1);
    }

    /**
     * Returns whether it names an address of an interface.
     *
     * @param of the interface's name
     */
    public boolean matches(String of, InetAddress address) {
        return network == null ? glob(text, 0, of, 0) : sameSubnet(network, address, prefix);
    }

    /** Returns whether it names addresses: then it selects link-local ones, too. */
    public boolean namesAddresses() {
        return network != null;
    }

    /** Returns whether two addresses of one family agree in their first bits. */
    public static boolean sameSubnet(InetAddress a, InetAddress b, int prefix) {
        byte[] x = a.getAddress();
        byte[] y = b.getAddress();
        if (x.length != y.length) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit += 8) {
            int mask = prefix - bit >= 8 ? 0xff : 0xff << (8 - (prefix - bit)) & 0xff;
            if (((x[bit / 8] ^ y[bit / 8]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return text;
    }
}
