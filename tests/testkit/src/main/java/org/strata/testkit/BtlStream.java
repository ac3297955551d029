package org.strata.testkit;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Random;

/**
 * A numbered sequence of messages from one station to another. The receiving side ({@link
 * Receiver}) checks that they come exactly once, in order, unharmed; the sending side checks that
 * every descriptor's callback runs exactly once.
 *
 * <p>Message n's payload is a window into random bytes that both sides share, so that checking
 * costs one comparison and nothing is filled.
 */
final class BtlStream {
    /** Bytes of a stream's header: sender, length, number. */
    static final int HEADER = 16;

    private static final int WINDOWS = 1 << 16;

    private final BtlStation from;
    private final BtlEndpoint to;
    private final int tag;
    private final Source source;
    private final BitSet completed = new BitSet();
    private final Descriptor.Callback callback = this::complete;
    private final Buf buf = new Buf();
    private long sent;
    private long descriptors;

    /** How a message is handed to the Btl. */
    enum Means {
        IMMEDIATE,
        SHORT,
        /** As SHORT, with payload from an array. */
        SHORT_FROM_ARRAY,
        ALLOC,
        PREPARE;

        private static final Means[] ALL = values();

        static Means any(Random random) {
            return ALL[random.nextInt(ALL.length)];
        }

        /** Returns one after the other. */
        static Means inTurn(int number) {
            return ALL[number % ALL.length];
        }

        /** Returns whether a message is copied by the call that sends it. */
        boolean copies() {
            return this == IMMEDIATE || isShort();
        }

        /** Returns whether its header is passed as two words. */
        boolean isShort() {
            return this == SHORT || this == SHORT_FROM_ARRAY;
        }
    }

    /** The shared random bytes and a scratch header per sender; read-only once made. */
    static final class Source {
        private final byte[] noise;
        private final long bytes;

        Source(NativeBuffers memory, int maxPayload, Random random) {
            noise = new byte[maxPayload + WINDOWS];
            random.nextBytes(noise);
            bytes = memory.allocate(noise.length);
            NativeBuffers.write(noise, bytes);
        }

        /** Returns where message {@code number} of {@code sender} takes its payload from. */
        long payload(int sender, long number) {
            return bytes + window(sender, number);
        }

        private static long window(int sender, long number) {
            return (number * 7919 + sender * 104_729L) & (WINDOWS - 1);
        }
    }

    private final long header;

    BtlStream(BtlStation from, int peer, int tag, Source source, NativeBuffers memory) {
        this.from = from;
        this.to = from.to(peer);
        this.tag = tag;
        this.source = source;
        this.header = memory.allocate(HEADER);
        from.rank().describeBy(() -> "sent " + sent + " to rank " + peer);
    }

    /** Returns the longest payload that a means takes. */
    int maxPayload(Means means) {
        int limit =
                means.copies() ? from.attributes().eagerLimit() : from.attributes().maxSendSize();
        return limit - HEADER;
    }

    /** Returns the messages accepted so far. */
    long sent() {
        return sent;
    }

    /** Tries to send the next message; false when the Btl has no resource now. */
    boolean offer(Means means, int payload) {
        int rc =
                switch (means) {
                    case IMMEDIATE -> immediate(payload);
                    case SHORT -> shortly(null, payload(), payload);
                    case SHORT_FROM_ARRAY -> shortly(source.noise, window(), payload);
                    case ALLOC -> allocated(payload);
                    case PREPARE -> prepared(payload);
                };
        if (rc == Rc.OK) {
            sent++;
            return true;
        }
        if (rc != Rc.NO_RESOURCE) {
            throw new AssertionError(means + " of message " + sent + ": " + Rc.name(rc));
        }
        return false;
    }

    private void putHeader(long address, int payload) {
        Memory.putLong(address, sizeWord(payload));
        Memory.putLong(address + 8, sent);
    }

    private long sizeWord(int payload) {
        return (long) from.rank().rank() << 32 | payload;
    }

    private long payload() {
        return source.payload(from.rank().rank(), sent);
    }

    private long window() {
        return Source.window(from.rank().rank(), sent);
    }

    private int shortly(Object base, long offset, int payload) {
        return from.btl().sendShort(to, tag, sizeWord(payload), sent, base, offset, payload);
    }

    private int immediate(int payload) {
        putHeader(header, payload);
        return from.btl().sendImmediate(to, tag, header, HEADER, null, payload(), payload);
    }

    private int allocated(int payload) {
        Descriptor descriptor = from.btl().alloc(to, HEADER + payload);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        descriptor.length = HEADER + payload;
        Memory.copy(payload(), descriptor.address + HEADER, payload);
        return submit(descriptor, payload);
    }

    private int prepared(int payload) {
        buf.setBytes(payload(), payload);
        Descriptor descriptor = from.btl().prepareSource(to, buf, 0, HEADER, payload);
        return descriptor == null ? Rc.NO_RESOURCE : submit(descriptor, payload);
    }

    private int submit(Descriptor descriptor, int payload) {
        putHeader(descriptor.address, payload);
        descriptor.callback = callback;
        descriptor.context = this;
        descriptor.cookie = sent;
        int rc = from.btl().send(to, descriptor, tag);
        if (rc == Rc.OK) {
            descriptors++;
        } else {
            from.btl().free(descriptor);
        }
        return rc;
    }

    private void complete(Btl btl, Descriptor descriptor, int rc) {
        int number = (int) descriptor.cookie;
        if (rc != Rc.OK || completed.get(number) || descriptor.context != this) {
            throw new AssertionError(
                    "callback of message "
                            + number
                            + ": "
                            + Rc.name(rc)
                            + (completed.get(number) ? ", a second time" : ""));
        }
        completed.set(number);
        btl.free(descriptor);
    }

    /** Returns whether every accepted descriptor's callback has run. */
    boolean allCompleted() {
        return completed.cardinality() == descriptors;
    }

    /** The receiving side of all streams with one tag to one station. */
    static final class Receiver implements ActiveMessages.Handler {
        private final Source source;
        private final long[] received;

        Receiver(BtlStation station, int tag, Source source) {
            this.source = source;
            this.received = new long[station.rank().job().size()];
            station.on(tag, this);
            station.rank().describeBy(() -> "received " + total());
        }

        @Override
        public void onMessage(Btl btl, BtlEndpoint from, int tag, long address, int length) {
            int sender = (int) (Memory.getLong(address) >> 32);
            int payload = (int) Memory.getLong(address);
            long number = Memory.getLong(address + 8);
            String what = "message " + number + " from rank " + sender;
            if (from.peer().rank() != sender || length != HEADER + payload) {
                throw new AssertionError(
                        what + " came from " + from.peer() + " with " + length + " bytes");
            }
            if (number != received[sender]) {
                throw new AssertionError(what + " came instead of " + received[sender]);
            }
            received[sender]++;
            if (payload > 0) {
                check(what, address + HEADER, source.payload(sender, number), payload);
            }
        }

        private static void check(String what, long found, long expected, int bytes) {
            MemorySegment all = Memory.all();
            long differs =
                    MemorySegment.mismatch(
                            all, found, found + bytes, all, expected, expected + bytes);
            if (differs >= 0) {
                throw new AssertionError(what + " differs at byte " + differs + " of " + bytes);
            }
        }

        /** Returns the messages that came from a rank. */
        long from(int sender) {
            return received[sender];
        }

        /** Returns the messages that came from all ranks. */
        long total() {
            long sum = 0;
            for (long count : received) {
                sum += count;
            }
            return sum;
        }
    }
}
