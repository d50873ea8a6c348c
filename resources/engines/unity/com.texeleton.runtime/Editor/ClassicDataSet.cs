using System;
using System.IO;
using System.Reflection;
using UnityEditor;
using UnityEngine;

namespace Texeleton
{
    /// <summary>
    /// Writes the data set of the classic run-time from a .texunity in the classic layout (export option "classic"): mesh,
    /// texture, and an object of the project's own GPUAnimationData, whose fields are found by their names.
    /// </summary>
    public static class ClassicDataSet
    {
        [MenuItem("Assets/Texeleton/Write Classic Data Set")]
        private static void Write()
        {
            foreach (UnityEngine.Object selected in Selection.objects)
            {
                string path = AssetDatabase.GetAssetPath(selected);
                foreach (UnityEngine.Object thing in AssetDatabase.LoadAllAssetsAtPath(path))
                {
                    var asset = thing as TexeletonAsset;
                    if (asset == null)
                    {
                        continue;
                    }
                    if (!asset.classic)
                    {
                        Debug.LogError(path + " is not in the classic layout: export it with the option classic", selected);
                        continue;
                    }
                    Type type = FindType("GPUAnimationData");
                    if (type == null)
                    {
                        Debug.LogError("There is no ScriptableObject named GPUAnimationData in this project", selected);
                        continue;
                    }
                    ScriptableObject data = ScriptableObject.CreateInstance(type);
                    Fill(data, asset);
                    string to = Path.ChangeExtension(path, null) + " classic.asset";
                    AssetDatabase.CreateAsset(data, to);
                    Debug.Log("Wrote " + to, data);
                }
            }
        }

        private static Type FindType(string name)
        {
            foreach (Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                foreach (Type type in assembly.GetTypes())
                {
                    if (type.Name == name && typeof(ScriptableObject).IsAssignableFrom(type))
                    {
                        return type;
                    }
                }
            }
            return null;
        }

        /// <summary>
        /// Fills the members that the object has: mode, mesh, texture, clips, exposed transforms, under the names that
        /// the versions of the classic run-time use (BakedMesh, m_BakedMesh, …).
        /// </summary>
        public static void Fill(object data, TexeletonAsset asset)
        {
            SetEnum(data, asset.vertexMode ? "Vertex" : "Transform", "BakedMode", "Mode");
            Set(data, asset.mesh, "BakedMesh");
            Set(data, asset.animationTexture, "BakeTexture");
            SetList(data, new object[] { asset.animationTexture }, (item, to) => item, "BakeTextures");
            Set(data, 1, "RowsPerFrame");
            SetList(data, asset.clips, (clip, to) => ClassicClip(clip, to), "AnimationClips");
            SetList(data, asset.sockets, (socket, to) => ClassicSocket(socket, to), "ExposeTransforms");
        }

        private static object ClassicClip(Clip clip, object to)
        {
            Set(to, clip.name, "Name");
            Set(to, clip.frameBegin, "FrameBegin");
            Set(to, clip.frameCount, "FrameCount");
            Set(to, clip.loop, "Loop");
            Set(to, (float)clip.lengthSeconds, "Length");
            Set(to, (float)clip.frameRate, "FrameRate");
            SetList(to, clip.events, (e, one) =>
            {
                Set(one, (float)(e.timeSeconds * clip.frameRate), "KeyFrame");
                Set(one, e.name, "Identity");
                return one;
            }, "Events");
            return to;
        }

        private static object ClassicSocket(Socket socket, object to)
        {
            Set(to, socket.name, "Name");
            Set(to, socket.bone, "Index");
            Set(to, new Vector3(socket.position[0], socket.position[1], socket.position[2]), "Position");
            Set(to, new Vector3(socket.direction[0], socket.direction[1], socket.direction[2]), "Direction");
            return to;
        }

        private static FieldInfo Field(object data, string[] names)
        {
            foreach (FieldInfo field in data.GetType().GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance))
            {
                string bare = field.Name.StartsWith("m_", StringComparison.Ordinal) ? field.Name.Substring(2) : field.Name;
                foreach (string name in names)
                {
                    if (string.Equals(bare, name, StringComparison.OrdinalIgnoreCase))
                    {
                        return field;
                    }
                }
            }
            return null;
        }

        private static void Set(object data, object value, params string[] names)
        {
            FieldInfo field = Field(data, names);
            if (field != null && field.FieldType.IsInstanceOfType(value))
            {
                field.SetValue(data, value);
            }
        }

        private static void SetEnum(object data, string value, params string[] names)
        {
            FieldInfo field = Field(data, names);
            if (field != null && field.FieldType.IsEnum && Enum.IsDefined(field.FieldType, value))
            {
                field.SetValue(data, Enum.Parse(field.FieldType, value));
            }
        }

        private static void SetList<T>(object data, T[] items, Func<T, object, object> convert, params string[] names)
        {
            FieldInfo field = Field(data, names);
            if (field == null || !field.FieldType.IsArray)
            {
                return;
            }
            Type element = field.FieldType.GetElementType();
            Array array = Array.CreateInstance(element, items.Length);
            for (int i = 0; i < items.Length; i++)
            {
                bool made = element.IsValueType || element.GetConstructor(Type.EmptyTypes) != null;
                array.SetValue(convert(items[i], made ? Activator.CreateInstance(element) : null), i);
            }
            field.SetValue(data, array);
        }
    }
}
