package org.strata.ess.base;

import org.strata.oob.frame.Secrets;

import java.util.HexFormat;

/** The name of a new job, unique on its node and fit for file names, and the job's secret. */
public final class JobIdentity {
    private static final int SECRET_BYTES = 32;

    private final String jobId;
    private final byte[] secret;

    private JobIdentity(String jobId, byte[] secret) {
        this.jobId = jobId;
        this.secret = secret;
    }

    /** Returns the identity of a job that this process starts: its name begins with the pid. */
    public static JobIdentity create() {
        return create(Secrets.random(SECRET_BYTES));
    }

    /** As {@link #create()}, with the secret of the federation that the job belongs to. */
    public static JobIdentity create(byte[] secret) {
        String nonce = HexFormat.of().formatHex(Secrets.random(Integer.BYTES));
        return new JobIdentity(ProcessHandle.current().pid() + "-" + nonce, secret.clone());
    }

    /** Returns the identity of a job that another process has started. */
    public static JobIdentity of(String jobId, byte[] secret) {
        return new JobIdentity(jobId, secret.clone());
    }

    /** Returns the job's name. */
    public String jobId() {
        return jobId;
    }

    /** Returns a copy of the secret that every connection inside the job must prove to know. */
    public byte[] secret() {
        return secret.clone();
    }
}
