package org.strata.oob;

import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.mca.proc.Proc;
import org.strata.oob.Frame.MalformedFrameException;
import org.strata.oob.Modex.CardWaiter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * The job as the server sees it: connections by rank, modex, fences, and messages on their way.
 * Belongs to the server's event loop; nothing here is thread-safe.
 *
 * <p>Ranks connect, and the launcher names them, by their index in the job. In frames, modex and
 * messages processes have their numbers in the federation, which begin at the job's base. What
 * concerns a process of another job goes to the name server, or from there to that job.
 */
final class Switchboard implements RankHub {
    private final JobEvents events;
    private final Executor loop;
    private final Modex modex = new Modex();
    private final List<World> worlds = new ArrayList<>();

    /** The processes of this job by index. */
    private final List<Member> members = new ArrayList<>();

    /** The ports that were published, by service. */
    private final Map<String, Service> services = new HashMap<>();

    /** The requests that the name server has not answered yet, and cannot once it is lost. */
    private final Set<CardWaiter> asked = new HashSet<>();

    /** The other jobs of the federation, if this is its name server; else null. */
    private FederationPort jobs;

    /** The connection to the name server, if there is one; else null. */
    private FederationLink nameServer;

    /** Why the connection to the name server has ended, or null. */
    private String serverEnd;

    private boolean complained;

    private int base;

    private int joined;
    private String aborting;
    private int inquiry;
    private ReportCollector reports = new ReportCollector();

    /** A published port, and the number of the process that has published it. */
    private record Service(String port, int owner) {}

    /** One process of this job. */
    private static final class Member {
        private World world;
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

    /** Adds a world that is about to be started; returns what its ranks are told. */
    JobMap grow(List<JobMap.Place> added) {
        JobMap last = worlds.getLast().map();
        int first = members.size();
        List<JobMap.Place> places = new ArrayList<>(last.places());
        places.addAll(added);
        World world = new World(last.grown(first, places));
        add(world);
        publishPlaces(world);
        return world.map();
    }

    private void publishPlaces(World world) {
        JobMap map = world.map();
        for (int i = world.first(); i < world.end(); i++) {
            put(base + i, JobMap.PLACE, map.places().get(i).encode(map.firstNumber()));
        }
    }

    // ---- the federation

    /** Lets other jobs connect, with this job's server as their name server. */
    void serve(FederationPort port) {
        jobs = port;
        beIn("of-" + map().jobId(), 0);
    }

    /** Makes this job one of a federation, before its first rank connects. */
    void join(FederationLink link, int newBase, String federation) {
        nameServer = link;
        beIn(federation, newBase);
    }

    private void beIn(String federation, int newBase) {
        base = newBase;
        for (int i = 0; i < worlds.size(); i++) {
            World world = worlds.get(i);
            World joined = new World(world.map().in(federation, newBase), world.fences());
            worlds.set(i, joined);
            members.subList(world.first(), world.end()).forEach(member -> member.world = joined);
            publishPlaces(joined);
        }
    }

    /** Returns the map of the first world. */
    JobMap map() {
        return worlds.getFirst().map();
    }

    String federation() {
        return map().federation();
    }

    /** Another job has ended: drops what is known of it, and notifies the ranks. */
    void departed(int first, int end, String reason) {
        modex.retire(first, end);
        services.values().removeIf(service -> service.owner() >= first && service.owner() < end);
        for (int rank = 0; rank < members.size(); rank++) {
            FrameWriter frame = Frame.DEPARTED.start().integer(first).integer(end);
            send(base + rank, frame.text(reason).end());
        }
    }

    /**
     * The connection to the name server has ended: nobody answers its requests, and the processes
     * of its own job are gone. Other jobs may go on, and so may their connections to this one.
     */
    void serverLost(String reason) {
        serverEnd = reason;
        List<CardWaiter> unanswered = List.copyOf(asked);
        asked.clear();
        unanswered.forEach(this::refuse);
        departed(0, Proc.JOB_SPAN, "its job has ended: " + reason);
    }

    /** A request that needs the name server finds nothing without it; the user reads why, once. */
    private void refuse(CardWaiter waiter) {
        answer(waiter, null);
        if (serverEnd != null && !complained) {
            complained = true;
            events.serverLost(serverEnd);
        }
    }

    /** The name server has sent a frame for a process of this job. */
    void deliver(int number, byte[] content) {
        FrameReader frame = new FrameReader(ByteBuffer.wrap(content));
        if (!own(number)) {
            throw new MalformedFrameException("a frame for process " + number);
        }
        switch (frame.type()) {
            case VALUE -> {
                asked.remove(new CardWaiter(number, frame.integer()));
                send(number, FrameWriter.framed(content));
            }
            case MESSAGE -> pass(number, FrameWriter.framed(content));
            default -> throw new MalformedFrameException(frame.type() + " for a rank");
        }
    }

    private boolean own(int number) {
        return number >= base && number < base + members.size();
    }

    /** Has the name server answer a request; without it there is no such value. */
    private void ask(CardWaiter waiter, FrameReader in) {
        if (nameServer.alive()) {
            asked.add(waiter);
            nameServer.relay(waiter.rank(), FrameWriter.framed(in.whole()));
        } else {
            refuse(waiter);
        }
    }

    private boolean isElsewhere(int number) {
        if (!own(number) && nameServer == null && jobs == null) {
            throw new MalformedFrameException("no rank " + number);
        }
        return !own(number) && nameServer != null;
    }

    // ---- ranks

    @Override
    public JobMap map(int rank) {
        return members.get(rank).world.map();
    }

    @Override
    public boolean expects(int rank) {
        return rank >= 0 && rank < members.size();
    }

    /** Returns whether a rank of this job is connected now. */
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
        modex.forgetAll(base + rank);
        events.disconnected(rank);
    }

    @Override
    public void receive(int rank, FrameReader in) {
        int number = base + rank;
        switch (in.type()) {
            case PUT, GET, PEEK, FORGET, MESSAGE, NAME -> request(number, in);
            case FENCE -> fence(rank, in.integer());
            case INITIALIZED -> events.initialized(rank);
            case FINALIZED -> finalized(rank);
            case NOTICE -> events.notice(rank, in.text());
            case STANDSTILL -> events.standstill(rank, in.text(), in.number());
            case REPORT -> report(rank, in);
            case SPAWN -> spawn(rank, new CardWaiter(number, in.integer()), in);
            case ABORT -> events.abortRequested(rank, in.integer(), in.text(), in.text());
            default -> throw new MalformedFrameException(in.type() + " from a rank");
        }
    }

    /** Handles what a process of this job asks for, or at the name server one of another job. */
    void request(int number, FrameReader in) {
        switch (in.type()) {
            case PUT -> put(number, in.text(), in.bytes());
            case GET -> get(new CardWaiter(number, in.integer()), in.integer(), in);
            case PEEK -> peek(new CardWaiter(number, in.integer()), in.integer(), in);
            case FORGET -> forget(new CardWaiter(number, in.integer()), in);
            case MESSAGE -> route(number, in.integer(), in);
            case NAME -> name(new CardWaiter(number, in.integer()), in);
            default -> throw new MalformedFrameException(in.type() + " is no request");
        }
    }

    /** Tells every rank, present and future, that the job is being aborted. */
    void abort(String reason) {
        aborting = reason;
        for (int rank = 0; rank < members.size(); rank++) {
            send(base + rank, Frame.ABORTING.start().text(reason).end());
        }
    }

    /** Asks all ranks that are connected what they do; the last inquiry's answers only count. */
    void inquire(ReportCollector collector) {
        reports = collector;
        inquiry++;
        int asked = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            if (connected(rank)) {
                send(base + rank, Frame.INQUIRE.start().integer(inquiry).end());
                asked++;
            }
        }
        collector.expect(asked);
    }

    private void report(int rank, FrameReader in) {
        int answered = in.integer();
        RankReport report = ReportFields.read(in, base, members.size());
        if (answered == inquiry) {
            reports.add(rank, report);
        }
    }

    @Override
    public int missing() {
        return members.size() - joined;
    }

    private void put(int number, String key, byte[] value) {
        for (CardWaiter waiter : modex.put(number, key, value)) {
            answer(waiter, value);
        }
        if (nameServer != null) {
            nameServer.relay(number, Frame.PUT.start().text(key).bytes(value).end());
        }
    }

    private void get(CardWaiter waiter, int publisher, FrameReader in) {
        if (isElsewhere(publisher)) {
            nameServer.relay(waiter.rank(), FrameWriter.framed(in.whole()));
            return;
        }
        String key = in.text();
        byte[] value = modex.peek(publisher, key);
        if (value == null) {
            modex.await(publisher, key, waiter);
        } else {
            answer(waiter, value);
        }
    }

    /** Nothing is published by a process that there is not: ranks find out like that. */
    private void peek(CardWaiter waiter, int publisher, FrameReader in) {
        if (!own(publisher) && nameServer != null) {
            ask(waiter, in);
        } else {
            answer(waiter, modex.peek(publisher, in.text()));
        }
    }

    private void forget(CardWaiter waiter, FrameReader in) {
        modex.forget(waiter);
        if (nameServer != null) {
            nameServer.relay(waiter.rank(), FrameWriter.framed(in.whole()));
        }
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
                send(base + each, Frame.FENCE.start().integer(world.fences().complete()).end());
            }
        }
    }

    /** Starts processes, which lasts: the answer follows from another thread. */
    private void spawn(int rank, CardWaiter waiter, FrameReader in) {
        Spawn spawn = SpawnFields.read(in);
        events.spawnRequested(
                rank,
                spawn,
                outcome -> loop.execute(() -> answer(waiter, outcome.in(base).encode())));
    }

    private void name(CardWaiter waiter, FrameReader in) {
        if (nameServer != null) {
            ask(waiter, in);
            return;
        }
        int action = in.integer();
        String service = in.text();
        Service offered = new Service(in.text(), waiter.rank());
        Service known = services.get(service);
        Service found =
                switch (action) {
                    case NameAction.PUBLISH ->
                            services.putIfAbsent(service, offered) == null ? offered : null;
                    case NameAction.LOOK_UP -> known;
                    case NameAction.UNPUBLISH -> {
                        if (known == null || !known.port().equals(offered.port())) {
                            yield null;
                        }
                        services.remove(service);
                        yield known;
                    }
                    default -> throw new MalformedFrameException("action " + action);
                };
        answer(waiter, found == null ? null : found.port().getBytes(StandardCharsets.UTF_8));
    }

    private void route(int source, int destination, FrameReader in) {
        if (isElsewhere(destination)) {
            nameServer.relay(source, FrameWriter.framed(in.whole()));
        } else {
            pass(destination, Frame.MESSAGE.start().integer(source).raw(in.rest()).end());
        }
    }

    /** Passes a message on; one for a process of this job waits until that has joined. */
    private void pass(int destination, ByteBuffer frame) {
        Member member = own(destination) ? members.get(destination - base) : null;
        if (member != null && member.outlet == null && !member.seen) {
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
        put(base + rank, JobMap.FINALIZED, new byte[] {1});
        send(base + rank, Frame.FINALIZED.start().end());
    }

    private void send(int number, ByteBuffer frame) {
        if (own(number)) {
            Outlet outlet = members.get(number - base).outlet;
            if (outlet != null) {
                outlet.send(frame);
            }
        } else if (jobs != null) {
            jobs.send(number, frame);
        }
    }
}
