#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# packaging/oldbase.sh [FOLDER [CMAKE-OPTION…]]   makes an archive for nodes that starts with glibc 2.31 and newer
# packaging/oldbase.sh --check FILE…              checks that these programs and libraries do
#
# On Debian 12 with what packaging/packages.txt lists for `build`, and dpkg-dev. FOLDER, build/oldbase by default, gets
# a sysroot of Debian 11's glibc and Debian 12's headers and static libraries; the archive lies in it. The compiler is
# Debian 12's. The linker refuses whatever Debian 11's glibc lacks. Each step may be repeated. JOBS limits how many
# compilers run at a time.
set -euo pipefail

readonly newest=2.31

fail() { # fail <exit code> <what> <what to do>
    printf 'oldbase: %s\n         %s\n' "$2" "$3" >&2
    exit "$1"
}

# --- check ---------------------------------------------------------------------------------------

# glibc's own libraries, and libgcc_s.so.1: glibc itself loads it to end a thread, so every system has it.
readonly of_system='^(ld-linux-x86-64|lib(c|m|dl|rt|pthread|resolv|util|anl|mvec|gcc_s))\.so\.[0-9]+$'

# Prints what keeps <file> from starting; <given> lists the names of the libraries that come with it, one a line.
faults_of() { # faults_of <file> <given>
    local headers version library
    headers=$(LC_ALL=C objdump -p "$1" 2>/dev/null) || {
        echo "$1 is no program or library"
        return
    }
    while read -r version; do
        case "$version" in
        GLIBC_[0-9]*)
            [ "$(printf '%s\n' "${version#GLIBC_}" "$newest" | sort -V | tail -n 1)" = "$newest" ] ||
                echo "$1 needs $version, and $newest is the newest allowed:" \
                    "$(LC_ALL=C objdump -T "$1" | awk -v version="($version)" \
                        '/\*UND\*/ && $(NF - 1) == version { print $NF }' | paste -sd ' ')"
            ;;
        GLIBC_*) echo "$1 needs $version, which changes with each glibc" ;;
        esac
    done < <(awk '/^Version References:/ { reading = 1 } reading && $1 ~ /^0x/ { print $4 }' <<<"$headers")
    while read -r library; do
        [[ $library =~ $of_system ]] || grep -qxF "$library" <<<"$2" ||
            echo "$1 needs $library, which comes neither with it nor with glibc"
    done < <(awk '$1 == "NEEDED" { print $2 }' <<<"$headers")
}

check() { # check <file…>
    local file faults="" given
    given=$(basename -a "$@")
    for file in "$@"; do
        faults+=$(faults_of "$file" "$given" && echo .)
        faults=${faults%.} # keeps the line break that $(…) would drop
    done
    if [ -n "$faults" ]; then
        printf '%s' "$faults" >&2
        return 1
    fi
    echo "oldbase: $# files need no glibc newer than $newest, and no library that is missing"
}

# --- sysroot -------------------------------------------------------------------------------------

# An apt of its own, so that nothing of this system changes.
private_apt() {
    local key=/usr/share/keyrings/debian-archive-keyring.gpg mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
    mkdir -p "$folder"/apt/{lists,cache/archives}/partial "$folder/packages" "$folder/sources"
    cat >"$folder/apt/sources.list" <<END
deb [signed-by=$key] $mirror bullseye main
deb [signed-by=$key] $mirror bookworm main
deb-src [signed-by=$key] $mirror bookworm main
END
    cat >"$folder/apt/apt.conf" <<END
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$folder/apt/lists";
Dir::Cache "$folder/apt/cache";
Acquire::Languages "none";
END
    [ "$(id -u)" -ne 0 ] || echo 'APT::Sandbox::User "root";' >>"$folder/apt/apt.conf"
    export APT_CONFIG="$folder/apt/apt.conf"
    apt-get update
}

readonly libraries=(linux-libc-dev libsqlite3-dev libssl-dev libzstd-dev libseccomp-dev zlib1g-dev libbz2-dev libbz2-1.0
    liblzma-dev libcap-dev nlohmann-json3-dev libcli11-dev libeigen3-dev libboost1.74-dev libdtl-dev libtoml11-dev
    libdlpack-dev)

make_sysroot() {
    local package link
    rm -rf "$folder/packages" "$sysroot" "$folder/sources"
    mkdir -p "$folder/packages" "$sysroot" "$folder/sources"
    cd "$folder/packages"
    apt-get download "${libraries[@]/%//bookworm}"
    for package in *.deb; do
        dpkg -x "$package" "$sysroot"
    done
    # Only what lies as a static library remains. The shared ones of glibc come last.
    find "$sysroot" -name '*.so' -delete
    apt-get download {libc6,libc6-dev,libgcc-s1,libgcc-10-dev,gcc-10-base}/bullseye
    for package in libc6*.deb libgcc*.deb gcc*.deb; do
        dpkg -x "$package" "$sysroot"
    done
    # Links to folders of / would lead out of the sysroot.
    find "$sysroot" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
        ln -snfr "$sysroot$(readlink "$link")" "$link"
    done
    cd "$folder/sources"
    apt-get source fmtlib libarchive muparser bubblewrap
}

# The compiler's runtime: libstdc++ of Debian 12 calls two things that glibc 2.31 lacks, and its exceptions look for
# frames with a function of glibc 2.35. Those of Debian 11 do not.
make_runtime() {
    rm -rf "$folder/runtime"
    mkdir "$folder/runtime"
    cd "$folder/runtime"
    cp "$sysroot/usr/lib/gcc/x86_64-linux-gnu/10/libgcc_eh.a" .
    cp "$(g++-12 -print-file-name=libstdc++.a)" .
    cat >newer.c <<'END'
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
/* 0: the process may have several threads, so reference counts are always atomic. */
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;
/* What std::random_device reads. */
__attribute__((visibility("hidden"))) uint32_t arc4random(void)
{
    uint32_t number;
    while (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        if (errno != EINTR)
            abort();
    return number;
}
END
    gcc-12 --sysroot="$sysroot" -O2 -fPIC -Wall -Werror -c newer.c
    ar q libstdc++.a newer.o
}

# -B comes before the compiler's own folders, which hold this system's libraries. nvcc links without CMAKE_SYSROOT.
make_toolchain() {
    local toolkit flags
    flags="--sysroot=$sysroot -B$folder/runtime -B$sysroot/usr/lib/x86_64-linux-gnu -B$sysroot/lib/x86_64-linux-gnu"
    cat >"$folder/toolchain.cmake" <<END
set(CMAKE_C_COMPILER gcc-12)
set(CMAKE_CXX_COMPILER g++-12)
set(CMAKE_SYSROOT "$sysroot")
foreach(kind EXE SHARED MODULE)
    set(CMAKE_\${kind}_LINKER_FLAGS_INIT "$flags -static-libstdc++ -Wl,--as-needed")
endforeach()
# What static libraries need in turn. The linker meets libstdc++, which needs pthread, behind these. Old glibc refers to
# parts of a static libpthread weakly, so a static program takes it as a whole.
set(CMAKE_CXX_STANDARD_LIBRARIES "-llzma -lbz2 -lzstd -lz -ldl \\
-Wl,--push-state,--no-as-needed,--whole-archive -lpthread -Wl,--pop-state")
foreach(kind LIBRARY INCLUDE PACKAGE)
    set(CMAKE_FIND_ROOT_PATH_MODE_\${kind} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "$sysroot")
set(ENV{PKG_CONFIG_LIBDIR}
    "$sysroot/usr/lib/x86_64-linux-gnu/pkgconfig:$sysroot/usr/lib/pkgconfig:$sysroot/usr/share/pkgconfig")
END
    toolkit=$(realpath -m "${CUDA_HOME:-/usr/local/cuda}")
    if [ -x "$toolkit/bin/nvcc" ]; then
        cat >>"$folder/toolchain.cmake" <<END
set(CUDAToolkit_ROOT "$toolkit")
set(CMAKE_FIND_ROOT_PATH "$toolkit")
set(CMAKE_CUDA_COMPILER "$toolkit/bin/nvcc")
set(CMAKE_CUDA_HOST_COMPILER g++-12)
set(CMAKE_CUDA_FLAGS_INIT "-Xcompiler=--sysroot=$sysroot")
END
    else
        echo "oldbase: the archive will have no CUDA: there is no $toolkit/bin/nvcc; CUDA_HOME names another toolkit"
    fi
    link_flags=$flags
}

configure() { # configure <folder of the sources> <cmake option…>
    local name=$1
    shift
    cmake -S "$folder"/sources/"$name"-*/ -B "$folder/sources/build-$name" -G Ninja \
        -DCMAKE_TOOLCHAIN_FILE="$folder/toolchain.cmake" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_INSTALL_PREFIX=/usr \
        -DCMAKE_INSTALL_LIBDIR=lib/x86_64-linux-gnu "$@"
}

# Builds what Debian has only as a shared library.
add_library() { # add_library <folder of the sources> <cmake option…>
    configure "$@"
    cmake --build "$folder/sources/build-$1" --parallel "$jobs"
    DESTDIR="$sysroot" cmake --install "$folder/sources/build-$1"
}

# Debian's static libarchive needs libxml2, and so 29 MB of ICU. Its installation would build a shared library too,
# which the linker would prefer.
add_libarchive() {
    local off options=() static="$sysroot/usr/lib/x86_64-linux-gnu"
    for off in TEST TAR CPIO CAT LIBXML2 EXPAT ACL XATTR LZ4 LZO LIBB2 NETTLE OPENSSL PCREPOSIX WERROR; do
        options+=("-DENABLE_$off=OFF")
    done
    configure libarchive "${options[@]}"
    cmake --build "$folder/sources/build-libarchive" --parallel "$jobs" --target archive_static
    cd "$folder/sources"
    install -p -m 644 -t "$static" build-libarchive/libarchive/libarchive.a
    install -p -m 644 -t "$static/pkgconfig" build-libarchive/build/pkgconfig/libarchive.pc
    install -p -m 644 -t "$sysroot/usr/include" libarchive-*/libarchive/archive{,_entry}.h
}

# Many nodes lack bubblewrap.
make_bubblewrap() {
    rm -rf "$folder/node"
    mkdir -p "$folder/node/lib/kernelloupe"
    cd "$folder"/sources/bubblewrap-*/
    echo "#define PACKAGE_STRING \"bubblewrap $(sed 's/^[^(]*(\([0-9.]*\).*/\1/;q' debian/changelog)\"" >config.h
    # shellcheck disable=SC2086 # flags are words
    gcc-12 $link_flags -O2 -static -D_GNU_SOURCE -I. -o "$folder/node/lib/kernelloupe/bwrap" \
        bubblewrap.c bind-mount.c network.c utils.c -lcap
}

# --- archive -------------------------------------------------------------------------------------

elf_files() { # elf_files <folder>
    find "$1" -type f -exec sh -c 'head -c 4 "$1" | grep -q "^.ELF"' sh {} \; -print
}

make_archive() { # make_archive <cmake option…>
    local version name files
    cmake -S "$root" -B "$folder/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$folder/toolchain.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DLOUPE_BUILD_GUI=OFF -DLOUPE_BUILD_TESTS=OFF \
        -DLOUPE_BUILD_BENCH=OFF -DLOUPE_NODE_FILES="$folder/node" "$@"
    cmake --build "$folder/build" --parallel "$jobs"
    version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$folder/build/CMakeCache.txt")
    rm -rf "$folder/node/share" "$folder/packed" "$folder/archive"
    mkdir -p "$folder/node/share/doc/kernelloupe"
    /usr/bin/python3 -B "$root/packaging/oldbase_licences.py" "$folder" "$version" "$folder/node/share/doc/kernelloupe"
    name=kernelloupe-$version-headless-Linux-x86_64-glibc$newest
    cd "$folder/build"
    cpack -G TGZ -D CPACK_PACKAGE_FILE_NAME="$name" -B "$folder/packed"
    rm -rf "$folder/unpacked"
    mkdir -p "$folder/unpacked" "$folder/archive"
    tar -xzf "$folder/packed/$name.tar.gz" -C "$folder/unpacked"
    mapfile -t files < <(elf_files "$folder/unpacked")
    [ ${#files[@]} -gt 0 ] || fail 1 "the archive holds no programs" "See what cpack printed above."
    check "${files[@]}" || fail 1 "the archive does not start with glibc $newest" \
        "Add what is missing to the static libraries, or a fallback to the code."
    mv "$folder/packed/$name.tar.gz" "$folder/archive" # holds nothing that was not checked
    echo "oldbase: $folder/archive/$name.tar.gz"
}

# -------------------------------------------------------------------------------------------------

if [ "${1:-}" = --check ]; then
    shift
    [ $# -gt 0 ] || fail 2 "--check needs files" "usage: packaging/oldbase.sh --check FILE…"
    check "$@"
    exit
fi
case "${1:-}" in
-*) fail 2 "unexpected argument: $1" "usage: packaging/oldbase.sh [FOLDER [CMAKE-OPTION…]] | --check FILE…" ;;
esac
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(realpath -m "${1:-$root/build/oldbase}")
sysroot=$folder/sysroot
jobs=${JOBS:-$(nproc)}
shift || true
[[ ! $folder$root =~ [[:space:]] ]] || fail 2 "a folder has a space in its name: $folder" \
    "Name another FOLDER: the compilers' flags are separated by spaces."
# Its sub-folders are removed and made again.
if [ -n "$(ls -A "$folder" 2>/dev/null)" ] && [ ! -e "$folder/.oldbase" ]; then
    fail 2 "$folder holds files that are not of this script" "Name a FOLDER that is empty or does not exist."
fi
for tool in g++-12 gcc-12 cmake ninja pkg-config dpkg-source objdump /usr/bin/python3; do
    command -v "$tool" >/dev/null || fail 4 "$tool is missing" \
        "On Debian 12: packaging/packages.txt lists the packages; dpkg-source is in dpkg-dev."
done
mkdir -p "$folder"
touch "$folder/.oldbase"
private_apt
make_sysroot
make_runtime
make_toolchain
add_library fmtlib -DFMT_TEST=OFF -DFMT_DOC=OFF
add_libarchive
add_library muparser -DENABLE_SAMPLES=OFF -DENABLE_OPENMP=OFF
make_bubblewrap
make_archive "$@"
