package org.strata.oob;

import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.oob.Frame.MalformedFrameException;
import org.strata.oob.Modex.CardWaiter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * The job as the server sees it: connections by rank, modex, fences, and messages on their way.
 * Belongs to the server's event loop; nothing here is thread-safe.
 */
final class Switchboard implements RankHub {
    private final JobEvents events;
    private final Executor loop;
    private final Modex modex = new Modex();
    private final List<World> worlds = new ArrayList<>();

    /** The processes by number. */
    private final List<Member> members = new ArrayList<>();

    /** The ports that were published, by service. */
    private final Map<String, String> services = new HashMap<>();

    private int joined;
    private String aborting;
    private int inquiry;
    private ReportCollector reports = new ReportCollector();

    /** One process, by its number. */
    private static final class Member {
        private final World world;
        private Outlet outlet;

        /** Messages for it, until it joins. */
        private Queue<ByteBuffer> early;

        private boolean seen;

        Member(World world) {
            this.world = world;
        }
    }

    /**
     * @param loop runs tasks on the event loop
     */
    Switchboard(JobMap map, JobEvents events, Executor loop) {
        this.events = events;
        this.loop = loop;
        add(new World(map));
    }

    private void add(World world) {
        worlds.add(world);
        for (int number = world.first(); number < world.end(); number++) {
            members.add(new Member(world));
        }
    }

    /** Adds a world that is about to be started; returns the number of its first process. */
    int grow(List<JobMap.Place> added) {
        JobMap last = worlds.getLast().map();
        int first = members.size();
        List<JobMap.Place> places = new ArrayList<>(last.places());
        places.addAll(added);
        add(new World(new JobMap(last.jobId(), last.universeSize(), first, places)));
        for (int i = 0; i < added.size(); i++) {
            put(first + i, JobMap.PLACE, added.get(i).encode(first));
        }
        return first;
    }

    @Override
    public JobMap map(int rank) {
        return members.get(rank).world.map();
    }

    @Override
    public boolean expects(int rank) {
        return rank >= 0 && rank < members.size();
    }

    /** Returns whether a process is connected now. */
    boolean connected(int rank) {
        return members.get(rank).outlet != null;
    }

    @Override
    public String refusal(int rank) {
        if (members.get(rank).seen) {
            return "rank " + rank + " has already joined this job; a second process cannot be it";
        }
        return aborting;
    }

    @Override
    public void join(int rank, long pid, Outlet outlet) {
        Member member = members.get(rank);
        member.seen = true;
        joined++;
        member.outlet = outlet;
        Queue<ByteBuffer> kept = member.early;
        member.early = null;
        while (kept != null && !kept.isEmpty()) {
            outlet.send(kept.remove());
        }
        events.joined(rank, pid);
    }

    @Override
    public void leave(int rank) {
        members.get(rank).outlet = null;
        modex.forgetAll(rank);
        events.disconnected(rank);
    }

    @Override
    public void receive(int rank, FrameReader in) {
        switch (in.type()) {
            case PUT -> put(rank, in.text(), in.bytes());
            case GET -> get(new CardWaiter(rank, in.integer()), rank(in), in.text());
            case PEEK -> peek(new CardWaiter(rank, in.integer()), in.integer(), in.text());
            case FORGET -> modex.forget(new CardWaiter(rank, in.integer()));
            case FENCE -> fence(rank, in.integer());
            case MESSAGE -> route(rank, in);
            case INITIALIZED -> events.initialized(rank);
            case FINALIZED -> finalized(rank);
            case NOTICE -> events.notice(rank, in.text());
            case REPORT -> report(rank, in);
            case SPAWN -> spawn(new CardWaiter(rank, in.integer()), in);
            case NAME -> name(new CardWaiter(rank, in.integer()), in);
            case ABORT -> events.abortRequested(rank, in.integer(), in.text(), in.text());
            default -> throw new MalformedFrameException(in.type() + " from a rank");
        }
    }

    /** Tells every rank, present and future, that the job is being aborted. */
    void abort(String reason) {
        aborting = reason;
        for (int rank = 0; rank < members.size(); rank++) {
            send(rank, Frame.ABORTING.start().text(reason).end());
        }
    }

    /** Asks all ranks that are connected what they do; the last inquiry's answers only count. */
    void inquire(ReportCollector collector) {
        reports = collector;
        inquiry++;
        int asked = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            if (connected(rank)) {
                send(rank, Frame.INQUIRE.start().integer(inquiry).end());
                asked++;
            }
        }
        collector.expect(asked);
    }

    private void report(int rank, FrameReader in) {
        int answered = in.integer();
        RankReport report = ReportFields.read(in, members.size());
        if (answered == inquiry) {
            reports.add(rank, report);
        }
    }

    @Override
    public int missing() {
        return members.size() - joined;
    }

    private int rank(FrameReader in) {
        int rank = in.integer();
        if (rank < 0 || rank >= members.size()) {
            throw new MalformedFrameException("no rank " + rank);
        }
        return rank;
    }

    private void put(int rank, String key, byte[] value) {
        for (CardWaiter waiter : modex.put(rank, key, value)) {
            answer(waiter, value);
        }
    }

    private void get(CardWaiter waiter, int publisher, String key) {
        byte[] value = modex.peek(publisher, key);
        if (value == null) {
            modex.await(publisher, key, waiter);
        } else {
            answer(waiter, value);
        }
    }

    /** Nothing is published by a process that there is not: ranks find out like that. */
    private void peek(CardWaiter waiter, int publisher, String key) {
        answer(waiter, modex.peek(publisher, key));
    }

    private void answer(CardWaiter waiter, byte[] value) {
        FrameWriter frame = Frame.VALUE.start().integer(waiter.request());
        frame.flag(value != null).bytes(value == null ? new byte[0] : value);
        send(waiter.rank(), frame.end());
    }

    private void fence(int rank, int count) {
        World world = members.get(rank).world;
        if (world.fences().enter(rank - world.first(), count)) {
            for (int each = world.first(); each < world.end(); each++) {
                send(each, Frame.FENCE.start().integer(world.fences().complete()).end());
            }
        }
    }

    /** Starts processes, which lasts: the answer follows from another thread. */
    private void spawn(CardWaiter waiter, FrameReader in) {
        Spawn spawn = SpawnFields.read(in);
        events.spawnRequested(
                waiter.rank(),
                spawn,
                outcome -> loop.execute(() -> answer(waiter, outcome.encode())));
    }

    private void name(CardWaiter waiter, FrameReader in) {
        int action = in.integer();
        String service = in.text();
        String port = in.text();
        String found =
                switch (action) {
                    case NameAction.PUBLISH ->
                            services.putIfAbsent(service, port) == null ? port : null;
                    case NameAction.LOOK_UP -> services.get(service);
                    case NameAction.UNPUBLISH -> services.remove(service, port) ? port : null;
                    default -> throw new MalformedFrameException("action " + action);
                };
        answer(waiter, found == null ? null : found.getBytes(StandardCharsets.UTF_8));
    }

    private void route(int source, FrameReader in) {
        int destination = rank(in);
        ByteBuffer frame = Frame.MESSAGE.start().integer(source).raw(in.rest()).end();
        Member member = members.get(destination);
        if (member.outlet == null && !member.seen) {
            if (member.early == null) {
                member.early = new ArrayDeque<>();
            }
            member.early.add(frame);
        } else {
            send(destination, frame);
        }
    }

    private void finalized(int rank) {
        events.finalized(rank);
        put(rank, JobMap.FINALIZED, new byte[] {1});
        send(rank, Frame.FINALIZED.start().end());
    }

    private void send(int rank, ByteBuffer frame) {
        Outlet outlet = members.get(rank).outlet;
        if (outlet != null) {
            outlet.send(frame);
        }
    }
}
