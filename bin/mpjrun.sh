#!/bin/sh
# mpjrun, mpjrun.sh: mpirun with the options of MPJ Express, for programs with the API of MPJ.
set -u
self=$0
case $self in */*) ;; *) self=$(command -v -- "$self") ;; esac
while [ -h "$self" ]; do
  link=$(readlink -- "$self")
  case $link in /*) self=$link ;; *) self=${self%/*}/$link ;; esac
done
here=$(CDPATH='' cd -- "${self%/*}" && pwd -P) || exit 1
mpirun=$here/mpirun
[ -f "$mpirun" ] || mpirun=$here/../mpirun
STRATA_MAIN=Mpjrun
export STRATA_MAIN
exec "$mpirun" "$@"
