package org.strata.btl.tcp;

import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * What a user names interfaces by: a name, a glob over names ({@code eth*}), an address, or a
 * subnet ({@code 10.1.0.0/16}).
 */
final class AddressPattern {
    private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|[0-9a-fA-F]*:[0-9a-fA-F:.]*");

    private final String text;
    private final Pattern names;
    private final InetAddress network;
    private final int prefix;

    private AddressPattern(String text, Pattern names, InetAddress network, int prefix) {
        this.text = text;
        this.names = names;
        this.network = network;
        this.prefix = prefix;
    }

    static AddressPattern of(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (NUMERIC.matcher(address).matches()) {
            try {
                InetAddress network = InetAddress.ofLiteral(address);
                int bits = network.getAddress().length * 8;
                int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
                if (prefix >= 0 && prefix <= bits) {
                    return new AddressPattern(text, null, network, prefix);
                }
            } catch (IllegalArgumentException e) {
                // Looks like an address and is none: it may still be an interface's odd name.
                return named(text);
            }
        }
        return named(text);
    }

    private static AddressPattern named(String text) {
        StringBuilder regex = new StringBuilder();
        for (char c : text.toCharArray()) {
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return new AddressPattern(text, Pattern.compile(regex.toString()), null, 0);
    }

    boolean matches(HostInterface of, InetAddress address) {
        return names != null
                ? names.matcher(of.name()).matches()
                : sameSubnet(network, address, prefix);
    }

    /** Returns whether it names addresses, so that even unusual ones are meant. */
    boolean namesAddresses() {
        return network != null;
    }

    /** Returns whether two addresses of one family agree in their first bits. */
    static boolean sameSubnet(InetAddress a, InetAddress b, int prefix) {
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
