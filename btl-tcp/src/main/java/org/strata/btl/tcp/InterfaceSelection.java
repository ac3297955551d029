package org.strata.btl.tcp;

import org.strata.mca.base.AddressPattern;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** Chooses among this machine's interfaces and addresses: a pure function. */
final class InterfaceSelection {
    private final TcpConfig.Interfaces config;
    private final List<AddressPattern> include;
    private final List<AddressPattern> exclude;
    private final List<AddressPattern> virtual;

    InterfaceSelection(TcpConfig.Interfaces config) {
        this.config = config;
        this.include = config.include().stream().map(AddressPattern::of).toList();
        this.exclude = config.exclude().stream().map(AddressPattern::of).toList();
        this.virtual = config.virtual().stream().map(AddressPattern::of).toList();
    }

    /** Which processes have to be reached. */
    enum Reach {
        /** All are on this host. */
        HOST,

        /** All others are on other hosts. */
        OTHERS,

        /** Both kinds. */
        BOTH
    }

    /**
     * The result.
     *
     * @param links the chosen interfaces, each with those of its addresses that may be used
     * @param notes why others were not chosen, one line each
     * @param unfound entries of if_include and if_exclude that match nothing on this host
     */
    record Chosen(List<HostInterface> links, List<String> notes, List<String> unfound) {}

    /**
     * Chooses: for peers on this host the loopback interface, unless the user names interfaces or
     * excludes it; otherwise, and for other hosts, all real networks.
     */
    Chosen choose(List<HostInterface> all, Reach reach) {
        List<String> notes = new ArrayList<>();
        List<HostInterface> usable = new ArrayList<>();
        for (HostInterface one : all) {
            HostInterface left = allowed(one, notes);
            if (left != null) {
                usable.add(left);
            }
        }
        List<HostInterface> links = include.isEmpty() ? byReach(usable, reach, notes) : usable;
        return new Chosen(List.copyOf(links), notes, unfound(all));
    }

    /** Returns the interface with the addresses that the parameters leave, or null. */
    private HostInterface allowed(HostInterface one, List<String> notes) {
        if (!one.up()) {
            notes.add(one.name() + ": down");
            return null;
        }
        List<HostInterface.Address> left = new ArrayList<>();
        for (HostInterface.Address address : one.addresses()) {
            String refusal = refusal(one, address.ip());
            if (refusal == null) {
                left.add(address);
            } else {
                notes.add(one.name() + " " + address.ip().getHostAddress() + ": " + refusal);
            }
        }
        // IPv4 is a little faster: it comes first where nothing else decides.
        left.sort((a, b) -> Integer.compare(family(a.ip()), family(b.ip())));
        if (one.addresses().isEmpty()) {
            notes.add(one.name() + ": no address");
        }
        return left.isEmpty()
                ? null
                : new HostInterface(
                        one.name(), one.index(), true, one.loopback(), one.bandwidth(), left);
    }

    private static int family(InetAddress address) {
        return address instanceof Inet4Address ? 4 : 6;
    }

    /** Returns why an address is not to be used, or null. */
    private String refusal(HostInterface of, InetAddress address) {
        int family = family(address);
        if (config.disableFamily() == family) {
            return "btl_tcp_disable_family = " + family;
        }
        AddressPattern excluded = first(exclude, of, address);
        if (excluded != null) {
            return "btl_tcp_if_exclude has " + excluded;
        }
        AddressPattern included = first(include, of, address);
        if (!include.isEmpty() && included == null) {
            return "not in btl_tcp_if_include";
        }
        if (address.isLinkLocalAddress() && (included == null || !included.namesAddresses())) {
            return "link-local";
        }
        AddressPattern unreal = included != null ? null : first(virtual, of, address);
        return unreal == null ? null : "btl_tcp_if_exclude_virtual has " + unreal;
    }

    private static AddressPattern first(
            List<AddressPattern> patterns, HostInterface of, InetAddress address) {
        for (AddressPattern pattern : patterns) {
            if (pattern.matches(of.name(), address)) {
                return pattern;
            }
        }
        return null;
    }

    private static List<HostInterface> byReach(
            List<HostInterface> usable, Reach reach, List<String> notes) {
        List<HostInterface> loopbacks = usable.stream().filter(HostInterface::loopback).toList();
        List<HostInterface> networks = usable.stream().filter(i -> !i.loopback()).toList();
        return switch (reach) {
            case BOTH -> usable;
            case HOST -> {
                if (loopbacks.isEmpty()) {
                    yield networks;
                }
                networks.forEach(i -> notes.add(i.name() + ": all processes are on this host"));
                yield loopbacks;
            }
            case OTHERS -> {
                loopbacks.forEach(i -> notes.add(i.name() + ": no other process on this host"));
                yield networks;
            }
        };
    }

    private List<String> unfound(List<HostInterface> all) {
        List<String> unfound = new ArrayList<>();
        List<AddressPattern> named = new ArrayList<>(include);
        named.addAll(exclude);
        for (AddressPattern pattern : named) {
            boolean found =
                    all.stream()
                            .anyMatch(i ->
                                    i.addresses().stream()
                                            .anyMatch(a -> pattern.matches(i.name(), a.ip())));
            if (!found) {
                unfound.add(pattern.toString());
            }
        }
        return unfound;
    }
}
