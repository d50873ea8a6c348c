#!/usr/bin/env bash
# From a clone to a result: ./quickstart.sh --help says what it does.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
usage: ./quickstart.sh [COMMAND]

  (none)   install missing packages, build, bake the bundled samples, open one in the editor
           (without a display: draw a picture of it); 5 to 10 minutes on two cores
  build    build everything, tests included; 10 to 20 minutes
  test     build and run all tests; another 15 to 30 minutes
  deps     only install the packages that building and testing need

For Debian 12 or 13, or Ubuntu 24.04; elsewhere it names the packages to install by hand. Programs are
built in build/release; running it again builds only what changed. A compiler cache (ccache) is used, also
between folders; CCACHE_DISABLE=1 switches it off. CONTRIBUTING.md tells how to work on the program.
TEXT
}

packages=(
  g++ cmake ninja-build pkg-config ccache mold
  qt6-base-dev qt6-base-private-dev qt6-shadertools-dev qt6-svg-dev qt6-l10n-tools libvulkan-dev libassimp-dev libtinygltf-dev libopenexr-dev libdeflate-dev zlib1g-dev libpng-dev libjpeg-dev libmeshoptimizer-dev libdraco-dev libssl-dev libhwy-dev libglm-dev
  libspdlog-dev libcli11-dev nlohmann-json3-dev libstb-dev libexpected-dev libxxhash-dev libyaml-dev libzstd-dev libbullet-dev
)

# What pictures are drawn with where there is no display and no GPU.
drawing_packages=(xvfb mesa-vulkan-drivers libgl1-mesa-dri)
test_packages=(locales vulkan-validationlayers nodejs glslang-tools python3 python3-numpy)

say() { printf '%s\n' "$*" >&2; }

missing_packages() {
  local package
  for package in "$@"; do
    if [[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]]; then
      printf '%s\n' "$package"
    fi
  done
}

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "This is not a Debian or Ubuntu: please install by hand what these packages hold: $*"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    return
  fi
  say "Installing: ${missing[*]}"
  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      say "Please run this as root, or install sudo; or install by hand: apt-get install ${missing[*]}"
      exit 1
    fi
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET…]: all targets where none is named.
build() {
  local preset=$1
  shift
  if [[ ! -f build/$preset/build.ninja ]]; then
    mkdir -p "build/$preset"
    # Joined sources make a build of everything faster and one after a small change slower: contributors use the preset
    # "dev", which compiles each source by itself.
    cmake --preset "$preset" -DCMAKE_UNITY_BUILD=ON >"build/$preset/configure.log" 2>&1 || { cat "build/$preset/configure.log" >&2; exit 1; }
  fi
  cmake --build --preset "$preset" ${1:+--target "$@"}
}

bake_samples() {
  local bin=build/release/bin out=build/samples
  mkdir -p "$out"
  local sample
  for sample in lantern-knight banner; do
    "$bin/texeleton-cli" bake --recipe "resources/samples/$sample.texeleton" -o "$out/$sample.texpack"
    "$bin/texeleton-cli" verify "$out/$sample.texpack" --against "resources/samples/$sample.glb" --quiet
  done
  say ""
  say "Two packs are baked and verified:"
  say "  $out/lantern-knight.texpack   a character, bone mode, with a weapon socket and footstep events"
  say "  $out/banner.texpack           a banner in the wind, vertex mode"
  say "Look inside:  $bin/texeleton-cli inspect $out/lantern-knight.texpack"
  say "See it:       $bin/texeleton-cli render $out/lantern-knight.texpack -o crowd.png --instances 200"
  say "Bake yours:   $bin/texeleton-cli bake MODEL -o NAME.texpack"
  say "Edit:         $bin/texeleton MODEL"
}

has_display() { [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" && -z "${CI:-}" ]]; }

# The editor where there is a display, else a picture where something can draw one.
show_sample() {
  local bin=build/release/bin out=build/samples
  if has_display; then
    say "Opening the editor with the sample (close its window to end)."
    "$bin/texeleton" --sample
    return
  fi
  local draw=("$bin/texeleton-cli" render "$out/lantern-knight.texpack" -o "$out/preview.png" --quiet)
  if "${draw[@]}" 2>"$out/preview.log" || { command -v xvfb-run >/dev/null && xvfb-run -a "${draw[@]}" 2>>"$out/preview.log"; }; then
    say "There is no display for the editor, so here is a picture: $out/preview.png"
  else
    say "There is no display for the editor, and nothing to draw a picture with ($out/preview.log says why)."
  fi
}

case "${1:-}" in
  "")
    has_display || packages+=("${drawing_packages[@]}")
    install_packages "${packages[@]}"
    build release texeleton texeleton-cli texeleton-import
    bake_samples
    show_sample
    ;;
  build)
    install_packages "${packages[@]}" "${drawing_packages[@]}" "${test_packages[@]}"
    build release
    ;;
  test)
    install_packages "${packages[@]}" "${drawing_packages[@]}" "${test_packages[@]}"
    build release
    ctest --preset release -j "$(nproc)"
    ;;
  deps)
    shift
    install_packages "${packages[@]}" "${drawing_packages[@]}" "${test_packages[@]}" "$@"
    ;;
  -h | --help | help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
