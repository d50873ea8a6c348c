// Values shared by all pixels of a far character, written by impostor_record.comp: rows of four words, floats as their
// bits. Twin of viewport/passes/impostor_records.h.
//
// Row 0: centre of the rectangle, world; scale. 1, 2: its half sides, 3: a pack metre towards the camera, world; the
// weights of the three pictures are in w. 4: rotation. 5: tint, colour of views (halves, two words), random bits. 6:
// corners of the atlas squares of clips A and B, in texels (16 bits each); weight of clip B; mipmap of the pictures.
// Three rows for each picture, from 7 on:
//   position in half sides: change along x, change along y;
//   metres towards the camera for x, for y, for depth, and the corner of its tile in the square;
//   change of position per metre towards the camera.
const uint kImpostorRows = 16u;
const uint kFirstPictureRow = 7u;

layout(std430, binding = 12) readonly buffer ImpostorRecords { uvec4 impostorRows[]; };

vec4 impostorRow(uint at) { return uintBitsToFloat(impostorRows[at]); }
