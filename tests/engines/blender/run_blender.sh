#!/bin/sh
# run_blender.sh CLI REPOSITORY SCRATCH: runs run_blender.py in Blender; exit code 77 without Blender.
command -v blender >/dev/null || { echo "skipped: there is no blender"; exit 77; }
cli=$1 repository=$2 scratch=$3
exec blender -b --factory-startup --python-exit-code 1 --python "$repository/tests/engines/blender/run_blender.py" -- \
  "$cli" "$repository" "${TEXELETON_MODELS:-$repository/../shared/models}" "$scratch"
