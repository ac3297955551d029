package org.strata.tests.system.launcher.programs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Tries to connect to a Unix-domain socket, and opens 1,500 connections to each of some ports. */
public final class Intruder {
    private static final int CONNECTIONS = 1500;

    private Intruder() {}

    /** Runs it: the socket's path, then ports. */
    public static void main(String[] args) throws IOException {
        try {
            SocketChannel.open(UnixDomainSocketAddress.of(args[0])).close();
            System.out.println("connected to " + args[0]);
        } catch (IOException e) {
            System.out.println("no way in");
        }
        List<SocketChannel> open = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            InetSocketAddress port = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[i]));
            for (int j = 0; j < CONNECTIONS; j++) {
                open.add(SocketChannel.open(port));
            }
        }
        System.out.println(open.size() + " connections");
    }
}
