package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserFramesTest {
    /** Ranks that wait at the same line share one of a report. */
    @Test
    void equalPlacesAreEqualTexts() {
        String plain = "Ring.main(Ring.java:12)";
        for (String loader : new String[] {null, "app", "a/b"}) {
            StackTraceElement frame =
                    new StackTraceElement(loader, null, null, "Ring", "main", "Ring.java", 12);
            assertThat(UserFrames.place(frame)).isEqualTo(plain);
        }
        StackTraceElement module =
                new StackTraceElement("app", "ring", "1", "p.Ring", "main", "Ring.java", 12);
        assertThat(UserFrames.place(module)).isEqualTo("p.Ring.main(Ring.java:12)");
        StackTraceElement hidden =
                new StackTraceElement("app", null, null, "Ring", "main", null, -2);
        assertThat(UserFrames.place(hidden)).isEqualTo("Ring.main(Native Method)");
    }
}
