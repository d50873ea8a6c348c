using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Texeleton.Tests
{
    /// <summary>A small reader of JSON: Dictionary, List, string, double, bool, null.</summary>
    public sealed class Json
    {
        private readonly string text;
        private int at;

        public object Value { get; private set; }

        public Json(string text)
        {
            this.text = text;
            Value = Read();
            Skip();
            if (at != text.Length) { throw new FormatException("more than JSON"); }
        }

        private void Skip() { while (at < text.Length && char.IsWhiteSpace(text[at])) { at++; } }

        private bool Take(char c)
        {
            Skip();
            if (at < text.Length && text[at] == c) { at++; return true; }
            return false;
        }

        private object Read()
        {
            Skip();
            if (Take('{'))
            {
                var map = new Dictionary<string, object>();
                while (!Take('}'))
                {
                    Skip();
                    string key = Text();
                    if (!Take(':')) { throw new FormatException("no colon"); }
                    map[key] = Read();
                    Take(',');
                }
                return map;
            }
            if (Take('['))
            {
                var list = new List<object>();
                while (!Take(']')) { list.Add(Read()); Take(','); }
                return list;
            }
            if (text[at] == '"') { return Text(); }
            int begin = at;
            while (at < text.Length && ",]} \n\r\t".IndexOf(text[at]) < 0) { at++; }
            string word = text.Substring(begin, at - begin);
            return word == "true" ? true : word == "false" ? false : word == "null" ? (object)null
                : double.Parse(word, CultureInfo.InvariantCulture);
        }

        private string Text()
        {
            var s = new StringBuilder();
            for (at++; text[at] != '"'; at++)
            {
                if (text[at] != '\\') { s.Append(text[at]); continue; }
                char c = text[++at];
                if (c == 'u') { s.Append((char)Convert.ToInt32(text.Substring(at + 1, 4), 16)); at += 4; continue; }
                s.Append(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c);
            }
            at++;
            return s.ToString();
        }
    }
}
