// Known values in spare texels of the animation texture, whose changes show how an importer, a tool or an upload has
// damaged it. The values are in FORMAT.md; docs/runtimes.md says what players do with them.

const TEXELS = [
  [0, 0.25, 0.5, 1],
  [0.75, 0.5, 0.25, 0.5],
  [-1.5, 2.5, 1000.5, -0.5],
  [0.50390625, 0.25390625, 0.0029296875, 0.75390625],
  [0.1, 2.7182818, 1000.1, 0.33333334],
  [1, 0, 0.125, 0.25],
  [0.25, 1, 0, 0.75],
  [0.625, 0.125, 1, 1],
];

/** The fifth texel in half floats, the only one that they round. */
const FIFTH_AS_HALVES = [0.0999755859375, 2.71875, 1000, 0.333251953125];

/** The possible damages, and how to repair them. */
const DAMAGES = {
  resized: [
    "The texture has another size than it was exported with.",
    "Allow textures of that size, and switch off scaling to powers of two.",
  ],
  "flipped-vertically": [
    "The rows of the texture are upside down.",
    "Switch off the vertical flip of the importer or of the tool that saved it.",
  ],
  "flipped-horizontally": [
    "The texture is mirrored from left to right.",
    "Export it again, and do not edit the texture.",
  ],
  "alpha-lost": [
    "The alpha channel of the texture is lost.",
    "Import it with alpha, in a format of four channels, and not as opaque.",
  ],
  half: [
    "The texture was exported with floats and holds half floats.",
    "Import it with 32 bits a channel, or bake with the pixel format rgba16f.",
  ],
  swapped: ["Red and blue are exchanged.", "Export it again, and do not edit the texture."],
  premultiplied: ["The colours were multiplied by alpha.", "Switch off premultiplied alpha."],
  unsigned: ["Values below 0 are lost.", "Import it as signed half or float texture, without compression."],
  clamped: [
    "Values below 0 and above 1 are lost.",
    "Import it as half or float texture (HDR), not in a format of 0 to 1.",
  ],
  "8-bit": ["The texture has 8 bits a channel.", "Import it as half or float texture (HDR), without compression."],
  "srgb-decoded": [
    "The texture was taken for sRGB colours and made linear.",
    "Switch off sRGB: the texture is data, its values are linear.",
  ],
  "srgb-encoded": [
    "The texture was taken for linear colours and made sRGB.",
    "Switch off the conversion to sRGB: the texture is data.",
  ],
  filtered: [
    "The texels are mixed with their neighbours.",
    "Set the filter to nearest (point), and switch off mip maps.",
  ],
  compressed: [
    "The values of the texture are only near what was exported.",
    "Switch off texture compression, and set the filter to nearest (point) without mip maps.",
  ],
  empty: [
    "The texture holds nothing but zeros.",
    "Check that the texture was loaded, and is the one of this pack.",
  ],
  foreign: [
    "The texture is not the one that was exported.",
    "Export again, switch off texture compression, and check that mesh and texture are of the same character.",
  ],
};

/** The canary's texels in a pixel format ("rgba16f" or "rgba32f"). */
export function canaryTexels(pixelFormat) {
  return TEXELS.map((texel, i) => (i === 4 && pixelFormat === "rgba16f" ? FIFTH_AS_HALVES : texel));
}

/** The place of canary texel `i`: [x, y]. */
export function canaryAddress({ width, canaryRow }, i) {
  return [i % width, canaryRow + Math.floor(i / width)];
}

/** Possible mirroring of the texture: vertically, horizontally. */
const PLACES = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
];

/** All texels that diagnoseCanary() may read, as [x, y], for players that read them from the GPU in one go. */
export function canaryPlaces(exported) {
  return PLACES.flatMap((mirrored) => TEXELS.map((_, i) => placeOf(exported, i, mirrored)));
}

function placeOf(exported, i, [vertically, horizontally]) {
  const [x, y] = canaryAddress(exported, i);
  return [horizontally ? exported.width - 1 - x : x, vertically ? exported.height - 1 - y : y];
}

/** A description of damages in one line. @param {{text: string, mend: string}[]} damages */
export function damageText(damages) {
  return damages.map(({ text, mend }) => `${text} ${mend}`).join(" ");
}

/**
 * The damages to a texture; empty if the canary is intact or the pack has none.
 * @param {{width: number, height: number, canaryRow?: number, pixelFormat: string}} exported The manifest's `texture`.
 * @param {{width: number, height: number}} seen The size of the player's texture.
 * @param {(x: number, y: number) => ArrayLike<number>} texelAt Returns a texel of it: four numbers. Row 0 is the pack's
 * first.
 * @returns {{name: string, text: string, mend: string}[]}
 */
export function diagnoseCanary(exported, seen, texelAt) {
  return namesOf(exported, seen, texelAt).map((name) => ({ name, text: DAMAGES[name][0], mend: DAMAGES[name][1] }));
}

function namesOf(exported, seen, texelAt) {
  const { width, height, canaryRow, pixelFormat } = exported;
  if (canaryRow === undefined) {
    return [];
  }
  if (seen.width !== width || seen.height !== height) {
    return ["resized"];
  }
  const known = canaryTexels(pixelFormat);
  let best = 0.4; // Below this it is another texture.
  let nearest = ["foreign"];
  for (const mirrored of PLACES) {
    const [vertically, horizontally] = mirrored;
    const texels = known.map((_, i) => Array.from(texelAt(...placeOf(exported, i, mirrored))));
    const names = [];
    if (vertically) {
      names.push("flipped-vertically");
    }
    if (horizontally) {
      names.push("flipped-horizontally");
    }
    const opaque = texels.every((texel) => Math.abs(texel[3] - 1) <= 1e-3);
    const value = valueDamage(known, texels, pixelFormat, !opaque);
    if (value !== null) {
      return [...names, ...(opaque ? ["alpha-lost"] : []), ...(value === "" ? [] : [value])];
    }
    if (!vertically && !horizontally && texels.every(([r, g, b]) => r === 0 && g === 0 && b === 0)) {
      nearest = ["empty"];
    }
    const alike = likeness(known, texels);
    if (alike > best) {
      best = alike;
      nearest = [...names, "compressed"];
    }
  }
  return nearest;
}

const clamp01 = (v) => Math.min(Math.max(v, 0), 1);
const colours =
  (change) =>
  ([r, g, b, a]) => [change(r), change(g), change(b), a];
const srgbDecoded = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const srgbEncoded = (v) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

/** The name of the damage to the values: "" for none, null for an unknown one. */
function valueDamage(known, seen, pixelFormat, withAlpha) {
  const channels = withAlpha ? 4 : 3;
  const agrees = (texels, absolute, relative, change) =>
    known.every((value, i) => {
      const wanted = change(value);
      for (let c = 0; c < channels; c += 1) {
        if (!(Math.abs(texels[i][c] - wanted[c]) <= absolute + relative * Math.abs(wanted[c]))) {
          return false;
        }
      }
      return true;
    });
  const is = (absolute, relative, change) => agrees(seen, absolute, relative, change);
  const inside = seen.map((texel) => texel.map(clamp01));
  const isInside = (absolute, change) => agrees(inside, absolute, 0, (texel) => change(texel.map(clamp01)));

  if (is(1e-6, 1e-6, (v) => v)) {
    return "";
  }
  if (pixelFormat === "rgba32f" && is(1e-6, 1 / 1024, (v) => v)) {
    return "half";
  }
  if (is(1e-6, 1 / 1024, ([r, g, b, a]) => [b, g, r, a])) {
    return "swapped";
  }
  if (is(1e-6, 1 / 1024, (texel) => texel.map((v) => Math.max(v, 0)))) {
    return "unsigned";
  }
  if (is(1e-4, 0, (texel) => texel.map(clamp01))) {
    return "clamped";
  }
  if (is(1.05 / 255, 0, (texel) => texel.map(clamp01))) {
    return "8-bit";
  }
  if (isInside(0.01, colours(srgbDecoded))) {
    return "srgb-decoded";
  }
  if (isInside(0.02, colours(srgbEncoded))) {
    return "srgb-encoded";
  }
  if (withAlpha) {
    const multiplied = ([r, g, b, a]) => [r * a, g * a, b * a, a];
    if (is(1e-6, 1 / 512, multiplied) || isInside(1.2 / 255, multiplied)) {
      return "premultiplied";
    }
    const within = known.map((texel) => texel.map(clamp01));
    if (isMixture(known, seen, 2e-3) || isMixture(within, seen, 1.2 / 255)) {
      return "filtered";
    }
  }
  return null;
}

/**
 * Whether each texel is the same mixture of itself and its neighbours: least squares for the two shares. The mixture
 * may have been saved as half floats: large values determine the shares less precisely.
 */
function isMixture(known, seen, tolerance) {
  const rows = [];
  for (let i = 1; i + 1 < known.length; i += 1) {
    for (let c = 0; c < 4; c += 1) {
      const value = known[i][c];
      const slack = tolerance * Math.max(1, Math.abs(value)) + Math.abs(seen[i][c]) / 1024;
      rows.push([known[i - 1][c], known[i + 1][c], seen[i][c]].map((other) => (other - value) / slack));
    }
  }
  const sum = (a, b) => rows.reduce((total, row) => total + row[a] * row[b], 0);
  const [aa, ac, cc, av, cv] = [sum(0, 0), sum(0, 1), sum(1, 1), sum(0, 2), sum(1, 2)];
  const determinant = aa * cc - ac * ac;
  const a = (av * cc - cv * ac) / determinant;
  const c = (cv * aa - av * ac) / determinant;
  const mixes = a > -0.01 && c > -0.01 && a + c > 0.01 && a + c < 1.01;
  return mixes && rows.every(([before, after, difference]) => Math.abs(a * before + c * after - difference) <= 1);
}

/** The similarity of the colours, -1 … 1, clamped to 0 … 1. */
function likeness(known, seen) {
  const pairs = known.flatMap((texel, i) =>
    [0, 1, 2].map((c) => [clamp01(texel[c]), Number.isFinite(seen[i][c]) ? clamp01(seen[i][c]) : 0]),
  );
  const mean = (pick) => pairs.reduce((total, pair) => total + pick(pair), 0) / pairs.length;
  const [x, y] = [mean(([v]) => v), mean(([, v]) => v)];
  const spread = Math.sqrt(mean(([v]) => (v - x) ** 2) * mean(([, v]) => (v - y) ** 2));
  return spread > 1e-9 ? mean(([v, w]) => (v - x) * (w - y)) / spread : 0;
}
