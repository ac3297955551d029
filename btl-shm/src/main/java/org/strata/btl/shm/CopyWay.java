package org.strata.btl.shm;

/** How a peer's memory is reached without the peer's help: see {@link SingleCopy}. */
enum CopyWay {
    /** Not tried yet. */
    UNKNOWN,
    /** Both ranks live in this process. */
    DIRECT,
    /** By process_vm_readv and process_vm_writev. */
    KERNEL,
    /** Not at all. */
    REFUSED
}
