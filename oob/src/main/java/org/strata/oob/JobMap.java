package org.strata.oob;

import io.netty.buffer.ByteBuf;

import org.strata.oob.Frame.MalformedFrameException;

import java.util.ArrayList;
import java.util.List;

/**
 * The job as the server describes it to every rank that joins.
 *
 * @param jobId the job's name, unique on each of its nodes
 * @param universeSize the slots there are
 * @param places where each rank runs, by rank
 */
public record JobMap(String jobId, int universeSize, List<Place> places) {
    private static final int PLACE_BYTES_MIN = 12;

    /**
     * Where one rank runs.
     *
     * @param host name of its node
     * @param localRank its index among the job's ranks on that node, from 0
     * @param appNum index of its application context
     */
    public record Place(String host, int localRank, int appNum) {}

    /** Copies the places. */
    public JobMap {
        places = List.copyOf(places);
    }

    /** Returns the number of ranks. */
    public int size() {
        return places.size();
    }

    void write(ByteBuf frame) {
        Frame.writeText(frame, jobId);
        frame.writeInt(universeSize);
        frame.writeInt(places.size());
        for (Place place : places) {
            Frame.writeText(frame, place.host());
            frame.writeInt(place.localRank());
            frame.writeInt(place.appNum());
        }
    }

    static JobMap read(ByteBuf frame) {
        String jobId = Frame.readText(frame);
        int universeSize = frame.readInt();
        int size = frame.readInt();
        if (size < 1 || size > frame.readableBytes() / PLACE_BYTES_MIN) {
            throw new MalformedFrameException("job of " + size + " ranks");
        }
        List<Place> places = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            places.add(new Place(Frame.readText(frame), frame.readInt(), frame.readInt()));
        }
        return new JobMap(jobId, universeSize, places);
    }
}
