package org.strata.spark;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The rows of a rank's partition, which it asks its task for in batches. */
final class RankRows<I> implements Iterator<I> {
    private final TaskPipe pipe;
    private final RowCodec codec;
    private DataInputStream batch;
    private int left;
    private boolean end;

    RankRows(TaskPipe pipe, RowCodec codec) {
        this.pipe = pipe;
        this.codec = codec;
    }

    @Override
    public boolean hasNext() {
        while (left == 0 && !end) {
            try {
                Frame frame = pipe.ask(Frame.of(Frame.Type.ROWS_WANTED));
                end = frame.type() == Frame.Type.ROWS_END;
                if (!end) {
                    batch = frame.content();
                    left = batch.readInt();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return left > 0;
    }

    @Override
    @SuppressWarnings("unchecked") // The task sends rows of the RDD.
    public I next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The partition has no more rows.");
        }
        left--;
        try {
            return (I) codec.read(batch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
