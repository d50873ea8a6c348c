// Reads the animation texture of a pack: the part of OpenEXR that FORMAT.md allows.

/**
 * @typedef {object} Texels
 * @property {number} width
 * @property {number} height
 * @property {"half" | "float"} type
 * @property {Uint16Array | Float32Array} data RGBA, top row first; halves as bits.
 */

const LINES_PER_CHUNK = [1, 1, 1, 16]; // By compression: NONE, RLE, ZIPS, ZIP.

/**
 * @param {ArrayBuffer} buffer
 * @returns {Promise<Texels>}
 */
export async function readExr(buffer) {
  const view = new DataView(buffer);
  const header = readHeader(view);
  const { width, height, compression, bytesPerValue } = header;
  const lines = LINES_PER_CHUNK[compression];
  const values = width * height * 4;
  const data = bytesPerValue === 2 ? new Uint16Array(values) : new Float32Array(values);
  for (let y = 0, chunk = 0; y < height; y += lines, chunk += 1) {
    const offset = Number(view.getBigUint64(header.chunkTable + 8 * chunk, true));
    const size = view.getUint32(offset + 4, true);
    const count = Math.min(lines, height - y);
    const packed = new Uint8Array(buffer, offset + 8, size);
    const lineBytes = width * 4 * bytesPerValue;
    // A chunk that compression does not shrink is stored uncompressed.
    const raw = size === count * lineBytes ? packed : ordered(await unpacked(packed, compression, count * lineBytes));
    if (raw.length !== count * lineBytes) {
      throw new Error(`animation.exr: the lines from ${y} on have ${raw.length} bytes, not ${count * lineBytes}`);
    }
    spread(raw, data, y * width, width, count, bytesPerValue);
  }
  return { width, height, type: bytesPerValue === 2 ? "half" : "float", data };
}

function readHeader(view) {
  if (view.byteLength < 8 || view.getUint32(0, true) !== 20000630) {
    throw new Error("animation.exr: this is no OpenEXR file");
  }
  let at = 8;
  const text = () => {
    let name = "";
    for (let byte = view.getUint8(at++); byte !== 0; byte = view.getUint8(at++)) {
      name += String.fromCharCode(byte);
    }
    return name;
  };
  const header = {};
  for (let name = text(); name !== ""; name = text()) {
    text(); // The attribute's type.
    const size = view.getUint32(at, true);
    at += 4;
    if (name === "channels") {
      header.bytesPerValue = view.getUint32(at + 2, true) === 1 ? 2 : 4; // The type of the first channel, "A"; all are equal.
      // Four channels: a letter, NUL, type, three numbers; then NUL.
      header.channels = [0, 18, 36, 54].map((i) => (i < size ? String.fromCharCode(view.getUint8(at + i)) : "")).join("");
      header.hasFour = size === 73;
    } else if (name === "compression") {
      header.compression = view.getUint8(at);
    } else if (name === "dataWindow") {
      header.width = view.getInt32(at + 8, true) + 1;
      header.height = view.getInt32(at + 12, true) + 1;
    }
    at += size;
  }
  header.chunkTable = at;
  if (header.channels !== "ABGR" || !header.hasFour) {
    throw new Error(
      "animation.exr: its channels are not red, green, blue and alpha alone, as they were exported: a tool has saved it again. " +
        "Export again, and do not edit the texture",
    );
  }
  if (!(header.width > 0 && header.height > 0 && header.compression in LINES_PER_CHUNK)) {
    throw new Error("animation.exr: its header is not one that a pack has");
  }
  return header;
}

async function unpacked(packed, compression, size) {
  if (compression === 1) {
    return unpackedRuns(packed, size);
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function unpackedRuns(packed, size) {
  const out = new Uint8Array(size);
  let to = 0;
  for (let from = 0; from < packed.length; ) {
    const n = (packed[from++] << 24) >> 24;
    if (n < 0) {
      out.set(packed.subarray(from, from - n), to);
      from -= n;
      to -= n;
    } else {
      out.fill(packed[from++], to, to + n + 1);
      to += n + 1;
    }
  }
  return out.subarray(0, to);
}

/** Undoes the predictor, then the interleaving: the first half has the even bytes, the second the odd ones. */
function ordered(bytes) {
  const { length } = bytes;
  for (let i = 1, sum = bytes[0]; i < length; i += 1) {
    sum = (sum + bytes[i] - 128) & 255;
    bytes[i] = sum;
  }
  const half = (length + 1) >> 1;
  const pairs = new Uint16Array(half); // Lines have an even number of bytes.
  for (let i = 0; i < half; i += 1) {
    pairs[i] = bytes[i] | (bytes[half + i] << 8);
  }
  return new Uint8Array(pairs.buffer, 0, length);
}

/** Lines of A, B, G, R planes to RGBA texels. */
function spread(raw, data, firstTexel, width, lineCount, bytesPerValue) {
  const bytes = raw.byteOffset % bytesPerValue === 0 ? raw : raw.slice();
  const values =
    bytesPerValue === 2
      ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
      : new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let line = 0; line < lineCount; line += 1) {
    const from = line * width * 4;
    for (let x = 0; x < width; x += 1) {
      const to = (firstTexel + line * width + x) * 4;
      data[to] = values[from + 3 * width + x];
      data[to + 1] = values[from + 2 * width + x];
      data[to + 2] = values[from + width + x];
      data[to + 3] = values[from + x];
    }
  }
}
