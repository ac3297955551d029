package org.strata.ess.pmi;

import org.strata.opal.sys.Posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The connection over PMI_FD, a descriptor that the launcher has opened for this process. */
final class DescriptorWire implements PmiWire {
    private static final int PIECE = 4096;

    private final int descriptor;
    private final LineAssembler lines = new LineAssembler();

    DescriptorWire(int descriptor) {
        this.descriptor = descriptor;
    }

    @Override
    public synchronized void write(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
        int sent = 0;
        while (sent < bytes.length) {
            int count = Posix.write(descriptor, bytes, sent);
            if (count < 0 && count != -Posix.EINTR) {
                throw new IOException("PMI_FD = " + descriptor + ": write fails, errno " + -count);
            }
            sent += Math.max(0, count);
        }
    }

    @Override
    public String read() throws IOException {
        byte[] bytes = new byte[PIECE];
        String line = lines.next();
        while (line == null) {
            int count = Posix.read(descriptor, bytes);
            if (count == 0) {
                throw new IOException("PMI_FD = " + descriptor + ": the launcher has closed it");
            }
            if (count < 0 && count != -Posix.EINTR) {
                throw new IOException("PMI_FD = " + descriptor + ": read fails, errno " + -count);
            }
            lines.add(bytes, Math.max(0, count));
            line = lines.next();
        }
        return line;
    }

    /** The descriptor stays open until the process ends: it is not this class that opened it. */
    @Override
    public void close() {}
}
