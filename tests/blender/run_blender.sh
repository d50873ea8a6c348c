#!/bin/sh
# run_blender.sh SCRIPT CLI REPOSITORY SCRATCH: SCRIPT of this folder in Blender; 77 without one.
blender=${TEXELETON_BLENDER:-blender}
command -v "$blender" >/dev/null || { echo "skipped: there is no blender"; exit 77; }
script=$1 cli=$2 repository=$3 scratch=$4
exec "$blender" -b --factory-startup --python-exit-code 1 --python "$repository/tests/blender/$script" -- \
  "$cli" "$repository" "$scratch"
