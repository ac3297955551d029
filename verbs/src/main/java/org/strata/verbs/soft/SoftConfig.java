package org.strata.verbs.soft;

import org.strata.opal.platform.Platform;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Parameters of the software HCA; {@code reference.conf} documents them.
 *
 * @param mode which thread executes requests
 * @param adapters the adapters that the provider lists
 * @param segments files of the adapters
 * @param registration limits of registration
 * @param maxInline longest inline payload, bytes
 * @param engineSpinMicros how long an idle engine polls before it sleeps, microseconds
 * @param fault what the provider breaks on purpose
 * @param delivery in which order the bytes of a message arrive
 */
public record SoftConfig(
        Mode mode,
        Adapters adapters,
        Segments segments,
        RegistrationRules registration,
        int maxInline,
        int engineSpinMicros,
        Fault fault,
        DeliveryOrder delivery) {
    /** Which thread executes requests. */
    public enum Mode {
        /** The posting thread, at once; it retries when it polls. */
        INLINE,
        /** The adapter's own thread. */
        ENGINE
    }

    /**
     * The adapters of a host.
     *
     * @param devices number of adapters
     * @param ports ports of each, 1 to 8
     * @param bandwidth that ports report, Mbit/s
     * @param memoryNodes that the first adapters say they are attached to; the others say nothing
     * @param xrc whether they have extended reliable connections
     */
    public record Adapters(
            int devices, int ports, int bandwidth, List<Integer> memoryNodes, boolean xrc) {
        /** Copies the list. */
        public Adapters {
            memoryNodes = List.copyOf(memoryNodes);
        }
    }

    /**
     * Files of the adapters' memory.
     *
     * @param directory of the files, in a file system in memory
     * @param maxBytes bytes that the file of one adapter may grow to
     */
    public record Segments(String directory, long maxBytes) {}

    /**
     * Limits of registration.
     *
     * @param maxBytes bytes that one adapter registers at most; 0 for no limit
     * @param pin whether the adapter locks registered pages
     * @param onDemand whether it can do without, where the registration asks for it
     */
    public record RegistrationRules(long maxBytes, Pin pin, boolean onDemand) {}

    /** Whether the adapter locks registered pages in memory. */
    public enum Pin {
        /** It locks them; when the system refuses, it warns once and goes on without. */
        AUTO,
        /** It locks them; when the system refuses, the registration fails. */
        STRICT,
        /** It does not lock them. */
        OFF
    }

    /**
     * A failure on purpose, once in each process.
     *
     * @param kind what breaks
     * @param device the name of its device; empty for the first that posts so many requests
     * @param after number of the device's send request, counted from 1, at which it breaks
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
            DEVICE,
            /** The thread that executes the request: the JVM throws an error in it. */
            ERROR
        }
    }

    /**
     * In which order the bytes of a message arrive.
     *
     * @param scrambled in pieces, in random order, with polls of both sides in between: what an
     *     adapter may do that promises no order
     * @param seed of that order; each queue pair has its own sequence
     */
    public record DeliveryOrder(boolean scrambled, long seed) {
        /** The last word comes last. */
        public static final DeliveryOrder ORDERED = new DeliveryOrder(false, 1);
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

    /** Returns the defaults of {@code reference.conf}. */
    public static SoftConfig defaults() {
        return new SoftConfig(
                Mode.INLINE,
                new Adapters(1, 1, 100_000, List.of(), true),
                new Segments("/dev/shm", 1L << 30),
                new RegistrationRules(0, Pin.AUTO, true),
                256,
                20,
                Fault.NONE,
                DeliveryOrder.ORDERED);
    }

    /** Reads the section {@code mca.verbs.soft}. */
    public static SoftConfig from(Source source) {
        return new SoftConfig(
                source.text("mode").equals("engine") ? Mode.ENGINE : Mode.INLINE,
                new Adapters(
                        source.integer("devices"),
                        source.integer("ports"),
                        source.integer("bandwidth"),
                        memoryNodes(source.text("memory-nodes")),
                        source.text("xrc").equals("true")),
                new Segments(source.text("directory"), source.size("segment-size")),
                new RegistrationRules(
                        source.size("max-registered"),
                        pin(source.text("pin")),
                        source.text("on-demand").equals("true")),
                source.integer("max-inline"),
                source.integer("engine-spin"),
                new Fault(
                        Fault.Kind.valueOf(source.text("fault").toUpperCase(Locale.ROOT)),
                        source.text("fault-device"),
                        source.integer("fault-after")),
                new DeliveryOrder(
                        source.text("delivery").equals("scrambled"),
                        source.integer("delivery-seed")));
    }

    /** Words that are no numbers stand for an adapter that does not say. */
    private static List<Integer> memoryNodes(String text) {
        if (text.isBlank()) {
            return List.of();
        }
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .map(word -> word.matches("\\d{1,4}") ? Integer.parseInt(word) : -1)
                .toList();
    }

    private static Pin pin(String text) {
        return switch (text) {
            case "strict" -> Pin.STRICT;
            case "off" -> Pin.OFF;
            // Where the platform has no such call, nobody is told in each job that it is refused.
            default -> Platform.current() == Platform.LINUX ? Pin.AUTO : Pin.OFF;
        };
    }

    /** Returns the same with another mode. */
    public SoftConfig withMode(Mode other) {
        return new SoftConfig(
                other,
                adapters,
                segments,
                registration,
                maxInline,
                engineSpinMicros,
                fault,
                delivery);
    }

    /** Returns the same with other numbers of devices and ports. */
    public SoftConfig withDevices(int devices, int ports) {
        Adapters other =
                new Adapters(
                        devices, ports, adapters.bandwidth, adapters.memoryNodes, adapters.xrc);
        return new SoftConfig(
                mode, other, segments, registration, maxInline, engineSpinMicros, fault, delivery);
    }

    /** Returns the same with adapters that are attached to these memory nodes. */
    public SoftConfig withMemoryNodes(Integer... nodes) {
        Adapters other =
                new Adapters(
                        adapters.devices,
                        adapters.ports,
                        adapters.bandwidth,
                        List.of(nodes),
                        adapters.xrc);
        return new SoftConfig(
                mode, other, segments, registration, maxInline, engineSpinMicros, fault, delivery);
    }

    /** Returns the same without extended reliable connections. */
    public SoftConfig withoutXrc() {
        Adapters a = adapters;
        Adapters other = new Adapters(a.devices, a.ports, a.bandwidth, a.memoryNodes, false);
        return new SoftConfig(
                mode, other, segments, registration, maxInline, engineSpinMicros, fault, delivery);
    }

    /** Returns the same with other files. */
    public SoftConfig withSegments(String directory, long maxBytes) {
        Segments other = new Segments(directory, maxBytes);
        return new SoftConfig(
                mode, adapters, other, registration, maxInline, engineSpinMicros, fault, delivery);
    }

    /** Returns the same with other limits of registration. */
    public SoftConfig withRegistration(long maxBytes, Pin pin) {
        RegistrationRules other = new RegistrationRules(maxBytes, pin, registration.onDemand);
        return new SoftConfig(
                mode, adapters, segments, other, maxInline, engineSpinMicros, fault, delivery);
    }

    /** Returns the same with another order of delivery. */
    public SoftConfig withDelivery(DeliveryOrder other) {
        return new SoftConfig(
                mode, adapters, segments, registration, maxInline, engineSpinMicros, fault, other);
    }
}
