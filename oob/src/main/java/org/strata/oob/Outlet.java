package org.strata.oob;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;

import java.nio.ByteBuffer;

/** Where frames for a rank leave: its own connection, or that of the daemon of its host. */
@FunctionalInterface
interface Outlet {
    /** Sends a frame, which begins with its length, after those before it. */
    void send(ByteBuffer frame);

    /** Returns the outlet to a rank that is connected here. */
    static Outlet to(Channel channel) {
        return frame -> channel.writeAndFlush(Unpooled.wrappedBuffer(frame));
    }
}
