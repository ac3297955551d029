package org.strata.launcher.session;

import org.strata.ess.own.RankIdentity;
import org.strata.launcher.plm.OwnSession;
import org.strata.opal.platform.Platform;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A shell that outlives mpirun: when the pipe from mpirun ends before mpirun has written that it
 * exits, mpirun was killed, and the shell kills what is left of the job and removes its files. It
 * is in a session of its own where that is possible, so that a signal to mpirun's process group
 * spares it.
 */
public final class Sentinel implements AutoCloseable {
    private static final Path SHELL = Path.of("/bin/sh");

    /**
     * Arguments: job id, session directory, marker variable. Processes are found by the marker in
     * their environment, which all descendants inherit, and by the numbers read from the pipe.
     */
    private static final String SCRIPT =
            """
            trap '' HUP INT QUIT TERM TSTP USR1 USR2
            pids=
            while read -r word; do
              case $word in
                bye) exit 0 ;;
                -*) pids=$(for p in $pids; do [ "-$p" = "$word" ] || echo "$p"; done) ;;
                *) pids="$pids $word" ;;
              esac
            done
            marked() {
              grep -ls "$3=$1" /proc/[0-9]*/environ | while IFS=/ read -r a b pid c; do
                echo "$pid"
              done
            }
            children() {
              grep -s '^PPid:' /proc/[0-9]*/status | while IFS=/: read -r a b pid c d parent; do
                case " $* " in *" ${parent#?} "*) echo "$pid" ;; esac
              done
            }
            tree=$pids
            while [ -n "$tree" ]; do
              tree=$(children $tree)
              pids="$pids $tree"
            done
            [ -n "${pids% }" ] && kill -KILL $pids 2>/dev/null
            for round in 1 2 3 4 5 6 7 8 9 10; do
              left=$(marked "$@")
              [ -z "$left" ] && break
              kill -KILL $left 2>/dev/null
              sleep 0.1 2>/dev/null || sleep 1
            done
            rm -f /dev/shm/strata."$1".* /dev/shm/.strata."$1".*
            rm -rf "$2"
            """;

    private final Process shell;
    private final OutputStream pipe;
    private boolean dismissed;

    /**
     * @param shell null where there is none
     */
    private Sentinel(Process shell) {
        this.shell = shell;
        pipe = shell == null ? OutputStream.nullOutputStream() : shell.getOutputStream();
    }

    /**
     * Starts the shell. Where the platform has none, nobody kills what is left of the job: ranks
     * end by the loss of their connection to mpirun, the next mpirun of the user removes the files,
     * and programs that are no ranks run on.
     *
     * @param session the job's files; closed when the shell cannot be started
     */
    public static Sentinel start(Session session) throws IOException {
        if (Platform.current() != Platform.LINUX || !Files.isExecutable(SHELL)) {
            return new Sentinel(null);
        }
        List<String> words = new ArrayList<>(OwnSession.prefix());
        words.addAll(List.of(SHELL.toString(), "-c", SCRIPT, "strata-sentinel"));
        words.addAll(List.of(session.jobId(), session.outermost().toString(), RankIdentity.JOB_ID));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().remove(RankIdentity.JOB_ID);
        builder.directory(Path.of("/").toFile());
        builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        try {
            return new Sentinel(builder.start());
        } catch (IOException e) {
            session.close();
            throw e;
        }
    }

    /** Returns the shell's process number, or 0 where there is none. */
    long pid() {
        return shell == null ? 0 : shell.pid();
    }

    /** A process of the job has started. */
    public void watch(long pid) {
        send(Long.toString(pid));
    }

    /** A process of the job has ended and its number may be used again. */
    public void unwatch(long pid) {
        send("-" + pid);
    }

    private void send(String word) {
        try {
            pipe.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // The shell has been killed; the job runs on without a net.
            assert e != null;
        }
    }

    /** Every process has ended, and the caller removes the files: {@link #close} says so. */
    public void dismiss() {
        dismissed = true;
    }

    /** Ends the shell, at once when it is dismissed, else when it has cleaned up. */
    @Override
    public void close() {
        if (dismissed) {
            send("bye");
        }
        try {
            pipe.close();
        } catch (IOException e) {
            // The shell has been killed.
            assert e != null;
        }
    }
}
