#!/bin/sh
# run_openvat_blender.sh CLI REPOSITORY SCRATCH: runs run_openvat_blender.py in Blender; exit code 77 without Blender or
# OpenVAT's node groups. TEXELETON_OPENVAT names its vat_node_groups.blend (github.com/sharpen3d/openvat; GPL, so not
# among our files).
command -v blender >/dev/null || { echo "skipped: there is no blender"; exit 77; }
[ -f "$TEXELETON_OPENVAT" ] || { echo "skipped: TEXELETON_OPENVAT names no vat_node_groups.blend"; exit 77; }
cli=$1 repository=$2 scratch=$3
exec blender -b --factory-startup --python-exit-code 1 --python "$repository/tests/engines/openvat/run_openvat_blender.py" -- \
  "$cli" "$repository" "${TEXELETON_MODELS:-$repository/../shared/models}" "$scratch" "$TEXELETON_OPENVAT"
