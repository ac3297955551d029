package org.strata.verbs.ibverbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The devices of {@code in-order-devices.txt}, whose RDMA writes are known to arrive in order; the
 * file explains itself, and names the source of each line.
 */
final class InOrderDevices {
    private static final String FILE = "in-order-devices.txt";
    private static final int FIELDS = 3;

    /** When a device is known to be in order. */
    enum Known {
        /** The device is not known to. */
        NEVER,
        /** It is, where libibverbs has no function that reports it. */
        UNASKED,
        /** It is, whatever libibverbs reports, since the device's driver cannot answer. */
        ALWAYS
    }

    /** Loaded when the first device is asked for. */
    private static final class Delivered {
        private static final InOrderDevices DEVICES = load();
    }

    private final Map<Long, Known> devices = new HashMap<>();

    private InOrderDevices() {}

    /** Returns the file's entry for a device. */
    static Known find(int vendor, int part) {
        return Delivered.DEVICES.known(vendor, part);
    }

    private Known known(int vendor, int part) {
        return devices.getOrDefault(key(vendor, part), Known.NEVER);
    }

    private static long key(int vendor, int part) {
        return (long) vendor << Integer.SIZE | (part & 0xffff_ffffL);
    }

    private static InOrderDevices load() {
        try (InputStream in = InOrderDevices.class.getResourceAsStream(FILE);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            InOrderDevices all = new InOrderDevices();
            lines.lines().forEach(all::add);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String line) {
        String text = line.replaceFirst("#.*", "").strip();
        if (text.isEmpty()) {
            return;
        }
        String[] fields = text.split("\\s+");
        if (fields.length != FIELDS) {
            throw new IllegalStateException(FILE + ": not three fields: " + line);
        }
        Known known = Known.valueOf(fields[2].toUpperCase(Locale.ROOT));
        for (String vendor : fields[0].split(",")) {
            for (String part : fields[1].split(",")) {
                devices.put(key(Integer.decode(vendor), Integer.decode(part)), known);
            }
        }
    }
}
