"""The panel in 简体中文."""

CHINESE = {
    "Texeleton": "Texeleton",
    "What": "内容", "Scene": "场景", "Collection": "集合", "Selection": "所选",
    "Everything that is visible": "所有可见对象",
    "The visible objects of a collection": "集合中的可见对象",
    "The selected objects, with the armatures of meshes": "所选对象，以及网格的骨架",
    "Clips": "片段", "All clips are baked": "烘焙所有片段", "Bake": "烘焙",
    "Whether this clip is baked": "是否烘焙该片段",
    "Find clips": "查找片段",
    "List the actions, NLA tracks and the time line that can be baked": "列出可烘焙的动作、NLA 轨道和时间线",
    "Tick clips": "勾选片段", "Tick all clips, or none": "勾选全部片段或全不勾选",
    "Targets": "目标", "Target": "目标", "Folder": "文件夹",
    "The engine that the result is for": "结果所用于的引擎",
    "Where the result goes, seen from the .blend": "结果的存放位置，相对于 .blend 文件",
    "Add a target": "添加目标", "Add a place that the result goes to": "添加结果的存放位置",
    "Remove the target": "移除目标", "Remove this target; its files stay": "移除该目标；其文件会保留",
    "The pack, beside the .blend": "包，位于 .blend 旁",
    "Add the active bone or object": "添加活动骨骼或对象",
    "Expose the active bone, or the active object, as a socket": "将活动骨骼或活动对象公开为挂点",
    "Bake and export": "烘焙并导出",
    "Evaluate the scene and bake it for the targets, in the background": "在后台求值场景并为各目标烘焙",
    "Cancel": "取消", "Cancelled": "已取消", "Stop the bake; what was there before stays": "停止烘焙；之前的结果会保留",
    "Open in Texeleton": "在 Texeleton 中打开",
    "Open the recipe in the editor of Texeleton; what is changed there appears here":
        "在 Texeleton 编辑器中打开配方；在那里所做的更改会显示在这里",
    "Show the pack": "显示包", "Import the baked result beside the original": "将烘焙结果导入到原对象旁边",
    "Evaluating the scene": "正在求值场景", "Baking and exporting": "正在烘焙和导出",
    "Size": "大小", "Largest distance": "最大距离",
    "Save the file first: the recipe lies beside it": "请先保存文件：配方位于该文件旁边",
    "Bake first: there is no pack yet": "请先烘焙：尚无包",
    "Bake first: there is no recipe yet": "请先烘焙：尚无配方",
    "Choose a collection": "请选择集合", "Tick a clip": "请勾选一个片段", "nothing is active": "没有活动对象",
    "Texeleton is not found: install it, or name texeleton-cli in the add-on's preferences":
        "找不到 Texeleton：请安装它，或在插件偏好设置中指定 texeleton-cli",
    "The program, where it is not found by itself": "该程序的路径（在无法自动找到时）",
    "Preferences": "偏好设置", "All settings": "所有设置",
    # Texts of the recipe's schema.
    "Mode": "模式", "Bone": "骨骼", "Vertex": "顶点", "Encoding": "编码", "Shapes": "形状数", "Pixel format": "像素格式",
    "Pow2": "2 的幂", "Exact": "精确", "Max size": "最大尺寸", "Share elements": "共享元素", "Fps": "每秒采样数", "Loop": "循环",
    "Auto": "自动", "On": "开", "Off": "关", "Close": "闭合", "Rows": "行", "Even": "均匀", "Uneven": "不均匀",
    "Root motion": "根运动", "Keep": "保留", "Remove": "移除", "Extract": "提取", "Node": "节点", "Yaw": "偏航", "Height": "高度",
    "Expose": "挂点", "Meshes": "网格", "Show": "显示", "Hide": "隐藏", "Authored lods": "已有细节层次", "Lods": "细节层次",
    "Max error": "最大误差", "Max normal error": "最大法线误差", "Measure": "测量误差", "Tint": "着色", "Materials": "材质",
    "Vertex color": "顶点颜色", "Texture": "纹理", "Channel": "通道", "Palette": "调色板", "Step u": "U 步长", "Step v": "V 步长",
    "Entry count": "条目数",
}

# Blender's name for the language was zh_CN before 4.0.
CONTEXTS = ("*", "Operator")
OF_LANGUAGE = {(context, english): chinese for english, chinese in CHINESE.items() for context in CONTEXTS}
LANGUAGES = {"zh_CN": OF_LANGUAGE, "zh_HANS": OF_LANGUAGE}
