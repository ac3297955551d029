package org.strata.oob.frame;

import org.strata.oob.frame.Frame.MalformedFrameException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The job as the server describes it to a rank that joins. The processes of a job are numbered
 * through: first those that mpirun started by itself, then each world that was spawned.
 *
 * <p>Jobs that share a name server are a federation. Their processes have different numbers: all
 * those of a job are added to its base.
 *
 * @param jobId the job's name, unique on each of its nodes
 * @param federation the name of the job's federation; the job's own, when it is alone
 * @param universeSize the slots there are
 * @param base what is added to the numbers of this job's processes
 * @param first index of the first process of the rank's world
 * @param places where each process runs; the last one is the last of the rank's world
 */
public record JobMap(
        String jobId,
        String federation,
        int universeSize,
        int base,
        int first,
        List<Place> places) {
    private static final int PLACE_BYTES_MIN = 12;

    /**
     * Where one rank runs.
     *
     * @param host name of its node
     * @param localRank its index among its world's ranks on that node, from 0
     * @param appNum index of its application context
     */
    public record Place(String host, int localRank, int appNum) {
        /**
         * Returns the value to publish.
         *
         * @param first number of the first process of its world
         */
        public byte[] encode(int first) {
            byte[] name = host.getBytes(StandardCharsets.UTF_8);
            ByteBuffer fields = ByteBuffer.allocate(3 * Integer.BYTES + name.length);
            return fields.putInt(first).putInt(localRank).putInt(appNum).put(name).array();
        }
    }

    /** What the server publishes of a process that was spawned. */
    public record Spawned(int first, Place place) {
        /**
         * Reads the published value.
         *
         * @throws IllegalArgumentException if it is none
         */
        public static Spawned decode(byte[] bytes) {
            if (bytes.length < PLACE_BYTES_MIN) {
                String size = bytes.length + " bytes, at least " + PLACE_BYTES_MIN + " are needed";
                throw new IllegalArgumentException("the place of a spawned process has " + size);
            }
            ByteBuffer fields = ByteBuffer.wrap(bytes);
            int first = fields.getInt();
            int localRank = fields.getInt();
            int appNum = fields.getInt();
            String host = StandardCharsets.UTF_8.decode(fields).toString();
            return new Spawned(first, new Place(host, localRank, appNum));
        }
    }

    /** The key under which the server publishes that a process has called MPI.Finalize. */
    public static final String FINALIZED = "job.finalized";

    /** The key under which the server publishes the place of each process that was spawned. */
    public static final String PLACE = "job.place";

    /** Makes the map of a job of one world. */
    public JobMap(String jobId, int universeSize, List<Place> places) {
        this(jobId, jobId, universeSize, 0, 0, places);
    }

    /** Copies the places. */
    public JobMap {
        places = List.copyOf(places);
    }

    /** Returns the map of a later world of the same job. */
    public JobMap grown(int newFirst, List<Place> all) {
        return new JobMap(jobId, federation, universeSize, base, newFirst, all);
    }

    /** Returns the map of this job as a member of a federation. */
    public JobMap in(String name, int newBase) {
        return new JobMap(jobId, name, universeSize, newBase, first, places);
    }

    /** Returns where a process of this job runs, by its number; null for any other. */
    public Place place(int number) {
        int index = number - base;
        return index >= 0 && index < places.size() ? places.get(index) : null;
    }

    /** Returns the number of the first process of the rank's world. */
    public int firstNumber() {
        return base + first;
    }

    /** Returns the number of ranks of the rank's world. */
    public int size() {
        return places.size() - first;
    }

    public void write(FrameWriter frame) {
        frame.text(jobId).text(federation).integer(universeSize).integer(base);
        frame.integer(first).integer(places.size());
        for (Place place : places) {
            frame.text(place.host()).integer(place.localRank()).integer(place.appNum());
        }
    }

    public static JobMap read(FrameReader frame) {
        String jobId = frame.text();
        String federation = frame.text();
        int universeSize = frame.integer();
        int base = frame.integer();
        int first = frame.integer();
        int size = frame.integer();
        if (base < 0 || first < 0 || size <= first || size > frame.remaining() / PLACE_BYTES_MIN) {
            throw new MalformedFrameException("job of " + size + " ranks, from " + first + " on");
        }
        List<Place> places = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            places.add(new Place(frame.text(), frame.integer(), frame.integer()));
        }
        return new JobMap(jobId, federation, universeSize, base, first, places);
    }
}
