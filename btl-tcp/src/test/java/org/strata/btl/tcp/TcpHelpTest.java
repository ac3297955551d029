package org.strata.btl.tcp;

import org.strata.testkit.HelpContract;

final class TcpHelpTest extends HelpContract {
    @Override
    protected Class<?> owner() {
        return TcpTexts.class;
    }
}
