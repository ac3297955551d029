package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.progress.Completion;

import java.util.ArrayList;
import java.util.List;

/** Who is told of which events, of those that began while somebody wanted to hear of them. */
class EventHubTest {
    private final List<List<Object>> waits = new ArrayList<>();
    private final List<List<Object>> collectives = new ArrayList<>();
    private final EventHub.Subscriber waiting = subscriber(EventHub.Kind.WAIT, waits);
    private final EventHub.Subscriber together = subscriber(EventHub.Kind.COLLECTIVE, collectives);
    private final EventHub hub = new EventHub();

    private static EventHub.Subscriber subscriber(EventHub.Kind kind, List<List<Object>> told) {
        return new EventHub.Subscriber() {
            @Override
            public EventHub.Kind kind() {
                return kind;
            }

            @Override
            public void tell(long time, Object... values) {
                told.add(List.of(values));
            }
        };
    }

    /** A wait for a message of rank 3. */
    private record Awaited() implements Completion {
        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public WaitState waitState() {
            return new WaitState("a message", "world", WaitState.Needs.ALL, List.of(3));
        }
    }

    @AfterEach
    void close() {
        EventHub.remove(waiting);
        EventHub.remove(together);
    }

    @Test
    void aWaitIsToldOnceToThoseThatWantWaits() {
        EventHub.add(waiting);
        EventHub.add(together);
        assertThat(EventHub.wantsCalls()).isTrue();
        hub.begins("MPI_Recv", 3, new Awaited());
        hub.ends(50);
        assertThat(waits).containsExactly(List.of("MPI_Recv", 3L, "a message", "world", 50L));
        assertThat(collectives).isEmpty();
    }

    /** What is not known of a wait's begin would be that of another one. */
    @Test
    void aWaitThatBeganBeforeIsNotTold() {
        EventHub.add(waiting);
        hub.begins("MPI_Recv", 3, new Awaited());
        hub.ends(50);
        EventHub.remove(waiting);
        hub.begins("MPI_Wait", 2, new Awaited());
        EventHub.add(waiting);
        hub.ends(60);
        assertThat(waits).hasSize(1);
    }

    @Test
    void whoHearsNoMoreIsToldNothing() {
        EventHub.add(together);
        hub.collectiveBegins("MPI_Bcast", "world", 8);
        hub.collectiveEnds(70);
        EventHub.remove(together);
        assertThat(EventHub.wantsCalls()).isFalse();
        hub.collectiveBegins("MPI_Bcast", "world", 8);
        hub.collectiveEnds(80);
        assertThat(collectives).containsExactly(List.of("MPI_Bcast", "world", 8L, 70L));
    }
}
