package org.strata.tests.simulation;

import org.strata.btl.wrap.BtlWrapper;
import org.strata.btl.wrap.WrappingDecorator;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.btl.BtlDecorator;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.testkit.FakeRank;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** Writes down what the PMLs of a job put on their links: packets, RDMA and registrations. */
final class RecordedLinks {
    /** What was done. */
    enum What {
        MATCH,
        RNDV,
        RGET,
        ACK,
        FRAG,
        PUT,
        FIN,
        WRITE,
        READ,
        REGISTER,
        DEREGISTER
    }

    /**
     * One thing that a rank did.
     *
     * @param link the link's name
     * @param from first byte of the message that it is about; an address for registrations
     * @param to end of those bytes
     */
    record Step(int rank, String link, What what, long from, long to) {
        long bytes() {
            return to - from;
        }
    }

    final List<Step> steps = new ArrayList<>();

    /** The rank whose registrations are refused, or -1; and their lengths. */
    int withoutMemory = -1;

    final List<Long> refused = new ArrayList<>();

    /** Per rank, whether a registration of its memory pays: what a cache says to IF_WORTH. */
    final boolean[] worth = new boolean[2];

    /** Registrations that their rank's cache may keep. */
    final List<Step> kept = new ArrayList<>();

    /** What first packets call their send, ACKs their receive, and PUTs their piece. */
    final List<Long> cookies = new ArrayList<>();

    /** Links whose reads fail from now on, without a byte read. */
    Predicate<String> failsReads = link -> false;

    /** Whether the ends of reads are held back until {@link #endReads}. */
    boolean holdsReads;

    private final List<Runnable> reads = new ArrayList<>();

    /** Lets the reads end that were held back, as their link ended them. */
    void endReads() {
        holdsReads = false;
        List<Runnable> now = List.copyOf(reads);
        reads.clear();
        now.forEach(Runnable::run);
    }

    private RdmaBtl.RdmaCallback held(RdmaBtl.RdmaCallback callback) {
        return (endpoint, length, rc) -> {
            if (holdsReads) {
                reads.add(() -> callback.onComplete(endpoint, length, rc));
            } else {
                callback.onComplete(endpoint, length, rc);
            }
        };
    }

    /** Returns the steps of some kind, in order. */
    List<Step> all(What what) {
        return steps.stream().filter(step -> step.what() == what).toList();
    }

    /** Puts the recorder around a rank's links. */
    Collection<BtlComponent> around(FakeRank rank, Collection<BtlComponent> links) {
        BtlDecorator decorator =
                new WrappingDecorator(name -> !name.equals("self"), rank.activeMessages()) {
                    @Override
                    protected BtlWrapper wrap(Btl link, BtlErrorHandler errors) {
                        return new Recorder(rank.rank(), link, errors);
                    }

                    @Override
                    public String name() {
                        return "recorder";
                    }
                };
        return BtlComponents.decorated(links, List.of(decorator)).all();
    }

    private final class Recorder extends BtlWrapper implements RdmaBtl {
        private final int rank;
        private final String name;

        Recorder(int rank, Btl link, BtlErrorHandler errors) {
            super(link, "recorder", errors);
            this.rank = rank;
            this.name = link.attributes().name();
        }

        private int add(int rc, What what, long from, long bytes) {
            if (rc == Rc.OK) {
                steps.add(new Step(rank, name, what, from, from + bytes));
            }
            return rc;
        }

        /** {@code at} is where the packet's own header is, {@code length} its bytes. */
        private void addPacket(int type, long at, long length) {
            switch (type) {
                case PacketType.MATCH -> add(Rc.OK, What.MATCH, 0, length - MatchHeader.LENGTH);
                case PacketType.RNDV -> {
                    add(Rc.OK, What.RNDV, 0, length - RendezvousHeader.LENGTH);
                    cookies.add(RendezvousHeader.sender(at));
                }
                case PacketType.RGET -> {
                    add(Rc.OK, What.RGET, 0, RendezvousHeader.messageLength(at));
                    cookies.add(RendezvousHeader.sender(at));
                }
                case PacketType.ACK -> {
                    long offset = AckHeader.offset(at);
                    add(Rc.OK, What.ACK, offset, AckHeader.end(at) - offset);
                    cookies.add(AckHeader.receiver(at));
                }
                case PacketType.FRAG ->
                        add(Rc.OK, What.FRAG, FragHeader.offset(at), length - FragHeader.LENGTH);
                case PacketType.PUT -> {
                    add(Rc.OK, What.PUT, PutHeader.offset(at), PutHeader.size(at));
                    cookies.add(PutHeader.piece(at));
                }
                case PacketType.FIN -> add(Rc.OK, What.FIN, 0, FinHeader.size(at));
                default -> {}
            }
        }

        @Override
        public int sendImmediate(
                BtlEndpoint endpoint,
                int tag,
                long header,
                int headerLength,
                Object base,
                long offset,
                int length) {
            int rc = super.sendImmediate(endpoint, tag, header, headerLength, base, offset, length);
            int type = tag - ActiveMessages.PML_TAG;
            if (rc == Rc.OK && type != PacketType.ENVELOPE) {
                addPacket(type, header, headerLength + length);
            } else if (rc == Rc.OK && EnvelopeHeader.inner(header) != 0) {
                addPacket(EnvelopeHeader.inner(header), offset, length);
            }
            return rc;
        }

        @Override
        public int sendShort(
                BtlEndpoint endpoint,
                int tag,
                long header0,
                long header1,
                Object base,
                long offset,
                int length) {
            int rc = super.sendShort(endpoint, tag, header0, header1, base, offset, length);
            // Only eager messages go this way.
            return add(rc, What.MATCH, 0, length);
        }

        @Override
        public int send(BtlEndpoint endpoint, Descriptor descriptor, int tag) {
            long at = descriptor.address;
            boolean wrapped = tag == PacketType.btlTag(PacketType.ENVELOPE);
            int type = wrapped ? EnvelopeHeader.inner(at) : tag - ActiveMessages.PML_TAG;
            int outer = wrapped ? EnvelopeHeader.LENGTH : 0;
            long length = descriptor.length + descriptor.inPlaceLength - outer;
            int before = steps.size();
            addPacket(type, at + outer, length);
            int rc = super.send(endpoint, descriptor, tag);
            if (rc != Rc.OK) {
                steps.subList(before, steps.size()).clear();
            }
            return rc;
        }

        @Override
        public Registration register(
                BtlEndpoint endpoint, long address, long length, int access, Object owner) {
            if ((access & Registration.IF_WORTH) != 0 && !worth[rank]) {
                return null;
            }
            if (rank == withoutMemory) {
                refused.add(length);
                return null;
            }
            Registration made = super.register(endpoint, address, length, access, owner);
            if ((access & Registration.TRANSIENT) == 0) {
                kept.add(new Step(rank, name, What.REGISTER, address, address + length));
            }
            return add(made == null ? Rc.NO_RESOURCE : Rc.OK, What.REGISTER, address, length)
                            == Rc.OK
                    ? made
                    : null;
        }

        @Override
        public void deregister(Registration registration) {
            add(Rc.OK, What.DEREGISTER, registration.address(), registration.length());
            super.deregister(registration);
        }

        @Override
        public int put(
                BtlEndpoint endpoint,
                long local,
                Registration registration,
                long remote,
                long handle,
                long length,
                RdmaBtl.RdmaCallback callback) {
            int rc = super.put(endpoint, local, registration, remote, handle, length, callback);
            return add(rc, What.WRITE, local, length);
        }

        @Override
        public int get(
                BtlEndpoint endpoint,
                long local,
                Registration registration,
                long remote,
                long handle,
                long length,
                RdmaBtl.RdmaCallback callback) {
            if (failsReads.test(name)) {
                held(callback).onComplete(endpoint, length, Rc.LINK_FAILED);
                return Rc.OK;
            }
            int rc =
                    super.get(
                            endpoint, local, registration, remote, handle, length, held(callback));
            return add(rc, What.READ, local, length);
        }
    }
}
