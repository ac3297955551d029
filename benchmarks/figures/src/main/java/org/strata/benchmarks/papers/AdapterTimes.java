package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Option;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ToDoubleFunction;

/**
 * What things cost in virtual time: adapters of the papers' time, InfiniBand 4x SDR.
 *
 * <p>Where the defaults come from; none was fitted to a result:
 *
 * <ul>
 *   <li>Registration: linear in pages, 7.42 us + 0.77 us per page, deregistration 1.1 us + 0.22 us
 *       per page: J. Wu, P. Wyckoff, D. Panda, PVFS over InfiniBand (ICPP 2003), on Mellanox 4x
 *       adapters; quoted from memory, the paper was not at hand. {@link RegistrationTimes} measures
 *       this machine's.
 *   <li>Wire: 10 Gbit/s of signals are 1000 MB/s of data; with headers of 2 KiB packets and the
 *       bus, 950 MB/s. see {@link #first} for P3's.
 *   <li>What consumes a receive request takes 1.5 us longer than a write: 7.5 - 6.0 us, which P4
 *       quotes of the first adapters. P4 itself says that ConnectX has much less: an input that
 *       decides P3's and P4's gains, which {@code --only sensitivity} shows.
 *   <li>A look at a polled place takes 10 ns: 1.3 us for 128 of them, P3 Fig 20.
 *   <li>Latency and the processor's shares: together about the 5.6 us of an empty message in P1;
 *       each model prints its own.
 *   <li>Copying: 1.2 GB/s, the order of a processor's memcpy at that time.
 * </ul>
 */
final class AdapterTimes {
    /** An input of the models that can be moved alone; values are in the option's unit. */
    enum Input {
        BANDWIDTH("bandwidth, MB/s", times -> times.bandwidth, (times, x) -> times.bandwidth = x),
        LATENCY("latency, us", times -> times.latency, (times, x) -> times.latency = x),
        RECEIVE_LATENCY(
                "receive-latency, us",
                times -> times.receiveLatency,
                (times, x) -> times.receiveLatency = x),
        POST("post, us", times -> times.post, (times, x) -> times.post = x),
        COMPLETION(
                "taking a completion, us",
                times -> times.completion[0],
                (times, x) -> times.completion[0] = x),
        MESSAGE(
                "handling a message, us",
                times -> times.completion[1],
                (times, x) -> times.completion[1] = x),
        POLL("poll that found, us", times -> times.poll, (times, x) -> times.poll = x),
        POLL_RING("poll-ring, ns", times -> times.pollRing, (times, x) -> times.pollRing = x),
        COPY("copy, MB/s", times -> times.copy, (times, x) -> times.copy = x),
        MIRROR_COPY("mirror-copy", times -> times.mirrorCopy, (times, x) -> times.mirrorCopy = x),
        REGISTER_BASE(
                "registration, us",
                times -> times.register[0],
                (times, x) -> times.register[0] = x),
        REGISTER_PAGE(
                "registered page, us",
                times -> times.register[1],
                (times, x) -> times.register[1] = x),
        DEREGISTER_BASE(
                "deregistration, us",
                times -> times.deregister[0],
                (times, x) -> times.deregister[0] = x),
        DEREGISTER_PAGE(
                "deregistered page, us",
                times -> times.deregister[1],
                (times, x) -> times.deregister[1] = x),

        FAULT("page fault, us", times -> times.fault[0], (times, x) -> times.fault[0] = x),
        FAULT_PAGE(
                "page of a fault, us", times -> times.fault[1], (times, x) -> times.fault[1] = x);

        private final String title;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final ToDoubleFunction<AdapterTimes> get;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final ObjDoubleConsumer<AdapterTimes> set;

        Input(
                String title,
                ToDoubleFunction<AdapterTimes> get,
                ObjDoubleConsumer<AdapterTimes> set) {
            this.title = title;
            this.get = get;
            this.set = set;
        }

        /** Returns how it is named in tables, with its unit. */
        String title() {
            return title;
        }
    }

    @Option(
            names = "--bandwidth",
            description =
                    "Simulated: MB/s of a port (default: ${DEFAULT-VALUE}; P3: 871, measured there;"
                            + " else assumed: 4x SDR less headers of 2 KiB packets and the bus)")
    private double bandwidth;

    @Option(
            names = "--latency",
            description =
                    "Simulated: us from adapter to adapter (default: ${DEFAULT-VALUE}; P3: the"
                            + " 6.0 us of a write that P4 quotes, less a post; else assumed)")
    private double latency;

    @Option(
            names = "--receive-latency",
            description =
                    "Simulated: further us for what consumes a receive request (default:"
                            + " ${DEFAULT-VALUE}: 7.5 - 6.0 us of the first adapters, quoted by P4,"
                            + " which says that ConnectX has much less; P5's model has 0.45)")
    private double receiveLatency = 1.5;

    @Option(
            names = "--packet",
            description =
                    "Simulated: bytes after which queue pairs take turns (default: 2048; assumed)")
    private int packet = 2048;

    @Option(
            names = "--register",
            arity = "2",
            description =
                    "Simulated: us per registration and per page (default: 7.42 0.77, quoted from"
                            + " memory of Wu, Wyckoff, Panda, ICPP 2003; P2 --only registration"
                            + " measures mlock on this machine)")
    private double[] register = {7.42, 0.77};

    @Option(
            names = "--deregister",
            arity = "2",
            description =
                    "Simulated: us per deregistration and per page (default: 1.1 0.22, quoted from"
                            + " memory of ICPP 2003 likewise)")
    private double[] deregister = {1.1, 0.22};

    @Option(
            names = "--fault",
            arity = "2",
            description =
                    "Simulated, btl_openib_registration on_demand: us for which an adapter stands"
                            + " still that lacks pages, 4 MiB of them at most, and us per page"
                            + " (default: 220 0.13, quoted from memory of Lesokhin and others,"
                            + " ASPLOS 2017, on Connect-IB)")
    private double[] fault = {220, 0.13};

    @Option(
            names = "--copy",
            description =
                    "Simulated: MB/s of copies into and out of buffers that are sent and received"
                            + " (default: ${DEFAULT-VALUE}; assumed)")
    private double copy = 1200;

    @Option(
            names = "--mirror-copy",
            description =
                    "Simulated: share of the copy into a mirror (layouts fixed_top and"
                            + " variable_top) that takes time: 1 as this library, which composes a"
                            + " packet elsewhere; 0 as the papers', whose senders compose it in"
                            + " the mirror (default: ${DEFAULT-VALUE})")
    private double mirrorCopy = 1;

    @Option(
            names = "--post",
            description = "Simulated: us to post a request (default: ${DEFAULT-VALUE}; assumed)")
    private double post = 0.3;

    @Option(
            names = "--completion",
            arity = "2",
            description =
                    "Simulated: us to take a completion, and to handle its message (default: 0.3"
                            + " 0.4; assumed)")
    private double[] completion = {0.3, 0.4};

    @Option(
            names = "--poll",
            description =
                    "Simulated: us of a poll that found something, beside its completions (default:"
                            + " ${DEFAULT-VALUE}; assumed)")
    private double poll = 0.1;

    @Option(
            names = "--poll-ring",
            description =
                    "Simulated: ns to look at one place in memory where a message may have arrived"
                            + " (default: ${DEFAULT-VALUE}: 1.3 us for 128, P3 Fig 20)")
    private double pollRing = 10;

    /** Those on PCI Express, on which P1, P2, P4 and P5 were measured. */
    AdapterTimes() {
        this(2.0, 950);
    }

    private AdapterTimes(double latency, double bandwidth) {
        this.latency = latency;
        this.bandwidth = bandwidth;
    }

    /**
     * Returns the first ones, of 2003, on PCI-X: 6.0 us for a write and 7.5 for a send and receive
     * (P4), of which posting is 0.3; 871 MB/s (P3).
     */
    static AdapterTimes first() {
        return new AdapterTimes(5.7, 871);
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        double[] times = {
            latency,
            receiveLatency,
            post,
            completion[0],
            completion[1],
            poll,
            pollRing,
            mirrorCopy,
            register[0],
            register[1],
            deregister[0],
            deregister[1],
            fault[0],
            fault[1]
        };
        if (Arrays.stream(times).anyMatch(time -> time < 0)) {
            return "times are not negative";
        }
        if (bandwidth <= 0 || copy <= 0) {
            return "--bandwidth and --copy are more than 0";
        }
        return packet < 1 ? "--packet is from 1" : "";
    }

    /** Returns the value of an input. */
    double value(Input input) {
        return input.get.applyAsDouble(this);
    }

    /** Returns the same with another value of one input. */
    AdapterTimes with(Input input, double value) {
        AdapterTimes other = new AdapterTimes();
        for (Input each : Input.values()) {
            each.set.accept(other, value(each));
        }
        other.packet = packet;
        input.set.accept(other, value);
        return other;
    }

    /** Returns what things cost. */
    Costs costs() {
        return new Costs(
                register[0] * 1e3,
                register[1] * 1e3,
                deregister[0] * 1e3,
                deregister[1] * 1e3,
                fault[0] * 1e3,
                fault[1] * 1e3,
                post * 1e3,
                completion[0] * 1e3,
                completion[1] * 1e3,
                poll * 1e3,
                pollRing,
                1e3 / copy,
                mirrorCopy * 1e3 / copy,
                latency * 1e3,
                receiveLatency * 1e3,
                1e3 / bandwidth,
                packet);
    }

    /** Returns what is printed above the figures. */
    String text() {
        return String.format(
                Locale.ROOT,
                "ports of %.0f MB/s, %.1f + %.1f us; register %.2f + %.2f us per page, deregister"
                        + " %.2f + %.2f; copy %.0f MB/s, %.2f of copies into mirrors; post %.1f us,"
                        + " completion %.1f us; look at a ring %.1f ns",
                bandwidth,
                latency,
                receiveLatency,
                register[0],
                register[1],
                deregister[0],
                deregister[1],
                copy,
                mirrorCopy,
                post,
                completion[0] + completion[1],
                pollRing);
    }
}
