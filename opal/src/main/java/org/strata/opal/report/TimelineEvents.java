package org.strata.opal.report;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads what a {@link TimelineFile} holds. Everything in it is checked before it is used. */
public final class TimelineEvents {
    private final ByteBuffer bytes;
    private final List<String> names = new ArrayList<>();
    private final int count;
    private final long lost;

    /** What an event is. */
    public enum Kind {
        /** A call of MPI, from its begin to its end. */
        CALL,
        /** A wait in a call until another process acted. */
        WAIT,
        /** A pause in a call while data moved, or nobody was waited for. */
        TRANSFER,
        /** A region that the program has named. */
        REGION;

        private static final Kind[] ALL = values();
    }

    /** An event; see {@link TimelineFile#add}. */
    public record Event(
            Kind kind,
            String name,
            String place,
            String thread,
            int peer,
            long begin,
            long nanos) {}

    private TimelineEvents(ByteBuffer bytes, int room, long written) {
        this.bytes = bytes;
        int there = (bytes.limit() - TimelineFile.FIRST_EVENT) / TimelineFile.EVENT;
        count = (int) Math.max(0, Math.min(Math.min(written, room), there));
        lost = Math.max(0, written - count);
    }

    /**
     * Returns the events.
     *
     * @throws NumbersCodec.DamagedException when the bytes are those of no such file
     */
    public static TimelineEvents of(byte[] file) throws NumbersCodec.DamagedException {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        boolean whole = file.length >= TimelineFile.HEADER && bytes.getInt(0) == TimelineFile.MAGIC;
        int room = whole ? bytes.getInt(4) : -1;
        int used = whole ? bytes.getInt(16) : -1;
        if (room < 0
                || used < 0
                || used > TimelineFile.NAMES
                || TimelineFile.HEADER + used > file.length) {
            throw new NumbersCodec.DamagedException("its timeline is damaged");
        }
        TimelineEvents events = new TimelineEvents(bytes, room, bytes.getLong(8));
        events.readNames(bytes.slice(TimelineFile.HEADER, used));
        return events;
    }

    private void readNames(ByteBuffer in) {
        while (in.remaining() >= Short.BYTES) {
            int length = Math.min(in.getShort() & 0xffff, in.remaining());
            byte[] name = new byte[length];
            in.get(name);
            names.add(new String(name, StandardCharsets.UTF_8));
        }
    }

    /** Returns how many events were overwritten by later ones. */
    public long lost() {
        return lost;
    }

    /** Gives all events that are there, in no order. */
    public void forEach(Consumer<Event> user) {
        for (int i = 0; i < count; i++) {
            int at = TimelineFile.FIRST_EVENT + i * TimelineFile.EVENT;
            int kind = bytes.getShort(at + 20);
            long nanos = bytes.getLong(at + 8);
            if (kind >= 0 && kind < Kind.ALL.length && nanos >= 0) {
                user.accept(
                        new Event(
                                Kind.ALL[kind],
                                text(bytes.getShort(at + 24)),
                                text(bytes.getShort(at + 26)),
                                text(bytes.getShort(at + 22)),
                                bytes.getInt(at + 16),
                                bytes.getLong(at),
                                nanos));
            }
        }
    }

    private String text(int number) {
        return number >= 0 && number < names.size() ? names.get(number) : "?";
    }
}
