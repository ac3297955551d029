/**
 * The NAS Parallel Benchmarks BT, SP and LU: three implicit solvers of one flow problem, written
 * from the specification (NAS reports RNR-94-007, section 3, and NAS-95-020) and checked against
 * the official values of NPB 2 and 3.
 *
 * <p>{@link nas.Program} runs a {@link nas.Scheme}. BT and SP are {@link nas.Adi} with a {@link
 * nas.LineSolver} each, on a {@link nas.MultiPartition}; LU is {@link nas.Ssor} on {@link
 * nas.Pencils}. All three share {@link nas.Box}, {@link nas.RightHandSide} and {@link
 * nas.FaceExchange}.
 */
package nas;
