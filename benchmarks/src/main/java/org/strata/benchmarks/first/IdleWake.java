package org.strata.benchmarks.first;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * What two wake-ups cost without an MPI: a thread that has slept for 20 ms is woken and wakes the
 * first one, by the JDK's futex ({@code unpark}) or by a datagram to its selector, which is what a
 * rank in portable mode has. The floor of {@link IdleAnswer}: {@code java -cp
 * benchmarks/target/classes org.strata.benchmarks.first.IdleWake [TRIPS]}.
 */
public final class IdleWake {
    private static final int SILENCE_MILLIS = 20;

    private IdleWake() {}

    private interface Bell {
        void await() throws IOException;

        void ring() throws IOException;
    }

    private static final class Park implements Bell {
        private volatile Thread sleeper;
        private volatile boolean rung;

        @Override
        public void await() {
            sleeper = Thread.currentThread();
            while (!rung) {
                LockSupport.park(this);
            }
            rung = false;
        }

        @Override
        public void ring() {
            rung = true;
            LockSupport.unpark(sleeper);
        }
    }

    private static final class Datagram implements Bell {
        private final Selector selector = Selector.open();
        private final DatagramChannel in = DatagramChannel.open();
        private final DatagramChannel out = DatagramChannel.open();
        private final SelectionKey key;
        private final ByteBuffer taken = ByteBuffer.allocateDirect(1);
        private final ByteBuffer signal = ByteBuffer.allocateDirect(1);

        Datagram() throws IOException {
            in.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            in.configureBlocking(false);
            key = in.register(selector, SelectionKey.OP_READ);
            out.configureBlocking(false);
            out.connect(in.getLocalAddress());
        }

        @Override
        public void await() throws IOException {
            while (!selector.selectedKeys().remove(key)) {
                selector.select();
            }
            taken.clear();
            in.receive(taken);
        }

        @Override
        public void ring() throws IOException {
            signal.clear();
            out.write(signal);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int trips = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        for (int round = 0; round < 3; round++) {
            print("unpark", new Park(), new Park(), trips);
            print("datagram", new Datagram(), new Datagram(), trips);
        }
    }

    private static void print(String name, Bell there, Bell back, int trips)
            throws IOException, InterruptedException {
        Thread other = new Thread(() -> answer(there, back, trips));
        other.start();
        double[] micros = new double[trips];
        for (int i = 0; i < trips; i++) {
            Thread.sleep(SILENCE_MILLIS);
            long begin = System.nanoTime();
            there.ring();
            back.await();
            micros[i] = (System.nanoTime() - begin) / 1e3;
        }
        other.join();
        Arrays.sort(micros);
        System.out.printf(
                "%s there and back after %d ms of silence, us: least %.0f, median %.0f%n",
                name, SILENCE_MILLIS, micros[0], micros[trips / 2]);
    }

    private static void answer(Bell there, Bell back, int trips) {
        try {
            for (int i = 0; i < trips; i++) {
                there.await();
                back.ring();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
