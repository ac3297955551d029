package org.strata.oob;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;

import java.util.concurrent.ThreadFactory;

/**
 * An event loop that is made ahead of the server that will have it. The lock keeps two threads from
 * initialising Netty's classes in different orders, where they could wait for each other.
 */
final class LoopReserve {
    private boolean over;
    private EventLoopGroup prepared;

    /** Makes the event loop, and loads what a listener needs; does nothing after {@link #take}. */
    synchronized void prepare(ThreadFactory threads) {
        if (!over) {
            over = true;
            prepared = loop(threads);
            RankPort.prepare(prepared);
        }
    }

    /** Returns the event loop that has been prepared, once, or a new one. */
    synchronized EventLoopGroup take(ThreadFactory threads) {
        over = true;
        EventLoopGroup taken = prepared == null ? loop(threads) : prepared;
        prepared = null;
        return taken;
    }

    private static EventLoopGroup loop(ThreadFactory threads) {
        // NIO on purpose: the native transports cost start-up time.
        return new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
    }
}
