// The pose of a vertex from the animation texture, as nodes of three.js' shading language (TSL), for WebGPURenderer on
// WebGPU and on its WebGL 2 fallback. Same as pose_glsl.js. It follows the pack's FORMAT.md ("Playing"); integer time
// is computed as in ../web/crowd_clock.js.
import {
  Fn,
  If,
  Loop,
  attribute,
  bool,
  cross,
  dot,
  float,
  instanceIndex,
  int,
  inverseSqrt,
  ivec2,
  mat4,
  mix,
  positionGeometry,
  tangentGeometry,
  texture,
  textureLoad,
  uint,
  uniform,
  uvec3,
  uvec4,
  vec2,
  vec3,
  vec4,
} from "three/tsl";
import * as TSL from "three/tsl"; // For names that old releases lack, so that they report a readable error.

import { constantsOf, maskLayout, texelsOfVariant } from "./asset.js";

/** Uniforms of a level of detail. */
export function levelNodes({ asset, layers }, level) {
  return {
    layered: uniform(0, "uint"), // 1: instances may have layers.
    instanceLayers: asset.masks.length > 0 ? texture(layers) : null,
    visible: texture(level.visible),
    listed: uniform(0, "uint"),
    stepped: uniform(0, "uint"),
    layers: uniform(1, "uint"), // 1: no instance fades, so each shows only its clip C; 3: also B and A.
    now: { ticks: uniform(0, "uint"), rest: uniform(0, "uint") },
    before: { ticks: uniform(0, "uint"), rest: uniform(0, "uint") },
    animation: texture(asset.texture),
    frameTable: asset.manifest.texture.frameTable, // See FORMAT.md; undefined: every frame is stored.
    width: asset.manifest.texture.width,
    tables: texture(asset.tables),
  };
}

const low = (word) => word.bitAnd(uint(0xffff));
const high = (word) => word.shiftRight(uint(16));

/** A product shifted down by 16 bits, modulo 2³². */
const shiftedProduct = (a, b) => a.mul(high(b)).add(high(a.mul(low(b))));

/** floor(a·b / 2¹⁶) modulo 2³² for a two's complement number a of 32 bits and b below 2¹⁶. */
function signedShare(a, b) {
  const negative = a.greaterThanEqual(uint(0x80000000));
  const top = high(a).bitOr(negative.select(uint(0xffff0000), uint(0)));
  return top.mul(b).add(high(low(a).mul(b)));
}

function loopPhase(phase, stepHigh, stepLow, clock) {
  const whole = stepHigh.mul(clock.ticks).add(shiftedProduct(stepLow, clock.ticks));
  return phase.add(whole).add(signedShare(stepHigh, clock.rest));
}

/** Upper half of a product of two 32-bit numbers. */
function highProduct(a, b) {
  const first = low(a).mul(low(b)).toVar();
  const middle = high(a).mul(low(b)).add(high(first)).toVar();
  const other = low(a).mul(high(b)).add(low(middle)).toVar();
  return high(a).mul(high(b)).add(high(middle)).add(high(other));
}

/** Frames and fraction of a clip: {current, next, fraction}. @param {object} entry First frame, number of frames, whether it loops. */
function framesOf(level, clock, entry, phase, stepHigh, stepLow) {
  const loops = entry.z.notEqual(uint(0)).toVar();
  const at = uint(0).toVar();
  const ends = bool(false).toVar();
  If(loops, () => {
    at.assign(loopPhase(phase, stepHigh, stepLow, clock));
  }).ElseIf(stepHigh.equal(uint(0)).and(stepLow.equal(uint(0))), () => {
    at.assign(phase);
  }).Else(() => {
    const backward = stepHigh.greaterThanEqual(uint(0x80000000)).toVar();
    const down = stepLow.toVar();
    const up = stepHigh.toVar();
    If(backward, () => {
      down.assign(low(uint(0).sub(stepLow)));
      up.assign(stepHigh.bitNot().add(stepLow.equal(uint(0)).select(uint(1), uint(0))));
    });
    const elapsed = clock.ticks.sub(phase).toVar();
    const made = uint(0).toVar();
    const whole = bool(false).toVar();
    If(elapsed.lessThan(uint(0x80000000)), () => {
      const a = up.mul(elapsed).toVar();
      const b = a.add(shiftedProduct(down, elapsed)).toVar();
      made.assign(b.add(high(up).mul(clock.rest)).add(high(low(up).mul(clock.rest))));
      whole.assign(highProduct(up, elapsed).notEqual(uint(0)).or(b.lessThan(a)).or(made.lessThan(b)));
    });
    If(whole, () => {
      ends.assign(backward.not());
    }).ElseIf(backward, () => {
      at.assign(uint(0).sub(made));
      ends.assign(made.equal(uint(0)));
    }).Else(() => {
      at.assign(made);
    });
  });
  const last = entry.y.sub(uint(1)).toVar();
  const steps = loops.select(entry.y, last).toVar();
  const moving = high(at).mul(steps).add(high(low(at).mul(steps)));
  const position = ends.select(last.shiftLeft(uint(16)), moving).toVar();
  const frame = high(position).toVar();
  const next = frame.lessThan(last).select(frame.add(uint(1)), loops.select(uint(0), last));
  const shown = {
    current: entry.x.add(frame).toVar(),
    next: entry.x.add(next).toVar(),
    fraction: level.stepped.notEqual(uint(0)).select(float(0), float(low(position)).mul(1 / 65536)).toVar(),
  };
  return level.frameTable ? storedFrames(level, shown) : shown;
}

/** Converts frames of clips to stored frames (FORMAT.md, "Frame table"). */
function storedFrames({ animation, frameTable, width }, { current, fraction }) {
  const row = uint(frameTable.row).add(current.div(uint(width)));
  const stored = textureLoad(animation, ivec2(int(current.mod(uint(width))), int(row))).toVar();
  const code = uint(stored.z).toVar();
  const from = uint(stored.x).add(uint(stored.y).mul(uint(1024))).toVar();
  return {
    current: from,
    next: uint(int(from).add(int(stored.w))).toVar(),
    fraction: float(code.bitAnd(uint(31))).add(fraction).div(float(code.shiftRight(uint(5)).add(uint(1)))).toVar(),
  };
}

function fadeShare(start, ticks, clock) {
  const elapsed = clock.ticks.sub(start).toVar();
  const share = float(elapsed).add(float(clock.rest).mul(1 / 65536)).div(float(ticks)).min(1);
  return elapsed.greaterThanEqual(uint(0x80000000)).select(float(0), elapsed.greaterThanEqual(ticks).select(float(1), share));
}

const unitOr = (v, otherwise) => {
  const squared = dot(v, v).toVar();
  return squared.lessThan(1e-20).select(otherwise, v.mul(inverseSqrt(squared.max(1e-30))));
};

/**
 * Transforms a normal by the cofactors of a matrix (given by rows), so that it points outward even if the matrix
 * mirrors.
 */
function turned(x, y, z, n) {
  const yz = cross(y, z).toVar();
  const side = dot(x, yz).lessThan(0).select(float(-1), float(1)).toVar();
  return { side, normal: vec3(dot(yz, n), dot(cross(z, x), n), dot(cross(x, y), n)).mul(side).toVar() };
}

/** A clip of an instance: 0 is C, 1 is B, 2 is A. {frames, share}: share of this clip above those below it. */
function layerOf(level, clock, layer, state, first, second) {
  if (layer === 0) {
    const entry = uvec3(second.w.bitAnd(uint(0x7fffffff)), low(first.x), second.w.shiftRight(uint(31))).toVar();
    const share = level.layers.greaterThan(uint(1)).select(fadeShare(first.y, first.z, clock), float(1)).toVar();
    return { frames: framesOf(level, clock, entry, second.x, second.y, low(second.z)), share };
  }
  const below = state(2);
  const phases = state(3);
  const [half, phase, step] = layer === 1 ? [high, phases.z, phases.w] : [low, phases.x, phases.y];
  const clip = half(below.x).toVar();
  const entry = textureLoad(level.tables, ivec2(int(clip.bitAnd(uint(255))), int(clip.shiftRight(uint(8))))).xyz.toVar();
  const share = (layer === 1 ? fadeShare(below.y, below.z, clock) : float(1)).toVar();
  return { frames: framesOf(level, clock, entry, phase, step, half(below.w)), share };
}

/** An instance's layer: {frames, share, mask}; mask: its first texel; share 0: no layer. */
function overOf(level, clock, asset, column, row) {
  const [firstMask, bones] = maskLayout(asset.manifest);
  const over = {
    frames: { current: uint(0).toVar(), next: uint(0).toVar(), fraction: float(0).toVar() },
    share: float(0).toVar(),
    mask: uint(0).toVar(),
  };
  If(level.layered.notEqual(uint(0)), () => {
    const word = (number) => textureLoad(level.instanceLayers, ivec2(column.mul(2).add(number), row)).toVar();
    const plays = word(0);
    If(high(plays.x).notEqual(uint(0)), () => {
      const fades = word(1);
      const leaves = high(plays.w).notEqual(uint(0)).select(fadeShare(fades.z, fades.w, clock), float(0));
      over.share.assign(fadeShare(fades.x, fades.y, clock).mul(float(1).sub(leaves)));
      const clip = low(plays.x).toVar();
      const entry = textureLoad(level.tables, ivec2(int(clip.bitAnd(uint(255))), int(clip.shiftRight(uint(8))))).xyz.toVar();
      const frames = framesOf(level, clock, entry, plays.y, plays.z, low(plays.w));
      Object.entries(over.frames).forEach(([key, value]) => value.assign(frames[key]));
      over.mask.assign(uint(firstMask).add(high(plays.x).sub(uint(1)).mul(uint(bones))));
    });
  });
  return over;
}

/** The integers that four half floats encode. */
function codesOf(texel) {
  return uvec4(...["x", "y", "z", "w"].map((axis) => {
    // Component by component and with max() and min() of floats, which are exact here: the WebGL 2 fallback of three.js
    // 0.185 has no others.
    const word = TSL.floatBitsToUint(texel[axis]).toVar();
    const magnitude = float(word.bitAnd(uint(0x7fffffff)).shiftRight(uint(13))).toVar();
    const steps = uint(magnitude.max(115712).sub(115712).min(30719)).toVar();
    return word.greaterThanEqual(uint(0x80000000)).select(uint(30719).sub(steps), uint(30720).add(steps));
  })).toVar();
}

/** A unit normal from its code. */
function directionOf(code) {
  const u = float(code.mod(uint(247))).mul(2 / 246).sub(1).toVar();
  const v = float(code.div(uint(247))).mul(2 / 246).sub(1).toVar();
  const up = float(1).sub(u.abs()).sub(v.abs()).toVar();
  const signOf = (x) => x.lessThan(0).select(float(-1), float(1));
  const below = up.lessThan(0);
  const across = below.select(float(1).sub(v.abs()).mul(signOf(u)), u);
  const along = below.select(float(1).sub(u.abs()).mul(signOf(v)), v);
  return vec3(across, along, up).normalize().toVar();
}

// Decoding of each encoding. `read` has texel(frame, number), blended(frames, number), constant(number) for the
// constant texels after the frames, and the vertex's element or bones and weights. `rows` are sums: rows of the matrix
// for bones, else position and normal.

function addPositionNormal({ blended, element }, frames, share, rows) {
  rows[0].addAssign(blended(frames, element.mul(uint(2))).mul(share));
  rows[1].addAssign(blended(frames, element.mul(uint(2)).add(uint(1))).mul(share));
}

function addOffset({ texel, constant, element }, frames, share, [position, normal]) {
  const [current, next] = [frames.current, frames.next].map((frame) => codesOf(texel(frame, element).toVar()));
  const codes = mix(vec3(current.xyz), vec3(next.xyz), frames.fraction).mul(1 / 61439);
  position.addAssign(vec4(constant(uint(0)).xyz.add(codes.mul(constant(uint(1)).xyz)).mul(share), 0));
  normal.addAssign(vec4(mix(directionOf(current.w), directionOf(next.w), frames.fraction).mul(share), 0));
}

function addShapes({ texel, constant, constants, element }, frames, share, [position, normal]) {
  const [, count, weights] = constants;
  const first = element.mul(uint(count + 1)).add(uint(2 + count)).toVar();
  const base = codesOf(constant(first).toVar());
  const extent = constant(uint(1)).xyz;
  position.addAssign(vec4(constant(uint(0)).xyz.add(vec3(base.xyz).mul(1 / 61439).mul(extent)).mul(share), 0));
  normal.addAssign(vec4(directionOf(base.w).mul(share), 0));
  Loop({ start: uint(0), end: uint(Math.ceil(count / 4)), type: "uint", condition: "<" }, ({ i }) => {
    const at = i.add(uint(weights)).toVar();
    const [current, next] = [frames.current, frames.next].map((frame) => vec4(codesOf(texel(frame, at).toVar())));
    const shares = mix(current, next, frames.fraction).mul(1 / 61439).toVar();
    ["x", "y", "z", "w"].forEach((axis, offset) => {
      const k = i.mul(uint(4)).add(uint(offset)).toVar();
      If(k.lessThan(uint(count)), () => {
        const range = constant(k.add(uint(2))).toVar();
        const weight = range.x.add(shares[axis].mul(range.y)).mul(share).toVar();
        const codes = codesOf(constant(first.add(k).add(uint(1))).toVar());
        const digits = vec3(
          float(codes.w.mod(uint(39))),
          float(codes.w.div(uint(39)).mod(uint(39))),
          float(codes.w.div(uint(1521))),
        );
        position.addAssign(vec4(vec3(codes.xyz).sub(30720).mul(1 / 30719).mul(range.z).mul(weight), 0));
        normal.addAssign(vec4(digits.sub(19).mul(1 / 19).mul(range.w).mul(weight), 0));
      });
    });
  });
}

function addMatrices({ blended, bones, weights }, frames, share, rows) {
  const add = (which) => {
    const begin = uint(bones[which]).mul(uint(3)).toVar();
    const weight = weights[which].mul(share).toVar();
    rows.forEach((sum, number) => sum.addAssign(blended(frames, begin.add(uint(number))).mul(weight)));
  };
  ["x", "y"].forEach(add);
  // Many models have at most two bones per vertex.
  If(weights.z.add(weights.w).greaterThan(0), () => {
    ["z", "w"].forEach(add);
  });
}

/**
 * A second clip on the bones of a mask (FORMAT.md, "Playing", Layers). The steps for each bone of each clip are
 * functions of the shader, which is shorter. Not available on the WebGL 2 fallback, which takes minutes to compile it.
 * @param {object[]} clips Results of layerOf().
 * @param {object} over Result of overOf().
 */
function addLayered(read, level, asset, clips, over, rows) {
  const turns = asset.manifest.encoding === "quaternion";
  const { texel, blended, constant, constants, bones, weights } = read;
  const end = vec4(0, 0, 0, 1);
  const frameInputs = ["current", "next"].map((name) => ({ name, type: "uint" }));
  const column = (m, number) => m.element(uint(number));
  // Data of a bone in one clip: the rows as columns; for quaternions rotation, displacement and scale, with 0 in the
  // corner.
  const stored = Fn(([bone, current, next, fraction]) => {
    const frames = { current, next, fraction };
    if (!turns) {
      const first = bone.mul(uint(3)).toVar();
      return mat4(...[0, 1, 2].map((row) => blended(frames, first.add(uint(row)))), end);
    }
    const first = bone.mul(uint(2)).toVar();
    const result = mat4(vec4(0), vec4(0), vec4(0), vec4(0)).toVar();
    If(constant(first).w.notEqual(0), () => {
      const third = constant(first.add(uint(1))).toVar();
      const last = uint(constants[1]).add(uint(third.x)).add(uint(third.y).mul(uint(1024))).toVar();
      result.assign(mat4(blended(frames, first), blended(frames, first.add(uint(1))), blended(frames, last), end));
    }).Else(() => {
      const turnAt = (frame) => ({ rotation: texel(frame, first).toVar(), moved: texel(frame, first.add(uint(1))).toVar() });
      const { rotation, moved } = blendTurns(turnAt(current), turnAt(next), fraction);
      result.assign(mat4(rotation, moved, vec4(0), vec4(0)));
    });
    return result;
  }).setLayout({ name: "texStored", type: "mat4", inputs: [{ name: "bone", type: "uint" }, ...frameInputs, { name: "fraction", type: "float" }] });
  const between = Fn(([a, b, share]) => {
    const linear = [0, 1, 2].map((number) => mix(column(a, number), column(b, number), share));
    const result = mat4(...linear, column(a, 3)).toVar();
    if (turns) {
      If(column(a, 3).w.lessThan(0.5), () => {
        const turnOf = (m) => ({ rotation: column(m, 0), moved: column(m, 1) });
        const { rotation, moved } = blendTurns(turnOf(a), turnOf(b), share);
        result.assign(mat4(rotation, moved, vec4(0), vec4(0)));
      });
    }
    return result;
  }).setLayout({ name: "texBetween", type: "mat4", inputs: [{ name: "a", type: "mat4" }, { name: "b", type: "mat4" }, { name: "share", type: "float" }] });
  const rowsOf = Fn(([bone, m]) => {
    if (!turns) {
      return m;
    }
    const result = m.toVar();
    If(column(m, 3).w.lessThan(0.5), () => {
      const pivot = constant(bone.mul(uint(2))).toVar();
      const moved = column(m, 1).toVar();
      const axes = axesOf(column(m, 0).toVar());
      const made = axes.map((axis, row) => {
        const turned = axis.mul(moved.w).toVar();
        const at = ["x", "y", "z"][row];
        return vec4(turned, pivot[at].add(moved[at]).sub(dot(turned, pivot.xyz)));
      });
      result.assign(mat4(...made, end));
    });
    return result;
  }).setLayout({ name: "texRowsOf", type: "mat4", inputs: [{ name: "bone", type: "uint" }, { name: "m", type: "mat4" }] });
  const carried = Fn(([a, k, b]) => {
    const [x, y, z] = [0, 1, 2].map((number) => column(k, number).toVar());
    const sides = [cross(y.xyz, z.xyz), cross(z.xyz, x.xyz), cross(x.xyz, y.xyz)].map((side) => side.toVar());
    const determinant = dot(x.xyz, sides[0]).toVar();
    const result = b.toVar();
    If(determinant.abs().greaterThanEqual(1e-20), () => {
      const moved = [x, y, z].map((row, number) => column(b, number).sub(vec4(0, 0, 0, row.w)).toVar());
      const back = ["x", "y", "z"].map((axis) =>
        sides.reduce((sum, side, number) => sum.add(moved[number].mul(side[axis])), vec4(0)).div(determinant).toVar());
      const made = [0, 1, 2].map((number) => {
        const row = column(a, number).toVar();
        return back[0].mul(row.x).add(back[1].mul(row.y)).add(back[2].mul(row.z)).add(vec4(0, 0, 0, row.w));
      });
      result.assign(mat4(...made, end));
    });
    return result;
  }).setLayout({ name: "texCarried", type: "mat4", inputs: ["a", "k", "b"].map((name) => ({ name, type: "mat4" })) });

  const [top, middle, bottom] = clips;
  const of = (bone, { frames }) => stored(bone, frames.current, frames.next, frames.fraction);
  const own = (bone) => {
    const shown = of(bone, top).toVar();
    If(top.share.lessThan(1), () => {
      shown.assign(between(between(of(bone, bottom), of(bone, middle), middle.share), shown, top.share));
    });
    return rowsOf(bone, shown).toVar();
  };
  const above = (bone) => rowsOf(bone, of(bone, over)).toVar();
  const entry = (number) => textureLoad(level.tables, ivec2(int(number.bitAnd(uint(255))), int(number.shiftRight(uint(8)))));
  Loop({ start: uint(0), end: uint(4), type: "uint", condition: "<", name: "influence" }, ({ influence }) => {
    const choose = (v) => influence.equal(uint(0)).select(v.x, influence.equal(uint(1)).select(v.y, influence.equal(uint(2)).select(v.z, v.w)));
    const weight = choose(weights).toVar();
    If(weight.greaterThan(0), () => {
      const bone = uint(choose(bones)).toVar();
      const shown = own(bone);
      If(over.share.greaterThan(0), () => {
        const masked = entry(over.mask.add(bone).toVar()).toVar();
        const share = TSL.uintBitsToFloat(masked.x).mul(over.share).toVar();
        If(share.greaterThan(0), () => {
          const layer = above(bone);
          If(masked.y.notEqual(uint(0)), () => {
            const anchor = masked.y.sub(uint(1)).toVar();
            layer.assign(carried(own(anchor), above(anchor), layer));
          });
          shown.assign(mat4(...[0, 1, 2].map((number) => mix(column(shown, number), column(layer, number), share)), end));
        });
      });
      rows.forEach((sum, number) => sum.addAssign(column(shown, number).mul(weight)));
    });
  });
}

/** Rotations along the shorter arc; displacement and scale linearly. */
function blendTurns(a, b, share) {
  const to = dot(a.rotation, b.rotation).lessThan(0).select(share.negate(), share);
  const q = a.rotation.mul(float(1).sub(share)).add(b.rotation.mul(to)).toVar();
  const squared = dot(q, q).toVar();
  const rotation = squared.greaterThan(1e-30).select(q.mul(inverseSqrt(squared.max(1e-30))), vec4(0, 0, 0, 1)).toVar();
  return { rotation, moved: mix(a.moved, b.moved, share).toVar() };
}

/** The rows of the rotation of a quaternion. */
function axesOf({ x, y, z, w }) {
  const times = (a, b) => a.mul(b);
  return [
    vec3(float(1).sub(times(y, y).add(times(z, z)).mul(2)), times(x, y).sub(times(w, z)).mul(2), times(x, z).add(times(w, y)).mul(2)),
    vec3(times(x, y).add(times(w, z)).mul(2), float(1).sub(times(x, x).add(times(z, z)).mul(2)), times(y, z).sub(times(w, x)).mul(2)),
    vec3(times(x, z).sub(times(w, y)).mul(2), times(y, z).add(times(w, x)).mul(2), float(1).sub(times(x, x).add(times(y, y)).mul(2))),
  ];
}

/**
 * Rotations cannot be summed, so all clips of an instance are blended for each bone.
 * @param {object[]} layers Results of layerOf().
 */
function addTurns({ texel, blended, constant, constants, bones, weights }, layers, rows) {
  const [top, middle, bottom] = layers;
  const stored = (frame, number) => ({ rotation: texel(frame, number).toVar(), moved: texel(frame, number.add(uint(1))).toVar() });
  const turnOf = ({ current, next, fraction }, number) => blendTurns(stored(current, number), stored(next, number), fraction);
  Loop({ start: uint(0), end: uint(4), type: "uint", condition: "<", name: "influence" }, ({ influence }) => {
    const choose = (v) => influence.equal(uint(0)).select(v.x, influence.equal(uint(1)).select(v.y, influence.equal(uint(2)).select(v.z, v.w)));
    const weight = choose(weights).toVar();
    If(weight.greaterThan(0), () => {
      const first = uint(choose(bones)).mul(uint(2)).toVar();
      const pivot = constant(first).toVar();
      If(pivot.w.notEqual(0), () => {
        // Stored as a matrix, whose third row follows the bones.
        const third = constant(first.add(uint(1))).toVar();
        const last = uint(constants[1]).add(uint(third.x)).add(uint(third.y).mul(uint(1024))).toVar();
        [first, first.add(uint(1)), last].forEach((number, row) => {
          const shown = blended(top.frames, number).toVar();
          If(top.share.lessThan(1), () => {
            const below = mix(blended(bottom.frames, number), blended(middle.frames, number), middle.share);
            shown.assign(mix(below, shown, top.share));
          });
          rows[row].addAssign(shown.mul(weight));
        });
      }).Else(() => {
        const turn = turnOf(top.frames, first);
        If(top.share.lessThan(1), () => {
          const below = blendTurns(turnOf(bottom.frames, first), turnOf(middle.frames, first), middle.share);
          const faded = blendTurns(below, turn, top.share);
          turn.rotation.assign(faded.rotation);
          turn.moved.assign(faded.moved);
        });
        axesOf(turn.rotation).forEach((axis, row) => {
          const turned = axis.mul(turn.moved.w).toVar();
          const at = ["x", "y", "z"][row];
          rows[row].addAssign(vec4(turned, pivot[at].add(turn.moved[at]).sub(dot(turned, pivot.xyz))).mul(weight));
        });
      });
    });
  });
}

/** A direction from two signed 16-bit numbers (packed_vertices.js). */
function octahedral(word) {
  const signed = (bits) => float(int(bits)).sub(bits.greaterThan(uint(0x7fff)).select(float(65536), float(0))).div(32767);
  const at = vec2(signed(low(word)), signed(high(word))).max(-1).toVar();
  const z = float(1).sub(at.x.abs()).sub(at.y.abs()).toVar();
  const below = z.negate().max(0).toVar();
  const folded = (value) => value.greaterThanEqual(0).select(value.sub(below), value.add(below));
  return vec3(folded(at.x), folded(at.y), z).normalize();
}

/** Unpacks a vertex (packed_vertices.js): {position, normal} of the bind pose, and {bones, weights} or {element}. */
function vertexOf({ manifest, box, bonesPerVertex }, geometry) {
  const { min, max } = box;
  const spread = (shares) => shares.mul(vec3(...max.clone().sub(min).toArray())).add(vec3(...min.toArray()));
  const word = (name) => {
    const { itemSize } = geometry.attributes[name];
    const node = attribute(name, itemSize === 1 ? "uint" : `uvec${itemSize}`);
    return (number) => (itemSize === 1 ? node : node["xyzw"[number]]);
  };
  const share = (bits) => float(bits).div(65535);
  const vertex = word("texVertex");
  if (manifest.mode !== "bone") {
    return { position: spread(positionGeometry), normal: octahedral(vertex(1)), element: vertex(0) };
  }
  const isFloat = geometry.attributes.texVertex.itemSize === 3; // Then the position is a separate attribute.
  const position = isFloat ? positionGeometry : spread(vec3(share(low(vertex(0))), share(high(vertex(0))), share(low(vertex(1)))));
  const normal = octahedral(vertex(isFloat ? 1 : 2));
  const skin = word("texSkin");
  const hasFour = bonesPerVertex > 2;
  const isWide = manifest.texture.elementCount > 256;
  const byte = (number) => skin(0).shiftRight(uint(8 * number)).bitAnd(uint(255));
  const none = uint(0);
  const bones = isWide
    ? uvec4(low(skin(0)), high(skin(0)), hasFour ? low(skin(1)) : none, hasFour ? high(skin(1)) : none)
    : uvec4(byte(0), byte(1), byte(2), byte(3));
  const rest = hasFour ? skin(isWide ? 2 : 1) : none;
  const [second, third, fourth] = [high(vertex(isFloat ? 0 : 1)), low(rest), high(rest)];
  const first = uint(65535).sub(second).sub(third).sub(fourth);
  return { position, normal, bones, weights: vec4(share(first), share(second), share(third), share(fourth)) };
}

const ADD = { matrix3x4: addMatrices, positionNormal: addPositionNormal, offset16: addOffset, basis: addShapes };

/**
 * Nodes of the pose in the crowd's space: {position, normal, tangent, mirror, state}. Must be called inside an Fn.
 * @param {object} shared {asset, …} of the crowd.
 * @param {object} level Result of levelNodes().
 * @param {import("three").BufferGeometry} geometry A geometry with packed vertices.
 * @param {{ticks: object, rest: object}} clock
 * @param {import("three").Texture} states
 * @param {import("three").Texture} places
 * @param {boolean} withTangent
 * @param {boolean} isDamaged The bind pose, without the animation texture.
 * @param {boolean} playsLayers Whether instances may have layers.
 */
export function pose({ asset }, level, geometry, clock, states, places, withTangent, isDamaged, playsLayers) {
  const { manifest } = asset;
  const { width, rowsPerFrame } = manifest.texture;
  const instance = uint(instanceIndex).toVar();
  If(level.listed.notEqual(uint(0)), () => {
    const at = ivec2(int(instance.bitAnd(uint(1023))), int(instance.shiftRight(uint(10))));
    instance.assign(textureLoad(level.visible, at).x);
  });
  const column = int(instance.bitAnd(uint(255))).toVar();
  const row = int(instance.shiftRight(uint(8))).toVar();
  const state = (texel) => textureLoad(states, ivec2(column.mul(4).add(texel), row)).toVar();
  const first = state(0);
  const second = state(1);

  const isBone = manifest.mode === "bone";
  const vertex = vertexOf(asset, geometry);
  const constants = constantsOf(manifest);
  const at = (begin, number) =>
    rowsPerFrame > 1 || manifest.encoding === "basis"
      ? textureLoad(level.animation, ivec2(int(number.mod(uint(width))), int(begin.add(number.div(uint(width))))))
      : textureLoad(level.animation, ivec2(int(number), int(begin)));
  const texel = (frame, number) => at(frame.mul(uint(rowsPerFrame)), number);
  const read = {
    texel,
    blended: (frames, number) => mix(texel(frames.current, number), texel(frames.next, number), frames.fraction),
    constant: (number) => at(uint(constants[0]), number),
    constants,
    bones: vertex.bones?.toVar(),
    weights: vertex.weights?.toVar(),
    element: vertex.element,
  };
  const bindPosition = isBone || isDamaged ? vertex.position.toVar() : null;
  const bindNormal = vertex.normal.toVar();
  const start = isDamaged && isBone ? [vec4(1, 0, 0, 0), vec4(0, 1, 0, 0), vec4(0, 0, 1, 0)] : [vec4(0), vec4(0), vec4(0)];
  const rows = start.map((row) => row.toVar());
  const layer = (number) => layerOf(level, clock, number, state, first, second);
  const isLayered = playsLayers && isBone && asset.masks.length > 0;
  if (!isDamaged && (manifest.encoding === "quaternion" || isLayered)) {
    const top = layer(0);
    const [middle, bottom] = [1, 2].map((number) => ({
      frames: { current: uint(0).toVar(), next: uint(0).toVar(), fraction: float(0).toVar() },
      share: float(1).toVar(),
      number,
    }));
    If(top.share.lessThan(1), () => {
      for (const below of [middle, bottom]) {
        const { frames, share } = layer(below.number);
        Object.entries(below.frames).forEach(([key, value]) => value.assign(frames[key]));
        below.share.assign(share);
      }
    });
    if (isLayered) {
      addLayered(read, level, asset, [top, middle, bottom], overOf(level, clock, asset, column, row), rows);
    } else {
      addTurns(read, [top, middle, bottom], rows);
    }
  } else if (!isDamaged) {
    // The clips below C are read only during fades. Unrolled, since the WebGL 2 fallback takes long to compile a loop.
    const add = (number, most) => {
      const { frames, share } = layer(number);
      If(share.greaterThan(0), () => {
        ADD[manifest.encoding](read, frames, most.mul(share).toVar(), rows);
      });
      return most.mul(float(1).sub(share)).toVar();
    };
    const rest = add(0, float(1));
    If(rest.greaterThan(0), () => {
      const last = add(1, rest);
      If(last.greaterThan(0), () => {
        add(2, last);
      });
    });
  }

  let position = isDamaged ? bindPosition : rows[0].xyz;
  let normal = unitOr(rows[1].xyz, bindNormal).toVar();
  let mirror = float(1);
  let tangent = withTangent ? tangentGeometry.xyz : null;
  if (isBone) {
    const p = vec4(bindPosition, 1).toVar();
    position = vec3(dot(rows[0], p), dot(rows[1], p), dot(rows[2], p)).toVar();
    const made = turned(rows[0].xyz, rows[1].xyz, rows[2].xyz, bindNormal);
    normal = unitOr(made.normal, bindNormal).toVar();
    mirror = made.side;
    if (withTangent) {
      const t = tangentGeometry.xyz;
      tangent = unitOr(vec3(dot(rows[0].xyz, t), dot(rows[1].xyz, t), dot(rows[2].xyz, t)), t).toVar();
    }
  } else if (withTangent) {
    // The smallest rotation from the bind pose's normal to this one.
    const half = bindNormal.add(normal).toVar();
    const cosine = dot(bindNormal, normal).toVar();
    const moved = tangent
      .add(normal.mul(dot(bindNormal, tangent).mul(2)))
      .sub(half.mul(dot(half, tangent).div(cosine.add(1).max(1e-6))));
    const chosen = cosine.add(1).lessThan(1e-6).select(tangent, moved).toVar();
    tangent = unitOr(chosen.sub(normal.mul(dot(normal, chosen))), tangent).toVar();
  }

  // From the pack's space to the crowd's.
  const place = (number) => textureLoad(places, ivec2(column.mul(3).add(number), row)).toVar();
  const [x, y, z] = [place(0), place(1), place(2)];
  const p = vec4(position, 1).toVar();
  const placed = turned(x.xyz, y.xyz, z.xyz, normal);
  return {
    position: vec3(dot(x, p), dot(y, p), dot(z, p)).toVar(),
    normal: unitOr(placed.normal, normal).toVar(),
    tangent: withTangent ? vec3(dot(x.xyz, tangent), dot(y.xyz, tangent), dot(z.xyz, tangent)).toVar() : null,
    mirror: mirror.mul(placed.side).toVar(),
    state: { first, second },
  };
}

/** Whether the instance's variant shows the mesh of the vertex; null if the pack has no variants. */
export function isSeen({ asset }, level, state) {
  if (asset.variants.length === 0 || !asset.manifest.meshes) {
    return null;
  }
  const part = attribute("texPart", "uint");
  const mesh = low(part).toVar();
  const begin = uint(asset.clips.length);
  const texel = begin.add(high(state.first.x).mul(uint(texelsOfVariant(asset.manifest)))).add(mesh.shiftRight(uint(7))).toVar();
  const bits = textureLoad(level.tables, ivec2(int(texel.bitAnd(uint(255))), int(texel.shiftRight(uint(8))))).toVar();
  const which = mesh.shiftRight(uint(5)).bitAnd(uint(3)).toVar();
  const word = which.equal(uint(0)).select(bits.x, which.equal(uint(1)).select(bits.y, which.equal(uint(2)).select(bits.z, bits.w)));
  return word.shiftRight(mesh.bitAnd(uint(31))).bitAnd(uint(1)).notEqual(uint(0));
}

/** Tint, mask and palette offset of a vertex, for the fragment shader. */
export function lookOf({ asset }, state) {
  const word = state.first.w;
  const channel = (shift) => float(word.shiftRight(uint(shift)).bitAnd(uint(255))).div(255);
  const palette = asset.manifest.tint?.palette;
  return {
    tint: vec3(channel(0), channel(8), channel(16)),
    palette: palette ? vec2(palette.stepU, palette.stepV).mul(float(high(state.second.z))) : null,
  };
}

export const maskOfVertex = () => float(high(attribute("texPart", "uint"))).div(65535);
