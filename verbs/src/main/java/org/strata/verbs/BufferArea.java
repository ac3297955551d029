package org.strata.verbs;

/** Native memory that {@link Context#allocate} returned. */
public interface BufferArea extends AutoCloseable {
    /** Returns the address of the first byte; page-aligned. */
    long address();

    /** Returns the number of bytes. */
    long length();

    /** Frees it; nothing of it may be registered any more. */
    @Override
    void close();
}
