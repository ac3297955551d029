package org.strata.oob;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server ends its event loop: no other may have the same one. */
class LoopReserveTest {
    private final LoopReserve reserve = new LoopReserve();
    private final List<Thread> threads = new ArrayList<>();
    private final List<EventLoopGroup> loops = new ArrayList<>();

    @AfterEach
    void end() {
        loops.forEach(loop -> loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS));
    }

    private Thread thread(Runnable task) {
        threads.add(TestJob.thread(task));
        return threads.getLast();
    }

    private EventLoopGroup take() {
        EventLoopGroup loop = reserve.take(this::thread);
        loops.add(loop);
        // A loop has no thread before its first task.
        loop.submit(() -> {}).awaitUninterruptibly();
        return loop;
    }

    @Test
    void thePreparedLoopIsTakenOnce() {
        reserve.prepare(this::thread);
        reserve.prepare(this::thread);
        assertThat(threads).hasSize(1);
        EventLoopGroup first = take();
        assertThat(threads).as("the prepared one").hasSize(1);
        assertThat(take()).isNotSameAs(first);
        assertThat(threads).hasSize(2);
    }

    @Test
    void nothingIsPreparedForNobody() {
        take();
        reserve.prepare(this::thread);
        assertThat(threads).hasSize(1);
    }
}
