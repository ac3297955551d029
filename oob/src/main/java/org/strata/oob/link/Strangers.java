package org.strata.oob.link;

import io.netty.channel.Channel;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * The connections that have not proved that they know the secret: as many as ranks are missing, and
 * a few more. One more closes the oldest, so that a flood of connections holds neither descriptors
 * nor memory. Belongs to the server's event loop.
 */
public final class Strangers {
    /** Connections beyond the missing ranks. */
    public static final int SPARE = 32;

    private final IntSupplier missing;
    private final Set<Channel> channels = new LinkedHashSet<>();

    /**
     * @param missing returns how many ranks have not joined
     */
    public Strangers(IntSupplier missing) {
        this.missing = missing;
    }

    void add(Channel channel) {
        channels.add(channel);
        while (channels.size() > missing.getAsInt() + SPARE) {
            dropOldest();
        }
    }

    /** Forgets a connection that has proved itself, or has ended. */
    public void remove(Channel channel) {
        channels.remove(channel);
    }

    /** Closes the oldest connection; returns whether there was one. */
    boolean dropOldest() {
        Iterator<Channel> oldest = channels.iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        Channel channel = oldest.next();
        oldest.remove();
        channel.close();
        return true;
    }
}
