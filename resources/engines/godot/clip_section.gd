@tool
extends RefCounted
## A part of a clip, played as a clip of its own.

const Clip := preload("clip.gd")
const RootMotion := preload("root_motion.gd")


## From the frame nearest to `from_seconds` to the one nearest to `to_seconds`. Times, events and root motion count from
## its start; its bounds are those of the clip. Once: it shows both of these frames. Looping: the last frame blends into
## the first, in place of the frame at `to_seconds`. Null (and an error) if there is no such part.
static func of(clip: Clip, section_name: String, from_seconds: float, to_seconds: float, loop := false) -> Clip:
	var length := clip.play_length()
	if not (from_seconds >= 0.0 and from_seconds < to_seconds and to_seconds <= length * (1.0 + 1e-6)):
		push_error("Texeleton: a section of \"%s\", which has %s s, cannot be from %s to %s s" % [clip.name, length, from_seconds, to_seconds])
		return null
	var steps := clip.frame_count if clip.loop else clip.frame_count - 1
	var first := roundi(from_seconds / length * steps)
	var end := roundi(to_seconds / length * steps)
	if not loop:
		end = mini(end, clip.frame_count - 1) # The end of a looping clip is its first frame, which is not stored after the last one.
	if end <= first:
		push_error("Texeleton: a section of \"%s\" needs at least one frame's time: %s s" % [clip.name, length / steps])
		return null
	var start := float(first) / steps * length
	var stop := float(end) / steps * length
	var section := Clip.new()
	section.name = section_name
	section.is_section = true
	section.frame_begin = clip.frame_begin + first
	section.frame_count = end - first if loop else end - first + 1
	section.length_seconds = stop - start
	section.loop = loop
	section.bounds = clip.bounds
	for event in clip.events:
		var time: float = event.time_seconds
		if time >= start and (time < stop or (time == stop and not loop)):
			var moved := event.duplicate()
			moved.time_seconds = time - start
			section.events.append(moved)
	if clip.root_track.size() > 0:
		# Within one loop: its end is the last sample, not the first one.
		var once := clip.duplicate() as Clip
		once.loop = false
		for i in range(first, end + 1):
			section.root_track.append_array(RootMotion.between(once, start, float(i) / steps * length))
	return section
