package org.strata.verbs.soft;

import java.util.Locale;

/**
 * Parameters of the software HCA; {@code reference.conf} documents them.
 *
 * @param mode who executes requests
 * @param devices adapters that the provider shows
 * @param ports ports of each, 1 to 8
 * @param directory where segments are: in memory
 * @param segmentSize bytes a device's segment may grow to
 * @param maxRegistered bytes one device registers at most; 0 for no limit
 * @param pin whether registered pages are locked
 * @param maxInline longest inline payload, bytes
 * @param engineSpinMicros how long an idle engine polls before it sleeps, microseconds
 * @param bandwidth what ports claim, Mbit/s
 * @param fault what breaks on purpose
 */
public record SoftConfig(
        Mode mode,
        int devices,
        int ports,
        String directory,
        long segmentSize,
        long maxRegistered,
        Pin pin,
        int maxInline,
        int engineSpinMicros,
        int bandwidth,
        Fault fault) {
    /** Who executes requests. */
    public enum Mode {
        /** The posting thread, at once; retries when it polls. */
        INLINE,
        /** The adapter's own thread. */
        ENGINE
    }

    /** Whether registered pages are locked in memory. */
    public enum Pin {
        /** Yes; when the system refuses, says so once and goes on without. */
        AUTO,
        /** Yes; when the system refuses, so does the registration. */
        STRICT,
        /** No. */
        OFF
    }

    /**
     * Something that breaks once in each process.
     *
     * @param kind what
     * @param device the name of its device; empty for whichever gets there first
     * @param after the send request of the device, counted from 1, at which it happens
     */
    public record Fault(Kind kind, String device, int after) {
        /** Nothing breaks. */
        public static final Fault NONE = new Fault(Kind.NONE, "", 1);

        /** What breaks. */
        public enum Kind {
            /** Nothing. */
            NONE,
            /** The queue pair of the request. */
            QP,
            /** Every port of the device goes down. */
            PORT,
            /** The device. */
            DEVICE
        }
    }

    /** Reads parameters by their keys. */
    public interface Source {
        /** Returns an integer. */
        int integer(String key);

        /** Returns a number of bytes. */
        long size(String key);

        /** Returns text. */
        String text(String key);
    }

    /** What reference.conf says. */
    public static SoftConfig defaults() {
        return new SoftConfig(
                Mode.INLINE, 1, 1, "/dev/shm", 1L << 30, 0, Pin.AUTO, 256, 20, 100_000, Fault.NONE);
    }

    /** Reads the section {@code mca.verbs.soft}. */
    public static SoftConfig from(Source source) {
        return new SoftConfig(
                source.text("mode").equals("engine") ? Mode.ENGINE : Mode.INLINE,
                source.integer("devices"),
                source.integer("ports"),
                source.text("directory"),
                source.size("segment-size"),
                source.size("max-registered"),
                pin(source.text("pin")),
                source.integer("max-inline"),
                source.integer("engine-spin"),
                source.integer("bandwidth"),
                new Fault(
                        Fault.Kind.valueOf(source.text("fault").toUpperCase(Locale.ROOT)),
                        source.text("fault-device"),
                        source.integer("fault-after")));
    }

    private static Pin pin(String text) {
        return switch (text) {
            case "strict" -> Pin.STRICT;
            case "off" -> Pin.OFF;
            default -> Pin.AUTO;
        };
    }

    /** Returns the same with another mode. */
    public SoftConfig withMode(Mode other) {
        return new SoftConfig(
                other,
                devices,
                ports,
                directory,
                segmentSize,
                maxRegistered,
                pin,
                maxInline,
                engineSpinMicros,
                bandwidth,
                fault);
    }

    /** Returns the same with other numbers of devices and ports. */
    public SoftConfig withDevices(int otherDevices, int otherPorts) {
        return new SoftConfig(
                mode,
                otherDevices,
                otherPorts,
                directory,
                segmentSize,
                maxRegistered,
                pin,
                maxInline,
                engineSpinMicros,
                bandwidth,
                fault);
    }

    /** Returns the same with other rules for registration. */
    public SoftConfig withRegistration(long limit, Pin otherPin) {
        return new SoftConfig(
                mode,
                devices,
                ports,
                directory,
                segmentSize,
                limit,
                otherPin,
                maxInline,
                engineSpinMicros,
                bandwidth,
                fault);
    }
}
