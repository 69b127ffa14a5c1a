#!/bin/sh
# Every rule that a test cites (B4.2) is stated in docs/order.md, and every rule there is cited.
set -u
cd "$TOP" || exit 1

stated=$(sed -n 's/^- \*\*\(B[0-9]*\.[0-9]*\)\*\* .*/\1/p' docs/order.md | sort)
cited=$(grep -rhoE '\bB[0-9]+\.[0-9]+\b' --include='*.c' --include='*.js' --include='*.mjs' test |
        sort -u)
status=0
twice=$(echo "$stated" | uniq -d)
[ -z "$twice" ] || { echo "stated twice in docs/order.md:" $twice; status=1; }

for rule in $cited; do
  echo "$stated" | grep -qx "$rule" || { echo "$rule is cited and not stated"; status=1; }
done
for rule in $stated; do
  echo "$cited" | grep -qx "$rule" || { echo "$rule is stated and no test cites it"; status=1; }
done
exit $status
