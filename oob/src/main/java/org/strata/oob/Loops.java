package org.strata.oob;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;

import java.util.concurrent.ThreadFactory;

/** Event loops. */
final class Loops {
    static {
        // Netty names its channels after the machine, which it would look for among the network
        // interfaces, and warn on stderr where there is none but the loopback. No name is needed.
        System.setProperty("io.netty.machineId", "00:00:00:00:00:01");
    }

    private Loops() {}

    /** Returns a group of one loop; NIO on purpose: the native transports cost start-up time. */
    static EventLoopGroup one(ThreadFactory threads) {
        return new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
    }
}
