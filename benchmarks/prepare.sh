# Shell functions shared by benchmarks/run and benchmarks/compare; sourced, POSIX sh.

# benchmarks_ready HERE: compiles the benchmarks when they are missing or stale.
benchmarks_ready() {
  root=${1%/benchmarks}
  stamp=$1/target/.compiled
  if [ ! -e "$stamp" ] || [ -n "$(find "$1/src" "$1/pom.xml" -newer "$stamp" -print -quit)" ]; then
    echo "benchmarks: compiling" >&2
    (cd "$root" && mvn -q -B -ntp -Dquick -DskipTests -pl benchmarks -am package) || exit 1
    touch "$stamp"
  fi
}
