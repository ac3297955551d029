package org.strata.oob.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import org.strata.oob.frame.Frame;

import java.util.List;

/** Cuts the stream that a server receives into frames; what it passes on starts at the type. */
public final class FrameDecoder extends ByteToMessageDecoder {
    private int limit = Frame.HANDSHAKE_LIMIT;

    /** The peer has proved itself: frames may be as large as a rank's. */
    public void trust() {
        limit = Frame.LIMIT;
    }

    /** Returns how many bytes wait for the rest of their frame. */
    public int kept() {
        return actualReadableBytes();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < Frame.LENGTH_BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        try {
            Frame.checkLength(length, limit);
        } catch (Frame.MalformedFrameException e) {
            in.skipBytes(in.readableBytes());
            throw e;
        }
        if (in.readableBytes() >= Frame.LENGTH_BYTES + length) {
            in.skipBytes(Frame.LENGTH_BYTES);
            out.add(in.readRetainedSlice(length));
        }
    }
}
