package mpi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Hints as pairs of strings (MPI 3.1 chapter 9), in the order in which they were set. */
public final class Info implements Freeable, Cloneable {
    private Map<String, String> pairs;
    private final boolean predefined;

    /** Supplies the pairs of MPI_INFO_ENV at the first call that reads them; null afterwards. */
    private Supplier<Map<String, String>> source;

    /**
     * Makes an empty info object.
     *
     * @throws MPIException if MPI is not running
     */
    public Info() throws MPIException {
        MPI.check();
        this.pairs = new LinkedHashMap<>();
        this.predefined = false;
    }

    private Info(Map<String, String> pairs, boolean predefined) {
        this.pairs = pairs;
        this.predefined = predefined;
    }

    /** Makes the null info object. */
    static Info ofNull() {
        return new Info(null, true);
    }

    /** Makes MPI_INFO_ENV; Init fills it. */
    static Info ofEnvironment() {
        return new Info(new LinkedHashMap<>(), true);
    }

    /** Makes an info object of given pairs. */
    static Info of(Map<String, String> pairs) {
        return new Info(new LinkedHashMap<>(pairs), false);
    }

    /** Sets the supplier of the pairs of MPI_INFO_ENV. */
    void fillFrom(Supplier<Map<String, String>> where) {
        source = where;
    }

    private Map<String, String> known(String call) throws MPIException {
        MPI.check();
        if (source != null) {
            pairs.putAll(source.get());
            source = null;
        }
        if (pairs == null) {
            throw Errors.raise(null, MPI.ERR_INFO, call, "the info object is null or was freed");
        }
        return pairs;
    }

    /**
     * Returns a copy of the pairs of a call's info object; none for no object or MPI_INFO_NULL.
     *
     * @throws MPIException ERR_INFO if it was freed
     */
    static Map<String, String> pairs(Info info, String call) throws MPIException {
        if (info == null || info == MPI.INFO_NULL) {
            return Map.of();
        }
        return new LinkedHashMap<>(info.known(call));
    }

    /**
     * Sets a value.
     *
     * @param key fewer than {@link MPI#MAX_INFO_KEY} characters
     * @param value fewer than {@link MPI#MAX_INFO_VAL} characters
     * @throws MPIException ERR_INFO_KEY, ERR_INFO_VALUE, ERR_INFO
     */
    public void set(String key, String value) throws MPIException {
        Map<String, String> all = known("MPI_Info_set");
        checkKey(key, "MPI_Info_set");
        if (value == null || value.isEmpty() || value.length() >= MPI.MAX_INFO_VAL) {
            String detail = "the value of \"" + key + "\" must have 1 to ";
            String most = MPI.MAX_INFO_VAL - 1 + " characters";
            throw Errors.raise(null, MPI.ERR_INFO_VALUE, "MPI_Info_set", detail + most);
        }
        all.put(key, value);
    }

    private static void checkKey(String key, String call) throws MPIException {
        if (key == null || key.isEmpty() || key.length() >= MPI.MAX_INFO_KEY) {
            String detail = "a key must have 1 to " + (MPI.MAX_INFO_KEY - 1) + " characters";
            throw Errors.raise(null, MPI.ERR_INFO_KEY, call, detail);
        }
    }

    /** Returns the value of a key, null when it is not set. */
    public String get(String key) throws MPIException {
        Map<String, String> all = known("MPI_Info_get");
        checkKey(key, "MPI_Info_get");
        return all.get(key);
    }

    /**
     * Removes a key.
     *
     * @throws MPIException ERR_INFO_NOKEY if it is not set
     */
    public void delete(String key) throws MPIException {
        Map<String, String> all = known("MPI_Info_delete");
        checkKey(key, "MPI_Info_delete");
        if (all.remove(key) == null) {
            String detail = "\"" + key + "\" is not set";
            throw Errors.raise(null, MPI.ERR_INFO_NOKEY, "MPI_Info_delete", detail);
        }
    }

    /** Returns the number of keys. */
    public int size() throws MPIException {
        return known("MPI_Info_get_nkeys").size();
    }

    /**
     * Returns a key.
     *
     * @param i its place in the order of setting, from 0
     * @throws MPIException ERR_INFO_KEY if there are not so many, ERR_ARG if it is negative
     */
    public String getKey(int i) throws MPIException {
        Map<String, String> all = known("MPI_Info_get_nthkey");
        if (i < 0 || i >= all.size()) {
            String detail = "there is no key " + i + " of " + all.size();
            int error = i < 0 ? MPI.ERR_ARG : MPI.ERR_INFO_KEY;
            throw Errors.raise(null, error, "MPI_Info_get_nthkey", detail);
        }
        return all.keySet().toArray(new String[0])[i];
    }

    /** As {@link #dup}; failure becomes a RuntimeException. */
    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate is made by the constructor.
    public Info clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e.getMessage(), e);
        }
    }

    /** Returns an info object with the same pairs. */
    public Info dup() throws MPIException {
        return of(known("MPI_Info_dup"));
    }

    /**
     * Makes the info object null.
     *
     * @throws MPIException ERR_INFO if it is predefined or null
     */
    @Override
    public void free() throws MPIException {
        known("MPI_Info_free");
        if (predefined) {
            String detail = "the info object is predefined";
            throw Errors.raise(null, MPI.ERR_INFO, "MPI_Info_free", detail);
        }
        pairs = null;
    }

    /** Returns whether this is {@link MPI#INFO_NULL} or was freed. */
    public boolean isNull() {
        return pairs == null;
    }
}
