/**
 * InfiniBand verbs: one object model, several providers.
 *
 * <p>The objects and rules are those of the InfiniBand Architecture Specification, volume 1,
 * chapters 10 and 11, as libibverbs shows them: a {@link org.strata.verbs.Provider} lists devices,
 * a {@link org.strata.verbs.Context} is an open device and makes everything else.
 *
 * <p><b>Data path</b> (post, poll, arm): returns {@link org.strata.opal.Rc} codes or counts, throws
 * nothing, allocates nothing. Work requests and work completions are flyweights over native memory
 * in libibverbs' own layout (x86-64 and aarch64), so that a provider over libibverbs passes their
 * addresses on. <b>Set-up</b> (create, modify, query) throws {@link
 * org.strata.verbs.VerbsException} with errno and one clear sentence.
 *
 * <p><b>Threads.</b> As in libibverbs, every object may be used by several threads at once, and
 * calls on different objects don't wait for each other; but closing an object while another thread
 * uses it is the caller's error. A flyweight belongs to one thread at a time.
 *
 * <p><b>Life.</b> Close objects in the reverse order of their creation. To close one that others
 * still use throws (EBUSY), as in libibverbs.
 */
package org.strata.verbs;
