/*
 * The counterpart of org.strata.benchmarks.first.FirstCalls in C: the same phases with the same numbers of calls.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int me;
static char out[2048], in[2048];

static void report_until(const char *name, double began, double ended) {
    if (me == 0) {
        printf("%s %.3f\n", name, (ended - began) * 1e3);
    }
}

static void report(const char *name, double began) {
    report_until(name, began, MPI_Wtime());
}

static void trips(int count, const int *sizes, int kinds) {
    for (int i = 0; i < count; i++) {
        int bytes = sizes[i % kinds];
        if (me == 0) {
            MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
    }
}

static void windows(void) {
    MPI_Request all[32];
    for (int i = 0; i < 6000; i++) {
        for (int k = 0; k < 32; k++) {
            if (me == 0) {
                MPI_Isend(out, 64, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &all[k]);
            } else {
                MPI_Irecv(in, 64, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &all[k]);
            }
        }
        MPI_Waitall(32, all, MPI_STATUSES_IGNORE);
        if (me == 0) {
            MPI_Recv(in, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Send(out, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
        }
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#define GROUPS 20000
#define GROUP 200

/* The final rate is the median of the last half of the groups. */
static void rise(double began) {
    static double ends[GROUPS], late[GROUPS / 2];
    const int eight[] = {8};
    for (int i = 0; i < GROUPS; i++) {
        trips(GROUP, eight, 1);
        ends[i] = MPI_Wtime();
    }
    for (int i = 0; i < GROUPS / 2; i++) {
        late[i] = ends[GROUPS / 2 + i] - ends[GROUPS / 2 + i - 1];
    }
    qsort(late, GROUPS / 2, sizeof late[0], by_value);
    int group = 1;
    while (ends[group] - ends[group - 1] > late[GROUPS / 4] / 0.8) {
        group++;
    }
    report_until("80 % of the final rate", began, ends[group]);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    const char *what = argc > 1 ? argv[1] : "job";
    const int mixed[] = {8, 40, 8, 300, 16, 1024}, eight[] = {8};
    double x[128] = {1, 2}, y[128];
    double began = MPI_Wtime();
    if (!strcmp(what, "job")) {
        trips(60000, mixed, 6);
        report("trips", began);
        began = MPI_Wtime();
        windows();
        report("windows", began);
        began = MPI_Wtime();
        for (int i = 0; i < 60000; i++) {
            MPI_Allreduce(x, y, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        }
        report("reductions", began);
        began = MPI_Wtime();
        for (int i = 0; i < 40000; i++) {
            MPI_Sendrecv(x, 128, MPI_DOUBLE, 1 - me, 4, y, 128, MPI_DOUBLE, 1 - me, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        report("halo", began);
    } else if (!strcmp(what, "rise")) {
        rise(began);
    } else {
        double first = began;
        for (int i = 0; i < 1000; i++) {
            if (!strcmp(what, "trip")) {
                trips(1, eight, 1);
            } else if (!strcmp(what, "barrier")) {
                MPI_Barrier(MPI_COMM_WORLD);
            } else if (!strcmp(what, "allreduce")) {
                MPI_Allreduce(x, y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            } else {
                MPI_Gather(x, 1, MPI_DOUBLE, y, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            }
            if (i == 0) {
                first = MPI_Wtime();
            }
        }
        double last = MPI_Wtime();
        report_until("first call", began, first);
        report_until("1,000 calls", began, last);
    }
    MPI_Finalize();
    return 0;
}
