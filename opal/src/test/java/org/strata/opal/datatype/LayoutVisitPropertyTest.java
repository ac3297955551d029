package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.strata.opal.datatype.Shapes.Shape;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The places of data, and the numbers in packed data, against type maps. */
class LayoutVisitPropertyTest {
    private static final int ELEMENTS = 3;

    @Provide
    Arbitrary<Shape> shapes() {
        return Shapes.any();
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void runsAreThePlacesOfTheBytes(@ForAll("shapes") Shape shape, @ForAll long seed) {
        long[] one = shape.map().bytes();
        List<Long> bytes = new ArrayList<>();
        for (int i = 0; i < ELEMENTS; i++) {
            for (long each : one) {
                bytes.add(each + i * shape.map().extent());
            }
        }
        Random random = new Random(seed);
        int from = random.nextInt(bytes.size() + 1);
        int to = from + random.nextInt(bytes.size() - from + 1);
        List<Long> visited = new ArrayList<>();
        shape.layout()
                .runs(
                        50,
                        from,
                        to - from,
                        (place, length) -> {
                            assertThat(length).isPositive();
                            for (long at = place; at < place + length; at++) {
                                visited.add(at - 50);
                            }
                        });
        assertThat(visited).isEqualTo(bytes.subList(from, to));
    }

    /** From the beginning of any number on; a number at the end may be cut. */
    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void wholeNumbersAreReversed(@ForAll("shapes") Shape shape, @ForAll long seed) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < ELEMENTS; i++) {
            for (TypeMap.Entry entry : shape.map().entries()) {
                // A complex number consists of two numbers, each as long as the alignment.
                for (int part = 0; part < entry.size(); part += entry.alignment()) {
                    numbers.add(entry.alignment());
                }
            }
        }
        Random random = new Random(seed);
        int first = random.nextInt(numbers.size() + 1);
        int position = sum(numbers.subList(0, first));
        int length = random.nextInt(sum(numbers) - position + 1);
        byte[] packed = new byte[length];
        random.nextBytes(packed);
        byte[] expected = reversed(packed, numbers.subList(first, numbers.size()));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(length + 1L, 8);
            MemorySegment.copy(packed, 0, memory, ValueLayout.JAVA_BYTE, 0, length);
            shape.layout().reverseNumbers(memory.address(), position, length);
            assertThat(memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE))
                    .isEqualTo(expected);
        }
    }

    private static int sum(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).sum();
    }

    private static byte[] reversed(byte[] packed, List<Integer> numbers) {
        byte[] result = Arrays.copyOf(packed, packed.length);
        int at = 0;
        for (int size : numbers) {
            for (int i = 0; i < size && at + size <= packed.length; i++) {
                result[at + i] = packed[at + size - 1 - i];
            }
            at += size;
        }
        return result;
    }
}
