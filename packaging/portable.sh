#!/usr/bin/env bash
# Makes texeleton-VERSION-linux-ARCHITECTURE.tar.xz: the programs with every library that they need and that a Linux
# desktop may lack. It runs from any folder on a distribution not older than the one it is made on.
#   packaging/portable.sh [FOLDER]     writes it into FOLDER (default: build)
#
# The system's own C and C++ libraries, OpenGL and Vulkan are used, because graphics drivers bring theirs. X11 and
# OpenGL's dispatch libraries are packed too, each in a folder of its own, and used only where the system has none.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
out="$(mkdir -p "${1:-$root/build}" && cd "${1:-$root/build}" && pwd)"
cd "$root"

./quickstart.sh deps patchelf xz-utils
if [[ ! -f build/release/build.ninja ]]; then
  cmake --preset release >/dev/null
fi
cmake --build --preset release --target texeleton texeleton-cli texeleton-import

version="$(sed -n 's/^project(texeleton VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
name="texeleton-$version-linux-$(uname -m)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
app="$work/$name/app"
mkdir -p "$app/lib/fallback" "$app/plugins" "$app/licences"
cmake --install build/release --prefix "$app" --strip >/dev/null

# Never packed: the C library, the compiler's, and drivers.
of_the_system='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|mvec|stdc\+\+|gcc_s|drm|gbm|vulkan|nvidia.*|cuda))\.so'
# Packed, but only for where the system has none.
as_fallback='^lib(gomp|GL|GLX|EGL|OpenGL|GLdispatch|X11|X11-xcb|xcb|xcb-(glx|randr|render|shm|shape|sync|xfixes|xkb|xinput)|Xau|Xdmcp|Xext|bsd|md|fontconfig|freetype|expat|dbus-1|systemd|wayland-(client|egl|cursor))\.so'

# Qt finds its plug-ins at run time, so ldd does not name them.
plugins="$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || qtpaths6 --query QT_INSTALL_PLUGINS)"
gui=0
if [[ "$(ldd "$app"/bin/*)" == *libQt6Gui* ]]; then
  gui=1
  for plugin in platforms/libq{xcb,offscreen,minimal,vkkhrdisplay,wayland-egl,wayland-generic} \
    xcbglintegrations/libqxcb-{egl,glx}-integration imageformats/libq{jpeg,gif,ico,svg,webp} iconengines/libqsvgicon \
    platforminputcontexts/lib{compose,ibus,fcitx5}platforminputcontextplugin \
    wayland-shell-integration/libxdg-shell wayland-graphics-integration-client/libqt-plugin-wayland-egl; do
    if [[ -f "$plugins/$plugin.so" ]]; then
      mkdir -p "$app/plugins/$(dirname "$plugin")"
      cp "$plugins/$plugin.so" "$app/plugins/$plugin.so"
    fi
  done
fi

mapfile -t binaries < <(find "$app/bin" "$app/libexec" "$app/plugins" -type f -exec sh -c 'head -c4 "$1" | grep -q ELF && echo "$1"' _ {} \;)
# A library and its licence travel together.
ldd "${binaries[@]}" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u |
  while read -r library path; do
    if [[ "$library" =~ $of_the_system ]]; then
      continue
    fi
    # Debian files libraries under /usr/lib or under /lib, whatever the links between the two are.
    package="$({ dpkg-query -S "$(realpath "$path")" "$path" 2>/dev/null || true; } | sed -n '1s/[:,].*//p')"
    if [[ -f "/usr/share/doc/$package/copyright" ]]; then
      cp -L "/usr/share/doc/$package/copyright" "$app/licences/$package.txt"
    else
      echo "no licence text for $library ($path)" >&2
      exit 1
    fi
    if [[ "$library" =~ $as_fallback ]]; then
      mkdir -p "$app/lib/fallback/$library"
      cp -L "$path" "$app/lib/fallback/$library/$library"
    else
      cp -L "$path" "$app/lib/$library"
    fi
  done

for binary in "${binaries[@]}"; do
  patchelf --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$binary")" "$app/lib")" "$binary"
done
find "$app/lib" -maxdepth 1 -name '*.so*' -type f -exec patchelf --set-rpath '$ORIGIN' {} +

printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$app/bin/qt.conf"

# The programs are started through this, under their own names.
cat >"$work/launch" <<'EOF'
#!/bin/sh
# Starts app/bin/NAME, where NAME is what this file is called.
here="$(dirname "$(readlink -f "$0")")"
program="$here/app/bin/$(basename "$0")"
# What the system lacks comes from here; each library lies in a folder of its own, so that nothing else is replaced.
asked="$program"
for plugin in "$here"/app/plugins/platforms/libqxcb.so "$here"/app/plugins/xcbglintegrations/*.so; do
  if [ -f "$plugin" ]; then
    asked="$asked $plugin"
  fi
done
tried=0
while [ $tried -lt 4 ]; do
  added=0
  # shellcheck disable=SC2086
  for library in $(ldd $asked 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u); do
    if [ -d "$here/app/lib/fallback/$library" ]; then
      case ":$LD_LIBRARY_PATH:" in
        *":$here/app/lib/fallback/$library:"*) ;;
        *)
          LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/app/lib/fallback/$library"
          added=1
          ;;
      esac
    fi
  done
  if [ $added -eq 0 ]; then
    break
  fi
  export LD_LIBRARY_PATH
  tried=$((tried + 1))
done
exec "$program" "$@"
EOF
chmod +x "$work/launch"
for program in "$app"/bin/*; do
  if [[ -x "$program" && ! -d "$program" ]]; then
    cp "$work/launch" "$work/$name/$(basename "$program")"
  fi
done
cp LICENSE README.md README.zh-CN.md "$work/$name/"

tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | xz -T0 -6 >"$out/$name.tar.xz.part"
mv "$out/$name.tar.xz.part" "$out/$name.tar.xz"
printf '%s  %s MB, %s libraries%s\n' "$out/$name.tar.xz" "$(du -m "$out/$name.tar.xz" | cut -f1)" \
  "$(find "$app/lib" -name '*.so*' -type f | wc -l)" "$([[ $gui == 1 ]] && echo ', with windows' || echo ', command line only')"
