package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.time.Clock;
import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.Provider;
import org.strata.verbs.Transport;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Finds the ports to use: which devices and ports the parameters allow, and which are active. */
final class PortScan {
    private final OpenibConfig config;
    private final Clock clock;
    private final RcacheComponent caches;
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Nearness nearness;
    private boolean infiniBand;

    /** Receives of the longest queue that is not shared. */
    private int longest;

    /** The queues that need extended reliable connections; null when none does. */
    private ReceiveQueues extended;

    PortScan(OpenibConfig config, Clock clock, RcacheComponent caches, Nearness nearness) {
        this.config = config;
        this.clock = clock;
        this.caches = caches;
        this.nearness = nearness;
    }

    /** Returns why devices and ports are not used. */
    List<String> notes() {
        return notes;
    }

    /** Returns those of the notes that are about devices which the parameters name. */
    List<String> warnings() {
        return warnings;
    }

    /**
     * Opens the devices that have a usable port. The nearest to the processors of this process come
     * first.
     *
     * @param queues receive queues that the ports must have; null asks for none
     */
    List<Port> scan(Provider provider, ReceiveQueues queues) {
        longest = queues == null ? 0 : queues.longest();
        extended = queues != null && queues.extended() ? queues : null;
        List<Port> found = new ArrayList<>();
        infiniBand = config.ports().infiniBand() || provider.name().equals("soft");
        if (!provider.absence().isEmpty()) {
            notes.add(provider.absence());
        }
        for (String device : byDistance(provider)) {
            if (mayUse(device)) {
                open(provider, device, found);
            } else {
                notes.add(device + " is excluded by parameters");
            }
        }
        return found;
    }

    private List<String> byDistance(Provider provider) {
        List<String> devices = new ArrayList<>(provider.devices());
        devices.sort(Comparator.comparingInt(device -> distance(provider, device)));
        return devices;
    }

    private int distance(Provider provider, String device) {
        return nearness.distance(provider.memoryNode(device));
    }

    /** Returns the names that the parameters give to ports and no device has. */
    List<String> absent(Provider provider) {
        List<String> devices = provider.devices();
        return Stream.of(config.ports().include(), config.ports().exclude())
                .flatMap(List::stream)
                .filter(entry -> devices.stream().noneMatch(device -> names(entry, device)))
                .toList();
    }

    private boolean mayUse(String device) {
        List<String> include = config.ports().include();
        return include.isEmpty() || include.stream().anyMatch(entry -> names(entry, device));
    }

    private static boolean names(String entry, String device) {
        return entry.equals(device) || entry.startsWith(device + ":");
    }

    private boolean mayUse(String device, int port) {
        String full = device + ":" + port;
        List<String> include = config.ports().include();
        boolean in = include.isEmpty() || include.contains(device) || include.contains(full);
        List<String> exclude = config.ports().exclude();
        return in && !exclude.contains(device) && !exclude.contains(full);
    }

    private void open(Provider provider, String device, List<Port> found) {
        Context context;
        try {
            context = provider.open(device);
        } catch (VerbsException e) {
            notes.add(e.getMessage());
            return;
        }
        String foreign = foreign(context);
        if (!foreign.isEmpty()) {
            note(device, foreign);
            context.close();
            return;
        }
        if (extended != null && !context.attributes().xrc()) {
            String without = extended.withoutExtended();
            String text = OpenibTexts.help("no-xrc", device, without);
            notes.add(text);
            warnings.add(text);
            context.close();
            return;
        }
        boolean onDemand = config.onDemand() && context.attributes().onDemand();
        if (config.onDemand() && !onDemand) {
            warnings.add(OpenibTexts.help("no-on-demand", device));
        }
        Adapter adapter = new Adapter(context, clock, caches, onDemand);
        adapter.retain();
        try {
            for (int number = 1; number <= context.attributes().ports(); number++) {
                int most = config.ports().most();
                if (!mayUse(device, number)) {
                    notes.add(device + ":" + number + " is excluded by parameters");
                } else if (most < 0 || found.size() < most) {
                    add(adapter, number, distance(provider, device), found);
                }
            }
        } catch (VerbsException e) {
            notes.add(e.getMessage());
        } finally {
            adapter.close();
        }
    }

    /** Returns why a device's transport is none that this component has; empty when it is. */
    private static String foreign(Context context) {
        Transport transport = context.attributes().transport();
        return switch (transport) {
            case INFINIBAND, UNKNOWN -> "";
            case IWARP -> OpenibTexts.help("iwarp", context.device());
            case USNIC -> OpenibTexts.help("other-transport", context.device(), "usNIC");
            case OWN -> OpenibTexts.help("other-transport", context.device(), "its vendor's");
        };
    }

    /** Notes why a device is not used; what the user has asked for by name gets a warning. */
    private void note(String device, String why) {
        notes.add(why);
        if (config.ports().include().stream().anyMatch(entry -> names(entry, device))) {
            warnings.add(why);
        }
    }

    private void add(Adapter adapter, int number, int distance, List<Port> found) {
        Context context = adapter.context;
        String device = context.device();
        PortAttributes port = context.port(number);
        if (port.state() != PortAttributes.State.ACTIVE) {
            notes.add(OpenibTexts.help("port-down", device + ":" + number));
            return;
        }
        int most = context.attributes().maxQpWr();
        if (longest > most) {
            notes.add(OpenibTexts.help("too-many-receives", device + ":" + number, longest, most));
            return;
        }
        if (!infiniBand && !port.ethernet()) {
            notes.add(OpenibTexts.help("port-infiniband", device + ":" + number));
            return;
        }
        GidChoice choice = gid(context, port, number);
        if (choice == null) {
            return;
        }
        Gid gid = choice.gid();
        PortAddress address =
                new PortAddress(
                        port.lid(), gid.subnetPrefix(), gid.interfaceId(), mtu(port.activeMtu()));
        adapter.retain();
        found.add(
                new Port(
                        adapter,
                        device,
                        number,
                        address,
                        choice,
                        port.ethernet(),
                        port.megabitsPerSecond(),
                        port.maxMessage(),
                        config.path(),
                        distance));
    }

    private GidChoice gid(Context context, PortAttributes port, int number) {
        int wanted = config.path().gidIndex();
        try {
            return GidChoice.of(context, port, number, wanted);
        } catch (VerbsException e) {
            notes.add(e.getMessage());
            if (wanted >= 0) {
                warnings.add(e.getMessage());
            }
            return null;
        }
    }

    /** Returns the verbs' number of an MTU: 1 for 256 bytes, 5 for 4096. */
    private static int mtu(int bytes) {
        return Math.clamp(Integer.numberOfTrailingZeros(Integer.highestOneBit(bytes)) - 7, 1, 5);
    }
}
