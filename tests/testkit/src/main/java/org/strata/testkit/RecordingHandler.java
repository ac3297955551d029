package org.strata.testkit;

import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;

import java.util.ArrayList;
import java.util.List;

/** A receive handler that keeps copies of all messages. */
public final class RecordingHandler implements ActiveMessages.Handler {
    private final List<Message> messages = new ArrayList<>();

    /**
     * A received message.
     *
     * @param btl the Btl it came through
     * @param from the endpoint it came over
     * @param tag its tag
     * @param bytes header and payload
     */
    public record Message(Btl btl, BtlEndpoint from, int tag, byte[] bytes) {}

    @Override
    public void onMessage(Btl btl, BtlEndpoint from, int tag, long address, int length) {
        messages.add(new Message(btl, from, tag, NativeBuffers.bytes(address, length)));
    }

    /** Returns the messages in order of arrival. */
    public List<Message> messages() {
        return messages;
    }

    /** Returns the number of messages. */
    public int count() {
        return messages.size();
    }

    /** Returns the latest message. */
    public Message last() {
        return messages.get(messages.size() - 1);
    }
}
