#!/bin/sh
# scripts/bootstrap installs what is missing of its own packages. It goes on when apt-get fails because of
# another package of the machine, and fails when one of its own is still missing. dpkg-query and apt-get
# are stand-ins here: `installed` has the packages that are there, `apt-fails` the exit code of apt-get.
set -u
status=0
mkdir bin
cat >bin/dpkg-query <<'END'
#!/bin/sh
for last in "$@"; do
  if grep -qx -- "$last" installed; then
    case $* in *Package*) echo "ii  $last" ;; *) printf 'ii ' ;; esac
  fi
done
END
cat >bin/apt-get <<'END'
#!/bin/sh
echo "apt-get $*" >>calls
echo 'E: Sub-process /usr/bin/dpkg returned an error code (1)'
case $* in
  *install*)
    [ ! -e installs ] || cat installs >>installed
    exit "$(cat apt-fails)" ;;
esac
END
printf '#!/bin/sh\necho 0\n' >bin/id
chmod +x bin/*
PATH=$PWD/bin:$PATH

expect() {
  code=$1 pattern=$2
  output=$("$TOP/scripts/bootstrap" build 2>&1)
  got=$?
  if [ $got != "$code" ] || ! echo "$output" | grep -q -- "$pattern"; then
    echo "code $got, not $code, or no '$pattern' in: $output"
    status=1
  fi
}

wanted=$(sed -n '/^build_packages="/,/"$/p' "$TOP/scripts/bootstrap" | tr -d '"\n' | sed 's/build_packages=//')
printf '%s\n' $wanted >all
: >calls

cp all installed; echo 0 >apt-fails
expect 0 '^$'                             # nothing is missing: silent
[ ! -s calls ] || { echo "apt-get was called for nothing"; status=1; }

grep -vx meson all >installed
echo meson >installs; echo 100 >apt-fails
expect 0 'installing meson'               # it is there, whatever else apt-get complains of
grep -q 'install.* meson$' calls || { echo "not only meson was installed:"; cat calls; status=1; }

grep -vx meson all >installed
rm installs
expect 1 'apt-get failed'                 # ours is still missing
exit $status
