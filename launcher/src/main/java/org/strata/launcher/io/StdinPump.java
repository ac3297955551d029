package org.strata.launcher.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Copies mpirun's standard input to several ranks; its end is passed on. */
public final class StdinPump implements Runnable {
    private static final int BUFFER = 32 << 10;

    private final InputStream in;
    private final List<OutputStream> ranks;

    /**
     * @param in where input comes from
     * @param ranks the ranks' standard inputs
     */
    public StdinPump(InputStream in, List<OutputStream> ranks) {
        this.in = in;
        this.ranks = new ArrayList<>(ranks);
    }

    @Override
    public void run() {
        byte[] buffer = new byte[BUFFER];
        try {
            int count = in.read(buffer);
            while (count >= 0 && !ranks.isEmpty()) {
                write(buffer, count);
                count = in.read(buffer);
            }
        } catch (IOException e) {
            // Reading failed: for the ranks that is the end of their input.
            assert e != null;
        } finally {
            ranks.forEach(StdinPump::close);
        }
    }

    /** A rank that does not read any more drops out; the others go on. */
    private void write(byte[] buffer, int count) {
        ranks.removeIf(rank -> {
            try {
                rank.write(buffer, 0, count);
                rank.flush();
                return false;
            } catch (IOException e) {
                close(rank);
                return true;
            }
        });
    }

    private static void close(OutputStream rank) {
        try {
            rank.close();
        } catch (IOException e) {
            // It was broken already.
            assert e != null;
        }
    }
}
