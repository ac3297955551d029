package org.strata.ess.base;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Texts in the key-value space of another launcher, which takes few characters. */
final class GuestCard {
    private static final int LONGEST = 4096;

    private GuestCard() {}

    static String encode(String... words) {
        byte[] bytes = String.join("\n", words).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Returns the words of a value.
     *
     * @throws IOException when it is not what {@link #encode} makes of as many words
     */
    static List<String> decode(String value, int count) throws IOException {
        if (value == null || value.length() > LONGEST) {
            throw new IOException(
                    "a value of the launcher's key-value space is too long or absent");
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(value));
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            List<String> words = List.of(text.split("\n", -1));
            if (words.size() == count) {
                return words;
            }
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new IOException("a value of the launcher's key-value space is damaged", e);
        }
        throw new IOException("a value of the launcher's key-value space is damaged");
    }
}
