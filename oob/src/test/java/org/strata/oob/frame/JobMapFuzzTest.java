package org.strata.oob.frame;

import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.JobMap.Place;
import org.strata.testkit.fuzz.FuzzContract;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/** The description of a job, and the place of a process that was spawned. */
class JobMapFuzzTest extends FuzzContract {
    @Override
    protected List<byte[]> valid() {
        List<Place> places =
                List.of(new Place("a", 0, 0), new Place("b", 0, 1), new Place("b", 1, 1));
        FrameWriter map = Frame.JOB.start();
        new JobMap("1-abc", "of-2-def", 8, 1 << 20, 1, places).write(map);
        ByteBuffer frame = map.end();
        byte[] bytes = new byte[frame.remaining() - Frame.LENGTH_BYTES];
        frame.get(Frame.LENGTH_BYTES, bytes);
        return List.of(bytes);
    }

    @Override
    protected void parse(byte[] input) {
        FrameReader reader = new FrameReader(ByteBuffer.wrap(input));
        JobMap map = JobMap.read(reader);
        for (int rank = 0; rank < map.size(); rank++) {
            int number = map.firstNumber() + rank;
            Place place = map.place(number);
            JobMap.Spawned spawned = JobMap.Spawned.decode(place.encode(number));
            if (spawned.first() != number) {
                throw new AssertionError(spawned);
            }
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(MalformedFrameException.class);
    }
}
