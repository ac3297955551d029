/**
 * Provider over libibverbs.so.1 through java.lang.foreign: real adapters, Soft-RoCE, siw.
 *
 * <p>Set-up goes through the library's exported functions, by one stub for all of them; the data
 * path goes straight to the driver, through the function pointers of {@code ibv_context.ops}, as
 * the inline functions of verbs.h do. Structures are read and written at fixed offsets ({@link
 * org.strata.verbs.ibverbs.Layout}): the ABI of libibverbs.so.1 on 64-bit little-endian Linux,
 * which has not changed since 2008. Where the library fills in a known value, the provider compares
 * it, and does not use a device with another layout.
 */
package org.strata.verbs.ibverbs;
