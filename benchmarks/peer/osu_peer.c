/*
 * The counterpart of org.strata.benchmarks.osu in C, for an installed MPI: same names, options, loops
 * and output, so that both sides of a comparison do the same.
 *
 *   mpicc -O2 -o osu_peer osu_peer.c && mpirun -np 2 ./osu_peer osu_latency -m 8
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks;
static int min_size, max_size, iterations = 10000, warmup = 2000, window = 64;

static int times(int n, int size) { return size > 8192 ? (n / 10 > 0 ? n / 10 : 1) : n; }
static int windows(int n) { return n / 20 > 2 ? n / 20 : 2; }
static int next(int size) { return size == 0 ? 1 : size * 2; }

static char *message(size_t bytes) {
    void *memory;
    if (posix_memalign(&memory, 4096, bytes ? bytes : 1)) {
        exit(1);
    }
    memset(memory, 'a', bytes ? bytes : 1);
    return memory;
}

static void line(int size, double figure, double second) {
    if (rank == 0) {
        printf("%-10d%20.3f", size, figure);
        if (second >= 0) {
            printf("%20.3f", second);
        }
        printf("\n");
        fflush(stdout);
    }
}

static void ping_pong(char *out, char *in, int size, int n, int peer, int first) {
    for (int i = 0; i < n; i++) {
        if (first) {
            MPI_Send(out, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
            MPI_Recv(in, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
        }
    }
}

static void latency(int pairs) {
    int first = rank < pairs, peer = first ? rank + pairs : rank - pairs;
    for (int size = min_size; size <= max_size; size = next(size)) {
        char *out = message(size), *in = message(size);
        ping_pong(out, in, size, times(warmup, size), peer, first);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        ping_pong(out, in, size, times(iterations, size), peer, first);
        double mine = (MPI_Wtime() - start) * 1e6 / (2.0 * times(iterations, size)), sum;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        line(size, pairs == 1 && ranks == 2 ? mine : sum / (2 * pairs), -1);
        free(out);
        free(in);
    }
}

static void stream(char *buffer, int size, int n, int peer, int sends) {
    MPI_Request *requests = malloc(window * sizeof *requests);
    char answer[4];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < window; j++) {
            if (sends) {
                MPI_Isend(buffer, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[j]);
            } else {
                MPI_Irecv(buffer, size, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[j]);
            }
        }
        MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
        if (sends) {
            MPI_Recv(answer, 4, MPI_BYTE, peer, 100, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(answer, 4, MPI_BYTE, peer, 100, MPI_COMM_WORLD);
        }
    }
    free(requests);
}

static void bandwidth(int rate) {
    int pairs = ranks / 2, sends = rank < pairs, peer = sends ? rank + pairs : rank - pairs;
    for (int size = min_size; size <= max_size; size = next(size)) {
        int n = windows(times(iterations, size));
        char *buffer = message(size);
        stream(buffer, size, windows(times(warmup, size)), peer, sends);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        stream(buffer, size, n, peer, sends);
        double mine = sends ? MPI_Wtime() - start : 0, slowest;
        MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        double messages = (double)window * n * pairs / slowest;
        line(size, messages * size / 1e6, rate ? messages : -1);
        free(buffer);
    }
}

static void both_ways(void) {
    MPI_Request *requests = malloc(2 * window * sizeof *requests);
    for (int size = min_size; size <= max_size; size = next(size)) {
        char *out = message(size), *in = message(size);
        double start = 0;
        int n = windows(times(iterations, size)), before = windows(times(warmup, size));
        for (int i = -before; i < n; i++) {
            if (i == 0) {
                MPI_Barrier(MPI_COMM_WORLD);
                start = MPI_Wtime();
            }
            for (int j = 0; j < window; j++) {
                MPI_Irecv(in, size, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &requests[j]);
            }
            for (int j = 0; j < window; j++) {
                MPI_Isend(out, size, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &requests[window + j]);
            }
            MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
        }
        line(size, 2.0 * size * window * n / (MPI_Wtime() - start) / 1e6, -1);
        free(out);
        free(in);
    }
    free(requests);
}

static void barrier(void) {
    for (int i = 0; i < warmup; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    double start = MPI_Wtime();
    for (int i = 0; i < iterations; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    double mine = (MPI_Wtime() - start) * 1e6 / iterations, sum;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    line(0, sum / ranks, -1);
}

/* As many steps as in Collectives.work of the Java side; each needs the one before it. */
static double work(long seed) {
    unsigned long state = (unsigned long)seed | 1UL << 40;
    for (int i = 0; i < 400000; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    return (double)(long)state;
}

static void work_and_allreduce(void) {
    for (int size = 8; size <= max_size; size = next(size)) {
        double *values = calloc(size, 1), start = 0;
        int n = times(iterations, size);
        for (int i = -times(warmup, size); i < n; i++) {
            if (i == 0) {
                MPI_Barrier(MPI_COMM_WORLD);
                start = MPI_Wtime();
            }
            values[0] = work(i);
            MPI_Allreduce(MPI_IN_PLACE, values, size / 8, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
        line(size, (MPI_Wtime() - start) * 1e6 / n, -1);
        free(values);
    }
}

static void collective(const char *name) {
    int reduces = strstr(name, "reduce") != NULL, scatters = !strcmp(name, "osu_reduce_scatter");
    int unit = reduces ? (int)sizeof(float) * (scatters ? ranks : 1) : 1;
    int *counts = malloc(ranks * sizeof *counts);
    for (int size = min_size > unit ? min_size : unit; size <= max_size; size = next(size)) {
        char *in = message((size_t)size * ranks), *out = message((size_t)size * ranks);
        double seconds = 0, sum;
        int n = times(iterations, size);
        if (reduces) {
            memset(in, 0, size);
        }
        for (int i = 0; i < ranks; i++) {
            counts[i] = size / ranks / (int)sizeof(float);
        }
        for (int i = -times(warmup, size); i < n; i++) {
            double start = MPI_Wtime();
            if (scatters) {
                MPI_Reduce_scatter(in, out, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
            } else if (!strcmp(name, "osu_reduce")) {
                MPI_Reduce(in, out, size / unit, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
            } else if (reduces) {
                MPI_Allreduce(in, out, size / unit, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
            } else if (!strcmp(name, "osu_bcast")) {
                MPI_Bcast(in, size, MPI_BYTE, 0, MPI_COMM_WORLD);
            } else if (!strcmp(name, "osu_alltoall")) {
                MPI_Alltoall(in, size, MPI_BYTE, out, size, MPI_BYTE, MPI_COMM_WORLD);
            } else {
                MPI_Allgather(in, size, MPI_BYTE, out, size, MPI_BYTE, MPI_COMM_WORLD);
            }
            seconds += i >= 0 ? MPI_Wtime() - start : 0;
            MPI_Barrier(MPI_COMM_WORLD);
        }
        double mine = seconds * 1e6 / n;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        line(size, sum / ranks, -1);
        free(in);
        free(out);
    }
    free(counts);
}

/* The pure time of start and wait, in the column where OSU has it. */
static void non_blocking_allreduce(void) {
    for (int size = min_size > 4 ? min_size : 4; size <= max_size; size = next(size)) {
        char *in = message(size), *out = message(size);
        double seconds = 0, sum;
        int n = times(iterations, size);
        memset(in, 0, size);
        for (int i = -times(warmup, size); i < n; i++) {
            MPI_Request request;
            double start = MPI_Wtime();
            MPI_Iallreduce(in, out, size / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            seconds += i >= 0 ? MPI_Wtime() - start : 0;
            MPI_Barrier(MPI_COMM_WORLD);
        }
        double mine = seconds * 1e6 / n;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0) {
            printf("%-10d%20.3f%20.3f%20.3f\n", size, 0.0, 0.0, sum / ranks);
        }
        free(in);
        free(out);
    }
}

/* One operation and a flush, by rank 0 on the memory of rank 1, which waits in a barrier. */
static void one_sided(const char *name) {
    int fetches = !strcmp(name, "osu_fop_latency");
    for (int size = fetches ? 8 : min_size; size <= (fetches ? 8 : max_size); size = next(size)) {
        char *data = message(size > 8 ? size : 8), result[8];
        void *memory;
        MPI_Win win;
        MPI_Win_allocate(size > 8 ? size : 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        double seconds = 0;
        int n = times(iterations, size);
        if (rank == 0) {
            double start = 0;
            MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
            for (int i = -times(warmup, size); i < n; i++) {
                start = i == 0 ? MPI_Wtime() : start;
                if (fetches) {
                    MPI_Fetch_and_op(data, result, MPI_LONG, 1, 0, MPI_SUM, win);
                } else if (name[4] == 'p') {
                    MPI_Put(data, size, MPI_BYTE, 1, 0, size, MPI_BYTE, win);
                } else if (name[4] == 'g') {
                    MPI_Get(data, size, MPI_BYTE, 1, 0, size, MPI_BYTE, win);
                } else {
                    MPI_Accumulate(data, size, MPI_UINT8_T, 1, 0, size, MPI_UINT8_T, MPI_SUM, win);
                }
                MPI_Win_flush(1, win);
            }
            seconds = MPI_Wtime() - start;
            MPI_Win_unlock(1, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        line(size, seconds * 1e6 / n, -1);
        MPI_Win_free(&win);
        free(data);
    }
}

/* Collective writes of one file, which has been written before. */
static void file_write(void) {
    char path[256];
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/osu_peer_file", directory ? directory : "/tmp");
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file);
    for (int size = min_size > 1 << 20 ? min_size : 1 << 20; size <= max_size; size = next(size)) {
        int part = size / ranks, n = (1 << 28) / size;
        char *data = message(part);
        double start = 0;
        for (int i = -1; i < n; i++) {
            if (i == 0) {
                MPI_Barrier(MPI_COMM_WORLD);
                start = MPI_Wtime();
            }
            MPI_File_write_at_all(file, (MPI_Offset)rank * part, data, part, MPI_BYTE,
                                  MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        line(size, (double)part * ranks * n / (MPI_Wtime() - start) / 1e6, -1);
        free(data);
    }
    MPI_File_close(&file);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *name = argc > 1 ? argv[1] : "osu_latency";
    int pt2pt = strstr(name, "lat") || strstr(name, "bw");
    min_size = strstr(name, "lat") ? 0 : 1;
    max_size = pt2pt ? 1 << 22 : strstr(name, "file") ? 1 << 26 : 1 << 20;
    max_size = strstr(name, "work") ? 8 : max_size;
    for (int i = 2; i + 1 < argc; i += 2) {
        char *colon = strchr(argv[i + 1], ':');
        switch (argv[i][1]) {
        case 'm':
            min_size = colon ? atoi(argv[i + 1]) : min_size;
            max_size = atoi(colon ? colon + 1 : argv[i + 1]);
            break;
        case 'i': iterations = atoi(argv[i + 1]); break;
        case 'x': warmup = atoi(argv[i + 1]); break;
        case 'W': window = atoi(argv[i + 1]); break;
        default: break;
        }
    }
    if (!strcmp(name, "osu_latency")) {
        latency(1);
    } else if (!strcmp(name, "osu_multi_lat")) {
        latency(ranks / 2);
    } else if (!strcmp(name, "osu_bw") || !strcmp(name, "osu_mbw_mr")) {
        bandwidth(!strcmp(name, "osu_mbw_mr"));
    } else if (!strcmp(name, "osu_bibw")) {
        both_ways();
    } else if (!strcmp(name, "osu_barrier")) {
        barrier();
    } else if (!strcmp(name, "osu_work_allreduce")) {
        work_and_allreduce();
    } else if (!strcmp(name, "osu_iallreduce")) {
        non_blocking_allreduce();
    } else if (strstr(name, "_latency")) {
        one_sided(name);
    } else if (!strcmp(name, "osu_file_write")) {
        file_write();
    } else {
        collective(name);
    }
    MPI_Finalize();
    return 0;
}
