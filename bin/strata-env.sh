# Shell functions shared by mpirun, mpijavac and mpi_info; sourced, POSIX sh. It starts no process that
# it can do without: this runs before every job.

# strata_ready NAME ROOT: sets STRATA_JAVA (a JDK >= 25) and STRATA_DIST (an up-to-date distribution).
# ROOT is an installed distribution or a source tree.
strata_ready() {
  strata_name=$1
  strata_find_jdk
  strata_root=$2
  if [ -f "$strata_root/lib/mpi.jar" ]; then
    STRATA_DIST=$strata_root
  else
    STRATA_DIST=$strata_root/dist
    strata_fresh || strata_build
    [ ! -e "$STRATA_DIST/.untrained" ] || strata_train_later
  fi
}

# Sets STRATA_CACHES to the directory of the start-up caches for this JDK: lib/, unless lib/trained names another JDK or is
# missing and the user has trained caches of his own.
strata_find_caches() {
  STRATA_CACHES=$STRATA_DIST/lib
  strata_trained=
  [ ! -r "$STRATA_CACHES/trained" ] || read -r strata_trained <"$STRATA_CACHES/trained"
  [ "$strata_trained" != "$strata_version $STRATA_JAVA" ] || return 0
  strata_find_own
  [ -z "$strata_own" ] || [ ! -r "$strata_own/trained" ] || STRATA_CACHES=$strata_own
}

# Sets strata_own to the directory of the user's own caches, or to nothing where there is no home. It is named after
# installation and JDK, so that it can be found without reading them.
strata_find_own() {
  strata_own=
  case ${XDG_CACHE_HOME:-${HOME:-}} in
    /*) strata_own=${XDG_CACHE_HOME:-$HOME/.cache}/strata/$(strata_flat "$STRATA_DIST")+$(strata_flat "$STRATA_JAVA") ;;
  esac
}

# Prints a path as one word.
strata_flat() {
  set -f
  IFS=/
  # shellcheck disable=SC2086
  set -- ${1#/}
  IFS=_
  echo "$*"
}

strata_say() { echo "$strata_name: $*" >&2; }

# Sets STRATA_JAVA to the home of the first JDK that is new enough.
strata_find_jdk() {
  if [ -n "${STRATA_JAVA_HOME:-}" ]; then
    strata_jdk_fits "$STRATA_JAVA_HOME" && return
    strata_say "STRATA_JAVA_HOME=$STRATA_JAVA_HOME is not the home of a JDK 25 or newer${strata_seen:+:$strata_seen}."
    exit 1
  fi
  [ -n "${JAVA_HOME:-}" ] && strata_jdk_fits "$JAVA_HOME" && return
  strata_path_java=$(command -v java) && {
    strata_path_java=$(readlink -f -- "$strata_path_java")
    strata_jdk_fits "${strata_path_java%/bin/java}" && return
  }
  for strata_home in /usr/lib/jvm/* "${HOME:-/root}"/.sdkman/candidates/java/* "${HOME:-/root}"/.jdks/* \
    /opt/*jdk* /opt/java/* /usr/java/* /usr/local/*jdk* \
    "${HOME:-/root}"/Library/Java/JavaVirtualMachines/*/Contents/Home /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    strata_jdk_fits "$strata_home" && return
  done
  strata_say "no JDK 25 or newer was found in STRATA_JAVA_HOME, JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks, /opt,"
  strata_say "/usr/java, /usr/local or macOS' Library/Java. Install one (Debian: openjdk-25-jdk-headless or temurin-25-jdk) or name it in STRATA_JAVA_HOME."
  [ -z "${strata_seen:-}" ] || strata_say "Found, and too old or without a compiler:$strata_seen."
  exit 1
}

# Notes in strata_seen what does not fit, for the message.
strata_jdk_fits() {
  [ -r "$1/release" ] || return 1
  while IFS='=' read -r strata_key strata_value; do
    if [ "$strata_key" = JAVA_VERSION ]; then
      strata_value=${strata_value#\"}
      strata_value=${strata_value%\"}
      strata_version=$strata_value
      strata_value=${strata_value%%[!0-9]*}
      [ -x "$1/bin/javac" ] || strata_value="$strata_value without javac"
      case $strata_value in
        *javac) ;;
        *) [ "${strata_value:-0}" -ge 25 ] && STRATA_JAVA=$1 && return 0 ;;
      esac
      case "${strata_seen:-}" in
        *" $1 ("*) ;;
        *) strata_seen="${strata_seen:-} $1 (Java $strata_value)" ;;
      esac
    fi
  done <"$1/release"
  return 1
}

# Whether the distribution is newer than everything it is made of. A build that finds nothing to do leaves
# the jar as old as it was, so the beginning of the last good build counts too. A build that runs, or was
# interrupted, has left a file .began: the jar may be there without what belongs to it.
strata_fresh() {
  [ -f "$STRATA_DIST/lib/mpi.jar" ] && [ ! -e "$STRATA_DIST/.began" ] || return 1
  strata_reference=$STRATA_DIST/lib/mpi.jar
  [ ! "$STRATA_DIST/.built" -nt "$strata_reference" ] || strata_reference=$STRATA_DIST/.built
  [ -z "$(find "$strata_root/mpirun" "$strata_root/pom.xml" "$strata_root/bin" "$strata_root/conf" \
    "$strata_root"/*/pom.xml "$strata_root"/*/src/main "$strata_root/launcher/src/aot" -newer "$strata_reference" -print -quit)" ]
}

# Builds the distribution, one build at a time, telling how it goes.
strata_build() {
  command -v mvn >/dev/null || {
    strata_say "the distribution must be built, and Maven (mvn) is not on the PATH. Install Maven 3.8.7 or newer."
    exit 1
  }
  mkdir -p "$STRATA_DIST"
  if command -v flock >/dev/null; then
    exec 9>"$STRATA_DIST/.build-lock"
    flock -n 9 || {
      strata_say "another process is building the distribution; waiting for it."
      flock 9
    }
    strata_fresh && {
      exec 9>&-
      return
    }
  fi
  strata_log=$STRATA_DIST/build.log
  strata_began=$(date +%s)
  strata_say "building the distribution in $STRATA_DIST (it is missing or older than its sources)"
  strata_maven | strata_progress
  if ! strata_fresh_jar; then
    tail -n 30 "$strata_log" >&2
    strata_say "the build failed; the end of $strata_log is above."
    exit 1
  fi
  strata_say "built in $(($(date +%s) - strata_began)) s"
  command -v flock >/dev/null && exec 9>&-
}

# Has the start-up caches trained once this process has ended: they take a minute, and neither the first job
# nor a measurement should wait for them, or share its processors with them. A build that is trained by the
# time another job starts has nothing to do; one that was interrupted tries again behind the next job. With
# STRATA_AOT=now in the environment this process waits for them.
strata_train_later() {
  [ "${STRATA_AOT:-yes}" != no ] && [ -w "$STRATA_DIST" ] || return 0
  command -v setsid >/dev/null && command -v flock >/dev/null || return 0
  [ "${STRATA_AOT:-yes}" != now ] || {
    strata_say "training the start-up caches"
    "$STRATA_DIST/bin/strata-train" --now >"$STRATA_DIST/train.log" 2>&1
    return
  }
  flock -n "$STRATA_DIST/.training" true 2>/dev/null || return 0
  strata_say "when this has ended, start-up caches are trained in the background, at the lowest priority: jobs start faster then"
  setsid nice -n 19 "$STRATA_DIST/bin/strata-train" --after $$ </dev/null >"$STRATA_DIST/train.log" 2>&1 &
}

# Maven runs on the JDK, so that javac runs in its JVM; the libraries in mpi.jar stay whole: both are for the first job's sake.
strata_maven() {
  cd "$strata_root" && rm -f "$STRATA_DIST/.built" && : >"$STRATA_DIST/.began" &&
    JAVA_HOME=$STRATA_JAVA STRATA_AOT=no \
      mvn -B -Dquick -Dmaven.test.skip=true -Dlibraries=whole -Dtestkit.skip=true -pl launcher -am package 2>&1 </dev/null 9>&- &&
    mv "$STRATA_DIST/.began" "$STRATA_DIST/.built"
}

strata_fresh_jar() { [ -f "$STRATA_DIST/.built" ] && [ -f "$STRATA_DIST/lib/mpi.jar" ]; }

strata_progress() {
  : >"$strata_log"
  while IFS= read -r strata_line; do
    printf '%s\n' "$strata_line" >>"$strata_log"
    case $strata_line in
      *'Building Strata'*) strata_say "  ${strata_line#*Building } ($(($(date +%s) - strata_began)) s)" ;;
      *'AOT:'*) strata_say "  ${strata_line#*AOT: } ($(($(date +%s) - strata_began)) s)" ;;
    esac
  done
}
