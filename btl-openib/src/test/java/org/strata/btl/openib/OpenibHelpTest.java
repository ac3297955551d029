package org.strata.btl.openib;

import org.strata.testkit.HelpContract;

/** Texts and sources fit. */
final class OpenibHelpTest extends HelpContract {
    @Override
    protected Class<?> owner() {
        return OpenibTexts.class;
    }
}
