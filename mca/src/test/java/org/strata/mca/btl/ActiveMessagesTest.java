package org.strata.mca.btl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Which handler gets a message, and through which wrappers. */
final class ActiveMessagesTest {
    private final ActiveMessages messages = new ActiveMessages();
    private final List<String> calls = new ArrayList<>();

    private void register(int tag) {
        messages.register(tag, (btl, from, t, address, length) -> calls.add("handler " + t));
    }

    private void wrap(String name) {
        messages.wrap(next ->
                (btl, from, tag, address, length) -> {
                    calls.add(name);
                    next.onMessage(btl, from, tag, address, length);
                });
    }

    private void dispatch(int tag) {
        calls.clear();
        messages.dispatch(null, null, tag, 0, 0);
    }

    @Test
    void theTagSelects() {
        register(0x40);
        register(0xff);
        dispatch(0xff);
        assertThat(calls).containsExactly("handler 255");
    }

    @Test
    void earlierWrappersSeeAMessageFirst() {
        register(0x40);
        wrap("first");
        wrap("second");
        register(0x41);
        dispatch(0x40);
        assertThat(calls).containsExactly("first", "second", "handler 64");
        dispatch(0x41);
        assertThat(calls).containsExactly("first", "second", "handler 65");
    }

    @Test
    void aHandlerThatIsReplacedLeavesNothingBehind() {
        wrap("wrapper");
        register(0x40);
        messages.register(0x40, (btl, from, tag, address, length) -> calls.add("other"));
        dispatch(0x40);
        assertThat(calls).containsExactly("wrapper", "other");
    }
}
