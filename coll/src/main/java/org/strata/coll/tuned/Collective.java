package org.strata.coll.tuned;

import org.strata.coll.allgather.Allgather;
import org.strata.coll.allgather.AllgatherAlgorithm;
import org.strata.coll.allgather.AllgathervAlgorithm;
import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.allreduce.AllreduceAlgorithm;
import org.strata.coll.alltoall.Alltoall;
import org.strata.coll.alltoall.AlltoallAlgorithm;
import org.strata.coll.alltoall.AlltoallvAlgorithm;
import org.strata.coll.barrier.Barrier;
import org.strata.coll.barrier.BarrierAlgorithm;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Tunable;
import org.strata.coll.bcast.Bcast;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.gather.Gather;
import org.strata.coll.gather.GatherAlgorithm;
import org.strata.coll.reduce.Reduce;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.reducescatter.ReduceScatter;
import org.strata.coll.reducescatter.ReduceScatterAlgorithm;
import org.strata.coll.reducescatter.ReduceScatterBlockAlgorithm;
import org.strata.coll.scan.ExscanAlgorithm;
import org.strata.coll.scan.Scan;
import org.strata.coll.scan.ScanAlgorithm;
import org.strata.coll.scatter.Scatter;
import org.strata.coll.scatter.ScatterAlgorithm;
import org.strata.mca.base.AllowedValue;
import org.strata.mca.pml.ReservedTags;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A collective that has several algorithms, with its name and Open MPI's number of it.
 *
 * @param <F> the function of its algorithms
 */
final class Collective<F> {
    static final Collective<Allgather> ALLGATHER =
            new Collective<>("allgather", 0, AllgatherAlgorithm::values);
    static final Collective<Allgather> ALLGATHERV =
            new Collective<>("allgatherv", 1, AllgathervAlgorithm::values);
    static final Collective<Allreduce> ALLREDUCE =
            new Collective<>("allreduce", 2, AllreduceAlgorithm::values, Tunable.SEGMENT);
    static final Collective<Alltoall> ALLTOALL =
            new Collective<>("alltoall", 3, AlltoallAlgorithm::values, Tunable.PARTNERS);
    static final Collective<Alltoall> ALLTOALLV =
            new Collective<>("alltoallv", 4, AlltoallvAlgorithm::values);
    static final Collective<Barrier> BARRIER =
            new Collective<>("barrier", 6, BarrierAlgorithm::values);
    static final Collective<Bcast> BCAST =
            new Collective<>(
                    "bcast",
                    7,
                    BcastAlgorithm::values,
                    Tunable.SEGMENT,
                    Tunable.CHAINS,
                    Tunable.RADIX);
    static final Collective<Scan> EXSCAN = new Collective<>("exscan", 8, ExscanAlgorithm::values);
    static final Collective<Gather> GATHER =
            new Collective<>("gather", 9, GatherAlgorithm::values, Tunable.SEGMENT);
    static final Collective<Reduce> REDUCE =
            new Collective<>(
                    "reduce", 11, ReduceAlgorithm::values, Tunable.SEGMENT, Tunable.CHAINS);
    static final Collective<ReduceScatter> REDUCE_SCATTER =
            new Collective<>("reduce_scatter", 12, ReduceScatterAlgorithm::values);
    static final Collective<ReduceScatter> REDUCE_SCATTER_BLOCK =
            new Collective<>("reduce_scatter_block", 13, ReduceScatterBlockAlgorithm::values);
    static final Collective<Scan> SCAN = new Collective<>("scan", 14, ScanAlgorithm::values);
    static final Collective<Scatter> SCATTER =
            new Collective<>("scatter", 15, ScatterAlgorithm::values);

    /** All of them. */
    static final List<Collective<?>> ALL =
            List.of(
                    ALLGATHER,
                    ALLGATHERV,
                    ALLREDUCE,
                    ALLTOALL,
                    ALLTOALLV,
                    BARRIER,
                    BCAST,
                    EXSCAN,
                    GATHER,
                    REDUCE,
                    REDUCE_SCATTER,
                    REDUCE_SCATTER_BLOCK,
                    SCAN,
                    SCATTER);

    /** Tag of MPI_Gatherv, which has one algorithm. */
    static final int GATHERV_TAG = ReservedTags.COLLECTIVES.tag(10);

    /** Tag of MPI_Scatterv, which has one algorithm. */
    static final int SCATTERV_TAG = ReservedTags.COLLECTIVES.tag(16);

    /** The value of a parameter that leaves the selection of an algorithm to the rules. */
    static final String BY_RULES = "ignore";

    private static final String ALGORITHM = "-algorithm";

    private final String label;
    private final int id;
    private final Supplier<Algorithm<F>[]> all;
    private final Set<Tunable> tunables;

    /**
     * @param all returns its algorithms, an enum that is initialized when one is first needed. Not
     *     the enum's class: that finds its constants by reflection, for which the JVM makes code
     *     while the first call waits
     * @param tunables the settings that one or more of its algorithms read
     */
    Collective(String label, int id, Supplier<Algorithm<F>[]> all, Tunable... tunables) {
        this.label = label;
        this.id = id;
        this.all = all;
        this.tunables = Set.of(tunables);
    }

    /** Returns the collective whose algorithm a parameter selects, or null. */
    static Collective<?> ofKey(String key) {
        return ALL.stream().filter(c -> c.key().equals(key)).findAny().orElse(null);
    }

    /** Returns Open MPI's number of it in rules files. */
    int id() {
        return id;
    }

    /** Returns the key of the parameter that selects its algorithm: {@code "scan-algorithm"}. */
    String key() {
        return label.replace('_', '-') + ALGORITHM;
    }

    /** Returns the key of the parameter of one of its algorithms' settings. */
    String key(Tunable tunable) {
        return key() + "-" + tunable.key();
    }

    /** Returns the tag of its messages. */
    int tag() {
        return ReservedTags.COLLECTIVES.tag(id);
    }

    /** Returns the name in parameters and rules: {@code "allreduce"}. */
    String label() {
        return label;
    }

    /** Returns its algorithms; not for the hot path. */
    List<Algorithm<F>> algorithms() {
        return List.of(all.get());
    }

    /** Returns the algorithm of a name, null for "ignore" and unknown ones. */
    Algorithm<F> algorithm(String name) {
        for (Algorithm<F> algorithm : all.get()) {
            if (algorithm.label().equals(name)) {
                return algorithm;
            }
        }
        return null;
    }

    /** Returns the algorithm of one of Open MPI's numbers, null for others. */
    Algorithm<F> algorithm(int number) {
        return algorithms().stream()
                .filter(a -> number > 0 && a.entry().number() == number)
                .findAny()
                .orElse(null);
    }

    /** Returns the settings that one or more of its algorithms read. */
    Set<Tunable> tunables() {
        return tunables;
    }

    /** Returns the values of the parameter that selects its algorithm. */
    List<AllowedValue> allowedValues() {
        List<AllowedValue> values = new ArrayList<>();
        values.add(new AllowedValue(BY_RULES, 0, "The rules select the algorithm."));
        for (Algorithm<F> algorithm : algorithms()) {
            int number = algorithm.entry().number();
            values.add(
                    new AllowedValue(
                            algorithm.label(),
                            number == Algorithm.OWN ? AllowedValue.NO_NUMBER : number,
                            algorithm.entry().help()));
        }
        return values;
    }

    @Override
    public String toString() {
        return label;
    }
}
