package org.strata.junit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a test method on several ranks: real processes under {@code mpirun}, each with the class
 * path of the test.
 *
 * <pre>{@code
 * @MpiTest(ranks = 4)
 * void everybodyGetsTheSum() throws MPIException {
 *     int[] sum = {MPI.COMM_WORLD.getRank()};
 *     MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
 *     assertEquals(6, sum[0]);
 * }
 * }</pre>
 *
 * <p>Every rank makes an instance of the class and runs {@code @BeforeAll}, {@code MPI.Init} unless
 * a {@code @BeforeAll} method has called it, {@code @BeforeEach}, the method, {@code @AfterEach},
 * {@code @AfterAll} and {@code MPI.Finalize}. The test fails when it fails on any rank; the message
 * has the failure of each. In the JVM that runs all other tests only the constructor and
 * {@code @BeforeAll} and {@code @AfterAll} methods run, once per class: they should not
 * communicate.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@ExtendWith(MpiExtension.class)
public @interface MpiTest {
    /** The number of ranks. */
    int ranks();

    /**
     * Seconds after which the ranks are killed; the test then fails with the call of MPI that each
     * rank is in, and names a file with every rank's stacks (in {@code target}, {@code build} or
     * the directory for temporary files). Ranks that can be debugged ({@code
     * -Dmpi.test.jdwp=PORT[,suspend][,rank=LIST]}, as mpirun's {@code --jdwp}) are not killed.
     */
    int timeoutSeconds() default 60;

    /** More options of {@code mpirun}, one word each: {@code {"--mca", "btl", "self,tcp"}}. */
    String[] mpirun() default {};

    /**
     * More options for the ranks' JVMs. System properties ({@code -D}), sizes of memory ({@code
     * -Xmx} and its like) and options about modules are passed on from the JVM of the test.
     */
    String[] java() default {};
}
