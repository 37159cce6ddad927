# shellcheck shell=bash
# A bare Debian root that is gone afterwards: shared by tools/bare.sh and tools/package.sh. Who
# reads this file defines run_inside(), which builds the root with build_root and works in it, and
# then calls in_namespaces with its own arguments.
#
# Everything runs in namespaces of its own for mounts and processes, which end with the script,
# even by SIGKILL: no mount is ever seen outside, and none is left behind. The folder is removed
# from outside, where nothing is mounted in it; SIGKILL leaves it, without mounts.
#
# Ends with 3 when the root cannot be built for reasons of the place, which one line says.

unset MAKEFLAGS MFLAGS MAKELEVEL
enter=(setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child)
place=${BARE_PLACE-}
worker=

# the owner of the tree may be somebody else than root
git_here() { git -c safe.directory='*' "$@"; }

cannot() {
    echo "bare: no bare root here: $1"
    exit 3
}

# --- what must hold -------------------------------------------------------------------------------

check_place() {
    [ "$(id -u)" -eq 0 ] || cannot "this is not root"
    # shellcheck source=/dev/null
    system=$(. /etc/os-release 2>/dev/null && echo "${ID-} ${ID_LIKE-}")
    case " $system " in *' debian '*) ;; *) cannot "this is not Debian" ;; esac
    command -v apt-get >/dev/null || cannot "there is no apt-get"
    command -v git >/dev/null || cannot "there is no git"
    command -v unshare >/dev/null && command -v setpriv >/dev/null ||
        cannot "there is no unshare or no setpriv"
    git_here rev-parse --verify -q HEAD >/dev/null 2>&1 || cannot "this is no git repository"
    # shellcheck disable=SC2016  # for the shell inside
    "${enter[@]}" sh -c 'mount -t tmpfs none "$1" && mount -t proc proc "$1"' _ "$place" \
        >/dev/null 2>&1 || cannot "file systems may not be mounted"
}

get_mmdebstrap() {
    command -v mmdebstrap >/dev/null && return
    echo "bare: installing mmdebstrap"
    { apt-get -q update; DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
        --no-install-recommends mmdebstrap; } </dev/null >"$place/log" 2>&1 ||
        cannot "mmdebstrap is not to be had: $(grep -m 1 '^E:' "$place/log")"
}

# --- the root -------------------------------------------------------------------------------------

# What makes apt work here makes it work there: sources, keys, proxies, passwords, names. What
# belongs to packages that are not in the root (hooks of others) stays away.
copy_settings() {
    local root=$1 file
    for file in /etc/resolv.conf /etc/hosts; do
        [ ! -e "$file" ] || cp -L "$file" "$root$file"
    done
    mkdir -p "$root/etc/apt" "$root/usr/share/keyrings" "$root/usr/local/share/ca-certificates"
    rm -rf "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d
    for file in sources.list sources.list.d preferences preferences.d auth.conf auth.conf.d \
        keyrings trusted.gpg trusted.gpg.d; do
        [ ! -e "/etc/apt/$file" ] || cp -RL "/etc/apt/$file" "$root/etc/apt/"
    done
    cp -RLn /usr/share/keyrings/. "$root/usr/share/keyrings/"
    cp -RL /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null
    apt_settings >"$root/etc/apt/apt.conf.d/99outside"
}

# Every way to reach the sources: proxies, time limits, checks; nothing that runs a program.
apt_settings() { apt-config dump | grep -E '^Acquire::.* "..*";$' | grep -vE '"/|IndexTargets'; }

# build_root PACKAGE,...: what a fresh machine has, and these
build_root() {
    local root=$place/root settings=$place/apt.conf lists=()
    apt_settings >"$settings"
    mapfile -t lists < <(find /etc/apt/sources.list /etc/apt/sources.list.d \
        \( -name '*.list' -o -name '*.sources' \) -size +0 2>/dev/null)
    [ ${#lists[@]} -gt 0 ] || cannot "apt has no sources"
    # shellcheck source=/dev/null
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
    echo "bare: building a minimal root of $suite"
    mmdebstrap --mode=root --variant=minbase --include="$1" \
        --aptopt="$settings" "$suite" "$root" "${lists[@]}" </dev/null >"$place/log" 2>&1 ||
        cannot "mmdebstrap failed: $(grep -E '^E:' "$place/log" | tail -n 1)"
    copy_settings "$root"
    [ ! -x "$root/usr/sbin/update-ca-certificates" ] ||
        chroot "$root" update-ca-certificates >/dev/null 2>&1
}

# --- inside ---------------------------------------------------------------------------------------

# Devices are those of this machine, one by one; terminals are new.
mount_all() {
    local root=$1 name
    mount -t proc proc "$root/proc" &&
        mount -t tmpfs -o mode=755 none "$root/dev" && mkdir "$root/dev/pts" "$root/dev/shm" &&
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620 none "$root/dev/pts" &&
        mount -t tmpfs -o mode=1777 none "$root/dev/shm" || return
    for name in null zero full random urandom tty; do
        : >"$root/dev/$name" && mount --bind "/dev/$name" "$root/dev/$name" || return
    done
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s /proc/self/fd/0 "$root/dev/stdin"
    ln -s /proc/self/fd/1 "$root/dev/stdout"
    ln -s /proc/self/fd/2 "$root/dev/stderr"
}

# Mounts in the root, and apt with its lists; says what the root is.
open_root() {
    local root=$1 begin=$2
    mount_all "$root" >"$place/log" 2>&1 || cannot "mounting: $(tail -n 1 "$place/log")"
    chroot "$root" apt-get -q update </dev/null >"$place/log" 2>&1 ||
        cannot "apt does not work in the root: $(grep -m 1 -E '^(E|Err)' "$place/log")"
    echo "bare: the root is there after $((SECONDS - begin)) s:" \
        "$(chroot "$root" dpkg-query -f '.\n' -W | wc -l) packages"
}

# in_root COMMAND...: with what a login on a fresh machine has in its environment
in_root() {
    chroot "$place/root" env -i HOME=/root TERM="${TERM:-dumb}" \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" no_proxy="${no_proxy-}" \
        "$@" </dev/null
}

# --- outside --------------------------------------------------------------------------------------

take_down() {
    local status=$? tries=100
    trap '' INT TERM HUP
    # unshare heeds no other signal; with it goes all that runs inside
    [ -z "$worker" ] || { kill -9 "$worker" && wait "$worker"; } 2>/dev/null
    # nothing is mounted here; should that ever be wrong, nothing behind it is touched
    if grep -qF " $place/" /proc/self/mounts; then
        echo "bare: something is mounted below $place; it stays" >&2
        exit "$status"
    fi
    # processes that were ended may still write for a moment
    until rm -rf --one-file-system "$place" 2>/dev/null; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { echo "bare: $place cannot be removed" >&2; break; }
        sleep 0.1
    done
    exit "$status"
}

# in_namespaces ARGUMENT...: calls the script again, in the namespaces, where it calls run_inside
in_namespaces() {
    local status
    [ -z "$place" ] || run_inside "$@"
    place=$(mktemp -d "${TMPDIR:-/tmp}/dashpot-bare.XXXXXX") || exit 4
    trap take_down EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    trap 'exit 129' HUP
    check_place
    get_mmdebstrap
    # in the background, so that a signal is heeded at once
    BARE_PLACE=$place "${enter[@]}" "$PWD/tools/$(basename "$0")" "$@" </dev/null &
    worker=$!
    wait "$worker"
    status=$?
    worker=
    exit "$status"
}
