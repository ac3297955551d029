package org.strata.ess.base;

import org.strata.opal.platform.FileOwner;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Decides which entries of a directory that everybody may write to belong to this user. Every
 * decision is made on the entry itself: a link is never followed, and nothing is opened.
 */
public final class Ownership {
    private final FileOwner owner;

    /**
     * @param user number of the user
     */
    public Ownership(int user) {
        this(FileOwner.ofNumber(user));
    }

    /** Makes the ownership of an owner of files. */
    public Ownership(FileOwner owner) {
        this.owner = owner;
    }

    /** Returns the ownership of this process's effective user, who need not have a name. */
    public static Ownership ofThisProcess() throws IOException {
        return new Ownership(FileOwner.ofThisProcess());
    }

    /** Returns a word for the user, in names of files: the number, where users have numbers. */
    public String user() {
        return owner.word();
    }

    /** Returns the user as an owner of files. */
    public FileOwner owner() {
        return owner;
    }

    /** Returns whether the entry is a regular file of this user. */
    public boolean ownsFile(Path path) {
        return owner.ownsFile(path);
    }

    /**
     * Returns the identity of a directory of this user that nobody else may enter, for comparison
     * with the directory that is opened later; null when the entry is anything else.
     */
    public Object privateDirectory(Path path) {
        return owner.privateDirectory(path);
    }
}
