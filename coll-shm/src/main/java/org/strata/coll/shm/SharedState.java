package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.shared.Place;

/** What the component keeps of a communicator. */
final class SharedState extends CommContext.CollData {
    /** Collectives that the component below has done before the members' memory is set up. */
    int calls;

    /** Whether the members have been looked at. */
    boolean examined;

    /** Whether the component below does all collectives of the communicator. */
    boolean refused;

    /** The members' memory; null before it is set up. */
    SharedComm members;

    SharedTable rules;

    /** Buffers of this member while others use them. */
    Exposure reading;

    Exposure writing;

    /** By member: where its contribution lies, and where its result is to be stored. */
    long[] sources;

    long[] targets;

    /** A part of a user's buffer. */
    final Buf part = new Buf();

    /** The reduction with results of different lengths that is under way. */
    final ScatterCall scatter = new ScatterCall();

    private MappablePool pool;
    private final Place place = new Place();

    SharedState(Object owner) {
        super(owner);
    }

    void open(SharedComm shared, SharedTable table, MappablePool memory, Staging staging) {
        members = shared;
        rules = table;
        pool = memory;
        reading = new Exposure(memory, staging);
        writing = new Exposure(memory, staging);
        sources = new long[shared.size()];
        targets = new long[shared.size()];
    }

    /**
     * Returns where memory that a member exposes lies in this process; 0 when it cannot be used.
     */
    long address(int member, long published, long bytes) {
        if (member == members.rank()) {
            return 0;
        }
        int owner = members.comm().peer(member).rank();
        place.read(published);
        return pool.reach(owner, place.file(), place.offset(), bytes);
    }

    /** Returns the first element of a member's slice of a vector. */
    long sliceStart(int member, long count, long elementBytes) {
        return Math.min(member * sliceLength(count, elementBytes), count);
    }

    /** Slices end at cache lines where elements fit lines. */
    private long sliceLength(long count, long elementBytes) {
        long even = (count + members.size() - 1) / members.size();
        long perLine = 64 % elementBytes == 0 ? 64 / elementBytes : 1;
        return (even + perLine - 1) / perLine * perLine;
    }

    /** Returns the result of a wait. */
    int result(boolean waited) {
        return waited ? Rc.OK : members.failure();
    }
}
