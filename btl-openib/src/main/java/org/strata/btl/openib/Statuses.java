package org.strata.btl.openib;

import org.strata.verbs.WcStatus;

/** What the statuses of failed work requests mean for a link. */
final class Statuses {
    private Statuses() {}

    /**
     * Returns what happened, for the user.
     *
     * @param vendorError the device's own code
     */
    static String text(int queue, int status, int vendorError) {
        return switch (status) {
            case WcStatus.RETRY_EXC_ERR -> OpenibTexts.help("no-answer", queue);
            case WcStatus.RNR_RETRY_EXC_ERR -> OpenibTexts.help("not-ready", queue);
            default -> {
                String code = Integer.toHexString(vendorError);
                yield OpenibTexts.help("request-failed", queue, WcStatus.name(status), code);
            }
        };
    }

    /** Returns whether this request can never succeed, while others may. */
    static boolean isRequestsFault(int status) {
        return switch (status) {
            case WcStatus.LOC_LEN_ERR,
                    WcStatus.LOC_QP_OP_ERR,
                    WcStatus.LOC_PROT_ERR,
                    WcStatus.LOC_ACCESS_ERR,
                    WcStatus.REM_ACCESS_ERR,
                    WcStatus.REM_INV_REQ_ERR,
                    WcStatus.REM_OP_ERR ->
                    true;
            default -> false;
        };
    }
}
