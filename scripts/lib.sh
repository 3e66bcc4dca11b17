# What the programs in this folder share. Sourced by bash, not run.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
run="$root/.run"
# No __pycache__ among the sources.
export PYTHONDONTWRITEBYTECODE=1

# stdout belongs to the results; whatever tells how things go is for stderr.
say() { printf '%s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# A first run as root leaves files that another user cannot write; swift would tell that with a page of its own.
need_writable() {
  local path
  for path in "$@"; do
    [ -e "$path" ] || path=$(dirname "$path")
    [ -w "$path" ] || die "$path belongs to $(stat -c %U "$path"), and $(id -un) may not write there.
Run this as $(stat -c %U "$path"), or take the folder away."
  done
}

# need_swift: Swift 6.2 or newer in PATH.
need_swift() {
  local version major minor folder
  if ! command -v swift >/dev/null; then
    # swiftly changes the PATH of new shells only.
    for folder in "${SWIFTLY_BIN_DIR:-}" "${XDG_DATA_HOME:-${HOME:-}/.local/share}/swiftly/bin"; do
      if [ -n "$folder" ] && [ -x "$folder/swift" ]; then export PATH="$folder:$PATH"; fi
    done
  fi
  local how="Install it with swiftly, as https://www.swift.org/install/linux/ shows, then run this again."
  command -v swift >/dev/null || die "Swift 6.2 or newer is needed, and there is no swift in the PATH.
$how"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  major=${version%%.*} minor=${version#*.}
  if [ -z "$version" ] || [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    die "Swift 6.2 or newer is needed, and $(command -v swift) is ${version:-of no version that it tells}.
$how"
  fi
  # The language files are embedded with #embed, which clang has had since version 19.
  local clang
  clang="$(dirname "$(readlink -f "$(command -v swift)")")/clang"
  [ -x "$clang" ] || clang=clang
  printf '#ifndef __has_embed\n#error\n#endif\n' | "$clang" -x c -fsyntax-only - 2>/dev/null ||
    die "The build needs a clang that knows #embed, and $clang does not. Use the clang that comes with Swift."
}

# need NAME=TEST...: the Debian packages of these names are there, or get installed. TEST is a path that the package
# brings, or a command; it is what counts on a system that is no Debian.
need() {
  local missing=() pair
  for pair in "$@"; do has "${pair#*=}" || missing+=("${pair%%=*}"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    die "Missing: what Debian calls ${missing[*]}. Install it the way of this system, then run this again."
  fi
  local as=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
      die "Missing: ${missing[*]}. Run this first, then try again:
  sudo apt-get install ${missing[*]}"
    fi
    as=(sudo -n)
  fi
  say "Installing ${missing[*]} ..."
  local log
  log=$(mktemp)
  # An old package list names versions that are gone from the mirrors: the update comes first.
  if ! { "${as[@]}" apt-get -q update && "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y --no-install-recommends install "${missing[@]}"; } </dev/null >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "apt-get could not install ${missing[*]}."
  fi
  rm -f "$log"
}

has() {
  case $1 in
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# What every build needs beside Swift.
need_build_tools() {
  need_swift
  # Without pkg-config, swift warns in each build that it does not find libsystemd.
  need git=git libsqlite3-dev=/usr/include/sqlite3.h libssl-dev=/usr/include/openssl/evp.h \
    libsystemd-dev=/usr/include/systemd/sd-journal.h pkg-config=pkg-config
  need_preact
}

# need_preact: .build-web/preact.js, the library that draws the web app. The gateway embeds it; its license allows that,
# and the repository holds no copy.
need_preact() {
  local home="$root/.build-web" list="$root/scripts/preact.txt" folder
  if [ -s "$home/preact.js" ] && cmp -s "$list" "$home/preact.txt"; then return; fi
  need "python3-venv=$(ensurepip)"
  say "Downloading Preact for the web app ..."
  folder=$(mktemp -d)
  if ! /usr/bin/python3 -m venv "$folder/python" || ! "$folder/python/bin/python" -m pip --quiet \
    --disable-pip-version-check download --no-deps --require-hashes --dest "$folder" --requirement "$list" >&2 ||
    ! /usr/bin/python3 -m zipfile -e "$folder"/datasette_preact-*.whl "$folder/wheel"; then
    rm -rf "$folder"
    die "The package of scripts/preact.txt could not be downloaded."
  fi
  mkdir -p "$home"
  cp "$folder"/wheel/datasette_preact/static/preact-*.min.js "$home/preact.js"
  # Written last: a run that ends in the middle downloads again.
  cp "$list" "$home/preact.txt"
  rm -rf "$folder"
}

# need_browser: the browser, its font and the type checker with which Tests/Web looks at the web app.
need_browser() {
  need chromium=/usr/bin/chromium fonts-inter=/usr/share/fonts/opentype/inter node-typescript=tsc
}

# need_python: a venv in .build-python with what Tests/requirements.txt lists. Sets $python.
need_python() { need_packages "$root/.build-python" "$root/Tests/requirements.txt"; }

# need_packages HOME LIST: a venv with what a list of Python packages names. Sets $python.
need_packages() {
  local home=$1 list=$2
  need "python3-venv=$(ensurepip)"
  python="$home/bin/python"
  if cmp -s "$list" "$home/requirements.txt" && "$python" -c '' 2>/dev/null; then return; fi
  say "Installing the Python packages of ${list#"$root/"} ..."
  rm -rf "$home"
  /usr/bin/python3 -m venv "$home"
  "$python" -m pip --quiet --disable-pip-version-check install --requirement "$list" >&2 ||
    die "The Python packages of ${list#"$root/"} could not be installed."
  cp "$list" "$home/requirements.txt"
}

# Where the part of Python is that Debian keeps in python3-venv; a path that does not exist when it is missing.
ensurepip() {
  /usr/bin/python3 -c 'import ensurepip; print(ensurepip.__file__)' 2>/dev/null || echo /usr/lib/python3/ensurepip
}

# A name for what the sources are: the same only if no file was touched, moved, added or taken away since.
sources_state() {
  {
    find "$root/Sources" "$root/Package.swift" -printf '%P %s %C@\n' | sort
    stat -Lc '%n %s %Z' "$(command -v swift)" 2>/dev/null || true
  } | cksum
}

is_built() {
  [ -x "$root/.build/debug/visitsd" ] && [ -x "$root/.build/debug/visits" ] &&
    [ -x "$root/.build/debug/visits-gateway" ] &&
    [ "$(cat "$run/built" 2>/dev/null)" = "$(sources_state)" ]
}

# build_programs: the programs in .build/debug are of the sources as they are. The one place where time is saved
# at a second run: swift needs seconds to find out that nothing is to be done.
build_programs() {
  local state
  if is_built; then return; fi
  need_build_tools
  if is_built; then return; fi
  state=$(sources_state)
  if [ -d "$root/.build/debug" ]; then say "Building ..."; else say "Building; the first time takes some minutes ..."; fi
  # All targets at once: two builds in a row, one for each program, would take longer.
  swift_build
  printf '%s\n' "$state" >"$run/built"
}

# build_release: the programs that are shipped and measured. Sets $release_visitsd and $release_visits.
build_release() {
  need_build_tools
  # With Swift's libraries in the program: the host needs no toolchain.
  swift_build --configuration release --scratch-path "$root/.build-release" --product visitsd --static-swift-stdlib
  # A static program starts in a third of the time; it needs a scratch path of its own.
  swift_build --configuration release --scratch-path "$root/.build-static" --product visits -Xswiftc -static-executable
  release_visitsd="$root/.build-release/release/visitsd"
  release_visits="$root/.build-static/release/visits"
}

# swift_build WORDS...: swift build, at length on a terminal, elsewhere heard of only when it fails.
swift_build() {
  if [ -t 2 ]; then
    swift build --package-path "$root" "$@" </dev/null >&2 || die "The build failed."
    return
  fi
  local log
  log=$(mktemp)
  if ! swift build --package-path "$root" "$@" </dev/null >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    rm -f "$log"
    die "The build failed."
  fi
  rm -f "$log"
}
