package org.strata.launcher.timeline;

import org.strata.opal.report.TimelineEvents;
import org.strata.opal.report.TimelineEvents.Event;
import org.strata.opal.report.TimelineEvents.Kind;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Writes events as Perfetto's TrackEvents (perfetto.dev/docs/reference/synthetic-track-event): a
 * rank is a process, each of its threads a track of it. A slice is two packets, its begin and its
 * end; those of a track lie in one another. Names and lines are written once per rank.
 */
final class PerfettoTrace implements TraceWriter {
    /** Tracks of a rank: the lower bits of a track's number; there are fewer names of threads. */
    private static final int TRACK_BITS = 20;

    /** The track and the packets of the job itself; those of ranks follow. */
    private static final int JOB = 1;

    /** A region, and what happens in it, may begin at one time: then the region is around it. */
    private static final Comparator<Event> OUTER_FIRST =
            Comparator.comparingLong(Event::begin)
                    .thenComparing(Comparator.comparingLong(Event::nanos).reversed())
                    .thenComparing(
                            event -> event.kind() == Kind.REGION ? -1 : event.kind().ordinal());

    private final OutputStream out;
    private final ProtoMessage trace = new ProtoMessage();
    private long events;

    PerfettoTrace(OutputStream out) {
        this.out = out;
    }

    // Numbers of fields: Perfetto's trace_packet.proto, track_event.proto and those they name.

    /** The fields of a Trace, a TracePacket and its flags. */
    private static final class Packet {
        static final int IN_TRACE = 1;
        static final int TIMESTAMP = 8;
        static final int SEQUENCE = 10;
        static final int TRACK_EVENT = 11;
        static final int INTERNED = 12;
        static final int FLAGS = 13;
        static final int TRACK = 60;
        static final int FLAG_CLEARED = 1;
        static final int FLAG_NEEDS_INTERNED = 2;
    }

    /** The fields of a TrackDescriptor and its ProcessDescriptor. */
    private static final class Track {
        static final int UUID = 1;
        static final int NAME = 2;
        static final int PROCESS = 3;
        static final int PARENT = 5;
        static final int PID = 1;
        static final int PROCESS_NAME = 6;
        static final int PROCESS_LABEL = 8;
    }

    /** The fields of a TrackEvent and its DebugAnnotations, and types of events. */
    private static final class Slice {
        static final int CATEGORY = 3;
        static final int ANNOTATION = 4;
        static final int TYPE = 9;
        static final int NAME = 10;
        static final int TRACK = 11;
        static final int OWN_NAME = 23;
        static final int BEGIN = 1;
        static final int END = 2;
        static final int INSTANT = 3;
        static final int KEY = 1;
        static final int NUMBER = 4;
        static final int OWN_TEXT = 6;
        static final int OWN_KEY = 10;
        static final int TEXT = 17;
    }

    /** The kinds of texts that are written once, by their fields in InternedData. */
    private enum Texts {
        CATEGORY(1),
        NAME(2),
        KEY(3),
        VALUE(29);

        private static final int IID = 1;
        private static final int TEXT = 2;
        private final int field;

        Texts(int field) {
            this.field = field;
        }
    }

    private void packet(ProtoMessage packet) throws IOException {
        trace.clear().message(Packet.IN_TRACE, packet).writeTo(out);
    }

    @Override
    public void rank(
            int rank, String host, String clock, TimelineEvents all, LongUnaryOperator times)
            throws IOException {
        long process = (long) (rank + 1) << TRACK_BITS;
        int sequence = JOB + 1 + rank;
        ProtoMessage described =
                new ProtoMessage()
                        .number(Track.PID, rank + 1L)
                        .text(Track.PROCESS_NAME, "rank " + rank + " on " + host)
                        .text(Track.PROCESS_LABEL, clock);
        ProtoMessage track =
                new ProtoMessage().number(Track.UUID, process).message(Track.PROCESS, described);
        packet(
                new ProtoMessage()
                        .number(Packet.SEQUENCE, sequence)
                        .number(Packet.FLAGS, Packet.FLAG_CLEARED)
                        .message(Packet.TRACK, track));
        Map<String, List<Event>> threads = new LinkedHashMap<>();
        all.forEach(e -> threads.computeIfAbsent(e.thread(), any -> new ArrayList<>()).add(e));
        Sequence own = new Sequence(sequence, times);
        long next = process;
        for (Map.Entry<String, List<Event>> thread : threads.entrySet()) {
            next++;
            ProtoMessage child =
                    new ProtoMessage()
                            .number(Track.UUID, next)
                            .text(Track.NAME, thread.getKey())
                            .number(Track.PARENT, process);
            packet(
                    new ProtoMessage()
                            .number(Packet.SEQUENCE, sequence)
                            .message(Packet.TRACK, child));
            own.track(next, thread.getValue());
        }
    }

    /** The packets of one rank, which have their texts in common. */
    private final class Sequence {
        private final int number;
        private final LongUnaryOperator times;
        private final Map<Texts, Map<String, Integer>> known = new HashMap<>();
        private final ProtoMessage fresh = new ProtoMessage();

        Sequence(int number, LongUnaryOperator times) {
            this.number = number;
            this.times = times;
        }

        /** Writes what one thread did; a slice ends with that around it at the latest. */
        void track(long uuid, List<Event> slices) throws IOException {
            slices.sort(OUTER_FIRST);
            List<Long> open = new ArrayList<>();
            long last = 0;
            for (Event event : slices) {
                long begin = Math.max(last, times.applyAsLong(event.begin()));
                long end = Math.max(begin, times.applyAsLong(event.begin() + event.nanos()));
                last = begin;
                while (!open.isEmpty() && open.getLast() <= begin) {
                    end(uuid, open.removeLast());
                }
                open.add(open.isEmpty() ? end : Math.min(end, open.getLast()));
                begin(uuid, begin, event);
            }
            while (!open.isEmpty()) {
                end(uuid, open.removeLast());
            }
        }

        private void begin(long uuid, long time, Event event) throws IOException {
            String kind = event.kind().name().toLowerCase(Locale.ROOT);
            ProtoMessage slice =
                    new ProtoMessage()
                            .number(Slice.TYPE, Slice.BEGIN)
                            .number(Slice.TRACK, uuid)
                            .number(Slice.CATEGORY, text(Texts.CATEGORY, kind))
                            .number(Slice.NAME, text(Texts.NAME, TraceWriter.name(event)));
            boolean waits = event.kind() == Kind.WAIT || event.kind() == Kind.TRANSFER;
            if (waits) {
                annotate(slice, "call", event.name());
            }
            if (event.kind() == Kind.WAIT && event.peer() >= 0) {
                slice.message(
                        Slice.ANNOTATION,
                        new ProtoMessage()
                                .number(Slice.KEY, text(Texts.KEY, "rank"))
                                .number(Slice.NUMBER, event.peer()));
            }
            if (!event.place().isEmpty()) {
                annotate(slice, "at", event.place());
            }
            write(time, slice);
            events++;
        }

        private void annotate(ProtoMessage slice, String key, String value) {
            slice.message(
                    Slice.ANNOTATION,
                    new ProtoMessage()
                            .number(Slice.KEY, text(Texts.KEY, key))
                            .number(Slice.TEXT, text(Texts.VALUE, value)));
        }

        private void end(long uuid, long time) throws IOException {
            write(time, new ProtoMessage().number(Slice.TYPE, Slice.END).number(Slice.TRACK, uuid));
        }

        private void write(long time, ProtoMessage slice) throws IOException {
            ProtoMessage packet =
                    new ProtoMessage()
                            .number(Packet.TIMESTAMP, time)
                            .number(Packet.SEQUENCE, number)
                            .number(Packet.FLAGS, Packet.FLAG_NEEDS_INTERNED);
            if (!fresh.isEmpty()) {
                packet.message(Packet.INTERNED, fresh);
                fresh.clear();
            }
            packet(packet.message(Packet.TRACK_EVENT, slice));
        }

        /** Returns the number of a text; the next packet tells readers a new one. */
        private int text(Texts kind, String text) {
            Map<String, Integer> numbers = known.computeIfAbsent(kind, any -> new HashMap<>());
            Integer there = numbers.get(text);
            if (there != null) {
                return there;
            }
            int added = numbers.size() + 1;
            numbers.put(text, added);
            fresh.message(
                    kind.field, new ProtoMessage().number(Texts.IID, added).text(Texts.TEXT, text));
            return added;
        }
    }

    @Override
    public long events() {
        return events;
    }

    /** The facts are those of a moment on a track of the job. */
    @Override
    public void close(Map<String, String> facts) throws IOException {
        ProtoMessage track = new ProtoMessage().number(Track.UUID, JOB).text(Track.NAME, "job");
        packet(
                new ProtoMessage()
                        .number(Packet.SEQUENCE, JOB)
                        .number(Packet.FLAGS, Packet.FLAG_CLEARED)
                        .message(Packet.TRACK, track));
        ProtoMessage moment =
                new ProtoMessage()
                        .number(Slice.TYPE, Slice.INSTANT)
                        .number(Slice.TRACK, JOB)
                        .text(Slice.OWN_NAME, "start of the job");
        facts.forEach((key, value) ->
                moment.message(
                        Slice.ANNOTATION,
                        new ProtoMessage().text(Slice.OWN_KEY, key).text(Slice.OWN_TEXT, value)));
        packet(
                new ProtoMessage()
                        .number(Packet.TIMESTAMP, 0)
                        .number(Packet.SEQUENCE, JOB)
                        .message(Packet.TRACK_EVENT, moment));
        out.close();
    }
}
