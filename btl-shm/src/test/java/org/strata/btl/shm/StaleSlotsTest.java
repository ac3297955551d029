package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.Seed;

import java.util.Random;

/** The bits of {@link StaleSlots} against one boolean per slot. */
final class StaleSlotsTest {
    @RegisterExtension final Seed seed = new Seed();

    /** Slots that contain payload, as the class says. */
    private static final class Model {
        private final boolean[] stale;

        Model(int slots) {
            stale = new boolean[slots];
        }

        void addLines(int at, int slots) {
            for (int i = 0; i < slots; i++) {
                stale[index(at + i)] = i > 0;
            }
        }

        boolean remove(int at) {
            boolean was = stale[index(at)];
            stale[index(at)] = false;
            return was;
        }

        private int index(int at) {
            return at & (stale.length - 1);
        }
    }

    /** Removes every slot from a position on, a lap long. */
    private static void expectLap(StaleSlots tested, Model model, int at, int slots) {
        for (int i = 0; i < slots; i++) {
            // Millions of slots: to describe each takes longer than to look at it.
            boolean stale = model.remove(at + i);
            if (tested.remove(at + i) != stale) {
                fail("slot %s from %s is%s stale", i, at, stale ? "" : " not");
            }
            if (tested.remove(at + i)) {
                fail("slot %s from %s is stale once more", i, at);
            }
        }
    }

    /** One message of each length, from each line on, in boxes with less, one and more words. */
    @ParameterizedTest
    @ValueSource(ints = {4, 32, 128, 256, 512})
    void oneMessageOfEachLengthAtEachPlace(int slots) {
        StaleSlots tested = new StaleSlots(slots);
        for (int at = 0; at < slots; at += 2) {
            for (int length = 2; length <= slots - at; length++) {
                Model model = new Model(slots);
                tested.addLines(at, length);
                model.addLines(at, length);
                expectLap(tested, model, at, slots);
            }
        }
    }

    /** Several messages behind each other, with positions that wrap, against the model. */
    @ParameterizedTest
    @ValueSource(ints = {4, 64, 128, 256, 1024})
    void aStreamOfMessages(int slots) {
        Random random = seed.random();
        StaleSlots tested = new StaleSlots(slots);
        Model model = new Model(slots);
        int at = -4 * slots;
        for (int i = 0; i < 20_000; i++) {
            int line = (at + 1) & -2;
            int toEnd = slots - (line & (slots - 1));
            int length = Math.min(toEnd, 2 + random.nextInt(slots / 2));
            if (random.nextBoolean()) {
                tested.addLines(line, length);
                model.addLines(line, length);
                at = line + length;
            } else if (tested.any()) {
                tested.addSlot(at);
                model.remove(at++);
            } else {
                assertThat(model.remove(at)).as("slot %s", at).isFalse();
                at++;
            }
            int look = random.nextInt(slots);
            assertThat(tested.remove(at + look)).isEqualTo(model.remove(at + look));
        }
        expectLap(tested, model, at, slots);
    }

    /** The writer asks for nothing after a whole lap of messages of one slot, and not before. */
    @Test
    void nothingIsLeftAfterALapOfSlots() {
        int slots = 256;
        for (int first : new int[] {0, 2, -256, Integer.MAX_VALUE - 255}) {
            StaleSlots tested = new StaleSlots(slots);
            assertThat(tested.any()).isFalse();
            int at = first;
            for (int length : new int[] {2, 3, 128, 2}) {
                tested.addLines(at, length);
                at += length + (length & 1);
                assertThat(tested.any()).isTrue();
            }
            for (int i = 1; i < slots; i++) {
                tested.addSlot(at++);
                assertThat(tested.any()).as("after %s slots", i).isTrue();
            }
            tested.addSlot(at++);
            assertThat(tested.any()).isFalse();
            for (int i = 0; i < slots; i++) {
                assertThat(tested.remove(i)).isFalse();
            }
        }
    }
}
