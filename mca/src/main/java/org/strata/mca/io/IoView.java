package org.strata.mca.io;

import org.strata.opal.datatype.DataLayout;

/**
 * What a member sees of a file (MPI 3.1 §13.3): the data of elements of {@code filetype}, one
 * extent apart from {@code displacement} on.
 *
 * @param displacement bytes from the file's beginning
 * @param etype unit of offsets
 * @param filetype where the visible bytes are; its size is a multiple of {@code etype}'s
 * @param external whether numbers are stored in format external32 (big-endian)
 */
public record IoView(long displacement, DataLayout etype, DataLayout filetype, boolean external) {}
