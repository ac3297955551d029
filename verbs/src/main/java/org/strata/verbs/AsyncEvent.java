package org.strata.verbs;

/**
 * An asynchronous event, which {@link Context#nextEvent} fills. Mutable, reusable, one thread at a
 * time.
 */
public final class AsyncEvent {
    private AsyncEventType type;
    private Object element;
    private int port;

    /**
     * Fills it; for providers.
     *
     * @param element the QueuePair, CompletionQueue or SharedReceiveQueue it is about, or null
     * @param port the port it is about, or 0
     */
    public void set(AsyncEventType newType, Object newElement, int newPort) {
        type = newType;
        element = newElement;
        port = newPort;
    }

    /** Returns what happened. */
    public AsyncEventType type() {
        return type;
    }

    /** Returns the queue pair it is about, or null. */
    public QueuePair queuePair() {
        return element instanceof QueuePair qp ? qp : null;
    }

    /** Returns the completion queue it is about, or null. */
    public CompletionQueue completionQueue() {
        return element instanceof CompletionQueue cq ? cq : null;
    }

    /** Returns the shared receive queue it is about, or null. */
    public SharedReceiveQueue sharedReceiveQueue() {
        return element instanceof SharedReceiveQueue srq ? srq : null;
    }

    /** Returns the port it is about, or 0. */
    public int port() {
        return port;
    }
}
