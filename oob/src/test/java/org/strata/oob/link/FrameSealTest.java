package org.strata.oob.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.oob.frame.Frame;
import org.strata.oob.frame.Frame.MalformedFrameException;
import org.strata.oob.frame.FrameReader;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Random;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What somebody on the way between two daemons can do to their frames. */
class FrameSealTest {
    private static final byte[] KEY =
            LinkRole.DAEMON.keyToListener(new byte[32], 1, new byte[32], new byte[32]);
    private static final byte[] OTHER =
            LinkRole.DAEMON.keyToDialer(new byte[32], 1, new byte[32], new byte[32]);

    private final FrameSeal sender = new FrameSeal(KEY);
    private final FrameSeal receiver = new FrameSeal(KEY);

    private static ByteBuffer frame(int value) {
        return Frame.RELAY.start().integer(value).end();
    }

    /** Returns a frame as the decoder passes it on: without its length. */
    private static ByteBuffer cut(ByteBuffer sealed) {
        assertThat(sealed.getInt()).isEqualTo(sealed.remaining());
        return sealed.slice();
    }

    private int open(ByteBuffer sealed) {
        return new FrameReader(receiver.open(sealed)).integer();
    }

    @Test
    void framesArriveInOrder() {
        for (int i = 0; i < 3; i++) {
            assertThat(open(cut(sender.seal(frame(i))))).isEqualTo(i);
        }
    }

    @Test
    void everyFlippedBitIsFound() {
        ByteBuffer sealed = cut(sender.seal(frame(7)));
        for (int bit = 0; bit < 8 * sealed.remaining(); bit++) {
            byte[] changed = new byte[sealed.remaining()];
            sealed.get(sealed.position(), changed);
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> new FrameSeal(KEY).open(ByteBuffer.wrap(changed)))
                    .as("bit %d", bit)
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void repeatedFramesAreFound() {
        ByteBuffer first = cut(sender.seal(frame(1)));
        assertThat(open(first.duplicate())).isEqualTo(1);
        assertThatThrownBy(() -> open(first)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void missingFramesAreFound() {
        sender.seal(frame(1));
        ByteBuffer second = cut(sender.seal(frame(2)));
        assertThatThrownBy(() -> open(second)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void reflectedFramesAreFound() {
        ByteBuffer own = cut(new FrameSeal(OTHER).seal(frame(1)));
        assertThatThrownBy(() -> open(own)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void whatIsTooShortIsNoFrame() {
        Random random = new Random(5);
        for (int length = 0; length <= FrameSeal.TAG_BYTES; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            assertThatThrownBy(() -> open(ByteBuffer.wrap(bytes)))
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    /** What it says it is, by the JDK's own code: HMAC-SHA-256 over number and content, cut. */
    @Test
    void theTagIsTheDocumentedOne() throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY, mac.getAlgorithm()));
        for (long number = 0; number < 3; number++) {
            ByteBuffer plain = frame(7);
            byte[] content = new byte[plain.remaining() - Frame.LENGTH_BYTES];
            plain.get(plain.position() + Frame.LENGTH_BYTES, content);
            mac.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
            byte[] tag = Arrays.copyOf(mac.doFinal(content), FrameSeal.TAG_BYTES);
            ByteBuffer sealed = cut(sender.seal(plain));
            byte[] sent = new byte[sealed.remaining()];
            sealed.get(sent);
            assertThat(sent).startsWith(content).endsWith(tag).hasSize(content.length + 16);
        }
    }
}
