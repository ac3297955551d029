package org.strata.btl.shm;

import org.strata.mca.oob.Oob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeoutException;

/** Business cards in a directory, for processes that a test starts without a launcher. */
final class FileOob implements Oob {
    private final Path directory;
    private final int rank;

    FileOob(Path directory, int rank) {
        this.directory = directory;
        this.rank = rank;
    }

    private Path file(int owner, String key) {
        return directory.resolve(owner + "." + key);
    }

    @Override
    public void put(String key, byte[] value) {
        try {
            Path draft = directory.resolve(rank + "." + key + ".draft");
            Files.write(draft, value);
            Files.move(draft, file(rank, key), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte[] get(int owner, String key, long timeoutMillis) throws TimeoutException {
        long end = System.nanoTime() + timeoutMillis * 1_000_000L;
        while (System.nanoTime() < end) {
            byte[] value = getIfPresent(owner, key);
            if (value != null) {
                return value;
            }
            Thread.yield();
        }
        throw new TimeoutException("rank " + owner + " has not published " + key);
    }

    @Override
    public byte[] getIfPresent(int owner, String key) {
        try {
            Path file = file(owner, key);
            return Files.exists(file) ? Files.readAllBytes(file) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void fence() {
        throw new IllegalStateException("no fence without a launcher");
    }

    @Override
    public void send(int to, int tag, byte[] message) {
        throw new IllegalStateException("no messages without a launcher");
    }

    @Override
    public void listen(int tag, Listener listener) {
        throw new IllegalStateException("no messages without a launcher");
    }
}
