#!/bin/sh
# settings: ring noring denied
# The first example shows the seven phases, in order, in one turn.
set -eu
"$TREE/examples/phases" | tee out
[ "$(awk '{ printf "%s ", $2 }' out)" = "timers pending idle prepare poll check close " ]
