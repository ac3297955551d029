package org.strata.btl.tcp;

import org.strata.mca.oob.Oob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeoutException;

/** Just enough of an out-of-band channel for two processes that share a directory. */
final class FileOob implements Oob {
    private final Path directory;
    private final int rank;
    private int fences;

    FileOob(Path directory, int rank) {
        this.directory = directory;
        this.rank = rank;
    }

    @Override
    public void put(String key, byte[] value) {
        try {
            Path draft = Files.write(directory.resolve("draft" + rank), value);
            Files.move(draft, path(rank, key), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path path(int owner, String key) {
        return directory.resolve(owner + "." + key);
    }

    @Override
    public byte[] get(int owner, String key, long timeoutMillis) throws TimeoutException {
        long end = System.nanoTime() + timeoutMillis * 1_000_000;
        byte[] value = getIfPresent(owner, key);
        while (value == null) {
            if (System.nanoTime() > end) {
                throw new TimeoutException(owner + " " + key);
            }
            Thread.onSpinWait();
            value = getIfPresent(owner, key);
        }
        return value;
    }

    @Override
    public byte[] getIfPresent(int owner, String key) {
        try {
            Path path = path(owner, key);
            return Files.exists(path) ? Files.readAllBytes(path) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void fence() {
        String key = "fence" + fences++;
        put(key, new byte[0]);
        try {
            get(1 - rank, key, 60_000);
        } catch (TimeoutException e) {
            throw new OobException("the other process does not come");
        }
    }

    /** Knocks are not delivered: the receiver polls. */
    @Override
    public void send(int target, int tag, byte[] message) {}

    @Override
    public void listen(int tag, Listener listener) {}
}
