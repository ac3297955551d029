package org.strata.io.posix;

import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;

/**
 * The packed data of an access in the representation of the file. Conversion needs whole numbers,
 * which windows cut: converted data have a copy.
 */
final class StreamData implements AutoCloseable {
    private final Buf data;
    private final FileStaging.Block converted;
    private final boolean write;

    StreamData(Buf data, boolean converts, boolean write, FileStaging staging) {
        this.data = data;
        this.write = write;
        this.converted = converts && data.size() > 0 ? staging.take(data.size()) : null;
        if (converted != null && write) {
            data.pack(0, converted.address(), data.size());
            data.layout().reverseNumbers(converted.address(), 0, data.size());
        }
    }

    void pack(long position, long target, long length) {
        if (converted == null) {
            data.pack(position, target, length);
        } else {
            Memory.copy(converted.address() + position, target, length);
        }
    }

    void unpack(long source, long position, long length) {
        if (converted == null) {
            data.unpack(source, position, length);
        } else {
            Memory.copy(source, converted.address() + position, length);
        }
    }

    /** Ends a read that has brought the first bytes. */
    void complete(long bytes) {
        if (converted != null && !write) {
            data.layout().reverseNumbers(converted.address(), 0, bytes);
            data.unpack(converted.address(), 0, bytes);
        }
    }

    @Override
    public void close() {
        if (converted != null) {
            converted.close();
        }
    }
}
