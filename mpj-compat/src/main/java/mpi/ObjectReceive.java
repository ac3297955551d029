package mpi;

/**
 * A receive of objects. The message's first part is received into an array of a fixed length, so
 * that the receive can be posted before the length is known.
 */
final class ObjectReceive {
    /** Receives the first part. */
    final byte[] head = new byte[ObjectMessages.HEAD_BYTES];

    private final ObjectMessages messages;
    private final Object buf;
    private final int offset;
    private final int count;
    private final Datatype type;

    ObjectReceive(ObjectMessages messages, Object buf, int offset, int count, Datatype type) {
        UserElements.check(buf, offset, count, type);
        this.messages = messages;
        this.buf = buf;
        this.offset = offset;
        this.count = count;
        this.type = type;
    }

    /** Reads the objects once the first part has been received, and receives the rest. */
    Status finish(org.strata.mpi.Status done) {
        boolean nothing =
                Core.get(done::isCancelled) || done.getSource() == org.strata.mpi.MPI.PROC_NULL;
        if (nothing) {
            return new Status(done, type, 0);
        }
        int bytes = Core.get(() -> done.getCount(org.strata.mpi.MPI.BYTE));
        ObjectMessages.Body body = messages.body(head, bytes);
        ObjectStream.read(
                body.bytes(), body.from(), body.length(), body.objects(), buf, offset, count, type);
        return new Status(done, type, body.objects());
    }
}
