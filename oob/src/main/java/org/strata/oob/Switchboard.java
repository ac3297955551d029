package org.strata.oob;

import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.Spawn;
import org.strata.oob.Modex.CardWaiter;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;
import org.strata.oob.frame.FrameWriter;
import org.strata.oob.frame.JobMap;
import org.strata.oob.frame.ReportFields;
import org.strata.oob.frame.SpawnFields;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * The job as the server sees it: handles the frames of its ranks. Belongs to the server's event
 * loop; nothing here is thread-safe.
 *
 * <p>Ranks connect, and the launcher names them, by their index in the job. In frames, modex and
 * messages processes have their numbers in the federation, which begin at the job's base. What
 * concerns a process of another job goes to the {@link Federation}.
 */
final class Switchboard implements RankHub {
    private final JobEvents events;
    private final Executor loop;
    private final Modex modex = new Modex();
    private final Members members = new Members();
    private final Services services = new Services();
    private Federation federation = Federation.ALONE;
    private int base;
    private String aborting;
    private int inquiry;
    private ReportCollector reports = new ReportCollector();

    /**
     * @param loop runs tasks on the event loop
     */
    Switchboard(JobMap map, JobEvents events, Executor loop) {
        this.events = events;
        this.loop = loop;
        members.add(new World(map));
    }

    /** Adds a world that is about to be started; returns what its ranks are told. */
    JobMap grow(List<JobMap.Place> added) {
        JobMap last = members.worlds().getLast().map();
        int first = members.size();
        List<JobMap.Place> places = new ArrayList<>(last.places());
        places.addAll(added);
        World world = new World(last.grown(first, places));
        members.add(world);
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

    /** Makes this job one of a federation, before the first rank of another job is known here. */
    void join(Federation jobs, int newBase, String name) {
        federation = jobs;
        base = newBase;
        members.renumber(name, newBase);
        members.worlds().forEach(this::publishPlaces);
    }

    /** Returns the map of the first world. */
    JobMap map() {
        return members.worlds().getFirst().map();
    }

    String federation() {
        return map().federation();
    }

    /** Another job has ended: drops what is known of it, and notifies the ranks. */
    void departed(int first, int end, String reason) {
        modex.retire(first, end);
        services.retire(first, end);
        for (int rank = 0; rank < members.size(); rank++) {
            FrameWriter frame = Frame.DEPARTED.start().integer(first).integer(end);
            members.send(rank, frame.text(reason).end());
        }
    }

    /** Returns whether a number is that of a process of this job. */
    boolean own(int number) {
        return members.contains(number - base);
    }

    // ---- ranks

    @Override
    public JobMap map(int rank) {
        return members.world(rank).map();
    }

    @Override
    public boolean expects(int rank) {
        return members.contains(rank);
    }

    /** Returns whether a rank of this job is connected now. */
    boolean connected(int rank) {
        return members.isConnected(rank);
    }

    @Override
    public String refusal(int rank) {
        if (members.hasJoined(rank)) {
            return "rank " + rank + " has already joined this job; a second process cannot be it";
        }
        return aborting;
    }

    @Override
    public void join(int rank, long pid, Outlet outlet) {
        members.join(rank, outlet);
        events.joined(rank, pid);
    }

    @Override
    public void leave(int rank) {
        members.leave(rank);
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
            members.send(rank, Frame.ABORTING.start().text(reason).end());
        }
    }

    /** Asks all ranks that are connected what they do; the last inquiry's answers only count. */
    void inquire(ReportCollector collector) {
        reports = collector;
        inquiry++;
        int asked = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            if (connected(rank)) {
                members.send(rank, Frame.INQUIRE.start().integer(inquiry).end());
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
        return members.missing();
    }

    /** Returns what this job's ranks have published under a key, by rank. */
    Map<Integer, byte[]> published(String key) {
        Map<Integer, byte[]> values = new TreeMap<>();
        for (int rank = 0; rank < members.size(); rank++) {
            byte[] value = modex.peek(base + rank, key);
            if (value != null) {
                values.put(rank, value);
            }
        }
        return values;
    }

    private void put(int number, String key, byte[] value) {
        for (CardWaiter waiter : modex.put(number, key, value)) {
            answer(waiter, value);
        }
        federation.published(number, key, value);
    }

    private void get(CardWaiter waiter, int publisher, FrameReader in) {
        if (!own(publisher) && federation.isElsewhere(publisher)) {
            federation.relay(waiter.rank(), FrameWriter.framed(in.whole()));
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
        if (own(publisher) || !federation.ask(waiter, in)) {
            answer(waiter, modex.peek(publisher, in.text()));
        }
    }

    private void forget(CardWaiter waiter, FrameReader in) {
        modex.forget(waiter);
        federation.forgotten(waiter, in);
    }

    /** Answers a request; null for no such value. */
    void answer(CardWaiter waiter, byte[] value) {
        FrameWriter frame = Frame.VALUE.start().integer(waiter.request());
        frame.flag(value != null).bytes(value == null ? new byte[0] : value);
        send(waiter.rank(), frame.end());
    }

    private void fence(int rank, int count) {
        World world = members.world(rank);
        if (world.fences().enter(rank - world.first(), count)) {
            for (int each = world.first(); each < world.end(); each++) {
                members.send(each, Frame.FENCE.start().integer(world.fences().complete()).end());
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
        if (!federation.ask(waiter, in)) {
            String port = services.apply(in.integer(), in.text(), in.text(), waiter.rank());
            answer(waiter, port == null ? null : port.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void route(int source, int destination, FrameReader in) {
        if (!own(destination) && federation.isElsewhere(destination)) {
            federation.relay(source, FrameWriter.framed(in.whole()));
        } else {
            pass(destination, Frame.MESSAGE.start().integer(source).raw(in.rest()).end());
        }
    }

    /** Passes a message on; one for a process of this job waits until that has joined. */
    void pass(int destination, ByteBuffer message) {
        if (own(destination)) {
            members.pass(destination - base, message);
        } else {
            federation.send(destination, message);
        }
    }

    private void finalized(int rank) {
        events.finalized(rank);
        put(base + rank, JobMap.FINALIZED, new byte[] {1});
        members.send(rank, Frame.FINALIZED.start().end());
    }

    /** Sends a frame to a process of any job. */
    void send(int number, ByteBuffer frame) {
        if (own(number)) {
            members.send(number - base, frame);
        } else {
            federation.send(number, frame);
        }
    }
}
