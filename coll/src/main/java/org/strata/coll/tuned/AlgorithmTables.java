package org.strata.coll.tuned;

import org.strata.coll.allgather.Allgather;
import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.alltoall.Alltoall;
import org.strata.coll.barrier.Barrier;
import org.strata.coll.bcast.Bcast;
import org.strata.coll.gather.Gather;
import org.strata.coll.reduce.Reduce;
import org.strata.coll.reducescatter.ReduceScatter;
import org.strata.coll.scan.Scan;
import org.strata.coll.scatter.Scatter;

/** The algorithms that rules select for communicators of one size: a table per collective. */
final class AlgorithmTables {
    final AlgorithmTable<Allgather> allgather;
    final AlgorithmTable<Allgather> allgatherv;
    final AlgorithmTable<Allreduce> allreduce;
    final AlgorithmTable<Alltoall> alltoall;
    final AlgorithmTable<Alltoall> alltoallv;
    final AlgorithmTable<Barrier> barrier;
    final AlgorithmTable<Bcast> bcast;
    final AlgorithmTable<Scan> exscan;
    final AlgorithmTable<Gather> gather;
    final AlgorithmTable<Reduce> reduce;
    final AlgorithmTable<ReduceScatter> reduceScatter;
    final AlgorithmTable<ReduceScatter> reduceScatterBlock;
    final AlgorithmTable<Scan> scan;
    final AlgorithmTable<Scatter> scatter;

    AlgorithmTables(Rules rules, int size) {
        allgather = new AlgorithmTable<>(rules, Collective.ALLGATHER, size);
        allgatherv = new AlgorithmTable<>(rules, Collective.ALLGATHERV, size);
        allreduce = new AlgorithmTable<>(rules, Collective.ALLREDUCE, size);
        alltoall = new AlgorithmTable<>(rules, Collective.ALLTOALL, size);
        alltoallv = new AlgorithmTable<>(rules, Collective.ALLTOALLV, size);
        barrier = new AlgorithmTable<>(rules, Collective.BARRIER, size);
        bcast = new AlgorithmTable<>(rules, Collective.BCAST, size);
        exscan = new AlgorithmTable<>(rules, Collective.EXSCAN, size);
        gather = new AlgorithmTable<>(rules, Collective.GATHER, size);
        reduce = new AlgorithmTable<>(rules, Collective.REDUCE, size);
        reduceScatter = new AlgorithmTable<>(rules, Collective.REDUCE_SCATTER, size);
        reduceScatterBlock = new AlgorithmTable<>(rules, Collective.REDUCE_SCATTER_BLOCK, size);
        scan = new AlgorithmTable<>(rules, Collective.SCAN, size);
        scatter = new AlgorithmTable<>(rules, Collective.SCATTER, size);
    }
}
