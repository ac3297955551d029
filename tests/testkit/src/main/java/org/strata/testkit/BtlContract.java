package org.strata.testkit;

/**
 * What every Btl must do, as {@link org.strata.mca.btl.Btl}'s manual says it. A BTL's own test is a
 * subclass that makes its component:
 *
 * <pre>{@code
 * final class TcpBtlContractTest extends BtlContract {
 *     @Override
 *     protected BtlComponent component(FakeRank rank) {
 *         return new TcpComponent(TcpConfigs.defaults(), rank.engine(), rank.environment(), rank.oob());
 *     }
 * }
 * }</pre>
 *
 * <p>Capabilities are read from its attributes; what does not apply is skipped with a reason.
 */
public abstract class BtlContract extends BtlMessageContract {}
