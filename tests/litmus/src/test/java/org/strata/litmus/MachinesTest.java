package org.strata.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Proofs run on the machine of the access modes only: random programs show that it has every
 * outcome that another one has.
 */
final class MachinesTest {
    private static final int PROGRAMS = 400;
    private static final List<String> PLACES = List.of("x", "y");

    private final Random random = new Random(20261125);
    private int registers;

    @Test
    void modesAllowWhatAnyMachineDoes() {
        for (int i = 0; i < PROGRAMS; i++) {
            Litmus program = program(i);
            Set<String> modes = outcomes(program, Machine.MODES);
            Set<String> split = outcomes(program, Machine.ARM_LL_SC);
            Set<String> arm = outcomes(program, Machine.ARM);
            Set<String> x86 = outcomes(program, Machine.X86);
            assertThat(arm).as(program::toString).isNotEmpty();
            assertThat(x86).as(program::toString).isNotEmpty();
            assertThat(split).as(program::toString).containsAll(arm);
            assertThat(modes).as(program::toString).containsAll(split).containsAll(x86);
        }
    }

    private Litmus program(int number) {
        registers = 0;
        Litmus litmus = Litmus.litmus("program " + number);
        for (int thread = 0; thread < 2; thread++) {
            List<Op> ops = new ArrayList<>();
            List<String> loaded = new ArrayList<>();
            int length = 2 + random.nextInt(3);
            for (int i = 0; i < length; i++) {
                ops.add(op(loaded));
            }
            litmus = litmus.thread("thread " + thread, ops.toArray(new Op[0]));
        }
        return litmus;
    }

    private Op op(List<String> loaded) {
        String place = PLACES.get(random.nextInt(PLACES.size()));
        int value = 1 + random.nextInt(2);
        Op op =
                switch (random.nextInt(14)) {
                    case 0, 1 -> Ops.store(place, value);
                    case 2 -> Ops.release(place, value);
                    case 3 -> Ops.volatileStore(place, value);
                    case 4 -> Ops.compareAndSet(place, random.nextInt(2), value);
                    case 5 -> Ops.getAndAdd(place, 1);
                    case 6 -> Ops.fullFence();
                    case 7 -> Ops.releaseFence();
                    case 8 -> Ops.storeStoreFence();
                    case 9 -> Ops.membarrier();
                    case 10 -> Ops.acquire(place);
                    case 11 -> Ops.volatileLoad(place);
                    default -> Ops.load(place);
                };
        boolean access = op.place() != null;
        if (access && !loaded.isEmpty() && random.nextInt(3) == 0) {
            String register = loaded.get(random.nextInt(loaded.size()));
            op = random.nextBoolean() ? op.when(register, 1) : op.at(register);
        }
        if (access && op.reads()) {
            String register = "r" + registers++;
            loaded.add(register);
            op = op.as(register);
        }
        return op;
    }

    private Set<String> outcomes(Litmus program, Machine machine) {
        Set<String> found = new TreeSet<>();
        Litmus listening =
                program.never(end -> {
                    StringBuilder line = new StringBuilder();
                    for (int i = 0; i < registers; i++) {
                        line.append(end.of("r" + i)).append(' ');
                    }
                    found.add(line.toString());
                    return false;
                });
        Explorer.explore(listening, machine);
        return found;
    }
}
