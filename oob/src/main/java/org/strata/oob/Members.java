package org.strata.oob;

import org.strata.mca.proc.Proc;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The processes of a job by their index in it: their worlds, their connections, and messages for
 * those that have not joined yet. Belongs to the server's event loop.
 */
final class Members {
    private final List<World> worlds = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private int joined;

    /** One process. */
    private static final class Member {
        private World world;
        private Outlet outlet;

        /** Messages for it, until it joins. */
        private Queue<ByteBuffer> early;

        private boolean seen;

        Member(World world) {
            this.world = world;
        }
    }

    /** Adds the processes of a world. */
    void add(World world) {
        if (world.end() > Proc.JOB_SPAN) {
            throw new IllegalStateException(world.end() + " processes");
        }
        worlds.add(world);
        for (int number = world.first(); number < world.end(); number++) {
            members.add(new Member(world));
        }
    }

    /** Gives the processes the numbers of a federation, which begin at the job's base. */
    void renumber(String federation, int base) {
        for (int i = 0; i < worlds.size(); i++) {
            World world = worlds.get(i);
            World renumbered = new World(world.map().in(federation, base), world.fences());
            worlds.set(i, renumbered);
            members.subList(world.first(), world.end())
                    .forEach(member -> member.world = renumbered);
        }
    }

    List<World> worlds() {
        return worlds;
    }

    World world(int rank) {
        return members.get(rank).world;
    }

    int size() {
        return members.size();
    }

    boolean contains(int rank) {
        return rank >= 0 && rank < members.size();
    }

    /** Returns whether a process is connected now. */
    boolean isConnected(int rank) {
        return members.get(rank).outlet != null;
    }

    /** Returns whether a process has connected before, even if it is not connected any more. */
    boolean hasJoined(int rank) {
        return members.get(rank).seen;
    }

    /** Returns how many have not joined yet. */
    int missing() {
        return members.size() - joined;
    }

    /** A process has joined: sends it what has waited for it. */
    void join(int rank, Outlet outlet) {
        Member member = members.get(rank);
        member.seen = true;
        joined++;
        member.outlet = outlet;
        Queue<ByteBuffer> kept = member.early;
        member.early = null;
        while (kept != null && !kept.isEmpty()) {
            outlet.send(kept.remove());
        }
    }

    /** The connection of a process has ended. */
    void leave(int rank) {
        members.get(rank).outlet = null;
    }

    /** Sends a frame to a process, if it is connected. */
    void send(int rank, ByteBuffer frame) {
        Outlet outlet = members.get(rank).outlet;
        if (outlet != null) {
            outlet.send(frame);
        }
    }

    /** Sends a message to a process; one that has not joined yet gets it then. */
    void pass(int rank, ByteBuffer message) {
        Member member = members.get(rank);
        if (member.outlet == null && !member.seen) {
            if (member.early == null) {
                member.early = new ArrayDeque<>();
            }
            member.early.add(message);
        } else {
            send(rank, message);
        }
    }
}
