package org.strata.tests.system.launcher.programs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Attacks ports without a secret: 2,000 idle connections to each; garbage, lengths that no frame
 * has, and whatever a port says sent back to it, until it is killed.
 */
public final class Besieger {
    private static final int IDLE = 2000;
    private static final int RESTING_MILLIS = 2;

    private final Random random = new Random(18);
    private final List<SocketChannel> open = new ArrayList<>();

    private Besieger() {}

    /** Runs it: addresses, each {@code HOST:PORT}. */
    public static void main(String[] args) throws Exception {
        Besieger besieger = new Besieger();
        List<InetSocketAddress> ports = new ArrayList<>();
        for (String arg : args) {
            int colon = arg.lastIndexOf(':');
            String host = arg.substring(0, colon);
            ports.add(new InetSocketAddress(host, Integer.parseInt(arg.substring(colon + 1))));
        }
        for (int i = 0; i < IDLE; i++) {
            for (InetSocketAddress port : ports) {
                besieger.connect(port);
            }
        }
        System.out.println("besieged " + ports.size() + " ports");
        int round = 0;
        while (round >= 0) {
            besieger.attack(ports.get(round % ports.size()), round / ports.size() % 3);
            round++;
            Thread.sleep(RESTING_MILLIS);
        }
    }

    /** A connection that is not accepted is an attack, too. */
    private SocketChannel connect(InetSocketAddress port) {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.connect(port);
            open.add(channel);
            return channel;
        } catch (IOException e) {
            return null;
        }
    }

    private void attack(InetSocketAddress port, int kind) throws InterruptedException {
        SocketChannel channel = connect(port);
        if (channel == null) {
            return;
        }
        // An old one goes for each that comes.
        close(open.remove(0));
        try {
            for (int i = 0; i < 10 && !channel.finishConnect(); i++) {
                Thread.sleep(1);
            }
            if (channel.isConnected()) {
                strike(channel, kind);
            }
        } catch (IOException e) {
            assert e != null;
        }
    }

    private void strike(SocketChannel channel, int kind) throws IOException, InterruptedException {
        ByteBuffer bytes = ByteBuffer.allocate(300);
        switch (kind) {
            case 0 -> random.nextBytes(bytes.array());
            case 1 -> bytes.putInt(0, Integer.MAX_VALUE);
            default -> {
                for (int i = 0; i < 10 && channel.read(bytes) == 0; i++) {
                    Thread.sleep(1);
                }
                bytes.flip();
            }
        }
        channel.write(bytes);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            assert e != null;
        }
    }
}
