# Shell functions shared by the commands of the benchmarks; sourced, POSIX sh.

# asks_help WORDS: whether a command is asked what it does: it builds and installs nothing then, but itself.
asks_help() {
  for word in "$@"; do
    case $word in --help | -h) return 0 ;; esac
  done
  return 1
}

# compiled NAME MODULE SOURCES...: builds a module of the tree when it is missing or older than its sources. What Maven says goes
# to a file, whose end is shown when it fails.
compiled() {
  compiling=$1
  module=$2
  shift 2
  target=$root/$module/target
  if [ ! -e "$target/.compiled" ] || [ -n "$(find "$@" -newer "$target/.compiled" -print -quit)" ]; then
    echo "$compiling: compiling" >&2
    mkdir -p "$target"
    (cd "$root" && mvn -q -B -ntp -Dquick -DskipTests -pl "$module" -am package) >"$target/compile.log" 2>&1 || {
      tail -n 30 "$target/compile.log" >&2
      exit 1
    }
    touch "$target/.compiled"
  fi
}

# benchmarks_ready HERE WORDS...: compiles the benchmarks and finds a JDK. The start-up caches are trained before anything is
# measured. A program that only explains itself runs without mpirun, on benchmarks_path.
benchmarks_ready() {
  here=$1
  root=${1%/benchmarks}
  shift
  compiled benchmarks benchmarks "$here/src" "$here/pom.xml"
  . "$root/bin/strata-env.sh"
  strata_name=benchmarks
  strata_find_jdk
  benchmarks_path=$here/target/classes:$root/mpi-api/target/classes:$root/opal/target/classes
  asks_help "$@" || STRATA_AOT=now "$root/mpirun" --version >/dev/null || exit 1
}

# figures_ready HERE NAME: compiles the figures and finds a JDK.
figures_ready() {
  root=${1%/benchmarks}
  figures=$1/figures
  compiled "$2" benchmarks/figures "$figures/src" "$figures/pom.xml" "$root"/*/src/main "$root/tests/testkit/src/main"
  . "$root/bin/strata-env.sh"
  strata_name=$2
  strata_find_jdk
}
