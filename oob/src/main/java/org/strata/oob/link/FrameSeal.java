package org.strata.oob.link;

import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Proof;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * One direction of a connection between daemons after the proof: each frame ends with a tag, the
 * first 16 bytes of HMAC-SHA-256 over the frame's number and its content. A connection over a
 * network can be taken over once it is proved; frames that are changed, repeated, left out or
 * reflected have a wrong tag.
 */
final class FrameSeal {
    static final int TAG_BYTES = 16;

    private final byte[] key;
    private long number;

    FrameSeal(byte[] key) {
        this.key = key.clone();
    }

    /** Returns the frame with its tag; both begin with their length. */
    ByteBuffer seal(ByteBuffer frame) {
        int length = frame.remaining() - Frame.LENGTH_BYTES;
        ByteBuffer sealed = ByteBuffer.allocate(frame.remaining() + TAG_BYTES);
        ByteBuffer content = frame.slice(frame.position() + Frame.LENGTH_BYTES, length);
        sealed.putInt(length + TAG_BYTES).put(content.duplicate()).put(tag(content));
        return sealed.flip();
    }

    /**
     * Returns the content of a frame without its tag.
     *
     * @param sealed the frame from its type on
     * @throws Frame.MalformedFrameException when the tag is not the one that belongs here
     */
    ByteBuffer open(ByteBuffer sealed) {
        int length = sealed.remaining() - TAG_BYTES;
        if (length < 1) {
            throw new Frame.MalformedFrameException("sealed frame without content");
        }
        byte[] tag = new byte[TAG_BYTES];
        sealed.get(sealed.position() + length, tag);
        ByteBuffer content = sealed.slice(sealed.position(), length);
        if (!MessageDigest.isEqual(tag, tag(content.duplicate()))) {
            throw new Frame.MalformedFrameException("a frame was changed on its way");
        }
        return content;
    }

    private byte[] tag(ByteBuffer content) {
        ByteBuffer first = ByteBuffer.allocate(Long.BYTES).putLong(number++).flip();
        return Arrays.copyOf(Proof.hmac(key, first, content), TAG_BYTES);
    }
}
