// The nearest far character in each sample of the picture, found by impostor_cover.comp, then replaced by the colours
// that impostor_shade.comp computes. Needs frame_block.glsl and impostor.glsl. Twin of
// viewport/passes/impostor_records.h.
//
// A sample's word: the coarse distance above the slot of the record, so that the smallest word is the nearest. A
// pixel's words: red and green (halves); blue (a half) and the covered samples; depth, or kNobody if nothing is
// covered.

layout(std430, binding = 13) IMPOSTOR_SAMPLES buffer ImpostorSamples { uint impostorSamples[]; };

const uint kNobody = 0xffffffffu;

uint samplesOfPixel() { return impostor.frames.z; }

// Index of the first word of a pixel, counted from the upper left.
uint wordOf(uvec2 pixel) { return (pixel.y * uint(frame.viewport.x) + pixel.x) * max(samplesOfPixel(), 3u); }
