package org.strata.spark;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Iterator;

/** Rows in a frame. */
final class RowBatch {
    /** Bytes from which a batch is sent, those in files too. */
    private static final int ENOUGH = 1 << 18;

    private RowBatch() {}

    /**
     * Takes rows from an iterator, and at least one.
     *
     * @return null when there are no more
     */
    static Frame take(Iterator<?> rows, RowCodec codec) throws IOException {
        if (!rows.hasNext()) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        long before = codec.bytesInFiles();
        int count = 0;
        do {
            codec.write(out, rows.next());
            count++;
        } while (bytes.size() + codec.bytesInFiles() - before < ENOUGH && rows.hasNext());
        int rowsInside = count;
        return Frame.of(
                Frame.Type.ROWS,
                content -> {
                    content.writeInt(rowsInside);
                    bytes.writeTo(content);
                });
    }
}
