#!/usr/bin/env bash
# Makes the fonts of this folder from the originals: Inter (Latin) and Noto Sans SC (Chinese), both under the SIL Open
# Font License 1.1 (OFL-*.txt). Needs Node.js and Python. The Chinese characters are those of the libraries' and the book's texts.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$PWD
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet install fonttools==4.68.0
for package in inter@0.4.2 noto-sans-sc@0.4.3; do
    mkdir "$work/${package%@*}"
    (cd "$work/${package%@*}" && tar xzf "$(npm pack --silent "@expo-google-fonts/$package")" --strip-components=1)
done
latin='U+0020-007E,U+00A0-017F,U+2010-2015,U+2018-201E,U+2022,U+2026,U+2190-2193,U+00D7,U+2212,U+2260,U+03A3,U+25B2,U+25BD,U+21C5,U+220B'
for weight in 400Regular 600SemiBold; do
    "$work/venv/bin/pyftsubset" "$work/inter/$weight/Inter_$weight.ttf" --unicodes="$latin" --layout-features='' \
        --no-hinting --desubroutinize --output-file="$here/Inter-${weight:3}.ttf"
done
cat ../../ninefold/src/language/*.rs ../../ninefold-variants/src/rule/kind.rs ../../ninefold-variants/src/explain/*.rs ../src/*.rs > "$work/texts"
python3 - "$work/texts" "$work/chinese" <<'PYTHON'
import sys
text = open(sys.argv[1], encoding="utf-8").read()
open(sys.argv[2], "w", encoding="utf-8").write("".join(sorted({c for c in text if ord(c) >= 0x2E80} | set("▲▽⇅∋"))))
PYTHON
"$work/venv/bin/pyftsubset" "$work/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf" --text-file="$work/chinese" \
    --layout-features='' --no-hinting --output-file="$here/NotoSansSC-Regular.ttf"
cp "$work/inter/LICENSE_FONT" "$here/OFL-Inter.txt"
cp "$work/noto-sans-sc/LICENSE_FONT" "$here/OFL-NotoSansSC.txt"
