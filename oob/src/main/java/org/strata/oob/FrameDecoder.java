package org.strata.oob;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import org.strata.oob.Frame.MalformedFrameException;

import java.util.List;

/** Cuts the stream into frames; the buffer it hands on starts at the frame's type. */
final class FrameDecoder extends ByteToMessageDecoder {
    private int limit = Frame.HANDSHAKE_LIMIT;

    /** The peer has proved itself: frames may be as large as a rank's. */
    void trust() {
        limit = Frame.LIMIT;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < Frame.LENGTH_BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > limit) {
            in.skipBytes(in.readableBytes());
            throw new MalformedFrameException("frame of " + length + " bytes");
        }
        if (in.readableBytes() >= Frame.LENGTH_BYTES + length) {
            in.skipBytes(Frame.LENGTH_BYTES);
            out.add(in.readRetainedSlice(length));
        }
    }
}
