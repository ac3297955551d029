package org.strata.tests.system.api;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;

/** What messages may allocate and waits may take: other jobs beside them would change it. */
class CostTest {
    /** C2 finds out that some objects need no memory. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"shm", "tcp"})
    void smallMessagesAllocateNothing(String btl) {
        String c2 = "-XX:+TieredCompilation";
        ApiTest.passes(ApiTest.job(2, btl, c2, ApiPrograms.class, "allocation").atMost(540));
    }

    /** Four ranks that wait take less than a twentieth of a core together. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"shm", "tcp"})
    void blockedRanksSleep(String btl) {
        ApiTest.passes(5, btl, "idle");
    }
}
