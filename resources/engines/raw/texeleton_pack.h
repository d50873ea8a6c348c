/* texeleton_pack.h: plays exports of `texeleton-cli export --engine raw`, in C99 or C++. MIT licence, see the end.
 *
 * It depends only on the C library and allocates nothing: a pack is a view of two files in memory.
 *
 *   NAME.texbin  clips, events, sockets, root motion, mesh, materials
 *   NAME.ktx2    the animation texture: halves or floats in GPU format
 *
 *     void* data = ...; void* texture = ...;         // both files, each at an address that is a multiple of 8 (malloc)
 *     TexeletonPack pack;
 *     TexeletonStatus status = texeleton_open(&pack, data, data_bytes, texture, texture_bytes);
 *     if (status != TEXELETON_OK) puts(texeleton_status_text(status));
 *
 *     TexeletonTicker ticker;
 *     const TexeletonClip* walk = texeleton_find_clip(&pack, "Walk");
 *     TexeletonFired fired = texeleton_play(&ticker, &pack, walk, 1.0, TEXELETON_FROM_START);
 *     // each picture:
 *     fired = texeleton_tick(&ticker, delta_seconds);
 *     for (TexeletonFiredEvent e; texeleton_next_event(&fired, &e);) puts(texeleton_text(&pack, e.event->name));
 *     TexeletonFrames frames = texeleton_frames(&ticker);   // for the shader: texeleton_decode.glsl, .hlsl, .wgsl
 *                                                           // (with uneven rows by texeleton_stored_frames())
 *
 * A pack that texeleton_open() accepts needs no further checks: all its offsets and indices are valid. Functions that
 * take an index say what they do if it is out of range.
 *
 * Space: right-handed, +Y up, metres, facing +Z. Quaternions are x, y, z, w. Matrices multiply column vectors.
 * Triangles are counter-clockwise seen from the front.
 */
#ifndef TEXELETON_PACK_H
#define TEXELETON_PACK_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TEXELETON_PACK_VERSION 5u

/* ---- The file ----------------------------------------------------------------------------------------------------
 * Little-endian. A header, then arrays of the records below, each at an offset that is a multiple of 8. Texts are
 * offsets into the array `texts`, UTF-8, ended by a NUL. */

typedef enum {
  TEXELETON_OK = 0,
  TEXELETON_NOT_A_PACK,     /* not a .texbin */
  TEXELETON_NEWER_VERSION,  /* written for a later version of this header */
  TEXELETON_UNALIGNED,      /* the bytes do not lie at a multiple of 8 */
  TEXELETON_BIG_ENDIAN,     /* this machine is big-endian; the files are not */
  TEXELETON_DAMAGED,        /* truncated, or an offset is out of range */
  TEXELETON_BAD_TEXTURE,    /* not a .ktx2, or not one that Texeleton writes */
  TEXELETON_PACKED_TEXTURE, /* the .ktx2 was exported with --option zstandard */
  TEXELETON_FOREIGN_TEXTURE /* the .ktx2 belongs to another pack: size or format differ */
} TexeletonStatus;

typedef enum { TEXELETON_MODE_BONE = 0, TEXELETON_MODE_VERTEX = 1 } TexeletonMode;
typedef enum { TEXELETON_RGBA16F = 0, TEXELETON_RGBA32F = 1 } TexeletonPixelFormat;

/* The meaning of a bone's or vertex's texels: texeleton_encoding(). */
typedef enum {
  TEXELETON_MATRIX_3X4 = 0,      /* bone mode: the rows of the skin matrix */
  TEXELETON_QUATERNION = 1,      /* bone mode: rotation, displacement of a pivot, scale */
  TEXELETON_POSITION_NORMAL = 2, /* vertex mode */
  TEXELETON_OFFSET_16 = 3,       /* vertex mode: a position within a range and a normal in one texel */
  TEXELETON_BASIS = 4            /* vertex mode: a sum of shapes */
} TexeletonEncoding;

#define TEXELETON_CLIP_LOOPS 1u

typedef struct {
  uint32_t name;
  uint32_t frame_begin; /* first frame, in the texture or its frame table */
  uint32_t frame_count;
  uint32_t flags; /* TEXELETON_CLIP_LOOPS */
  double length_seconds;
  uint32_t event_begin;
  uint32_t event_count;
  uint32_t root_begin; /* root motion: evenly spaced samples; 0: none was extracted */
  uint32_t root_count;
  float bounds_min[3]; /* over all vertices of all frames, without root motion */
  float bounds_max[3];
} TexeletonClip;

typedef struct {
  double time_seconds; /* ascending within a clip */
  uint32_t name;
  uint32_t parameter;
} TexeletonEvent;

/* The movement of the character since the clip's start: p -> Ry(yaw) p + (x, y, z); yaw turns +Z towards +X. */
typedef struct {
  double x, y, z, yaw;
} TexeletonRootMotion;

typedef struct {
  uint32_t name;
  int32_t bone; /* -1 in vertex mode */
  float position[3];
  float rotation[4];
  float scale[3];
} TexeletonSocket;

typedef struct {
  uint32_t name;
  int32_t parent; /* another bone, which may come later; -1: none */
} TexeletonBone;

/* Bones on which a layer plays: texeleton_mask_bones(). */
typedef struct {
  uint32_t name;
  uint32_t bone_begin; /* in `mask_bones`: one for each bone */
} TexeletonMask;

typedef struct {
  float weight;   /* 0 ... 1, of the layer's clip */
  int32_t anchor; /* the bone relative to which this one is posed as in the layer's clip; -1: none */
} TexeletonMaskBone;

typedef struct {
  uint32_t first_index; /* in `indices` */
  uint32_t index_count;
  uint32_t material;
} TexeletonPrimitive;

/* A level of detail: level 0 is the mesh itself. All levels share the vertices. */
typedef struct {
  uint32_t primitive_begin;
  uint32_t primitive_count;
  float max_millimetres; /* largest distance of a vertex of level 0 from this level's surface */
} TexeletonLevel;

#define TEXELETON_MATERIAL_DOUBLE_SIDED 1u
#define TEXELETON_MATERIAL_UNLIT 2u
#define TEXELETON_MATERIAL_ALPHA_MASK 4u
#define TEXELETON_MATERIAL_ALPHA_BLEND 8u
#define TEXELETON_MATERIAL_PALETTE 16u /* the palette entry moves the base colour's texture coordinates */

/* glTF's metallic-roughness material. Images are indices into `images`, -1: none. */
typedef struct {
  uint32_t name;
  uint32_t flags;
  float base_color[4]; /* linear */
  float metallic, roughness, alpha_cutoff;
  float emissive[3];
  int32_t base_color_image, metallic_roughness_image, normal_image, occlusion_image, emissive_image;
  int32_t tint_image; /* TEXELETON_TINT_TEXTURES: the mask of this material; -1: an instance's colour has no effect */
  uint32_t tint_tex_coord; /* 0 or 1 */
  uint32_t tint_channel;   /* 0 … 3: red, green, blue, alpha */
} TexeletonMaterial;

/* An image as a file: PNG or JPEG. */
typedef struct {
  uint32_t mime_type;
  uint32_t byte_begin; /* in `image_bytes` */
  uint32_t byte_count;
} TexeletonImage;

/* The visible parts of a variant: ranges of the indices, by level and primitive. */
typedef struct {
  uint32_t name;
  uint32_t range_begin;
  uint32_t range_count;
} TexeletonVariant;
typedef struct {
  uint32_t level;
  uint32_t primitive; /* of that level */
  uint32_t first_index;
  uint32_t index_count;
} TexeletonRange;

typedef enum {
  TEXELETON_TINT_EVERYTHING = 0, /* an instance's colour multiplies the base colour everywhere */
  TEXELETON_TINT_VERTICES = 1,   /* weighted by `tint` at the vertex */
  TEXELETON_TINT_TEXTURES = 2,   /* weighted by a channel of a texture */
  TEXELETON_TINT_PALETTE = 3     /* no colour: an instance's palette entry moves the texture coordinates */
} TexeletonTint;

typedef struct {
  uint32_t offset; /* of the file */
  uint32_t count;  /* of records */
} TexeletonSection;

enum {
  TEXELETON_TEXTS,
  TEXELETON_CLIPS,
  TEXELETON_EVENTS,
  TEXELETON_ROOT_SAMPLES,
  TEXELETON_SOCKETS,
  TEXELETON_BONES,
  TEXELETON_LEVELS,
  TEXELETON_PRIMITIVES,
  TEXELETON_MATERIALS,
  TEXELETON_IMAGES,
  TEXELETON_IMAGE_BYTES,
  TEXELETON_VARIANTS,
  TEXELETON_RANGES,
  TEXELETON_INDICES,
  TEXELETON_POSITIONS,
  TEXELETON_NORMALS,
  TEXELETON_TANGENTS,
  TEXELETON_TEX_COORDS_0,
  TEXELETON_TEX_COORDS_1,
  TEXELETON_COLORS,
  TEXELETON_VERTEX_TINTS,
  TEXELETON_BONE_INDICES,
  TEXELETON_BONE_WEIGHTS,
  TEXELETON_ELEMENTS,
  TEXELETON_SECTION_COUNT
};

typedef struct {
  char magic[8]; /* "TEXBIN\r\n" */
  uint32_t version;
  uint32_t byte_count; /* of the file */
  uint32_t mode;
  uint32_t pixel_format;
  uint32_t texture_width;
  uint32_t texture_height;
  uint32_t texels_per_frame;
  uint32_t rows_per_frame;
  uint32_t frame_count;   /* stored frames */
  uint32_t element_count; /* bones, or distinct vertices */
  uint32_t vertex_count;
  uint32_t tint; /* TexeletonTint */
  float palette_step[2];
  uint32_t palette_entries;
  float size_metres; /* diagonal of the bounds */
  float bounds_min[3];
  float bounds_max[3];
  TexeletonSection sections[TEXELETON_SECTION_COUNT];
  uint32_t shape_count;        /* since version 2; 0, or the encoding is "basis": see texeleton_shape_count() */
  uint32_t encoding;           /* since version 3: see texeleton_encoding() */
  TexeletonSection masks;      /* since version 4: see texeleton_find_mask() */
  TexeletonSection mask_bones; /* since version 4 */
  uint32_t table_row;    /* since version 5: row of the frame table; 0: every frame is stored. texeleton_table_row() */
  uint32_t table_frames; /* since version 5: its entries, the frames of all clips; 0: there is no table */
} TexeletonHeader;

/* Views into the two files. Vertex arrays that the mesh lacks are NULL. */
typedef struct {
  const TexeletonHeader* header;
  const char* texts;
  const TexeletonClip* clips;
  const TexeletonEvent* events;
  const TexeletonRootMotion* root_samples;
  const TexeletonSocket* sockets;
  const TexeletonBone* bones;
  const TexeletonMask* masks; /* NULL: none */
  uint32_t mask_count;
  const TexeletonMaskBone* mask_bones;
  const TexeletonLevel* levels;
  const TexeletonPrimitive* primitives;
  const TexeletonMaterial* materials;
  const TexeletonImage* images;
  const uint8_t* image_bytes;
  const TexeletonVariant* variants;
  const TexeletonRange* ranges;
  const uint32_t* indices;
  const float* positions;       /* 3 per vertex, bind pose */
  const float* normals;         /* 3 */
  const float* tangents;        /* 4, or NULL */
  const float* tex_coords[2];   /* 2, or NULL */
  const float* colors;          /* 4, linear, or NULL */
  const float* vertex_tints;    /* 1, or NULL */
  const uint16_t* bone_indices; /* 4, bone mode */
  const uint16_t* bone_weights; /* 4, bone mode: in units of 1/65,535; their sum is 65,535 */
  const uint32_t* elements;     /* 1, vertex mode: the element of the vertex */
  const void* texels;           /* rows of texture_width texels of 4 halves or floats, row 0 first */
  size_t texel_bytes;           /* of all */
} TexeletonPack;

/* Two frames and the fraction between them, in [0, 1). Frames are those of clips; in packs with uneven rows,
 * texeleton_stored_frames() converts them to stored frames. */
typedef struct {
  uint32_t current;
  uint32_t next;
  float fraction;
} TexeletonFrames;

/* A second clip on some bones over the first, such as an attack over a run. */
typedef struct {
  TexeletonFrames frames;         /* of the second clip */
  float share;                    /* 0 ... 1: during its fades */
  const TexeletonMaskBone* bones; /* from texeleton_mask_bones(), or your own: one per bone of the pack */
} TexeletonLayer;

/* A moment to show: one clip (share 0), or a cross-fade from one to another; in bone mode with an optional layer. */
typedef struct {
  TexeletonFrames from;
  TexeletonFrames to;
  float share;                 /* of `to`, 0 … 1 */
  const TexeletonLayer* layer; /* NULL: none */
} TexeletonMoment;

static inline const char* texeleton_status_text(TexeletonStatus status) {
  switch (status) {
    case TEXELETON_OK:
      return "no error";
    case TEXELETON_NOT_A_PACK:
      return "this is not a .texbin of Texeleton";
    case TEXELETON_NEWER_VERSION:
      return "this .texbin is of a later version: take texeleton_pack.h from the same export";
    case TEXELETON_UNALIGNED:
      return "the files must lie in memory at multiples of 8, as malloc gives it";
    case TEXELETON_BIG_ENDIAN:
      return "this machine is big-endian; texeleton_pack.h reads the files in place and needs a little-endian one";
    case TEXELETON_DAMAGED:
      return "this .texbin is cut short or damaged: export it again";
    case TEXELETON_BAD_TEXTURE:
      return "this is not a .ktx2 of Texeleton (one level of uncompressed RGBA halves or floats): export it again";
    case TEXELETON_PACKED_TEXTURE:
      return "this .ktx2 is compressed with Zstandard: export it without, or unpack it and give pack.texels the texels "
             "yourself";
    case TEXELETON_FOREIGN_TEXTURE:
      return "this .ktx2 does not belong to the .texbin: export both again";
  }
  return "unknown status";
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static inline uint32_t texeleton_record_bytes(uint32_t section) {
  switch (section) {
    case TEXELETON_TEXTS:
    case TEXELETON_IMAGE_BYTES:
      return 1;
    case TEXELETON_CLIPS:
      return (uint32_t)sizeof(TexeletonClip);
    case TEXELETON_EVENTS:
      return (uint32_t)sizeof(TexeletonEvent);
    case TEXELETON_ROOT_SAMPLES:
      return (uint32_t)sizeof(TexeletonRootMotion);
    case TEXELETON_SOCKETS:
      return (uint32_t)sizeof(TexeletonSocket);
    case TEXELETON_BONES:
      return (uint32_t)sizeof(TexeletonBone);
    case TEXELETON_LEVELS:
      return (uint32_t)sizeof(TexeletonLevel);
    case TEXELETON_PRIMITIVES:
      return (uint32_t)sizeof(TexeletonPrimitive);
    case TEXELETON_MATERIALS:
      return (uint32_t)sizeof(TexeletonMaterial);
    case TEXELETON_IMAGES:
      return (uint32_t)sizeof(TexeletonImage);
    case TEXELETON_VARIANTS:
      return (uint32_t)sizeof(TexeletonVariant);
    case TEXELETON_RANGES:
      return (uint32_t)sizeof(TexeletonRange);
    case TEXELETON_POSITIONS:
    case TEXELETON_NORMALS:
      return 12;
    case TEXELETON_TANGENTS:
    case TEXELETON_COLORS:
      return 16;
    case TEXELETON_TEX_COORDS_0:
    case TEXELETON_TEX_COORDS_1:
    case TEXELETON_BONE_INDICES:
    case TEXELETON_BONE_WEIGHTS:
      return 8;
    default: /* indices, tints, elements */
      return 4;
  }
}

/* Whether begin … begin + count is within 0 … limit. */
static inline int texeleton_within(uint32_t begin, uint32_t count, uint32_t limit) {
  return begin <= limit && count <= limit - begin;
}

static inline int texeleton_finite_floats(const float* values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!(values[i] - values[i] == 0.0f)) {
      return 0;
    }
  }
  return 1;
}

static inline uint32_t texeleton_count(const TexeletonPack* pack, uint32_t section) {
  return pack->header->sections[section].count;
}

/* First row of the frame table in the texture, for shaders; 0: every frame is stored. */
static inline uint32_t texeleton_table_row(const TexeletonHeader* header) {
  return header->version >= 5 ? header->table_row : 0;
}

/* Number of frames of all clips, stored or not. */
static inline uint32_t texeleton_clip_frames(const TexeletonHeader* header) {
  return texeleton_table_row(header) > 0 ? header->table_frames : header->frame_count;
}

static inline int texeleton_check_clips(const TexeletonPack* pack) {
  const TexeletonHeader* header = pack->header;
  const uint32_t texts = texeleton_count(pack, TEXELETON_TEXTS);
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_CLIPS); ++i) {
    const TexeletonClip* clip = &pack->clips[i];
    if (clip->name >= texts || clip->frame_count == 0 || clip->frame_count > 65535u ||
        !texeleton_within(clip->frame_begin, clip->frame_count, texeleton_clip_frames(header)) ||
        !(clip->length_seconds >= 0.0 && clip->length_seconds <= 1e9) ||
        !texeleton_within(clip->event_begin, clip->event_count, texeleton_count(pack, TEXELETON_EVENTS)) ||
        !texeleton_within(clip->root_begin, clip->root_count, texeleton_count(pack, TEXELETON_ROOT_SAMPLES)) ||
        !texeleton_finite_floats(clip->bounds_min, 3) || !texeleton_finite_floats(clip->bounds_max, 3)) {
      return 0;
    }
    double before = 0.0;
    for (uint32_t e = 0; e < clip->event_count; ++e) {
      const TexeletonEvent* event = &pack->events[clip->event_begin + e];
      if (event->name >= texts || event->parameter >= texts ||
          !(event->time_seconds >= before && event->time_seconds <= clip->length_seconds)) {
        return 0;
      }
      before = event->time_seconds;
    }
    for (uint32_t r = 0; r < clip->root_count; ++r) {
      const TexeletonRootMotion* sample = &pack->root_samples[clip->root_begin + r];
      const double sum = sample->x + sample->y + sample->z + sample->yaw;
      if (!(sum - sum == 0.0)) {
        return 0;
      }
    }
  }
  return 1;
}

static inline int texeleton_check_lists(const TexeletonPack* pack) {
  const uint32_t texts = texeleton_count(pack, TEXELETON_TEXTS);
  const uint32_t images = texeleton_count(pack, TEXELETON_IMAGES);
  const uint32_t indices = texeleton_count(pack, TEXELETON_INDICES);
  const int is_bone = pack->header->mode == TEXELETON_MODE_BONE;
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_SOCKETS); ++i) {
    const TexeletonSocket* socket = &pack->sockets[i];
    if (socket->name >= texts || !texeleton_finite_floats(socket->position, 3) ||
        !texeleton_finite_floats(socket->rotation, 4) || !texeleton_finite_floats(socket->scale, 3) ||
        (is_bone ? socket->bone < 0 || (uint32_t)socket->bone >= pack->header->element_count : socket->bone != -1)) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_BONES); ++i) {
    const TexeletonBone* bone = &pack->bones[i];
    if (bone->name >= texts || bone->parent < -1 ||
        (bone->parent >= 0 && (uint32_t)bone->parent >= texeleton_count(pack, TEXELETON_BONES))) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < pack->mask_count; ++i) {
    if (pack->masks[i].name >= texts ||
        !texeleton_within(pack->masks[i].bone_begin, pack->header->element_count, pack->header->mask_bones.count)) {
      return 0;
    }
  }
  for (uint32_t i = 0; pack->mask_bones != NULL && i < pack->header->mask_bones.count; ++i) {
    const TexeletonMaskBone* bone = &pack->mask_bones[i];
    if (!(bone->weight >= 0.0f && bone->weight <= 1.0f) || bone->anchor < -1 ||
        (bone->anchor >= 0 && (uint32_t)bone->anchor >= pack->header->element_count)) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_LEVELS); ++i) {
    const TexeletonLevel* level = &pack->levels[i];
    if (!texeleton_within(level->primitive_begin, level->primitive_count,
                          texeleton_count(pack, TEXELETON_PRIMITIVES))) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_PRIMITIVES); ++i) {
    const TexeletonPrimitive* primitive = &pack->primitives[i];
    if (!texeleton_within(primitive->first_index, primitive->index_count, indices) ||
        primitive->material >= texeleton_count(pack, TEXELETON_MATERIALS)) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_MATERIALS); ++i) {
    const TexeletonMaterial* material = &pack->materials[i];
    const int32_t used[6] = {material->base_color_image, material->metallic_roughness_image, material->normal_image,
                             material->occlusion_image,  material->emissive_image,           material->tint_image};
    for (int k = 0; k < 6; ++k) {
      if (used[k] < -1 || (used[k] >= 0 && (uint32_t)used[k] >= images)) {
        return 0;
      }
    }
    if (material->name >= texts || material->tint_tex_coord > 1 || material->tint_channel > 3) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < images; ++i) {
    const TexeletonImage* image = &pack->images[i];
    if (image->mime_type >= texts ||
        !texeleton_within(image->byte_begin, image->byte_count, texeleton_count(pack, TEXELETON_IMAGE_BYTES))) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_VARIANTS); ++i) {
    const TexeletonVariant* variant = &pack->variants[i];
    if (variant->name >= texts ||
        !texeleton_within(variant->range_begin, variant->range_count, texeleton_count(pack, TEXELETON_RANGES))) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_RANGES); ++i) {
    const TexeletonRange* range = &pack->ranges[i];
    if (range->level >= texeleton_count(pack, TEXELETON_LEVELS) ||
        range->primitive >= pack->levels[range->level].primitive_count ||
        !texeleton_within(range->first_index, range->index_count, indices)) {
      return 0;
    }
  }
  return 1;
}

static inline int texeleton_check_mesh(const TexeletonPack* pack) {
  const TexeletonHeader* header = pack->header;
  const uint32_t vertices = header->vertex_count;
  for (uint32_t section = TEXELETON_POSITIONS; section <= TEXELETON_ELEMENTS; ++section) {
    const uint32_t count = texeleton_count(pack, section);
    int must_be = section == TEXELETON_POSITIONS || section == TEXELETON_NORMALS;
    if (section == TEXELETON_BONE_INDICES || section == TEXELETON_BONE_WEIGHTS) {
      must_be = header->mode == TEXELETON_MODE_BONE;
    } else if (section == TEXELETON_ELEMENTS) {
      must_be = header->mode == TEXELETON_MODE_VERTEX;
    }
    if (count != vertices && (must_be || count != 0)) {
      return 0;
    }
  }
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_INDICES); ++i) {
    if (pack->indices[i] >= vertices) {
      return 0;
    }
  }
  for (size_t i = 0; pack->bone_indices != NULL && i < (size_t)4 * vertices; ++i) {
    if (pack->bone_indices[i] >= header->element_count) {
      return 0;
    }
  }
  for (uint32_t i = 0; pack->elements != NULL && i < vertices; ++i) {
    if (pack->elements[i] >= header->element_count) {
      return 0;
    }
  }
  return 1;
}

/* Number of shapes of a pack of the encoding "basis", 1 ... 64; 0: another encoding. */
static inline uint32_t texeleton_shape_count(const TexeletonHeader* header) {
  return header->version >= 2 ? header->shape_count : 0;
}

static inline TexeletonEncoding texeleton_encoding(const TexeletonHeader* header) {
  if (header->version >= 3) {
    return (TexeletonEncoding)header->encoding;
  }
  return header->mode == TEXELETON_MODE_BONE ? TEXELETON_MATRIX_3X4
         : texeleton_shape_count(header) > 0 ? TEXELETON_BASIS
                                             : TEXELETON_POSITION_NORMAL;
}

/* Texels of a bone or vertex per frame. */
static inline uint32_t texeleton_texels_per_element(const TexeletonHeader* header) {
  switch (texeleton_encoding(header)) {
    case TEXELETON_MATRIX_3X4:
      return 3;
    case TEXELETON_QUATERNION:
    case TEXELETON_POSITION_NORMAL:
      return 2;
    case TEXELETON_OFFSET_16:
      return 1;
    case TEXELETON_BASIS:
      break;
  }
  return 0;
}

/* Checks that all frames fit into the texture, in 64 bits, which cannot overflow. */
static inline int texeleton_check_layout(const TexeletonHeader* header) {
  const int is_bone = header->mode == TEXELETON_MODE_BONE;
  const uint64_t sockets = is_bone ? 0 : (uint64_t)3 * header->sections[TEXELETON_SOCKETS].count;
  const uint64_t elements = header->element_count;
  const uint64_t shapes = texeleton_shape_count(header);
  uint64_t constants = 0; /* texels after the frames */
  if (header->version >= 3 && header->encoding > TEXELETON_BASIS) {
    return 0;
  }
  const TexeletonEncoding encoding = texeleton_encoding(header);
  if (is_bone != (encoding == TEXELETON_MATRIX_3X4 || encoding == TEXELETON_QUATERNION) ||
      (shapes > 0) != (encoding == TEXELETON_BASIS) || shapes > 64 ||
      ((encoding == TEXELETON_BASIS || encoding == TEXELETON_OFFSET_16) && header->pixel_format != TEXELETON_RGBA16F)) {
    return 0;
  }
  const uint64_t texels = elements * texeleton_texels_per_element(header) + sockets + (shapes + 3) / 4;
  if (encoding == TEXELETON_QUATERNION) {
    constants = 2 * elements;
  } else if (encoding == TEXELETON_OFFSET_16) {
    constants = 2;
  } else if (encoding == TEXELETON_BASIS) {
    constants = 2 + shapes + elements * (shapes + 1);
  }
  if (header->texture_width < 1 || header->texture_width > 262144u) {
    return 0;
  }
  const uint64_t used = (uint64_t)header->frame_count * header->rows_per_frame +
                        (constants + header->texture_width - 1) / header->texture_width;
  if (texeleton_table_row(header) > 0) {
    const uint64_t rows = ((uint64_t)header->table_frames + header->texture_width - 1) / header->texture_width;
    if (header->table_row < used || header->table_frames < header->frame_count ||
        header->table_row + rows > header->texture_height) {
      return 0;
    }
  }
  return header->texture_height >= 1 && header->texture_height <= 262144u && header->frame_count >= 1 &&
         header->rows_per_frame >= 1 && texels <= header->texels_per_frame &&
         header->texels_per_frame <= (uint64_t)header->texture_width * header->rows_per_frame &&
         used <= header->texture_height;
}

static inline uint32_t texeleton_u32(const uint8_t* bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t texeleton_u64(const uint8_t* bytes) {
  return (uint64_t)texeleton_u32(bytes) | (uint64_t)texeleton_u32(bytes + 4) << 32;
}

/* Finds the texels of a .ktx2: one level, uncompressed. */
static inline TexeletonStatus texeleton_open_texture(TexeletonPack* pack, const void* data, size_t data_bytes) {
  static const uint8_t magic[12] = {0xAB, 'K', 'T', 'X', ' ', '2', '0', 0xBB, '\r', '\n', 0x1A, '\n'};
  const uint8_t* bytes = (const uint8_t*)data;
  const TexeletonHeader* header = pack->header;
  if (data == NULL || data_bytes < 104 || memcmp(bytes, magic, sizeof(magic)) != 0) {
    return TEXELETON_BAD_TEXTURE;
  }
  if ((uintptr_t)data % 8 != 0) {
    return TEXELETON_UNALIGNED;
  }
  const uint32_t format = texeleton_u32(bytes + 12);
  const uint32_t texel_size = format == 97u ? 8u : format == 109u ? 16u : 0u;
  if (texeleton_u32(bytes + 44) == 2) {
    return TEXELETON_PACKED_TEXTURE;
  }
  /* depth, layers, faces, levels, supercompression */
  if (texel_size == 0 || texeleton_u32(bytes + 28) != 0 || texeleton_u32(bytes + 32) != 0 ||
      texeleton_u32(bytes + 36) != 1 || texeleton_u32(bytes + 40) != 1 || texeleton_u32(bytes + 44) != 0) {
    return TEXELETON_BAD_TEXTURE;
  }
  if (texeleton_u32(bytes + 20) != header->texture_width || texeleton_u32(bytes + 24) != header->texture_height ||
      (header->pixel_format == TEXELETON_RGBA32F) != (format == 109u)) {
    return TEXELETON_FOREIGN_TEXTURE;
  }
  const uint64_t at = texeleton_u64(bytes + 80);
  const uint64_t length = texeleton_u64(bytes + 88);
  if (at > data_bytes || length > data_bytes - at || at % 8 != 0 ||
      length != (uint64_t)header->texture_width * header->texture_height * texel_size) {
    return TEXELETON_BAD_TEXTURE;
  }
  pack->texels = bytes + (size_t)at;
  pack->texel_bytes = (size_t)length;
  return TEXELETON_OK;
}

/* Makes a view of the two files, which must outlive it. Validates the whole .texbin, and only the header of the
 * texture. `texture` may be NULL if nothing is to be decoded. */
static inline TexeletonStatus texeleton_open(TexeletonPack* pack, const void* data, size_t data_bytes,
                                             const void* texture, size_t texture_bytes) {
  const uint16_t probe = 1;
  uint8_t first_byte = 0;
  memset(pack, 0, sizeof(*pack));
  memcpy(&first_byte, &probe, 1);
  if (first_byte != 1) {
    return TEXELETON_BIG_ENDIAN;
  }
  if (data == NULL || data_bytes < 16 || memcmp(data, "TEXBIN\r\n", 8) != 0) {
    return TEXELETON_NOT_A_PACK;
  }
  if ((uintptr_t)data % 8 != 0) {
    return TEXELETON_UNALIGNED;
  }
  const uint8_t* bytes = (const uint8_t*)data;
  if (texeleton_u32(bytes + 8) > TEXELETON_PACK_VERSION) {
    return TEXELETON_NEWER_VERSION;
  }
  const TexeletonHeader* header = (const TexeletonHeader*)data;
  const uint32_t version = texeleton_u32(bytes + 8);
  const size_t header_bytes = version >= 5   ? sizeof(TexeletonHeader)
                              : version == 4 ? offsetof(TexeletonHeader, table_row)
                                             : offsetof(TexeletonHeader, masks);
  if (data_bytes < header_bytes || header->version == 0 || header->byte_count != data_bytes || header->mode > 1 ||
      header->pixel_format > 1 || header->tint > 3) {
    return TEXELETON_DAMAGED;
  }
  const void* at[TEXELETON_SECTION_COUNT];
  for (uint32_t i = 0; i < TEXELETON_SECTION_COUNT; ++i) {
    const TexeletonSection* section = &header->sections[i];
    const uint64_t length = (uint64_t)section->count * texeleton_record_bytes(i);
    if (section->offset % 8 != 0 || section->offset > data_bytes || length > data_bytes - section->offset) {
      return TEXELETON_DAMAGED;
    }
    at[i] = section->count == 0 ? NULL : bytes + section->offset;
  }
  TexeletonPack opened;
  memset(&opened, 0, sizeof(opened));
  opened.header = header;
  opened.texts = (const char*)at[TEXELETON_TEXTS];
  opened.clips = (const TexeletonClip*)at[TEXELETON_CLIPS];
  opened.events = (const TexeletonEvent*)at[TEXELETON_EVENTS];
  opened.root_samples = (const TexeletonRootMotion*)at[TEXELETON_ROOT_SAMPLES];
  opened.sockets = (const TexeletonSocket*)at[TEXELETON_SOCKETS];
  opened.bones = (const TexeletonBone*)at[TEXELETON_BONES];
  opened.levels = (const TexeletonLevel*)at[TEXELETON_LEVELS];
  opened.primitives = (const TexeletonPrimitive*)at[TEXELETON_PRIMITIVES];
  opened.materials = (const TexeletonMaterial*)at[TEXELETON_MATERIALS];
  opened.images = (const TexeletonImage*)at[TEXELETON_IMAGES];
  opened.image_bytes = (const uint8_t*)at[TEXELETON_IMAGE_BYTES];
  opened.variants = (const TexeletonVariant*)at[TEXELETON_VARIANTS];
  opened.ranges = (const TexeletonRange*)at[TEXELETON_RANGES];
  opened.indices = (const uint32_t*)at[TEXELETON_INDICES];
  opened.positions = (const float*)at[TEXELETON_POSITIONS];
  opened.normals = (const float*)at[TEXELETON_NORMALS];
  opened.tangents = (const float*)at[TEXELETON_TANGENTS];
  opened.tex_coords[0] = (const float*)at[TEXELETON_TEX_COORDS_0];
  opened.tex_coords[1] = (const float*)at[TEXELETON_TEX_COORDS_1];
  opened.colors = (const float*)at[TEXELETON_COLORS];
  opened.vertex_tints = (const float*)at[TEXELETON_VERTEX_TINTS];
  opened.bone_indices = (const uint16_t*)at[TEXELETON_BONE_INDICES];
  opened.bone_weights = (const uint16_t*)at[TEXELETON_BONE_WEIGHTS];
  opened.elements = (const uint32_t*)at[TEXELETON_ELEMENTS];
  if (header->version >= 4) {
    const TexeletonSection sections[2] = {header->masks, header->mask_bones};
    for (int i = 0; i < 2; ++i) {
      const uint64_t length = (uint64_t)sections[i].count * 8u;
      if (sections[i].offset % 8 != 0 || sections[i].offset > data_bytes || length > data_bytes - sections[i].offset) {
        return TEXELETON_DAMAGED;
      }
    }
    if (header->masks.count > 0) {
      opened.mask_count = header->masks.count;
      opened.masks = (const TexeletonMask*)(const void*)(bytes + header->masks.offset);
      opened.mask_bones = (const TexeletonMaskBone*)(const void*)(bytes + header->mask_bones.offset);
    }
    if (header->mode != TEXELETON_MODE_BONE && header->masks.count > 0) {
      return TEXELETON_DAMAGED;
    }
  }
  const uint32_t texts = texeleton_count(&opened, TEXELETON_TEXTS);
  /* The last text ends in the array, so all texts do. */
  if (texts == 0 || opened.texts[texts - 1] != '\0' || opened.clips == NULL || opened.levels == NULL ||
      header->vertex_count == 0 || !texeleton_check_layout(header) || !texeleton_check_clips(&opened) ||
      !texeleton_check_lists(&opened) || !texeleton_check_mesh(&opened)) {
    return TEXELETON_DAMAGED;
  }
  if (texture != NULL) {
    const TexeletonStatus status = texeleton_open_texture(&opened, texture, texture_bytes);
    if (status != TEXELETON_OK) {
      return status;
    }
  }
  *pack = opened;
  return TEXELETON_OK;
}

static inline const char* texeleton_text(const TexeletonPack* pack, uint32_t text) {
  return text < texeleton_count(pack, TEXELETON_TEXTS) ? pack->texts + text : "";
}

/* NULL: there is none of that name. */
static inline const TexeletonClip* texeleton_find_clip(const TexeletonPack* pack, const char* name) {
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_CLIPS); ++i) {
    if (strcmp(texeleton_text(pack, pack->clips[i].name), name) == 0) {
      return &pack->clips[i];
    }
  }
  return NULL;
}

static inline const TexeletonSocket* texeleton_find_socket(const TexeletonPack* pack, const char* name) {
  for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_SOCKETS); ++i) {
    if (strcmp(texeleton_text(pack, pack->sockets[i].name), name) == 0) {
      return &pack->sockets[i];
    }
  }
  return NULL;
}

static inline const TexeletonMask* texeleton_find_mask(const TexeletonPack* pack, const char* name) {
  for (uint32_t i = 0; i < pack->mask_count; ++i) {
    if (strcmp(texeleton_text(pack, pack->masks[i].name), name) == 0) {
      return &pack->masks[i];
    }
  }
  return NULL;
}

/* The bones of a mask, for TexeletonLayer: one per bone of the pack. */
static inline const TexeletonMaskBone* texeleton_mask_bones(const TexeletonPack* pack, const TexeletonMask* mask) {
  return pack->mask_bones + mask->bone_begin;
}

/* ---- Frames of a clip -------------------------------------------------------------------------------------------- */

static inline double texeleton_clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static inline int texeleton_is_finite(double value) { return value - value == 0.0; }

/* 0 unless finite and positive. */
static inline double texeleton_play_length(const TexeletonClip* clip) {
  return texeleton_is_finite(clip->length_seconds) && clip->length_seconds > 0.0 ? clip->length_seconds : 0.0;
}

/* Whether it loops when played. */
static inline int texeleton_plays_as_loop(const TexeletonClip* clip) {
  return (clip->flags & TEXELETON_CLIP_LOOPS) != 0 && texeleton_play_length(clip) > 0.0;
}

/* Frames at `seconds` from the clip's start. Looping: position frac(t/L) N, the last frame blends into the first. Once:
 * position clamp(t/L, 0, 1) (N - 1). A time that is not finite counts as 0. For stepped playback use only `current`.
 */
static inline TexeletonFrames texeleton_sample_clip(const TexeletonClip* clip, double seconds) {
  TexeletonFrames frames;
  frames.current = clip->frame_begin;
  frames.next = clip->frame_begin;
  frames.fraction = 0.0f;
  const double length = texeleton_play_length(clip);
  if (length == 0.0) {
    return frames;
  }
  const int loop = texeleton_plays_as_loop(clip);
  const uint32_t last = (clip->frame_count > 1 ? clip->frame_count : 1) - 1;
  const double turns = texeleton_is_finite(seconds) ? seconds / length : 0.0;
  double position = 0.0;
  if (loop) {
    /* A tiny negative number rounds to 1: the start of the next loop. */
    const double part = texeleton_is_finite(turns) ? turns - floor(turns) : 0.0;
    position = (part < 1.0 ? part : 0.0) * (double)(last + 1);
  } else {
    position = texeleton_clamp(turns, 0.0, 1.0) * (double)last;
  }
  const double floored = floor(position);
  const uint32_t frame = floored < (double)last ? (uint32_t)floored : last;
  float fraction = (float)(position - (double)frame);
  fraction = fraction < 0.0f ? 0.0f : fraction > 0.99999994f ? 0.99999994f : fraction;
  frames.current = clip->frame_begin + frame;
  frames.next = clip->frame_begin + (frame < last ? frame + 1 : loop ? 0 : last);
  frames.fraction = fraction;
  return frames;
}

static inline TexeletonFrames texeleton_stepped(TexeletonFrames frames) {
  frames.next = frames.current;
  frames.fraction = 0.0f;
  return frames;
}

/* ---- Events ------------------------------------------------------------------------------------------------------
 * An event at e repeats at e + k L for all whole k (in a clip that plays once: k = 0). A step forward from a to b
 * fires those in (a, b], one backward those in [b, a): each once, however time is divided. */

typedef struct {
  const TexeletonEvent* event;
  uint32_t index; /* in the clip */
  int64_t loop;   /* number of the loop; negative before the start */
} TexeletonFiredEvent;

/* A position as whole loops and the rest, in [0, L]. */
typedef struct {
  int64_t loop;
  double rest;
} TexeletonPlace;

/* The events of one step, found one by one by texeleton_next_event(). */
typedef struct {
  const TexeletonEvent* events;
  uint32_t count;
  double length; /* 0: plays once */
  TexeletonPlace from;
  TexeletonPlace to;
  int backward;
  int at_start;
  /* State of texeleton_next_event(). */
  int64_t loop;
  uint32_t index;
  int begun;
} TexeletonFired;

/* Beyond this a double cannot tell one loop from the next. */
#define TEXELETON_MAX_LOOP 9007199254740992.0

static inline TexeletonPlace texeleton_place(double seconds, double length) {
  TexeletonPlace place;
  place.loop = 0;
  place.rest = seconds;
  if (length == 0.0) {
    return place;
  }
  const double whole = floor(seconds / length);
  place.rest = 0.0;
  if (whole <= -TEXELETON_MAX_LOOP || whole >= TEXELETON_MAX_LOOP) {
    place.loop = (int64_t)(whole < 0.0 ? -TEXELETON_MAX_LOOP : TEXELETON_MAX_LOOP);
    return place;
  }
  place.loop = (int64_t)whole;
  place.rest = fma(-whole, length, seconds);
  /* The quotient may have been rounded up to an integer. */
  place.rest = place.rest > 0.0 ? place.rest : 0.0;
  return place;
}

static inline int64_t texeleton_floor_loop(TexeletonPlace place, double time) {
  return place.rest >= time ? place.loop : place.loop - 1;
}

static inline int64_t texeleton_ceil_loop(TexeletonPlace place, double time, double length) {
  if (place.rest > time) {
    return place.loop + 1;
  }
  /* The previous loop ends here too. */
  return length > 0.0 && place.rest == 0.0 && time >= length ? place.loop - 1 : place.loop;
}

/* First and last loop in which an event at `time` fires. */
static inline int64_t texeleton_first_copy(const TexeletonFired* fired, double time) {
  return fired->backward || fired->at_start ? texeleton_ceil_loop(fired->to, time, fired->length)
                                            : texeleton_floor_loop(fired->from, time) + 1;
}

static inline int64_t texeleton_last_copy(const TexeletonFired* fired, double time) {
  return fired->backward && !fired->at_start ? texeleton_ceil_loop(fired->from, time, fired->length) - 1
                                             : texeleton_floor_loop(fired->to, time);
}

static inline TexeletonFired texeleton_no_events(void) {
  TexeletonFired fired;
  memset(&fired, 0, sizeof(fired));
  return fired;
}

/* Number of events; a step of any size costs the same. */
static inline int64_t texeleton_event_count(const TexeletonFired* fired) {
  int64_t total = 0;
  for (uint32_t i = 0; i < fired->count; ++i) {
    const double time = fired->events[i].time_seconds;
    const int64_t copies = texeleton_last_copy(fired, time) - texeleton_first_copy(fired, time) + 1;
    if (copies > 0) {
      total = copies > INT64_MAX - total ? INT64_MAX : total + copies;
    }
  }
  return total;
}

/* The next event in order; 0: none is left. */
static inline int texeleton_next_event(TexeletonFired* fired, TexeletonFiredEvent* event) {
  if (fired->count == 0) {
    return 0;
  }
  const int64_t lowest = texeleton_first_copy(fired, fired->events[fired->count - 1].time_seconds);
  const int64_t highest = texeleton_last_copy(fired, fired->events[0].time_seconds);
  const int64_t step = fired->backward ? -1 : 1;
  if (!fired->begun) {
    fired->begun = 1;
    fired->loop = fired->backward ? highest : lowest;
    fired->index = 0;
  }
  /* Only the outermost loops of a step can be without events. */
  for (int empty = 0; empty < 8 && fired->loop >= lowest && fired->loop <= highest; ++empty) {
    while (fired->index < fired->count) {
      const uint32_t index = fired->backward ? fired->count - 1 - fired->index : fired->index;
      const double time = fired->events[index].time_seconds;
      ++fired->index;
      if (texeleton_first_copy(fired, time) <= fired->loop && fired->loop <= texeleton_last_copy(fired, time)) {
        event->event = &fired->events[index];
        event->index = index;
        event->loop = fired->loop;
        return 1;
      }
    }
    fired->loop += step;
    fired->index = 0;
  }
  fired->count = 0;
  return 0;
}

/* Events fired while the unrolled position moves from `from` to `to`; `events` are those of the clip. */
static inline TexeletonFired texeleton_events_between(const TexeletonClip* clip, const TexeletonEvent* events,
                                                      double from, double to) {
  TexeletonFired fired = texeleton_no_events();
  if (texeleton_is_finite(from) && texeleton_is_finite(to) && from != to) {
    fired.events = events;
    fired.count = clip->event_count;
    fired.length = texeleton_plays_as_loop(clip) ? texeleton_play_length(clip) : 0.0;
    fired.from = texeleton_place(from, fired.length);
    fired.to = texeleton_place(to, fired.length);
    fired.backward = to < from;
  }
  return fired;
}

/* Events fired by starting at `at`: those exactly there; at the start of a loop those at 0, not those at its end. */
static inline TexeletonFired texeleton_events_at_start(const TexeletonClip* clip, const TexeletonEvent* events,
                                                       double at, int backward) {
  TexeletonFired fired = texeleton_no_events();
  if (texeleton_is_finite(at)) {
    fired.events = events;
    fired.length = texeleton_plays_as_loop(clip) ? texeleton_play_length(clip) : 0.0;
    while (fired.count < clip->event_count &&
           (fired.length == 0.0 || events[fired.count].time_seconds < fired.length)) {
      ++fired.count;
    }
    fired.from = texeleton_place(at, fired.length);
    fired.to = fired.from;
    fired.backward = backward;
    fired.at_start = 1;
  }
  return fired;
}

/* ---- One object: the ticker -------------------------------------------------------------------------------------- */

typedef struct {
  const TexeletonClip* clip;
  const TexeletonEvent* events; /* of the clip */
  double speed;                 /* 1 is the clip's own, negative is backward, 0 stops */
  double position_seconds;      /* from the clip's start: unrolled when it loops, in [0, length] when it plays once */
} TexeletonTicker;

#define TEXELETON_FROM_START ((double)NAN)

static inline double texeleton_bounded(const TexeletonClip* clip, double seconds) {
  return texeleton_plays_as_loop(clip) ? seconds : texeleton_clamp(seconds, 0.0, texeleton_play_length(clip));
}

/* As texeleton_play(), for a clip whose events are `events`. */
static inline TexeletonFired texeleton_play_events(TexeletonTicker* ticker, const TexeletonClip* clip,
                                                   const TexeletonEvent* events, double speed, double start_seconds) {
  const int starts_at_end = speed < 0.0 && !texeleton_plays_as_loop(clip);
  double start = start_seconds;
  if (start != start) {
    start = starts_at_end ? texeleton_play_length(clip) : 0.0;
  }
  if (!texeleton_is_finite(speed) || !texeleton_is_finite(start)) {
    return texeleton_no_events();
  }
  ticker->clip = clip;
  ticker->events = events;
  ticker->speed = speed;
  ticker->position_seconds = texeleton_bounded(clip, start);
  return texeleton_events_at_start(clip, events, ticker->position_seconds, speed < 0.0);
}

/* Starts `clip` at `start_seconds`, or with TEXELETON_FROM_START at its start (once and backward: at its end).
 * Returns the events exactly there. */
static inline TexeletonFired texeleton_play(TexeletonTicker* ticker, const TexeletonPack* pack,
                                            const TexeletonClip* clip, double speed, double start_seconds) {
  const TexeletonEvent* events = clip->event_count > 0 ? pack->events + clip->event_begin : NULL;
  return texeleton_play_events(ticker, clip, events, speed, start_seconds);
}

/* Advances by speed * delta_seconds and returns the events on the way. A step that is not finite changes nothing. */
static inline TexeletonFired texeleton_tick(TexeletonTicker* ticker, double delta_seconds) {
  const double before = ticker->position_seconds;
  const double position = before + ticker->speed * delta_seconds;
  if (!texeleton_is_finite(position)) {
    return texeleton_no_events();
  }
  ticker->position_seconds = texeleton_bounded(ticker->clip, position);
  return texeleton_events_between(ticker->clip, ticker->events, before, ticker->position_seconds);
}

/* Moves to a position without firing events. */
static inline void texeleton_seek(TexeletonTicker* ticker, double seconds) {
  if (texeleton_is_finite(seconds)) {
    ticker->position_seconds = texeleton_bounded(ticker->clip, seconds);
  }
}

static inline TexeletonFrames texeleton_frames(const TexeletonTicker* ticker) {
  return texeleton_sample_clip(ticker->clip, ticker->position_seconds);
}

/* Whether a clip that plays once has reached its end in the direction of its speed. */
static inline int texeleton_finished(const TexeletonTicker* ticker) {
  if (texeleton_plays_as_loop(ticker->clip)) {
    return 0;
  }
  return ticker->speed < 0.0 ? ticker->position_seconds <= 0.0
                             : ticker->position_seconds >= texeleton_play_length(ticker->clip);
}

/* ---- A crowd: time in integers ------------------------------------------------------------------------------------
 * A float clock steps visibly after an hour. A crowd's clock counts ticks of 1/1024 s in 32 bits, and an instance
 * holds a phase and a step; all arithmetic is modulo 2^32, so CPU and GPU agree to the bit. The shaders' decoders
 * have the same functions. Restart `ticks` at 0 and re-base all records at least every TEXELETON_REBASE_TICKS (12
 * days). */

#define TEXELETON_TICKS_PER_SECOND 1024u
#define TEXELETON_REBASE_TICKS (1u << 30)

typedef struct {
  uint32_t ticks;
  uint32_t rest; /* rest of a tick, in 1/65,536 */
} TexeletonCrowdClock;

/* Looping: `phase` is the position at tick 0 in turns * 2^32. Once: the tick at which it starts (with step 0: its
 * constant position). The step per tick is step_high + step_low / 65536 in turns * 2^32. */
typedef struct {
  uint32_t phase;
  int32_t step_high;
  uint32_t step_low;
} TexeletonCrowdRecord;

static inline double texeleton_finite_or_zero(double value) { return texeleton_is_finite(value) ? value : 0.0; }

/* Ticks since the start in 64 bits, and the rest of a tick. */
static inline uint64_t texeleton_crowd_time(double seconds, uint32_t* rest) {
  const double ticks =
      texeleton_clamp(texeleton_finite_or_zero(seconds) * TEXELETON_TICKS_PER_SECOND, 0.0, TEXELETON_MAX_LOOP);
  const double whole = floor(ticks);
  *rest = (uint32_t)((ticks - whole) * 65536.0);
  return (uint64_t)whole;
}

static inline double texeleton_turns_per_tick(const TexeletonClip* clip, double speed) {
  const double length = texeleton_play_length(clip);
  return length > 0.0 ? texeleton_finite_or_zero(speed / length / TEXELETON_TICKS_PER_SECOND) : 0.0;
}

/* Turns per tick in 2^-48, not rounded; for a loop without whole turns. */
static inline double texeleton_ideal_step(const TexeletonClip* clip, double speed) {
  const double unit = 281474976710656.0;
  const double step = texeleton_turns_per_tick(clip, speed) * unit;
  return texeleton_plays_as_loop(clip) ? fmod(step, unit) : texeleton_clamp(step, -unit / 4.0, unit / 4.0);
}

/* Position of a looping record in turns * 2^32. */
static inline uint32_t texeleton_loop_phase(TexeletonCrowdRecord record, TexeletonCrowdClock clock) {
  const uint32_t high = (uint32_t)record.step_high;
  const uint32_t whole =
      high * clock.ticks + record.step_low * (clock.ticks >> 16) + ((record.step_low * (clock.ticks & 0xffffu)) >> 16);
  /* The upper half of the step, sign-extended, without relying on >> of negative numbers. */
  const uint32_t upper = (high >> 16) | ((high & 0x80000000u) != 0 ? 0xffff0000u : 0u);
  return record.phase + whole + upper * clock.rest + (((high & 0xffffu) * clock.rest) >> 16);
}

/* Position of a record that plays once; `at_end`: a whole turn, which 32 bits cannot hold. */
static inline uint32_t texeleton_once_phase(TexeletonCrowdRecord record, TexeletonCrowdClock clock, int* at_end) {
  *at_end = 0;
  if (record.step_high == 0 && record.step_low == 0) {
    return record.phase;
  }
  /* Backward the distance counts from the end: the 48 bits are negated. */
  const int backward = record.step_high < 0;
  const uint32_t signed_high = (uint32_t)record.step_high;
  const uint32_t low = backward ? (0u - record.step_low) & 0xffffu : record.step_low;
  const uint32_t high = backward ? ~signed_high + (record.step_low == 0 ? 1u : 0u) : signed_high;
  const uint32_t elapsed = clock.ticks - record.phase;
  uint32_t made = 0;
  int whole = 0;
  if (elapsed < 0x80000000u) {
    /* A sum beyond 32 bits is a whole turn or more. */
    whole = high != 0 && elapsed > 0xffffffffu / high;
    const uint32_t a = high * elapsed;
    const uint32_t b = a + low * (elapsed >> 16) + ((low * (elapsed & 0xffffu)) >> 16);
    made = b + (high >> 16) * clock.rest + (((high & 0xffffu) * clock.rest) >> 16);
    whole = whole || b < a || made < b;
  }
  if (whole) {
    *at_end = !backward;
    return 0;
  }
  *at_end = backward && made == 0;
  return backward ? 0u - made : made;
}

/* The record of an instance that at tick `now_ticks` is at `start_seconds` of the clip and moves at `speed` (negative:
 * backward; to play once backward, start at the clip's length). */
static inline TexeletonCrowdRecord texeleton_crowd_record(const TexeletonClip* clip, double speed, double start_seconds,
                                                          uint32_t now_ticks) {
  const double ideal = texeleton_ideal_step(clip, speed);
  const uint64_t step = (uint64_t)llround(ideal);
  const uint32_t upper = (uint32_t)(step >> 16);
  TexeletonCrowdRecord record;
  record.phase = 0;
  memcpy(&record.step_high, &upper, sizeof(upper));
  record.step_low = (uint32_t)step & 0xffffu;
  const double length = texeleton_play_length(clip);
  const double turns = length > 0.0 ? texeleton_finite_or_zero(texeleton_finite_or_zero(start_seconds) / length) : 0.0;
  if (texeleton_plays_as_loop(clip)) {
    TexeletonCrowdClock now;
    now.ticks = now_ticks;
    now.rest = 0;
    record.phase =
        (uint32_t)(uint64_t)llround((turns - floor(turns)) * 4294967296.0) - texeleton_loop_phase(record, now);
    return record;
  }
  const double made = texeleton_clamp(turns, 0.0, 1.0);
  if (record.step_high == 0 && record.step_low == 0) {
    const int64_t phase = (int64_t)llround(made * 4294967296.0);
    record.phase = phase > 0xffffffffLL ? 0xffffffffu : (uint32_t)phase;
    return record;
  }
  const double ticks = (ideal < 0.0 ? 1.0 - made : made) * 281474976710656.0 / fabs(ideal);
  record.phase =
      now_ticks - (ticks < (double)TEXELETON_REBASE_TICKS ? (uint32_t)llround(ticks) : TEXELETON_REBASE_TICKS);
  return record;
}

/* The same motion for a clock that restarts at 0 at `ticks`; removes the accumulated rounding of the step. */
static inline TexeletonCrowdRecord texeleton_rebased(TexeletonCrowdRecord record, const TexeletonClip* clip,
                                                     double speed, uint32_t ticks) {
  TexeletonCrowdClock clock;
  clock.ticks = ticks;
  clock.rest = 0;
  TexeletonCrowdRecord moved = record;
  if (texeleton_plays_as_loop(clip)) {
    const double step = texeleton_ideal_step(clip, speed);
    const double lost = (step - round(step)) * (double)ticks / 65536.0;
    moved.phase = texeleton_loop_phase(record, clock) + (uint32_t)(uint64_t)llround(lost);
    return moved;
  }
  if (record.step_high == 0 && record.step_low == 0) {
    return moved;
  }
  moved.phase = record.phase - ticks;
  /* The age of an ended clip is limited, so that the signed distance stays in its range. */
  const uint32_t old_age = TEXELETON_REBASE_TICKS / 2;
  TexeletonCrowdRecord long_ago = record;
  long_ago.phase = 0u - old_age;
  TexeletonCrowdClock start;
  start.ticks = 0;
  start.rest = 0;
  int ended_now = 0;
  int ended_then = 0;
  const uint32_t elapsed = ticks - record.phase;
  const uint32_t now = texeleton_once_phase(record, clock, &ended_now);
  const uint32_t then = texeleton_once_phase(long_ago, start, &ended_then);
  if (elapsed > old_age && elapsed < 0x80000000u && now == then && ended_now == ended_then) {
    moved.phase = long_ago.phase;
  }
  return moved;
}

/* The frames that an instance shows. */
static inline TexeletonFrames texeleton_crowd_frames(const TexeletonClip* clip, TexeletonCrowdRecord record,
                                                     TexeletonCrowdClock clock) {
  const int loop = texeleton_plays_as_loop(clip);
  int at_end = 0;
  const uint32_t phase = loop ? texeleton_loop_phase(record, clock) : texeleton_once_phase(record, clock, &at_end);
  const uint32_t count = texeleton_play_length(clip) > 0.0 && clip->frame_count > 0 ? clip->frame_count : 1;
  const uint32_t last = (count > 65535u ? 65535u : count) - 1;
  const uint32_t steps = loop ? last + 1 : last;
  const uint32_t position = at_end ? last << 16 : (phase >> 16) * steps + (((phase & 0xffffu) * steps) >> 16);
  const uint32_t frame = position >> 16;
  TexeletonFrames frames;
  frames.current = clip->frame_begin + frame;
  frames.next = clip->frame_begin + (frame < last ? frame + 1 : loop ? 0 : last);
  frames.fraction = (float)(position & 0xffffu) / 65536.0f;
  return frames;
}

/* Share of the incoming clip in a cross-fade: 0 before it begins, 1 after it ends. */
static inline float texeleton_fade_share(uint32_t start_ticks, uint32_t duration_ticks, TexeletonCrowdClock clock) {
  const uint32_t elapsed = clock.ticks - start_ticks;
  if (elapsed >= 0x80000000u) {
    return 0.0f;
  }
  if (elapsed >= duration_ticks) {
    return 1.0f;
  }
  const float share = ((float)elapsed + (float)clock.rest / 65536.0f) / (float)duration_ticks;
  return share < 1.0f ? share : 1.0f;
}

/* ---- Events of a crowd --------------------------------------------------------------------------------------------
 * The events of a crowd by due time: the cost depends on the events that fire, not on the number of instances. An
 * event fires at the tick at which the instance's integer phase reaches it. Order: by tick, then by instance, then
 * as played. The arrays are yours:
 *
 *     TexeletonPlayer players[1000]; uint32_t queue[1000];
 *     TexeletonSchedule schedule;
 *     texeleton_schedule_init(&schedule, players, queue, 1000);
 *     texeleton_schedule_set(&schedule, &pack, 7, walk, 1.0, 0.0, ticks, 1);
 *     for (TexeletonDueEvent e; texeleton_next_due(&schedule, ticks, &e);) puts(texeleton_text(&pack, e.event->name));
 *
 * Ticks are the 64 bits of texeleton_crowd_time(), which never restart. */

#define TEXELETON_TURN ((int64_t)1 << 48)  /* in positions */
#define TEXELETON_PHASE ((int64_t)1 << 16) /* one unit of a 32-bit phase, in positions */

typedef struct {
  const TexeletonClip* clip; /* NULL: plays nothing, or no event is left */
  const TexeletonEvent* events;
  uint64_t tick; /* at which `event` is due */
  int64_t position;
  int64_t step; /* per tick */
  int64_t loop;
  uint32_t event;
  uint32_t place; /* in the queue */
  int skips_end;
} TexeletonPlayer;

typedef struct {
  TexeletonPlayer* players;
  uint32_t* queue; /* a heap of instances, earliest due first */
  uint32_t count;
  uint32_t queued;
} TexeletonSchedule;

typedef struct {
  uint32_t instance;
  uint32_t index; /* index of the event in its clip */
  uint64_t tick;
  int64_t loop;
  const TexeletonEvent* event;
} TexeletonDueEvent;

static inline void texeleton_schedule_init(TexeletonSchedule* schedule, TexeletonPlayer* players, uint32_t* queue,
                                           uint32_t count) {
  schedule->players = players;
  schedule->queue = queue;
  schedule->count = count;
  schedule->queued = 0;
  for (uint32_t i = 0; i < count; ++i) {
    players[i].clip = NULL;
  }
}

/* Share of a clip, 0 ... 1, in positions; a whole turn is TEXELETON_TURN. */
static inline int64_t texeleton_turns_position(double turns) {
  return turns > 0.0 ? (int64_t)llround((turns < 1.0 ? turns : 1.0) * 4294967296.0) * TEXELETON_PHASE : 0;
}

static inline int64_t texeleton_event_position(const TexeletonPlayer* player, uint32_t event) {
  const double length = texeleton_play_length(player->clip);
  return length > 0.0 ? texeleton_turns_position(player->events[event].time_seconds / length) : 0;
}

/* Moves to the next event, in the direction of play. */
static inline void texeleton_step_event(TexeletonPlayer* player) {
  const uint32_t count = player->clip->event_count;
  const int loops = texeleton_plays_as_loop(player->clip);
  if (player->step >= 0) {
    player->event += 1;
    if (player->event == count && loops) {
      player->event = 0;
      player->loop += 1;
      player->position -= TEXELETON_TURN;
    }
    return;
  }
  if (player->event > 0) {
    player->event -= 1;
    return;
  }
  if (!loops) {
    player->event = count;
    return;
  }
  const int skips_end = player->skips_end;
  player->skips_end = 0;
  player->event = count - 1;
  player->loop -= 1;
  player->position += TEXELETON_TURN;
  while (skips_end && texeleton_event_position(player, player->event) == TEXELETON_TURN) {
    if (player->event == 0) {
      /* All events are at the end: the next one is a loop away. */
      player->event = count - 1;
      player->loop -= 1;
      player->position += TEXELETON_TURN;
      return;
    }
    player->event -= 1;
  }
}

/* Computes when the next event is due; 0: never. */
static inline int texeleton_go_to_event(TexeletonPlayer* player) {
  if (player->event >= player->clip->event_count) {
    return 0;
  }
  const int64_t event = texeleton_event_position(player, player->event);
  /* Backward, a loop's phase is rounded down, so it arrives up to one unit earlier; a clip that plays once counts
   * from its end. */
  const int64_t early = texeleton_plays_as_loop(player->clip) ? TEXELETON_PHASE - 1 : 0;
  const int64_t left = player->step >= 0 ? event - player->position : player->position - event - early;
  if (left > 0 && player->step == 0) {
    return 0;
  }
  if (left > 0) {
    const int64_t speed = player->step > 0 ? player->step : -player->step;
    const int64_t ticks = (left - 1) / speed + 1;
    player->tick += (uint64_t)ticks;
    player->position += ticks * player->step;
  }
  return 1;
}

static inline int texeleton_has_passed(const TexeletonPlayer* player, uint32_t event, int64_t start, int fire) {
  const int64_t at = texeleton_event_position(player, event);
  return (player->step >= 0 ? at < start : at > start) || (!fire && at == start);
}

static inline TexeletonPlayer texeleton_begin_player(const TexeletonClip* clip, const TexeletonEvent* events,
                                                     double speed, double start_seconds, uint64_t now, int fire) {
  const int loops = texeleton_plays_as_loop(clip);
  const double most = loops ? 1024.0 : 0.25; /* turns per tick */
  const double length = texeleton_play_length(clip);
  const uint32_t count = clip->event_count;
  TexeletonPlayer player;
  memset(&player, 0, sizeof(player));
  player.clip = clip;
  player.events = events;
  player.tick = now;
  player.step =
      (int64_t)llround(texeleton_clamp(texeleton_turns_per_tick(clip, speed), -most, most) * (double)TEXELETON_TURN);
  double turns = length > 0.0 ? texeleton_finite_or_zero(start_seconds / length) : 0.0;
  int64_t start = 0;
  if (loops) {
    turns = texeleton_clamp(turns, -TEXELETON_MAX_LOOP, TEXELETON_MAX_LOOP);
    player.loop = (int64_t)floor(turns);
    start = texeleton_turns_position(turns - floor(turns));
    if (start == TEXELETON_TURN) {
      /* Rounded up to the next loop. */
      start = 0;
      player.loop += 1;
    }
    player.position = start;
  } else {
    start = texeleton_turns_position(turns);
    player.position = start;
    if (player.step != 0) {
      /* It started a whole number of ticks ago, as in texeleton_crowd_record(). */
      const uint32_t ago = 0u - texeleton_crowd_record(clip, speed, start_seconds, 0).phase;
      const int64_t each = player.step > 0 ? player.step : -player.step;
      const int64_t made = ago != 0 && each > TEXELETON_TURN / (int64_t)ago ? TEXELETON_TURN : each * (int64_t)ago;
      player.position = player.step > 0 ? made : TEXELETON_TURN - made;
    }
  }
  if (player.step >= 0) {
    while (player.event < count && texeleton_has_passed(&player, player.event, start, fire)) {
      player.event += 1;
    }
    if (player.event == count && count > 0 && loops) {
      player.event = count - 1;
      texeleton_step_event(&player);
    }
    return player;
  }
  player.skips_end = loops && start == 0;
  player.event = count;
  while (player.event > 0 && texeleton_has_passed(&player, player.event - 1, start, fire)) {
    player.event -= 1;
  }
  if (player.event > 0) {
    player.event -= 1;
  } else if (count > 0) {
    texeleton_step_event(&player);
  }
  return player;
}

static inline int texeleton_is_due_before(const TexeletonSchedule* schedule, uint32_t a, uint32_t b) {
  const uint64_t tick_a = schedule->players[a].tick;
  const uint64_t tick_b = schedule->players[b].tick;
  return tick_a < tick_b || (tick_a == tick_b && a < b);
}

static inline void texeleton_queue_at(TexeletonSchedule* schedule, uint32_t place, uint32_t instance) {
  schedule->queue[place] = instance;
  schedule->players[instance].place = place;
}

static inline void texeleton_queue_up(TexeletonSchedule* schedule, uint32_t place) {
  const uint32_t instance = schedule->queue[place];
  while (place > 0 && texeleton_is_due_before(schedule, instance, schedule->queue[(place - 1) / 2])) {
    texeleton_queue_at(schedule, place, schedule->queue[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  texeleton_queue_at(schedule, place, instance);
}

static inline void texeleton_queue_down(TexeletonSchedule* schedule, uint32_t place) {
  const uint32_t instance = schedule->queue[place];
  for (uint32_t child = 2 * place + 1; child < schedule->queued; child = 2 * place + 1) {
    if (child + 1 < schedule->queued &&
        texeleton_is_due_before(schedule, schedule->queue[child + 1], schedule->queue[child])) {
      child += 1;
    }
    if (!texeleton_is_due_before(schedule, schedule->queue[child], instance)) {
      break;
    }
    texeleton_queue_at(schedule, place, schedule->queue[child]);
    place = child;
  }
  texeleton_queue_at(schedule, place, instance);
}

/* An instance out of range is ignored. */
static inline void texeleton_schedule_remove(TexeletonSchedule* schedule, uint32_t instance) {
  if (instance >= schedule->count || schedule->players[instance].clip == NULL) {
    return;
  }
  const uint32_t place = schedule->players[instance].place;
  const uint32_t last = schedule->queue[--schedule->queued];
  schedule->players[instance].clip = NULL;
  if (place < schedule->queued) {
    texeleton_queue_at(schedule, place, last);
    texeleton_queue_up(schedule, place);
    texeleton_queue_down(schedule, schedule->players[last].place);
  }
}

/* As texeleton_schedule_set(), for a clip whose events are `events`. */
static inline void texeleton_schedule_events(TexeletonSchedule* schedule, uint32_t instance, const TexeletonClip* clip,
                                             const TexeletonEvent* events, double speed, double start_seconds,
                                             uint64_t now_ticks, int fire_at_start) {
  texeleton_schedule_remove(schedule, instance);
  if (instance >= schedule->count) {
    return;
  }
  TexeletonPlayer* player = &schedule->players[instance];
  *player = texeleton_begin_player(clip, events, speed, start_seconds, now_ticks, fire_at_start);
  if (!texeleton_go_to_event(player)) {
    player->clip = NULL;
    return;
  }
  texeleton_queue_at(schedule, schedule->queued++, instance);
  texeleton_queue_up(schedule, player->place);
}

/* Plays `clip` on `instance` at `speed` from `start_seconds` of the clip, starting at `now_ticks`; replaces its
 * clip. `fire_at_start`: events exactly at the start fire too. An instance out of range is ignored. */
static inline void texeleton_schedule_set(TexeletonSchedule* schedule, const TexeletonPack* pack, uint32_t instance,
                                          const TexeletonClip* clip, double speed, double start_seconds,
                                          uint64_t now_ticks, int fire_at_start) {
  texeleton_schedule_events(schedule, instance, clip, pack->events + clip->event_begin, speed, start_seconds, now_ticks,
                            fire_at_start);
}

/* The next event due at or before `now_ticks`; 0: none. */
static inline int texeleton_next_due(TexeletonSchedule* schedule, uint64_t now_ticks, TexeletonDueEvent* due) {
  if (schedule->queued == 0) {
    return 0;
  }
  const uint32_t instance = schedule->queue[0];
  TexeletonPlayer* player = &schedule->players[instance];
  if (player->tick > now_ticks) {
    return 0;
  }
  due->instance = instance;
  due->index = player->event;
  due->tick = player->tick;
  due->loop = player->loop;
  due->event = &player->events[player->event];
  texeleton_step_event(player);
  if (texeleton_go_to_event(player)) {
    texeleton_queue_down(schedule, 0);
  } else {
    texeleton_schedule_remove(schedule, instance);
  }
  return 1;
}

/* ---- Ends and queues ----------------------------------------------------------------------------------------------
 * The current clip of an instance and its queue, by the ticks of texeleton_crowd_time(). While nothing ends, an
 * instance costs one comparison. The array is yours:
 *
 *     TexeletonWish waiting[4];
 *     TexeletonSequence sequence;
 *     texeleton_sequence_init(&sequence, waiting, 4);
 *     texeleton_sequence_play(&sequence, texeleton_wish(&pack, attack, 1.0, TEXELETON_FROM_START), ticks);
 *     texeleton_sequence_queue(&sequence, texeleton_wish(&pack, idle, 1.0, TEXELETON_FROM_START), ticks);
 *     // each picture:
 *     for (TexeletonChange change; texeleton_next_change(&sequence, ticks, &change);)
 *       if (change.kind == TEXELETON_CLIP_ENDED) on_finished(change.wish.clip);
 *       else begin(change.wish, change.tick);   // its record and events, and a fade, from that tick on
 *
 * To fire events in order, first call texeleton_next_due() for those up to change.tick. */

#define TEXELETON_NEVER (~(uint64_t)0)

/* A clip to be played. */
typedef struct {
  const TexeletonClip* clip;
  const TexeletonEvent* events; /* of the clip */
  double speed;
  double start_seconds; /* TEXELETON_FROM_START: at its start (once and backward: at its end) */
} TexeletonWish;

typedef struct {
  TexeletonWish* waiting; /* a ring buffer */
  uint32_t capacity;
  uint32_t first;
  uint32_t count;
  TexeletonWish playing; /* clip NULL: nothing yet */
  uint64_t begin_tick;
  uint64_t end_tick; /* end of its clip, or of the loop before the next queued clip */
  int finished;      /* whether a clip that plays once has ended */
} TexeletonSequence;

typedef enum { TEXELETON_CLIP_ENDED = 0, TEXELETON_CLIP_BEGAN = 1 } TexeletonChangeKind;

typedef struct {
  TexeletonChangeKind kind;
  uint64_t tick;
  TexeletonWish wish; /* the clip that ended or began; its start is resolved to a number */
} TexeletonChange;

static inline TexeletonWish texeleton_wish(const TexeletonPack* pack, const TexeletonClip* clip, double speed,
                                           double start_seconds) {
  TexeletonWish wish;
  wish.clip = clip;
  wish.events = clip->event_count > 0 ? pack->events + clip->event_begin : NULL;
  wish.speed = speed;
  wish.start_seconds = start_seconds;
  return wish;
}

static inline void texeleton_sequence_init(TexeletonSequence* sequence, TexeletonWish* waiting, uint32_t capacity) {
  memset(sequence, 0, sizeof(*sequence));
  sequence->waiting = waiting;
  sequence->capacity = capacity;
  sequence->end_tick = TEXELETON_NEVER;
}

/* The tick at which a clip that plays once and is at `start_seconds` at `begin_tick` ends: the first at which its
 * last pose is shown (texeleton_crowd_frames()). */
static inline uint64_t texeleton_end_tick(const TexeletonClip* clip, double speed, double start_seconds,
                                          uint64_t begin_tick) {
  if (texeleton_play_length(clip) == 0.0) {
    return begin_tick;
  }
  const TexeletonCrowdRecord record = texeleton_crowd_record(clip, speed, start_seconds, (uint32_t)begin_tick);
  const double step = fabs((double)record.step_high * 65536.0 + (double)record.step_low);
  if (step == 0.0) {
    return TEXELETON_NEVER;
  }
  /* The record's phase is the tick at which it started. */
  const uint64_t ago = (uint32_t)begin_tick - record.phase;
  const double ticks = ceil(281474976710656.0 / step);
  return ticks > (double)ago ? begin_tick + (uint64_t)(ticks - (double)ago) : begin_tick;
}

/* The first tick after `now_ticks` at which a looping clip that is at `start_seconds` at `begin_tick` ends a loop. */
static inline uint64_t texeleton_loop_end_tick(const TexeletonClip* clip, double speed, double start_seconds,
                                               uint64_t begin_tick, uint64_t now_ticks) {
  if (speed == 0.0) {
    return TEXELETON_NEVER;
  }
  const double length = texeleton_play_length(clip);
  const double made = (double)(now_ticks - begin_tick) / TEXELETON_TICKS_PER_SECOND;
  const double turns = (start_seconds + speed * made) / length;
  const double end = speed > 0.0 ? floor(turns) + 1.0 : ceil(turns) - 1.0;
  const double ticks = ceil((end * length - start_seconds) / speed * TEXELETON_TICKS_PER_SECOND - 1e-6);
  const uint64_t least = now_ticks + 1;
  if (!(ticks < TEXELETON_MAX_LOOP)) {
    return TEXELETON_NEVER;
  }
  const uint64_t tick = begin_tick + (ticks > 0.0 ? (uint64_t)ticks : 0u);
  return tick > least ? tick : least;
}

static inline void texeleton_sequence_begin(TexeletonSequence* sequence, TexeletonWish wish, uint64_t tick) {
  const int loops = texeleton_plays_as_loop(wish.clip);
  if (wish.start_seconds != wish.start_seconds) {
    wish.start_seconds = wish.speed < 0.0 && !loops ? texeleton_play_length(wish.clip) : 0.0;
  }
  sequence->playing = wish;
  sequence->begin_tick = tick;
  sequence->finished = 0;
  if (!loops) {
    sequence->end_tick = texeleton_end_tick(wish.clip, wish.speed, wish.start_seconds, tick);
  } else if (sequence->count > 0) {
    sequence->end_tick = texeleton_loop_end_tick(wish.clip, wish.speed, wish.start_seconds, tick, tick);
  } else {
    sequence->end_tick = TEXELETON_NEVER;
  }
}

/* Begins a clip now and clears the queue. A speed or start that is not finite changes nothing. */
static inline void texeleton_sequence_play(TexeletonSequence* sequence, TexeletonWish wish, uint64_t now_ticks) {
  const int has_start = wish.start_seconds == wish.start_seconds;
  if (texeleton_is_finite(wish.speed) && (!has_start || texeleton_is_finite(wish.start_seconds))) {
    sequence->first = 0;
    sequence->count = 0;
    texeleton_sequence_begin(sequence, wish, now_ticks);
  }
}

/* Plays a clip after the current one and those queued before: at the end of a clip that plays once (now if it has
 * ended), or at the end of the current loop. 0: no room, nothing plays yet, or a number is not finite. */
static inline int texeleton_sequence_queue(TexeletonSequence* sequence, TexeletonWish wish, uint64_t now_ticks) {
  const int has_start = wish.start_seconds == wish.start_seconds;
  if (sequence->playing.clip == NULL || sequence->count >= sequence->capacity || !texeleton_is_finite(wish.speed) ||
      (has_start && !texeleton_is_finite(wish.start_seconds))) {
    return 0;
  }
  sequence->waiting[(sequence->first + sequence->count) % sequence->capacity] = wish;
  sequence->count += 1;
  if (sequence->count == 1) {
    const TexeletonWish* playing = &sequence->playing;
    if (texeleton_plays_as_loop(playing->clip)) {
      sequence->end_tick = texeleton_loop_end_tick(playing->clip, playing->speed, playing->start_seconds,
                                                   sequence->begin_tick, now_ticks);
    } else if (sequence->finished) {
      sequence->end_tick = now_ticks;
    }
  }
  return 1;
}

/* Clears the queue; the current clip continues. */
static inline void texeleton_sequence_clear(TexeletonSequence* sequence) {
  sequence->count = 0;
  if (sequence->playing.clip != NULL && (sequence->finished || texeleton_plays_as_loop(sequence->playing.clip))) {
    sequence->end_tick = TEXELETON_NEVER;
  }
}

/* The next end of a clip that plays once, or the next clip that begins, up to `now_ticks`; 0: none. A clip without
 * length that begins at `now_ticks` ends later, so that a call-back may play it at each end. */
static inline int texeleton_next_change(TexeletonSequence* sequence, uint64_t now_ticks, TexeletonChange* change) {
  const uint64_t tick = sequence->end_tick;
  if (sequence->playing.clip == NULL || tick > now_ticks) {
    return 0;
  }
  if (!texeleton_plays_as_loop(sequence->playing.clip) && !sequence->finished) {
    if (sequence->begin_tick >= now_ticks) {
      return 0;
    }
    sequence->finished = 1;
    change->kind = TEXELETON_CLIP_ENDED;
    if (sequence->count == 0) {
      sequence->end_tick = TEXELETON_NEVER;
    }
  } else if (sequence->count > 0) {
    const TexeletonWish wish = sequence->waiting[sequence->first];
    sequence->first = (sequence->first + 1) % sequence->capacity;
    sequence->count -= 1;
    texeleton_sequence_begin(sequence, wish, tick);
    change->kind = TEXELETON_CLIP_BEGAN;
  } else {
    sequence->end_tick = TEXELETON_NEVER;
    return 0;
  }
  change->tick = tick;
  change->wish = sequence->playing;
  return 1;
}

/* ---- Root motion ------------------------------------------------------------------------------------------------- */

static inline TexeletonRootMotion texeleton_turned(double x, double z, double yaw) {
  TexeletonRootMotion way;
  way.x = cos(yaw) * x + sin(yaw) * z;
  way.y = 0.0;
  way.z = cos(yaw) * z - sin(yaw) * x;
  way.yaw = 0.0;
  return way;
}

/* `first`, then `second` in the space where `first` ends. */
static inline TexeletonRootMotion texeleton_followed_by(TexeletonRootMotion first, TexeletonRootMotion second) {
  TexeletonRootMotion way = texeleton_turned(second.x, second.z, first.yaw);
  way.x += first.x;
  way.y = first.y + second.y;
  way.z += first.z;
  way.yaw = first.yaw + second.yaw;
  return way;
}

/* The inverse motion. */
static inline TexeletonRootMotion texeleton_inverse(TexeletonRootMotion motion) {
  TexeletonRootMotion way = texeleton_turned(-motion.x, -motion.z, -motion.yaw);
  way.y = -motion.y;
  way.yaw = -motion.yaw;
  return way;
}

static inline TexeletonRootMotion texeleton_in_cycle(const TexeletonRootMotion* samples, uint32_t count, double turn) {
  const uint32_t last = count - 1;
  const double at = texeleton_clamp(turn, 0.0, 1.0) * (double)last;
  const double top = last > 0 ? (double)(last - 1) : 0.0;
  const uint32_t first = (uint32_t)(floor(at) < top ? floor(at) : top);
  const TexeletonRootMotion a = samples[first];
  const TexeletonRootMotion b = samples[first < last ? first + 1 : last];
  const double f = at - (double)first;
  TexeletonRootMotion mixed;
  mixed.x = a.x * (1.0 - f) + b.x * f;
  mixed.y = a.y * (1.0 - f) + b.y * f;
  mixed.z = a.z * (1.0 - f) + b.z * f;
  mixed.yaw = a.yaw * (1.0 - f) + b.yaw * f;
  return mixed;
}

/* The movement of the character by `count` evenly spaced samples of a clip, `seconds` (unrolled) after its start. */
static inline TexeletonRootMotion texeleton_root_motion_of(const TexeletonClip* clip,
                                                           const TexeletonRootMotion* samples, uint32_t count,
                                                           double seconds) {
  TexeletonRootMotion still = {0.0, 0.0, 0.0, 0.0};
  const double length = texeleton_play_length(clip);
  if (count == 0 || length == 0.0 || !texeleton_is_finite(seconds)) {
    return still;
  }
  const double turns = seconds / length;
  if (!texeleton_plays_as_loop(clip)) {
    return texeleton_in_cycle(samples, count, turns);
  }
  /* Whole cycles: equal steps, each turned by the same angle, summed in closed form. */
  const double whole = floor(turns);
  const TexeletonRootMotion cycle = samples[count - 1];
  const double half = 0.5 * remainder(cycle.yaw, 6.28318530717958647692);
  const double sine = sin(half);
  const double ratio = fabs(sine) < 1e-9 ? whole : sin(whole * half) / sine;
  TexeletonRootMotion walked = texeleton_turned(cycle.x, cycle.z, (whole - 1.0) * half);
  walked.x *= ratio;
  walked.y = cycle.y * whole;
  walked.z *= ratio;
  walked.yaw = cycle.yaw * whole;
  return texeleton_followed_by(walked, texeleton_in_cycle(samples, count, turns - whole));
}

/* A character at A at the start of the clip is drawn at A * this. */
static inline TexeletonRootMotion texeleton_root_motion_at(const TexeletonPack* pack, const TexeletonClip* clip,
                                                           double seconds) {
  const TexeletonRootMotion* samples = clip->root_count > 0 ? pack->root_samples + clip->root_begin : NULL;
  return texeleton_root_motion_of(clip, samples, clip->root_count, seconds);
}

/* The movement from one time to another, in the space of the character at the first. */
static inline TexeletonRootMotion texeleton_root_motion_between(const TexeletonPack* pack, const TexeletonClip* clip,
                                                                double from_seconds, double to_seconds) {
  return texeleton_followed_by(texeleton_inverse(texeleton_root_motion_at(pack, clip, from_seconds)),
                               texeleton_root_motion_at(pack, clip, to_seconds));
}

/* ---- Sections of clips ------------------------------------------------------------------------------------------- */

/* A part of a clip as a clip, from the frame nearest to `from_seconds` to the one nearest to `to_seconds`. Its
 * times, events and root motion count from its start; its bounds and name are those of the clip. Once: it shows both
 * of these frames. Looping: the last frame blends into the first, in place of the frame at the end. `events` (room
 * for clip->event_count) and `samples` (room for clip->frame_count + 1; NULL: without root motion) are yours; play
 * it with texeleton_play_events(), texeleton_schedule_events() and texeleton_root_motion_of(). 0: no such part, or
 * it is shorter than a frame. */
static inline int texeleton_clip_section(const TexeletonPack* pack, const TexeletonClip* clip, double from_seconds,
                                         double to_seconds, int loops, TexeletonClip* section, TexeletonEvent* events,
                                         TexeletonRootMotion* samples) {
  const double length = texeleton_play_length(clip);
  if (!(from_seconds >= 0.0 && from_seconds < to_seconds && to_seconds <= length * (1.0 + 1e-6)) ||
      clip->frame_count < 2) {
    return 0;
  }
  const uint32_t steps = (clip->flags & TEXELETON_CLIP_LOOPS) != 0 ? clip->frame_count : clip->frame_count - 1;
  const uint32_t first = (uint32_t)floor(from_seconds / length * (double)steps + 0.5);
  uint32_t end = (uint32_t)floor(to_seconds / length * (double)steps + 0.5);
  if (!loops && end > clip->frame_count - 1) {
    /* The end of a looping clip is its first frame, which is not stored after the last one. */
    end = clip->frame_count - 1;
  }
  if (end <= first) {
    return 0;
  }
  const double start = (double)first / (double)steps * length;
  const double stop = (double)end / (double)steps * length;
  *section = *clip;
  section->frame_begin = clip->frame_begin + first;
  section->frame_count = loops ? end - first : end - first + 1;
  section->flags = (clip->flags & ~TEXELETON_CLIP_LOOPS) | (loops ? TEXELETON_CLIP_LOOPS : 0u);
  section->length_seconds = stop - start;
  section->event_begin = 0;
  section->event_count = 0;
  section->root_begin = 0;
  section->root_count = 0;
  for (uint32_t i = 0; i < clip->event_count; ++i) {
    const TexeletonEvent event = pack->events[clip->event_begin + i];
    if (event.time_seconds >= start && (loops ? event.time_seconds < stop : event.time_seconds <= stop)) {
      events[section->event_count] = event;
      events[section->event_count].time_seconds -= start;
      section->event_count += 1;
    }
  }
  if (samples != NULL && clip->root_count > 0) {
    /* Within one loop: its end is the last sample, not the first one. */
    const TexeletonRootMotion* own = pack->root_samples + clip->root_begin;
    const TexeletonRootMotion back =
        texeleton_inverse(texeleton_in_cycle(own, clip->root_count, (double)first / (double)steps));
    for (uint32_t i = 0; i <= end - first; ++i) {
      samples[i] =
          texeleton_followed_by(back, texeleton_in_cycle(own, clip->root_count, (double)(first + i) / (double)steps));
    }
    section->root_count = end - first + 1;
  }
  return 1;
}

/* ---- Decoding on the CPU ------------------------------------------------------------------------------------------
 */

static inline float texeleton_half(uint16_t half) {
  const uint32_t exponent = (half >> 10) & 31u;
  const uint32_t mantissa = half & 1023u;
  const uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
  uint32_t bits = 0;
  if (exponent == 0) {
    const float value = (float)mantissa / 16777216.0f;
    return sign != 0 ? -value : value;
  }
  bits = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112u) << 23) | mantissa << 13;
  float value = 0.0f;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

/* Texel `texel` of a frame; 0 if out of range. */
static inline void texeleton_texel(const TexeletonPack* pack, uint32_t frame, uint32_t texel, float out[4]) {
  const TexeletonHeader* header = pack->header;
  memset(out, 0, 4 * sizeof(float));
  if (pack->texels == NULL || frame >= header->frame_count || texel >= header->texels_per_frame) {
    return;
  }
  const size_t row = (size_t)frame * header->rows_per_frame + texel / header->texture_width;
  const size_t at = (row * header->texture_width + texel % header->texture_width) * 4;
  if (header->pixel_format == TEXELETON_RGBA32F) {
    memcpy(out, (const float*)pack->texels + at, 4 * sizeof(float));
    return;
  }
  const uint16_t* halves = (const uint16_t*)pack->texels + at;
  for (int i = 0; i < 4; ++i) {
    out[i] = texeleton_half(halves[i]);
  }
}

static inline void texeleton_add_frames(const TexeletonPack* pack, TexeletonFrames frames, uint32_t texel, float weight,
                                        float out[4]) {
  float current[4];
  float next[4];
  texeleton_texel(pack, frames.current, texel, current);
  texeleton_texel(pack, frames.fraction > 0.0f ? frames.next : frames.current, texel, next);
  for (int i = 0; i < 4; ++i) {
    out[i] += weight * (current[i] + (next[i] - current[i]) * frames.fraction);
  }
}

/* A texel, blended for the moment. */
static inline void texeleton_blended_texel(const TexeletonPack* pack, const TexeletonMoment* moment, uint32_t texel,
                                           float out[4]) {
  memset(out, 0, 4 * sizeof(float));
  if (moment->share < 1.0f) {
    texeleton_add_frames(pack, moment->from, texel, 1.0f - moment->share, out);
  }
  if (moment->share > 0.0f) {
    texeleton_add_frames(pack, moment->to, texel, moment->share, out);
  }
}

/* The halves of a texel by row and index from there; zeros out of range. */
static inline void texeleton_halves(const TexeletonPack* pack, size_t first_row, uint32_t texel, uint16_t out[4]) {
  const TexeletonHeader* header = pack->header;
  const size_t row = first_row + texel / header->texture_width;
  memset(out, 0, 4 * sizeof(uint16_t));
  if (pack->texels != NULL && header->pixel_format == TEXELETON_RGBA16F && row < header->texture_height) {
    memcpy(out, (const uint16_t*)pack->texels + (row * header->texture_width + texel % header->texture_width) * 4,
           4 * sizeof(uint16_t));
  }
}

/* First row of the constant texels after the frames: pivots, ranges, shapes. */
static inline size_t texeleton_constant_row(const TexeletonHeader* header) {
  return (size_t)header->frame_count * header->rows_per_frame;
}

static inline void texeleton_constant(const TexeletonPack* pack, uint32_t texel, uint16_t out[4]) {
  texeleton_halves(pack, texeleton_constant_row(pack->header), texel, out);
}

static inline void texeleton_constant_floats(const TexeletonPack* pack, uint32_t texel, float out[4]) {
  const TexeletonHeader* header = pack->header;
  const size_t row = texeleton_constant_row(header) + texel / header->texture_width;
  memset(out, 0, 4 * sizeof(float));
  if (header->pixel_format == TEXELETON_RGBA32F) {
    if (pack->texels != NULL && row < header->texture_height) {
      memcpy(out, (const float*)pack->texels + (row * header->texture_width + texel % header->texture_width) * 4,
             4 * sizeof(float));
    }
    return;
  }
  uint16_t halves[4];
  texeleton_constant(pack, texel, halves);
  for (int i = 0; i < 4; ++i) {
    out[i] = texeleton_half(halves[i]);
  }
}

/* Converts frames of a clip to stored frames. Packs with uneven rows store only some frames, and a table that places
 * the others between them; other packs store all. The functions below do this themselves; call it for shaders that
 * do not read the table. */
static inline TexeletonFrames texeleton_stored_frames(const TexeletonPack* pack, TexeletonFrames frames) {
  const TexeletonHeader* header = pack->header;
  const uint32_t row = texeleton_table_row(header);
  if (row == 0 || pack->texels == NULL || frames.current >= header->table_frames) {
    return frames;
  }
  const size_t at = (size_t)row * header->texture_width + frames.current; /* the table continues across rows */
  float entry[4];
  for (size_t i = 0; i < 4; ++i) {
    entry[i] = header->pixel_format == TEXELETON_RGBA32F ? ((const float*)pack->texels)[at * 4 + i]
                                                         : texeleton_half(((const uint16_t*)pack->texels)[at * 4 + i]);
  }
  /* Texels are not validated, so clamp them to valid frames. */
  const double last = (double)header->frame_count - 1.0;
  const double current = fmax(0.0, fmin(floor((double)entry[0]) + 1024.0 * floor((double)entry[1]), last));
  const double next = fmax(0.0, fmin(current + floor((double)entry[3]), last));
  const uint32_t code = (uint32_t)fmax(0.0, fmin((double)entry[2], 1023.0));
  frames.current = (uint32_t)current;
  frames.next = (uint32_t)next;
  frames.fraction = ((float)(code % 32u) + frames.fraction) / (float)(code / 32u + 1u);
  return frames;
}

/* The same for a whole moment. `layer` stores the converted layer. */
static inline TexeletonMoment texeleton_stored_moment(const TexeletonPack* pack, const TexeletonMoment* moment,
                                                      TexeletonLayer* layer) {
  TexeletonMoment stored = *moment;
  stored.from = texeleton_stored_frames(pack, stored.from);
  stored.to = texeleton_stored_frames(pack, stored.to);
  if (stored.layer != NULL) {
    *layer = *stored.layer;
    layer->frames = texeleton_stored_frames(pack, layer->frames);
    stored.layer = layer;
  }
  return stored;
}

/* Encodings "offset16" and "basis": the integer 0 ... 61,439 that a half encodes. */
static inline uint32_t texeleton_code(uint16_t half) {
  const uint32_t magnitude = half & 0x7fffu;
  uint32_t step = magnitude < 0x400u ? 0u : magnitude - 0x400u;
  step = step > 30719u ? 30719u : step;
  return (half & 0x8000u) != 0 ? 30719u - step : 30720u + step;
}

/* The weight of a shape in a frame, 0 ... 1 of its range. */
static inline float texeleton_weight_share(const TexeletonPack* pack, uint32_t frame, uint32_t shape) {
  const TexeletonHeader* header = pack->header;
  if (pack->texels == NULL || frame >= header->frame_count) {
    return 0.0f;
  }
  const uint32_t texel = 3 * texeleton_count(pack, TEXELETON_SOCKETS) + shape / 4;
  const size_t row = (size_t)frame * header->rows_per_frame + texel / header->texture_width;
  const uint16_t* halves =
      (const uint16_t*)pack->texels + (row * header->texture_width + texel % header->texture_width) * 4;
  return (float)texeleton_code(halves[shape % 4]) / 61439.0f;
}

static inline float texeleton_weight_between(const TexeletonPack* pack, TexeletonFrames frames, uint32_t shape) {
  const float current = texeleton_weight_share(pack, frames.current, shape);
  return frames.fraction > 0.0f
             ? current + (texeleton_weight_share(pack, frames.next, shape) - current) * frames.fraction
             : current;
}

/* A unit normal from its code. */
static inline void texeleton_direction(uint32_t code, float normal[3]) {
  const float u = (float)(code % 247u) / 123.0f - 1.0f;
  const float v = (float)(code / 247u) / 123.0f - 1.0f;
  normal[0] = u;
  normal[1] = v;
  normal[2] = 1.0f - fabsf(u) - fabsf(v);
  if (normal[2] < 0.0f) {
    normal[0] = (1.0f - fabsf(v)) * (u < 0.0f ? -1.0f : 1.0f);
    normal[1] = (1.0f - fabsf(u)) * (v < 0.0f ? -1.0f : 1.0f);
  }
  const float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (int i = 0; i < 3; ++i) {
    normal[i] /= length;
  }
}

/* Encoding "offset16": integers of a position, then a normal of any length, between two frames. */
static inline void texeleton_offset_between(const TexeletonPack* pack, TexeletonFrames frames, uint32_t element,
                                            float out[6]) {
  const TexeletonHeader* header = pack->header;
  memset(out, 0, 6 * sizeof(float));
  for (int side = 0; side < 2; ++side) {
    const float weight = side == 0 ? 1.0f - frames.fraction : frames.fraction;
    const uint32_t frame = side == 0 ? frames.current : frames.next;
    if (weight > 0.0f && frame < header->frame_count) {
      uint16_t halves[4];
      float normal[3];
      texeleton_halves(pack, (size_t)frame * header->rows_per_frame, element, halves);
      texeleton_direction(texeleton_code(halves[3]), normal);
      for (int i = 0; i < 3; ++i) {
        out[i] += weight * (float)texeleton_code(halves[i]);
        out[3 + i] += weight * normal[i];
      }
    }
  }
}

static inline void texeleton_decode_offset(const TexeletonPack* pack, const TexeletonMoment* moment, uint32_t element,
                                           float position[3], float normal[3]) {
  float from[6];
  float to[6];
  float low[4];
  float extent[4];
  texeleton_constant_floats(pack, 0, low);
  texeleton_constant_floats(pack, 1, extent);
  texeleton_offset_between(pack, moment->from, element, from);
  if (moment->share > 0.0f) {
    texeleton_offset_between(pack, moment->to, element, to);
    for (int i = 0; i < 6; ++i) {
      from[i] += (to[i] - from[i]) * moment->share;
    }
  }
  for (int i = 0; i < 3; ++i) {
    position[i] = low[i] + from[i] / 61439.0f * extent[i];
    normal[i] = from[3 + i];
  }
}

/* Position and normal of an element: the base shape plus the sum of all shapes, each times its weight. */
static inline void texeleton_sum_shapes(const TexeletonPack* pack, const TexeletonMoment* moment, uint32_t element,
                                        float position[3], float normal[3]) {
  const uint32_t shapes = texeleton_shape_count(pack->header);
  const uint32_t first = 2 + shapes + element * (shapes + 1);
  uint16_t base[4];
  uint16_t low[4];
  uint16_t extent[4];
  texeleton_constant(pack, first, base);
  texeleton_constant(pack, 0, low);
  texeleton_constant(pack, 1, extent);
  for (int i = 0; i < 3; ++i) {
    position[i] = texeleton_half(low[i]) + (float)texeleton_code(base[i]) / 61439.0f * texeleton_half(extent[i]);
  }
  texeleton_direction(texeleton_code(base[3]), normal);
  for (uint32_t k = 0; k < shapes; ++k) {
    uint16_t range[4];
    uint16_t offset[4];
    texeleton_constant(pack, 2 + k, range);
    texeleton_constant(pack, first + 1 + k, offset);
    float share = texeleton_weight_between(pack, moment->from, k);
    if (moment->share > 0.0f) {
      share += (texeleton_weight_between(pack, moment->to, k) - share) * moment->share;
    }
    const float weight = texeleton_half(range[0]) + share * texeleton_half(range[1]);
    uint32_t digits = texeleton_code(offset[3]);
    for (int i = 0; i < 3; ++i, digits /= 39u) {
      position[i] += weight * texeleton_half(range[2]) * ((float)texeleton_code(offset[i]) - 30720.0f) / 30719.0f;
      normal[i] += weight * texeleton_half(range[3]) * ((float)(digits % 39u) - 19.0f) / 19.0f;
    }
  }
}

static inline float texeleton_dot(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void texeleton_cross(const float a[3], const float b[3], float out[3]) {
  const float x = a[1] * b[2] - a[2] * b[1];
  const float y = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
}

/* The columns of a rotation. */
static inline void texeleton_axes(const float q[4], float axes[3][3]) {
  const float x = q[0];
  const float y = q[1];
  const float z = q[2];
  const float w = q[3];
  axes[0][0] = 1.0f - 2.0f * (y * y + z * z);
  axes[0][1] = 2.0f * (x * y + z * w);
  axes[0][2] = 2.0f * (x * z - y * w);
  axes[1][0] = 2.0f * (x * y - z * w);
  axes[1][1] = 1.0f - 2.0f * (x * x + z * z);
  axes[1][2] = 2.0f * (y * z + x * w);
  axes[2][0] = 2.0f * (x * z + y * w);
  axes[2][1] = 2.0f * (y * z - x * w);
  axes[2][2] = 1.0f - 2.0f * (x * x + y * y);
}

/* Encoding "quaternion": (x, y, z, w), then displacement and scale. */
static inline void texeleton_blend_turns(float a[8], const float b[8], float share) {
  float along = 0.0f;
  for (int i = 0; i < 4; ++i) {
    along += a[i] * b[i];
  }
  const float to = along < 0.0f ? -share : share; /* along the shorter arc */
  float squared = 0.0f;
  for (int i = 0; i < 8; ++i) {
    a[i] = a[i] * (1.0f - share) + b[i] * (i < 4 ? to : share);
    squared += i < 4 ? a[i] * a[i] : 0.0f;
  }
  const float scale = squared > 1e-30f ? 1.0f / sqrtf(squared) : 0.0f;
  for (int i = 0; i < 4; ++i) {
    a[i] = scale > 0.0f ? a[i] * scale : (i == 3 ? 1.0f : 0.0f);
  }
}

static inline void texeleton_turn_between(const TexeletonPack* pack, TexeletonFrames frames, uint32_t bone,
                                          float out[8]) {
  float next[8];
  const uint32_t second = frames.fraction > 0.0f ? frames.next : frames.current;
  for (uint32_t k = 0; k < 2; ++k) {
    texeleton_texel(pack, frames.current, 2 * bone + k, out + (size_t)4 * k);
    texeleton_texel(pack, second, 2 * bone + k, next + (size_t)4 * k);
  }
  texeleton_blend_turns(out, next, frames.fraction);
}

/* The rows of a bone's skin matrix, without a layer. */
static inline void texeleton_rows_below(const TexeletonPack* pack, const TexeletonMoment* moment, uint32_t bone,
                                        float rows[3][4]) {
  if (texeleton_encoding(pack->header) != TEXELETON_QUATERNION) {
    for (uint32_t row = 0; row < 3; ++row) {
      texeleton_blended_texel(pack, moment, 3 * bone + row, rows[row]);
    }
    return;
  }
  float pivot[4];
  texeleton_constant_floats(pack, 2 * bone, pivot);
  if (pivot[3] != 0.0f) { /* a bone with shear is stored as a matrix, whose third row follows the bones */
    float third[4];
    texeleton_constant_floats(pack, 2 * bone + 1, third);
    const float number = third[0] + 1024.0f * third[1];
    const uint32_t rest = number >= 0.0f && number < 16777216.0f ? (uint32_t)number : 0u;
    texeleton_blended_texel(pack, moment, 2 * bone, rows[0]);
    texeleton_blended_texel(pack, moment, 2 * bone + 1, rows[1]);
    texeleton_blended_texel(pack, moment, 2 * pack->header->element_count + rest, rows[2]);
    return;
  }
  float turn[8];
  texeleton_turn_between(pack, moment->from, bone, turn);
  if (moment->share > 0.0f) {
    float to[8];
    texeleton_turn_between(pack, moment->to, bone, to);
    texeleton_blend_turns(turn, to, moment->share);
  }
  float axes[3][3];
  texeleton_axes(turn, axes);
  for (int row = 0; row < 3; ++row) {
    rows[row][3] = pivot[row] + turn[4 + row];
    for (int column = 0; column < 3; ++column) {
      rows[row][column] = turn[7] * axes[column][row];
      rows[row][3] -= rows[row][column] * pivot[column];
    }
  }
}

/* Replaces rows by anchor * inverse(from) * rows, which moves them from the layer's anchor to the anchor below.
 * Unchanged if `from` has no inverse. */
static inline void texeleton_carry(float anchor[3][4], float from[3][4], float rows[3][4]) {
  float columns[3][3];
  texeleton_cross(from[1], from[2], columns[0]);
  texeleton_cross(from[2], from[0], columns[1]);
  texeleton_cross(from[0], from[1], columns[2]);
  const float determinant = texeleton_dot(from[0], columns[0]);
  if (!(fabsf(determinant) >= 1e-20f)) {
    return;
  }
  float back[3][4];
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) {
      back[row][column] = 0.0f;
      for (int k = 0; k < 3; ++k) {
        const float moved = rows[k][column] - (column == 3 ? from[k][3] : 0.0f);
        back[row][column] += columns[k][row] / determinant * moved;
      }
    }
  }
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) {
      rows[row][column] = column == 3 ? anchor[row][3] : 0.0f;
      for (int k = 0; k < 3; ++k) {
        rows[row][column] += anchor[row][k] * back[k][column];
      }
    }
  }
}

/* The rows of a bone's skin matrix: M = (1 - w)*B + w*A*inverse(K)*L with w = its weight times the layer's share. */
static inline void texeleton_bone_rows(const TexeletonPack* pack, const TexeletonMoment* moment, uint32_t bone,
                                       float rows[3][4]) {
  texeleton_rows_below(pack, moment, bone, rows);
  const TexeletonLayer* layer = moment->layer;
  const float weight = layer != NULL && layer->bones != NULL ? layer->share * layer->bones[bone].weight : 0.0f;
  if (!(weight > 0.0f)) {
    return;
  }
  TexeletonMoment second;
  memset(&second, 0, sizeof(second));
  second.from = layer->frames;
  second.to = layer->frames;
  float over[3][4];
  texeleton_rows_below(pack, &second, bone, over);
  if (layer->bones[bone].anchor >= 0) {
    float anchor[3][4];
    float from[3][4];
    texeleton_rows_below(pack, moment, (uint32_t)layer->bones[bone].anchor, anchor);
    texeleton_rows_below(pack, &second, (uint32_t)layer->bones[bone].anchor, from);
    texeleton_carry(anchor, from, over);
  }
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 4; ++column) {
      rows[row][column] += weight * (over[row][column] - rows[row][column]);
    }
  }
}

/* Normalizes v. 0: v is too short and unchanged. */
static inline int texeleton_normalize(float v[3]) {
  const float squared = texeleton_dot(v, v);
  if (!(squared >= 1e-20f)) {
    return 0;
  }
  const float scale = 1.0f / sqrtf(squared);
  v[0] *= scale;
  v[1] *= scale;
  v[2] *= scale;
  return 1;
}

/* Position and normal of a vertex (0 … vertex_count - 1; others give zeros), in the pack's space. */
static inline void texeleton_decode_vertex(const TexeletonPack* pack, uint32_t vertex, const TexeletonMoment* shown,
                                           float position[3], float normal[3]) {
  TexeletonLayer layer;
  const TexeletonMoment stored = texeleton_stored_moment(pack, shown, &layer);
  const TexeletonMoment* moment = &stored;
  memset(position, 0, 3 * sizeof(float));
  memset(normal, 0, 3 * sizeof(float));
  if (vertex >= pack->header->vertex_count) {
    return;
  }
  const float* bind_position = pack->positions + (size_t)3 * vertex;
  const float* bind_normal = pack->normals + (size_t)3 * vertex;
  float texel[4];
  const TexeletonEncoding encoding = texeleton_encoding(pack->header);
  if (encoding == TEXELETON_BASIS) {
    texeleton_sum_shapes(pack, moment, pack->elements[vertex], position, normal);
  } else if (encoding == TEXELETON_OFFSET_16) {
    texeleton_decode_offset(pack, moment, pack->elements[vertex], position, normal);
  } else if (pack->header->mode == TEXELETON_MODE_VERTEX) {
    const uint32_t element = pack->elements[vertex];
    texeleton_blended_texel(pack, moment, 2 * element, texel);
    memcpy(position, texel, 3 * sizeof(float));
    texeleton_blended_texel(pack, moment, 2 * element + 1, texel);
    memcpy(normal, texel, 3 * sizeof(float));
  } else {
    float rows[3][4];
    memset(rows, 0, sizeof(rows));
    for (size_t i = 0; i < 4; ++i) {
      const float weight = (float)pack->bone_weights[(size_t)4 * vertex + i] / 65535.0f;
      if (weight > 0.0f) {
        float bone[3][4];
        texeleton_bone_rows(pack, moment, pack->bone_indices[(size_t)4 * vertex + i], bone);
        for (int row = 0; row < 3; ++row) {
          for (int column = 0; column < 4; ++column) {
            rows[row][column] += weight * bone[row][column];
          }
        }
      }
    }
    float cofactors[3][3];
    texeleton_cross(rows[1], rows[2], cofactors[0]);
    texeleton_cross(rows[2], rows[0], cofactors[1]);
    texeleton_cross(rows[0], rows[1], cofactors[2]);
    const float sign = texeleton_dot(rows[0], cofactors[0]) < 0.0f ? -1.0f : 1.0f;
    for (int i = 0; i < 3; ++i) {
      position[i] = texeleton_dot(rows[i], bind_position) + rows[i][3];
      normal[i] = sign * texeleton_dot(cofactors[i], bind_normal);
    }
  }
  if (!texeleton_normalize(normal)) {
    memcpy(normal, bind_normal, 3 * sizeof(float));
  }
}

/* A socket's pose in the pack's space. `axes` are the columns of its rotation: X, Y and Z; scale[0] is negative
 * where the pose mirrors. Draw objects on the socket at T(position) * axes * S(scale). */
typedef struct {
  float position[3];
  float axes[3][3];
  float scale[3];
} TexeletonSocketPose;

/* Normalizes the part of v perpendicular to z. 0: there is none. */
static inline int texeleton_orthogonal(const float z[3], const float v[3], float out[3]) {
  const float along = texeleton_dot(z, v);
  for (int i = 0; i < 3; ++i) {
    out[i] = v[i] - z[i] * along;
  }
  return texeleton_normalize(out);
}

/* `socket`: index into `sockets`; zeros if out of range. */
static inline TexeletonSocketPose texeleton_socket_pose(const TexeletonPack* pack, uint32_t number,
                                                        const TexeletonMoment* shown) {
  TexeletonLayer layer;
  const TexeletonMoment stored = texeleton_stored_moment(pack, shown, &layer);
  const TexeletonMoment* moment = &stored;
  TexeletonSocketPose pose;
  memset(&pose, 0, sizeof(pose));
  if (number >= texeleton_count(pack, TEXELETON_SOCKETS)) {
    return pose;
  }
  const TexeletonSocket* socket = &pack->sockets[number];
  float rows[3][4];
  if (pack->header->mode == TEXELETON_MODE_BONE) {
    texeleton_bone_rows(pack, moment, (uint32_t)socket->bone, rows);
  }
  for (uint32_t row = 0; row < 3; ++row) {
    if (pack->header->mode == TEXELETON_MODE_VERTEX) {
      const uint32_t first = texeleton_texels_per_element(pack->header) * pack->header->element_count + 3u * number;
      texeleton_blended_texel(pack, moment, first + row, rows[row]);
    }
    pose.position[row] = texeleton_dot(rows[row], socket->position) + rows[row][3];
  }
  float frame[3][3];
  float columns[3][3];
  texeleton_axes(socket->rotation, frame);
  for (int axis = 0; axis < 3; ++axis) {
    for (int row = 0; row < 3; ++row) {
      columns[axis][row] = texeleton_dot(rows[row], frame[axis]) * socket->scale[axis];
    }
    pose.scale[axis] = sqrtf(texeleton_dot(columns[axis], columns[axis]));
  }
  float across[3];
  texeleton_cross(columns[1], columns[2], across);
  if (texeleton_dot(columns[0], across) < 0.0f) {
    pose.scale[0] = -pose.scale[0];
  }
  /* Gram-Schmidt on Z, then Y; an axis without length is replaced by the frame's. */
  memcpy(pose.axes[2], columns[2], sizeof(pose.axes[2]));
  if (!texeleton_normalize(pose.axes[2])) {
    memcpy(pose.axes[2], frame[2], sizeof(pose.axes[2]));
  }
  if (!texeleton_orthogonal(pose.axes[2], columns[1], pose.axes[1]) &&
      !texeleton_orthogonal(pose.axes[2], frame[1], pose.axes[1])) {
    texeleton_cross(pose.axes[2], frame[0], across);
    texeleton_orthogonal(pose.axes[2], across, pose.axes[1]);
  }
  texeleton_cross(pose.axes[1], pose.axes[2], pose.axes[0]);
  return pose;
}

#ifdef __cplusplus
}
#endif

/* Copyright (c) 2026 The Texeleton authors. Permission is hereby granted, free of charge, to any person obtaining a
 * copy of this software and associated documentation files (the "Software"), to deal in the Software without
 * restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense,
 * and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
 * following conditions: The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
 * SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
#endif
