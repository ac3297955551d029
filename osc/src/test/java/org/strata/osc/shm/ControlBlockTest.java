package org.strata.osc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

class ControlBlockTest {
    private final Arena arena = Arena.ofConfined();
    private ControlBlock block;

    @BeforeEach
    void makeBlock() {
        block = new ControlBlock(Memory.allocate(arena, ControlBlock.bytes(3), 128), 3);
        block.clear();
    }

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void membersCountByThemselves() {
        block.addPost(2);
        block.addCompletion(0);
        block.addCompletion(0);
        assertThat(block.postsBy(2)).isEqualTo(1);
        assertThat(block.postsBy(0)).isZero();
        assertThat(block.completionsBy(0)).isEqualTo(2);
        assertThat(block.completionsBy(2)).isZero();
        assertThat(block.tryAccumulate()).isTrue();
        assertThat(block.tryAccumulate()).isFalse();
        block.endAccumulate();
        assertThat(block.tryAccumulate()).isTrue();
    }

    /** Words of one block are apart from each other, and inside of it: others lie around it. */
    @Test
    void wordsLieInTheBlock() {
        for (int members : new int[] {1, 2, 3, 9, 64}) {
            long bytes = ControlBlock.bytes(members);
            long around = Memory.allocate(arena, bytes + 512, 128);
            ControlBlock other = new ControlBlock(around + 256, members);
            Memory.putByte(around + 255, (byte) 7);
            Memory.putByte(around + 256 + bytes, (byte) 7);
            other.clear();
            assertThat(Memory.getByte(around + 255)).isEqualTo((byte) 7);
            assertThat(Memory.getByte(around + 256 + bytes)).isEqualTo((byte) 7);
            for (int member = 0; member < members; member++) {
                other.addPost(member);
                other.addCompletion(member);
                other.lock().enqueue(member, false);
            }
            assertThat(other.tryAccumulate()).isTrue();
            assertThat(other.lock().tryInTurn(0, 0, false, false, member -> false)).isTrue();
            for (int member = 0; member < members; member++) {
                assertThat(other.postsBy(member)).isEqualTo(1);
                assertThat(other.completionsBy(member)).isEqualTo(1);
                assertThat(other.lock().mayHold(member)).isEqualTo(member == 0);
            }
            assertThat(other.lock().address() + WindowLock.bytes(members))
                    .isEqualTo(around + 256 + bytes);
            assertThat(Memory.getByte(around + 255)).isEqualTo((byte) 7);
            assertThat(Memory.getByte(around + 256 + bytes)).isEqualTo((byte) 7);
        }
    }
}
