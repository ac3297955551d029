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
  fi
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
    /opt/*jdk* /opt/java/* /usr/java/* /usr/local/*jdk*; do
    strata_jdk_fits "$strata_home" && return
  done
  strata_say "no JDK 25 or newer was found in STRATA_JAVA_HOME, JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks, /opt,"
  strata_say "/usr/java or /usr/local. Install one (Debian: openjdk-25-jdk-headless or temurin-25-jdk) or name it in STRATA_JAVA_HOME."
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
    "$strata_root"/*/pom.xml "$strata_root"/*/src/main -newer "$strata_reference" -print -quit)" ]
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
  command -v java >/dev/null || export JAVA_HOME="$STRATA_JAVA"
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

strata_maven() {
  cd "$strata_root" && rm -f "$STRATA_DIST/.built" && : >"$STRATA_DIST/.began" &&
    mvn -B -Dquick -Dmaven.test.skip=true -pl launcher -am package 2>&1 </dev/null 9>&- &&
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
