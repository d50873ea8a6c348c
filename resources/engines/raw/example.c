/* An example of texeleton_pack.h: draws a character of `texeleton-cli export --engine raw` into a PNG with a small
 * software rasteriser, and prints the events that fire.
 *
 *     cc -O2 -std=c99 example.c -o example -lm
 *     ./example ../../hero hero.png [CLIP]
 *
 * draws hero.texbin and hero.ktx2 at six times of a clip, with a cross on the first socket.
 */
#include <stdio.h>
#include <stdlib.h>

#include "texeleton_pack.h"

#define WIDTH 1200
#define HEIGHT 400
#define POSES 6

static uint8_t pixels[HEIGHT][WIDTH][3];
static float depths[HEIGHT][WIDTH];

/* Reads a whole file; malloc returns a suitably aligned address. */
static void* read_file(const char* name, const char* suffix, size_t* bytes) {
  char path[4096];
  if (snprintf(path, sizeof(path), "%s%s", name, suffix) >= (int)sizeof(path)) {
    return NULL;
  }
  FILE* file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    return NULL;
  }
  void* data = NULL;
  if (fseek(file, 0, SEEK_END) == 0) {
    const long size = ftell(file);
    rewind(file);
    data = size > 0 ? malloc((size_t)size) : NULL;
    *bytes = size > 0 ? (size_t)size : 0;
    if (data != NULL && fread(data, 1, *bytes, file) != *bytes) {
      free(data);
      data = NULL;
    }
  }
  fclose(file);
  return data;
}

/* ---- A camera in front, a little above and to the side. */

typedef struct {
  float center[3];
  float scale; /* pixels per metre */
  float x;     /* position of the centre in the image */
} Camera;

static void project(const Camera* camera, const float p[3], float out[3]) {
  const float x = p[0] - camera->center[0];
  const float y = p[1] - camera->center[1];
  const float z = p[2] - camera->center[2];
  const float side = 0.866f * x - 0.5f * z;
  const float front = 0.5f * x + 0.866f * z;
  out[0] = camera->x + side * camera->scale;
  out[1] = 0.5f * HEIGHT - (0.966f * y - 0.259f * front) * camera->scale;
  out[2] = 0.966f * front + 0.259f * y; /* larger is nearer */
}

static void put(int x, int y, float depth, const float color[3]) {
  if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || depth <= depths[y][x]) {
    return;
  }
  depths[y][x] = depth;
  for (int i = 0; i < 3; ++i) {
    const float bright = powf(color[i] < 0.0f ? 0.0f : color[i] > 1.0f ? 1.0f : color[i], 1.0f / 2.2f);
    pixels[y][x][i] = (uint8_t)(255.0f * bright + 0.5f);
  }
}

static float edge(const float a[3], const float b[3], float x, float y) {
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static int whole(float value) { return value < -1e6f ? -1000000 : value > 1e6f ? 1000000 : (int)floorf(value); }

static float least(float a, float b, float c) { return fminf(a, fminf(b, c)); }
static float most(float a, float b, float c) { return fmaxf(a, fmaxf(b, c)); }

/* Corners in the image, with a colour each. */
static void draw_triangle(const float corner[3][3], const float color[3][3]) {
  const float area = edge(corner[0], corner[1], corner[2][0], corner[2][1]);
  if (area == 0.0f || area != area) {
    return;
  }
  int left = whole(least(corner[0][0], corner[1][0], corner[2][0]));
  int right = whole(most(corner[0][0], corner[1][0], corner[2][0])) + 1;
  int top = whole(least(corner[0][1], corner[1][1], corner[2][1]));
  int bottom = whole(most(corner[0][1], corner[1][1], corner[2][1])) + 1;
  left = left < 0 ? 0 : left;
  top = top < 0 ? 0 : top;
  right = right > WIDTH ? WIDTH : right;
  bottom = bottom > HEIGHT ? HEIGHT : bottom;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      float share[3];
      share[0] = edge(corner[1], corner[2], (float)x + 0.5f, (float)y + 0.5f) / area;
      share[1] = edge(corner[2], corner[0], (float)x + 0.5f, (float)y + 0.5f) / area;
      share[2] = 1.0f - share[0] - share[1];
      if (share[0] >= 0.0f && share[1] >= 0.0f && share[2] >= 0.0f) {
        float shown[3];
        for (int i = 0; i < 3; ++i) {
          shown[i] = share[0] * color[0][i] + share[1] * color[1][i] + share[2] * color[2][i];
        }
        put(x, y, share[0] * corner[0][2] + share[1] * corner[1][2] + share[2] * corner[2][2], shown);
      }
    }
  }
}

/* Draws the mesh at one moment. On a GPU the vertex shader does this: texeleton_decode.glsl, .hlsl, .wgsl. */
static void draw_character(const TexeletonPack* pack, const Camera* camera, const TexeletonMoment* moment) {
  const TexeletonLevel* level = &pack->levels[0];
  for (uint32_t p = 0; p < level->primitive_count; ++p) {
    const TexeletonPrimitive* primitive = &pack->primitives[level->primitive_begin + p];
    const TexeletonMaterial* material = &pack->materials[primitive->material];
    for (uint32_t i = 0; i + 2 < primitive->index_count; i += 3) {
      float corner[3][3];
      float color[3][3];
      for (int k = 0; k < 3; ++k) {
        const uint32_t vertex = pack->indices[primitive->first_index + i + (uint32_t)k];
        float position[3];
        float normal[3];
        texeleton_decode_vertex(pack, vertex, moment, position, normal);
        project(camera, position, corner[k]);
        const float light = 0.25f + 0.75f * fmaxf(0.0f, 0.45f * normal[0] + 0.65f * normal[1] + 0.6f * normal[2]);
        for (int c = 0; c < 3; ++c) {
          const float vertex_color = pack->colors != NULL ? pack->colors[(size_t)4 * vertex + (size_t)c] : 1.0f;
          color[k][c] = light * material->base_color[c] * vertex_color + material->emissive[c];
        }
      }
      draw_triangle((const float(*)[3])corner, (const float(*)[3])color);
    }
  }
}

/* The axes of a socket: X red, Y green, Z blue. */
static void draw_socket(const Camera* camera, const TexeletonSocketPose* pose, float length) {
  for (int axis = 0; axis < 3; ++axis) {
    const float color[3] = {axis == 0 ? 1.0f : 0.05f, axis == 1 ? 1.0f : 0.05f, axis == 2 ? 1.0f : 0.05f};
    for (int step = 0; step <= 200; ++step) {
      float p[3];
      float at[3];
      for (int i = 0; i < 3; ++i) {
        p[i] = pose->position[i] + pose->axes[axis][i] * length * (float)step / 200.0f;
      }
      project(camera, p, at);
      for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
          put(whole(at[0]) + x, whole(at[1]) + y, at[2] + 10.0f, color);
        }
      }
    }
  }
}

/* ---- PNG with uncompressed data. */

static uint32_t crc_of(uint32_t crc, const uint8_t* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    crc ^= bytes[i];
    for (int k = 0; k < 8; ++k) {
      crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
  }
  return crc;
}

static void big_endian(uint8_t* out, uint32_t value) {
  for (int i = 0; i < 4; ++i) {
    out[i] = (uint8_t)(value >> (24 - 8 * i));
  }
}

static void write_chunk(FILE* file, const char* type, const uint8_t* bytes, size_t count) {
  uint8_t number[4];
  big_endian(number, (uint32_t)count);
  fwrite(number, 1, 4, file);
  fwrite(type, 1, 4, file);
  fwrite(bytes, 1, count, file);
  big_endian(number, ~crc_of(crc_of(0xffffffffu, (const uint8_t*)type, 4), bytes, count));
  fwrite(number, 1, 4, file);
}

static int write_png(const char* path) {
  enum { LINE = 1 + 3 * WIDTH };
  static uint8_t data[2 + HEIGHT * (5 + LINE) + 4];
  static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  uint8_t head[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0};
  size_t at = 0;
  uint32_t a = 1;
  uint32_t b = 0;
  data[at++] = 0x78;
  data[at++] = 0x01;
  for (int y = 0; y < HEIGHT; ++y) {
    data[at++] = y == HEIGHT - 1; /* the last block */
    data[at++] = LINE & 0xff;
    data[at++] = LINE >> 8;
    data[at++] = ~LINE & 0xff;
    data[at++] = (~LINE >> 8) & 0xff;
    const size_t line = at;
    data[at++] = 0;
    memcpy(data + at, pixels[y], 3 * WIDTH);
    at += 3 * WIDTH;
    for (size_t i = line; i < at; ++i) {
      a = (a + data[i]) % 65521u;
      b = (b + a) % 65521u;
    }
  }
  big_endian(data + at, b << 16 | a);
  at += 4;
  big_endian(head, WIDTH);
  big_endian(head + 4, HEIGHT);
  FILE* file = fopen(path, "wb");
  if (file == NULL) {
    perror(path);
    return 0;
  }
  fwrite(magic, 1, sizeof(magic), file);
  write_chunk(file, "IHDR", head, sizeof(head));
  write_chunk(file, "IDAT", data, at);
  write_chunk(file, "IEND", data, 0);
  return fclose(file) == 0;
}

static int play(const TexeletonPack* pack, const char* clip_name, const char* picture) {
  const TexeletonClip* clip = clip_name != NULL ? texeleton_find_clip(pack, clip_name) : &pack->clips[0];
  if (clip == NULL) {
    fprintf(stderr, "no clip %s; there are:\n", clip_name);
    for (uint32_t i = 0; i < texeleton_count(pack, TEXELETON_CLIPS); ++i) {
      fprintf(stderr, "  %s\n", texeleton_text(pack, pack->clips[i].name));
    }
    return 1;
  }
  const float* low = clip->bounds_min;
  const float* high = clip->bounds_max;
  const float wide = fmaxf(high[0] - low[0], high[2] - low[2]);
  Camera camera;
  for (int i = 0; i < 3; ++i) {
    camera.center[i] = 0.5f * (low[i] + high[i]);
  }
  camera.scale = fminf(0.8f * HEIGHT / fmaxf(high[1] - low[1], 1e-6f), (float)WIDTH / POSES / fmaxf(wide, 1e-6f));
  memset(pixels, 44, sizeof(pixels));
  for (int y = 0; y < HEIGHT; ++y) {
    for (int x = 0; x < WIDTH; ++x) {
      depths[y][x] = -1e30f;
    }
  }

  TexeletonTicker ticker;
  TexeletonFired fired = texeleton_play(&ticker, pack, clip, 1.0, TEXELETON_FROM_START);
  for (int pose = 0; pose < POSES; ++pose) {
    TexeletonFiredEvent event;
    while (texeleton_next_event(&fired, &event)) {
      printf("event %s %s at %.3f s\n", texeleton_text(pack, event.event->name),
             texeleton_text(pack, event.event->parameter), event.event->time_seconds);
    }
    TexeletonMoment moment;
    moment.from = texeleton_frames(&ticker);
    moment.to = moment.from;
    moment.share = 0.0f;
    moment.layer = NULL;
    camera.x = ((float)pose + 0.5f) * WIDTH / POSES;
    draw_character(pack, &camera, &moment);
    if (pack->sockets != NULL) {
      const TexeletonSocketPose socket = texeleton_socket_pose(pack, 0, &moment);
      draw_socket(&camera, &socket, 0.12f * pack->header->size_metres);
    }
    fired = texeleton_tick(&ticker, clip->length_seconds / POSES);
  }
  return write_png(picture) ? 0 : 1;
}

int main(int argument_count, char** arguments) {
  if (argument_count < 3) {
    fprintf(stderr, "usage: example NAME PICTURE.png [CLIP]   (NAME.texbin and NAME.ktx2)\n");
    return 2;
  }
  size_t data_bytes = 0;
  size_t texture_bytes = 0;
  void* data = read_file(arguments[1], ".texbin", &data_bytes);
  void* texture = read_file(arguments[1], ".ktx2", &texture_bytes);
  int result = 1;
  if (data != NULL && texture != NULL) {
    TexeletonPack pack;
    const TexeletonStatus status = texeleton_open(&pack, data, data_bytes, texture, texture_bytes);
    if (status == TEXELETON_OK) {
      result = play(&pack, argument_count > 3 ? arguments[3] : NULL, arguments[2]);
    } else {
      fprintf(stderr, "%s: %s\n", arguments[1], texeleton_status_text(status));
    }
  }
  free(texture);
  free(data);
  return result;
}
