// What is the same for all pixels of a far character, as impostor_record.comp writes it: rows of four numbers, floats as
// their bits. Twin of viewport/passes/impostor_records.h.
//
// Row 0: middle of the rectangle, world; scale. 1, 2: its half sides, 3: a metre of the pack towards the camera, world; each
// with the weight of one of three pictures in w. 4: rotation. 5: tint, colour of views (halves, two words), random bits.
// 6: corners of the squares of clips A and B in the atlas, in texels (16 bits each); share of clip B;
// mipmap of the pictures.
// Three for each picture, from 7 on:
//   its place in units of the half sides: of a step along x, of one along y;
//   metres towards the camera for x, for y, for depth, and the corner of its tile in the square;
//   what its place moves for a metre towards the camera.
const uint kImpostorRows = 16u;
const uint kFirstPictureRow = 7u;

layout(std430, binding = 12) readonly buffer ImpostorRecords { uvec4 impostorRows[]; };

vec4 impostorRow(uint at) { return uintBitsToFloat(impostorRows[at]); }
