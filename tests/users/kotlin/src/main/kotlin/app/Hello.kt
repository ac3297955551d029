package app

import mpi.MPI

fun main(args: Array<String>) {
    MPI.Init(args)
    val sum = intArrayOf(MPI.COMM_WORLD.rank + 1)
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM)
    if (MPI.COMM_WORLD.rank == 0) println("kotlin sum ${sum[0]} of ${MPI.COMM_WORLD.size}")
    MPI.Finalize()
}
