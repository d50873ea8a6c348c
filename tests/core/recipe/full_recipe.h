#pragma once

namespace texeleton::test {

/// A recipe with every key of this version, formatted as it is written.
inline constexpr const char* kFullRecipe = R"({
  "format": "texeleton-recipe",
  "version": 1,
  "id": "fox-2f1c",
  "sources": [
    {
      "path": "models/Füchse/fox.glb",
      "role": "model",
      "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    },
    {
      "path": "../fox.events.json",
      "role": "events"
    },
    {
      "path": "wolf.glb",
      "role": "character",
      "scale": 0.01
    },
    {
      "path": "cape.pc2",
      "role": "cache",
      "mesh": "Cape",
      "fps": 24,
      "up": "z",
      "pieces": 0.1
    },
    {
      "path": "painted/coat.png",
      "role": "texture",
      "name": "coat_D.tga"
    }
  ],
  "import": {
    "scale": 0.01,
    "up": "z",
    "hidden": true,
    "unityMeta": false
  },
  "motion": {
    "bones": {
      "Bip01 Pelvis": "hips"
    },
    "retarget": "copy"
  },
  "clips": [
    {
      "source": 0,
      "index": 2,
      "sourceName": "Run",
      "name": "Sprint",
      "from": 0.1,
      "to": 1.1,
      "fps": 29.97,
      "loop": true,
      "rootMotion": "remove",
      "maxError": 0.25,
      "maxNormalError": 5,
      "events": [
        {
          "name": "footstep_l",
          "timeSeconds": 0.2,
          "parameter": "grass"
        },
        {
          "name": "footstep_r",
          "frame": 12
        }
      ]
    },
    {
      "sourceName": "Walk",
      "loop": "auto"
    }
  ],
  "constraints": [
    {
      "type": "orbit",
      "node": "Cart",
      "clips": [
        "Run"
      ],
      "radius": 2.5,
      "period": -8,
      "phase": 30,
      "inclination": 12.5
    },
    {
      "type": "spin",
      "node": "Fan",
      "axis": [
        0,
        0,
        1
      ],
      "period": 0.5
    },
    {
      "type": "steer",
      "node": "Knuckle",
      "limit": 45
    },
    {
      "type": "roll",
      "node": "Wheel",
      "radius": 0.34
    },
    {
      "type": "lookAt",
      "node": "Turret",
      "target": "Cart",
      "limit": 60
    },
    {
      "type": "follow",
      "node": "Camera",
      "target": "Cart",
      "offset": [
        0,
        2,
        -4.5
      ],
      "turns": false,
      "lag": 0.4
    },
    {
      "type": "parent",
      "node": "Sword",
      "target": "hand_r",
      "at": 1.25,
      "keepsPlace": false,
      "offset": [
        0.1,
        0,
        0
      ],
      "rotation": [
        0,
        90,
        0
      ]
    }
  ],
  "bake": {
    "mode": "vertex",
    "encoding": "positionNormal",
    "shapes": 12,
    "pixelFormat": "rgba32f",
    "size": "exact",
    "maxSize": 4096,
    "shareElements": false,
    "fps": 60,
    "loop": false,
    "rows": "uneven",
    "rootMotion": {
      "mode": "extract",
      "node": "Bip001",
      "yaw": false,
      "height": true
    },
    "expose": [
      "weapon.*",
      {
        "pattern": "HAND_.*",
        "caseSensitive": false
      }
    ],
    "socketNames": [
      {
        "node": "hand_r",
        "name": "grip"
      },
      {
        "node": "hand_l",
        "position": [
          0.125,
          0,
          -0.5
        ],
        "rotation": [
          0,
          0.6,
          0,
          0.8
        ],
        "scale": [
          2,
          2,
          0.5
        ]
      }
    ],
    "attachments": [
      {
        "name": "sword",
        "source": 1,
        "socket": "grip",
        "position": [
          0,
          0.0625,
          0
        ],
        "merge": true
      },
      {
        "name": "gem",
        "source": 1,
        "attachment": "sword",
        "node": "pommel",
        "rotation": [
          0.6,
          0,
          0,
          0.8
        ],
        "rotationDegrees": [
          73.73979529168804,
          0,
          0
        ],
        "scale": [
          0.5,
          0.5,
          0.5
        ]
      }
    ],
    "masks": [
      {
        "name": "upper body",
        "from": [
          "spine"
        ],
        "softened": 2,
        "bones": [
          {
            "bone": "head",
            "weight": 0.25
          },
          {
            "bone": "tail"
          }
        ]
      }
    ],
    "meshes": {
      "show": [
        "Knight_.*"
      ],
      "hide": [
        ".*_Shield"
      ],
      "authoredLods": false
    },
    "variants": [
      {
        "name": "guard",
        "match": [
          "Knight_.*",
          "1H_Sword"
        ],
        "meshes": [
          "Badge_Shield"
        ]
      }
    ],
    "lods": [
      0.5,
      0.25
    ],
    "tint": {
      "texture": "baseColor",
      "channel": "a",
      "materials": [
        "Cloth.*"
      ]
    },
    "maxError": 0.5,
    "maxNormalError": 10,
    "measure": false
  },
  "write": {
    "compression": "zip"
  },
  "exports": [
    {
      "target": "pack",
      "folder": "../game/fox.texpack",
      "options": {
        "single-file": true,
        "rate": 12.5,
        "quality": "high"
      }
    }
  ],
  "animator": {
    "parameters": [
      {
        "name": "speed",
        "kind": "number",
        "initial": 0.5,
        "min": -1,
        "max": 4
      },
      {
        "name": "jump",
        "kind": "trigger",
        "initial": 0
      }
    ],
    "layers": [
      {
        "name": "Upper body",
        "mask": "torso",
        "weight": 0.75,
        "parameter": "speed",
        "additive": true,
        "initial": "Strike"
      }
    ],
    "states": [
      {
        "name": "Move",
        "clips": [
          {
            "clip": "Walk",
            "x": 1.5
          },
          {
            "clip": "Sprint",
            "x": 4,
            "y": 0.25
          }
        ],
        "x": "speed",
        "y": "turn",
        "speed": 1,
        "loop": true
      },
      {
        "name": "Strike",
        "speed": 1,
        "layer": "Upper body"
      }
    ],
    "initial": "Move",
    "transitions": [
      {
        "from": "Move",
        "to": "Jump",
        "fade": 0.2,
        "start": 0.1,
        "exit": 0.75,
        "when": [
          {
            "parameter": "jump",
            "is": "set"
          },
          {
            "parameter": "speed",
            "is": "greater",
            "value": 0.5
          }
        ]
      }
    ],
    "limbs": [
      {
        "name": "left hand",
        "root": "arm.l",
        "middle": "elbow.l",
        "end": "hand.l",
        "target": [
          0,
          0.25,
          -1
        ],
        "targetNode": "sword",
        "pole": [
          0,
          1,
          -1
        ],
        "weight": 0.5
      }
    ],
    "gazes": [
      {
        "node": "head",
        "target": [
          0,
          1.5,
          3
        ],
        "maxDegrees": 60,
        "weight": 0.75
      }
    ]
  },
  "ragdoll": [
    {
      "bone": "spine_01",
      "body": false,
      "mass": 4.5
    },
    {
      "bone": "forearm_l",
      "swing": 30,
      "twist": 10.5
    },
    {
      "bone": "shin_l",
      "bendFrom": -2,
      "bendTo": 120
    }
  ],
  "editor": {
    "camera": [
      1.5,
      2,
      -3
    ],
    "crowd": {
      "count": 1000
    }
  }
}
)";

/// The other kinds of tint in a recipe, as they are written.
inline constexpr const char* kOtherTints[] = {R"({"materials":["Cloth","Cape"]})",
                                              R"({"vertexColor":"g","materials":["Cloth"]})",
                                              R"({"palette":{"stepU":0.125,"stepV":-0.25,"entryCount":8}})"};

}  // namespace texeleton::test
