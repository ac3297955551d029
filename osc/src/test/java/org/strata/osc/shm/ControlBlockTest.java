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
}
