package app

import mpi.MPI

object Hello:
  def main(args: Array[String]): Unit =
    MPI.Init(args)
    val sum = Array(MPI.COMM_WORLD.getRank + 1)
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM)
    if MPI.COMM_WORLD.getRank == 0 then println(s"scala sum ${sum(0)} of ${MPI.COMM_WORLD.getSize}")
    MPI.Finalize()
