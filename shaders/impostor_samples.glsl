// Which far character is the nearest in each sample of the picture, as impostor_cover.comp finds it, and then what a pixel
// shows of them, as impostor_shade.comp writes it to the same place. Needs frame_block.glsl and impostor.glsl.
// Twin of viewport/passes/impostor_records.h.
//
// A sample's word: the distance, coarse, above the slot of the record, so that the least word is the nearest one. A pixel's
// words: red and green (halves); blue (a half) and which samples are covered; depth; kNobody in its place: nothing.

layout(std430, binding = 13) IMPOSTOR_SAMPLES buffer ImpostorSamples { uint impostorSamples[]; };

const uint kNobody = 0xffffffffu;

uint samplesOfPixel() { return impostor.frames.z; }

// Of the first word of a pixel, counted from the upper left.
uint wordOf(uvec2 pixel) { return (pixel.y * uint(frame.viewport.x) + pixel.x) * max(samplesOfPixel(), 3u); }
