package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;

/** Begins the puts and gets of a window. */
final class RdmaMover {
    private final ProgressEngine engine;
    private final CopyBlocks blocks;

    RdmaMover(ProgressEngine engine, CopyBlocks blocks) {
        this.engine = engine;
        this.blocks = blocks;
    }

    /**
     * Begins a put or get of gapless bytes at the target; waits where the link has no room.
     *
     * @param remote address of the first byte at the target
     * @param operation completed when the origin's buffer may be reused, or has the data; or null
     * @return false when neither the origin's memory nor a block can be registered
     */
    boolean move(RdmaPeer peer, boolean put, Buf data, long remote, OscOperation operation) {
        BtlLink link = peer.link;
        boolean registers = link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION);
        if (data.base() == null && data.contiguous() && data.size() > blocks.bytes()) {
            int access = put ? 0 : Registration.LOCAL_WRITE;
            Registration made =
                    registers
                            ? link.rdma.register(
                                    link.endpoint, data.start(), data.size(), access, data.owner())
                            : null;
            if (made != null || !registers) {
                moveInPlace(new RdmaMove(peer, put, data, remote, blocks, made, operation));
                return true;
            }
        }
        if (!blocks.prepare(link)) {
            return false;
        }
        moveCopied(peer, put, data, remote, operation);
        return true;
    }

    private void moveInPlace(RdmaMove move) {
        long bytes = move.data.size();
        long start = move.data.start();
        long most = move.peer.link.rdma.maxRdmaSize();
        for (long position = 0; position < bytes; position += most) {
            long length = Math.min(most, bytes - position);
            engine.waitFor(new RdmaPiece(move, start + position, 0, position, length));
        }
        move.allBegun();
    }

    /** The origin's buffer of a put may be reused as soon as all of it is in blocks. */
    private void moveCopied(
            RdmaPeer peer, boolean put, Buf data, long remote, OscOperation operation) {
        RdmaMove move = new RdmaMove(peer, put, data, remote, blocks, null, put ? null : operation);
        long bytes = data.size();
        long most = Math.min(blocks.bytes(), peer.link.rdma.maxRdmaSize());
        for (long position = 0; position < bytes; position += most) {
            long length = Math.min(most, bytes - position);
            long block = blocks.take();
            if (put) {
                data.pack(position, block, length);
            }
            engine.waitFor(new RdmaPiece(move, block, block, position, length));
        }
        move.allBegun();
        if (put && operation != null) {
            operation.complete(Rc.OK);
        }
    }
}
