using System;
using UnityEditor;
using UnityEngine;

namespace Texeleton
{
    /// <summary>A character in the inspector: its clips, sockets and variants, and a preview that plays.</summary>
    [CustomEditor(typeof(TexeletonAsset))]
    public sealed class TexeletonAssetEditor : Editor
    {
        private readonly ClipPlayer player = new ClipPlayer();
        private PreviewRenderUtility preview;
        private MaterialPropertyBlock block;
        private int clip;
        private double lastTime;
        private Vector2 turn = new Vector2(150, -10);

        public override void OnInspectorGUI()
        {
            var asset = (TexeletonAsset)target;
            EditorGUILayout.LabelField("Texture", asset.animationTexture == null ? "missing"
                : asset.animationTexture.width + " x " + asset.animationTexture.height + ", " + asset.animationTexture.format);
            EditorGUILayout.LabelField("Mode", asset.vertexMode ? "vertices" : "bones");
            EditorGUILayout.LabelField("Clips", EditorStyles.boldLabel);
            for (int i = 0; i < asset.clips.Length; i++)
            {
                Clip c = asset.clips[i];
                string text = c.lengthSeconds.ToString("0.00") + " s, " + c.frameCount + " frames"
                    + (c.loop ? ", loops" : "") + (c.events.Length > 0 ? ", " + c.events.Length + " events" : "")
                    + (c.rootMotion.Count > 0 ? ", root motion" : "");
                if (GUILayout.Toggle(i == clip, c.name + "   " + text, EditorStyles.radioButton) && i != clip)
                {
                    clip = i;
                    player.Play(c, 1, null, 0.2);
                }
            }
            Names("Sockets", Array.ConvertAll(asset.sockets, s => s.name));
            Names("Variants", asset.variants);
        }

        private static void Names(string title, string[] names)
        {
            if (names.Length > 0)
            {
                EditorGUILayout.LabelField(title, string.Join(", ", names));
            }
        }

        public override bool HasPreviewGUI() { return true; }

        public override bool RequiresConstantRepaint() { return true; }

        public override void OnPreviewGUI(Rect r, GUIStyle background)
        {
            var asset = (TexeletonAsset)target;
            if (asset.mesh == null || asset.materials.Length == 0 || Event.current.type != EventType.Repaint)
            {
                if (Event.current.type == EventType.MouseDrag)
                {
                    turn += Event.current.delta;
                }
                return;
            }
            if (preview == null)
            {
                preview = new PreviewRenderUtility();
                block = new MaterialPropertyBlock();
                player.Play(asset.clips[clip]);
                lastTime = EditorApplication.timeSinceStartup;
            }
            double now = EditorApplication.timeSinceStartup;
            player.Advance(now - lastTime);
            lastTime = now;
            Moment moment = asset.Stored(player.Moment);
            block.SetVector("_TexeletonFrom", new Vector4(
                moment.from.current, moment.from.next, moment.from.fraction, moment.share));
            block.SetVector("_TexeletonTo", new Vector4(moment.to.current, moment.to.next, moment.to.fraction, 0));
            preview.BeginPreview(r, background);
            float radius = asset.bounds.extents.magnitude;
            Quaternion rotation = Quaternion.Euler(-turn.y, turn.x, 0);
            preview.camera.transform.position = asset.bounds.center - rotation * Vector3.forward * radius * 3;
            preview.camera.transform.rotation = rotation;
            preview.camera.nearClipPlane = radius * 0.1f;
            preview.camera.farClipPlane = radius * 10;
            preview.lights[0].intensity = 1.2f;
            preview.lights[0].transform.rotation = Quaternion.Euler(40, 40, 0);
            TexeletonAsset.Level level = asset.levels[0];
            for (int i = 0; i < level.materials.Length; i++)
            {
                preview.DrawMesh(
                    asset.mesh, Matrix4x4.identity, asset.materials[level.materials[i]], level.firstSubMesh + i, block);
            }
            preview.camera.Render();
            GUI.DrawTexture(r, preview.EndPreview(), ScaleMode.StretchToFill, false);
        }

        private void OnDisable()
        {
            if (preview != null)
            {
                preview.Cleanup();
                preview = null;
            }
        }
    }
}
