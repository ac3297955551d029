package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program and its model: in each communicator a rank receives from one other, so that
 * which message meets which receive does not depend on timing.
 */
final class TupleqProgram {
    private static final int COMMS = 3;
    private static final int NEVER = 77;
    private static final int ROUNDS = 4;
    private static final int OPERATIONS = 40;

    private final TupleqJob job;
    private final int ranks;
    private final Random random;
    private final List<Flow> flows = new ArrayList<>();
    private final boolean wildcards;

    /** One in so many receives of a tag comes from any source. */
    private final int anyOneIn;

    private int messages;

    /** What one rank receives from another one in a communicator. */
    private static final class Flow {
        final int comm;
        final int from;
        final int to;
        final List<Sent> sent = new ArrayList<>();
        final List<Posted> posted = new ArrayList<>();
        final List<Posted> cancelled = new ArrayList<>();

        Flow(int comm, int from, int to) {
            this.comm = comm;
            this.from = from;
            this.to = to;
        }
    }

    /** A message; its receive once the model has matched it. */
    private static final class Sent {
        final int id;
        final int tag;
        final int bytes;
        final PmlRequest request;
        boolean matched;

        Sent(int id, int tag, int bytes, PmlRequest request) {
            this.id = id;
            this.tag = tag;
            this.bytes = bytes;
            this.request = request;
        }
    }

    /** A receive; its message once the model has matched it. */
    private static final class Posted {
        final int tag;
        final int room;
        final Message buffer;
        final PmlRequest request;
        Sent message;

        Posted(int tag, int room, Message buffer, PmlRequest request) {
            this.tag = tag;
            this.room = room;
            this.buffer = buffer;
            this.request = request;
        }
    }

    TupleqProgram(TupleqJob job, int ranks, Random random) {
        this.job = job;
        this.ranks = ranks;
        this.random = random;
        this.wildcards = random.nextInt(3) > 0;
        this.anyOneIn = random.nextInt(3) == 0 ? 2 : 12;
        for (int comm = 0; comm < COMMS; comm++) {
            for (int to = 0; to < ranks; to++) {
                int from = (to + 1 + comm % (ranks - 1)) % ranks;
                flows.add(new Flow(comm, from, to));
            }
        }
    }

    void run() {
        try (Arena arena = Arena.ofShared()) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < OPERATIONS; i++) {
                    operation(flows.get(random.nextInt(flows.size())), arena);
                    progress(random.nextInt(4) == 0 ? 1 + random.nextInt(30) : random.nextInt(2));
                }
                flows.forEach(flow -> pairUp(flow, arena));
                progress(random.nextInt(400));
            }
            flows.forEach(flow -> drain(flow, arena));
            flows.forEach(this::check);
            for (Pml pml : job.pmls) {
                job.job.progressUntil("the flush", () -> pml.flush(() -> true));
            }
        }
    }

    private void operation(Flow flow, Arena arena) {
        switch (random.nextInt(wildcards ? 40 : 38)) {
            case 39 -> cancelled(flow, arena);
            case 38 -> probe(flow);
            default -> {
                if (random.nextBoolean()) {
                    send(flow, arena, tag(false));
                } else {
                    receive(flow, arena, tag(wildcards));
                }
            }
        }
    }

    /** Receives what has been sent and sends what is wanted, so that pairs can come back. */
    private void pairUp(Flow flow, Arena arena) {
        for (Sent sent : List.copyOf(flow.sent)) {
            if (!sent.matched) {
                receive(flow, arena, sent.tag);
            }
        }
        for (Posted posted : List.copyOf(flow.posted)) {
            if (posted.message == null) {
                send(flow, arena, posted.tag == Pml.ANY_TAG ? tag(false) : posted.tag);
            }
        }
    }

    private void progress(int times) {
        for (int i = 0; i < times; i++) {
            if (random.nextInt(3) == 0) {
                job.runAdapters(random.nextInt(20));
            } else {
                job.job.rank(random.nextInt(ranks)).progress();
            }
        }
    }

    private int tag(boolean wild) {
        return wild && random.nextInt(25) == 0 ? Pml.ANY_TAG : random.nextInt(6);
    }

    private int bytes() {
        return switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1, 2 -> 9000 + random.nextInt(30_000);
            case 3 -> TupleqJob.LONGEST + random.nextInt(3);
            default -> random.nextInt(5000);
        };
    }

    private Message message(Arena arena, int bytes) {
        Plan.Shape[] shapes = Plan.Shape.values();
        return new Message(arena, shapes[random.nextInt(shapes.length)], bytes);
    }

    private void send(Flow flow, Arena arena, int tag) {
        int bytes = bytes();
        Message buffer = message(arena, bytes);
        buffer.fill(messages);
        SendMode mode = random.nextInt(4) == 0 ? SendMode.SYNCHRONOUS : SendMode.STANDARD;
        Pml pml = job.pmls.get(flow.from);
        PmlRequest request =
                pml.isend(buffer.buf(), flow.to, tag, mode, job.comm(flow.from, flow.comm));
        Sent sent = new Sent(messages++, tag, bytes, request);
        flow.sent.add(sent);
        for (Posted posted : flow.posted) {
            if (posted.message == null && fits(posted.tag, tag)) {
                match(sent, posted);
                return;
            }
        }
    }

    private static boolean fits(int wanted, int tag) {
        return wanted == Pml.ANY_TAG || wanted == tag;
    }

    private static void match(Sent sent, Posted posted) {
        sent.matched = true;
        posted.message = sent;
    }

    private void receive(Flow flow, Arena arena, int tag) {
        Posted posted = post(flow, arena, tag, random.nextInt(20) == 0 ? 700 : 62_000);
        flow.posted.add(posted);
        for (Sent sent : flow.sent) {
            if (!sent.matched && fits(tag, sent.tag)) {
                match(sent, posted);
                return;
            }
        }
    }

    private boolean anySource() {
        return random.nextInt(anyOneIn) == 0;
    }

    private Posted post(Flow flow, Arena arena, int tag, int room) {
        Message buffer = message(arena, room);
        boolean any = wildcards && (tag == Pml.ANY_TAG ? random.nextBoolean() : anySource());
        int source = any ? Pml.ANY_SOURCE : flow.from;
        Pml pml = job.pmls.get(flow.to);
        PmlRequest request = pml.ireceive(buffer.buf(), source, tag, job.comm(flow.to, flow.comm));
        return new Posted(tag, room, buffer, request);
    }

    private void probe(Flow flow) {
        Pml pml = job.pmls.get(flow.to);
        int tag = random.nextInt(4) == 0 ? Pml.ANY_TAG : random.nextInt(6);
        PmlStatus status = new PmlStatus();
        if (pml.iprobe(flow.from, tag, job.comm(flow.to, flow.comm), status)) {
            Sent first =
                    flow.sent.stream()
                            .filter(sent -> !sent.matched && fits(tag, sent.tag))
                            .findFirst()
                            .orElseThrow();
            assertThat(status.tag).isEqualTo(first.tag);
            assertThat(status.bytes).isEqualTo(first.bytes);
        }
    }

    /** Cancels a receive that no message matches, now or later. */
    private void cancelled(Flow flow, Arena arena) {
        Posted posted = post(flow, arena, NEVER, 8);
        progress(random.nextInt(10));
        posted.request.cancel();
        flow.cancelled.add(posted);
    }

    /** Receives what is left, and sends what is still wanted. */
    private void drain(Flow flow, Arena arena) {
        for (Sent sent : List.copyOf(flow.sent)) {
            if (!sent.matched) {
                receive(flow, arena, sent.tag);
            }
        }
        for (Posted posted : flow.posted) {
            if (posted.message == null) {
                posted.request.cancel();
            }
        }
    }

    private void check(Flow flow) {
        for (Posted posted : flow.cancelled) {
            end("a cancelled receive", posted.request);
            assertThat(posted.request.cancelled).isTrue();
            posted.request.release();
        }
        for (Posted posted : flow.posted) {
            end(
                    "receive of " + (posted.message == null ? "nothing" : posted.message.id),
                    posted.request);
            check(posted);
            posted.request.release();
        }
        for (Sent sent : flow.sent) {
            end("send " + sent.id, sent.request);
            assertThat(sent.request.error).isZero();
            sent.request.release();
        }
    }

    private static void check(Posted posted) {
        PmlRequest request = posted.request;
        if (posted.message == null) {
            assertThat(request.cancelled).isTrue();
            return;
        }
        Sent sent = posted.message;
        boolean whole = sent.bytes <= posted.room;
        assertThat(Rc.name(request.error)).isEqualTo(whole ? "OK" : "TRUNCATED");
        assertThat(request.tag).isEqualTo(sent.tag);
        assertThat(request.bytes).isEqualTo(Math.min(sent.bytes, posted.room));
        posted.buffer.check(sent.id, (int) request.bytes);
    }

    private void end(String what, PmlRequest request) {
        for (int i = 0; !request.isDone(); i++) {
            assertThat(i).as(what).isLessThan(200_000);
            job.job.progress();
        }
    }
}
