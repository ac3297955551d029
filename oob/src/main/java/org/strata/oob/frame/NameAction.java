package org.strata.oob.frame;

/** What a rank asks for with a published name. */
public final class NameAction {
    public static final int PUBLISH = 0;
    public static final int LOOK_UP = 1;
    public static final int UNPUBLISH = 2;

    private NameAction() {}
}
