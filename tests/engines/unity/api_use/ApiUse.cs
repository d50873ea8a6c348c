// mono api_use.exe PACKAGE.DLL STUB.DLL: Unity's API as the package's compiled references use it, one line each:
//   value TYPE NAME RETURN | call TYPE NAME RETURN PARAMETERS | new TYPE PARAMETERS | enum TYPE NAME=VALUE …
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace Texeleton.Tests
{
    public static class ApiUse
    {
        public static int Main(string[] arguments)
        {
            Assembly stub = Assembly.LoadFrom(arguments[1]);
            Module package = Assembly.LoadFrom(arguments[0]).ManifestModule;
            var lines = new SortedSet<string>(StringComparer.Ordinal);
            foreach (int table in new[] { 0x0A000000, 0x2B000000 }) // Members, and generic methods.
            {
                for (int row = 1; ; row++)
                {
                    MemberInfo member;
                    try
                    {
                        member = package.ResolveMember(table + row);
                    }
                    catch (ArgumentOutOfRangeException)
                    {
                        break;
                    }
                    catch (ArgumentException)
                    {
                        continue; // A member of a generic type of the package.
                    }
                    if (member != null && member.DeclaringType != null && member.DeclaringType.Assembly == stub)
                    {
                        lines.Add(Line(member));
                    }
                }
            }
            for (int row = 1; ; row++)
            {
                Type type;
                try
                {
                    type = package.ResolveType(0x01000000 + row);
                }
                catch (ArgumentOutOfRangeException)
                {
                    break;
                }
                if (type.Assembly == stub && type.IsEnum)
                {
                    lines.Add("enum " + Name(type) + " " + string.Join(" ", Enum.GetNames(type).Select(
                        n => n + "=" + Convert.ToInt64(Enum.Parse(type, n)))));
                }
            }
            foreach (string line in lines)
            {
                Console.WriteLine(line);
            }
            return lines.Count > 100 ? 0 : 1;
        }

        private static string Line(MemberInfo member)
        {
            string type = Name(member.DeclaringType);
            var field = member as FieldInfo;
            if (field != null)
            {
                return "value " + type + " " + field.Name + " " + Name(field.FieldType);
            }
            var constructor = member as ConstructorInfo;
            if (constructor != null)
            {
                return "new " + type + " " + Parameters(constructor);
            }
            var method = (MethodInfo)member;
            method = method.IsGenericMethod ? method.GetGenericMethodDefinition() : method;
            if (method.IsSpecialName && (method.Name.StartsWith("get_") || method.Name.StartsWith("set_")))
            {
                bool reads = method.Name.StartsWith("get_");
                Type of = reads ? method.ReturnType : method.GetParameters().Last().ParameterType;
                bool indexed = method.GetParameters().Length > (reads ? 0 : 1);
                return "value " + type + " " + (indexed ? "this" : method.Name.Substring(4)) + " " + Name(of);
            }
            return "call " + type + " " + method.Name + " " + Name(method.ReturnType) + " " + Parameters(method);
        }

        private static string Parameters(MethodBase method)
        {
            return "(" + string.Join(",", method.GetParameters().Select(p => Name(p.ParameterType))) + ")";
        }

        private static string Name(Type type)
        {
            if (type.IsByRef)
            {
                return Name(type.GetElementType());
            }
            if (type.IsArray)
            {
                return Name(type.GetElementType()) + "[]";
            }
            string name = type.Name;
            if (type.IsGenericType)
            {
                return name.Substring(0, name.IndexOf('`')) + "<" + string.Join(",", type.GetGenericArguments().Select(Name)) + ">";
            }
            var shorts = new Dictionary<string, string>
            {
                { "Single", "float" }, { "Double", "double" }, { "Int32", "int" }, { "UInt32", "uint" }, { "Boolean", "bool" },
                { "String", "string" }, { "Void", "void" }, { "Byte", "byte" }, { "Int64", "long" }, { "Object", type.Namespace == "System" ? "object" : "Object" },
            };
            string known;
            name = shorts.TryGetValue(name, out known) ? known : name;
            return type.IsNested && !type.IsGenericParameter ? Name(type.DeclaringType) + "." + name : name;
        }
    }
}
