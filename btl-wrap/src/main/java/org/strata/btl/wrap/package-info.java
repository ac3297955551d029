/**
 * What decorators of BTLs are made of: a {@link org.strata.btl.wrap.BtlWrapper} goes around a link,
 * a {@link org.strata.btl.wrap.WrappingDecorator} puts it there. No component by itself; {@code
 * docs/design/010-btl-wrap.md} says why it is a room.
 */
package org.strata.btl.wrap;
