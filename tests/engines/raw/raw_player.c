/* Drives texeleton_pack.h by commands on standard input, so that a script can hold it against the test vectors.
 * Compiled as C99 and as C++, under sanitizers.
 *
 *     clip I BEGIN COUNT LENGTH LOOPS EVENTS TIME…     a clip by hand
 *     play I SPEED START                               START nan: where it starts by itself
 *     tick SECONDS TIMES, seek SECONDS, speed SPEED
 *     record I SPEED START NOW, rebase I SPEED TICKS, shown I SECONDS BASE, fade START DURATION TICKS REST
 *     set INSTANCE I SPEED START NOW FIRES, remove INSTANCE, due NOW     events of a crowd
 *     sequence PLAYS I SPEED START NOW, clear, changes NOW          what is played (1) or queued (0), and what comes of
 * it section I FROM TO LOOPS                          a part of a clip, with the track's root motion track I COUNT (X Y
 * Z YAW)…, root I FROM TO pack TEXBIN KTX2, moment (CURRENT NEXT FRACTION) twice SHARE, vertex N, socket N, root-of
 * CLIP SECONDS layer (CURRENT NEXT FRACTION) SHARE MASK         over the moment, until the next one; answers with the
 * mask's anchors damage SEED ROUNDS STEP                          the pack, damaged in many ways, is refused or can be
 * played
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../../resources/engines/raw/texeleton_pack.h"

#define MOST_CLIPS 16
#define MOST_EVENTS 16
#define MOST_SAMPLES 256
#define MOST_INSTANCES 256

static TexeletonClip clips[MOST_CLIPS];
static TexeletonEvent events[MOST_CLIPS][MOST_EVENTS];
static TexeletonRootMotion track[MOST_SAMPLES];
static uint32_t track_count;
static TexeletonPlayer players[MOST_INSTANCES];
static uint32_t queue[MOST_INSTANCES];
static TexeletonWish waiting[2];

static void fail_with(const char* what) {
  fprintf(stderr, "raw_player: %s\n", what);
  exit(2);
}

static double number(void) {
  char text[64];
  if (scanf("%63s", text) != 1) {
    fail_with("a number is missing");
  }
  return strtod(text, NULL);
}

static uint32_t whole(void) { return (uint32_t)number(); }

static uint32_t clip_number(void) {
  const uint32_t i = whole();
  if (i >= MOST_CLIPS) {
    fail_with("too many clips");
  }
  return i;
}

static void print_frames(TexeletonFrames frames) {
  printf(" %u %u %.17g", (unsigned)frames.current, (unsigned)frames.next, (double)frames.fraction);
}

static void print_root(TexeletonRootMotion motion) {
  printf(" %.17g %.17g %.17g %.17g", motion.x, motion.y, motion.z, motion.yaw);
}

/* Up to 12 of them. */
static void print_events(TexeletonFired fired) {
  TexeletonFiredEvent event;
  for (int i = 0; i < 12 && texeleton_next_event(&fired, &event); ++i) {
    printf(" %u %lld", (unsigned)event.index, (long long)event.loop);
  }
}

static void* read_file(const char* path, size_t* bytes) {
  FILE* file = fopen(path, "rb");
  long size = 0;
  void* data = NULL;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0) {
    fail_with(path);
  }
  rewind(file);
  *bytes = (size_t)size;
  data = malloc(*bytes);
  if (data == NULL || fread(data, 1, *bytes, file) != *bytes) {
    fail_with(path);
  }
  fclose(file);
  return data;
}

static uint32_t random_state = 1;

static uint32_t random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return random_state;
}

static double used = 0.0; /* prevents the compiler from removing the reads */

/* Reads everything that a player reads of an accepted pack. */
static void use_pack(const TexeletonPack* pack) {
  const TexeletonHeader* header = pack->header;
  const uint32_t vertices = header->vertex_count;
  TexeletonMoment moment;
  TexeletonLayer layer;
  memset(&moment, 0, sizeof(moment));
  memset(&layer, 0, sizeof(layer));
  for (uint32_t c = 0; c < texeleton_count(pack, TEXELETON_CLIPS); ++c) {
    const TexeletonClip* clip = &pack->clips[c];
    TexeletonTicker ticker;
    TexeletonFired fired = texeleton_play(&ticker, pack, clip, c % 2 == 0 ? 1.0 : -1.0, TEXELETON_FROM_START);
    for (int step = 0; step < 4; ++step) {
      TexeletonFiredEvent event;
      for (int i = 0; i < 100 && texeleton_next_event(&fired, &event); ++i) {
        used += (double)strlen(texeleton_text(pack, event.event->name)) +
                (double)strlen(texeleton_text(pack, event.event->parameter));
      }
      fired = texeleton_tick(&ticker, 0.37 * clip->length_seconds);
      used += (double)(texeleton_event_count(&fired) % 7);
      moment.from = texeleton_frames(&ticker);
      moment.to = texeleton_sample_clip(&pack->clips[0], 0.1 * step);
      moment.share = 0.25f * (float)step;
      if (pack->mask_count > 0) {
        const TexeletonMask* mask = &pack->masks[(uint32_t)step % pack->mask_count];
        used += (double)strlen(texeleton_text(pack, mask->name));
        layer.frames = moment.to;
        layer.share = 0.5f;
        layer.bones = texeleton_mask_bones(pack, mask);
        moment.layer = step % 2 == 0 ? &layer : NULL;
      }
      for (uint32_t k = 0; k < 8; ++k) {
        float position[3];
        float normal[3];
        texeleton_decode_vertex(pack, (uint32_t)((uint64_t)vertices * k / 8), &moment, position, normal);
        used += (double)(position[0] + normal[1]);
      }
      for (uint32_t s = 0; s < texeleton_count(pack, TEXELETON_SOCKETS); ++s) {
        used += (double)texeleton_socket_pose(pack, s, &moment).position[0];
      }
      used += texeleton_root_motion_between(pack, clip, -3.0 * step, 7.0 * step).x;
      TexeletonCrowdClock now;
      now.ticks = 100000u;
      now.rest = 77u;
      used += (double)texeleton_crowd_frames(clip, texeleton_crowd_record(clip, 1.5, 0.2, 5u), now).fraction;
    }
    used += (double)strlen(texeleton_text(pack, clip->name));
  }
  for (uint32_t l = 0; l < texeleton_count(pack, TEXELETON_LEVELS); ++l) {
    for (uint32_t p = 0; p < pack->levels[l].primitive_count; ++p) {
      const TexeletonPrimitive* primitive = &pack->primitives[pack->levels[l].primitive_begin + p];
      for (uint32_t i = 0; i < primitive->index_count; ++i) {
        used += (double)pack->positions[(size_t)3 * pack->indices[primitive->first_index + i]];
      }
      used += (double)strlen(texeleton_text(pack, pack->materials[primitive->material].name));
      const int32_t image = pack->materials[primitive->material].base_color_image;
      for (uint32_t i = 0; image >= 0 && i < pack->images[image].byte_count; ++i) {
        used += pack->image_bytes[pack->images[image].byte_begin + i];
      }
    }
  }
  for (uint32_t v = 0; v < texeleton_count(pack, TEXELETON_VARIANTS); ++v) {
    for (uint32_t r = 0; r < pack->variants[v].range_count; ++r) {
      const TexeletonRange* range = &pack->ranges[pack->variants[v].range_begin + r];
      used += pack->levels[range->level].primitive_begin + range->primitive;
      for (uint32_t i = 0; i < range->index_count; ++i) {
        used += pack->indices[range->first_index + i];
      }
    }
  }
  for (uint32_t b = 0; b < texeleton_count(pack, TEXELETON_BONES); ++b) {
    used += (double)strlen(texeleton_text(pack, pack->bones[b].name));
  }
}

static unsigned accepted;
static unsigned refused;

static void try_pack(const uint8_t* data, size_t data_bytes, const uint8_t* texture, size_t texture_bytes) {
  /* Exact copies, so that a sanitizer detects any access beyond them. */
  uint8_t* a = (uint8_t*)malloc(data_bytes > 0 ? data_bytes : 1);
  uint8_t* b = (uint8_t*)malloc(texture_bytes > 0 ? texture_bytes : 1);
  TexeletonPack pack;
  if (a == NULL || b == NULL) {
    fail_with("no memory");
  }
  memcpy(a, data, data_bytes);
  memcpy(b, texture, texture_bytes);
  const TexeletonStatus status = texeleton_open(&pack, a, data_bytes, b, texture_bytes);
  if (status == TEXELETON_OK) {
    ++accepted;
    use_pack(&pack);
  } else {
    ++refused;
    if (strlen(texeleton_status_text(status)) < 10 || pack.header != NULL) {
      fail_with("a pack that was refused left something behind");
    }
  }
  free(b);
  free(a);
}

static void damage(const uint8_t* data, size_t data_bytes, const uint8_t* texture, size_t texture_bytes,
                   uint32_t rounds, uint32_t step) {
  static const uint32_t values[] = {0u, 1u, 2u, 7u, 0x7fffffffu, 0x80000000u, 0xfffffff8u, 0xffffffffu};
  uint8_t* changed = (uint8_t*)malloc(data_bytes + 8);
  uint8_t* changed_texture = (uint8_t*)malloc(texture_bytes);
  if (changed == NULL || changed_texture == NULL) {
    fail_with("no memory");
  }
  memcpy(changed, data, data_bytes);
  memset(changed + data_bytes, 0, 8);
  memcpy(changed_texture, texture, texture_bytes);
  /* Cut short and lengthened. */
  for (size_t length = 0; length < data_bytes; length += length < 400 ? 1 : 1 + data_bytes / 200) {
    try_pack(data, length, texture, texture_bytes);
  }
  try_pack(changed, data_bytes + 8, texture, texture_bytes);
  for (size_t length = 0; length < texture_bytes; length += length < 300 ? 1 : 1 + texture_bytes / 100) {
    try_pack(data, data_bytes, texture, length);
  }
  /* Every STEPth number of the header and of the tables after it, also with the length in the header adjusted. */
  for (size_t at = 4 * (random_number() % step); at + 4 <= data_bytes && at < 6000; at += 4 * step) {
    for (size_t k = 0; k < sizeof(values) / sizeof(values[0]) + 2; ++k) {
      uint32_t old = 0;
      memcpy(&old, data + at, 4);
      const uint32_t value = k < 8 ? values[k] : k == 8 ? old + 1 : old - 1;
      memcpy(changed + at, &value, 4);
      try_pack(changed, data_bytes, texture, texture_bytes);
      memcpy(changed + at, data + at, 4);
    }
  }
  for (size_t at = 0; at + 4 <= texture_bytes && at < 104; at += 4) {
    for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); ++k) {
      memcpy(changed_texture + at, &values[k], 4);
      try_pack(data, data_bytes, changed_texture, texture_bytes);
      memcpy(changed_texture + at, texture + at, 4);
    }
  }
  /* Random changes: bytes, and texels that are not numbers. */
  for (uint32_t round = 0; round < rounds; ++round) {
    for (int k = 0; k < 4; ++k) {
      const uint32_t value = random_number() % 3 == 0 ? 0xffffffffu : random_number();
      memcpy(changed + random_number() % (data_bytes - 3), &value, 4);
      memcpy(changed_texture + 104 + random_number() % (texture_bytes - 107), &value, 4);
    }
    if (round % 2 == 0) {
      memcpy(changed, data, 288); /* keeps the header, so that the pack is not refused at once */
    }
    try_pack(changed, data_bytes, round % 3 == 0 ? texture : changed_texture, texture_bytes);
    memcpy(changed, data, data_bytes);
    if (round % 50 == 0) {
      memcpy(changed_texture, texture, texture_bytes);
    }
  }
  free(changed_texture);
  free(changed);
}

int main(void) {
  char command[32];
  char path[4096];
  TexeletonTicker ticker;
  TexeletonPack pack;
  TexeletonMoment moment;
  TexeletonLayer layer;
  TexeletonCrowdRecord record;
  uint8_t* data = NULL;
  uint8_t* texture = NULL;
  size_t data_bytes = 0;
  size_t texture_bytes = 0;
  memset(&ticker, 0, sizeof(ticker));
  memset(&pack, 0, sizeof(pack));
  memset(&moment, 0, sizeof(moment));
  memset(&layer, 0, sizeof(layer));
  memset(&record, 0, sizeof(record));
  TexeletonSchedule schedule;
  texeleton_schedule_init(&schedule, players, queue, MOST_INSTANCES);
  TexeletonSequence sequence;
  texeleton_sequence_init(&sequence, waiting, 2);
  while (scanf("%31s", command) == 1) {
    if (strcmp(command, "clip") == 0) {
      const uint32_t i = clip_number();
      TexeletonClip* clip = &clips[i];
      memset(clip, 0, sizeof(*clip));
      clip->frame_begin = whole();
      clip->frame_count = whole();
      clip->length_seconds = number();
      clip->flags = whole() != 0 ? TEXELETON_CLIP_LOOPS : 0;
      clip->event_count = whole();
      if (clip->event_count > MOST_EVENTS) {
        fail_with("too many events");
      }
      for (uint32_t e = 0; e < clip->event_count; ++e) {
        events[i][e].time_seconds = number();
      }
      continue;
    }
    if (strcmp(command, "play") == 0) {
      const uint32_t i = clip_number();
      const double speed = number();
      const double start = number();
      const TexeletonFired fired = texeleton_play_events(&ticker, &clips[i], events[i], speed, start);
      printf("%.17g", ticker.position_seconds);
      print_frames(texeleton_frames(&ticker));
      print_events(fired);
    } else if (strcmp(command, "tick") == 0) {
      const double seconds = number();
      const uint32_t times = whole();
      TexeletonFired fired = texeleton_no_events();
      long long count = 0;
      for (uint32_t n = 0; n < times; ++n) {
        fired = texeleton_tick(&ticker, seconds);
        count += (long long)texeleton_event_count(&fired);
      }
      printf("%.17g", ticker.position_seconds);
      print_frames(texeleton_frames(&ticker));
      printf(" %lld", count);
      print_events(fired);
    } else if (strcmp(command, "seek") == 0 || strcmp(command, "speed") == 0) {
      if (command[1] == 'e') {
        texeleton_seek(&ticker, number());
      } else {
        ticker.speed = number();
      }
      printf("%.17g", ticker.position_seconds);
      print_frames(texeleton_frames(&ticker));
    } else if (strcmp(command, "record") == 0) {
      const uint32_t i = clip_number();
      const double speed = number();
      const double start = number();
      record = texeleton_crowd_record(&clips[i], speed, start, whole());
      printf("%u %d %u", (unsigned)record.phase, (int)record.step_high, (unsigned)record.step_low);
    } else if (strcmp(command, "rebase") == 0) {
      const uint32_t i = clip_number();
      const double speed = number();
      record = texeleton_rebased(record, &clips[i], speed, whole());
      printf("%u %d %u", (unsigned)record.phase, (int)record.step_high, (unsigned)record.step_low);
    } else if (strcmp(command, "shown") == 0) {
      const uint32_t i = clip_number();
      const double seconds = number();
      TexeletonCrowdClock now;
      now.ticks = (uint32_t)(texeleton_crowd_time(seconds, &now.rest) - (uint64_t)number());
      printf("%u %u", (unsigned)now.ticks, (unsigned)now.rest);
      print_frames(texeleton_crowd_frames(&clips[i], record, now));
    } else if (strcmp(command, "fade") == 0) {
      const uint32_t start = whole();
      const uint32_t duration = whole();
      TexeletonCrowdClock now;
      now.ticks = whole();
      now.rest = whole();
      printf("%.9g", (double)texeleton_fade_share(start, duration, now));
    } else if (strcmp(command, "set") == 0) {
      const uint32_t instance = whole();
      const uint32_t i = clip_number();
      const double speed = number();
      const double start = number();
      const uint64_t now = (uint64_t)number();
      texeleton_schedule_events(&schedule, instance, &clips[i], events[i], speed, start, now, whole() != 0);
      continue;
    } else if (strcmp(command, "remove") == 0) {
      texeleton_schedule_remove(&schedule, whole());
      continue;
    } else if (strcmp(command, "due") == 0) {
      const uint64_t now = (uint64_t)number();
      TexeletonDueEvent due;
      printf("%u", (unsigned)schedule.queued);
      while (texeleton_next_due(&schedule, now, &due)) {
        printf(" %u %llu %u %lld", (unsigned)due.instance, (unsigned long long)due.tick, (unsigned)due.index,
               (long long)due.loop);
      }
    } else if (strcmp(command, "sequence") == 0) {
      const int plays = whole() != 0;
      TexeletonWish wish;
      const uint32_t i = clip_number();
      wish.clip = &clips[i];
      wish.events = events[i];
      wish.speed = number();
      wish.start_seconds = number();
      const uint64_t now = (uint64_t)number();
      if (plays) {
        texeleton_sequence_play(&sequence, wish, now);
      }
      printf("%d", plays ? 1 : texeleton_sequence_queue(&sequence, wish, now));
    } else if (strcmp(command, "clear") == 0) {
      texeleton_sequence_clear(&sequence);
      continue;
    } else if (strcmp(command, "changes") == 0) {
      const uint64_t now = (uint64_t)number();
      TexeletonChange change;
      printf("%d", sequence.finished);
      for (int i = 0; i < 100 && texeleton_next_change(&sequence, now, &change); ++i) {
        printf(" %d %llu %d", (int)change.kind, (unsigned long long)change.tick, (int)(change.wish.clip - clips));
      }
    } else if (strcmp(command, "section") == 0) {
      const uint32_t i = clip_number();
      const double from = number();
      const double to = number();
      const int loops = whole() != 0;
      /* The clip by hand, as that of a pack. */
      TexeletonPack made;
      memset(&made, 0, sizeof(made));
      made.events = events[i];
      made.root_samples = track;
      clips[i].root_count = track_count;
      TexeletonClip section;
      TexeletonEvent inside[MOST_EVENTS];
      TexeletonRootMotion way[MOST_SAMPLES];
      memset(&section, 0, sizeof(section));
      printf("%d", texeleton_clip_section(&made, &clips[i], from, to, loops, &section, inside, way));
      printf(" %u %u %.17g %u %u", (unsigned)section.frame_begin, (unsigned)section.frame_count, section.length_seconds,
             (unsigned)section.flags, (unsigned)section.event_count);
      for (uint32_t e = 0; e < section.event_count; ++e) {
        printf(" %.17g", inside[e].time_seconds);
      }
      for (uint32_t k = 0; k < section.root_count; ++k) {
        print_root(way[k]);
      }
      clips[i].root_count = 0;
    } else if (strcmp(command, "track") == 0) {
      track_count = whole();
      if (track_count > MOST_SAMPLES) {
        fail_with("too many samples");
      }
      for (uint32_t k = 0; k < track_count; ++k) {
        track[k].x = number();
        track[k].y = number();
        track[k].z = number();
        track[k].yaw = number();
      }
      continue;
    } else if (strcmp(command, "root") == 0) {
      const uint32_t i = clip_number();
      const double from = number();
      const double to = number();
      const TexeletonRootMotion a = texeleton_root_motion_of(&clips[i], track, track_count, from);
      const TexeletonRootMotion b = texeleton_root_motion_of(&clips[i], track, track_count, to);
      print_root(b);
      print_root(texeleton_followed_by(texeleton_inverse(a), b));
    } else if (strcmp(command, "pack") == 0) {
      free(data);
      free(texture);
      if (scanf("%4095s", path) != 1) {
        fail_with("no path");
      }
      data = (uint8_t*)read_file(path, &data_bytes);
      if (scanf("%4095s", path) != 1) {
        fail_with("no path");
      }
      texture = (uint8_t*)read_file(path, &texture_bytes);
      const TexeletonStatus status = texeleton_open(&pack, data, data_bytes, texture, texture_bytes);
      printf("%d %u %u", (int)status, pack.header != NULL ? (unsigned)pack.header->vertex_count : 0u,
             pack.header != NULL ? (unsigned)texeleton_count(&pack, TEXELETON_SOCKETS) : 0u);
    } else if (strcmp(command, "moment") == 0) {
      moment.from.current = whole();
      moment.from.next = whole();
      moment.from.fraction = (float)number();
      moment.to.current = whole();
      moment.to.next = whole();
      moment.to.fraction = (float)number();
      moment.share = (float)number();
      moment.layer = NULL;
      continue;
    } else if (strcmp(command, "layer") == 0) {
      layer.frames.current = whole();
      layer.frames.next = whole();
      layer.frames.fraction = (float)number();
      layer.share = (float)number();
      const uint32_t mask = whole();
      if (mask >= pack.mask_count ||
          texeleton_find_mask(&pack, texeleton_text(&pack, pack.masks[mask].name)) != &pack.masks[mask]) {
        fail_with("no such mask");
      }
      layer.bones = texeleton_mask_bones(&pack, &pack.masks[mask]);
      moment.layer = &layer;
      for (uint32_t b = 0; b < texeleton_count(&pack, TEXELETON_BONES); ++b) {
        printf("%d ", (int)layer.bones[b].anchor);
      }
    } else if (strcmp(command, "vertex") == 0) {
      float p[3];
      float n[3];
      texeleton_decode_vertex(&pack, whole(), &moment, p, n);
      printf("%.9g %.9g %.9g %.9g %.9g %.9g", (double)p[0], (double)p[1], (double)p[2], (double)n[0], (double)n[1],
             (double)n[2]);
    } else if (strcmp(command, "socket") == 0) {
      const TexeletonSocketPose pose = texeleton_socket_pose(&pack, whole(), &moment);
      printf("%.9g %.9g %.9g", (double)pose.position[0], (double)pose.position[1], (double)pose.position[2]);
      for (int axis = 0; axis < 3; ++axis) {
        printf(" %.9g %.9g %.9g", (double)pose.axes[axis][0], (double)pose.axes[axis][1], (double)pose.axes[axis][2]);
      }
      printf(" %.9g %.9g %.9g", (double)pose.scale[0], (double)pose.scale[1], (double)pose.scale[2]);
    } else if (strcmp(command, "damage") == 0) {
      random_state = whole() + 1;
      accepted = 0;
      refused = 0;
      {
        const uint32_t rounds = whole();
        const uint32_t step = whole();
        if (step == 0) {
          fail_with("a step of 0");
        }
        damage(data, data_bytes, texture, texture_bytes, rounds, step);
      }
      printf("%u %u", accepted, refused);
    } else {
      fail_with(command);
    }
    printf("\n");
  }
  free(data);
  free(texture);
  return used == 1e-300 ? 3 : 0;
}
