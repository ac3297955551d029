package org.strata.tests.system.api;

import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The roles that {@code arguments.txt} names, for a job of two ranks: messages of 4 ints, blocks of
 * 4 ints in buffers of 64.
 */
final class ArgumentRoles {
    private static final int INTS = 64;

    /** In no group, and no tag or count. */
    private static final int NO_RANK = 99;

    private final Map<String, ArgumentRole> roles = new HashMap<>();
    private final int me;

    private ArgumentRoles(int me) {
        this.me = me;
    }

    static Map<String, ArgumentRole> all() throws MPIException {
        ArgumentRoles made = new ArgumentRoles(MPI.COMM_WORLD.getRank());
        made.buffers();
        made.numbers();
        made.types();
        made.arrays();
        made.handles();
        made.topologies();
        made.files();
        made.texts();
        return made.roles;
    }

    private ArgumentRole role(String name, Object good) {
        ArgumentRole made = ArgumentRole.of(good);
        roles.put(name, made);
        return made;
    }

    private void buffers() {
        role("any", null);
        buffer("send");
        buffer("send2");
        buffer("recv")
                .not(
                        ByteBuffer.allocateDirect(256).asReadOnlyBuffer(),
                        MPI.ERR_BUFFER,
                        "read-only");
        role("base", MPI.newIntBuffer(INTS))
                .not(null, MPI.ERR_BASE, "null")
                .not(IntBuffer.allocate(INTS), ArgumentRole.ILLEGAL, "direct");
        role("packed", new byte[256])
                .not(null, MPI.ERR_ARG, "null")
                .not(new byte[3], MPI.ERR_TRUNCATE, "packed array has 3");
        role("position", 0).not(-1, MPI.ERR_ARG, "position -1");
        role("attached", new byte[9]).not(null, MPI.ERR_BUFFER, "null");
        role("ended", new int[1]).not(new int[1], MPI.ERR_OTHER, "begin");
        role("object", "object").not(new Object(), MPI.ERR_ARG, "java.lang.Object");
    }

    private ArgumentRole buffer(String name) {
        return role(name, MPI.newIntBuffer(INTS))
                .not(null, MPI.ERR_BUFFER, "null")
                .not(new byte[3], MPI.ERR_BUFFER, "3 bytes")
                .not("text", MPI.ERR_BUFFER, "String")
                .not(ByteBuffer.allocateDirect(3), MPI.ERR_BUFFER, "3 bytes")
                .not(IntBuffer.allocate(INTS), ArgumentRole.ILLEGAL, "direct");
    }

    private void numbers() {
        role("count", 4).not(-1, MPI.ERR_COUNT, "-1");
        role("total", new Count(4)).not(null, MPI.ERR_ARG, "null");
        role("blocklength", 1).not(-1, MPI.ERR_ARG, "-1");
        role("dest", me).not(NO_RANK, MPI.ERR_RANK, "99").not(-7, MPI.ERR_RANK, "-7");
        role("source", me).not(NO_RANK, MPI.ERR_RANK, "99").not(-7, MPI.ERR_RANK, "-7");
        role("target", me).not(NO_RANK, MPI.ERR_RANK, "99").not(-7, MPI.ERR_RANK, "-7");
        role("rank", me).not(NO_RANK, MPI.ERR_RANK, "99").not(-7, MPI.ERR_RANK, "-7");
        role("leader", 0).not(NO_RANK, MPI.ERR_ARG, "99").not(-7, MPI.ERR_ARG, "-7");
        role("root", me).not(NO_RANK, MPI.ERR_ROOT, "99").not(-7, MPI.ERR_ROOT, "-7");
        role("other", 1 - me).not(NO_RANK, MPI.ERR_ROOT, "99").not(me, MPI.ERR_ARG, "this form");
        role("tag", 5).not(-5, MPI.ERR_TAG, "-5");
        role("rtag", 5).not(-5, MPI.ERR_TAG, "-5");
        role("colour", 0).not(-5, MPI.ERR_ARG, "-5");
        role("splittype", 0).not(17, MPI.ERR_ARG, "17");
        role("keyval", 0).not(-77, MPI.ERR_KEYVAL, "-77");
        role("position0", 0).not(-1, MPI.ERR_ARG, "-1").not(7, MPI.ERR_INFO_KEY, "7");
        role("disp", 0).not(-1, MPI.ERR_DISP, "-1").not(1000, 68, "1000");
        role("size", 4).not(-1, MPI.ERR_SIZE, "-1");
        role("unit", 1).not(0, MPI.ERR_DISP, "0").not(-1, MPI.ERR_DISP, "-1");
        role("flavor", Win.FLAVOR_PRIVATE).not(5, MPI.ERR_ARG, "5");
        role("assertion", 0).not(1 << 20, MPI.ERR_ASSERT, "1048576");
        role("locktype", MPI.LOCK_SHARED).not(9, MPI.ERR_LOCKTYPE, "9");
    }

    private void types() throws MPIException {
        Datatype freed = Datatype.createContiguous(2, MPI.INT);
        freed.free();
        Datatype uncommitted = Datatype.createContiguous(2, MPI.INT);
        ArgumentRole old =
                role("old", MPI.INT)
                        .not(null, MPI.ERR_TYPE, "null")
                        .not(MPI.DATATYPE_NULL, MPI.ERR_TYPE, "null")
                        .not(freed, MPI.ERR_TYPE, "freed");
        role("type", MPI.INT).and(old).not(uncommitted, MPI.ERR_TYPE, "not committed");
        role("types", new Datatype[] {MPI.INT, MPI.INT})
                .not(null, MPI.ERR_ARG, "no datatypes")
                .not(new Datatype[] {MPI.INT}, MPI.ERR_ARG, "1 datatypes")
                .not(new Datatype[] {MPI.INT, null}, MPI.ERR_TYPE, "null")
                .not(new Datatype[] {MPI.INT, uncommitted}, MPI.ERR_TYPE, "not committed");
        role("olds", new Datatype[] {MPI.INT, MPI.INT})
                .not(null, MPI.ERR_ARG, "null")
                .not(new Datatype[] {MPI.INT}, MPI.ERR_ARG, "1")
                .not(new Datatype[] {MPI.INT, null}, MPI.ERR_TYPE, "null");
    }

    private void arrays() {
        role("counts", new int[] {4, 4})
                .not(null, MPI.ERR_COUNT, "no counts")
                .not(new int[] {4}, MPI.ERR_COUNT, "1 counts")
                .not(new int[] {-1, -1}, MPI.ERR_COUNT, "-1");
        role("displs", new int[] {0, 4})
                .not(null, MPI.ERR_ARG, "no displacements")
                .not(new int[] {8}, MPI.ERR_ARG, "1 displacements")
                .not(new int[] {1000, 1000}, MPI.ERR_BUFFER, "too few for 4 × ")
                .not(new int[] {-9, -9}, MPI.ERR_BUFFER, "too few for 4 × ");
        role("bytes", new int[] {32, 64})
                .not(null, MPI.ERR_ARG, "no displacements")
                .not(new int[] {8}, MPI.ERR_ARG, "1 displacements")
                .not(new int[] {1000, 1000}, MPI.ERR_BUFFER, "1000");
        role("lengths", new int[] {1, 1})
                .not(null, MPI.ERR_ARG, "null")
                .not(new int[] {1, -4}, MPI.ERR_ARG, "-4");
        role("places", new int[] {0, 8})
                .not(null, MPI.ERR_ARG, "null")
                .not(new int[] {8}, MPI.ERR_ARG, "1");
    }

    private void handles() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.free();
        for (String name : new String[] {"comm", "own"}) {
            role(name, name.equals("own") ? MPI.COMM_SELF : MPI.COMM_WORLD)
                    .not(null, MPI.ERR_COMM, "null")
                    .not(comm, MPI.ERR_COMM, "freed");
        }
        Group group = MPI.COMM_WORLD.getGroup();
        group.free();
        role("group", MPI.COMM_WORLD.getGroup())
                .not(null, MPI.ERR_GROUP, "null")
                .not(group, MPI.ERR_GROUP, "freed");
        Info info = new Info();
        info.free();
        role("info", MPI.INFO_NULL).not(info, MPI.ERR_INFO, "freed");
        Op op = new Op(new UserFunction() {}, true);
        op.free();
        role("op", MPI.SUM)
                .not(null, MPI.ERR_OP, "null")
                .not(op, MPI.ERR_OP, "operation")
                .not(MPI.MAXLOC, MPI.ERR_OP, "MPI_MAXLOC");
        role("errhandler", MPI.ERRORS_RETURN).not(null, MPI.ERR_ARG, "null");
        role("requests", new Request[0]).not(null, MPI.ERR_REQUEST, "null");
        role("prequests", new Prequest[0])
                .not(null, MPI.ERR_REQUEST, "null")
                .not(new Prequest[1], MPI.ERR_REQUEST, "null");
        role("members", new int[] {0})
                .not(null, MPI.ERR_ARG, "null")
                .not(new int[] {NO_RANK}, MPI.ERR_RANK, "99");
        role("ranges", new int[][] {{0, 0, 1}})
                .not(null, MPI.ERR_ARG, "null")
                .not(new int[][] {{0, 1}}, MPI.ERR_ARG, "first, last, stride")
                .not(new int[][] {{0, NO_RANK, 1}}, MPI.ERR_RANK, "99");
    }

    private void topologies() {
        role("dims", new int[] {1, 1})
                .not(null, MPI.ERR_ARG, "null")
                .not(new int[] {-3, 1}, MPI.ERR_DIMS, "-3");
        role("flags", new boolean[2])
                .not(null, MPI.ERR_ARG, "null")
                .not(new boolean[0], MPI.ERR_ARG, "");
        role("kept", new boolean[2])
                .not(null, MPI.ERR_ARG, "null")
                .not(new boolean[0], MPI.ERR_DIMS, "0 choices");
        role("index", new int[] {1, 2}).not(null, MPI.ERR_ARG, "").not(new int[] {9, 5}, 13, "5");
        role("edges", new int[] {1, 0}).not(null, 13, "").not(new int[] {1, NO_RANK}, 13, "99");
        role("coords", new int[] {0}).not(null, MPI.ERR_ARG, "").not(new int[0], MPI.ERR_ARG, "");
        role("direction", 0).not(-1, MPI.ERR_DIMS, "-1").not(3, MPI.ERR_DIMS, "3");
        role("nodes", 4).not(-4, MPI.ERR_DIMS, "-4");
        role("sources", new int[] {0}).not(null, 13, "").not(new int[] {NO_RANK}, 13, "99");
        role("degrees", new int[] {1}).not(null, 13, "").not(new int[] {-2}, 13, "-2");
        role("ranks", new int[] {0}).not(null, 13, "").not(new int[] {NO_RANK}, 13, "99");
        role("weights", new int[] {1}).not(null, 13, "").not(new int[] {-3}, 13, "-3");
    }

    private void files() {
        role("file", "strata-arguments-no-such-file").not(null, MPI.ERR_ARG, "null");
        role("amode", MPI.MODE_RDONLY)
                .not(0, MPI.ERR_AMODE, "")
                .not(MPI.MODE_RDONLY | MPI.MODE_RDWR, MPI.ERR_AMODE, "");
        role("length", 1L).not(-1L, MPI.ERR_ARG, "-1");
        role("offset", 0L).not(-1L, MPI.ERR_ARG, "-1");
        role("place", 0L).not(-1L, MPI.ERR_ARG, "-1");
        role("whence", MPI.SEEK_SET).not(1, MPI.ERR_ARG, "1");
        role("datarep", "native")
                .not(null, MPI.ERR_ARG, "null")
                .not("roman", MPI.ERR_UNSUPPORTED_DATAREP, "roman");
    }

    private void texts() {
        role("name", "name").not(null, MPI.ERR_ARG, "null");
        role("key", "key")
                .not(null, MPI.ERR_INFO_KEY, "key")
                .not("", MPI.ERR_INFO_KEY, "1 to 35")
                .not("k".repeat(36), MPI.ERR_INFO_KEY, "1 to 35");
        role("value", "value")
                .not(null, MPI.ERR_INFO_VALUE, "key")
                .not("v".repeat(256), MPI.ERR_INFO_VALUE, "1 to 255");
        role("port", "port").not(null, MPI.ERR_PORT, "null").not("x", MPI.ERR_PORT, "x");
        role("service", "s").not(null, MPI.ERR_ARG, "null");
    }

    /** Returns a communicator that was freed. */
    static Comm freed(Comm comm) throws MPIException {
        Comm gone = comm.dup();
        gone.free();
        return gone;
    }
}
