package org.strata.benchmarks.papers;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What first contact takes of a process that exchanges one short message with each of many peers:
 * P1's future work is to make it by datagrams, and to connect only with peers that talk more.
 */
final class ContactPaper {
    private static final int BYTES = 64;
    private static final String CONTACT = "btl_openib_first_contact";

    @Option(
            names = "--contact-peers",
            split = ",",
            description = "First contact: peers of rank 0 (default: 10,100,1000)")
    private int[] peers = {10, 100, 1000};

    /** How two ranks talk at first. */
    private enum Contact {
        RC("rc, SRQ", true),
        RC_OWN("rc, no SRQ", false),
        UD("ud", true);

        private final String title;
        private final boolean shared;

        Contact(String title, boolean shared) {
            this.title = title;
            this.shared = shared;
        }

        private Map<String, String> parameters() {
            return Map.of(CONTACT, this == UD ? "ud" : "rc");
        }
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        boolean wrong = Arrays.stream(peers).anyMatch(number -> number < 1);
        return wrong ? "--contact-peers are from 1" : "";
    }

    /**
     * Prints the tables and draws the curves. One thread does the work of both ranks, so that its
     * processor time, unlike the time that passes, does not depend on what else the host does.
     */
    void report(Path plots) throws IOException {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        Figure all = figure("memory of rank 0, registered and of queues", "KiB");
        Figure registered = figure("registered memory of rank 0", "KiB");
        Figure queues = figure("memory of its queues", "KiB");
        Figure pairs = figure("its queue pairs for peers", "queue pairs");
        Figure time = figure("processor time of first message and answer, both ranks", "us");
        for (int number : peers) {
            for (Contact contact : Contact.values()) {
                System.err.printf("papers: P1 first contact, %s, %d peers%n", contact, number);
                try (SimulatedJob job =
                        new SimulatedJob(number + 1, contact.shared, contact.parameters())) {
                    long start = clock.getCurrentThreadCpuTime();
                    for (int peer = 1; peer <= number; peer++) {
                        job.firstContact(0, peer, BYTES);
                    }
                    long nanos = clock.getCurrentThreadCpuTime() - start;
                    double micros = nanos / 1e3 / number;
                    time.best(contact.title, number, micros);
                    registered.best(contact.title, number, kib(job, "registered_bytes"));
                    queues.best(contact.title, number, kib(job, "queue_bytes"));
                    all.best(
                            contact.title,
                            number,
                            kib(job, "registered_bytes") + kib(job, "queue_bytes"));
                    pairs.best(contact.title, number, (double) job.largest("queue_pairs", 1));
                }
            }
        }
        List.of(registered, queues, pairs, time).forEach(Figure::print);
        System.out.println("plot: " + all.draw(plots, "P1-contact-memory", true));
        System.out.println("plot: " + time.draw(plots, "P1-contact-time", true));
    }

    private static double kib(SimulatedJob job, String counter) {
        return job.largest(counter, 1) / 1024.0;
    }

    private static Figure figure(String what, String unit) {
        return new Figure("P1, first contact with each peer: " + what, "peers", unit);
    }
}
