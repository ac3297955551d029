package org.strata.launcher.io;

/** What mpirun makes of the bytes of one stream. Belongs to the stream's thread. */
interface OutputForm {
    /**
     * Returns what is printed for bytes of the stream.
     *
     * @param length how many of the buffer's bytes, from its start on
     * @param continues whether the stream goes on in the line that it has not finished
     */
    byte[] of(byte[] buffer, int length, boolean continues);

    /** Returns what ends a stream that goes on in an unfinished line; nothing for others. */
    byte[] end();
}
