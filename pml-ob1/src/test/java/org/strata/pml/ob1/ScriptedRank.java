package org.strata.pml.ob1;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.Counters;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.ScriptedLink.Packet;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FlowHeader;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.header.RgetEntry;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.NativeBuffers;

import java.util.List;

/** A whole ob1 as rank 0 of three, and the test in the place of its link and of the others. */
final class ScriptedRank implements AutoCloseable {
    static final int PEER = 1;
    static final int OTHER = 2;

    /** The peer's name of what it offers. */
    static final long COOKIE = 1234;

    final FakeJob job = FakeJob.of(3);
    final FakeRank rank = job.rank(0);
    final NativeBuffers memory = new NativeBuffers();
    final ScriptedLink link;
    final Pml pml;
    final CommContext world = comm();

    final Counters counters = new Counters();

    /** The time, which only the test moves. */
    long nanos;

    /** Messages that the peer has sent. */
    int messages;

    private int signals;

    /**
     * @param flags of the link
     */
    ScriptedRank(Ob1Config config, int flags) {
        link = new ScriptedLink(rank.proc(PEER), memory, flags);
        pml =
                new Ob1Component(
                                config,
                                link,
                                rank.activeMessages(),
                                rank.engine(),
                                counters,
                                null,
                                () -> nanos)
                        .pml();
        pml.open();
        pml.addComm(world);
    }

    private CommContext comm() {
        return new CommContext(0, 0, rank.procs().toArray(new Proc[0]), 0);
    }

    Ob1Endpoint endpoint() {
        return (Ob1Endpoint) link.links().pmlData;
    }

    /** Sends so many bytes of a pattern. */
    PmlRequest send(int bytes, long seed, SendMode mode) {
        return send(PEER, bytes, seed, mode);
    }

    PmlRequest send(int to, int bytes, long seed, SendMode mode) {
        Buf buf = new Buf(null, memory.pattern(bytes, seed), bytes, DataLayouts.BYTE);
        return pml.isend(buf, to, 7, mode, world);
    }

    PmlRequest receive(long to, int capacity, int source, int tag) {
        return pml.ireceive(new Buf(null, to, capacity, DataLayouts.BYTE), source, tag, world);
    }

    void arrive(int type, long at, int length) {
        arrive(PEER, type, at, length);
    }

    private void arrive(int from, int type, long at, int length) {
        BtlEndpoint peer =
                from == PEER ? link.peer() : link.endpoint(rank.proc(from)).send[0].endpoint;
        rank.activeMessages().dispatch(link, peer, PacketType.btlTag(type), at, length);
    }

    /** The peer says what this rank may send. */
    void flow(FlowLevel level) {
        flow(PEER, level);
    }

    void flow(int from, FlowLevel level) {
        long at = memory.allocate(FlowHeader.LENGTH);
        FlowHeader.write(at, level, ++signals);
        arrive(from, PacketType.FLOW, at, FlowHeader.LENGTH);
    }

    /** The peer asks for the rest of a message, behind the first bytes, as fragments. */
    void ask(Packet rendezvous, long from, long to) {
        long at = memory.allocate(AckHeader.LENGTH);
        long cookie = RendezvousHeader.sender(rendezvous.at());
        AckHeader.write(at, AckHeader.FLAG_REST, cookie, 77, from, to);
        arrive(PacketType.ACK, at, AckHeader.LENGTH);
    }

    /** A message of the peer arrives by the general way: so many bytes of a pattern. */
    void match(int tag, int bytes, long seed) {
        long at = memory.allocate(MatchHeader.LENGTH + bytes);
        MatchHeader.write(at, world.identity(), tag, messages++);
        NativeBuffers.fill(at + MatchHeader.LENGTH, bytes, seed);
        arrive(PacketType.MATCH, at, MatchHeader.LENGTH + bytes);
    }

    /**
     * The peer offers a message for reading.
     *
     * @param flags of the packet
     * @param source where the message is
     * @param number the peer's number of its link
     * @param handle the link's handle of the message
     */
    void offer(int flags, long source, long bytes, int number, byte[] handle) {
        int length = RendezvousHeader.RGET_LENGTH + RgetEntry.size(handle.length);
        long at = memory.allocate(length);
        MatchHeader.write(at, world.identity(), 7, messages++);
        RendezvousHeader.write(at, flags, bytes, COOKIE);
        RendezvousHeader.writeAddress(at, source);
        RgetEntry.write(RendezvousHeader.entries(at), number, handle.length);
        NativeBuffers.write(handle, RgetEntry.handle(RendezvousHeader.entries(at)));
        arrive(PacketType.RGET, at, length);
    }

    /** A long message of the peer begins to arrive; its packet brings the first bytes. */
    void rendezvous(long source, long bytes, int first) {
        int length = RendezvousHeader.LENGTH + first;
        long at = memory.allocate(length);
        MatchHeader.write(at, world.identity(), 7, messages++);
        RendezvousHeader.write(at, 0, bytes, COOKIE);
        Memory.copy(source, at + RendezvousHeader.LENGTH, first);
        arrive(PacketType.RNDV, at, length);
    }

    /** A fragment of a message arrives: the receiver's name of it, and bytes from a position on. */
    void fragment(long cookie, long source, long from, long to) {
        int bytes = (int) (to - from);
        long at = memory.allocate(FragHeader.LENGTH + bytes);
        FragHeader.write(at, cookie, from);
        Memory.copy(source + from, at + FragHeader.LENGTH, bytes);
        arrive(PacketType.FRAG, at, FragHeader.LENGTH + bytes);
    }

    long count(String name) {
        return counters.read().get("pml_ob1_" + name);
    }

    /** The only packet that was sent since the last call; it has a type. */
    Packet sent(int type) {
        assertThat(link.packets).hasSize(1);
        Packet packet = link.packets.removeFirst();
        assertThat(packet.tag()).isEqualTo(PacketType.btlTag(type));
        return packet;
    }

    List<Packet> sent() {
        return link.packets;
    }

    void poll(int times) {
        for (int i = 0; i < times; i++) {
            rank.progress();
        }
    }

    @Override
    public void close() {
        pml.close();
        job.close();
        memory.close();
    }
}
