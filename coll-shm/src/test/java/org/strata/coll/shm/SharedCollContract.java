package org.strata.coll.shm;

import org.junit.jupiter.api.AfterEach;
import org.strata.mca.coll.Coll;
import org.strata.mca.mpool.MemoryPool.Block;
import org.strata.mpool.SharedPool;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RecordingOutput;
import org.strata.testkit.coll.CollContract;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collectives in shared memory do what every Coll must do, with each size of cells and each way.
 */
abstract class SharedCollContract extends CollContract {
    private final SharedCollConfig config;
    private final String rules;
    private final Map<FakeRank, SharedPool> pools = new ConcurrentHashMap<>();
    final RecordingOutput output = new RecordingOutput();

    SharedCollContract(SharedCollConfig config, String rules) {
        this.config = config;
        this.rules = rules;
    }

    @Override
    protected Coll coll(FakeRank rank, FakePml pml) {
        SharedPool pool = pools.computeIfAbsent(rank, StackedColls::pool);
        return StackedColls.shared(rank, pml, config, rules, pool, output);
    }

    /** Every second buffer lies in the pool. */
    @Override
    protected long memory(FakeRank rank, long bytes, Arena arena) {
        Block block = bytes % 16 < 8 ? pools.get(rank).allocate(bytes) : null;
        if (block == null) {
            return super.memory(rank, bytes, arena);
        }
        arena.allocate(1).reinterpret(arena, gone -> block.release());
        return block.address();
    }

    @AfterEach
    void removeFiles() {
        pools.values().forEach(SharedPool::close);
        pools.clear();
    }

    /** Rules under which every collective takes one way. */
    static String always(SharedWay way) {
        StringBuilder text = new StringBuilder();
        for (SharedKind kind : SharedKind.values()) {
            boolean none = kind == SharedKind.BARRIER && way != SharedWay.NEXT;
            SharedWay used = none ? SharedWay.CELLS : way;
            text.append(kind.label()).append(" 2 0 ").append(used.label()).append('\n');
        }
        return text.toString();
    }
}
