#!/usr/bin/env bash
# Brings the translations up to date with the sources: new texts appear as unfinished, old ones go.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lupdate=$(command -v lupdate6 || echo /usr/lib/qt6/bin/lupdate)
options=(-silent -I . -recursive app/editor -source-language en_US -no-obsolete -locations none)
"$lupdate" "${options[@]}" -target-language en_US -pluralonly -ts translations/texeleton_en.ts
"$lupdate" "${options[@]}" -target-language zh_CN -ts translations/texeleton_zh_CN.ts
python3 translations/messages.py
