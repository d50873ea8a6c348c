"""Known values in spare texels of the animation texture, whose changes show the damage to it (docs/runtimes.md of
Texeleton, "Canary"). The materials read some of them; the check names the damage and the setting."""

TEXELS = [
    (0.0, 0.25, 0.5, 1.0), (0.75, 0.5, 0.25, 0.5), (-1.5, 2.5, 1000.5, -0.5), (0.50390625, 0.25390625, 0.0029296875, 0.75390625),
    (0.1, 2.7182818, 1000.1, 0.33333334), (1.0, 0.0, 0.125, 0.25), (0.25, 1.0, 0.0, 0.75), (0.625, 0.125, 1.0, 1.0),
]
FIFTH_AS_HALVES = (0.0999755859375, 2.71875, 1000.0, 0.333251953125)

# The damage, and what to change in the texture editor.
DAMAGES = {
    "resized": ("has another size than it was exported with",
                "set Maximum Texture Size to 0, Power Of Two Mode to None and LOD Bias to 0"),
    "flipped-vertically": ("is upside down", "import it again with NAME.import.py, not from another file"),
    "flipped-horizontally": ("is mirrored from left to right", "import it again with NAME.import.py"),
    "alpha-lost": ("has lost its alpha channel",
                   "untick Compress Without Alpha, and set Compression Settings to HDR (RGBA16F)"),
    "half": ("was exported with floats and holds half floats", "set Compression Settings to HDR High Precision (RGBA32F)"),
    "swapped": ("has red and blue exchanged", "import it again with NAME.import.py"),
    "premultiplied": ("had its colours multiplied by alpha", "import it again, and do not edit the texture"),
    "unsigned": ("has lost its values below 0", "set Compression Settings to HDR (RGBA16F), not HDR Compressed (BC6H)"),
    "clamped": ("has lost its values below 0 and above 1", "set Compression Settings to HDR (RGBA16F)"),
    "8-bit": ("has 8 bits a channel", "set Compression Settings to HDR (RGBA16F), not UserInterface2D or Default"),
    "srgb-decoded": ("was taken for colours", "untick sRGB"),
    "srgb-encoded": ("was made sRGB", "import it again from the .exr of the export: its values are data"),
    "filtered": ("has texels that are mixed with their neighbours",
                 "set Filter to Nearest and Mip Gen Settings to NoMipmaps"),
    "compressed": ("is only near what was exported",
                   "set Compression Settings to HDR (RGBA16F), Filter to Nearest and Mip Gen Settings to NoMipmaps"),
    "empty": ("holds nothing but zeros", "import it again with NAME.import.py"),
    "foreign": ("is not the one that was exported", "import it again with NAME.import.py; is it another character's?"),
}


def address(size, row, number, place):
    """The place of canary texel `number`; place: bit 0: rows mirrored, bit 1: columns mirrored."""
    width, height = size
    x, y = number % width, row + number // width
    return (width - 1 - x if place & 2 else x, height - 1 - y if place & 1 else y)


def diagnose(size, row, is_float, texel_at):
    """Names of the damages to a texture of the correct size; none: intact. texel_at(x, y): four numbers."""
    known = list(TEXELS)
    if not is_float:
        known[4] = FIFTH_AS_HALVES
    best, nearest = 0.4, ["foreign"]  # Below this it is another texture.
    for place in range(4):
        names = (["flipped-vertically"] if place & 1 else []) + (["flipped-horizontally"] if place & 2 else [])
        seen = [tuple(texel_at(*address(size, row, i, place))) for i in range(len(known))]
        opaque = all(abs(texel[3] - 1.0) <= 1e-3 for texel in seen)
        value = _value_damage(known, seen, is_float, not opaque)
        if value is not None:
            return names + (["alpha-lost"] if opaque else []) + ([value] if value else [])
        if place == 0 and all(v == 0.0 for texel in seen for v in texel[:3]):
            nearest = ["empty"]
        alike = _likeness(known, seen)
        if alike > best:
            best, nearest = alike, names + ["compressed"]
    return nearest


def words(names):
    return "; ".join("it %s (%s): %s" % (DAMAGES[name][0], name, DAMAGES[name][1]) for name in names)


def _clamped(texel):
    return tuple(min(max(v, 0.0), 1.0) for v in texel)


def _rgb(change):
    return lambda texel: tuple(change(v) for v in texel[:3]) + (texel[3],)


def _decoded(v):
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def _encoded(v):
    return v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1.0 / 2.4) - 0.055


def _value_damage(known, seen, is_float, with_alpha):
    """The name of the damage to the values: "" for none, None for an unknown one."""
    channels = 4 if with_alpha else 3
    within, inside = [_clamped(texel) for texel in known], [_clamped(texel) for texel in seen]

    def same(texel):
        return texel

    def multiplied(texel):
        return tuple(v * texel[3] for v in texel[:3]) + (texel[3],)

    def agrees(wanted, found, absolute, relative, change):
        # NaN equals nothing.
        return all(abs(got - v) <= absolute + relative * abs(v) for texel, other in zip(wanted, found)
                   for v, got in list(zip(change(texel), other))[:channels])

    if agrees(known, seen, 1e-6, 1e-6, same):
        return ""
    if is_float and agrees(known, seen, 1e-6, 1.0 / 1024.0, same):
        return "half"
    if agrees(known, seen, 1e-6, 1.0 / 1024.0, lambda t: (t[2], t[1], t[0], t[3])):
        return "swapped"
    if agrees(known, seen, 1e-6, 1.0 / 1024.0, lambda t: tuple(max(v, 0.0) for v in t)):
        return "unsigned"
    if agrees(within, seen, 1e-4, 0.0, same):
        return "clamped"
    if agrees(within, seen, 1.05 / 255.0, 0.0, same):
        return "8-bit"
    if agrees(within, inside, 0.01, 0.0, _rgb(_decoded)):
        return "srgb-decoded"
    if agrees(within, inside, 0.02, 0.0, _rgb(_encoded)):
        return "srgb-encoded"
    if with_alpha:
        if agrees(known, seen, 1e-6, 1.0 / 512.0, multiplied) or agrees(within, inside, 1.2 / 255.0, 0.0, multiplied):
            return "premultiplied"
        if _is_mixture(known, seen, 2e-3) or _is_mixture(within, seen, 1.2 / 255.0):
            return "filtered"
    return None


def _is_mixture(known, seen, tolerance):
    """Whether each texel is the same mixture of itself and its neighbours: least squares for the two shares. The
    mixture may have been saved as half floats, so large values determine the shares less precisely."""
    rows = []
    for i in range(1, len(known) - 1):
        for c in range(4):
            slack = tolerance * max(1.0, abs(known[i][c])) + abs(seen[i][c]) / 1024.0
            rows.append([(value - known[i][c]) / slack for value in (known[i - 1][c], known[i + 1][c], seen[i][c])])

    def total(a, b):
        return sum(row[a] * row[b] for row in rows)

    determinant = total(0, 0) * total(1, 1) - total(0, 1) ** 2
    if not determinant > 0.0:
        return False
    a = (total(0, 2) * total(1, 1) - total(1, 2) * total(0, 1)) / determinant
    b = (total(1, 2) * total(0, 0) - total(0, 2) * total(0, 1)) / determinant
    return a > -0.01 and b > -0.01 and 0.01 < a + b < 1.01 and all(
        abs(a * before + b * after - difference) <= 1.0 for before, after, difference in rows)


def _likeness(known, seen):
    """The similarity of the colours, -1 … 1, clamped to 0 … 1."""
    pairs = [(min(max(v, 0.0), 1.0), min(max(got, 0.0), 1.0) if abs(got) < 1e30 else 0.0)
             for texel, other in zip(known, seen) for v, got in zip(texel[:3], other[:3])]
    x, y = (sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1))
    spread = (sum((v - x) ** 2 for v, _ in pairs) * sum((w - y) ** 2 for _, w in pairs)) ** 0.5
    return sum((v - x) * (w - y) for v, w in pairs) / spread if spread > 1e-9 else 0.0
