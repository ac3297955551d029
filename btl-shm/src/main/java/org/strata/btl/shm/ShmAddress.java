package org.strata.btl.shm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What a rank publishes for its peers under {@link #KEY}.
 *
 * @param refusal why it offers no shared memory; empty when it does
 * @param path its segment's file
 * @param pid its process id
 * @param pidNamespace what process ids of its kind are relative to; empty when unknown
 * @param nonce a number that no other segment has, written into the segment too
 * @param nonce2 another
 * @param header address of the segment in the owner's address space
 */
record ShmAddress(
        String refusal,
        String path,
        int pid,
        String pidNamespace,
        long nonce,
        long nonce2,
        long header) {
    /** The modex key. */
    static final String KEY = "btl.shm";

    /** Returns what a rank publishes that offers no shared memory. */
    static ShmAddress refusing(String reason) {
        return new ShmAddress(reason, "", 0, "", 0, 0, 0);
    }

    ShmAddress withHeader(long address) {
        return new ShmAddress(refusal, path, pid, pidNamespace, nonce, nonce2, address);
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(refusal);
            out.writeUTF(path);
            out.writeInt(pid);
            out.writeUTF(pidNamespace);
            out.writeLong(nonce);
            out.writeLong(nonce2);
            out.writeLong(header);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static ShmAddress decode(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new ShmAddress(
                    in.readUTF(),
                    in.readUTF(),
                    in.readInt(),
                    in.readUTF(),
                    in.readLong(),
                    in.readLong(),
                    in.readLong());
        }
    }
}
