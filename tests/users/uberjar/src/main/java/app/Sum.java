package app;

import com.google.common.base.Objects;
import com.google.inject.Key;

import io.netty.util.internal.PlatformDependent;

import mpi.MPI;

/** Uses a Guava, a Guice and a Netty of its own; the sum of all ranks. */
public final class Sum {
    private Sum() {}

    public static void main(String[] args) throws Exception {
        // toStringHelper has not been in Objects since Guava 21.
        String guava = Objects.toStringHelper("own").add("guava", 15).toString();
        Key.get(String.class);
        PlatformDependent.javaVersion();
        MPI.Init(args);
        int[] sum = {MPI.COMM_WORLD.getRank() + 1};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(guava + " sum " + sum[0] + " of " + MPI.COMM_WORLD.getSize());
        }
        MPI.Finalize();
    }
}
