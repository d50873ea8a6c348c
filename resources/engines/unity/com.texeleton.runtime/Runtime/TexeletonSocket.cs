using UnityEngine;

namespace Texeleton
{
    /// <summary>Follows a socket of a character in full orientation: a sword in a hand.</summary>
    [AddComponentMenu("Texeleton/Socket")]
    [DefaultExecutionOrder(100)]
    public sealed class TexeletonSocket : MonoBehaviour
    {
        [Tooltip("The character; empty: the nearest above this object.")]
        public GPUAnimationController character;
        [Tooltip("Or the crowd, and the instance of it.")]
        public TexeletonCrowd crowd;
        public int instance;
        public string socket = "";

        private void LateUpdate()
        {
            if (character == null && crowd == null)
            {
                character = GetComponentInParent<GPUAnimationController>();
            }
            if ((character == null && crowd == null) || socket == "")
            {
                return;
            }
            Matrix4x4 m = crowd != null ? crowd.SocketMatrix(instance, socket) : character.SocketMatrix(socket);
            transform.SetPositionAndRotation(m.GetColumn(3), m.rotation);
        }
    }
}
