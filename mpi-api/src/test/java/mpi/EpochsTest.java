package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls a window's epochs allow (MPI 3.1 §11.5), also the second time. */
class EpochsTest {
    private static final int SIZE = 3;
    private static final int[] GROUP = {1};

    private final Epochs epochs = new Epochs(SIZE);

    /** Makes a call that is allowed. */
    private void make(Call call) {
        assertThat(call.objection(epochs)).as(call.name()).isNull();
        call.happens(epochs);
    }

    /**
     * Each row is a state, by the calls that lead to it, and the calls that are allowed there, by
     * the letters of {@link Call}: L, U, 1 and o are of rank 1, which is locked by LOCK and the
     * only one of the groups.
     */
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    '',                                   FLASPX
                    FENCE,                                FLASPXo
                    FENCE OPERATION,                      FXo
                    FENCE LAST_FENCE,                     FLASPX
                    FENCE OPERATION LAST_FENCE,           FLASPX
                    LOCK,                                 U1aPo
                    LOCK OPERATION,                       U1aPo
                    LOCK UNLOCK,                          FLASPX
                    FENCE LOCK,                           U1aPo
                    LOCK LOCK_OTHER,                      U1aPo
                    LOCK LOCK_OTHER UNLOCK,               LaP
                    LOCK LOCK_OTHER UNLOCK_OTHER,         U1aPo
                    LOCK LOCK_OTHER UNLOCK LOCK,          U1aPo
                    LOCK LOCK_OTHER UNLOCK_OTHER UNLOCK,  FLASPX
                    LOCK UNLOCK LOCK,                     U1aPo
                    LOCK_ALL,                             1aBPo
                    FENCE LOCK_ALL,                       1aBPo
                    LOCK_ALL UNLOCK_ALL,                  FLASPX
                    LOCK_ALL UNLOCK_ALL LOCK_ALL,         1aBPo
                    START,                                CPo
                    START OPERATION,                      CPo
                    FENCE START,                          CPo
                    START COMPLETE,                       FLASPX
                    START COMPLETE START,                 CPo
                    POST,                                 LAS
                    POST WAIT,                            FLASPX
                    POST START,                           Co
                    POST START COMPLETE,                  LAS
                    POST START WAIT,                      CPo
                    POST START WAIT POST,                 Co
                    POST LOCK UNLOCK,                     LAS
                    """)
    void eachStateAllowsTheseCalls(String calls, String allowed) {
        if (!calls.isEmpty()) {
            for (String name : calls.split(" ")) {
                make(Call.valueOf(name));
            }
        }
        StringBuilder found = new StringBuilder();
        for (Call call : Call.values()) {
            if (call.letter != '-' && call.objection(epochs) == null) {
                found.append(call.letter);
            }
        }
        assertThat(found).hasToString(allowed);
    }

    @Test
    void anEpochIsOfItsRanksOnly() {
        make(Call.LOCK);
        assertThat(epochs.operation(2)).contains("rank 2", "1 rank is locked");
        assertThat(epochs.passive(2)).contains("rank 2");
        assertThat(epochs.unlock(2)).contains("rank 2");
        assertThat(epochs.lock(2)).isNull();
        make(Call.UNLOCK);
        make(Call.START);
        assertThat(epochs.operation(0)).contains("rank 0", "[1]");
        assertThat(epochs.operation(1)).isNull();
        make(Call.COMPLETE);
        epochs.started(new int[] {0, 2});
        assertThat(epochs.operation(1)).as("the group of the last start counts").isNotNull();
        assertThat(epochs.operation(2)).isNull();
        assertThat(epochs.completed()).containsExactly(0, 2);
    }

    @Test
    void anAssertionIsOfOneLock() {
        epochs.locked(1, true);
        epochs.locked(2, false);
        assertThat(epochs.isAsserted(1)).isTrue();
        assertThat(epochs.isAsserted(2)).isFalse();
        epochs.unlocked(1);
        epochs.locked(1, false);
        assertThat(epochs.isAsserted(1)).as("the second lock asks").isFalse();
        epochs.unlocked(1);
        epochs.unlocked(2);
        epochs.lockedAll(true);
        assertThat(epochs.isAllAsserted()).isTrue();
        epochs.unlockedAll();
        epochs.lockedAll(false);
        assertThat(epochs.isAllAsserted()).as("the second lockAll asks").isFalse();
    }

    /** The calls of a window, in the order of the table's letters. */
    private enum Call {
        FENCE('F'),
        LAST_FENCE('-'),
        LOCK('L'),
        LOCK_OTHER('-'),
        UNLOCK('U'),
        UNLOCK_OTHER('-'),
        FLUSH('1'),
        FLUSH_ALL('a'),
        LOCK_ALL('A'),
        UNLOCK_ALL('B'),
        START('S'),
        COMPLETE('C'),
        POST('P'),
        WAIT('-'),
        FREE('X'),

        /** The last: the check of an operation after a fence begins an epoch. */
        OPERATION('o');

        private final char letter;

        Call(char letter) {
            this.letter = letter;
        }

        private String objection(Epochs epochs) {
            return switch (this) {
                case OPERATION -> epochs.operation(1);
                case FENCE, LAST_FENCE -> epochs.fence();
                case LOCK -> epochs.lock(1);
                case LOCK_OTHER -> epochs.lock(2);
                case UNLOCK -> epochs.unlock(1);
                case UNLOCK_OTHER -> epochs.unlock(2);
                case FLUSH -> epochs.passive(1);
                case FLUSH_ALL -> epochs.passive();
                case LOCK_ALL -> epochs.lockAll();
                case UNLOCK_ALL -> epochs.unlockAll();
                case START -> epochs.start();
                case COMPLETE -> epochs.complete();
                case POST -> epochs.post();
                case WAIT -> epochs.origins() == null ? "not posted" : null;
                case FREE -> epochs.free();
            };
        }

        private void happens(Epochs epochs) {
            switch (this) {
                case FENCE -> epochs.fenced(true);
                case LAST_FENCE -> epochs.fenced(false);
                case LOCK -> epochs.locked(1, false);
                case LOCK_OTHER -> epochs.locked(2, true);
                case UNLOCK -> epochs.unlocked(1);
                case UNLOCK_OTHER -> epochs.unlocked(2);
                case LOCK_ALL -> epochs.lockedAll(false);
                case UNLOCK_ALL -> epochs.unlockedAll();
                case START -> epochs.started(GROUP);
                case COMPLETE -> assertThat(epochs.completed()).isEqualTo(GROUP);
                case POST -> epochs.posted(GROUP);
                case WAIT -> epochs.unposted();
                case FLUSH, FLUSH_ALL, FREE, OPERATION -> {}
            }
        }
    }
}
