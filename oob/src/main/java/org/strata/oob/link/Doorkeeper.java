package org.strata.oob.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a listener alive when the process has no file descriptor left. A connection that cannot be
 * accepted stays in the kernel's queue and makes the event loop spin; so the oldest stranger is
 * closed for it, or a descriptor kept for that purpose, with which it is accepted and closed.
 */
public final class Doorkeeper extends ChannelInboundHandlerAdapter {
    private static final Path NOTHING = HostFiles.nothing();
    private static final long PAUSE_MILLIS = 20;

    private final Strangers strangers;
    private FileChannel spare;
    private boolean shedding;

    public Doorkeeper(Strangers strangers) {
        this.strangers = strangers;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        reserve();
        context.fireChannelActive();
    }

    /** Lets a connection in; returns false when it was accepted only to be closed. */
    public boolean admit(Channel channel) {
        if (shedding) {
            shedding = false;
            channel.close();
            channel.eventLoop().schedule(this::reserve, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            return false;
        }
        strangers.add(channel);
        return true;
    }

    /** Runs when accepting has failed, which means that there is no descriptor for it. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (strangers.dropOldest()) {
            return;
        }
        if (spare == null) {
            pause(context);
        } else {
            shedding = true;
            release();
        }
    }

    private void pause(ChannelHandlerContext context) {
        context.channel().config().setAutoRead(false);
        Runnable resume =
                () -> {
                    reserve();
                    context.channel().config().setAutoRead(true);
                };
        context.executor().schedule(resume, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        release();
        context.fireChannelInactive();
    }

    private void reserve() {
        if (spare == null) {
            try {
                spare = FileChannel.open(NOTHING);
            } catch (IOException e) {
                // None is free yet; the next pause tries again.
                assert e != null;
            }
        }
    }

    private void release() {
        if (spare != null) {
            try {
                spare.close();
            } catch (IOException e) {
                throw new AssertionError("closing " + NOTHING, e);
            }
            spare = null;
        }
    }
}
