# Shell functions shared by the commands of the benchmarks; sourced, POSIX sh.

# benchmarks_ready HERE: compiles the benchmarks when they are missing or stale. The start-up caches are trained
# before anything is measured.
benchmarks_ready() {
  root=${1%/benchmarks}
  stamp=$1/target/.compiled
  if [ ! -e "$stamp" ] || [ -n "$(find "$1/src" "$1/pom.xml" -newer "$stamp" -print -quit)" ]; then
    echo "benchmarks: compiling" >&2
    (cd "$root" && mvn -q -B -ntp -Dquick -DskipTests -pl benchmarks -am package) || exit 1
    touch "$stamp"
  fi
  STRATA_AOT=now "$root/mpirun" --version >/dev/null || exit 1
}

# figures_ready HERE NAME: compiles the figures when they are missing or stale, and finds a JDK.
figures_ready() {
  root=${1%/benchmarks}
  figures=$1/figures
  stamp=$figures/target/.compiled
  if [ ! -e "$stamp" ] || [ -n "$(find "$figures/src" "$figures/pom.xml" "$root"/*/src/main "$root/tests/testkit/src/main" -newer "$stamp" -print -quit)" ]; then
    echo "$2: compiling" >&2
    (cd "$root" && mvn -q -B -ntp -Dquick -DskipTests -pl benchmarks/figures -am package) || exit 1
    touch "$stamp"
  fi
  . "$root/bin/strata-env.sh"
  strata_name=$2
  strata_find_jdk
}
