package org.strata.benchmarks.papers;

import org.strata.opal.memory.Memory;
import org.strata.testkit.timed.Costs;

import java.lang.foreign.Arena;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Windows of messages to a rank that many others are connected with, in virtual time: rank 0
 * receives, and each of the others has sent it a message and got one. Or everybody sends at once,
 * an exchange of all with all as one of its ranks sees it.
 */
final class CrowdedWindows implements AutoCloseable {
    private static final int PAGE = 4096;
    private static final int ANSWER = 8;

    private final Arena arena = Arena.ofShared();
    private final TimedJob job;
    private final int peers;
    private final int bytes;
    private final long out;
    private final long in;

    /** The time of something in microseconds, and the messages that found no receive meanwhile. */
    record Result(double micros, long refused) {}

    /**
     * @param bytes of a message
     * @param parameters of the stack, by Open MPI's names
     */
    CrowdedWindows(int peers, int bytes, Costs costs, Map<String, String> parameters) {
        this.peers = peers;
        this.bytes = bytes;
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put("btl_openib_use_eager_rdma", "0");
        // So many ranks have little memory each: a receive takes a message, and nothing longer.
        String longest = Integer.toString(bytes + 1024);
        all.put("btl_openib_eager_limit", longest);
        all.put("btl_openib_rndv_eager_limit", longest);
        all.put("btl_openib_max_send_size", longest);
        job = new TimedJob(peers + 1, costs, 1, all);
        out = Memory.allocate(arena, bytes, PAGE);
        in = Memory.allocate(arena, bytes, PAGE);
        for (int peer = 1; peer <= peers; peer++) {
            job.send(peer, out, ANSWER, 0);
            job.receive(0, in, ANSWER, peer);
            job.send(0, out, ANSWER, peer);
            job.receive(peer, in, ANSWER, 0);
        }
        job.run();
    }

    /**
     * Some peers send windows, each of which rank 0 answers; returns the time per message.
     *
     * @param senders peers that send, at the same time
     * @param window messages
     */
    Result windows(int senders, int window, int times) {
        windows(senders, window);
        return timed(
                (long) times * senders * window,
                () -> {
                    for (int i = 0; i < times; i++) {
                        windows(senders, window);
                    }
                });
    }

    private void windows(int senders, int window) {
        for (int peer = 1; peer <= senders; peer++) {
            for (int i = 0; i < window; i++) {
                job.isend(peer, out, bytes, 0);
                job.ireceive(0, in, bytes, peer);
            }
            job.ireceive(peer, in, ANSWER, 0);
            job.wait(peer, window + 1);
        }
        job.wait(0, senders * window);
        for (int peer = 1; peer <= senders; peer++) {
            job.isend(0, out, ANSWER, peer);
        }
        job.wait(0, senders);
    }

    /**
     * Everybody sends rank 0 so many messages at once, and gets as many; returns the time of an
     * exchange.
     */
    Result exchanges(int messages, int times) {
        exchange(messages);
        return timed(
                times,
                () -> {
                    for (int i = 0; i < times; i++) {
                        exchange(messages);
                    }
                });
    }

    private void exchange(int messages) {
        int all = messages * peers;
        for (int peer = 1; peer <= peers; peer++) {
            for (int i = 0; i < messages; i++) {
                job.ireceive(0, in, bytes, peer);
                job.ireceive(peer, in, bytes, 0);
                job.isend(peer, out, bytes, 0);
            }
            job.wait(peer, 2 * messages);
        }
        for (int i = 0; i < messages; i++) {
            for (int peer = 1; peer <= peers; peer++) {
                job.isend(0, out, bytes, peer);
            }
        }
        job.wait(0, 2 * all);
    }

    private Result timed(long parts, Runnable what) {
        job.run();
        long before = job.refusals();
        long began = job.time(0).nanoTime();
        what.run();
        job.run();
        double micros = (job.time(0).nanoTime() - began) / 1e3 / parts;
        return new Result(micros, job.refusals() - before);
    }

    /** Returns a counter of rank 0. */
    long counter(String name) {
        return job.counters(0).get(name);
    }

    @Override
    public void close() {
        job.close();
        arena.close();
        // The native memory of so many adapters is freed when its owners are collected.
        System.gc();
    }
}
