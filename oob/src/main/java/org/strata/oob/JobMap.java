package org.strata.oob;

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

    void write(FrameWriter frame) {
        frame.text(jobId).integer(universeSize).integer(places.size());
        for (Place place : places) {
            frame.text(place.host()).integer(place.localRank()).integer(place.appNum());
        }
    }

    static JobMap read(FrameReader frame) {
        String jobId = frame.text();
        int universeSize = frame.integer();
        int size = frame.integer();
        if (size < 1 || size > frame.remaining() / PLACE_BYTES_MIN) {
            throw new MalformedFrameException("job of " + size + " ranks");
        }
        List<Place> places = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            places.add(new Place(frame.text(), frame.integer(), frame.integer()));
        }
        return new JobMap(jobId, universeSize, places);
    }
}
