/*
 * Two processes that spin without an MPI: the floor of every MPI over the same link. Names, options and
 * output of osu_latency and, over sockets, of osu_bw.
 *
 *   cc -O2 -o bare_peer bare_peer.c && ./bare_peer osu_latency -m 8:8
 *   ./bare_peer shm osu_latency -m 8:4096
 *
 * Over a TCP socket on the loopback interface, what the kernel alone takes: a message is its bytes, without
 * a header. Both sides know all sizes. A message is written by one call, and read straight into its buffer.
 * Connections are not paced (TCP_CONGESTION reno), as those of btl-tcp. With -E 1 the socket is in an epoll set
 * that nobody asks: what an arrival at a socket costs that a selector watches.
 *
 * Through shared memory (shm), what the caches alone take: a message is a word with its number, stored last,
 * and its bytes behind it, in cache lines of its own; 64 messages go round. Ping-pong needs no other control.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int first, fd;
static int shared;
static char *to, *from;
static uint64_t sent, received;
static int watched;
static long min_size, max_size, iterations = 10000, warmup = 2000, window = 64;

static void check(int ok, const char *what) {
    if (!ok) {
        perror(what);
        exit(1);
    }
}

static long times(long n, long size) { return size > 8192 ? (n / 10 > 0 ? n / 10 : 1) : n; }
static long windows(long n) { return n / 20 > 2 ? n / 20 : 2; }

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

#define PLACES 64
#define LINE 64

static char *place(char *ring, uint64_t number, long bytes) {
    long lines = (sizeof number + bytes + LINE - 1) / LINE;
    return ring + number % PLACES * lines * LINE;
}

static void put_lines(const char *at, long bytes) {
    char *message = place(to, ++sent, bytes);
    memcpy(message + sizeof sent, at, bytes);
    atomic_store_explicit((_Atomic uint64_t *)message, sent, memory_order_release);
}

static void get_lines(char *at, long bytes) {
    char *message = place(from, ++received, bytes);
    while (atomic_load_explicit((_Atomic uint64_t *)message, memory_order_acquire) != received) {
    }
    memcpy(at, message + sizeof received, bytes);
}

static void put(const char *at, long bytes) {
    if (shared) {
        put_lines(at, bytes);
        return;
    }
    while (bytes > 0) {
        long done = send(fd, at, bytes, MSG_NOSIGNAL);
        check(done >= 0 || errno == EAGAIN, "send");
        at += done > 0 ? done : 0;
        bytes -= done > 0 ? done : 0;
    }
}

static void get(char *at, long bytes) {
    if (shared) {
        get_lines(at, bytes);
        return;
    }
    while (bytes > 0) {
        long done = recv(fd, at, bytes, 0);
        check(done > 0 || (done < 0 && errno == EAGAIN), "recv");
        at += done > 0 ? done : 0;
        bytes -= done > 0 ? done : 0;
    }
}

static char *message(long bytes) {
    void *memory;
    check(posix_memalign(&memory, 4096, bytes) == 0, "posix_memalign");
    return memset(memory, 'a', bytes);
}

static void ping_pong(char *out, char *in, long size, long n) {
    for (long i = 0; i < n; i++) {
        if (first) {
            put(out, size);
            get(in, size);
        } else {
            get(in, size);
            put(out, size);
        }
    }
}

static void stream(char *buffer, long size, long n) {
    char answer[4] = {0};
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < window; j++) {
            first ? put(buffer, size) : get(buffer, size);
        }
        first ? get(answer, 4) : put(answer, 4);
    }
}

static void measure(int bandwidth) {
    for (long size = min_size > 0 ? min_size : 1; size <= max_size; size *= 2) {
        char *out = message(size), *in = message(size);
        long before = times(warmup, size), n = times(iterations, size);
        bandwidth ? stream(out, size, windows(before)) : ping_pong(out, in, size, before);
        double start = now();
        bandwidth ? stream(out, size, windows(n)) : ping_pong(out, in, size, n);
        double seconds = now() - start;
        if (first) {
            printf("%-10ld%20.3f\n", size,
                   bandwidth ? (double)size * window * windows(n) / seconds / 1e6 : seconds * 1e6 / (2.0 * n));
            fflush(stdout);
        }
        free(out);
        free(in);
    }
}

/* Best effort: some systems let only the superuser choose. */
static void do_not_pace(int socket) { setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, "reno", 4); }

static void bind_to(int core) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static void connect_pair(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    int on = 1, listening = socket(AF_INET, SOCK_STREAM, 0);
    check(listening >= 0 && bind(listening, (void *)&at, length) == 0, "bind");
    do_not_pace(listening);
    check(listen(listening, 1) == 0 && getsockname(listening, (void *)&at, &length) == 0, "listen");
    first = fork() > 0;
    if (first) {
        fd = socket(AF_INET, SOCK_STREAM, 0);
        do_not_pace(fd);
        check(connect(fd, (void *)&at, length) == 0, "connect");
    } else {
        fd = accept(listening, NULL, NULL);
        check(fd >= 0, "accept");
    }
    close(listening);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    check(fcntl(fd, F_SETFL, O_NONBLOCK) == 0, "fcntl");
    if (watched) {
        struct epoll_event reads = {.events = EPOLLIN};
        check(epoll_ctl(epoll_create1(0), EPOLL_CTL_ADD, fd, &reads) == 0, "epoll_ctl");
    }
    bind_to(first ? 0 : 1);
}

/* Numbers grow from size to size, and the bytes of messages are no small numbers: what lies here is never the next one. */
static void share_memory(void) {
    long ring = PLACES * (max_size + 2 * LINE);
    char *both = mmap(NULL, 2 * ring, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(both != MAP_FAILED, "mmap");
    first = fork() > 0;
    to = first ? both : both + ring;
    from = first ? both + ring : both;
    bind_to(first ? 0 : 1);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "shm")) {
        shared = 1;
        argc--;
        argv++;
    }
    const char *name = argc > 1 ? argv[1] : "osu_latency";
    int bandwidth = !strcmp(name, "osu_bw");
    max_size = 1 << 22;
    for (int i = 2; i + 1 < argc; i += 2) {
        char *colon = strchr(argv[i + 1], ':');
        switch (argv[i][1]) {
        case 'm':
            min_size = colon ? atol(argv[i + 1]) : min_size;
            max_size = atol(colon ? colon + 1 : argv[i + 1]);
            break;
        case 'i': iterations = atol(argv[i + 1]); break;
        case 'x': warmup = atol(argv[i + 1]); break;
        case 'E': watched = atoi(argv[i + 1]); break;
        case 'W': window = atol(argv[i + 1]); break;
        default: break;
        }
    }
    check(!shared || !bandwidth, "shm has osu_latency only");
    shared ? share_memory() : connect_pair();
    measure(bandwidth);
    if (first) {
        wait(NULL);
    }
    return 0;
}
