#!/bin/sh
# Every name that lib/ takes from primordials stands for something in this engine.
# settings: ring
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
program=$(mktemp)
trap 'rm -f "$program"' EXIT

python3 - "$top" >"$program" <<'END'
import pathlib
import sys
top = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(top / 'gen'))
sys.dont_write_bytecode = True
import primordials

names = {name for path in (top / 'lib').rglob('*.js')
         for name in primordials.names_in(path.read_text('utf-8'))}
print("const { primordials } = require('internal/test/binding');")
for name in sorted(names - {'take', 'getter'}):
    print(f"if ({primordials.expression(name)} === undefined) console.log('{name}');")
END
missing=$("$TREE/gyre" --expose-internals "$program")
[ -z "$missing" ] || { echo "this engine does not have: $missing"; exit 1; }
