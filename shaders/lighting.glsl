// Surface lighting: a key light, a fill light, a sky above and a ground below. Needs frame_block.glsl.
// The reflection model is glTF's (Cook-Torrance with GGX, appendix B of its specification).

struct Surface {
  vec3 base;  // Linear.
  float metallic;
  float roughness;
  float occlusion;
  float keyLight;  // Share of the key light that arrives.
  vec3 normal;
  vec3 position;
};

vec3 towardsCamera(vec3 position) {
  return frame.cameraPosition.w > 0.5 ? normalize(frame.cameraPosition.xyz - position) : -frame.cameraForward.xyz;
}

vec3 reflected(Surface s, vec3 toCamera, vec3 toLight, vec3 diffuse, vec3 specular, float alpha) {
  float nl = dot(s.normal, toLight);
  if (nl <= 0.0) {
    return vec3(0.0);
  }
  float nv = max(dot(s.normal, toCamera), 1e-4);
  vec3 halfway = normalize(toLight + toCamera);
  float nh = max(dot(s.normal, halfway), 0.0);
  float vh = max(dot(toCamera, halfway), 0.0);
  float alphaSquared = alpha * alpha;
  float d = nh * nh * (alphaSquared - 1.0) + 1.0;
  float distribution = alphaSquared / (3.14159265 * d * d);
  float visibility = 0.5 / (nl * sqrt(nv * nv * (1.0 - alphaSquared) + alphaSquared) +
                            nv * sqrt(nl * nl * (1.0 - alphaSquared) + alphaSquared));
  vec3 fresnel = specular + (1.0 - specular) * pow(1.0 - vh, 5.0);
  return nl * ((1.0 - fresnel) * diffuse / 3.14159265 + fresnel * (distribution * visibility));
}

// Specular reflection of uniform surroundings (Karis, "Physically Based Shading on Mobile").
vec3 reflectedSurrounding(vec3 specular, float roughness, float nv) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  vec2 ab = vec2(-1.04, 1.04) * a + r.zw;
  return specular * ab.x + ab.y;
}

vec3 surrounding(vec3 direction, float sharpness) {
  float up = clamp(direction.y * sharpness * 0.5 + 0.5, 0.0, 1.0);
  return mix(frame.groundColor.rgb, frame.skyColor.rgb, up * up * (3.0 - 2.0 * up));
}

vec3 lit(Surface s) {
  vec3 toCamera = towardsCamera(s.position);
  float roughness = clamp(s.roughness, 0.08, 1.0);
  float alpha = roughness * roughness;
  vec3 diffuse = s.base * (1.0 - s.metallic);
  vec3 specular = mix(vec3(0.04), s.base, s.metallic);
  float nv = max(dot(s.normal, toCamera), 0.0);

  vec3 light = s.keyLight * frame.keyColor.rgb * reflected(s, toCamera, frame.keyDirection.xyz, diffuse, specular, alpha) +
               frame.fillColor.rgb * reflected(s, toCamera, frame.fillDirection.xyz, diffuse, specular, alpha);
  vec3 ambient = diffuse * surrounding(s.normal, 1.0) +
                 reflectedSurrounding(specular, roughness, nv) *
                     surrounding(reflect(-toCamera, s.normal), 1.0 + 2.0 * (1.0 - roughness));
  return light + ambient * s.occlusion;
}
