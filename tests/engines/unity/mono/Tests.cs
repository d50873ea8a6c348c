// mono tests.exe VECTORS EXPORT: the run-time against core's test vectors (tests/vectors), and importer, controller and
// crowd on exported characters, with stubs of Unity's API. Writes the crowd's shader inputs to EXPORT/crowd.json. Exit
// code 1 if something differs.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Text;
using UnityEditor;
using UnityEditor.AssetImporters;
using UnityEngine;
using UnityEngine.Rendering;
using Map = System.Collections.Generic.Dictionary<string, object>;
using List = System.Collections.Generic.List<object>;

namespace Texeleton.Tests
{
    public static class Program
    {
        private static int checks;
        private static readonly List<string> failures = new List<string>();
        private static string vectors;
        private static string export;

        public static int Main(string[] arguments)
        {
            vectors = arguments[0];
            export = arguments[1];
            if (arguments.Length > 2) // Only the shader inputs of crowds.
            {
                DrawnCrowd();
                return failures.Count == 0 ? 0 : 1;
            }
            Ticker();
            Crowd();
            Schedule();
            Unheard();
            RootMotions();
            Fades();
            Waiting();
            Queues();
            Sections();
            Allocations();
            LayerRuns();
            foreach (string pack in new[] { "bone-half", "bone-float-folded", "vertex-half", "vertex-float-folded", "bone-uneven", "vertex-uneven" })
            {
                Sockets(pack);
                Layers(pack);
                Import(pack);
            }
            Images();
            FirstClip();
            Classic("classic/bone-half.texunity", false);
            Classic("classic/vertex-half.texunity", true);
            Damaged();
            Inspector();
            DrawnCrowd();
            Canary();
            Check();
            for (int i = 0; i < failures.Count && i < 20; i++)
            {
                Console.Error.WriteLine(failures[i]);
            }
            Console.WriteLine(checks - failures.Count + " passed, " + failures.Count + " failed");
            return failures.Count == 0 && checks > 10000 ? 0 : 1;
        }

        private static Map Read(string file) { return (Map)new Json(File.ReadAllText(Path.Combine(vectors, file))).Value; }

        private static double Num(object o) { return (double)o; }

        private static void That(bool right, string what)
        {
            checks += 1;
            if (!right)
            {
                failures.Add(what);
            }
        }

        private static void Near(double actual, object expected, double tolerance, string what)
        {
            double e = Num(expected);
            That(Math.Abs(actual - e) <= tolerance, what + ": " + actual.ToString("R") + ", expected " + e.ToString("R"));
        }

        private static Clip[] Clips(Map file)
        {
            return Array.ConvertAll(((List)file["clips"]).ToArray(), o => ClipOf((Map)o));
        }

        private static Clip ClipOf(Map m)
        {
            var clip = new Clip
            {
                lengthSeconds = Num(m["lengthSeconds"]), frameCount = (int)Num(m["frameCount"]), loop = (bool)m["loop"],
            };
            if (m.ContainsKey("name"))
            {
                clip.name = (string)m["name"];
                clip.frameBegin = (int)Num(m["frameBegin"]);
                clip.events = Array.ConvertAll(((List)m["events"]).ToArray(), o => new ClipEvent
                {
                    name = (string)((Map)o)["name"], timeSeconds = Num(((Map)o)["timeSeconds"]),
                });
            }
            return clip;
        }

        private static void SameFrames(ClipFrames actual, object expected, double tolerance, string what)
        {
            var e = (List)expected;
            That(actual.current == (int)Num(e[0]) && actual.next == (int)Num(e[1])
                && Math.Abs(actual.fraction - Num(e[2])) <= tolerance,
                what + ": " + actual.current + ", " + actual.next + ", " + actual.fraction + ", expected " + string.Join(", ", e));
        }

        private static void SameEvents(FiredEvents fired, object expected, string what)
        {
            var e = (List)expected;
            int n = 0;
            bool same = true;
            foreach (FiredEvent one in fired)
            {
                same = same && n < e.Count && one.index == (int)Num(((List)e[n])[0]) && one.loop == Num(((List)e[n])[1]);
                n += 1;
            }
            That(same && n == e.Count, what + ": other events");
        }

        private static void Ticker()
        {
            Map file = Read("ticker.json");
            Clip[] clips = Clips(file);
            int number = 0;
            foreach (Map run in (List)file["runs"])
            {
                Clip clip = clips[(int)Num(run["clip"])];
                string what = "ticker run " + number++ + " (" + clip.name + ")";
                var ticker = new AnimationTicker();
                object start = run["startSeconds"];
                SameEvents(ticker.Play(clip, Num(run["speed"]), start == null ? (double?)null : Num(start)), run["firedAtStart"], what);
                SameFrames(ticker.Frames, run["framesAtStart"], 1e-7, what);
                int i = 0;
                foreach (Map step in (List)run["steps"])
                {
                    string at = what + ", step " + i++;
                    if (step.ContainsKey("seek"))
                    {
                        ticker.Seek(Num(step["seek"]));
                    }
                    else if (step.ContainsKey("speed"))
                    {
                        ticker.Speed = Num(step["speed"]);
                    }
                    else
                    {
                        double count = 0;
                        var fired = new FiredEvents();
                        for (double n = step.ContainsKey("times") ? Num(step["times"]) : 1; n > 0; n--)
                        {
                            fired = ticker.Tick(Num(step["tick"]));
                            count += fired.Count;
                        }
                        Near(count, step["firedCount"], 0, at + ", number of events");
                        object which;
                        if (step.TryGetValue("fired", out which) && (((List)which).Count > 0 || count == 0))
                        {
                            SameEvents(fired, which, at);
                        }
                    }
                    Near(ticker.PositionSeconds, step["positionSeconds"], 0, at + ", position");
                    SameFrames(ticker.Frames, step["frames"], 1e-7, at);
                }
            }
        }

        private static void SameRecord(CrowdRecord r, object expected, string what)
        {
            var e = (List)expected;
            That(r.phase == Num(e[0]) && r.stepHigh == Num(e[1]) && r.stepLow == Num(e[2]), what + ": another record");
        }

        private static void Crowd()
        {
            Map file = Read("crowd.json");
            Clip[] clips = Clips(file);
            double rebaseTicks = Num(file["rebaseTicks"]);
            foreach (Map entry in (List)file["records"])
            {
                Clip clip = clips[(int)Num(entry["clip"])];
                double speed = Num(entry["speed"]);
                string what = "crowd record of " + clip.name + ", speed " + speed;
                CrowdRecord record = CrowdClock.Record(clip, speed, Num(entry["startSeconds"]), Num(entry["nowTicks"]));
                SameRecord(record, entry["record"], what);
                double first = 0;
                foreach (Map shown in (List)entry["shown"])
                {
                    CrowdTime time = CrowdTime.At(Num(shown["seconds"]));
                    if (time.ticks - first >= rebaseTicks)
                    {
                        record = CrowdClock.Rebased(record, clip, speed, time.ticks - first);
                        first = time.ticks;
                        SameRecord(record, shown["rebasedTo"], what + ", re-based");
                    }
                    time.ticks -= first;
                    Near(time.ticks, ((List)shown["clock"])[0], 0, what + ", clock");
                    Near(time.rest, ((List)shown["clock"])[1], 0, what + ", rest");
                    SameFrames(CrowdClock.Frames(clip, record, time), shown["frames"], 0, what + " at " + shown["seconds"]);
                }
            }
            foreach (Map fade in (List)file["fades"])
            {
                var clock = (List)fade["clock"];
                var time = new CrowdTime { ticks = Num(clock[0]), rest = (uint)Num(clock[1]) };
                float share = CrowdClock.FadeShare((uint)Num(fade["startTicks"]), (uint)Num(fade["durationTicks"]), time);
                Near(share, fade["share"], 1e-7, "fade");
            }
        }

        private static void Schedule()
        {
            Map file = Read("schedule.json");
            Clip[] clips = Clips(file);
            var scheduler = new EventScheduler();
            int i = 0;
            foreach (Map step in (List)file["steps"])
            {
                if (step.ContainsKey("set"))
                {
                    scheduler.Set((int)Num(step["set"]), clips[(int)Num(step["clip"])], Num(step["speed"]),
                        Num(step["startSeconds"]), Num(step["nowTicks"]), (bool)step["fireAtStart"]);
                }
                else if (step.ContainsKey("remove"))
                {
                    scheduler.Remove((int)Num(step["remove"]));
                }
                else
                {
                    var expected = (List)step["fired"];
                    CrowdEvent e;
                    int n = 0;
                    bool same = true;
                    while (scheduler.Next(Num(step["nowTicks"]), out e))
                    {
                        List x = n < expected.Count ? (List)expected[n] : null;
                        same = same && x != null && e.instance == Num(x[0]) && e.tick == Num(x[1]) && e.fired.index == Num(x[2])
                            && e.fired.loop == Num(x[3]);
                        n += 1;
                    }
                    That(same && n == expected.Count, "schedule, step " + i);
                }
                i += 1;
            }
        }

        /// <summary>Events that came due without a listener are left out; later ones are the same as with
        /// one.</summary>
        private static void Unheard()
        {
            var made = new List<Clip>();
            foreach (bool loops in new[] { true, false })
            {
                var clip = new Clip { name = loops ? "walk" : "hit", frameCount = 30, lengthSeconds = 0.8, loop = loops };
                var times = new[] { 0, 0.21, 0.5, 0.8 };
                clip.events = new ClipEvent[times.Length];
                for (int i = 0; i < times.Length; i++)
                {
                    clip.events[i] = new ClipEvent { name = "e" + i, timeSeconds = times[i] };
                }
                made.Add(clip);
            }
            var speeds = new[] { 1, 0.37, -1, -0.61, 3, 40, -250, 0 };
            long came = 0;
            foreach (double silentTicks in new[] { 307.0, 5800.0, 1024.0 * 3600 })
            {
                var asked = new EventScheduler();
                var passed = new EventScheduler();
                for (int i = 0; i < 2 * speeds.Length; i++)
                {
                    foreach (EventScheduler scheduler in new[] { asked, passed })
                    {
                        scheduler.Set(i, made[i % 2], speeds[i / 2], 0.05 + 0.07 * i, 10 * i);
                    }
                }
                CrowdEvent a, b;
                for (double ticks = 0; ticks <= silentTicks; ticks += silentTicks / 4)
                {
                    while (asked.Next(ticks, out a)) { }
                    passed.Pass(ticks);
                }
                bool same = true;
                for (double ticks = silentTicks; ticks < silentTicks + 3000; ticks += 17)
                {
                    bool more = true;
                    while (more)
                    {
                        more = asked.Next(ticks, out a);
                        same = same && more == passed.Next(ticks, out b) && a.instance == b.instance && a.tick == b.tick
                            && a.fired.index == b.fired.index && a.fired.loop == b.fired.loop;
                        came += more ? 1 : 0;
                    }
                }
                That(same, "events after " + silentTicks + " ticks in which nobody listened");
            }
            That(came > 300, "events come again");

            // A crowd needs events if there is a listener, and fires none that are over.
            var state = new CrowdState(made.ToArray());
            state.Resize(1);
            state.Play(0, 0, 1, 0.05, 0, true);
            state.Advance(10);
            int heard = 0;
            Action<CrowdEvent> listener = fired => heard += 1;
            state.OnEvent += listener;
            state.Advance(0);
            That(heard == 0, "no event of before is given late");
            state.Advance(0.8);
            That(heard == 4, "then all of a round come: " + heard);
            state.OnEvent -= listener;
            state.Advance(0.8);
            That(heard == 4, "nobody hears again");
        }

        private static void SameRoot(RootMotion r, object expected, double close, string what)
        {
            var e = (List)expected;
            Near(r.x, e[0], close, what);
            Near(r.y, e[1], close, what);
            Near(r.z, e[2], close, what);
            Near(r.yawRadians, e[3], close, what);
        }

        private static void RootMotions()
        {
            foreach (Map entry in (List)Read("root-motion.json")["cases"])
            {
                Clip clip = ClipOf(entry);
                double[][] track = Array.ConvertAll(((List)entry["track"]).ToArray(),
                    o => Array.ConvertAll(((List)o).ToArray(), Num));
                clip.rootMotion = new RootTrack
                {
                    x = Array.ConvertAll(track, t => t[0]), y = Array.ConvertAll(track, t => t[1]),
                    z = Array.ConvertAll(track, t => t[2]), yawRadians = Array.ConvertAll(track, t => t[3]),
                };
                foreach (Map at in (List)entry["at"])
                {
                    double close = 1;
                    foreach (object o in (List)at["sample"]) { close = Math.Max(close, Math.Abs(Num(o))); }
                    foreach (object o in (List)at["step"]) { close = Math.Max(close, Math.Abs(Num(o))); }
                    double seconds = Num(at["seconds"]);
                    SameRoot(RootMotion.At(clip, seconds), at["sample"], 1e-9 * close, "root motion at " + seconds);
                    SameRoot(RootMotion.Between(clip, Num(at["fromSeconds"]), seconds), at["step"], 1e-9 * close, "root step");
                }
            }
        }

        private static Clip MadeClip(string name, int begin, bool loop)
        {
            return new Clip
            {
                name = name, frameBegin = begin, frameCount = 10, lengthSeconds = 1, loop = loop,
                events = new[] { new ClipEvent { name = name + " half", timeSeconds = 0.5 } },
            };
        }

        /// <summary>One object: weights, and a clip that waits for the end of a fade.</summary>
        private static void Fades()
        {
            Clip a = MadeClip("a", 0, true), b = MadeClip("b", 10, true), c = MadeClip("c", 20, false);
            var player = new ClipPlayer();
            var fired = new List<string>();
            player.OnEvent += e => fired.Add(e.name);
            player.Play(a);
            player.Advance(0.25);
            player.Play(b, 1, null, 0.4);
            player.Advance(0.1);
            That(Math.Abs(player.Share - 0.25f) < 1e-6 && player.Moment.from.current == 3 && player.Moment.to.current == 11, "fade");
            player.Play(c, 1, null, 0.2); // Waits until the fade has ended.
            That(player.Ticker.Clip == b, "a clip with a fade waits");
            player.Advance(0.4);
            That(player.Ticker.Clip == c && Math.Abs(player.Ticker.PositionSeconds - 0.1) < 1e-9
                && Math.Abs(player.Share - 0.5f) < 1e-6, "and starts when the fade has ended, in the middle of a step");
            player.Play(a);
            That(player.Ticker.Clip == a && !player.IsFading, "one without a fade cuts in");
            player.Advance(0.75);
            That(string.Join(",", fired) == "a half", "events of what comes in alone: " + string.Join(",", fired));
        }

        /// <summary>The same for a crowd, in ticks, with events from the tick at which the clip starts.</summary>
        private static void Waiting()
        {
            Clip a = MadeClip("a", 0, true), b = MadeClip("b", 10, true), c = MadeClip("c", 20, true);
            c.events = new[] { new ClipEvent { name = "c start", timeSeconds = 0 } };
            var state = new CrowdState(new[] { a, b, c });
            var fired = new List<string>();
            state.OnEvent += e => fired.Add(e.name + "@" + e.tick);
            state.Resize(2);
            state.Advance(0.5);
            state.Play(1, 1, 1, null, 0.5, true);
            state.Advance(0.25);
            Moment m = state.MomentOf(1);
            That(m.share == 0.5f && m.from.current == 7 && m.to.current == 12, "share of a crowd's fade");
            state.Play(1, 2, 1, null, 0.5, true);
            state.Play(1, 2, 1, null, 0.25, true);
            That(state.MomentOf(1).to.current == 12, "waits");
            state.Advance(0.375);
            m = state.MomentOf(1);
            That(m.share == 0.5f && m.to.current == 21 && m.from.current == 16, "starts at the end of the fade, the last one: " + m.to.current);
            That(string.Join(",", fired) == "b half@1024,c start@1024", "events: " + string.Join(",", fired));
            // For days, through several re-basings: against a player that was restarted.
            double total = 1.125;
            for (int i = 0; i < 400; i++)
            {
                state.Advance(10800.0078125);
                total += 10800.0078125;
            }
            // The clip began at 1 s and lasts 1 s: its position is the fraction of the clock.
            double position = (total - 1) % 1.0;
            ClipFrames frames = state.MomentOf(1).to;
            That(frames.current == 20 + (int)(position * 10) && Math.Abs(frames.fraction - (position * 10) % 1.0) < 1e-3,
                "after 50 days: " + frames.current + " " + frames.fraction + " at " + position);
        }

        /// <summary>A player of clips by name, with the same interface for a crowd's state and for players.</summary>
        private sealed class Player
        {
            public Action<int, string, double, double?> Play;
            public Action<int, string, double, double> Queue; // Speed, fade.
            public Action<int> Clear;
            public Action<double> Advance;
            public Func<int, bool> Finished;
            public Func<int, string> ClipOf;
            public Func<int, double> Seconds;
        }

        private static Player StateOf(Clip[] clips, List<string> told)
        {
            var state = new CrowdState(clips);
            state.OnEvent += e => told.Add(e.instance + " " + clips[state.ClipOf(e.instance)].name + " " + e.name);
            state.OnFinished += e => told.Add(e.instance + " " + e.clip + " ended");
            state.Resize(3);
            Func<string, int> number = name => Array.FindIndex(clips, c => c.name == name);
            return new Player
            {
                Play = (i, name, speed, start) => state.Play(i, number(name), speed, start, 0, true),
                Queue = (i, name, speed, fade) => state.Queue(i, number(name), speed, null, fade, true),
                Clear = i => state.ClearQueue(i), Advance = seconds => state.Advance(seconds),
                Finished = i => state.IsFinished(i), ClipOf = i => clips[state.ClipOf(i)].name,
                Seconds = i => state.IsFinished(i) ? 0 : state.PositionSeconds(i),
            };
        }

        private static Player PlayersOf(Clip[] clips, List<string> told)
        {
            var players = new[] { new ClipPlayer(), new ClipPlayer(), new ClipPlayer() };
            for (int i = 0; i < players.Length; i++)
            {
                int n = i;
                players[n].OnEvent += e => told.Add(n + " " + players[n].Ticker.Clip.name + " " + e.name);
                players[n].OnFinished += clip => told.Add(n + " " + clip.name + " ended");
            }
            Func<string, Clip> named = name => Array.Find(clips, c => c.name == name);
            return new Player
            {
                Play = (i, name, speed, start) => players[i].Play(named(name), speed, start),
                Queue = (i, name, speed, fade) => players[i].Queue(named(name), speed, null, fade),
                Clear = i => players[i].ClearQueue(), Advance = seconds => Array.ForEach(players, p => p.Advance(seconds)),
                Finished = i => players[i].IsFinished, ClipOf = i => players[i].Ticker.Clip.name,
                Seconds = i => players[i].IsFinished ? 0 : players[i].Ticker.PositionSeconds,
            };
        }

        private static Clip EndingClip(string name, double length, bool loop)
        {
            var times = length > 0 ? new[] { 0, 0.2, 0.5 } : new double[0];
            return new Clip
            {
                name = name, lengthSeconds = length, loop = loop, frameCount = length > 0 ? 16 : 1,
                events = Array.ConvertAll(times, t => new ClipEvent { name = "e" + t.ToString(CultureInfo.InvariantCulture), timeSeconds = t }),
            };
        }

        /// <summary>Ends are reported once, queued clips begin at the time of the end, for any division of time: the
        /// same inputs and results as in tests/engines/web/run_state.mjs.</summary>
        private static void Queues()
        {
            var clips = new[] { EndingClip("idle", 0.5, true), EndingClip("hit", 0.5, false), EndingClip("jump", 0.75, false), EndingClip("pose", 0, false) };
            string before = null; // Equal for both.
            foreach (bool crowd in new[] { true, false })
            {
                string kind = crowd ? "a crowd's state: " : "players: ";
                Func<List<string>, Player> make = list => crowd ? StateOf(clips, list) : PlayersOf(clips, list);
                foreach (double step in new[] { 1.0 / 64, 1.0 / 8, 4 })
                {
                    var told = new List<string>();
                    Player player = make(told);
                    told.Clear();
                    player.Play(0, "hit", 1, null);
                    player.Queue(0, "jump", 1, 0);
                    player.Queue(0, "idle", 1, 0.25);
                    player.Play(1, "idle", 1, 0.125);
                    player.Queue(1, "hit", -1, 0);
                    player.Play(2, "hit", 0, null);
                    player.Queue(2, "jump", 1, 0);
                    for (double t = 0; t < 4; t += step)
                    {
                        player.Advance(step);
                    }
                    Func<int, string> of = i => string.Join("; ", told.FindAll(text => text.StartsWith(i + " ")));
                    string last = "";
                    for (int i = 0; i < 3; i++)
                    {
                        last += player.ClipOf(i) + " " + player.Seconds(i).ToString("0.00", CultureInfo.InvariantCulture) + " " + player.Finished(i) + "; ";
                    }
                    That(last == "idle 2.75 False; hit 0.00 True; hit 0.00 False; ", kind + "each clip begins when the one before has ended, steps of "
                        + step + ": " + last);
                    That(of(0).StartsWith("0 hit e0; 0 hit e0.2; 0 hit e0.5; 0 hit ended; 0 jump e0; 0 jump e0.2; 0 jump e0.5; 0 jump ended; 0 idle e0"),
                        kind + "an end is told once, after its events: " + of(0));
                    That(of(1).Contains("1 idle e0.2; 1 idle e0.5; ") && of(1).EndsWith("1 hit e0.5; 1 hit e0.2; 1 hit e0; 1 hit ended"),
                        kind + "a loop is played to its end: " + of(1));
                    That(of(2) == "2 hit e0", kind + "what stands still never ends: " + of(2));
                    string all = of(0) + of(1) + of(2);
                    That(before == null || all == before, kind + "the same however time is cut up: " + all + " and " + before);
                    before = all;
                }
                var list2 = new List<string>();
                Player other = make(list2);
                other.Play(0, "hit", 1, null);
                other.Queue(0, "jump", 1, 0);
                other.Clear(0);
                other.Play(1, "hit", 1, null);
                other.Queue(1, "jump", 1, 0);
                other.Play(1, "hit", 1, null);
                other.Play(2, "pose", 1, null);
                other.Queue(2, "hit", 1, 0);
                other.Advance(0.75);
                That(other.ClipOf(0) == "hit" && other.Finished(0) && other.ClipOf(1) == "hit", kind + "clearing a queue, and another Play, forget it");
                That(other.ClipOf(2) == "hit" && list2.Contains("2 pose ended"), kind + "a clip without length ends at once: " + string.Join("; ", list2));
                other.Queue(0, "idle", 1, 0);
                That(other.ClipOf(0) == "idle" && other.Seconds(0) == 0 && !other.Finished(0), kind + "behind a clip that has ended, one begins now");
                other.Advance(1);
                That(list2.FindAll(text => text == "1 hit ended").Count == 1, kind + "ends are told once");
            }
            // Layers end with their clip, held ones too.
            var ends = new List<string>();
            var layered = new CrowdState(clips, 1);
            layered.OnFinished += e => ends.Add(e.instance + " " + e.layer + " " + e.clip + " " + e.tick);
            layered.Resize(2);
            layered.PlayLayer(0, 1, 0, 1, null, 0, true, true);
            layered.PlayLayer(1, 1, 0, 1, null, 0.125, false, true);
            for (int i = 0; i < 16; i++)
            {
                layered.Advance(1.0 / 16);
            }
            That(string.Join(",", ends) == "0 True hit 512,1 True hit 512" && layered.LayerClipOf(0) == 1 && layered.LayerClipOf(1) == -1,
                "ends of layers: " + string.Join(",", ends));
            // Call-backs that play another clip each time, or shrink the crowd, do not stall the step.
            int calls = 0;
            var busy = new CrowdState(clips);
            busy.Resize(2);
            busy.OnFinished += e =>
            {
                calls += 1;
                busy.Play(0, 3, 1, null, 0, true);
                busy.Resize(1);
            };
            busy.Play(0, 3, 1, null, 0, true);
            busy.Play(1, 3, 1, null, 0, true);
            busy.Advance(1);
            That(calls >= 1 && calls <= 2 && busy.Count == 1, "what a call-back plays ends in the next step: " + calls);
            int first, changed;
            That(busy.TakeChanged(out first, out changed) && first == 0 && changed == 1, "what changed is among those that are left");
        }

        /// <summary>A section shows the frames of its clip, fires its events and has its root motion.</summary>
        private static void Sections()
        {
            var walk = new Clip
            {
                name = "walk", frameBegin = 10, frameCount = 4, lengthSeconds = 1, loop = true,
                events = Array.ConvertAll(new[] { 0, 0.25, 0.4, 0.5, 0.75 }, t => new ClipEvent { name = "e", timeSeconds = t }),
                rootMotion = new RootTrack
                {
                    x = new[] { 0, 0.1, 0.5, 0.4, 1 }, y = new double[5], z = new[] { 0, 1, 1.5, 2, 2.5 }, yawRadians = new[] { 0, 0.3, 0.9, 1, 1.2 },
                },
            };
            var asset = new TexeletonAsset { clips = new[] { walk } };
            Clip part = asset.AddSection("part", "walk", 0.25, 0.75), loop = asset.AddSection("loop", "walk", 0.26, 0.74, true);
            That(part.frameBegin == 11 && part.frameCount == 3 && loop.frameCount == 2 && !part.loop && loop.loop, "frames of a section");
            That(string.Join(",", Array.ConvertAll(part.events, e => e.timeSeconds.ToString("0.00", CultureInfo.InvariantCulture))) == "0.00,0.15,0.25,0.50"
                && loop.events.Length == 3, "events of a section");
            for (double t = 0; t <= 0.5; t += 0.05)
            {
                ClipFrames a = part.Sample(t), b = walk.Sample(0.25 + t);
                That(Math.Abs(a.current + a.fraction - b.current - b.fraction) < 1e-5, "a section shows its clip: " + t);
                // Its end position, in the space of the section's start.
                RootMotion to = RootMotion.At(walk, 0.25).FollowedBy(RootMotion.At(part, t)), wanted = RootMotion.At(walk, 0.25 + t);
                That(Math.Abs(to.x - wanted.x) < 1e-12 && Math.Abs(to.z - wanted.z) < 1e-12 && Math.Abs(to.yawRadians - wanted.yawRadians) < 1e-12,
                    "the way of a section: " + t);
            }
            asset.AddSection("part", "walk", 0, 0.5);
            That(asset.clips.Length == 3 && asset.clips[1].frameBegin == 10, "a section is replaced");
            foreach (double[] times in new[] { new[] { -0.1, 0.5 }, new[] { 0.5, 0.5 }, new[] { 0.5, 1.2 }, new[] { 0.5, 0.55 }, new[] { double.NaN, 1 } })
            {
                string said = "";
                try
                {
                    asset.AddSection("no", "walk", times[0], times[1]);
                }
                catch (ArgumentException e)
                {
                    said = e.Message;
                }
                That(said.Contains("section") && said.Contains("walk"), "no section from " + times[0] + " to " + times[1] + ": " + said);
            }
        }

        private static void Allocations()
        {
            Clip clip = MadeClip("a", 0, true);
            var ticker = new AnimationTicker();
            ticker.Play(clip);
            int events = 0;
            long before = 0;
            for (int i = 0; i < 200000; i++)
            {
                if (i == 1000)
                {
                    before = GC.CollectionCount(0);
                }
                foreach (FiredEvent e in ticker.Tick(0.016)) { events += 1; }
                events += ticker.Frames.current > 100 ? 1 : 0;
            }
            That(GC.CollectionCount(0) == before, "ticking allocates");
            That(events == 3200, "events of a long play: " + events);
        }

        private static TexUnityFile Export(string name) { return TexUnityFile.Parse(File.ReadAllBytes(Path.Combine(export, name))); }

        private static Moment MomentOf(Map shown)
        {
            if (shown.ContainsKey("frames"))
            {
                return new Moment(FramesOf(shown["frames"]));
            }
            return new Moment(FramesOf(shown["from"]), FramesOf(shown["to"]), (float)Num(shown["share"]));
        }

        private static ClipFrames FramesOf(object o)
        {
            var l = (List)o;
            return new ClipFrames((int)Num(l[0]), (int)Num(l[1]), (float)Num(l[2]));
        }

        /// <summary>Sockets and positions of an export, in Unity's space, against what core decoded in the pack's.</summary>
        private static void Sockets(string pack)
        {
            TexUnityFile file = Export(pack + ".texunity");
            var reference = new PoseReference(file);
            float[] matrices = file.Floats(file.header.socketMatrices);
            var entries = new List();
            entries.AddRange((List)Read("decoded.json")["packs"]);
            entries.AddRange((List)Read("uneven.json")["packs"]);
            foreach (Map entry in entries)
            {
                if ((string)entry["pack"] != pack + ".texpack")
                {
                    continue;
                }
                var all = new List();
                all.AddRange((List)entry["shown"]);
                all.AddRange((List)entry["fades"]);
                foreach (Map shown in all)
                {
                    Moment moment = FrameTable.Stored(file.Floats(file.header.frameTable), MomentOf(shown));
                    SameSockets(file, matrices, moment, shown, pack, 1);
                    foreach (Map expected in (List)shown["vertices"])
                    {
                        double[] at = reference.PositionAt((int)Num(expected["vertex"]), moment);
                        var position = (List)expected["position"];
                        // Weights are stored in 16 bits.
                        Near(-at[0], position[0], 1e-4, pack + ", x");
                        Near(at[1], position[1], 1e-4, pack + ", y");
                        Near(at[2], position[2], 1e-4, pack + ", z");
                    }
                }
            }
        }

        /// <summary>Sockets at a moment of stored frames; `loose`: a layer's inverse propagates rounding.</summary>
        private static void SameSockets(TexUnityFile file, float[] matrices, Moment moment, Map shown, string pack, double loose)
        {
            int i = 0;
            foreach (Map expected in (List)shown["sockets"])
            {
                SocketPose p = SocketPose.At(file.header.sockets, matrices, i++, moment, file.header.masks, file.header.layerBones);
                var position = (List)expected["position"];
                Near(-p.px, position[0], 2e-5 * loose, pack + ", socket x");
                Near(p.py, position[1], 2e-5 * loose, pack + ", socket y");
                Near(p.pz, position[2], 2e-5 * loose, pack + ", socket z");
                // Mirrored in X, a rotation has y and z negated.
                var r = (List)expected["rotation"];
                double dot = p.qx * Num(r[0]) - p.qy * Num(r[1]) - p.qz * Num(r[2]) + p.qw * Num(r[3]);
                Near(Math.Abs(dot), 1.0, 1e-6 * loose, pack + ", socket rotation");
                var scale = (List)expected["scale"];
                Near(p.sx, scale[0], 2e-5 * loose, pack + ", socket scale");
                Near(p.sz, scale[2], 2e-5 * loose, pack + ", socket scale");
            }
        }

        /// <summary>Sockets under layers, and the masks of an export.</summary>
        private static void Layers(string pack)
        {
            TexUnityFile file = Export(pack + ".texunity");
            float[] matrices = file.Floats(file.header.socketMatrices);
            float[] table = file.Floats(file.header.frameTable);
            That((pack.Contains("uneven")) == (table.Length > 0), pack + ": frame table");
            int shownMasks = 0;
            foreach (Map entry in (List)Read("layers.json")["packs"])
            {
                if ((string)entry["pack"] != pack + ".texpack")
                {
                    continue;
                }
                int number = 0;
                foreach (Map mask in (List)entry["masks"])
                {
                    BoneMask made = file.header.masks[number];
                    That(made.name == (string)mask["name"], pack + ": mask " + made.name);
                    var anchors = (List)mask["anchors"];
                    for (int bone = 0; bone < anchors.Count; bone++)
                    {
                        That(made.anchors[bone] == (int)Num(anchors[bone]), pack + ": anchor of bone " + bone);
                    }
                    foreach (Map shown in (List)mask["shown"])
                    {
                        var moment = new Moment(FramesOf(shown["base"]));
                        moment.over = FramesOf(shown["layer"]);
                        moment.overShare = (float)Num(shown["share"]);
                        moment.mask = number;
                        SameSockets(file, matrices, FrameTable.Stored(table, moment), shown, pack + ", mask " + made.name, 5);
                    }
                    number += 1;
                    shownMasks += 1;
                }
            }
            That(shownMasks == (file.header.mode == "bone" ? 2 : 0), pack + ": masks");
        }

        /// <summary>The fading of layers, and their events.</summary>
        private static void LayerRuns()
        {
            Map file = Read("layers.json");
            Clip[] clips = Clips(file);
            int run = 0;
            foreach (Map one in (List)file["runs"])
            {
                var state = new CrowdState(clips, 1);
                var fired = new List<string>();
                state.OnEvent += e => fired.Add((e.layer ? 1 : 0) + " " + e.tick + " " + e.fired.index + " " + e.fired.loop);
                state.Resize(1);
                int number = 0;
                foreach (Map step in (List)one["steps"])
                {
                    string what = "layers, run " + run + ", step " + number++;
                    if (step.ContainsKey("play"))
                    {
                        var play = (Map)step["play"];
                        state.Play(0, (int)Num(play["clip"]), Num(play["speed"]), null, 0, true);
                    }
                    else if (step.ContainsKey("playLayer"))
                    {
                        var play = (Map)step["playLayer"];
                        double? start = play.ContainsKey("startSeconds") ? Num(play["startSeconds"]) : (double?)null;
                        state.PlayLayer(0, (int)Num(play["clip"]), 0, Num(play["speed"]), start, Num(play["fadeSeconds"]), (bool)play["hold"], true);
                    }
                    else if (step.ContainsKey("stopLayer"))
                    {
                        state.StopLayer(0, Num(step["stopLayer"]));
                    }
                    else
                    {
                        fired.Clear();
                        state.Advance(Num(step["update"]));
                        var expected = new List<string>();
                        foreach (List e in (List)step["fired"])
                        {
                            expected.Add(Num(e[0]) + " " + Num(e[1]) + " " + Num(e[2]) + " " + Num(e[3]));
                        }
                        That(string.Join(", ", fired) == string.Join(", ", expected), what + ", events: " + string.Join(", ", fired)
                            + "; expected " + string.Join(", ", expected));
                        Moment moment = state.MomentOf(0);
                        That((state.LayerClipOf(0) >= 0) == (step["layer"] != null), what + ": has a layer");
                        if (step["layer"] != null)
                        {
                            var layer = (Map)step["layer"];
                            Near(moment.overShare, layer["share"], 1e-6, what + ", share");
                            SameFrames(moment.over, layer["frames"], 1e-7, what + ", frames");
                        }
                        else
                        {
                            That(moment.overShare == 0, what + ": no share");
                        }
                    }
                }
                run += 1;
            }
            That(run > 3, "runs of layers");
        }

        private static AssetImportContext Imported(string file, BuildTarget target = BuildTarget.StandaloneWindows64)
        {
            // From the package's .meta files.
            foreach (string meta in Directory.GetFiles(Path.Combine(export, "com.texeleton.runtime"), "*.meta", SearchOption.AllDirectories))
            {
                string guid = File.ReadAllLines(meta)[1].Substring("guid: ".Length);
                string path = meta.Substring(0, meta.Length - ".meta".Length);
                AssetDatabase.paths[guid] = path;
                if (path.EndsWith(".shader"))
                {
                    AssetDatabase.assets[path] = new UnityEngine.Object[] { new Shader { name = "Texeleton/Lit" } };
                }
                if (path.EndsWith(".compute"))
                {
                    AssetDatabase.assets[path] = new UnityEngine.Object[] { new ComputeShader { name = path } };
                }
            }
            var context = new AssetImportContext { assetPath = Path.Combine(export, file), selectedBuildTarget = target };
            new TexUnityImporter().OnImportAsset(context);
            return context;
        }

        private static void Import(string pack)
        {
            AssetImportContext context = Imported(pack + ".texunity");
            That(context.problems.Count == 0, pack + ": " + string.Join("; ", context.problems));
            TexUnityFile file = Export(pack + ".texunity");
            TexUnityFile.Header h = file.header;
            var asset = (TexeletonAsset)context.objects["asset"];
            Texture2D texture = asset.animationTexture;
            That(texture.format == (h.texture.pixelFormat == "rgba32f" ? TextureFormat.RGBAFloat : TextureFormat.RGBAHalf)
                && !texture.isDataSRGB && texture.mipmapCount == 1 && texture.filterMode == FilterMode.Point, pack + ": texture settings");
            That(texture.raw.Length == h.texture.bytes && !texture.isReadable, pack + ": texels");
            Mesh mesh = asset.mesh;
            That(mesh.isReadable && mesh.vertexBytes.Length == h.vertices.bytes, pack + ": vertices");
            foreach (object index in mesh.indexData)
            {
                That(Convert.ToInt64(index) < h.vertices.count, pack + ": index");
            }
            That(asset.clips.Length == 2 && asset.clips[0].loop && asset.sockets.Length == 2, pack + ": clips and sockets");
            var material = (Material)context.objects["material 0"];
            That(material.keywords.Contains("TEXELETON_VERTEX") == (h.mode == "vertex"), pack + ": keyword");
            var layout = (Vector4)material.values["_TexeletonLayout"];
            That(layout.x == h.texture.width && layout.y == h.texture.rowsPerFrame, pack + ": layout");
            var prefab = (GameObject)context.mainObject;
            var controller = prefab.components.Find(c => c is GPUAnimationController) as GPUAnimationController;
            That(controller != null && controller.Asset == asset, pack + ": prefab");
            Controller(pack, prefab, controller, asset);
        }

        /// <summary>Images by their purpose: compressed with mip maps, except those that blocks would damage. Light
        /// above 1.</summary>
        private static void Images()
        {
            var wanted = new Dictionary<BuildTarget, string>
            {
                { BuildTarget.StandaloneWindows64, "palette BC7, bumps BC5, dots RGBA32, odd RGBA32, rough BC7" },
                { BuildTarget.Android, "palette ASTC_6x6, bumps ASTC_4x4, dots RGBA32, odd ASTC_6x6, rough ASTC_6x6" },
                { BuildTarget.WebGL, "palette DXT5, bumps RGBA32, dots RGBA32, odd RGBA32, rough DXT5" },
            };
            foreach (KeyValuePair<BuildTarget, string> pair in wanted)
            {
                AssetImportContext context = Imported("painted.texunity", pair.Key);
                That(context.problems.Count == 0, "painted: " + string.Join("; ", context.problems));
                var found = new Dictionary<string, Texture2D>();
                foreach (KeyValuePair<string, UnityEngine.Object> part in context.objects)
                {
                    if (part.Key.StartsWith("image "))
                    {
                        found[part.Value.name] = (Texture2D)part.Value;
                    }
                }
                foreach (string each in pair.Value.Split(new[] { ", " }, StringSplitOptions.None))
                {
                    string[] words = each.Split(' ');
                    Texture2D image = found.ContainsKey(words[0]) ? found[words[0]] : null;
                    That(image != null && image.format.ToString() == words[1] && image.mipmapCount > 1 && !image.isReadable
                        && image.isDataSRGB == (words[0] != "bumps" && words[0] != "rough"),
                        pair.Key + ": " + each + ", not " + (image == null ? "nothing" : image.format + ", " + image.isDataSRGB));
                }
                var asset = (TexeletonAsset)context.objects["asset"];
                That(asset.animationTexture.format == TextureFormat.RGBAHalf && asset.animationTexture.mipmapCount == 1, "the animation texture is never compressed");
                var glow = (Color)((Material)context.objects["material 0"]).values["_EmissionColor"];
                That(glow.r == 6 && glow.g == 3 && glow.b == 0, "light: " + glow.r + " " + glow.g + " " + glow.b);
            }
        }

        /// <summary>The first clip moves: a static pose that comes first is not chosen.</summary>
        private static void FirstClip()
        {
            AssetImportContext context = Imported("pose-first.texunity");
            var asset = (TexeletonAsset)context.objects["asset"];
            That(Clip.FirstMoving(asset.clips) == 1 && Clip.FirstMoving(new[] { asset.clips[0] }) == 0, "the first clip that moves");
            var prefab = (GameObject)context.mainObject;
            var controller = (GPUAnimationController)prefab.components.Find(c => c is GPUAnimationController);
            Call(controller, "Awake");
            Time.deltaTime = 0.125f;
            Call(controller, "Update");
            ClipFrames shown = asset.clips[1].Sample(0.125);
            That(controller.Moment.to.current == shown.current, "the prefab plays it");
            var state = new CrowdState(asset.clips);
            state.Resize(1);
            That(state.ClipOf(0) == 1, "a crowd plays it");
            var material = (Material)context.objects["material 0"];
            That(((Vector4)material.values["_TexeletonFrom"]).x == asset.clips[1].frameBegin, "and its first frame is shown in the editor");
        }

        private static void Call(object o, string method)
        {
            o.GetType().GetMethod(method, BindingFlags.NonPublic | BindingFlags.Instance).Invoke(o, null);
        }

        private static void Controller(string pack, GameObject prefab, GPUAnimationController controller, TexeletonAsset asset)
        {
            Call(controller, "Awake");
            var block = ((MeshRenderer)prefab.components.Find(c => c is MeshRenderer)).block;
            var names = new List<string>();
            controller.OnEvent += e => names.Add(e.name);
            controller.Play(asset.clips[1].name, 1, null, 0.5f);
            Time.deltaTime = 0.125f;
            Call(controller, "Update");
            var from = (Vector4)block.values["_TexeletonFrom"];
            var to = (Vector4)block.values["_TexeletonTo"];
            ClipFrames a = FrameTable.Stored(asset.frameTable, asset.clips[0].Sample(0.125));
            ClipFrames b = FrameTable.Stored(asset.frameTable, asset.clips[1].Sample(0.125));
            That(from.x == a.current && from.y == a.next && Math.Abs(from.z - a.fraction) < 1e-6 && Math.Abs(from.w - 0.25f) < 1e-6
                && to.x == b.current && to.z == b.fraction, pack + ": what the renderer is given: " + from + "; " + to);
            That(((Vector4)block.values["_TexeletonFromBefore"]).w == 0, pack + ": the moment before");
            Call(controller, "Update");
            That(((Vector4)block.values["_TexeletonFromBefore"]).w == 0.25f, pack + ": the moment before, later");
            try
            {
                controller.Play("no such clip");
                That(false, "a clip that is not there");
            }
            catch (ArgumentException e)
            {
                That(e.Message.Contains(asset.clips[0].name), "the message names those that are there: " + e.Message);
            }
            controller.SetAnimation(0).Tick(0.1f);
            That(controller.AnimTicker.AnimIndex == 0, "the classic way of playing");
        }

        private sealed class GPUAnimationData : ScriptableObject
        {
            public enum Modes { Vertex = 1, Transform = 2 }
            public struct AnimationEvent { public float keyFrame; public string identity; }
            public struct Clips { public string Name; public int FrameBegin, FrameCount; public bool Loop; public float Length, FrameRate; public AnimationEvent[] Events; }
            public struct Exposed { public string Name; public int Index; public Vector3 Position, Direction; }
            public Modes BakedMode;
            public Mesh BakedMesh;
            public Texture2D BakeTexture;
            public Clips[] AnimationClips;
            public Exposed[] ExposeTransforms;
        }

        private static void Classic(string name, bool vertex)
        {
            AssetImportContext context = Imported(name);
            That(context.problems.Count == 0, name + ": " + string.Join("; ", context.problems));
            var asset = (TexeletonAsset)context.objects["asset"];
            That(asset.classic && asset.animationTexture.isReadable && asset.animationTexture.format == TextureFormat.RGBAHalf, name);
            var data = new GPUAnimationData();
            ClassicDataSet.Fill(data, asset);
            That(data.BakedMode == (vertex ? GPUAnimationData.Modes.Vertex : GPUAnimationData.Modes.Transform)
                && data.BakedMesh == asset.mesh && data.BakeTexture == asset.animationTexture, name + ": data");
            That(data.AnimationClips.Length == 2 && data.AnimationClips[1].FrameBegin == asset.clips[1].frameBegin
                && data.AnimationClips[1].Name == asset.clips[1].name && data.AnimationClips[0].Loop, name + ": clips");
            That(data.ExposeTransforms.Length == 2 && data.ExposeTransforms[1].Name == asset.sockets[1].name, name + ": sockets");
        }

        /// <summary>A character in the inspector: its clips, one selected, and a preview that plays and
        /// fades.</summary>
        private static void Inspector()
        {
            var asset = (TexeletonAsset)Imported("bone-half.texunity").objects["asset"];
            var editor = new TexeletonAssetEditor { target = asset };
            GUILayout.shown.Clear();
            editor.OnInspectorGUI();
            string shown = string.Join("\n", GUILayout.shown);
            foreach (Clip clip in asset.clips)
            {
                That(shown.Contains(" " + clip.name + "   ") && shown.Contains(clip.frameCount + " frames"), "the inspector lists " + clip.name + ": " + shown);
            }
            That(shown.Contains("(x) " + asset.clips[0].name) && shown.Contains("Sockets: " + asset.sockets[0].name + ", "), "the inspector's first clip, and sockets");
            That(editor.HasPreviewGUI() && editor.RequiresConstantRepaint(), "a preview that plays");
            Event.current = new Event { type = EventType.Repaint };
            EditorApplication.now = 10;
            editor.OnPreviewGUI(new Rect(), new GUIStyle());
            Clip first = asset.clips[0], second = asset.clips[1];
            int parts = asset.levels[0].materials.Length;
            That(PreviewRenderUtility.drawn.Count == parts && PreviewRenderUtility.drawn[0].StartsWith(
                asset.levels[0].firstSubMesh + " " + first.frameBegin + " ") && GUI.drawn != null, "the preview begins: " + PreviewRenderUtility.drawn[0]);
            EditorApplication.now += 0.3;
            editor.OnPreviewGUI(new Rect(), new GUIStyle());
            That(PreviewRenderUtility.drawn[0].StartsWith(asset.levels[0].firstSubMesh + " " + first.Sample(0.3).current + " "), "it goes on: " + PreviewRenderUtility.drawn[0]);
            GUILayout.pressed = second.name;
            editor.OnInspectorGUI();
            GUILayout.pressed = null;
            EditorApplication.now += 0.05;
            editor.OnPreviewGUI(new Rect(), new GUIStyle());
            string expected = asset.levels[0].firstSubMesh + " " + first.Sample(0.35).current + " " + first.Sample(0.35).next + " 0.25 to "
                + second.Sample(0.05).current + " " + second.Sample(0.05).next;
            That(PreviewRenderUtility.drawn[0] == expected, "the other clip fades in: " + PreviewRenderUtility.drawn[0] + ", not " + expected);
            GUILayout.shown.Clear();
            editor.OnInspectorGUI();
            That(GUILayout.shown.Exists(line => line.StartsWith("(x) " + second.name)), "and is the chosen one");
            Call(editor, "OnDisable");
            That(PreviewRenderUtility.alive == 0, "nothing of the preview is left");
        }

        /// <summary>Truncated files, files of another kind or of a later version are rejected with a message.</summary>
        private static void Damaged()
        {
            byte[] whole = File.ReadAllBytes(Path.Combine(export, "bone-half.texunity"));
            var wrong = new List<byte[]> { new byte[0], new byte[40], (byte[])whole.Clone(), (byte[])whole.Clone() };
            wrong[2][8] = 99;
            wrong[3][12] = 255; wrong[3][13] = 255; wrong[3][14] = 255; wrong[3][15] = 127;
            for (int cut = 16; cut < whole.Length; cut += whole.Length / 23)
            {
                var part = new byte[cut];
                Array.Copy(whole, part, cut);
                wrong.Add(part);
            }
            foreach (byte[] bytes in wrong)
            {
                string path = Path.Combine(export, "damaged.texunity");
                File.WriteAllBytes(path, bytes);
                AssetImportContext context = Imported("damaged.texunity");
                That(context.problems.Count == 1 && context.mainObject == null, "a damaged file of " + bytes.Length + " bytes");
            }
        }

        private static TexeletonCrowd MadeCrowd(TexeletonAsset asset, int count)
        {
            var crowd = new GameObject("crowd").AddComponent<TexeletonCrowd>();
            typeof(TexeletonCrowd).GetField("count", BindingFlags.NonPublic | BindingFlags.Instance).SetValue(crowd, count);
            crowd.Asset = asset;
            return crowd;
        }

        private static object Field(object o, string name)
        {
            return o.GetType().GetField(name, BindingFlags.NonPublic | BindingFlags.Instance).GetValue(o);
        }

        /// <summary>The drawing of a crowd, and a file of its shader inputs, which run_shaders.py executes.</summary>
        private static void DrawnCrowd()
        {
            var text = new StringBuilder("{");
            foreach (string pack in new[] { "bone-half", "vertex-half", "bone-uneven" })
            {
                var asset = (TexeletonAsset)Imported(pack + ".texunity").objects["asset"];
                int alive = GraphicsBuffer.alive;
                TexeletonCrowd crowd = MadeCrowd(asset, 6);
                var names = new List<string>();
                crowd.OnEvent += e => names.Add(e.instance + e.name);
                Time.deltaTime = 1000.3f;
                Call(crowd, "Update");
                for (int i = 0; i < 6; i++)
                {
                    crowd.SetTransform(i, new Vector3(i, 0, 2 * i), Quaternion.Euler(0, 30 * i, 0), new Vector3(1, 1 + 0.1f * i, -1));
                    crowd.Play(i, asset.clips[i % 2].name, 0.5f + 0.25f * i, i * 0.1f, i < 3 ? 0 : 0.5f);
                }
                crowd.SetTint(2, new Color(1, 0, 0.5f));
                if (!asset.vertexMode)
                {
                    crowd.PlayLayer(1, "below", asset.clips[1].name, 0.25f, 0.1f, 0.5f);
                    crowd.PlayLayer(3, "painted", asset.clips[0].name, 1, 0.3f);
                    crowd.PlayLayer(4, "below", asset.clips[1].name, 0.3f, 0, 0.25f, true);
                    crowd.StopLayer(4, 0.75f);
                    crowd.PlayLayer(5, "painted", asset.clips[0].name);
                    crowd.StopLayer(5);
                    try
                    {
                        crowd.PlayLayer(0, "no such mask", asset.clips[0].name);
                        That(false, "a mask that is not there");
                    }
                    catch (ArgumentException e)
                    {
                        That(e.Message.Contains("below"), "the message names those that are there: " + e.Message);
                    }
                }
                Graphics.calls.Clear();
                Time.deltaTime = 0.1f;
                Call(crowd, "Update");
                Call(crowd, "LateUpdate");
                crowd.Play(5, asset.clips[0].name, 1, 0, 0);
                Time.deltaTime = 0.07f;
                Call(crowd, "Update");
                Call(crowd, "LateUpdate");
                That(Graphics.calls.Count == 2 * asset.levels[0].materials.Length, "draws of a crowd: " + Graphics.calls.Count);
                Graphics.Call call = Graphics.calls[Graphics.calls.Count - 1];
                var commands = (GraphicsBuffer.IndirectDrawIndexedArgs[])call.commands.data;
                That(commands[call.command].instanceCount == 6
                    && commands[call.command].indexCountPerInstance == asset.mesh.GetIndexCount(0), "indirect arguments");
                That(call.with.material.keywords.Contains("TEXELETON_CROWD"), "keyword of a crowd");
                Bounds box = call.with.worldBounds;
                That(box.max.z - box.min.z > 8 && box.max.x - box.min.x > 4, "bounds of a crowd");
                var words = ((GraphicsBuffer)call.with.matProps.values["_TexeletonState"]).words;
                var before = ((GraphicsBuffer)call.with.matProps.values["_TexeletonStateBefore"]).words;
                if (text.Length > 1)
                {
                    text.Append(",\n");
                }
                text.Append("\"" + pack + "\": {\"words\": [" + string.Join(",", words) + "],\n\"wordsBefore\": [" + string.Join(",", before)
                    + "],\n\"clock\": [" + call.with.matProps.values["_TexeletonClock"] + "], \"clockBefore\": ["
                    + call.with.matProps.values["_TexeletonClockBefore"] + "],\n\"states\": ["
                    + call.with.matProps.values["_TexeletonStates"] + "],\n\"moments\": [");
                for (int i = 0; i < 6; i++)
                {
                    Moment m = crowd.MomentOf(i);
                    That((m.overShare > 0) == (!asset.vertexMode && (i == 1 || i == 3 || i == 4)), pack + ": which instances have a layer: " + i);
                    text.Append((i > 0 ? ",\n" : "") + string.Format(CultureInfo.InvariantCulture,
                        "[[{0},{1},{2:R}],[{3},{4},{5:R}],{6:R},[[{7},{8},{9:R}],{10:R},{11}]]", m.from.current, m.from.next, m.from.fraction,
                        m.to.current, m.to.next, m.to.fraction, m.share, m.over.current, m.over.next, m.over.fraction, m.overShare, m.mask));
                }
                text.Append("]}");

                // The next picture: the current state becomes the previous one.
                Time.deltaTime = 0.01f;
                Call(crowd, "Update");
                Call(crowd, "LateUpdate");
                call = Graphics.calls[Graphics.calls.Count - 1];
                before = ((GraphicsBuffer)call.with.matProps.values["_TexeletonStateBefore"]).words;
                bool same = true;
                for (int i = 0; i < words.Length; i++) { same = same && words[i] == before[i]; }
                That(same, "the state of the picture before follows");

                // Culling by camera: three kernels of 64 threads; every level is drawn by commands that the GPU fills.
                typeof(TexeletonCrowd).GetField("culling", BindingFlags.NonPublic | BindingFlags.Instance)
                    .SetValue(crowd, TexeletonCrowd.Culling.ByCamera);
                Camera.main = new GameObject("camera").AddComponent<Camera>();
                Call(crowd, "OnValidate");
                Call(crowd, "LateUpdate");
                That(string.Join(",", asset.cullingShader.log) == "3: 1,0: 1,1: 1,2: 1", "culling: " + string.Join(",", asset.cullingShader.log));
                That((int)asset.cullingShader.values["_InstanceCount"] == 6, "culling knows the number");
                Camera.main = null;
                Call(crowd, "OnDisable");
                That(GraphicsBuffer.alive == alive, "buffers are released");

                // The fallback, by textures and chunks.
                SystemInfo.maxComputeBufferInputsVertex = 0;
                crowd = MadeCrowd(asset, 1201);
                Graphics.calls.Clear();
                Call(crowd, "Update");
                Call(crowd, "LateUpdate");
                That(Graphics.calls.Count == 3 * asset.levels[0].materials.Length && Graphics.calls[2].count == 201
                    && Graphics.calls[2].numbers[200] == 1200, "draws of the fallback");
                That(Graphics.calls[0].with.material.keywords.Contains("TEXELETON_CROWD_TEXTURE"), "keyword of the fallback");
                var map = (Texture2D)Graphics.calls[0].with.matProps.values["_TexeletonStateMap"];
                That(map.width == 1024 && map.words.Length == 1024 * map.height * 4 && map.height * 1024 >= 1201 * 7, "map of states");
                SystemInfo.maxComputeBufferInputsVertex = 8;
                Call(crowd, "OnDisable");
            }
            File.WriteAllText(Path.Combine(export, "crowd.json"), text + "}\n");
        }

        /// <summary>The canary of a case of the vectors, as read by the kernel: four places of eight texels.</summary>
        private static Vector4[] CanaryOf(Map one)
        {
            var exported = (Map)one["exported"];
            int width = (int)Num(exported["width"]), height = (int)Num(exported["height"]), row = (int)Num(exported["canaryRow"]);
            var texels = (List)one["texels"];
            var found = new Vector4[TexeletonCanary.Places * TexeletonCanary.Texels];
            for (int n = 0; n < found.Length; n++)
            {
                int i = n % 8, x = i % width, y = row + i / width;
                x = n / 8 >= 2 ? width - 1 - x : x;
                y = n / 8 % 2 == 1 ? height - 1 - y : y;
                int at = 4 * (y * width + x);
                found[n] = new Vector4((float)Num(texels[at]), (float)Num(texels[at + 1]), (float)Num(texels[at + 2]), (float)Num(texels[at + 3]));
            }
            return found;
        }

        /// <summary>Each kind of damage in the vectors is named; an error names the setting, and a checker is
        /// drawn.</summary>
        private static void Canary()
        {
            Map file = Read("canary.json");
            var shown = new HashSet<string>();
            foreach (Map one in (List)file["cases"])
            {
                var exported = (Map)one["exported"];
                var names = ((List)one["names"]).ConvertAll(o => (string)o);
                string what = "canary, " + (string)one["what"] + ": ";
                bool resized = Num(one["width"]) != Num(exported["width"]) || Num(one["height"]) != Num(exported["height"]);
                List<string> found = resized ? new List<string> { "resized" }
                    : TexeletonCanary.Diagnose((string)exported["pixelFormat"] == "rgba32f", Reader(CanaryOf(one)));
                That(string.Join(" ", found.ToArray()) == string.Join(" ", names.ToArray()), what + string.Join(" ", found.ToArray()));
                if ((string)exported["pixelFormat"] == "rgba16f" && shown.Add(string.Join(" ", names.ToArray())))
                {
                    Drawn(what, names, resized ? null : CanaryOf(one));
                }
            }
            That(shown.Count > 15, "damages that were drawn: " + shown.Count);
            foreach (Map damage in (List)file["damages"])
            {
                string words = TexeletonCanary.Words(new List<string> { (string)damage["name"] });
                That(words.Contains("(" + (string)damage["name"] + ")"), "words of " + (string)damage["name"]);
            }
            AsyncGPUReadback.answer = null;
        }

        private static Func<int, int, Vector4> Reader(Vector4[] texels) { return (place, i) => texels[place * TexeletonCanary.Texels + i]; }

        /// <summary>A character and a crowd whose GPU reads these texels; null: a texture of another size.</summary>
        private static void Drawn(string what, List<string> names, Vector4[] texels)
        {
            AssetImportContext context = Imported("bone-half.texunity");
            var asset = (TexeletonAsset)context.objects["asset"];
            asset.animationTexture.width += texels == null ? 4 : 0;
            AsyncGPUReadback.answer = texels;
            int alive = GraphicsBuffer.alive;
            Debug.log.Clear();
            var prefab = (GameObject)context.mainObject;
            Call(prefab.components.Find(c => c is GPUAnimationController), "Awake");
            TexeletonCrowd crowd = MadeCrowd(asset, 3);
            Graphics.calls.Clear();
            Call(crowd, "Update");
            Call(crowd, "LateUpdate");
            bool damaged = names.Count > 0;
            That(asset.IsDamaged == damaged && Debug.log.Count == (damaged ? 1 : 0), what + "told once: " + Debug.log.Count);
            foreach (string name in names)
            {
                That(Debug.log[0].Contains(TexeletonCanary.Words(new List<string> { name })), what + Debug.log[0]);
            }
            var block = ((MeshRenderer)prefab.components.Find(c => c is MeshRenderer)).block;
            foreach (Dictionary<string, object> values in new[] { block.values, Graphics.calls[0].with.matProps.values })
            {
                object mask;
                bool checker = values.TryGetValue("_TexeletonMask", out mask) && ((Vector4)mask).w == 1;
                That(checker == damaged, what + "a checker");
            }
            Call(crowd, "OnDisable");
            That(GraphicsBuffer.alive == alive, what + "buffers are released");
        }

        /// <summary>The check for users: it passes on correct files, and names each kind of damage.</summary>
        private static void Check()
        {
            string name = "bone-half.texunity";
            var asset = (TexeletonAsset)Imported(name).objects["asset"];
            TexUnityFile file = Export(name);
            var problems = new List<string>();
            TexeletonCheck.AssetProblems(asset, file, problems);
            That(TexeletonCheck.Report(1, problems) == "Texeleton: PASS, 1 character checked.", string.Join("; ", problems));
            Damage(asset, file, "sRGB", t => t.isDataSRGB = true);
            Damage(asset, file, "compressed", t => t.format = TextureFormat.RGBA32);
            Damage(asset, file, "resized", t => t.width = 64);
            Damage(asset, file, "mip maps", t => t.mipmapCount = 8);

            var reference = new PoseReference(file);
            Moment moment = new Moment(asset.clips[0].Sample(0.3), asset.clips[1].Sample(0.2), 0.5f);
            var posed = new Vector4[reference.VertexCount * 2];
            for (int i = 0; i < reference.VertexCount; i++)
            {
                double[] p = reference.PositionAt(i, moment);
                posed[2 * i] = new Vector4((float)p[0], (float)p[1], (float)p[2], 1);
            }
            That(TexeletonCheck.PosedProblem("x", "y", reference, moment, posed, 2) == null, "poses that are right");
            posed[8].x += 0.01f;
            string problem = TexeletonCheck.PosedProblem("x", "y", reference, moment, posed, 2);
            That(problem != null && problem.Contains("vertex 4 ") && problem.Contains("10 mm"), "a pose that is wrong: " + problem);
            posed[8].x = float.NaN;
            That(TexeletonCheck.PosedProblem("x", "y", reference, moment, posed, 2) != null, "a pose that is no number");
            That(TexeletonCheck.Report(0, new List<string>()).Contains("FAIL"), "no character is no pass");
            CheckProject(name);
        }

        private sealed class HDRenderPipelineAsset : RenderPipelineAsset { }

        /// <summary>The whole menu command; the GPU's output is computed from the file, correct or wrong.</summary>
        private static void CheckProject(string name)
        {
            var asset = (TexeletonAsset)Imported(name).objects["asset"];
            string path = Path.Combine(export, name);
            AssetDatabase.found = new[] { "of the character" };
            AssetDatabase.paths["of the character"] = path;
            AssetDatabase.assets[path] = new UnityEngine.Object[] { asset };
            var probe = (ComputeShader)AssetDatabase.assets[Path.Combine(export, "com.texeleton.runtime/Shaders/TexeletonProbe.compute")][0];
            var cases = (List)Read("canary.json")["cases"];
            Func<string, Map> caseOf = what => (Map)cases.Find(o => (string)((Map)o)["what"] == what
                && (string)((Map)((Map)o)["exported"])["pixelFormat"] == "rgba16f");
            Vector4[] canary = CanaryOf(caseOf("as it was written"));
            var reference = new PoseReference(Export(name));
            float off = 0;
            GraphicsBuffer.gpu = data =>
            {
                var written = (Vector4[])data;
                if (written.Length == canary.Length)
                {
                    Array.Copy(canary, written, written.Length);
                    return;
                }
                var from = (Vector4)probe.values["_From"];
                var to = (Vector4)probe.values["_To"];
                var moment = new Moment(new ClipFrames((int)from.x, (int)from.y, from.z), new ClipFrames((int)to.x, (int)to.y, to.z), from.w);
                for (int i = 0; i < written.Length / 2; i++)
                {
                    double[] p = reference.PositionAt(i, moment);
                    written[2 * i] = new Vector4((float)p[0] + off, (float)p[1], (float)p[2], 1);
                }
            };
            That(Verdict() == "Texeleton: PASS, 1 character checked.", "the check of a project: " + Verdict());
            off = 0.01f;
            That(Verdict().Contains("FAIL") && Verdict().Contains("10 mm"), "poses that are off: " + Verdict());
            off = 0;
            canary = CanaryOf(caseOf("8 bits a channel"));
            That(Verdict().Contains("FAIL") && Verdict().Contains("not RGBA 32 bit"), "8 bits: " + Verdict());
            canary = CanaryOf(caseOf("as it was written"));
            GraphicsSettings.currentRenderPipeline = new HDRenderPipelineAsset();
            That(Verdict().Contains("High Definition"), "a pipeline that is not supported: " + Verdict());
            GraphicsSettings.currentRenderPipeline = null;
            File.WriteAllBytes(path + ".broken", new byte[20]);
            AssetDatabase.paths["of the character"] = path + ".broken";
            AssetDatabase.assets[path + ".broken"] = new UnityEngine.Object[] { asset };
            That(Verdict().Contains("this is no .texunity file"), "a broken file: " + Verdict());
            AssetDatabase.found = new string[0];
            That(Verdict().Contains("There is no character"), "an empty project: " + Verdict());
            GraphicsBuffer.gpu = null;
        }

        private static string Verdict()
        {
            Debug.log.Clear();
            TexeletonCheck.CheckProject();
            return Debug.log[Debug.log.Count - 1];
        }

        private static void Damage(TexeletonAsset asset, TexUnityFile file, string word, Action<Texture2D> damage)
        {
            asset = (TexeletonAsset)Imported("bone-half.texunity").objects["asset"];
            damage(asset.animationTexture);
            var problems = new List<string>();
            TexeletonCheck.AssetProblems(asset, file, problems);
            That(problems.Count == 1 && problems[0].Contains(word), word + ": " + string.Join("; ", problems));
        }
    }
}
