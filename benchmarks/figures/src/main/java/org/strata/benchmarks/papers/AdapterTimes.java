package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Option;

import java.util.Arrays;
import java.util.Locale;

/**
 * What things cost in virtual time: adapters of the papers' time, InfiniBand 4x SDR.
 *
 * <p>Where the defaults come from; none was fitted to a result:
 *
 * <ul>
 *   <li>Registration: linear in pages, 7.42 us + 0.77 us per page, deregistration 1.1 us + 0.22 us
 *       per page: J. Wu, P. Wyckoff, D. Panda, PVFS over InfiniBand (ICPP 2003), on Mellanox 4x
 *       adapters; quoted from memory, the paper was not at hand.
 *   <li>Wire: 10 Gbit/s of signals are 1000 MB/s of data; with headers of 2 KiB packets and the
 *       bus, 950 MB/s. see {@link #first} for P3's.
 *   <li>What consumes a receive request takes 1.5 us longer than a write: 7.5 - 6.0 us, P4.
 *   <li>A look at a polled place takes 10 ns: 1.3 us for 128 of them, P3 Fig 20.
 *   <li>Latency and the processor's shares: together about the 5.6 us of an empty message in P1;
 *       each model prints its own.
 *   <li>Copying: 1.2 GB/s, the order of a processor's memcpy at that time.
 * </ul>
 */
final class AdapterTimes {
    /** A time of which no paper gives the value, or only together with others. */
    enum Part {
        LATENCY("latency"),
        POST("post"),
        COMPLETION("completion: taking it"),
        MESSAGE("completion: its message"),
        POLL("poll that found something"),
        COPY("time of a copied byte");

        private final String title;

        Part(String title) {
            this.title = title;
        }

        /** Returns how it is named in tables. */
        String title() {
            return title;
        }
    }

    @Option(
            names = "--bandwidth",
            description = "Simulated: MB/s of a port (default: ${DEFAULT-VALUE})")
    private double bandwidth;

    @Option(
            names = "--latency",
            description = "Simulated: us from adapter to adapter (default: ${DEFAULT-VALUE})")
    private double latency;

    @Option(
            names = "--receive-latency",
            description =
                    "Simulated: further us for what consumes a receive request"
                            + " (default: ${DEFAULT-VALUE})")
    private double receiveLatency = 1.5;

    @Option(
            names = "--packet",
            description = "Simulated: bytes after which queue pairs take turns (default: 2048)")
    private int packet = 2048;

    @Option(
            names = "--register",
            arity = "2",
            description = "Simulated: us per registration and per page (default: 7.42 0.77)")
    private double[] register = {7.42, 0.77};

    @Option(
            names = "--deregister",
            arity = "2",
            description = "Simulated: us per deregistration and per page (default: 1.1 0.22)")
    private double[] deregister = {1.1, 0.22};

    @Option(
            names = "--copy",
            description =
                    "Simulated: MB/s of copies into and out of buffers that are sent and received"
                            + " (default: ${DEFAULT-VALUE})")
    private double copy = 1200;

    @Option(
            names = "--post",
            description = "Simulated: us to post a request (default: ${DEFAULT-VALUE})")
    private double post = 0.3;

    @Option(
            names = "--completion",
            arity = "2",
            description =
                    "Simulated: us to take a completion, and to handle its message (default: 0.3"
                            + " 0.4)")
    private double[] completion = {0.3, 0.4};

    @Option(
            names = "--poll",
            description =
                    "Simulated: us of a poll that found something, beside its completions (default:"
                            + " ${DEFAULT-VALUE})")
    private double poll = 0.1;

    @Option(
            names = "--poll-ring",
            description =
                    "Simulated: ns to look at one place in memory where a message may have arrived"
                            + " (default: ${DEFAULT-VALUE})")
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
            register[0],
            register[1],
            deregister[0],
            deregister[1]
        };
        if (Arrays.stream(times).anyMatch(time -> time < 0)) {
            return "times are not negative";
        }
        if (bandwidth <= 0 || copy <= 0) {
            return "--bandwidth and --copy are more than 0";
        }
        return packet < 1 ? "--packet is from 1" : "";
    }

    /** Returns what things cost. */
    Costs costs() {
        return costs(Part.POST, 1);
    }

    /** Returns what things cost when one part costs so many times as much. */
    Costs costs(Part part, double factor) {
        double[] factors = new double[Part.values().length];
        Arrays.fill(factors, 1e3);
        factors[part.ordinal()] *= factor;
        return new Costs(
                register[0] * 1e3,
                register[1] * 1e3,
                deregister[0] * 1e3,
                deregister[1] * 1e3,
                post * factors[Part.POST.ordinal()],
                completion[0] * factors[Part.COMPLETION.ordinal()],
                completion[1] * factors[Part.MESSAGE.ordinal()],
                poll * factors[Part.POLL.ordinal()],
                pollRing,
                factors[Part.COPY.ordinal()] / copy,
                latency * factors[Part.LATENCY.ordinal()],
                receiveLatency * 1e3,
                1e3 / bandwidth,
                packet);
    }

    /** Returns what is printed above the figures. */
    String text() {
        return String.format(
                Locale.ROOT,
                "ports of %.0f MB/s, %.1f + %.1f us; register %.2f + %.2f us per page, deregister"
                        + " %.2f + %.2f; copy %.0f MB/s; post %.1f us, completion %.1f us",
                bandwidth,
                latency,
                receiveLatency,
                register[0],
                register[1],
                deregister[0],
                deregister[1],
                copy,
                post,
                completion[0] + completion[1]);
    }
}
