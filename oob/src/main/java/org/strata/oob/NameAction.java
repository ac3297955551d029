package org.strata.oob;

/** What a rank asks for with a published name. */
final class NameAction {
    static final int PUBLISH = 0;
    static final int LOOK_UP = 1;
    static final int UNPUBLISH = 2;

    private NameAction() {}
}
