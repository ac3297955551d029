package org.strata.btl.tcp;

import org.strata.opal.memory.Memory;
import org.strata.testkit.fuzz.FuzzContract;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * A stream of frames as a connection receives it, in pieces: the messages are those of the stream,
 * byte by byte, and no longer than agreed.
 */
class TcpStreamFuzzTest extends FuzzContract {
    private static final int MOST = 512;

    private final BufferPool buffers = new BufferPool(2 * (MOST + FrameHeader.BYTES), 1);

    private static byte[] frames(int... lengths) {
        ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        for (int length : lengths) {
            int type = length < 0 ? FrameHeader.FIN : FrameHeader.SEND;
            out.put((byte) 7).put((byte) type).putShort((short) 0).putInt(Math.max(0, length));
            for (int i = 0; i < length; i++) {
                out.put((byte) (i + length));
            }
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    @Override
    protected List<byte[]> valid() {
        return List.of(frames(0, 8, 100, MOST, 1, -1), frames(-1), frames(16, 17, 300, 300));
    }

    @Override
    protected void parse(byte[] input) throws IOException {
        ReceiveStream stream = new ReceiveStream(buffers, MOST);
        BytesChannel channel = new BytesChannel(input, new Random(input.length));
        Check check = new Check(input);
        try {
            while (true) {
                stream.poll(channel, check);
            }
        } catch (EOFException e) {
            check.ended = true;
        } finally {
            stream.drop();
        }
    }

    /** Compares messages with the stream they were cut from. */
    private static final class Check implements ReceiveStream.FrameHandler {
        private final byte[] input;
        private int at;
        private boolean ended;

        Check(byte[] input) {
            this.input = input;
        }

        @Override
        public void onMessage(int tag, long address, int length) {
            byte[] message = new byte[length];
            Memory.copyIn(address, message, 0, length);
            at += FrameHeader.BYTES;
            if (length > MOST || !Arrays.equals(message, 0, length, input, at, at + length)) {
                throw new AssertionError("another message than was sent, at " + at);
            }
            at += length;
        }

        @Override
        public void onFin() {
            at +=
                    FrameHeader.BYTES
                            + ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN).getInt(at + 4);
        }

        @Override
        public boolean isOpen() {
            return !ended;
        }
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of(IOException.class);
    }
}
