#!/usr/bin/env bash
# Proves the README's two commands on a bare Debian 12: debootstrap's minbase with git, certificates and Node, nothing else.
# Runs in namespaces of its own, so mounts and processes end with this script, however it ends.
set -euo pipefail

usage() {
  cat <<'TEXT'
npm run bare -- [options] [-- part]

  part          start              npm ci && npm start, until it serves, with a visit and an end in good order
                test [unit|e2e]    npm ci && npm test, all of it or a part
                FILE ...           npm ci, then these files of tests (x.test.ts, e2e/x.spec.ts) only
                shell              a shell where the commands would run
                (nothing)          start, then test
  --user NAME   who runs them: a normal user (tester, the default) or root
  --folder DIR  where the system is kept for the next run (default: a folder of the system's temporary folder)
  --fresh       builds the system anew
  --keep        leaves the system of this run, DIR/run, which is removed otherwise
  --again       goes on in the system that the last run has kept, with its clone as it is, and keeps it
  --node DIR    the folder with bin/node and lib/node_modules/npm (default: the machine's own Node)
  --mirror URL  where Debian's packages come from (default: the machine's own mirror, else debootstrap's)
  --shm SIZE    the size of /dev/shm (default: half of the memory); 64m is what a container has

Commits count, uncommitted changes do not. npm's settings, apt's proxies, proxy variables and certificates are the machine's.
TEXT
}
refuse() {
  echo "$1" >&2
  exit 2
}

SUITE=bookworm
SCRIPT=$(readlink -f "${BASH_SOURCE[0]}")
REPOSITORY=$(dirname "$(dirname "$SCRIPT")")

# ---------------------------------------------------------------------------------------------------------------------
# Inside: the first process of its own namespaces. Arguments: the root, who, the part.

# A file of the machine that the root has not, or has empty.
device() {
  touch "$1/dev/$2"
  mount --bind "/dev/$2" "$1/dev/$2"
}

mount_system() {
  local root=$1
  mount --make-rprivate /
  mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
  mount -t tmpfs -o mode=755,nosuid dev "$root/dev"
  for name in null zero full random urandom tty; do device "$root" "$name"; done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$root/dev/pts"
  mount -t tmpfs -o "mode=1777,nosuid,nodev${SHM:+,size=$SHM}" shm "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${number%:*}" "$root/dev/${number#*:}"; done
}

# Runs a line of sh as the user, with no variable of the machine but its proxies and certificates.
as_user() {
  local pass=() name
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE \
    npm_config_registry NPM_CONFIG_REGISTRY; do
    [ -z "${!name:-}" ] || pass+=("$name=${!name}")
  done
  chroot --userspec="$WHO:$WHO" "$ROOT" /usr/bin/env -i "${pass[@]}" HOME="$HOME_FOLDER" USER="$WHO" LOGNAME="$WHO" \
    SHELL=/bin/bash PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin ${PORT:+PORT="$PORT"} \
    /bin/sh -c "cd ~/wattdesk && $1"
}

# The commands of all processes but this script's own.
others() {
  local dir line
  for dir in /proc/[0-9]*; do
    [ "$(readlink "$dir/root" 2>/dev/null)" = "$ROOT" ] || continue
    line=$(tr '\0' ' ' <"$dir/cmdline" 2>/dev/null) || continue
    [ -z "$line" ] || echo "  ${dir#/proc/} $line"
  done
}
# Whether the user's processes are gone; waits for those that are on their way out.
all_gone() {
  local left
  for _ in $(seq 100); do
    left=$(others)
    [ -n "$left" ] || return 0
    sleep 0.1
  done
  printf 'Processes are left:\n%s\n' "$left"
  return 1
}

try_start() {
  local said=$ROOT/tmp/start.log from=$SECONDS ready='' pid code=0
  # A port that somebody has on this machine is no fault of the product.
  if [ -z "${PORT:-}" ] && (: <>/dev/tcp/127.0.0.1/8080) 2>/dev/null; then PORT=0; fi
  : >"$said"
  # With job control the commands are a group of their own, which Ctrl-C ends.
  set -m
  as_user 'npm ci && exec npm start' >"$said" 2>&1 &
  pid=$!
  set +m
  until ready=$(sed -n 's/^ready //p' "$said") && [ -n "$ready" ]; do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.2
  done
  local took=$((SECONDS - from))
  if [ -n "$ready" ]; then
    PORT='' as_user "node_modules/.bin/node tools/bare-visit.ts '$ready'" || code=1
    kill -INT -- "-$pid"
  else code=1; fi
  local ended=0
  wait "$pid" || ended=$?
  # 130: ended by Ctrl-C.
  if [ -n "$ready" ] && [ "$ended" -ne 0 ] && [ "$ended" -ne 130 ]; then
    echo "npm start ended with $ended after Ctrl-C"
    code=1
  fi
  cat "$said"
  all_gone || code=1
  note 'npm ci && npm start' "$code" "${ready:+ready after }$took s"
}

try_test() {
  local from=$SECONDS code=0 line=$1
  as_user "$line" || code=$?
  all_gone || code=1
  note "${2:-$line}" "$code" "$((SECONDS - from)) s"
}
# The runners by themselves, for files that are named.
try_files() {
  local unit=() journeys=() file line='npm ci && { code=0'
  for file in "$@"; do
    case $file in
      *.spec.ts) journeys+=("$file") ;;
      *) unit+=("$file") ;;
    esac
  done
  [ ${#unit[@]} -eq 0 ] || line+="; npx vitest run ${unit[*]} || code=1"
  [ ${#journeys[@]} -eq 0 ] ||
    line+="; npm exec -- node tools/chromium.ts | tee /tmp/chromium || code=1
      CHROMIUM=\$(tail -n 1 /tmp/chromium) npx playwright test --reporter=list ${journeys[*]} || code=1"
  try_test "$line
    exit \$code; }" "$*"
}

sums=()
failed=0
note() {
  local word=passed
  if [ "$2" -ne 0 ]; then
    word="FAILED ($2)"
    failed=1
  fi
  sums+=("$word: $1, $3")
}

inside() {
  ROOT=$1 WHO=$2
  shift 2
  mount_system "$ROOT"
  # The script's own /proc shows this namespace's processes.
  mount -t proc proc /proc
  HOME_FOLDER=$(chroot "$ROOT" /bin/sh -c "echo ~$WHO")
  case ${1:-all} in
    all)
      try_start
      try_test 'npm ci && npm test'
      ;;
    start) try_start ;;
    test) try_test "npm ci && npm test${2:+ -- ${*:2}}" ;;
    shell) as_user 'exec /bin/bash' || failed=$? ;;
    *) try_files "$@" ;;
  esac
  printf '\n'
  [ ${#sums[@]} -eq 0 ] || printf '%s\n' "${sums[@]}"
  exit "$failed"
}

# ---------------------------------------------------------------------------------------------------------------------
# Outside: builds the system.

# The prefix of the first Node on the path that this repository did not bring along.
own_node() {
  local found
  for found in $(type -ap node); do
    case $found in */node_modules/*) continue ;; esac
    found=$(readlink -f "$found")
    [ ! -d "${found%/bin/node}/lib/node_modules/npm" ] || { echo "${found%/bin/node}" && return; }
  done
}

# The machine's own mirror of this Debian, empty where it has none.
own_mirror() {
  # shellcheck disable=SC2016 # apt's own words
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $SUITE" 2>/dev/null | head -n 1
}

# The system for this and later runs, as debootstrap leaves it, with a normal user.
build_base() {
  local base=$1 making=$1.making mirror=$2
  echo "Debian 12 is built in $base …"
  rm -rf --one-file-system "$making"
  debootstrap --variant=minbase --include=ca-certificates,git "$SUITE" "$making" ${mirror:+"$mirror"} >"$1.log" 2>&1 || {
    tail -n 20 "$1.log" >&2
    refuse 'debootstrap failed'
  }
  chroot "$making" useradd --create-home --shell /bin/bash tester
  mv "$making" "$base"
}

# Puts a file of the machine where the root's programs look for it.
hand_over() {
  if [ -n "$2" ] && [ -f "$2" ]; then install -D -m 644 "$2" "$1$2"; fi
}

# How the machine reaches the networks: names, certificates, proxies, npm's settings.
configure() {
  local root=$1 home=$2 name
  for name in resolv.conf hosts; do
    rm -f "$root/etc/$name"
    hand_over "$root" "/etc/$name"
  done
  for name in "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}" "$(npm_setting cafile)"; do hand_over "$root" "$name"; done
  apt-config dump 2>/dev/null | grep -E '^Acquire::https?::Proxy' >"$root/etc/apt/apt.conf.d/90proxies" || true
  name=$(npm_setting globalconfig)
  [ ! -f "$name" ] || install -D -m 644 "$name" "$root/usr/local/etc/npmrc"
  name=$(npm_setting userconfig)
  [ ! -f "$name" ] || install -m 600 "$name" "$home/.npmrc"
}
# npm's setting as a shell of this user has it, without what `npm run` and the repository add.
npm_setting() {
  local value
  value=$(cd / && env -u npm_config_globalconfig -u npm_config_userconfig -u npm_config_cafile \
    PATH="$NODE/bin:$PATH" npm config get "$1")
  [ "$value" = null ] || echo "$value"
}

copy_node() {
  local root=$1
  mkdir -p "$root/usr/local/bin" "$root/usr/local/lib/node_modules"
  cp -L "$NODE/bin/node" "$root/usr/local/bin/"
  cp -a "$NODE/lib/node_modules/npm" "$root/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
}

# The system of one run: the kept one, Node, the machine's ways to the networks, and a clone in the user's home.
fill() {
  local base=$1 run=$2 who=$3 home=$4
  cp -a --reflink=auto "$base" "$run"
  copy_node "$run"
  configure "$run" "$home"
  git clone --quiet --no-hardlinks "$REPOSITORY" "$home/wattdesk"
  chroot "$run" chown -R "$who:$who" "${home#"$run"}"
  echo "$(git -C "$REPOSITORY" log -1 --format='%h %s'), Node $("$NODE/bin/node" --version), as $who, in $run"
}

# Ends what is inside, and removes the system of this run.
# shellcheck disable=SC2317 # called by the trap
clean_up() {
  if [ -n "${CHILD:-}" ]; then
    kill -KILL "$CHILD" 2>/dev/null || true
    wait "$CHILD" 2>/dev/null || true
  fi
  [ -n "$KEEP" ] || rm -rf --one-file-system "$RUN"
}

outside() {
  local folder=${TMPDIR:-/tmp}/wattdesk-bare mirror='' fresh='' keep='' again='' who=tester
  NODE=''
  while [ $# -gt 0 ]; do
    case $1 in
      --fresh) fresh=1 ;;
      --keep) keep=1 ;;
      --again) again=1 keep=1 ;;
      --folder | --node | --mirror | --user | --shm)
        [ $# -gt 1 ] || refuse "$1 needs a value"
        case $1 in
          --folder) folder=$2 ;;
          --node) NODE=$(readlink -f "$2") ;;
          --mirror) mirror=$2 ;;
          --user) who=$2 ;;
          --shm) export SHM=$2 ;;
        esac
        shift
        ;;
      --help) usage && exit ;;
      --) shift && break ;;
      --*) usage && refuse "$1 is unknown" ;;
      *) break ;;
    esac
    shift
  done
  [ "$(id -u)" -eq 0 ] || refuse 'This builds a system in a folder, which only root can do.'
  for tool in debootstrap git unshare setpriv flock; do
    command -v "$tool" >/dev/null || refuse "This needs $tool (on Debian: apt-get install debootstrap git util-linux)."
  done
  [ "$who" = tester ] || [ "$who" = root ] || refuse '--user is tester or root'
  NODE=${NODE:-$(own_node)}
  if [ ! -x "$NODE/bin/node" ] || [ ! -d "$NODE/lib/node_modules/npm" ]; then
    refuse 'No Node with its npm is found: name the folder with bin/node and lib/node_modules/npm by --node.'
  fi
  git -C "$REPOSITORY" rev-parse --verify --quiet HEAD >/dev/null || refuse "$REPOSITORY is no repository of git."

  mkdir -p "$folder"
  folder=$(readlink -f "$folder")
  exec 9>"$folder/lock"
  flock --nonblock 9 || refuse "Another run has $folder; name another by --folder."
  local base=$folder/$SUITE run=$folder/run
  local home=$run/home/tester
  [ "$who" = tester ] || home=$run/root
  if [ -n "$again" ] && [ ! -d "$home/wattdesk" ]; then refuse "No run as $who has kept its system in $folder."; fi
  # A run that was killed left its folder; its mounts ended with it.
  [ -n "$again" ] || rm -rf --one-file-system "$run"
  [ -z "$fresh" ] || rm -rf --one-file-system "$base"
  [ -d "$base" ] || build_base "$base" "${mirror:-$(own_mirror)}"
  KEEP=$keep RUN=$run
  trap clean_up EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  [ -n "$again" ] || fill "$base" "$run" "$who" "$home"

  # Killed with this script, whatever kills it; all processes inside end with their first one.
  export NODE
  local code=0
  setpriv --pdeathsig KILL env --default-signal=INT,QUIT \
    unshare --mount --pid --fork --kill-child=KILL -- bash "$SCRIPT" --inside "$run" "$who" "$@" <&0 &
  CHILD=$!
  wait "$CHILD" || code=$?
  exit "$code"
}

if [ "${1:-}" = --inside ]; then
  shift
  inside "$@"
else
  outside "$@"
fi
