<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>BakeMemory</name>
    <message>
        <source>GPU memory: texture %1, mesh buffers %2</source>
        <translation>显存：纹理 %1，网格缓冲区 %2</translation>
    </message>
</context>
<context>
    <name>BakeSubjects</name>
    <message>
        <source>bone</source>
        <translation>骨骼</translation>
    </message>
    <message>
        <source>Position, m</source>
        <translation>位置（米）</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父级</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>none (moves no vertices)</source>
        <translation>无（不带动任何顶点）</translation>
    </message>
    <message>
        <source>Socket</source>
        <translation>挂点</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Socket direction</source>
        <translation>挂点方向</translation>
    </message>
    <message>
        <source>Direction of its Z axis in the bind pose</source>
        <translation>绑定姿势中其 Z 轴的方向</translation>
    </message>
    <message>
        <source>Socket rotation</source>
        <translation>挂点旋转</translation>
    </message>
    <message>
        <source>Rotation in the bind pose, including roll</source>
        <translation>绑定姿势中的旋转，包括滚转</translation>
    </message>
    <message>
        <source>Socket scale</source>
        <translation>挂点缩放</translation>
    </message>
    <message>
        <source>clip</source>
        <translation>动画片段</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>missing in the model</source>
        <translation>模型中缺失</translation>
    </message>
    <message numerus="yes">
        <source>%Ln clip(s) selected</source>
        <translation>
            <numerusform>已选中 %Ln 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Baked</source>
        <translation>烘焙</translation>
    </message>
    <message>
        <source>no (not ticked)</source>
        <translation>否（未勾选）</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧数</translation>
    </message>
    <message>
        <source>%1 at %2 Hz</source>
        <translation>%1，每秒 %2 帧</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>once</source>
        <translation>单次</translation>
    </message>
    <message>
        <source>Root motion</source>
        <translation>根运动</translation>
    </message>
    <message>
        <source>extracted from %1</source>
        <translation>从 %1 提取</translation>
    </message>
    <message>
        <source>removed from %1</source>
        <translation>从 %1 移除</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>%1 at most, %2 root mean square</source>
        <translation>最大 %1，均方根 %2</translation>
    </message>
    <message>
        <source>Gap at the loop</source>
        <translation>循环处的差距</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Character %1</source>
        <translation>角色 %1</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>texel</source>
        <translation>纹素</translation>
    </message>
    <message>
        <source>Texel</source>
        <translation>纹素</translation>
    </message>
    <message>
        <source>x %1, y %2</source>
        <translation>x %1，y %2</translation>
    </message>
    <message>
        <source>Clip, frame</source>
        <translation>片段、帧</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Crowd size</source>
        <translation>群体数量</translation>
    </message>
    <message>
        <source>Pose</source>
        <translation>姿势</translation>
    </message>
</context>
<context>
    <name>ClipNames</name>
    <message>
        <source>layer</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>cross-fade</source>
        <translation>交叉淡化</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>Encodings</name>
    <message>
        <source>Matrices</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Quaternions</source>
        <translation>四元数</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>16-bit offsets</source>
        <translation>16 位偏移</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
</context>
<context>
    <name>FormWords</name>
    <message>
        <source>setting the unit to %1 m</source>
        <translation>将单位设为 %1 米</translation>
    </message>
    <message>
        <source>a maximum width of %1 px</source>
        <translation>最大宽度 %1 px</translation>
    </message>
    <message>
        <source>a rate of %1 Hz</source>
        <translation>帧率 %1 Hz</translation>
    </message>
    <message>
        <source>the exact size</source>
        <translation>精确尺寸</translation>
    </message>
    <message>
        <source>32-bit texels</source>
        <translation>32 位像素格式</translation>
    </message>
    <message>
        <source>“Once” under Loop</source>
        <translation>“循环”中的“单次”</translation>
    </message>
    <message>
        <source>“Root node” under Root motion</source>
        <translation>“根运动”中的“根节点”</translation>
    </message>
    <message>
        <source>turning off “Use the model&apos;s own levels”</source>
        <translation>关闭“使用模型自带的 LOD”</translation>
    </message>
    <message>
        <source>a smaller unit</source>
        <translation>更小的单位</translation>
    </message>
    <message>
        <source>a unit of %1 m for %2</source>
        <translation>%2 的单位为 %1 米</translation>
    </message>
    <message>
        <source>a lower rate</source>
        <translation>更低的帧率</translation>
    </message>
    <message>
        <source>a rate of %1 Hz for %2</source>
        <translation>%2 的帧率为 %1 Hz</translation>
    </message>
    <message>
        <source>16-bit texels</source>
        <translation>16 位纹素</translation>
    </message>
    <message>
        <source>bone mode</source>
        <translation>骨骼模式</translation>
    </message>
    <message>
        <source>vertex mode</source>
        <translation>顶点模式</translation>
    </message>
    <message>
        <source>the encoding %1</source>
        <translation>编码 %1</translation>
    </message>
    <message>
        <source>fewer shapes</source>
        <translation>更少的形状</translation>
    </message>
    <message>
        <source>an end of %1 at %2 s</source>
        <translation>在 %2 秒处结束 %1</translation>
    </message>
    <message>
        <source>the whole clip</source>
        <translation>整个片段</translation>
    </message>
    <message>
        <source>ignoring Unity&apos;s settings</source>
        <translation>忽略 Unity 的设置</translation>
    </message>
    <message>
        <source>disabling them in the Model panel</source>
        <translation>在“模型”中停用</translation>
    </message>
    <message>
        <source>removing the motion in the Model panel</source>
        <translation>在“模型”中移除该动作</translation>
    </message>
    <message>
        <source>a loop range</source>
        <translation>循环范围</translation>
    </message>
    <message>
        <source>a largest error of %1 mm</source>
        <translation>%1 mm 的最大误差</translation>
    </message>
    <message>
        <source>%1 GiB of memory for imports</source>
        <translation>导入使用 %1 GiB 内存</translation>
    </message>
    <message>
        <source>%1 s for imports</source>
        <translation>导入用时 %1 秒</translation>
    </message>
    <message>
        <source>“Take %1”</source>
        <translation>“采用 %1”</translation>
    </message>
    <message>
        <source>“Copy bones”</source>
        <translation>“复制骨骼”</translation>
    </message>
    <message>
        <source>“Match rest poses”</source>
        <translation>“对齐静置姿态”</translation>
    </message>
    <message>
        <source>“Replace it” under Issues</source>
        <translation>“问题”中的“替换它”</translation>
    </message>
    <message>
        <source>“Take hidden meshes”</source>
        <translation>“读取隐藏的网格”</translation>
    </message>
    <message>
        <source>“Pieces” within %1 mm</source>
        <translation>“碎块”（容差 %1 毫米）</translation>
    </message>
    <message>
        <source>even frame spacing</source>
        <translation>等距帧间隔</translation>
    </message>
    <message>
        <source>adaptive frame spacing</source>
        <translation>自适应帧间隔</translation>
    </message>
    <message>
        <source>“Sort constraints”</source>
        <translation>“约束排序”</translation>
    </message>
    <message>
        <source>another parent for %1</source>
        <translation>为 %1 另选父级</translation>
    </message>
    <message>
        <source>“Locate…” under Issues</source>
        <translation>“问题”中的“定位…”</translation>
    </message>
</context>
<context>
    <name>IssueFix</name>
    <message>
        <source>Set unit to %1 m</source>
        <translation>将单位设为 %1 米</translation>
    </message>
    <message>
        <source>Change unit</source>
        <translation>更改单位</translation>
    </message>
    <message>
        <source>Use 32-bit</source>
        <translation>改用 32 位</translation>
    </message>
    <message>
        <source>Change texel format</source>
        <translation>更改像素格式</translation>
    </message>
    <message>
        <source>Bake as Vertices</source>
        <translation>按顶点烘焙</translation>
    </message>
    <message>
        <source>Change mode</source>
        <translation>更改模式</translation>
    </message>
    <message>
        <source>Lower rate</source>
        <translation>降低帧率</translation>
    </message>
    <message>
        <source>Bake at %1 Hz</source>
        <translation>以 %1 Hz 烘焙</translation>
    </message>
    <message>
        <source>Bake as Bones</source>
        <translation>改用骨骼模式</translation>
    </message>
    <message>
        <source>Exact size</source>
        <translation>精确尺寸</translation>
    </message>
    <message>
        <source>Change size rule</source>
        <translation>更改尺寸规则</translation>
    </message>
    <message>
        <source>Sides are not powers of two</source>
        <translation>边长不是 2 的幂</translation>
    </message>
    <message>
        <source>Maximum width %1 px</source>
        <translation>最大宽度 %1 px</translation>
    </message>
    <message>
        <source>Change maximum width</source>
        <translation>更改最大宽度</translation>
    </message>
    <message>
        <source>Not every engine supports textures of this size</source>
        <translation>并非每个引擎都支持这么大的纹理</translation>
    </message>
    <message>
        <source>Fewer frames, larger steps between them</source>
        <translation>帧更少，帧间差距更大</translation>
    </message>
    <message>
        <source>Change clip range</source>
        <translation>更改片段范围</translation>
    </message>
    <message>
        <source>Cut to the clip</source>
        <translation>截到片段范围</translation>
    </message>
    <message>
        <source>Limits the range to the clip</source>
        <translation>把范围限制在片段之内</translation>
    </message>
    <message>
        <source>Use 16-bit</source>
        <translation>改用 16 位</translation>
    </message>
    <message>
        <source>Play once</source>
        <translation>播放一次</translation>
    </message>
    <message>
        <source>Change looping</source>
        <translation>更改循环</translation>
    </message>
    <message>
        <source>End %1 at %2 s</source>
        <translation>在 %2 秒处结束 %1</translation>
    </message>
    <message>
        <source>Root node: %1</source>
        <translation>根节点：%1</translation>
    </message>
    <message>
        <source>Change root node</source>
        <translation>更改根节点</translation>
    </message>
    <message>
        <source>Uses the topmost bone. Bake settings lists all nodes</source>
        <translation>采用最上层的骨骼。烘焙设置中列有全部节点</translation>
    </message>
    <message>
        <source>Ignore levels in names</source>
        <translation>忽略名称中的层次</translation>
    </message>
    <message>
        <source>Change levels of detail</source>
        <translation>更改 LOD</translation>
    </message>
    <message>
        <source>Imports meshes named NAME_LOD1 and so on as ordinary meshes</source>
        <translation>把名为 NAME_LOD1 等的网格当作普通网格</translation>
    </message>
    <message>
        <source>Ignore Unity&apos;s settings</source>
        <translation>忽略 Unity 设置</translation>
    </message>
    <message>
        <source>Change import</source>
        <translation>更改导入</translation>
    </message>
    <message>
        <source>Imports the takes of the file</source>
        <translation>读取文件中的片段</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>略去 %1</translation>
    </message>
    <message>
        <source>Change meshes</source>
        <translation>更改网格</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Change encoding</source>
        <translation>更改编码</translation>
    </message>
    <message>
        <source>Use %1 shapes</source>
        <translation>使用 %1 个形状</translation>
    </message>
    <message>
        <source>Change shapes</source>
        <translation>更改形状</translation>
    </message>
    <message>
        <source>Use even frame spacing</source>
        <translation>使用等距帧间隔</translation>
    </message>
    <message>
        <source>Change frame spacing</source>
        <translation>更改帧间隔</translation>
    </message>
    <message>
        <source>Allow %1 mm</source>
        <translation>允许 %1 mm</translation>
    </message>
    <message>
        <source>Change error limit</source>
        <translation>更改误差上限</translation>
    </message>
    <message>
        <source>Use adaptive frame spacing</source>
        <translation>使用自适应帧间隔</translation>
    </message>
    <message>
        <source>Take %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>Follow link</source>
        <translation>打开链接的文件</translation>
    </message>
    <message>
        <source>Opens the file outside the model&apos;s folder</source>
        <translation>打开模型文件夹之外的文件</translation>
    </message>
    <message>
        <source>Preferences have the limit</source>
        <translation>此限制可在首选项中更改</translation>
    </message>
    <message>
        <source>Allow %1 GiB</source>
        <translation>允许 %1 GiB</translation>
    </message>
    <message>
        <source>Allow %1 s</source>
        <translation>允许 %1 秒</translation>
    </message>
    <message>
        <source>Take hidden meshes</source>
        <translation>采用隐藏的网格</translation>
    </message>
    <message>
        <source>Copy bones</source>
        <translation>复制骨骼</translation>
    </message>
    <message>
        <source>Match rest poses</source>
        <translation>对齐静置姿态</translation>
    </message>
    <message>
        <source>Change motions</source>
        <translation>更改动作</translation>
    </message>
    <message>
        <source>Bones have the pose of the motion file</source>
        <translation>骨骼采用动作文件中的姿态</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>替换它</translation>
    </message>
    <message>
        <source>Overwrites the files of the other character</source>
        <translation>覆盖另一个角色的文件</translation>
    </message>
    <message>
        <source>Bones move relative to the rest pose</source>
        <translation>骨骼相对于静置姿态运动</translation>
    </message>
    <message>
        <source>Bake as Pieces</source>
        <translation>烘焙为碎块</translation>
    </message>
    <message>
        <source>Change pieces</source>
        <translation>更改碎块</translation>
    </message>
    <message>
        <source>Separates meshes of point caches into pieces, with a bone for each</source>
        <translation>把点缓存的网格拆成碎块，每个碎块一根骨骼</translation>
    </message>
    <message>
        <source>Hang attachment elsewhere</source>
        <translation>改挂附件</translation>
    </message>
    <message>
        <source>Sort constraints</source>
        <translation>约束排序</translation>
    </message>
    <message>
        <source>Each acts after those that move what it follows</source>
        <translation>每个约束排在移动其跟随对象的约束之后</translation>
    </message>
    <message>
        <source>Attach %1 to the root</source>
        <translation>把 %1 挂到根节点</translation>
    </message>
    <message>
        <source>Attachments has a list of all parents</source>
        <translation>“附件”中列有全部父级</translation>
    </message>
</context>
<context>
    <name>Materials</name>
    <message>
        <source>base colour</source>
        <translation>基础颜色</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>法线</translation>
    </message>
    <message>
        <source>metal and roughness</source>
        <translation>金属度与粗糙度</translation>
    </message>
    <message>
        <source>occlusion</source>
        <translation>环境光遮蔽</translation>
    </message>
    <message>
        <source>glow</source>
        <translation>自发光</translation>
    </message>
    <message>
        <source>none</source>
        <comment>textures</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>cut out below %1 % opacity</source>
        <translation>不透明度低于 %1 % 处镂空</translation>
    </message>
    <message>
        <source>blended</source>
        <translation>半透明混合</translation>
    </message>
    <message>
        <source>opaque</source>
        <translation>不透明</translation>
    </message>
    <message>
        <source>both sides</source>
        <translation>双面</translation>
    </message>
    <message>
        <source>front side only</source>
        <translation>仅正面</translation>
    </message>
    <message>
        <source>%1, %2 % opaque</source>
        <translation>%1，%2 % 不透明</translation>
    </message>
</context>
<context>
    <name>ModelSubjects</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 等另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Triangles</source>
        <translation>三角形</translation>
    </message>
    <message>
        <source>Vertices</source>
        <comment>of a mesh</comment>
        <translation>顶点</translation>
    </message>
    <message>
        <source>Materials</source>
        <translation>材质</translation>
    </message>
    <message>
        <source>Level of detail</source>
        <translation>LOD（细节层次）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>level, of what</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Baked</source>
        <translation>烘焙</translation>
    </message>
    <message>
        <source>no (not ticked)</source>
        <translation>否（未勾选）</translation>
    </message>
    <message>
        <source>Shown in</source>
        <translation>显示于</translation>
    </message>
    <message>
        <source>all variants</source>
        <translation>所有变体</translation>
    </message>
    <message>
        <source>no variant</source>
        <translation>没有变体</translation>
    </message>
    <message>
        <source>material</source>
        <translation>材质</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Base colour</source>
        <translation>基础颜色</translation>
    </message>
    <message>
        <source>Textures</source>
        <translation>纹理</translation>
    </message>
    <message>
        <source>Metal</source>
        <translation>金属度</translation>
    </message>
    <message>
        <source>Roughness</source>
        <translation>粗糙度</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Rendering</source>
        <translation>渲染</translation>
    </message>
    <message>
        <source>Meshes</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>the model, whose clips all characters play</source>
        <translation>模型，所有角色都播放它的片段</translation>
    </message>
    <message>
        <source>a character file that shares the animation</source>
        <translation>共用此动画的角色文件</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Not in every variant</source>
        <translation>并非每个变体都有</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>%1 KB</source>
        <translation>%1 KB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>cm</source>
        <translation>厘米</translation>
    </message>
    <message>
        <source>in</source>
        <comment>inches</comment>
        <translation>英寸</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>驱动器</translation>
    </message>
</context>
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>全选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>增加(&amp;S)</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>减少(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QDialogButtonBox</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>Look in:</source>
        <translation>查找范围：</translation>
    </message>
    <message>
        <source>Directory:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>文件名(&amp;N)：</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>文件类型：</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Parent Directory</source>
        <translation>上级文件夹</translation>
    </message>
    <message>
        <source>Create New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>List View</source>
        <translation>列表视图</translation>
    </message>
    <message>
        <source>Detail View</source>
        <translation>详细视图</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go to the parent directory</source>
        <translation>转到上级文件夹</translation>
    </message>
    <message>
        <source>Create a New Folder</source>
        <translation>新建一个文件夹</translation>
    </message>
    <message>
        <source>Change to list view mode</source>
        <translation>切换到列表视图</translation>
    </message>
    <message>
        <source>Change to detail view mode</source>
        <translation>切换到详细视图</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Choose</source>
        <translation>选择(&amp;C)</translation>
    </message>
    <message>
        <source>All Files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>重命名(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Show &amp;hidden files</source>
        <translation>显示隐藏文件(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New Folder</source>
        <translation>新建文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>New Folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近的位置</translation>
    </message>
    <message>
        <source>%1
Directory not found.
Please verify the correct directory name was given.</source>
        <translation>%1
找不到文件夹。
请确认文件夹名称是否正确。</translation>
    </message>
    <message>
        <source>%1 already exists.
Do you want to replace it?</source>
        <translation>%1 已存在。
要替换它吗？</translation>
    </message>
    <message>
        <source>%1
File not found.
Please verify the correct file name was given.</source>
        <translation>%1
找不到文件。
请确认文件名是否正确。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Are you sure you want to delete &apos;%1&apos;?</source>
        <translation>确定要删除“%1”吗？</translation>
    </message>
</context>
<context>
    <name>QFileSystemModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Date Modified</source>
        <translation>修改日期</translation>
    </message>
    <message>
        <source>My Computer</source>
        <translation>我的电脑</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>计算机</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QMessageBox</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Show Details...</source>
        <translation>显示详细信息...</translation>
    </message>
    <message>
        <source>Hide Details...</source>
        <translation>隐藏详细信息...</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃更改</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>Sources</name>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>TimeField</name>
    <message>
        <source>f frame frames</source>
        <comment>typed units</comment>
        <translation>f 帧</translation>
    </message>
    <message>
        <source>ms</source>
        <comment>typed units</comment>
        <translation>ms 毫秒</translation>
    </message>
    <message>
        <source>s sec seconds</source>
        <comment>typed units</comment>
        <translation>s 秒</translation>
    </message>
</context>
<context>
    <name>TimelinePainter</name>
    <message>
        <source>This clip is not baked: tick it to edit its events.</source>
        <translation>此片段未烘焙：勾选后即可编辑其事件。</translation>
    </message>
    <message>
        <source>Open a model to see the events of its clips here.</source>
        <translation>打开模型后，这里显示各片段的动画事件。</translation>
    </message>
    <message>
        <source>No events in this clip. Double-click to add one.</source>
        <translation>此片段没有动画事件。双击可添加。</translation>
    </message>
</context>
<context>
    <name>UserSettings</name>
    <message>
        <source>The settings in %1 cannot be read or written.</source>
        <translation>无法读取或写入设置文件 %1。</translation>
    </message>
    <message>
        <source>The settings in %1 are damaged. Unreadable settings have their default values.</source>
        <translation>设置文件 %1 已损坏。无法读取的设置采用默认值。</translation>
    </message>
    <message>
        <source>A copy was kept: %1</source>
        <translation>已保留副本：%1</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Add motions…</source>
        <translation>添加动作…</translation>
    </message>
    <message>
        <source>Files whose clips are added to the model</source>
        <translation>其片段会添加到模型的文件</translation>
    </message>
    <message>
        <source>Add characters…</source>
        <translation>添加角色…</translation>
    </message>
    <message>
        <source>Files with the same bones. They share the animation and the texture of the model</source>
        <translation>骨骼相同的文件，共用模型的动画和纹理</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export to…</source>
        <translation>导出到…</translation>
    </message>
    <message>
        <source>Import and bake again</source>
        <translation>重新导入并烘焙</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Import again when a source changes</source>
        <translation>源文件变化时重新导入</translation>
    </message>
    <message>
        <source>Keep exports up to date</source>
        <translation>自动保持导出为最新</translation>
    </message>
    <message>
        <source>Exports after every successful bake, without asking</source>
        <translation>每次成功烘焙后自动导出，不再询问</translation>
    </message>
    <message>
        <source>Locate missing files…</source>
        <translation>查找缺失的文件…</translation>
    </message>
    <message>
        <source>Recover documents…</source>
        <translation>恢复文档…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>首选项…</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Texeleton</source>
        <translation>关于 Texeleton</translation>
    </message>
    <message>
        <source>Blender add-on…</source>
        <translation>Blender 插件…</translation>
    </message>
    <message>
        <source>Save settings…</source>
        <translation>保存设置…</translation>
    </message>
    <message>
        <source>Keeps the bake settings, to apply them to other models</source>
        <translation>保存烘焙设置，以便应用到其他模型</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AnimatorFields</name>
    <message>
        <source>Change %1</source>
        <translation>更改%1</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>m</source>
        <translation>m</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>需要有名称。</translation>
    </message>
    <message>
        <source>%1 is in use: another name is needed.</source>
        <translation>“%1”已被使用：请换一个名称。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AnimatorForm</name>
    <message>
        <source>An animator plays clips on the full skeleton, with blend trees, transitions and inverse kinematics. Make one from the clips, or add a state.</source>
        <translation>动画控制器用完整骨架播放片段，带有混合树、过渡和逆向运动学（IK）。可根据片段生成一个，或添加状态。</translation>
    </message>
    <message>
        <source>Select a layer, state, transition, parameter, limb or gaze to edit it.</source>
        <translation>选中图层、状态、过渡、参数、肢体或注视即可编辑。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AnimatorLive</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>The animator has no parameters.</source>
        <translation>动画控制器没有参数。</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>触发</translation>
    </message>
    <message>
        <source>%1 %2 %</source>
        <comment>clip, percentage</comment>
        <translation>%1 %2%</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>fading in, %1 %</source>
        <translation>淡入 %1%</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>event, state</comment>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Events: %1</source>
        <translation>事件：%1</translation>
    </message>
    <message>
        <source>Meshes</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>As in the crowd</source>
        <translation>与群体一致</translation>
    </message>
    <message>
        <source>All meshes</source>
        <translation>所有网格</translation>
    </message>
    <message>
        <source>Cross-fade in the crowd</source>
        <translation>群体中的交叉淡化</translation>
    </message>
    <message>
        <source>From clip</source>
        <translation>起始片段</translation>
    </message>
    <message>
        <source>To clip</source>
        <translation>目标片段</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Fade</source>
        <translation>淡化</translation>
    </message>
    <message>
        <source>Switch on the animator to change its parameters while it plays.</source>
        <translation>打开动画控制器后，可在播放时更改其参数。</translation>
    </message>
    <message>
        <source>Swaps the meshes of the selected characters, or of all, while they play. Add variants, and characters from other files with the same bones, in the Model panel.</source>
        <translation>在播放时更换选中角色（没有选中时为全部）的网格。变体以及来自其他文件、骨骼相同的角色在“模型”面板中添加。</translation>
    </message>
    <message>
        <source>The animation texture plays clips and cross-fades between two of them, including sockets and bounds. Blend trees, inverse kinematics, gazes and ragdolls need the full skeleton and are shown only where characters are drawn by skinning. To choose the clips, select two in the Clips panel.</source>
        <translation>动画纹理可以播放片段，并在两个片段之间交叉淡化，包括挂点和包围盒。混合树、逆向运动学、注视和布娃娃需要完整骨架，只在由蒙皮绘制的角色上显示。要选择片段，可在“片段”面板中选中两个。</translation>
    </message>
    <message>
        <source>Change cross-fade</source>
        <translation>更改交叉淡化</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>layer, state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>weight %1 %</source>
        <translation>权重 %1 %</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AnimatorPanel</name>
    <message>
        <source>Any state</source>
        <translation>任意状态</translation>
    </message>
    <message>
        <source>Animator</source>
        <translation>动画控制器</translation>
    </message>
    <message>
        <source>Make from clips</source>
        <translation>根据片段生成</translation>
    </message>
    <message>
        <source>Ragdoll</source>
        <translation>布娃娃</translation>
    </message>
    <message>
        <source>Record as clip</source>
        <translation>录制为片段</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Parts of the animator</source>
        <translation>动画控制器的组成</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Transition</source>
        <translation>过渡</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Limb</source>
        <translation>肢体</translation>
    </message>
    <message>
        <source>Arms and legs, by their names</source>
        <translation>按名称查找手臂和腿</translation>
    </message>
    <message>
        <source>Gaze</source>
        <translation>注视</translation>
    </message>
    <message>
        <source>Remove the selection (Delete)</source>
        <translation>移除选中项（Delete）</translation>
    </message>
    <message>
        <source>States</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Transitions</source>
        <translation>过渡</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Limbs</source>
        <translation>肢体</translation>
    </message>
    <message>
        <source>Gazes</source>
        <translation>注视</translation>
    </message>
    <message numerus="yes">
        <source>%Ln state(s)</source>
        <translation>
            <numerusform>%Ln 个状态</numerusform>
        </translation>
    </message>
    <message>
        <source>The picture is drawn by the animation texture, which plays clips only. Choose compute skinning, CPU skinning or Hybrid under Compare to see the animator.</source>
        <translation>画面由动画纹理绘制，它只能播放片段。要看到动画控制器，请在“对比”中选择计算着色器蒙皮、CPU 蒙皮或混合。</translation>
    </message>
    <message>
        <source>Recording: %1</source>
        <translation>正在录制：%1</translation>
    </message>
    <message>
        <source>Make animator from clips</source>
        <translation>根据片段生成动画控制器</translation>
    </message>
    <message>
        <source>No bone is named as a hand or foot that is not listed yet. Add a limb and choose its bones.</source>
        <translation>没有其他名称像手或脚的骨骼。请添加肢体并选择其骨骼。</translation>
    </message>
    <message>
        <source>Add limbs</source>
        <translation>添加肢体</translation>
    </message>
    <message>
        <source>Add state</source>
        <translation>添加状态</translation>
    </message>
    <message>
        <source>Add transition</source>
        <translation>添加过渡</translation>
    </message>
    <message>
        <source>Add parameter</source>
        <translation>添加参数</translation>
    </message>
    <message>
        <source>Add limb</source>
        <translation>添加肢体</translation>
    </message>
    <message>
        <source>Add gaze</source>
        <translation>添加注视</translation>
    </message>
    <message>
        <source>Remove from animator</source>
        <translation>从动画控制器中移除</translation>
    </message>
    <message>
        <source>Characters drawn by skinning play this animator instead of their clip. Drawing switches to compute skinning unless Compare selects another path that skins</source>
        <translation>由蒙皮绘制的角色播放此动画控制器，而不是自己的片段。除非“对比”中选择了其他蒙皮方式，画面会切换到计算着色器蒙皮</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Puts all characters into the initial state</source>
        <translation>让所有角色回到初始状态</translation>
    </message>
    <message>
        <source>Replaces the animator with one made from the clips: a blend tree for standing, walking and running by speed, and a trigger for each clip that plays once</source>
        <translation>用根据片段生成的动画控制器替换当前的：按速度混合站立、行走和奔跑的混合树，并为每个只播放一次的片段设一个触发器</translation>
    </message>
    <message>
        <source>Drops the selected characters, or the nearest ones, as ragdolls. Drag them with the left mouse button. Disable it to blend back to the animation</source>
        <translation>让选中的角色（没有选中时为最近的角色）作为布娃娃倒下。用鼠标左键拖动它们。关闭后过渡回动画</translation>
    </message>
    <message>
        <source>Blend back</source>
        <translation>过渡回动画</translation>
    </message>
    <message>
        <source>Duration of the blend from the ragdoll back to the animation</source>
        <translation>从布娃娃过渡回动画的时长</translation>
    </message>
    <message>
        <source>Change blend of ragdolls</source>
        <translation>更改布娃娃过渡时长</translation>
    </message>
    <message>
        <source>Blend in</source>
        <translation>过渡到布娃娃</translation>
    </message>
    <message>
        <source>Duration of the blend from the animation to the ragdoll. 0: at once</source>
        <translation>从动画过渡到布娃娃的时长。0：立即切换</translation>
    </message>
    <message>
        <source>Removed with its transitions: %1</source>
        <translation>已连同其过渡移除：%1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 is used by %2</source>
        <translation>%1 正被 %2 使用</translation>
    </message>
    <message>
        <source>They change with it.</source>
        <translation>它们会随之改变。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message numerus="yes">
        <source>Remove parameter and %n transition(s)</source>
        <translation>
            <numerusform>移除参数和 %n 个过渡</numerusform>
        </translation>
    </message>
    <message>
        <source>Records the first ragdoll, or the first character of the animator with its limbs and gazes. When switched off, saves the recording beside the model as a motion file, whose clip is edited and baked like any other</source>
        <translation>录制第一个布娃娃，或动画控制器的第一个角色（连同肢体和注视）。关闭时把录制内容保存为模型旁的动作文件，其片段可像其他片段一样编辑和烘焙</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>States of %1</source>
        <comment>layer</comment>
        <translation>%1 的状态</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Add layer</source>
        <translation>添加图层</translation>
    </message>
    <message>
        <source>%1 has the states %2</source>
        <translation>%1 有状态 %2</translation>
    </message>
    <message>
        <source>They are removed with it.</source>
        <translation>它们会随之移除。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AnimatorPlay</name>
    <message>
        <source>There is no state to play. Add one, or make an animator from the clips.</source>
        <translation>没有可播放的状态。请添加一个，或根据片段生成动画控制器。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AttachmentFields</name>
    <message>
        <source>Parent: a socket, another attachment or a bone</source>
        <translation>父级：挂点、另一个附件或骨骼</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父级</translation>
    </message>
    <message>
        <source>Merge into mesh</source>
        <translation>合并到网格</translation>
    </message>
    <message>
        <source>The triangles become part of the character&apos;s mesh and follow the bone. When disabled, the pack has a socket there</source>
        <translation>其三角形成为角色网格的一部分并跟随骨骼。关闭时，资源包在该处有一个挂点</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>定位…</translation>
    </message>
    <message>
        <source>The file is missing.</source>
        <translation>文件缺失。</translation>
    </message>
    <message>
        <source>Socket %1</source>
        <translation>挂点 %1</translation>
    </message>
    <message>
        <source>Attachment %1</source>
        <translation>附件 %1</translation>
    </message>
    <message>
        <source>Separate from mesh</source>
        <translation>从网格中分离</translation>
    </message>
    <message>
        <source>Change parent of attachment</source>
        <translation>更改附件的父级</translation>
    </message>
    <message>
        <source>Keep place</source>
        <translation>保持位置</translation>
    </message>
    <message>
        <source>A new parent leaves it where it is in the world; without it the numbers stay</source>
        <translation>更换父级时它在世界中的位置不变；不勾选则数值不变</translation>
    </message>
    <message>
        <source>An uneven scale above it would need shear: the nearest without it</source>
        <translation>其上的不均匀缩放需要切变：取不含切变的最接近结果</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AttachmentsPanel</name>
    <message>
        <source>Attach a model…</source>
        <translation>附加模型…</translation>
    </message>
    <message>
        <source>Attaches a model to the selected socket or attachment, or to the selected bone</source>
        <translation>把模型附加到选中的挂点或附件上，否则附加到选中的骨骼上</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Removes the attachment and its children (Delete)</source>
        <translation>移除附件及其子级（Delete）</translation>
    </message>
    <message>
        <source>Nothing is attached. Attach a weapon, a hat or any other model to a bone; the pack gets a socket for it, or its triangles.</source>
        <translation>还没有附件。可把武器、帽子或任何其他模型挂到骨骼上；资源包会为它添加一个挂点，或包含它的三角形。</translation>
    </message>
    <message>
        <source>Sockets and attachments</source>
        <translation>挂点与附件</translation>
    </message>
    <message>
        <source>Socket on %1</source>
        <translation>%1 上的挂点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln attached</source>
        <comment>models</comment>
        <translation>
            <numerusform>%Ln 个附件</numerusform>
        </translation>
    </message>
    <message>
        <source>Its file is missing.</source>
        <translation>它的文件缺失。</translation>
    </message>
    <message>
        <source>%1 is missing. Locate it to show it.</source>
        <translation>%1 缺失。重新定位后即可显示。</translation>
    </message>
    <message>
        <source>Attach %1</source>
        <translation>附加 %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Rename attachment</source>
        <translation>重命名附件</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AttachmentsSection</name>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>挂在 %1 上</translation>
    </message>
    <message>
        <source>Its file is missing.</source>
        <translation>它的文件缺失。</translation>
    </message>
    <message>
        <source>Parent…</source>
        <translation>父级…</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>定位…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::BakePanel</name>
    <message>
        <source>Vertices suit this model: its clips move morph targets, which only Vertices keep.</source>
        <translation>此模型适合顶点模式：它的动画片段驱动变形目标，只有顶点模式能保留。</translation>
    </message>
    <message>
        <source>Bones suit this model: the texture is about as large as with Vertices, and sockets cost nothing.</source>
        <translation>此模型适合骨骼模式：纹理大小与顶点模式相近，且挂点不占空间。</translation>
    </message>
    <message>
        <source>Bones suit this model: %1 bones against %2 vertices make the texture %3 times smaller, and sockets work.</source>
        <translation>此模型适合骨骼模式：%1 根骨骼对 %2 个顶点，纹理仅为 1/%3，并支持挂点。</translation>
    </message>
    <message>
        <source>Vertices suit this model: %1 vertices against %2 bones make the texture %3 times smaller.</source>
        <translation>此模型适合顶点模式：%1 个顶点对 %2 根骨骼，纹理仅为 1/%3。</translation>
    </message>
    <message>
        <source>Use 32-bit</source>
        <translation>改用 32 位</translation>
    </message>
    <message>
        <source>Show where</source>
        <translation>查看位置</translation>
    </message>
    <message>
        <source>Change mode</source>
        <translation>更改模式</translation>
    </message>
    <message>
        <source>Change texel format</source>
        <translation>更改像素格式</translation>
    </message>
    <message>
        <source>16-bit float</source>
        <translation>16 位浮点</translation>
    </message>
    <message>
        <source>32-bit float</source>
        <translation>32 位浮点</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确尺寸</translation>
    </message>
    <message>
        <source>Rounds the sides of the texture up to powers of two, as some engines require</source>
        <translation>把纹理边长向上取整到 2 的幂次（部分引擎要求）</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>Wider frames are wrapped into several rows</source>
        <translation>过宽的帧会折成多行</translation>
    </message>
    <message>
        <source>Hz</source>
        <translation>Hz</translation>
    </message>
    <message>
        <source>Frames per second of clips without a rate of their own. 0: the rate of the source</source>
        <translation>没有单独设置帧率的片段每秒烘焙的帧数。0：源文件的帧率</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Texel format</source>
        <translation>像素格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>帧率</translation>
    </message>
    <message>
        <source>Error limit</source>
        <translation>误差上限</translation>
    </message>
    <message>
        <source>Change size rule</source>
        <translation>更改尺寸规则</translation>
    </message>
    <message>
        <source>Change maximum width</source>
        <translation>更改最大宽度</translation>
    </message>
    <message>
        <source>Change rate</source>
        <translation>更改帧率</translation>
    </message>
    <message>
        <source>Change error limit</source>
        <translation>更改误差上限</translation>
    </message>
    <message>
        <source>Bake as Bones</source>
        <translation>改用骨骼模式</translation>
    </message>
    <message>
        <source>Bake as Vertices</source>
        <translation>改用顶点模式</translation>
    </message>
    <message>
        <source>Not baked</source>
        <translation>未烘焙</translation>
    </message>
    <message>
        <source>The picture shows the last successful bake.</source>
        <translation>画面显示的是上一次成功的烘焙。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>frames, bones</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Measuring the error…</source>
        <translation>正在测量误差…</translation>
    </message>
    <message>
        <source>%1 over your limit in %2</source>
        <translation>%2 超出上限 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln 个元素</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln frame(s)</source>
        <translation>
            <numerusform>%Ln 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>Bake at %1 Hz</source>
        <translation>以 %1 Hz 烘焙</translation>
    </message>
    <message>
        <source>%1 at %2 Hz</source>
        <comment>a clip, its rate</comment>
        <translation>%1：%2 Hz</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Raise rate</source>
        <translation>提高帧率</translation>
    </message>
    <message numerus="yes">
        <source>Bones keep 4 influences a vertex: %Ln vertex(es) have more, of which up to %1 % are left out.</source>
        <translation>
            <numerusform>骨骼模式每个顶点保留 4 个影响：有 %Ln 个顶点超出，其中最多有 %1 % 的权重被舍去。</numerusform>
        </translation>
    </message>
    <message>
        <source>Bones suit this model.</source>
        <translation>骨骼模式适合此模型。</translation>
    </message>
    <message>
        <source>Vertices suit this model.</source>
        <translation>顶点模式适合此模型。</translation>
    </message>
    <message>
        <source>Mostly blending between frames (%1 of %2)</source>
        <translation>主要来自帧间插值（%2 中的 %1）</translation>
    </message>
    <message>
        <source>Mostly the texel format (%1 of %2)</source>
        <translation>主要来自像素格式（%2 中的 %1）</translation>
    </message>
    <message>
        <source>Mostly influences left out (%1 of %2)</source>
        <translation>主要来自舍去的影响（%2 中的 %1）</translation>
    </message>
    <message>
        <source>Mostly morph targets left out (%1 of %2)</source>
        <translation>主要来自舍去的变形目标（%2 中的 %1）</translation>
    </message>
    <message>
        <source>32-bit texels are exact and use twice the memory</source>
        <translation>32 位纹素精确，占用两倍内存</translation>
    </message>
    <message>
        <source>Bones keep four influences per vertex; Vertices keep the result of all of them</source>
        <translation>骨骼模式每个顶点保留四个影响；顶点模式保留全部影响的结果</translation>
    </message>
    <message>
        <source>32 bits are exact and use twice the memory</source>
        <translation>32 位精确，占用两倍内存</translation>
    </message>
    <message>
        <source>Highlights errors above this limit. 0: no limit; errors above 0.5 % of the model&apos;s height are highlighted, and above 2 % in red</source>
        <translation>突出显示超过此上限的误差。0：没有上限；超过模型高度 0.5 % 的误差突出显示，超过 2 % 的显示为红色</translation>
    </message>
    <message>
        <source>The influences that Bones drop cause an error of %1.</source>
        <translation>骨骼模式舍去的影响造成 %1 的误差。</translation>
    </message>
    <message>
        <source>Largest error: %1 in %2</source>
        <translation>最大误差：%1，在 %2 中</translation>
    </message>
    <message>
        <source>Error of %1 in %2: %3 % of the model&apos;s height</source>
        <translation>误差 %1，在 %2 中：模型高度的 %3 %</translation>
    </message>
    <message>
        <source>More frames leave less to interpolate: %1</source>
        <translation>帧越多，需要插值的越少：%1</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>等距</translation>
    </message>
    <message>
        <source>Adaptive</source>
        <translation>自适应</translation>
    </message>
    <message>
        <source>Adaptive stores only the frames that the error limit requires. A small table in the texture places the others. Supported by every export target</source>
        <translation>自适应只存储误差上限所需的帧。纹理中的一个小表确定其余的帧。所有导出目标都支持</translation>
    </message>
    <message>
        <source>Frame spacing</source>
        <translation>帧间隔</translation>
    </message>
    <message>
        <source>Change frame spacing</source>
        <translation>更改帧间隔</translation>
    </message>
    <message>
        <source>Mostly blending over a jump of the motion (%1 of %2): play this clip stepped</source>
        <translation>主要来自动作跳变处的插值（%2 中的 %1）：请以逐帧方式播放此剪辑</translation>
    </message>
    <message>
        <source>Vertices suit this model: point caches move its points, which only Vertices can.</source>
        <translation>顶点适合此模型：点缓存移动它的各个点，只有顶点能做到。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln bone(s) stored</source>
        <translation>
            <numerusform>%Ln 根骨骼中存储 %1 个蒙皮矩阵</numerusform>
        </translation>
    </message>
    <message>
        <source>source</source>
        <translation>同源</translation>
    </message>
    <message>
        <source>How texels hold the poses. Fit to a tolerance tries all of them</source>
        <translation>纹素保存姿态的方式。“按容差拟合”会逐一尝试</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Change encoding</source>
        <translation>更改编码</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>Power of 2</source>
        <translation>2 的幂</translation>
    </message>
    <message>
        <source>Max. width</source>
        <translation>最大宽度</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Collapses the result to size, error and remedies</source>
        <translation>将结果折叠为尺寸、误差和补救办法</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::BlenderDialog</name>
    <message>
        <source>Blender add-on</source>
        <translation>Blender 插件</translation>
    </message>
    <message>
        <source>The add-on bakes and exports from inside Blender 3.4 or later: a panel “Texeleton” in the sidebar of the 3D view. Installing it again updates it.</source>
        <translation>插件在 Blender 3.4 或更高版本中烘焙并导出：3D 视图侧栏中的“Texeleton”面板。再次安装即为更新。</translation>
    </message>
    <message>
        <source>Blender</source>
        <translation>Blender</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Blenders on this machine</source>
        <translation>本机的 Blender</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Other Blender…</source>
        <translation>其他 Blender…</translation>
    </message>
    <message>
        <source>Save as file…</source>
        <translation>保存为文件…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Locate the Blender program</source>
        <translation>Blender 的程序在哪里？</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the add-on</source>
        <translation>保存插件</translation>
    </message>
    <message>
        <source>Archives (*.zip)</source>
        <translation>压缩包 (*.zip)</translation>
    </message>
    <message>
        <source>Looking for Blender…</source>
        <translation>正在查找 Blender…</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1, too old</source>
        <translation>%1，太旧</translation>
    </message>
    <message>
        <source>The add-on needs Blender 3.4 or later</source>
        <translation>插件需要 Blender 3.4 或更高版本</translation>
    </message>
    <message>
        <source>Installed as an extension</source>
        <translation>以扩展形式安装</translation>
    </message>
    <message>
        <source>Installed as an add-on</source>
        <translation>以插件形式安装</translation>
    </message>
    <message>
        <source>No Blender was found. Install Blender 3.4 or later, or choose its program with Other Blender…; or save the add-on as a file and install it in Blender with Edit ▸ Preferences ▸ Add-ons ▸ Install from Disk.</source>
        <translation>没有找到 Blender。请安装 Blender 3.4 或更高版本，或用“其他 Blender…”选择其程序；也可将插件保存为文件，并在 Blender 中用“编辑 ▸ 偏好设置 ▸ 插件 ▸ 从磁盘安装”安装。</translation>
    </message>
    <message>
        <source>Installing the add-on into %1…</source>
        <translation>正在将插件安装到 %1…</translation>
    </message>
    <message>
        <source>The add-on is installed in %1 and enabled. A Blender that is open shows it after a restart: press N in the 3D view, tab Texeleton.</source>
        <translation>插件已安装到 %1 并启用。已打开的 Blender 重新启动后显示：在 3D 视图中按 N，选 Texeleton 标签。</translation>
    </message>
    <message>
        <source>Saved as %1. Install it in Blender with Edit ▸ Preferences ▸ Add-ons ▸ Install from Disk (before 4.2: Install…).</source>
        <translation>已保存为 %1。请在 Blender 中用“编辑 ▸ 偏好设置 ▸ 插件 ▸ 从磁盘安装”（4.2 之前：“安装…”）安装。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::CameraMenu</name>
    <message>
        <source>View %1</source>
        <translation>视图 %1</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>保存视图</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>摄像机</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>前</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>上</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>下</translation>
    </message>
    <message>
        <source>Orthographic</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>Frame the selection or all</source>
        <translation>取景到所选或全部</translation>
    </message>
    <message>
        <source>Stand in the crowd</source>
        <translation>站到群体中</translation>
    </message>
    <message>
        <source>Moves the camera to eye height in the centre of the crowd</source>
        <translation>把摄像机移到群体中央，与眼睛同高</translation>
    </message>
    <message>
        <source>First view</source>
        <translation>初始视图</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>Looks at everything from the side on which a new document begins</source>
        <translation>从新建文档的初始方向查看全部内容</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::CameraPopup</name>
    <message>
        <source>Camera</source>
        <translation>摄像机</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Position of the camera: X, Y (up) and Z</source>
        <translation>摄像机的位置：X、Y（向上）和 Z</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>The point that the camera looks at and orbits: X, Y (up) and Z</source>
        <translation>摄像机看向并环绕的点：X、Y（向上）和 Z</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>From the target to the camera</source>
        <translation>从目标到摄像机</translation>
    </message>
    <message>
        <source>Field of view</source>
        <translation>视野</translation>
    </message>
    <message>
        <source>Vertical angle of the picture</source>
        <translation>画面的垂直角度</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>透视</translation>
    </message>
    <message>
        <source>Orthographic</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Projection of the camera (5)</source>
        <translation>摄像机的投影（5）</translation>
    </message>
    <message>
        <source>Stand in the crowd</source>
        <translation>站到群体中</translation>
    </message>
    <message>
        <source>Moves the camera to eye height in the centre of the crowd (C)</source>
        <translation>把摄像机移到群体中央，与眼睛同高（C）</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>已保存的视图</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>保存视图</translation>
    </message>
    <message>
        <source>Keeps this camera in the document</source>
        <translation>把当前摄像机保存到文档中</translation>
    </message>
    <message>
        <source>Replace the selected view by this camera</source>
        <translation>用当前摄像机替换选中的视图</translation>
    </message>
    <message>
        <source>Delete the selected view</source>
        <translation>删除选中的视图</translation>
    </message>
    <message>
        <source>Rename view</source>
        <translation>重命名视图</translation>
    </message>
    <message>
        <source>Replace view</source>
        <translation>替换视图</translation>
    </message>
    <message>
        <source>Delete view</source>
        <translation>删除视图</translation>
    </message>
    <message>
        <source>None</source>
        <comment>node</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Look through</source>
        <translation>通过节点观看</translation>
    </message>
    <message>
        <source>Node through which the camera looks, until it is moved by hand</source>
        <translation>摄像机通过此节点观看，直到手动移动摄像机</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>朝向</translation>
    </message>
    <message>
        <source>Axis of the node that points ahead: −Z for cameras of glTF, +X for those of FBX</source>
        <translation>节点指向前方的轴：glTF 的摄像机为 −Z，FBX 的为 +X</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::CharactersSection</name>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Characters with the same rig. All play the clips of the first one from one texture; each is a variant of the pack</source>
        <translation>使用同一骨架的角色。全部用一张纹理播放第一个角色的片段，每个角色都是包的一个变体</translation>
    </message>
    <message>
        <source>animation source</source>
        <translation>动画来源</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mesh(es)</source>
        <translation>
            <numerusform>%Ln 个网格</numerusform>
        </translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Add characters…</source>
        <translation>添加角色…</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>File unit</source>
        <translation>文件单位</translation>
    </message>
    <message>
        <source>1 metre</source>
        <translation>1 米</translation>
    </message>
    <message>
        <source>1 centimetre</source>
        <translation>1 厘米</translation>
    </message>
    <message>
        <source>1 millimetre</source>
        <translation>1 毫米</translation>
    </message>
    <message>
        <source>1 inch</source>
        <translation>1 英寸</translation>
    </message>
    <message>
        <source>1 foot</source>
        <translation>1 英尺</translation>
    </message>
    <message>
        <source>%1 m</source>
        <translation>%1 米</translation>
    </message>
    <message>
        <source>Change unit</source>
        <translation>更改单位</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>不匹配</translation>
    </message>
    <message>
        <source>There is no such file. Delete removes it.</source>
        <translation>没有这个文件。按 Delete 移除。</translation>
    </message>
    <message>
        <source>As the model&apos;s</source>
        <translation>与模型相同</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未载入</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Another file could not be loaded; see Issues.</source>
        <translation>另一个文件无法载入；见“问题”。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipCutFields</name>
    <message>
        <source>Hz</source>
        <translation>Hz</translation>
    </message>
    <message>
        <source>source</source>
        <translation>同源</translation>
    </message>
    <message>
        <source>Frames per second. 0: the rate of the source</source>
        <translation>每秒烘焙的帧数。0：源文件的帧率</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>单次</translation>
    </message>
    <message>
        <source>Loops, +1 frame</source>
        <translation>循环，补一帧</translation>
    </message>
    <message>
        <source>Automatic: loops when the pose at the end is the one at the start, or one frame before it.
Loops, +1 frame: for cycles that do not repeat their first frame at the end</source>
        <translation>自动：结尾的姿势与开头相同，或只差一帧就与开头相同时，按循环处理。
循环，补一帧：用于末尾不重复首帧的循环</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>帧率</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Whole clip</source>
        <translation>整个片段</translation>
    </message>
    <message>
        <source>Bakes the clip from its start to its end</source>
        <translation>从头到尾烘焙该片段</translation>
    </message>
    <message>
        <source>Change clip rate</source>
        <translation>更改片段帧率</translation>
    </message>
    <message>
        <source>Change clip loop</source>
        <translation>更改片段循环</translation>
    </message>
    <message>
        <source>Change clip range</source>
        <translation>更改片段范围</translation>
    </message>
    <message>
        <source>The clip runs from %1 to %2: the range was cut to it.</source>
        <translation>片段的范围是 %1 至 %2：已截到此范围。</translation>
    </message>
    <message>
        <source>The range ended before it: it now ends with the clip.</source>
        <translation>原范围在此之前就结束了：现延至片段结尾。</translation>
    </message>
    <message>
        <source>The range began after it: it now starts with the clip.</source>
        <translation>原范围在此之后才开始：现从片段开头开始。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipEdits</name>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>Tick clip</source>
        <translation>勾选片段</translation>
    </message>
    <message>
        <source>Untick clip</source>
        <translation>取消勾选片段</translation>
    </message>
    <message>
        <source>Rename clip</source>
        <translation>重命名片段</translation>
    </message>
    <message numerus="yes">
        <source>Rename %Ln clip(s)</source>
        <translation>
            <numerusform>重命名 %Ln 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Shorten names</source>
        <translation>缩短名称</translation>
    </message>
    <message>
        <source>Change root motion of clip</source>
        <translation>更改片段的根运动</translation>
    </message>
    <message>
        <source>Only baked clips have an order: tick them first.</source>
        <translation>只有要烘焙的片段才有顺序：请先勾选。</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln clip(s)</source>
        <translation>
            <numerusform>移动 %Ln 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a clip first.</source>
        <translation>请先选中一个片段。</translation>
    </message>
    <message>
        <source>Add sub-clip</source>
        <translation>添加子片段</translation>
    </message>
    <message>
        <source>A clip of the model stays in the list: untick it to leave it out. Further cuts can be removed.</source>
        <translation>模型自带的片段会留在列表中：不需要时取消勾选即可。另加的截取可以移除。</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln cut(s)</source>
        <translation>
            <numerusform>移除 %Ln 个截取</numerusform>
        </translation>
    </message>
    <message>
        <source>Map clip</source>
        <translation>映射片段</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipMenus</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Add sub-clip</source>
        <translation>添加子片段</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Root motion</source>
        <translation>根运动</translation>
    </message>
    <message>
        <source>As all clips</source>
        <translation>与全部片段相同</translation>
    </message>
    <message>
        <source>Map to…</source>
        <translation>映射到…</translation>
    </message>
    <message>
        <source>Add motions…</source>
        <translation>添加动作…</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipTree</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧数</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>The largest distance between what the texture shows and the source, at any vertex, on frames and between them</source>
        <translation>纹理还原结果与源动画之间的最大距离：所有顶点，整帧与帧间</translation>
    </message>
    <message>
        <source>Baked poses: rows of the texture, one or several each</source>
        <translation>烘焙的姿势：每个占纹理的一行或数行</translation>
    </message>
    <message>
        <source>Size of the frames in the texture, uncompressed on disk and on the GPU</source>
        <translation>这些帧在纹理中所占的大小（GPU 上，以及磁盘上未压缩时）</translation>
    </message>
    <message>
        <source>Length of the baked part</source>
        <translation>被烘焙部分的时长</translation>
    </message>
    <message>
        <source>%1 is missing in the model. Its settings are kept; Map to… in its menu assigns them to another clip.</source>
        <translation>模型中缺失 %1。其设置已保留；用其菜单中的“映射到…”可将设置指定给其他片段。</translation>
    </message>
    <message>
        <source>loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>once</source>
        <translation>单次</translation>
    </message>
    <message>
        <source>Largest %1, root mean square %2.
Pixel format %3, blending between frames %4, dropped influences %5, dropped morph targets %6.
Gap at the loop: %7.</source>
        <translation>最大 %1，均方根 %2。
像素格式 %3，帧间插值 %4，舍去的影响 %5，舍去的变形目标 %6。
循环处的差距：%7。</translation>
    </message>
    <message>
        <source>plays</source>
        <translation>正在播放</translation>
    </message>
    <message>
        <source>Error (%1)</source>
        <translation>误差（%1）</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>帧率</translation>
    </message>
    <message>
        <source>Frames baked per second</source>
        <translation>每秒烘焙的帧数</translation>
    </message>
    <message>
        <source>Ticks all clips, or none</source>
        <translation>勾选全部片段，或全部取消勾选</translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipsPanel</name>
    <message>
        <source>Filter clips</source>
        <translation>筛选动画片段</translation>
    </message>
    <message>
        <source>Only selected</source>
        <translation>仅选中</translation>
    </message>
    <message>
        <source>Bake only the selected clips</source>
        <translation>只烘焙选中的片段</translation>
    </message>
    <message>
        <source>Invert</source>
        <translation>反选</translation>
    </message>
    <message>
        <source>Add a sub-clip: another range of the selected clip</source>
        <translation>添加子片段：所选片段的另一个范围</translation>
    </message>
    <message>
        <source>Tick all clips</source>
        <translation>勾选全部片段</translation>
    </message>
    <message>
        <source>Tick only selected clips</source>
        <translation>只勾选选中的片段</translation>
    </message>
    <message>
        <source>Invert ticked clips</source>
        <translation>反选片段</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 · %4</source>
        <translation>已选 %1 / %2 · %3 · %4</translation>
    </message>
    <message numerus="yes">
        <source>%Ln frame(s)</source>
        <translation>
            <numerusform>%Ln 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Renames the selected clips at once, or all shown ones if none is selected</source>
        <translation>一次重命名所有选中的片段；未选中时为所有显示的片段</translation>
    </message>
    <message>
        <source>Untick all clips</source>
        <translation>取消勾选所有片段</translation>
    </message>
    <message>
        <source>Add motions: clips of other files with the same bones</source>
        <translation>添加动作：骨骼相同的其他文件中的片段</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Tick and rename clips</source>
        <translation>勾选与重命名片段</translation>
    </message>
    <message>
        <source>Shorten names</source>
        <translation>缩短名称</translation>
    </message>
    <message>
        <source>Removes the prefix “%1” from all names</source>
        <translation>从所有名称中移除前缀“%1”</translation>
    </message>
    <message>
        <source>Removes the suffix “%1” from all names</source>
        <translation>从所有名称中移除后缀“%1”</translation>
    </message>
    <message>
        <source>Removes the prefix “%1” and the suffix “%2” from all names</source>
        <translation>从所有名称中移除前缀“%1”和后缀“%2”</translation>
    </message>
    <message>
        <source>Show only ticked clips</source>
        <translation>只显示勾选的片段</translation>
    </message>
    <message>
        <source>Ticks the unticked clips and unticks the others</source>
        <translation>勾选未勾选的片段，取消勾选其余片段</translation>
    </message>
    <message>
        <source>Add motions…</source>
        <translation>添加动作…</translation>
    </message>
    <message>
        <source>Used by %1</source>
        <translation>%1 正在使用</translation>
    </message>
    <message>
        <source>These refer to clips that would no longer be baked.</source>
        <translation>它们用到的片段将不再烘焙。</translation>
    </message>
    <message>
        <source>&amp;Untick and take out</source>
        <translation>取消勾选并取出(&amp;U)</translation>
    </message>
    <message>
        <source>Untick &amp;only</source>
        <translation>仅取消勾选(&amp;O)</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ComparePanel</name>
    <message>
        <source>Animation texture</source>
        <translation>动画纹理</translation>
    </message>
    <message>
        <source>Compute skinning</source>
        <translation>计算着色器蒙皮</translation>
    </message>
    <message>
        <source>CPU skinning</source>
        <translation>CPU 蒙皮</translation>
    </message>
    <message>
        <source>Hybrid</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分屏</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热图</translation>
    </message>
    <message>
        <source>One on the left, the other on the right; drag the line between them</source>
        <translation>一左一右；可拖动中间的分界线</translation>
    </message>
    <message>
        <source>Both at once in two colours. Grey: equal</source>
        <translation>用两种颜色同时显示。灰色：相同</translation>
    </message>
    <message>
        <source>Colours every vertex by its distance from its skinned position</source>
        <translation>按每个顶点与其蒙皮位置的距离着色</translation>
    </message>
    <message>
        <source>Drawing method</source>
        <translation>用什么绘制画面</translation>
    </message>
    <message>
        <source>Drawing method to compare with</source>
        <translation>与什么对比</translation>
    </message>
    <message>
        <source>against</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>End of the colour scale. 0: chosen by the error of the playing clips</source>
        <translation>色标的终点。0：按正在播放的片段的误差自动选择</translation>
    </message>
    <message>
        <source>Up to</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Drawn by</source>
        <translation>绘制方式</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>绘制次数</translation>
    </message>
    <message>
        <source>Animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Skinning</source>
        <translation>蒙皮</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>顶点</translation>
    </message>
    <message>
        <source>Texture</source>
        <translation>纹理</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>GPU memory of the animation texture</source>
        <translation>动画纹理占用的显存</translation>
    </message>
    <message>
        <source>Near characters by compute skinning, far ones by the texture</source>
        <translation>近处角色用计算着色器蒙皮，远处角色用纹理</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>无</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Open a model to see its drawing costs.</source>
        <translation>打开模型即可查看绘制它的开销。</translation>
    </message>
    <message>
        <source>The source of this bake cannot be skinned, so there is nothing to compare with.</source>
        <translation>这次烘焙的源无法蒙皮，因此没有可对比的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s) on screen</source>
        <translation>
            <numerusform>画面中有 %Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, measuring…</source>
        <translation>%1，正在测量…</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>重新测量</translation>
    </message>
    <message numerus="yes">
        <source>%1: the same picture of %2 × %3 pixels by each in turn, off the screen; median of %Ln</source>
        <translation>
            <numerusform>%1：同一幅 %2 × %3 像素的画面由各方式轮流在屏幕外绘制；取 %Ln 次的中位数</numerusform>
        </translation>
    </message>
    <message>
        <source>other programs used %1 % of the processors meanwhile</source>
        <translation>期间其他程序占用了 %1 % 的处理器</translation>
    </message>
    <message numerus="yes">
        <source>the window drew %Ln frame(s) meanwhile</source>
        <translation>
            <numerusform>期间窗口绘制了 %Ln 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; measuring…</source>
        <translation>%1；正在测量…</translation>
    </message>
    <message>
        <source>Renders the same picture off screen with each method in turn and displays the median times</source>
        <translation>用各方法依次离屏渲染同一画面，显示耗时的中位数</translation>
    </message>
    <message>
        <source>Cost of each drawing method</source>
        <translation>各绘制方法的开销</translation>
    </message>
    <message>
        <source>Click to draw with this method</source>
        <translation>单击即用此方法绘制</translation>
    </message>
    <message>
        <source>Draw calls per frame</source>
        <translation>每帧绘制调用数</translation>
    </message>
    <message>
        <source>CPU time per frame for posing skeletons</source>
        <translation>每帧摆出骨架姿势的 CPU 时间</translation>
    </message>
    <message>
        <source>CPU time per frame for skinning vertices or uploading matrices</source>
        <translation>每帧蒙皮顶点或上传矩阵的 CPU 时间</translation>
    </message>
    <message>
        <source>GPU time per frame; &quot;n/a&quot; where it cannot be measured</source>
        <translation>每帧 GPU 时间；无法测量时显示“n/a”</translation>
    </message>
    <message>
        <source>Vertices per frame that the vertex shader processes</source>
        <translation>每帧顶点着色器处理的顶点数</translation>
    </message>
    <message>
        <source>GPU memory of the mesh, the characters and the skinning buffers</source>
        <translation>网格、角色与蒙皮缓冲区占用的 GPU 内存</translation>
    </message>
    <message>
        <source>Largest distance of a vertex from the source</source>
        <translation>顶点与源之间的最大距离</translation>
    </message>
    <message>
        <source>other programs used %1 % of the processors meanwhile, which makes all times longer</source>
        <translation>期间其他程序占用了 %1 % 的处理器，所有耗时因此变长</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ConstraintsSection</name>
    <message>
        <source>Moves the node around the origin of its parent</source>
        <translation>使节点绕其父节点的原点运行</translation>
    </message>
    <message>
        <source>Turns the node about an axis at a constant rate</source>
        <translation>使节点绕一个轴匀速转动</translation>
    </message>
    <message>
        <source>Turns the node about an axis, so that its +Z points where it travels</source>
        <translation>使节点绕一个轴转动，让它的 +Z 指向行进方向</translation>
    </message>
    <message>
        <source>Turns the node about an axis by the distance travelled: wheels</source>
        <translation>按行进的距离使节点绕一个轴转动：车轮</translation>
    </message>
    <message>
        <source>Points an axis of the node at another node</source>
        <translation>使节点的一个轴指向另一个节点</translation>
    </message>
    <message>
        <source>Keeps the node at an offset from another node, with a lag: a camera boom</source>
        <translation>使节点与另一个节点保持偏移，并带有滞后：摄像机吊臂</translation>
    </message>
    <message>
        <source>From a time on, attaches the node to another parent</source>
        <translation>从某一时刻起，把节点接到另一个父节点上</translation>
    </message>
    <message>
        <source>New parent</source>
        <translation>新的父节点</translation>
    </message>
    <message>
        <source>Node that becomes the parent. Empty: no parent</source>
        <translation>成为父级的节点。留空：没有父级</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Node to look at or follow</source>
        <translation>要看向或跟随的节点</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>In the node&apos;s own coordinates: X, Y and Z</source>
        <translation>在节点自身的坐标中：X、Y 和 Z</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>半径</translation>
    </message>
    <message>
        <source>Radius of the wheel</source>
        <translation>车轮的半径</translation>
    </message>
    <message>
        <source>Radius of the orbit</source>
        <translation>轨道的半径</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Duration of one turn. Negative: in the opposite direction</source>
        <translation>转一圈的时间。负数：方向相反</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>相位</translation>
    </message>
    <message>
        <source>Angle at the start of the clip</source>
        <translation>片段开始时的角度</translation>
    </message>
    <message>
        <source>Inclination</source>
        <translation>倾角</translation>
    </message>
    <message>
        <source>Tilt of the orbit about the parent&apos;s X axis</source>
        <translation>轨道绕父节点 X 轴的倾斜</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Largest angle to either side. Up to 90°, the node also follows backwards</source>
        <translation>向两侧的最大角度。不超过 90° 时，节点倒退时也会跟随</translation>
    </message>
    <message>
        <source>Largest angle from the pose without the constraint</source>
        <translation>与没有此约束时的姿态相差的最大角度</translation>
    </message>
    <message>
        <source>Offset (m)</source>
        <translation>偏移（m）</translation>
    </message>
    <message>
        <source>Position in the new parent, where it is not kept: X, Y and Z</source>
        <translation>不保持姿态时，在新父节点中的位置：X、Y 和 Z</translation>
    </message>
    <message>
        <source>Position relative to the target: X, Y and Z</source>
        <translation>相对于目标的位置：X、Y 和 Z</translation>
    </message>
    <message>
        <source>Rotation (°)</source>
        <translation>旋转（°）</translation>
    </message>
    <message>
        <source>Rotation in the new parent, where it is not kept: pitch, yaw, roll</source>
        <translation>不保持姿态时，在新父节点中的旋转：俯仰、偏航、滚转</translation>
    </message>
    <message>
        <source>Turn with the target</source>
        <translation>随目标转动</translation>
    </message>
    <message>
        <source>The offset turns with the heading of the target</source>
        <translation>偏移随目标的朝向转动</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>Delay of the node. 0: it follows at once</source>
        <translation>节点落后多少。0：立即跟上</translation>
    </message>
    <message>
        <source>From</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Time of the source clip at which the parent changes</source>
        <translation>更换父节点的时刻（源片段的时间）</translation>
    </message>
    <message>
        <source>Keep the pose</source>
        <translation>保持姿态</translation>
    </message>
    <message>
        <source>The node stays where it is when its parent changes. When disabled, it takes the offset and rotation below</source>
        <translation>更换父节点时，节点留在原处。禁用时，采用下面的偏移和旋转</translation>
    </message>
    <message>
        <source>Orbit</source>
        <translation>环绕</translation>
    </message>
    <message>
        <source>Spin</source>
        <translation>自转</translation>
    </message>
    <message>
        <source>Steer</source>
        <translation>转向</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>滚动</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>看向</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Change parent</source>
        <translation>更换父节点</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Constraints move nodes in ways that the file does not contain: wheels that roll and steer, orbits, a camera that follows, a weapon that changes hands. They act from top to bottom.</source>
        <translation>约束以文件中没有的方式移动节点：滚动和转向的车轮、环绕的轨道、跟随的摄像机、换手的武器。它们从上到下依次起作用。</translation>
    </message>
    <message>
        <source>Add constraint</source>
        <translation>添加约束</translation>
    </message>
    <message>
        <source>Move up: acts earlier (Alt+Up)</source>
        <translation>上移：更早起作用（Alt+上）</translation>
    </message>
    <message>
        <source>Move down: acts later (Alt+Down)</source>
        <translation>下移：更晚起作用（Alt+下）</translation>
    </message>
    <message>
        <source>Delete the constraint (Delete)</source>
        <translation>删除约束（Delete）</translation>
    </message>
    <message>
        <source>Change constraint</source>
        <translation>更改约束</translation>
    </message>
    <message>
        <source>Move constraint</source>
        <translation>移动约束</translation>
    </message>
    <message>
        <source>Delete constraint</source>
        <translation>删除约束</translation>
    </message>
    <message>
        <source>None</source>
        <comment>constraints</comment>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%Ln constraint(s)</source>
        <translation>
            <numerusform>%Ln 个约束</numerusform>
        </translation>
    </message>
    <message>
        <source>None</source>
        <comment>node</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>The clips of the model in which the constraint acts</source>
        <translation>约束在模型的哪些片段中起作用</translation>
    </message>
    <message>
        <source>All clips</source>
        <translation>全部片段</translation>
    </message>
    <message numerus="yes">
        <source>%Ln clip(s)</source>
        <translation>
            <numerusform>%Ln 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Puts each constraint after those that move what it follows</source>
        <translation>把每个约束排在移动其跟随对象的约束之后</translation>
    </message>
    <message>
        <source>Sort constraints</source>
        <translation>约束排序</translation>
    </message>
    <message>
        <source>%1 acts before %2, which it follows</source>
        <translation>%1 在其跟随的 %2 之前执行</translation>
    </message>
    <message>
        <source>%1 and %2 follow each other</source>
        <translation>%1 与 %2 相互跟随</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::DockTitle</name>
    <message>
        <source>Dock</source>
        <translation>停靠</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::Document</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::EventFields</name>
    <message>
        <source>From the start of the baked part. Frames: 30f</source>
        <translation>从被烘焙部分的开头算起。帧：30f</translation>
    </message>
    <message>
        <source>Text that the game receives with the event</source>
        <translation>游戏随事件收到的文本</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Rename event</source>
        <translation>重命名事件</translation>
    </message>
    <message>
        <source>Move event</source>
        <translation>移动事件</translation>
    </message>
    <message>
        <source>Change event parameter</source>
        <translation>更改事件参数</translation>
    </message>
    <message>
        <source>event</source>
        <translation>动画事件</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>the model file; edit it there</source>
        <translation>模型文件；请在那里编辑</translation>
    </message>
    <message>
        <source>the events file</source>
        <translation>事件文件</translation>
    </message>
    <message>
        <source>this document</source>
        <translation>本文档</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ExportAbilities</name>
    <message>
        <source>Plays</source>
        <translation>支持</translation>
    </message>
    <message>
        <source>Plays in part</source>
        <translation>部分支持</translation>
    </message>
    <message>
        <source>Does not play</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>Tested: %1</source>
        <translation>测试方式：%1</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ExportCommands</name>
    <message>
        <source>The bake is over your error limit. Export it all the same?</source>
        <translation>烘焙结果超出误差上限，仍要导出吗？</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>Keep exports up to date</source>
        <translation>自动保持导出为最新</translation>
    </message>
    <message>
        <source>Exported and verified: %1</source>
        <translation>已导出并校验：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between folders</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The export was not written</source>
        <translation>未能写入导出文件</translation>
    </message>
    <message>
        <source>Export pack</source>
        <translation>导出包</translation>
    </message>
    <message>
        <source>Writes and verifies every export target (Ctrl+E)</source>
        <translation>写入并校验所有导出目标 (Ctrl+E)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>target: folder</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>folders</comment>
        <translation>
            <numerusform>%1 及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export to %Ln target(s)</source>
        <translation>
            <numerusform>导出到 %Ln 个目标</numerusform>
        </translation>
    </message>
    <message>
        <source>Export to %1</source>
        <translation>导出到 %1</translation>
    </message>
    <message>
        <source>Exports only to %1</source>
        <translation>仅导出到 %1</translation>
    </message>
    <message>
        <source>Show %1 in folder</source>
        <translation>在文件夹中显示 %1</translation>
    </message>
    <message>
        <source>Add an export target</source>
        <translation>添加导出目标</translation>
    </message>
    <message>
        <source>Not every target was written</source>
        <translation>未写入所有导出目标</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ExportDialog</name>
    <message>
        <source>new</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Keep exports up to date</source>
        <translation>自动保持导出为最新</translation>
    </message>
    <message>
        <source>Exports after every successful bake, without asking</source>
        <translation>每次成功烘焙后自动导出，不再询问</translation>
    </message>
    <message>
        <source>Command that does the same</source>
        <translation>在命令行中完成同样操作的命令</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>请选择文件夹。</translation>
    </message>
    <message>
        <source>There is no bake to export yet.</source>
        <translation>尚无可导出的烘焙结果。</translation>
    </message>
    <message>
        <source>Comparing with the existing files…</source>
        <translation>正在与现有文件比较…</translation>
    </message>
    <message>
        <source>The existing files are up to date.</source>
        <translation>现有文件已是最新。</translation>
    </message>
    <message>
        <source>Writing and verifying…</source>
        <translation>正在写入并校验…</translation>
    </message>
    <message>
        <source>Exported, read again and verified: %1</source>
        <translation>已导出、重新读取并校验：%1</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>%1 over your error limit in %2</source>
        <translation>在 %2 中超出误差上限 %1</translation>
    </message>
    <message>
        <source>%1 written</source>
        <comment>files</comment>
        <translation>%1 个已写入</translation>
    </message>
    <message>
        <source>%1 new</source>
        <comment>files</comment>
        <translation>%1 个新建</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <comment>files</comment>
        <translation>%1 个更改</translation>
    </message>
    <message>
        <source>%1 unchanged</source>
        <comment>files</comment>
        <translation>%1 个不变</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <comment>files</comment>
        <translation>%1 个移除</translation>
    </message>
    <message>
        <source>%1: %2 · %3</source>
        <comment>files: states · size</comment>
        <translation>%1：%2 · %3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between states</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>written</source>
        <translation>已写入</translation>
    </message>
    <message>
        <source>Add export target</source>
        <translation>添加导出目标</translation>
    </message>
    <message>
        <source>edited, kept</source>
        <translation>已被修改，保留</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Supported features</source>
        <translation>支持的功能</translation>
    </message>
    <message>
        <source>Unknown target “%1”. It is kept, and nothing is written to it.</source>
        <translation>未知的目标“%1”。它会保留，不会向其写入任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>Export to %Ln target(s)</source>
        <translation>
            <numerusform>导出到 %Ln 个目标</numerusform>
        </translation>
    </message>
    <message>
        <source>An option of this export is wrong.</source>
        <translation>此导出的某个选项有误。</translation>
    </message>
    <message>
        <source>Nothing is written to this target.</source>
        <translation>不会向此目标写入任何内容。</translation>
    </message>
    <message>
        <source>You have edited this file. Remove it to write it again.</source>
        <translation>您修改过此文件。删除它即可重新写入。</translation>
    </message>
    <message>
        <source>%1 edited and kept</source>
        <comment>files</comment>
        <translation>%1 个已被修改并保留</translation>
    </message>
    <message numerus="yes">
        <source>%Ln target(s) exported, read again and verified.</source>
        <translation>
            <numerusform>已导出 %Ln 个目标，重新读取并通过校验。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>没有写入任何内容。</translation>
    </message>
    <message>
        <source>%1 of %2 targets were written.</source>
        <translation>已写入 %1 个导出目标，共 %2 个。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ExportTargets</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Add an export target</source>
        <translation>添加导出目标</translation>
    </message>
    <message>
        <source>Remove the selected export target</source>
        <translation>移除所选的导出目标</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>导出目标</translation>
    </message>
    <message>
        <source>Remove export target</source>
        <translation>移除导出目标</translation>
    </message>
    <message>
        <source>Choose a folder.</source>
        <translation>请选择文件夹。</translation>
    </message>
    <message>
        <source>This folder is in the list already.</source>
        <translation>此文件夹已在列表中。</translation>
    </message>
    <message>
        <source>Add export target</source>
        <translation>添加导出目标</translation>
    </message>
    <message>
        <source>Change export folder</source>
        <translation>更改导出文件夹</translation>
    </message>
    <message>
        <source>Export the pack</source>
        <translation>导出包</translation>
    </message>
    <message>
        <source>Packs (*.texpack)</source>
        <translation>包 (*.texpack)</translation>
    </message>
    <message>
        <source>written</source>
        <translation>已写入</translation>
    </message>
    <message>
        <source>unknown to this version</source>
        <translation>此版本不认识</translation>
    </message>
    <message>
        <source>Change export option</source>
        <translation>更改导出选项</translation>
    </message>
    <message>
        <source>Export to %1</source>
        <translation>导出到 %1</translation>
    </message>
    <message>
        <source>Targets can be added once the export has ended</source>
        <translation>导出结束后才能添加导出目标</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::FileCommands</name>
    <message>
        <source>The file cannot be opened</source>
        <translation>无法打开文件</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>文件 %1 不存在。</translation>
    </message>
    <message>
        <source>A folder cannot be opened</source>
        <translation>无法打开文件夹</translation>
    </message>
    <message>
        <source>%1 is a folder: choose a file in it.</source>
        <translation>%1 是文件夹，请选择其中的文件。</translation>
    </message>
    <message>
        <source>The document cannot be opened</source>
        <translation>无法打开文档</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Models and documents (%1)</source>
        <translation>模型与文档 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>是否保存对 %1 的更改？</translation>
    </message>
    <message>
        <source>The document was not saved</source>
        <translation>文档未保存</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Save document</source>
        <translation>保存文档</translation>
    </message>
    <message>
        <source>Texeleton documents (*.texeleton)</source>
        <translation>Texeleton 文档 (*.texeleton)</translation>
    </message>
    <message>
        <source>The sample is not installed</source>
        <translation>示例未安装</translation>
    </message>
    <message>
        <source>It belongs in share/texeleton/samples beside the program&apos;s folder.</source>
        <translation>它应位于程序目录旁的 share/texeleton/samples 中。</translation>
    </message>
    <message>
        <source>Lantern knight</source>
        <translation>提灯骑士</translation>
    </message>
    <message>
        <source>Banner</source>
        <translation>旗帜</translation>
    </message>
    <message>
        <source>Solar system</source>
        <translation>太阳系</translation>
    </message>
    <message>
        <source>Buggy</source>
        <translation>越野车</translation>
    </message>
    <message>
        <source>Camera boom</source>
        <translation>摄像机吊臂</translation>
    </message>
    <message>
        <source>Armed knight</source>
        <translation>持械骑士</translation>
    </message>
    <message>
        <source>There is nothing to recover.</source>
        <translation>没有可恢复的文档。</translation>
    </message>
    <message>
        <source>No file is missing.</source>
        <translation>没有缺失的文件。</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>The file does not exist</source>
        <translation>文件不存在</translation>
    </message>
    <message>
        <source>%1 was moved or deleted. It is removed from the recent files.</source>
        <translation>%1 已被移动或删除，现从最近打开的文件中移除。</translation>
    </message>
    <message>
        <source>Another program changed %1 after it was opened. Which version is kept?</source>
        <translation>%1 打开后被其他程序修改。保留哪个版本？</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Load theirs</source>
        <translation>载入对方的</translation>
    </message>
    <message>
        <source>The values are the same.</source>
        <translation>各项数值相同。</translation>
    </message>
    <message>
        <source>theirs → mine</source>
        <translation>对方的 → 我的</translation>
    </message>
    <message>
        <source>Show what differs</source>
        <translation>显示差异</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::FitPlot</name>
    <message>
        <source>Tried bakes: bytes against error</source>
        <translation>尝试过的烘焙：字节数与误差</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::FitSection</name>
    <message>
        <source>Hero: half a pixel from 2 m</source>
        <translation>主角：距离 2 m 时半个像素</translation>
    </message>
    <message>
        <source>Crowd: a pixel from 10 m</source>
        <translation>群体：距离 10 m 时一个像素</translation>
    </message>
    <message>
        <source>Far: a pixel from 40 m</source>
        <translation>远景：距离 40 m 时一个像素</translation>
    </message>
    <message>
        <source>Fit to a tolerance</source>
        <translation>按误差自动压缩</translation>
    </message>
    <message>
        <source>Searches mode, encoding and the rate of every clip for the smallest texture whose error stays within the tolerance.</source>
        <translation>搜索模式、编码和每个片段的帧率，找出误差不超过容差的最小纹理。</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>容差</translation>
    </message>
    <message>
        <source>Millimetres (0.5mm), or pixels at a distance (1px@20m) at a resolution of 1080 lines</source>
        <translation>毫米（0.5mm），或某距离处的像素（1px@20m），按 1080 行的画面</translation>
    </message>
    <message>
        <source>Tries the encodings that every export target of the document decodes, for example only matrices for Babylon.js. Without targets it tries all encodings</source>
        <translation>只尝试文档的所有导出目标都能解码的编码，例如 Babylon.js 只能解码矩阵。没有导出目标时尝试所有编码</translation>
    </message>
    <message>
        <source>Cancelled; nothing was changed.</source>
        <translation>已取消；未作任何更改。</translation>
    </message>
    <message>
        <source>At most %1 everywhere, at all times</source>
        <translation>任何位置、任何时刻至多 %1</translation>
    </message>
    <message>
        <source>Not a tolerance: type millimetres (0.5mm) or pixels at a distance (1px@20m)</source>
        <translation>不是容差：请输入毫米（0.5mm）或某距离处的像素（1px@20m）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Find smallest</source>
        <translation>查找最小</translation>
    </message>
    <message>
        <source>Baking and measuring…</source>
        <translation>正在烘焙并测量…</translation>
    </message>
    <message>
        <source>%1, %2: %3, error at most %4.</source>
        <translation>%1，%2：%3，误差至多 %4。</translation>
    </message>
    <message>
        <source>16-bit float</source>
        <translation>16 位浮点</translation>
    </message>
    <message>
        <source>32-bit float</source>
        <translation>32 位浮点</translation>
    </message>
    <message>
        <source>It exceeds the tolerance.</source>
        <translation>它超出容差。</translation>
    </message>
    <message>
        <source>Tolerance, from fine to coarse</source>
        <translation>容差，从精细到粗略</translation>
    </message>
    <message>
        <source>Moves the tolerance through the tried bakes and marks the one that it selects</source>
        <translation>在已尝试的结果中移动容差，并标出所选的结果</translation>
    </message>
    <message>
        <source>No tried bake keeps this tolerance.</source>
        <translation>已尝试的结果都不满足此容差。</translation>
    </message>
    <message>
        <source>This tolerance selects %1 at %2.</source>
        <translation>此容差选择 %1，大小 %2。</translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <source>Bones</source>
        <translation>骨骼</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>顶点</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>等距</translation>
    </message>
    <message>
        <source>Adaptive</source>
        <translation>自适应</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Texel format</source>
        <translation>像素格式</translation>
    </message>
    <message>
        <source>Frame spacing</source>
        <translation>帧间隔</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确尺寸</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>帧率</translation>
    </message>
    <message>
        <source>Only encodings of the targets</source>
        <translation>仅用导出目标支持的编码</translation>
    </message>
    <message>
        <source>Power of 2</source>
        <translation>2 的幂</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::FootstepsDialog</name>
    <message>
        <source>Find footsteps</source>
        <translation>查找脚步</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln event(s)</source>
        <translation>
            <numerusform>添加 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Analysing the motion of the feet…</source>
        <translation>正在分析脚的运动…</translation>
    </message>
    <message>
        <source>Proposed from the motion.</source>
        <translation>根据动作提出的建议。</translation>
    </message>
    <message>
        <source>No foot touches down.</source>
        <translation>没有脚落地。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln footstep(s) are there already.</source>
        <translation>
            <numerusform>已有 %Ln 个脚步。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::GazeFields</name>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>The node that turns, such as the head</source>
        <translation>转动的节点，例如头部</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Looks at</source>
        <translation>看向</translation>
    </message>
    <message>
        <source>The camera</source>
        <translation>摄像机</translation>
    </message>
    <message>
        <source>A target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Change gaze</source>
        <translation>更改注视</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Position that the node looks at, in metres</source>
        <translation>节点所看的位置（米）</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Largest rotation away from the pose of the clip</source>
        <translation>偏离片段姿势的最大转角</translation>
    </message>
    <message>
        <source>°</source>
        <translation>°</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>0: the pose of the clip</source>
        <translation>0：片段的姿势</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::GizmoControl</name>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>Rotate %1</source>
        <translation>旋转 %1</translation>
    </message>
    <message>
        <source>Scale %1</source>
        <translation>缩放 %1</translation>
    </message>
    <message>
        <source>local axes</source>
        <translation>局部轴</translation>
    </message>
    <message>
        <source>parent&apos;s axes</source>
        <translation>父级轴</translation>
    </message>
    <message>
        <source>world axes</source>
        <translation>世界轴</translation>
    </message>
    <message>
        <source>limited: a parent has non-uniform scale</source>
        <translation>受限：父级有非统一缩放</translation>
    </message>
    <message>
        <source>Handles along %1</source>
        <translation>手柄沿%1</translation>
    </message>
    <message>
        <source>Pivot: own origin</source>
        <translation>轴心：自身原点</translation>
    </message>
    <message>
        <source>Pivot: parent&apos;s origin</source>
        <translation>轴心：父级原点</translation>
    </message>
    <message>
        <source>Pivot: centre</source>
        <translation>轴心：中心</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::GizmoFields</name>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Handles that move (G)</source>
        <translation>移动手柄（G）</translation>
    </message>
    <message>
        <source>Handles that rotate (R)</source>
        <translation>旋转手柄（R）</translation>
    </message>
    <message>
        <source>Handles that scale (S)</source>
        <translation>缩放手柄（S）</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父级</translation>
    </message>
    <message>
        <source>World</source>
        <translation>世界</translation>
    </message>
    <message>
        <source>Axes of the handles (,)</source>
        <translation>手柄的坐标轴（,）</translation>
    </message>
    <message>
        <source>Space of the handles</source>
        <translation>手柄的坐标空间</translation>
    </message>
    <message>
        <source>Own origin</source>
        <translation>自身原点</translation>
    </message>
    <message>
        <source>Parent&apos;s origin</source>
        <translation>父级原点</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>Pivot of rotation and scale (.)</source>
        <translation>旋转和缩放时保持不动的点（.）</translation>
    </message>
    <message>
        <source>Pivot</source>
        <translation>轴心</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步长</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::GizmoMenu</name>
    <message>
        <source>Gizmo</source>
        <translation>变换手柄</translation>
    </message>
    <message>
        <source>On the character</source>
        <translation>用于角色</translation>
    </message>
    <message>
        <source>Moves and turns the single character. Those of a crowd stand as its layout says</source>
        <translation>移动和旋转单个角色。群体中的角色按排列站立</translation>
    </message>
    <message>
        <source>On the light</source>
        <translation>用于光源</translation>
    </message>
    <message>
        <source>Moves the light. It points at the centre of the scene</source>
        <translation>移动光源。它照向场景中央</translation>
    </message>
    <message>
        <source>On the camera&apos;s target</source>
        <translation>用于摄像机目标</translation>
    </message>
    <message>
        <source>Moves the point that the camera looks at and orbits. The camera does not move</source>
        <translation>移动摄像机看向并环绕的点。摄像机不动</translation>
    </message>
    <message>
        <source>Reset character and light</source>
        <translation>重置角色和光源</translation>
    </message>
    <message>
        <source>Restores their positions of a new document</source>
        <translation>恢复到新文档中的位置</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Until something is selected in Attachments or here</source>
        <translation>直到在“附件”中或此处选中对象</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>光源</translation>
    </message>
    <message>
        <source>Camera target</source>
        <translation>摄像机目标</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::GizmoSettings</name>
    <message>
        <source>Handles</source>
        <translation>手柄</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Handles that move (G)</source>
        <translation>移动手柄（G）</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Handles that rotate (R)</source>
        <translation>旋转手柄（R）</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Handles that scale (S)</source>
        <translation>缩放手柄（S）</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Axes of the object</source>
        <translation>对象的坐标轴</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父级</translation>
    </message>
    <message>
        <source>Axes of the parent</source>
        <translation>父级的坐标轴</translation>
    </message>
    <message>
        <source>World</source>
        <translation>世界</translation>
    </message>
    <message>
        <source>Axes of the scene</source>
        <translation>场景的坐标轴</translation>
    </message>
    <message>
        <source>Axes of the handles (,)</source>
        <translation>手柄的坐标轴（,）</translation>
    </message>
    <message>
        <source>Pivot</source>
        <translation>轴心</translation>
    </message>
    <message>
        <source>Own origin</source>
        <translation>自身原点</translation>
    </message>
    <message>
        <source>Parent&apos;s origin</source>
        <translation>父级原点</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>中心</translation>
    </message>
    <message>
        <source>Centre of the bounds</source>
        <translation>包围盒的中心</translation>
    </message>
    <message>
        <source>Pivot of rotation and scale (.)</source>
        <translation>旋转和缩放时保持不动的点（.）</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步长</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::GizmoStepFields</name>
    <message>
        <source>Step of moving while Ctrl is held</source>
        <translation>按住 Ctrl 移动时的步长</translation>
    </message>
    <message>
        <source>Step of rotating while Ctrl is held</source>
        <translation>按住 Ctrl 旋转时的步长</translation>
    </message>
    <message>
        <source>Step of scaling while Ctrl is held</source>
        <translation>按住 Ctrl 缩放时的步长</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::Guide</name>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Previous page (Alt+Left)</source>
        <translation>上一页（Alt+左）</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Shows or hides the headings of this page</source>
        <translation>显示或隐藏本页标题</translation>
    </message>
    <message>
        <source>Search in this page</source>
        <translation>在本页中搜索</translation>
    </message>
    <message>
        <source>Enter: next match, Shift+Enter: previous match (Ctrl+F)</source>
        <translation>回车：下一处，Shift+回车：上一处（Ctrl+F）</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::HeatLegend</name>
    <message>
        <source>Colours of the heat map: distance of each vertex between the texture and skinning. Of a piece of a point cache, also its distance from a rigid motion</source>
        <translation>热图的颜色：每个顶点在纹理与蒙皮之间的距离；点缓存的碎块还加上其偏离刚体运动的距离</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::HelpCommands</name>
    <message>
        <source>The user guide is not installed</source>
        <translation>未安装用户指南</translation>
    </message>
    <message>
        <source>It belongs in share/doc/texeleton beside the program&apos;s folder.</source>
        <translation>它应位于程序所在文件夹旁的 share/doc/texeleton 中。</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>在指针处缩放</translation>
    </message>
    <message>
        <source>Middle drag, Alt and drag</source>
        <translation>中键拖动，Alt 加拖动</translation>
    </message>
    <message>
        <source>Orbit; with Shift pan, with Ctrl zoom</source>
        <translation>环绕；按住 Shift 平移，按住 Ctrl 缩放</translation>
    </message>
    <message>
        <source>Alt and drag</source>
        <translation>Alt 加拖动</translation>
    </message>
    <message>
        <source>Orbit</source>
        <translation>环绕</translation>
    </message>
    <message>
        <source>Middle drag</source>
        <translation>中键拖动</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Right drag</source>
        <translation>右键拖动</translation>
    </message>
    <message>
        <source>Look around; with Alt zoom</source>
        <translation>环顾；按住 Alt 缩放</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Walk forward and back, turn; with Alt orbit</source>
        <translation>前后行走、转向；按住 Alt 环绕</translation>
    </message>
    <message>
        <source>Middle drag, left and right drag</source>
        <translation>中键拖动，左右键同时拖动</translation>
    </message>
    <message>
        <source>Strafe: sideways, up and down; with Alt and the middle button pan</source>
        <translation>横移：左右与上下；按住 Alt 用中键平移</translation>
    </message>
    <message>
        <source>Drag, middle drag, wheel</source>
        <translation>拖动、中键拖动、滚轮</translation>
    </message>
    <message>
        <source>Orbit, pan, zoom the view</source>
        <translation>环绕、平移、缩放视图</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>An empty document</source>
        <translation>空文档</translation>
    </message>
    <message>
        <source>Open a model or a document</source>
        <translation>打开模型或文档</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Export again to the same folders</source>
        <translation>再次导出到相同的文件夹</translation>
    </message>
    <message>
        <source>Export to…</source>
        <translation>导出到…</translation>
    </message>
    <message>
        <source>Undo, redo</source>
        <translation>撤销、重做</translation>
    </message>
    <message>
        <source>Import and bake again</source>
        <translation>重新导入并烘焙</translation>
    </message>
    <message>
        <source>Cancel the running task</source>
        <translation>取消正在进行的任务</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Go to Timeline, Texture, Compare, Issues, Animator</source>
        <translation>转到时间轴、动画纹理、对比、问题、动画控制器</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>This list</source>
        <translation>本列表</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+上、Alt+下</translation>
    </message>
    <message>
        <source>Move the selected clips</source>
        <translation>移动选中的片段</translation>
    </message>
    <message>
        <source>Shift, Ctrl and click</source>
        <translation>Shift、Ctrl 加单击</translation>
    </message>
    <message>
        <source>Select multiple items</source>
        <translation>选择多个</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>回车</translation>
    </message>
    <message>
        <source>Tick or untick</source>
        <translation>勾选或取消勾选</translation>
    </message>
    <message>
        <source>F2, double click</source>
        <translation>F2、双击</translation>
    </message>
    <message>
        <source>Rename a clip, an event or a variant</source>
        <translation>重命名片段、事件或变体</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected events, cuts, variant or export target</source>
        <translation>删除所选事件、截取、变体或导出目标</translation>
    </message>
    <message>
        <source>Texture</source>
        <translation>动画纹理</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Go from texel to texel, with Shift by eight; Enter selects it</source>
        <translation>逐个纹素移动，按住 Shift 每次八个；回车选中</translation>
    </message>
    <message>
        <source>Click a texel</source>
        <translation>单击纹素</translation>
    </message>
    <message>
        <source>Select its bone and its frame</source>
        <translation>选择它的骨骼与帧</translation>
    </message>
    <message>
        <source>Drag the texture</source>
        <translation>拖动纹理</translation>
    </message>
    <message>
        <source>Pan it; zoom it by +, − and the wheel</source>
        <translation>平移；用 +、− 和滚轮缩放</translation>
    </message>
    <message>
        <source>F or Home in the texture</source>
        <translation>纹理中的 F 或 Home</translation>
    </message>
    <message>
        <source>Show the whole texture</source>
        <translation>显示整张纹理</translation>
    </message>
    <message>
        <source>E, Shift+E, Shift and wheel, 0</source>
        <translation>E、Shift+E、Shift 加滚轮、0</translation>
    </message>
    <message>
        <source>Raise or lower the exposure, reset it</source>
        <translation>提高、降低或重置曝光</translation>
    </message>
    <message>
        <source>Copy the value of the texel</source>
        <translation>复制纹素的值</translation>
    </message>
    <message>
        <source>Playing and looking</source>
        <translation>播放与查看</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>播放或暂停</translation>
    </message>
    <message>
        <source>Left, Right</source>
        <translation>左、右</translation>
    </message>
    <message>
        <source>Previous or next frame; with Shift the first or the last</source>
        <translation>上一帧或下一帧；按住 Shift 为首帧或末帧</translation>
    </message>
    <message>
        <source>Frame the selection, or all</source>
        <translation>取景到选中项或全部</translation>
    </message>
    <message>
        <source>Click, Ctrl and click</source>
        <translation>单击、Ctrl 加单击</translation>
    </message>
    <message>
        <source>Select a character of the crowd, or several</source>
        <translation>选中群体中的一个或多个角色</translation>
    </message>
    <message>
        <source>Click a bone or a socket</source>
        <translation>单击骨骼或挂点</translation>
    </message>
    <message>
        <source>Select it, while it is displayed</source>
        <translation>选择它（显示时）</translation>
    </message>
    <message>
        <source>Alt and click</source>
        <translation>Alt 加单击</translation>
    </message>
    <message>
        <source>Select the bone that moves the surface there</source>
        <translation>选择带动该处表面的骨骼</translation>
    </message>
    <message>
        <source>Double click a mesh</source>
        <translation>双击网格</translation>
    </message>
    <message>
        <source>Select it</source>
        <translation>选择它</translation>
    </message>
    <message>
        <source>Drag the dividing line</source>
        <translation>拖动分隔线</translation>
    </message>
    <message>
        <source>Move the split of a comparison</source>
        <translation>移动对比的分割位置</translation>
    </message>
    <message>
        <source>Look from the front, the right, the top; with Ctrl from the other side</source>
        <translation>从前、右、上方观看；加 Ctrl 从对面观看</translation>
    </message>
    <message>
        <source>Change between perspective and orthographic</source>
        <translation>在透视与正交之间切换</translation>
    </message>
    <message>
        <source>Stand in the crowd</source>
        <translation>站到群体中</translation>
    </message>
    <message>
        <source>Go to a saved view</source>
        <translation>转到已保存的视图</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>取消选中</translation>
    </message>
    <message>
        <source>Gizmo</source>
        <translation>变换手柄</translation>
    </message>
    <message>
        <source>Constrain to an axis; again: in the other space; with Shift: to its plane</source>
        <translation>限制到某轴；再按一次：另一坐标空间；加 Shift：限制到平面</translation>
    </message>
    <message>
        <source>Digits, Tab</source>
        <translation>数字、Tab</translation>
    </message>
    <message>
        <source>Type the amount; next axis</source>
        <translation>输入数量；下一个轴</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Snap to steps</source>
        <translation>吸附到步长</translation>
    </message>
    <message>
        <source>Enter, click</source>
        <translation>回车、单击</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Esc, right button</source>
        <translation>Esc、右键</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Click, drag along the ruler</source>
        <translation>在标尺上单击、拖动</translation>
    </message>
    <message>
        <source>Go to a time</source>
        <translation>转到某一时刻</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Add an event, or rename an existing one</source>
        <translation>添加事件，或重命名已有事件</translation>
    </message>
    <message>
        <source>Drag an event</source>
        <translation>拖动事件</translation>
    </message>
    <message>
        <source>Move the selected events; Alt: without snapping</source>
        <translation>移动所选事件；Alt：不吸附</translation>
    </message>
    <message>
        <source>Drag around events</source>
        <translation>框选事件</translation>
    </message>
    <message>
        <source>Select them; Shift or Ctrl: in addition</source>
        <translation>选择它们；Shift 或 Ctrl：追加选择</translation>
    </message>
    <message>
        <source>Drag an end of the clip</source>
        <translation>拖动片段的一端</translation>
    </message>
    <message>
        <source>Change its range; Alt: without snapping</source>
        <translation>更改其范围；Alt：不吸附</translation>
    </message>
    <message>
        <source>Select all events; cut, copy, paste them</source>
        <translation>全选事件；剪切、复制、粘贴</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>上、下</translation>
    </message>
    <message>
        <source>Select an event; Enter goes to it</source>
        <translation>选择事件；回车转到该处</translation>
    </message>
    <message>
        <source>Alt+Left, Alt+Right</source>
        <translation>Alt+左、Alt+右</translation>
    </message>
    <message>
        <source>Move the selected events by a frame</source>
        <translation>把所选事件移动一帧</translation>
    </message>
    <message>
        <source>OpenGL is used because Vulkan does not start here.</source>
        <translation>正在使用 OpenGL，因为 Vulkan 在此处无法启动。</translation>
    </message>
    <message>
        <source>OpenGL is used because the only Vulkan device here is software. The preferences can choose Vulkan.</source>
        <translation>正在使用 OpenGL，因为此处唯一的 Vulkan 设备是软件实现。可在首选项中改用 Vulkan。</translation>
    </message>
    <message>
        <source>About Texeleton</source>
        <translation>关于 Texeleton</translation>
    </message>
    <message>
        <source>Turns skeletal animation into textures.</source>
        <translation>把骨骼动画烘焙成纹理。</translation>
    </message>
    <message>
        <source>Move, rotate, scale the gizmo&apos;s object</source>
        <translation>移动、旋转、缩放变换手柄的对象</translation>
    </message>
    <message>
        <source>Comma, period</source>
        <translation>逗号、句号</translation>
    </message>
    <message>
        <source>Next axes of the handles (local, parent, world); next pivot</source>
        <translation>切换手柄的坐标轴（局部、父级、世界）；切换轴心</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Home</translation>
    </message>
    <message>
        <source>Back to the first view</source>
        <translation>回到初始视图</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::HistogramStrip</name>
    <message>
        <source>Frequency of the texture&apos;s values, from %1 to %2; a click fits the range to those of the channels that are shown</source>
        <translation>纹理中各数值出现的频率，从 %1 到 %2；单击使范围适合所显示通道的数值</translation>
    </message>
    <message>
        <source>Frequency of the texture&apos;s values</source>
        <translation>纹理中各数值出现的频率</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::IssuesPanel</name>
    <message>
        <source>About</source>
        <translation>相关对象</translation>
    </message>
    <message>
        <source>Issue</source>
        <translation>发现的问题</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>No issues. Issues of import, bake and export are listed here.</source>
        <translation>没有问题。导入、烘焙和导出的问题会列在这里。</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>%1
Enter or a double click shows it.</source>
        <translation>%1
按回车或双击即可定位。</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Find loop range…</source>
        <translation>查找循环范围…</translation>
    </message>
    <message>
        <source>Proposes the range of the clip that loops best</source>
        <translation>建议片段中循环效果最好的范围</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::KeysDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LayerFields</name>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>0: the layers below alone. 100: this layer alone on the bones of its mask</source>
        <translation>0：只有下方的图层。100：在遮罩的骨骼上只有此图层</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Weight by</source>
        <translation>权重依据</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Change weight of layer</source>
        <translation>更改图层权重</translation>
    </message>
    <message>
        <source>A number by which the weight is multiplied; values are limited to 0 to 1</source>
        <translation>权重乘以该数值；其值限制在 0 到 1</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Additive</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Change kind of layer</source>
        <translation>更改图层类型</translation>
    </message>
    <message>
        <source>Override: the clips of the layer replace those below. Additive: the difference of each clip from its first frame is added</source>
        <translation>覆盖：图层的片段替换下方的片段。叠加：加上每个片段与其第一帧的差</translation>
    </message>
    <message>
        <source>Whole body</source>
        <translation>全身</translation>
    </message>
    <message>
        <source>Change mask of layer</source>
        <translation>更改图层遮罩</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>Masks…</source>
        <translation>遮罩…</translation>
    </message>
    <message>
        <source>Bones that play the layer. A new mask is that of this layer</source>
        <translation>播放该图层的骨骼。新建的遮罩会用于此图层</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LevelsSection</name>
    <message>
        <source>Levels of detail</source>
        <translation>LOD（细节层次）</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Triangles</source>
        <translation>三角形</translation>
    </message>
    <message>
        <source>Add level</source>
        <translation>添加 LOD</translation>
    </message>
    <message>
        <source>Change levels of the model</source>
        <translation>更改模型自带的 LOD</translation>
    </message>
    <message>
        <source>Share of %1</source>
        <translation>%1 的比例</translation>
    </message>
    <message>
        <source>Remove this level</source>
        <translation>移除此 LOD</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln level(s) cannot be made: seams and borders need more triangles.</source>
        <translation>
            <numerusform>无法生成 %Ln 个层次：接缝和边界需要更多三角形。</numerusform>
        </translation>
    </message>
    <message>
        <source>By distance</source>
        <translation>按距离</translation>
    </message>
    <message>
        <source>from the model</source>
        <translation>模型自带</translation>
    </message>
    <message>
        <source>none</source>
        <comment>levels of detail</comment>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%Ln generated</source>
        <comment>levels of detail</comment>
        <translation>
            <numerusform>已生成 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drawn now: %Ln character(s)</source>
        <translation>
            <numerusform>当前绘制：%Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>Add level of detail</source>
        <translation>添加 LOD</translation>
    </message>
    <message>
        <source>Change share of level of detail</source>
        <translation>更改 LOD 的比例</translation>
    </message>
    <message>
        <source>Remove level of detail</source>
        <translation>移除 LOD</translation>
    </message>
    <message>
        <source>Use the model&apos;s own levels</source>
        <translation>使用模型自带的 LOD</translation>
    </message>
    <message>
        <source>Treat meshes named Body_LOD0, Body_LOD1, … as levels of the same object. When disabled, they are ordinary meshes</source>
        <translation>把名为 Body_LOD0、Body_LOD1… 的网格视为同一物体的细节层次。关闭时它们是普通网格</translation>
    </message>
    <message>
        <source>Simplified meshes for distant characters. All levels share one texture.</source>
        <translation>供远处角色使用的简化网格。所有层次共用一张纹理。</translation>
    </message>
    <message>
        <source>Maximum number of triangles, relative to LOD 0</source>
        <translation>三角形数上限，相对于 LOD 0</translation>
    </message>
    <message>
        <source>Triangles of the generated level. Seams and borders can require more than the share</source>
        <translation>生成的层次的三角形数。接缝与边界可能需要比份额更多</translation>
    </message>
    <message>
        <source>Adds a level with half the triangles of the previous one</source>
        <translation>添加一个三角形数为上一层一半的层次</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Level that the viewport displays. By distance: the coarsest level that looks the same, as in a game</source>
        <translation>视口显示的层次。按距离：看起来相同的最粗层次，与游戏中一样</translation>
    </message>
    <message>
        <source>Not displayed at the moment</source>
        <translation>当前未显示</translation>
    </message>
    <message>
        <source>LOD %1</source>
        <translation>LOD %1</translation>
    </message>
    <message>
        <source>Largest distance from LOD 0 over all clips, and largest displacement of a colour in the bind pose</source>
        <translation>所有片段中与 LOD 0 的最大距离，以及绑定姿势下颜色的最大偏移</translation>
    </message>
    <message>
        <source>%1 from LOD 0, colours %2</source>
        <translation>与 LOD 0 相差 %1，颜色偏移 %2</translation>
    </message>
    <message>
        <source>%1 from LOD 0</source>
        <translation>与 LOD 0 相差 %1</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LimbFields</name>
    <message>
        <source>Limb</source>
        <translation>肢体</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>0: the pose of the clip. 100: the end of the limb is at the target</source>
        <translation>0：片段的姿势。100：肢体末端位于目标处</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Position that the end of the limb reaches for, in metres</source>
        <translation>肢体末端要到达的位置（米）</translation>
    </message>
    <message>
        <source>Moves with</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Parents the target to a node, for example a hand to a sword. Its position is then local to that node</source>
        <translation>把目标附在一个节点上，例如让手握住剑；其位置以该节点的坐标轴表示</translation>
    </message>
    <message>
        <source>The character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Use a pole target</source>
        <translation>使用极向量目标</translation>
    </message>
    <message>
        <source>The knee or elbow points at the pole target; without one the limb bends as in the clip</source>
        <translation>膝或肘指向极向量目标；没有时肢体按片段中的方式弯曲</translation>
    </message>
    <message>
        <source>Change pole</source>
        <translation>更改极向量</translation>
    </message>
    <message>
        <source>Pole</source>
        <translation>极向量</translation>
    </message>
    <message>
        <source>Position that the knee or elbow points at, in metres</source>
        <translation>膝或肘所指的位置（米）</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>根部</translation>
    </message>
    <message>
        <source>Shoulder or hip</source>
        <translation>肩或髋</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Middle</source>
        <translation>中间</translation>
    </message>
    <message>
        <source>Elbow or knee</source>
        <translation>肘或膝</translation>
    </message>
    <message>
        <source>End</source>
        <translation>末端</translation>
    </message>
    <message>
        <source>Wrist or ankle</source>
        <translation>腕或踝</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LimbTargets</name>
    <message>
        <source>Move target of gaze</source>
        <translation>移动注视的目标</translation>
    </message>
    <message>
        <source>Move target of limb</source>
        <translation>移动肢体的目标</translation>
    </message>
    <message>
        <source>Move pole of limb</source>
        <translation>移动肢体的极向量目标</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LocateDialog</name>
    <message>
        <source>Locate missing files</source>
        <translation>查找缺失的文件</translation>
    </message>
    <message>
        <source>Files of %1 are missing. Files of the same name are proposed.</source>
        <translation>%1 的文件缺失。下面列出找到的同名文件。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Old location</source>
        <translation>原位置</translation>
    </message>
    <message>
        <source>New location</source>
        <translation>新位置</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>使用这些</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>not found yet</source>
        <translation>尚未找到</translation>
    </message>
    <message>
        <source>Locate %1</source>
        <translation>%1 在哪里？</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Locate files</source>
        <translation>查找文件</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LoopRangeDialog</name>
    <message>
        <source>Find loop range</source>
        <translation>查找循环范围</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Gap now</source>
        <translation>现在的差距</translation>
    </message>
    <message>
        <source>The largest distance between the poses at the end and at the start</source>
        <translation>结尾与开头的姿势之间的最大距离</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>the whole clip loops</source>
        <translation>整个片段可循环</translation>
    </message>
    <message>
        <source>no part loops</source>
        <translation>没有可循环的部分</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>Use %Ln range(s)</source>
        <translation>
            <numerusform>采用 %Ln 个范围</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranges that loop best. They are baked as loops; events outside them stay in the document.</source>
        <translation>循环效果最好的范围。它们会作为循环烘焙；范围之外的事件仍保留在文档中。</translation>
    </message>
    <message>
        <source>Nothing to cut: either the whole clip loops, or no part of it does.</source>
        <translation>无需截取：要么整个片段可循环，要么没有任何部分可循环。</translation>
    </message>
    <message>
        <source>Gap after</source>
        <translation>此后间隙</translation>
    </message>
    <message>
        <source>Searching for matching poses…</source>
        <translation>正在查找匹配的姿势…</translation>
    </message>
    <message>
        <source>the whole clip loops, except for its travel</source>
        <translation>整个片段可循环，但不计其位移</translation>
    </message>
    <message>
        <source>After its travel along the ground is removed (root motion)</source>
        <translation>移除沿地面的位移（根运动）之后</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::MainWindow</name>
    <message>
        <source>The settings are damaged</source>
        <translation>设置已损坏</translation>
    </message>
    <message>
        <source>Unsaved changes cannot be autosaved: %1</source>
        <translation>无法自动保存未保存的更改：%1</translation>
    </message>
    <message>
        <source>A source has changed: it is imported again.</source>
        <translation>源文件已变化，正在重新导入。</translation>
    </message>
    <message>
        <source>This clip cannot be shown: %1</source>
        <translation>无法显示此片段：%1</translation>
    </message>
    <message>
        <source>The settings were not saved: %1</source>
        <translation>设置未保存：%1</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::MaskDialog</name>
    <message>
        <source>Masks of layers</source>
        <translation>图层的遮罩</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Name that engines use: playLayer(…, &quot;upper body&quot;)</source>
        <translation>引擎按此名称调用：playLayer(…, &quot;upper body&quot;)</translation>
    </message>
    <message>
        <source>Bones over which the weight rises to 1 from where the mask begins. 0: a hard seam</source>
        <translation>从遮罩开始处起，权重经过多少骨骼升到 1。0：硬边界</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Softened over</source>
        <translation>过渡骨骼数</translation>
    </message>
    <message>
        <source>Bones</source>
        <translation>骨骼</translation>
    </message>
    <message>
        <source>Bone</source>
        <translation>骨骼</translation>
    </message>
    <message>
        <source>Begins here</source>
        <translation>从此开始</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Sets the weight of the selected bones</source>
        <translation>设置选中骨骼的权重</translation>
    </message>
    <message>
        <source>Set with children</source>
        <translation>连同子骨骼设置</translation>
    </message>
    <message>
        <source>Sets the weight of the selected bones and their children</source>
        <translation>设置选中骨骼及其子级的权重</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Resets the weight of the selected bones to that of the mask</source>
        <translation>把选中骨骼的权重恢复为遮罩的权重</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>mask %1</source>
        <translation>遮罩 %1</translation>
    </message>
    <message>
        <source>A mask needs a name.</source>
        <translation>遮罩需要名称。</translation>
    </message>
    <message>
        <source>Two masks are named %1.</source>
        <translation>有两个遮罩都叫 %1。</translation>
    </message>
    <message>
        <source>%1 has no bones yet: tick where it begins, or set weights.</source>
        <translation>%1 还没有骨骼：请勾选它从哪里开始，或设置权重。</translation>
    </message>
    <message>
        <source>%1 is the mask of the layer, which will have none.</source>
        <translation>%1 是图层的遮罩，移除后图层将没有遮罩。</translation>
    </message>
    <message>
        <source>Change masks</source>
        <translation>更改遮罩</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::MaterialsSection</name>
    <message>
        <source>Materials</source>
        <translation>材质</translation>
    </message>
    <message>
        <source>Triangles with this material</source>
        <translation>使用它的三角形数</translation>
    </message>
    <message>
        <source>Textures: %1</source>
        <translation>纹理：%1</translation>
    </message>
    <message>
        <source>Drawn: %1, %2</source>
        <comment>alpha mode, sides</comment>
        <translation>绘制：%1，%2</translation>
    </message>
    <message>
        <source>Used by no mesh</source>
        <translation>没有网格使用</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number of meshes, their names</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mesh(es)</source>
        <translation>
            <numerusform>%Ln 个网格</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::MeshesSection</name>
    <message>
        <source>Meshes</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>%1
Node: %2
Materials: %3</source>
        <translation>%1
节点：%2
材质：%3</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>how many variants show it</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>No variant shows it. Triangles: %1</source>
        <translation>没有变体显示它。三角形：%1</translation>
    </message>
    <message>
        <source>Shown in: %1. Triangles: %2</source>
        <translation>显示于：%1。三角形：%2</translation>
    </message>
    <message>
        <source>Triangles</source>
        <translation>三角形</translation>
    </message>
    <message>
        <source>%1 of %2 baked</source>
        <translation>烘焙 %1 / %2</translation>
    </message>
    <message>
        <source>Show mesh</source>
        <translation>显示网格</translation>
    </message>
    <message>
        <source>Hide mesh</source>
        <translation>隐藏网格</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ModelFacts</name>
    <message>
        <source>File unit</source>
        <translation>文件单位</translation>
    </message>
    <message>
        <source>m</source>
        <translation>m</translation>
    </message>
    <message>
        <source>Use the unit of the file</source>
        <translation>使用文件中的单位</translation>
    </message>
    <message>
        <source>Drop a model on the window, or open one.</source>
        <translation>把模型拖到窗口中，或打开一个模型。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln vertex(es)</source>
        <translation>
            <numerusform>%Ln 个顶点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln material(s)</source>
        <translation>
            <numerusform>%Ln 个材质</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 m across</source>
        <translation>跨度 %1 米</translation>
    </message>
    <message>
        <source>Up: %1</source>
        <translation>向上：%1</translation>
    </message>
    <message>
        <source>%1 m across: the unit is probably wrong</source>
        <translation>跨度 %1 米：单位可能有误</translation>
    </message>
    <message>
        <source>Only %1 across: the unit is probably wrong</source>
        <translation>跨度只有 %1：单位可能有误</translation>
    </message>
    <message>
        <source>Set here. The button beside it restores the unit of the file</source>
        <translation>在此处设定。旁边的按钮恢复为文件中的单位</translation>
    </message>
    <message>
        <source>Unit of the file or its format. Type another one if the size of the model is wrong</source>
        <translation>文件或其格式的单位。模型大小不对时可输入其他单位</translation>
    </message>
    <message>
        <source>Change unit</source>
        <translation>更改单位</translation>
    </message>
    <message>
        <source>Set unit to %1 m</source>
        <translation>将单位设为 %1 米</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ModelPanel</name>
    <message>
        <source>Find a bone, mesh or material</source>
        <translation>查找骨骼、网格或材质</translation>
    </message>
    <message>
        <source>Add characters: other files with the same bones, which share the one texture</source>
        <translation>添加角色：骨骼相同的其他文件，共用同一张纹理</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::Movables</name>
    <message>
        <source>Move attachment</source>
        <translation>移动附件</translation>
    </message>
    <message>
        <source>Move socket</source>
        <translation>移动挂点</translation>
    </message>
    <message>
        <source>Move character</source>
        <translation>移动角色</translation>
    </message>
    <message>
        <source>Move light</source>
        <translation>移动光源</translation>
    </message>
    <message>
        <source>Move camera target</source>
        <translation>移动摄像机目标</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::NodeChooser</name>
    <message>
        <source>The model has no node of this name</source>
        <translation>模型没有此名称的节点</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::NormalsMenu</name>
    <message>
        <source>Normals and tangents</source>
        <translation>法线与切线</translation>
    </message>
    <message>
        <source>Normals</source>
        <translation>法线</translation>
    </message>
    <message>
        <source>Lines along the normals of the posed vertices, for the selected characters or the first 64</source>
        <translation>沿姿势中顶点法线的线条；显示选中的角色，否则显示前 64 个</translation>
    </message>
    <message>
        <source>Tangents</source>
        <translation>切线</translation>
    </message>
    <message>
        <source>Lines along the tangents of the posed vertices</source>
        <translation>沿姿势中顶点切线的线条</translation>
    </message>
    <message>
        <source>Length of the lines, as a share of the model&apos;s size</source>
        <translation>线条长度，占模型大小的比例</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Change lines of normals</source>
        <translation>更改法线显示</translation>
    </message>
    <message>
        <source>Tangents (this mesh has none)</source>
        <translation>切线（此网格没有）</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::NumberField</name>
    <message>
        <source>“%1” is not a number</source>
        <translation>“%1”不是数字</translation>
    </message>
    <message>
        <source>“%1” is not a number, or its unit is not %2</source>
        <translation>“%1”不是数字，或单位不是 %2</translation>
    </message>
    <message>
        <source>Only whole numbers</source>
        <translation>只能是整数</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>“%1” is too close to 0</source>
        <translation>“%1”过于接近 0</translation>
    </message>
    <message>
        <source>“%1” is ambiguous: the separator may be a decimal point or separate thousands</source>
        <translation>“%1”有歧义：分隔符可能是小数点，也可能是千位分隔符</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::PackBox</name>
    <message numerus="yes">
        <source>%Ln clip(s)</source>
        <translation>
            <numerusform>%Ln 个动画片段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln socket(s)</source>
        <translation>
            <numerusform>%Ln 个挂点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is a pack</source>
        <translation>%1 是一个包</translation>
    </message>
    <message>
        <source>A pack is the result of a bake and cannot be edited; edit its source, a document or a model. texeleton-cli inspect lists the contents of a pack, texeleton-cli render draws it.</source>
        <translation>包是烘焙的结果，不能编辑；请编辑它的来源：文档或模型。texeleton-cli inspect 列出包的内容，texeleton-cli render 可渲染它。</translation>
    </message>
    <message>
        <source>Open its source</source>
        <translation>打开其来源</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>clips, sockets</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2, made from %3</source>
        <comment>clips, sockets, file</comment>
        <translation>%1，%2，由 %3 生成</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ParameterFields</name>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>触发</translation>
    </message>
    <message>
        <source>Change kind of parameter</source>
        <translation>更改参数类型</translation>
    </message>
    <message>
        <source>A trigger is a switch that is reset by the transition it starts</source>
        <translation>触发器是一种开关，由它引发的过渡会将其复位</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Lower end of the slider</source>
        <translation>滑块的下端</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Upper end of the slider</source>
        <translation>滑块的上端</translation>
    </message>
    <message>
        <source>Initial value</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>The value at the start</source>
        <translation>开始时的值</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::PiecesRow</name>
    <message>
        <source>Pieces</source>
        <translation>碎块</translation>
    </message>
    <message>
        <source>Take the meshes of point caches apart into the islands of their triangles and bake each as a bone: for walls that break, not for cloth. Ticking it switches to Bones, unticking it to Vertices</source>
        <translation>把点缓存的网格拆成三角形相连的各块，每块烘焙为一根骨骼：用于破碎的墙体，不用于布料。勾选即切换到“骨骼”，取消勾选即切换到“顶点”</translation>
    </message>
    <message>
        <source>Tolerance of pieces</source>
        <translation>碎块的容差</translation>
    </message>
    <message>
        <source>Largest distance of a point from the rigid motion of its piece</source>
        <translation>碎块的点可偏离其刚体运动多远</translation>
    </message>
    <message>
        <source>Largest distance of a point of the piece from its rigid motion in the cache. Errors of clips are measured from the rigid motion, so this distance is added to them</source>
        <translation>在缓存中，碎块的点偏离其刚体运动的最大距离。片段的误差从刚体运动量起，因此要加上这一距离</translation>
    </message>
    <message numerus="yes">
        <source>%Ln piece(s). Farthest from a rigid motion:</source>
        <translation>
            <numerusform>%Ln 个碎块。偏离刚体运动最远的：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s). Selects the bone</source>
        <translation>
            <numerusform>%Ln 个点。选中该骨骼</numerusform>
        </translation>
    </message>
    <message>
        <source>Change pieces</source>
        <translation>更改碎块</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Same as system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Millimetres</source>
        <translation>毫米</translation>
    </message>
    <message>
        <source>Centimetres</source>
        <translation>厘米</translation>
    </message>
    <message>
        <source>Inches</source>
        <translation>英寸</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Graphics</source>
        <translation>图形接口</translation>
    </message>
    <message>
        <source>Error unit</source>
        <translation>误差单位</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Graphics API of the viewport</source>
        <translation>视口使用的图形 API</translation>
    </message>
    <message>
        <source>Unit in which errors and limits are shown</source>
        <translation>误差和上限的显示单位</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Number of threads for import and bake. 0: all processors</source>
        <translation>导入与烘焙的线程数。0：所有处理器</translation>
    </message>
    <message>
        <source>Changes to Graphics take effect after a restart.</source>
        <translation>对“图形”的更改在重新启动后生效。</translation>
    </message>
    <message>
        <source>Mouse buttons and modifier keys that orbit, pan and zoom the viewport</source>
        <translation>环绕、平移和缩放视口所用的鼠标按键与修饰键</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>导航方式</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Memory limit for importing a file. 0: 4 GiB, or 20 times the file if that is more</source>
        <translation>导入一个文件的内存上限。0：4 GiB，或文件大小的 20 倍（取较大者）</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Time limit for importing a file</source>
        <translation>导入一个文件的时间上限</translation>
    </message>
    <message>
        <source>Import memory</source>
        <translation>导入内存</translation>
    </message>
    <message>
        <source>Import time</source>
        <translation>导入时间</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::PresetCommands</name>
    <message>
        <source>Save settings</source>
        <translation>保存设置</translation>
    </message>
    <message>
        <source>Name of the settings; those of the same name are replaced</source>
        <translation>设置的名称；同名的设置会被替换</translation>
    </message>
    <message>
        <source>The settings were not saved</source>
        <translation>设置未保存</translation>
    </message>
    <message>
        <source>Settings saved as %1.</source>
        <translation>设置已保存为“%1”。</translation>
    </message>
    <message>
        <source>The settings cannot be read</source>
        <translation>无法读取设置</translation>
    </message>
    <message>
        <source>Apply settings</source>
        <translation>应用设置</translation>
    </message>
    <message>
        <source>No settings were saved</source>
        <translation>尚未保存任何设置</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>显示文件</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ProposalDialog</name>
    <message>
        <source>In %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>In all clips</source>
        <translation>在所有片段中</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RagdollFields</name>
    <message>
        <source>Ragdoll</source>
        <translation>布娃娃</translation>
    </message>
    <message>
        <source>Body of its own</source>
        <translation>独立刚体</translation>
    </message>
    <message>
        <source>When disabled, it moves with its parent, as props, fingers and faces do</source>
        <translation>取消勾选则随父级移动，如道具、手指和面部</translation>
    </message>
    <message>
        <source>Reset the ragdoll settings of this bone</source>
        <translation>重置此骨骼的布娃娃设置</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>kg</source>
        <translation>千克</translation>
    </message>
    <message>
        <source>For a character of 1.8 m. 0: by its volume</source>
        <translation>以 1.8 米高的角色计。0：按体积</translation>
    </message>
    <message>
        <source>by volume</source>
        <translation>按体积</translation>
    </message>
    <message>
        <source>Ball</source>
        <translation>球窝</translation>
    </message>
    <message>
        <source>Hinge</source>
        <translation>铰链</translation>
    </message>
    <message>
        <source>Ball: swings to all sides and twists. Hinge: bends about one axis, like a knee</source>
        <translation>球窝：可向各方向摆动和扭转。铰链：绕一根轴弯曲，如膝盖</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>关节</translation>
    </message>
    <message>
        <source>Swing</source>
        <translation>摆动</translation>
    </message>
    <message>
        <source>To each side from the rest pose</source>
        <translation>从静止姿势向各侧</translation>
    </message>
    <message>
        <source>Twist</source>
        <translation>扭转</translation>
    </message>
    <message>
        <source>About its length, either way</source>
        <translation>绕自身长度方向，正反两侧</translation>
    </message>
    <message>
        <source>Bend from</source>
        <translation>弯曲起点</translation>
    </message>
    <message>
        <source>Negative: bent the wrong way</source>
        <translation>负值：反向弯曲</translation>
    </message>
    <message>
        <source>Bend to</source>
        <translation>弯曲终点</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>折叠方向</translation>
    </message>
    <message>
        <source>Change ragdoll body</source>
        <translation>更改布娃娃刚体</translation>
    </message>
    <message>
        <source>Reset ragdoll settings</source>
        <translation>重置布娃娃设置</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改%1</translation>
    </message>
    <message>
        <source>Change joint of ragdoll</source>
        <translation>更改布娃娃关节</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RagdollPlay</name>
    <message>
        <source>The character falls as one rigid body: only the bone “%1” moves enough of the mesh</source>
        <translation>角色作为一个刚体倒下：只有骨骼“%1”带动了足够多的网格</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RecoveryDialog</name>
    <message>
        <source>Recover documents</source>
        <translation>恢复文档</translation>
    </message>
    <message>
        <source>Texeleton closed unexpectedly. These documents have unsaved changes:</source>
        <translation>Texeleton 上次意外关闭。以下文档有未保存的更改：</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Last autosaved</source>
        <translation>上次自动保存</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>Asks again at the next start; also available in the File menu</source>
        <translation>下次启动时会再次询问，也可在“文件”菜单中找到</translation>
    </message>
    <message>
        <source>Cannot be recovered</source>
        <translation>无法恢复</translation>
    </message>
    <message>
        <source>Never saved</source>
        <translation>从未保存</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RenameDialog</name>
    <message numerus="yes">
        <source>Rename %Ln clip(s)</source>
        <translation>
            <numerusform>重命名 %Ln 个片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Removed from every name that begins with it</source>
        <translation>从以它开头的每个名称中移除</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Remove prefix</source>
        <translation>移除前缀</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Two clips would be named %1.</source>
        <translation>会有两个片段都叫 %1。</translation>
    </message>
    <message>
        <source>Old name</source>
        <translation>原名称</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RigSection</name>
    <message>
        <source>Rig</source>
        <translation>骨架</translation>
    </message>
    <message numerus="yes">
        <source>%Ln bone(s)</source>
        <translation>
            <numerusform>%Ln 根骨骼</numerusform>
        </translation>
    </message>
    <message>
        <source>socket</source>
        <translation>挂点</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RootMotionSection</name>
    <message>
        <source>Root motion</source>
        <translation>根运动</translation>
    </message>
    <message>
        <source>All clips</source>
        <translation>全部片段</translation>
    </message>
    <message>
        <source>As all clips</source>
        <translation>与全部片段相同</translation>
    </message>
    <message>
        <source>Selected clips</source>
        <translation>选中的片段</translation>
    </message>
    <message>
        <source>Found in each clip</source>
        <translation>在各片段中自动查找</translation>
    </message>
    <message>
        <source>Root node</source>
        <translation>根节点</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Stays in the pose</source>
        <translation>留在姿势中</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>转向</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Change root motion</source>
        <translation>更改根运动</translation>
    </message>
    <message>
        <source>Change root node</source>
        <translation>更改根节点</translation>
    </message>
    <message>
        <source>Change turn of root motion</source>
        <translation>更改根运动的转向</translation>
    </message>
    <message>
        <source>Change height of root motion</source>
        <translation>更改根运动的高度</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln clip(s) otherwise</source>
        <comment>Keep, Remove or Extract</comment>
        <translation>
            <numerusform>%1，另有 %Ln 个片段不同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln clip(s)</source>
        <translation>
            <numerusform>%Ln 个动画片段</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep: the texture contains the clip unchanged. Remove: the clip plays in place. Extract: the clip plays in place, and its path is stored with it, so that a game can move the character</source>
        <translation>保留：纹理原样包含该片段。移除：片段原地播放。提取：片段原地播放，其路径随之保存，供游戏移动角色</translation>
    </message>
    <message>
        <source>Overrides the setting for the clips that are selected under Clips</source>
        <translation>对“动画片段”中所选的片段覆盖此设置</translation>
    </message>
    <message>
        <source>The node that moves the character. Its position on the ground is removed from the pose</source>
        <translation>移动角色的节点。其在地面上的位置会从姿势中移除</translation>
    </message>
    <message>
        <source>Removed from the pose</source>
        <translation>从姿势中移除</translation>
    </message>
    <message>
        <source>Also removes the rotation about the vertical axis. Automatic: with Extract, but not with Remove</source>
        <translation>同时移除绕竖直轴的旋转。自动：提取时移除，移除时不动</translation>
    </message>
    <message>
        <source>Also removes the height, for example for ladders and stairs</source>
        <translation>同时移除高度，例如用于梯子和楼梯</translation>
    </message>
    <message>
        <source>The model has no node %1. Nothing was changed.</source>
        <translation>模型没有节点 %1。未作任何更改。</translation>
    </message>
    <message>
        <source>Display a single character to see how far its clip travels.</source>
        <translation>显示单个角色即可看到其片段走多远。</translation>
    </message>
    <message>
        <source>No node moves the whole model. Specify the root node.</source>
        <translation>没有节点移动整个模型。请指定根节点。</translation>
    </message>
    <message>
        <source>%1 does not travel. Its root node is %2.</source>
        <comment>clip, node</comment>
        <translation>%1 没有位移。其根节点是 %2。</translation>
    </message>
    <message>
        <source>In %1, %2 travels %3 m and turns by %4° per loop.</source>
        <comment>clip, node, metres, degrees</comment>
        <translation>在 %1 中，%2 每次循环移动 %3 m，转动 %4°。</translation>
    </message>
    <message>
        <source>In %1, %2 travels %3 m and turns by %4°.</source>
        <comment>clip, node, metres, degrees</comment>
        <translation>在 %1 中，%2 移动 %3 m，转动 %4°。</translation>
    </message>
    <message>
        <source>In %1, %2 travels %3 m per loop.</source>
        <comment>clip, node, metres</comment>
        <translation>在 %1 中，%2 每次循环移动 %3 m。</translation>
    </message>
    <message>
        <source>In %1, %2 travels %3 m.</source>
        <comment>clip, node, metres</comment>
        <translation>在 %1 中，%2 移动 %3 m。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SceneEffects</name>
    <message>
        <source>The model has no node %1 for the gaze.</source>
        <translation>模型没有可用于注视的节点 %1。</translation>
    </message>
    <message>
        <source>fading in, %1 %</source>
        <translation>淡入 %1%</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>clip or state, time</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Ragdoll, getting up</source>
        <translation>布娃娃，正在起身</translation>
    </message>
    <message>
        <source>Ragdoll, %1</source>
        <comment>time</comment>
        <translation>布娃娃，%1</translation>
    </message>
    <message>
        <source>State %1</source>
        <comment>name, time</comment>
        <translation>状态 %1</translation>
    </message>
    <message>
        <source>gaze</source>
        <translation>注视</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ScrubBar</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Drag to look at a time; Left and Right step a frame</source>
        <translation>拖动以查看某一时刻；左、右键逐帧移动</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SelectionPanel</name>
    <message>
        <source>Click a bone, a mesh, a material, a clip, a character, an event or a texel to see its values.</source>
        <translation>单击骨骼、网格、材质、片段、角色、事件或纹素即可查看其数值。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SeveralFilesDialog</name>
    <message>
        <source>Several files</source>
        <translation>多个文件</translation>
    </message>
    <message>
        <source>%1 (open now)</source>
        <translation>%1（当前已打开）</translation>
    </message>
    <message>
        <source>Add clips of</source>
        <translation>添加这些文件的片段</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The clips of the ticked files are added to the model; bones are matched by name.</source>
        <translation>已勾选文件的片段会添加到模型；骨骼按名称对应。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Add clips</source>
        <translation>添加片段</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ShowMenu</name>
    <message>
        <source>Sample object at sockets</source>
        <translation>挂点上的示例物体</translation>
    </message>
    <message>
        <source>Displays a dagger at every socket</source>
        <translation>在每个挂点显示一把匕首</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Frame rate, draw calls, triangles and times in the viewport</source>
        <translation>在视口中显示帧率、绘制调用、三角形数与用时</translation>
    </message>
    <message>
        <source>Flash on events</source>
        <translation>事件触发时闪烁</translation>
    </message>
    <message>
        <source>Characters of a crowd light up when one of their events fires</source>
        <translation>群体中的角色在其事件触发时亮起</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格线</translation>
    </message>
    <message>
        <source>Shadow</source>
        <translation>阴影</translation>
    </message>
    <message>
        <source>Wireframe</source>
        <translation>线框</translation>
    </message>
    <message>
        <source>Shows the edges of triangles instead of surfaces</source>
        <translation>以三角形的边代替表面</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>边线</translation>
    </message>
    <message>
        <source>Shows the edges of triangles over the surfaces</source>
        <translation>在表面上显示三角形的边</translation>
    </message>
    <message>
        <source>Blend between frames</source>
        <translation>帧间插值</translation>
    </message>
    <message>
        <source>When disabled, frames are stepped, as in a player without blending</source>
        <translation>关闭时逐帧跳变，如同不做混合的播放程序</translation>
    </message>
    <message>
        <source>Surfaces</source>
        <translation>表面</translation>
    </message>
    <message>
        <source>Projection</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Camera…</source>
        <translation>摄像机…</translation>
    </message>
    <message>
        <source>Level of detail</source>
        <translation>LOD（细节层次）</translation>
    </message>
    <message>
        <source>Crowd</source>
        <translation>群体</translation>
    </message>
    <message>
        <source>Spread…</source>
        <translation>差异…</translation>
    </message>
    <message>
        <source>Root path</source>
        <translation>根路径</translation>
    </message>
    <message>
        <source>Path of the clip along the ground. Blue: removed from the pose</source>
        <translation>片段沿地面的路径。蓝色：已从姿势中移除</translation>
    </message>
    <message>
        <source>Follow extracted root motion</source>
        <translation>跟随提取的根运动</translation>
    </message>
    <message>
        <source>Moves a single character along the path of its clip. When disabled, it plays in place</source>
        <translation>使单个角色沿其片段的路径移动。关闭时原地播放</translation>
    </message>
    <message>
        <source>By distance</source>
        <translation>按距离</translation>
    </message>
    <message>
        <source>LOD %1</source>
        <translation>LOD %1</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Surface</source>
        <translation>表面</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Ragdoll bodies</source>
        <translation>布娃娃刚体</translation>
    </message>
    <message>
        <source>Outlines of the bodies as which the character falls, and of the props that move with them</source>
        <translation>角色倒下时各刚体以及随之移动的道具的轮廓</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ShownEvents</name>
    <message>
        <source>Add event</source>
        <translation>添加事件</translation>
    </message>
    <message>
        <source>Rename event</source>
        <translation>重命名事件</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln event(s)</source>
        <translation>
            <numerusform>删除 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln event(s)</source>
        <translation>
            <numerusform>移动 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) copied.</source>
        <translation>
            <numerusform>已复制 %Ln 个事件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %Ln event(s)</source>
        <translation>
            <numerusform>粘贴 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) pasted.</source>
        <translation>
            <numerusform>已粘贴 %Ln 个事件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) left out: after the end of the clip.</source>
        <translation>
            <numerusform>已略去 %Ln 个事件：位于片段结尾之后。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SkinningTools</name>
    <message>
        <source>m</source>
        <translation>m</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Looks at the camera</source>
        <translation>看向摄像机</translation>
    </message>
    <message>
        <source>Change distance of Hybrid</source>
        <translation>更改“混合”的距离</translation>
    </message>
    <message>
        <source>Change gaze</source>
        <translation>更改注视节点</translation>
    </message>
    <message>
        <source>Skinning distance</source>
        <translation>蒙皮距离</translation>
    </message>
    <message>
        <source>Hybrid skins characters that are closer to the camera than this and blends them into the texture over the next quarter of the distance. 0: eight times the size of the model</source>
        <translation>混合方式对距摄像机比此值更近的角色进行蒙皮，并在其后四分之一的距离内过渡到纹理。0：模型大小的八倍</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Turns this node, such as the head, of skinned characters to the camera. A full skeleton can add this to its clips; an animation texture cannot</source>
        <translation>使蒙皮角色的此节点（例如头部）转向摄像机。完整骨架可以在片段之上添加这一动作；动画纹理不能</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SocketsPanel</name>
    <message>
        <source>Character %1: %2</source>
        <translation>第 %1 个字符：%2</translation>
    </message>
    <message>
        <source>Another expression</source>
        <translation>再添加一个表达式</translation>
    </message>
    <message>
        <source>Add expression</source>
        <translation>添加表达式</translation>
    </message>
    <message>
        <source>Bones whose full name matches become sockets, to which objects are attached. Try weapon.* or hand_[lr].</source>
        <translation>名称完全匹配的骨骼成为挂点，可附着物体。试试 weapon.* 或 hand_[lr]。</translation>
    </message>
    <message>
        <source>Expression, e.g. weapon.*</source>
        <translation>表达式，例如 weapon.*</translation>
    </message>
    <message>
        <source>Expression for sockets</source>
        <translation>挂点表达式</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Remove the expression</source>
        <translation>移除此表达式</translation>
    </message>
    <message>
        <source>Remove socket expression</source>
        <translation>移除挂点表达式</translation>
    </message>
    <message>
        <source>Change socket expression</source>
        <translation>更改挂点表达式</translation>
    </message>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>匹配 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Sockets</source>
        <translation>挂点</translation>
    </message>
    <message>
        <source>Rename socket</source>
        <translation>重命名挂点</translation>
    </message>
    <message>
        <source>Bone %1. F2 renames the socket.</source>
        <translation>骨骼 %1。按 F2 重命名挂点。</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Dagger</source>
        <translation>匕首</translation>
    </message>
    <message>
        <source>Staff</source>
        <translation>法杖</translation>
    </message>
    <message>
        <source>Shield</source>
        <translation>盾牌</translation>
    </message>
    <message>
        <source>Sample object on the selected socket, to check its position and rotation; not part of the pack</source>
        <translation>所选挂点在视口中持有的物体，用来检查位置与朝向；不属于导出包</translation>
    </message>
    <message>
        <source>Object at the socket</source>
        <translation>挂点上的物体</translation>
    </message>
    <message>
        <source>Roll about the Z axis of the socket</source>
        <translation>绕挂点 Z 轴滚转</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>滚转</translation>
    </message>
    <message>
        <source>Size relative to the default</source>
        <translation>相对于默认大小的倍数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>No bone matches this expression</source>
        <translation>没有骨骼匹配此表达式</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SourceCommands</name>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Add motions</source>
        <translation>添加动作文件</translation>
    </message>
    <message>
        <source>Motions (%1)</source>
        <translation>动作（%1）</translation>
    </message>
    <message>
        <source>Add characters</source>
        <translation>添加角色</translation>
    </message>
    <message>
        <source>Models (%1)</source>
        <translation>模型 (%1)</translation>
    </message>
    <message>
        <source>Attach a model</source>
        <translation>附加模型</translation>
    </message>
    <message>
        <source>%1 is a source already.</source>
        <translation>%1 已经是源文件。</translation>
    </message>
    <message>
        <source>%1 is a character already.</source>
        <translation>%1 已经是角色。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SpreadPopup</name>
    <message>
        <source>The crowd</source>
        <translation>群体</translation>
    </message>
    <message>
        <source>Grid</source>
        <comment>of characters</comment>
        <translation>方阵</translation>
    </message>
    <message>
        <source>Disc</source>
        <translation>圆盘</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>散布</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Change crowd layout</source>
        <translation>修改群体排列</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>相位</translation>
    </message>
    <message>
        <source>Variation of the time in the clip. 0 %: all in step. 100 %: anywhere between start and end</source>
        <translation>片段中时间的变化幅度。0 %：步调一致。100 %：可处于开头与结尾之间的任何位置</translation>
    </message>
    <message>
        <source>Change spread of phase</source>
        <translation>修改相位差异</translation>
    </message>
    <message>
        <source>Speed ±</source>
        <translation>速度 ±</translation>
    </message>
    <message>
        <source>Variation of the playback speed</source>
        <translation>播放速度的变化幅度</translation>
    </message>
    <message>
        <source>Change spread of speed</source>
        <translation>修改速度差异</translation>
    </message>
    <message>
        <source>Turn ±</source>
        <translation>转向 ±</translation>
    </message>
    <message>
        <source>Variation of the heading to either side</source>
        <translation>朝向左右的变化幅度</translation>
    </message>
    <message>
        <source>Change spread of turn</source>
        <translation>修改转向差异</translation>
    </message>
    <message>
        <source>Size ±</source>
        <translation>大小 ±</translation>
    </message>
    <message>
        <source>Variation of the size</source>
        <translation>大小的变化幅度</translation>
    </message>
    <message>
        <source>Change spread of size</source>
        <translation>修改大小差异</translation>
    </message>
    <message>
        <source>Tint</source>
        <translation>染色</translation>
    </message>
    <message>
        <source>Strength of the random tint. 0 %: original colours</source>
        <translation>随机染色的强度。0 %：原始颜色</translation>
    </message>
    <message>
        <source>Change spread of tint</source>
        <translation>修改染色差异</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Change seed of the crowd</source>
        <translation>修改群体的随机种子</translation>
    </message>
    <message>
        <source>Reset spread of the crowd</source>
        <translation>重置群体差异</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>角色数</translation>
    </message>
    <message>
        <source>Change crowd size</source>
        <translation>修改群体数量</translation>
    </message>
    <message>
        <source>Changes the random places, phases and colours. The same seed always gives the same crowd</source>
        <translation>更改随机的位置、相位与颜色。相同的种子总是得到相同的群体</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Restores the spread of a new document</source>
        <translation>恢复新文档的分布设置</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Impostors up to</source>
        <translation>Impostor 像素上限</translation>
    </message>
    <message>
        <source>Draws characters of at most this size on the screen as impostors: baked views from many directions, lit like the mesh. Faster for the far end of large crowds. 0: off</source>
        <translation>把屏幕上不大于此大小的角色画成替身图：从许多方向预先绘制的图像，按网格同样的方式照明。可加快大型群体的远端。0：关</translation>
    </message>
    <message>
        <source>Change size of impostors</source>
        <translation>更改 Impostor 像素上限</translation>
    </message>
    <message>
        <source>Change layer</source>
        <translation>更改图层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>A second clip on some of the bones, such as an attack while running. Bone mode only; shown by the animation texture, not by skinning</source>
        <translation>在部分骨骼上叠加播放第二个片段，例如边跑边攻击。仅限骨骼模式；由动画纹理显示，蒙皮不显示</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Layer begins at</source>
        <translation>图层起点</translation>
    </message>
    <message>
        <source>The layer plays on this bone and all below it, such as the spine and the whole upper body</source>
        <translation>图层作用于此骨骼及其以下的所有骨骼，例如脊柱和整个上半身</translation>
    </message>
    <message>
        <source>Softened over</source>
        <translation>过渡骨骼数</translation>
    </message>
    <message>
        <source>Bones over which the weight of the layer rises from where it begins. 0: a hard seam</source>
        <translation>从图层起点起，权重在这么多骨骼内逐渐升高。0：接缝不过渡</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>Bones that play the layer: a mask of the document, which is also baked for engines, or the bones below a bone</source>
        <translation>播放图层的骨骼：文档中的遮罩（也会烘焙给引擎），或某骨骼以下的骨骼</translation>
    </message>
    <message>
        <source>Masks…</source>
        <translation>遮罩…</translation>
    </message>
    <message>
        <source>Creates and edits the baked masks: start bones and weights</source>
        <translation>新建和编辑要烘焙的遮罩：起始骨骼与权重</translation>
    </message>
    <message>
        <source>Below a bone</source>
        <translation>某骨骼以下</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::StartPage</name>
    <message>
        <source>Drop a model here</source>
        <translation>把模型拖到这里</translation>
    </message>
    <message>
        <source>FBX, glTF, GLB, COLLADA, MD5, BVH, or a document of Texeleton</source>
        <translation>FBX、glTF、GLB、COLLADA、MD5、BVH，或 Texeleton 文档</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>打开示例</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>重新打开</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::StateFields</name>
    <message>
        <source>Single clip</source>
        <translation>单个片段</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Blend by</source>
        <translation>混合依据</translation>
    </message>
    <message>
        <source>Change blend tree</source>
        <translation>更改混合树</translation>
    </message>
    <message>
        <source>A blend tree mixes its clips by the value of a number. The clips are synchronized: all are at the same percentage of their length</source>
        <translation>混合树按一个数值混合其片段。各片段保持同步：都处于自身长度的同一百分比处</translation>
    </message>
    <message>
        <source>And by</source>
        <translation>以及</translation>
    </message>
    <message>
        <source>A second number places the clips in a plane, for example forward and sideways speed</source>
        <translation>第二个数值把片段放在一个平面上，例如前进速度和侧移速度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Playback speed; negative plays backward</source>
        <translation>播放速度；负值为倒放</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Same as the clip</source>
        <translation>与片段相同</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>Change loop of state</source>
        <translation>更改状态的循环</translation>
    </message>
    <message>
        <source>Initial state</source>
        <translation>初始状态</translation>
    </message>
    <message>
        <source>Make initial</source>
        <translation>设为初始状态</translation>
    </message>
    <message>
        <source>Go to state</source>
        <translation>转到该状态</translation>
    </message>
    <message>
        <source>Change initial state</source>
        <translation>更改初始状态</translation>
    </message>
    <message>
        <source>Change clip of state</source>
        <translation>更改状态的片段</translation>
    </message>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Value of %1 at which only this clip plays</source>
        <translation>%1 为此值时只播放该片段</translation>
    </message>
    <message>
        <source>Move clip of blend tree</source>
        <translation>移动混合树中的片段</translation>
    </message>
    <message>
        <source>Remove this clip</source>
        <translation>移除此片段</translation>
    </message>
    <message>
        <source>Remove clip of state</source>
        <translation>移除状态的片段</translation>
    </message>
    <message>
        <source>Add clip</source>
        <translation>添加片段</translation>
    </message>
    <message>
        <source>Add clip to state</source>
        <translation>为状态添加片段</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>Move state to layer</source>
        <translation>将状态移到图层</translation>
    </message>
    <message>
        <source>The transitions of a state that is moved lead from and to the initial state of the layer</source>
        <translation>移动状态后，其过渡改为连接该图层的初始状态</translation>
    </message>
    <message>
        <source>None: shows the layers below</source>
        <translation>无：显示下方的图层</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::StatusLine</name>
    <message>
        <source>Measuring the error…</source>
        <translation>正在测量误差…</translation>
    </message>
    <message>
        <source>Reading the model…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <source>Baking…</source>
        <translation>正在烘焙…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Baked in %1</source>
        <comment>time</comment>
        <translation>烘焙用时 %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Drop a model on the window to begin.</source>
        <translation>把模型拖到窗口中即可开始。</translation>
    </message>
    <message>
        <source>%1 over the limit in %2</source>
        <translation>%2 超出上限 %1</translation>
    </message>
    <message>
        <source>No clip is ticked: nothing is baked.</source>
        <translation>未勾选任何片段：没有烘焙。</translation>
    </message>
    <message>
        <source>Largest error: %1</source>
        <translation>最大误差：%1</translation>
    </message>
    <message>
        <source>Error of %1 in %2</source>
        <translation>误差 %1，在 %2 中</translation>
    </message>
    <message>
        <source>The model has no clips: add motions from other files.</source>
        <translation>模型没有剪辑：请从其他文件添加动作。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TessellationMenu</name>
    <message>
        <source>Tessellation</source>
        <translation>曲面细分</translation>
    </message>
    <message>
        <source>Tessellate surfaces</source>
        <translation>细分表面</translation>
    </message>
    <message>
        <source>Most segments of an edge. Fewer where the edge is short in the picture</source>
        <translation>每条边最多的段数。画面中短的边段数更少</translation>
    </message>
    <message>
        <source>Largest displacement along the normal, in and out, as a share of the model&apos;s size. The heights come from the normal maps. Materials without a normal map are only rounded</source>
        <translation>沿法线向内和向外的最大位移，以模型大小的百分比表示。高度来自法线贴图。没有法线贴图的材质只会变圆</translation>
    </message>
    <message>
        <source>Segments per edge</source>
        <translation>每边段数</translation>
    </message>
    <message>
        <source>Displacement</source>
        <translation>位移</translation>
    </message>
    <message>
        <source>Change tessellation</source>
        <translation>更改曲面细分</translation>
    </message>
    <message>
        <source>Not available: this GPU or its driver has no tessellation stages</source>
        <translation>不可用：此 GPU 或其驱动程序没有曲面细分阶段</translation>
    </message>
    <message>
        <source>Not available while surfaces are lit per vertex or show the heat map</source>
        <translation>表面按逐顶点光照显示或显示热图时不可用</translation>
    </message>
    <message>
        <source>Subdivides triangles on the GPU, rounds them by their normals and displaces them by the normal maps. Wireframe and Edges show the new triangles</source>
        <translation>在 GPU 上细分三角形，按法线使其变圆，并按法线贴图位移。“线框”和“边线”显示细分后的三角形</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TexelValues</name>
    <message>
        <source>Copy the value (Ctrl+C)</source>
        <translation>复制数值 (Ctrl+C)</translation>
    </message>
    <message>
        <source>Save as picture…</source>
        <translation>另存为图片…</translation>
    </message>
    <message>
        <source>Value of the source, computed in double precision</source>
        <translation>以双精度计算的源值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Point at a texel</source>
        <translation>请指向一个纹素</translation>
    </message>
    <message>
        <source>x %1, y %2</source>
        <translation>x %1，y %2</translation>
    </message>
    <message>
        <source>%1 · row %2</source>
        <comment>bone, row of its matrix</comment>
        <translation>%1 · 第 %2 行</translation>
    </message>
    <message>
        <source>%1 · rotation</source>
        <comment>bone</comment>
        <translation>%1 · 旋转</translation>
    </message>
    <message>
        <source>%1 · displacement and scale</source>
        <comment>bone</comment>
        <translation>%1 · 位移和缩放</translation>
    </message>
    <message>
        <source>Element %1 · position</source>
        <translation>元素 %1 · 位置</translation>
    </message>
    <message>
        <source>Element %1 · normal</source>
        <translation>元素 %1 · 法线</translation>
    </message>
    <message>
        <source>Socket %1 · row %2</source>
        <translation>挂点 %1 · 第 %2 行</translation>
    </message>
    <message>
        <source>Weights of shapes %1 to %2</source>
        <translation>形状 %1 至 %2 的权重</translation>
    </message>
    <message>
        <source>Element %1 · base shape</source>
        <translation>元素 %1 · 基础形状</translation>
    </message>
    <message>
        <source>Element %1 · shape %2</source>
        <translation>元素 %1 · 形状 %2</translation>
    </message>
    <message>
        <source>Frame table: %1/%2 from stored frame %3 to %4</source>
        <translation>帧表：存储帧 %3 到 %4 的 %1/%2 处</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>frame %1, x %2, y %3</source>
        <translation>第 %1 帧，x %2，y %3</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TextureGoTo</name>
    <message>
        <source>Go to…</source>
        <translation>转到…</translation>
    </message>
    <message>
        <source>Goes to the selected bone, the current frame, or a frame, bone or element by number</source>
        <translation>转到所选骨骼、当前帧，或按编号转到帧、骨骼或元素</translation>
    </message>
    <message>
        <source>Go to bone</source>
        <translation>转到骨骼</translation>
    </message>
    <message>
        <source>Go to frame</source>
        <translation>转到帧</translation>
    </message>
    <message>
        <source>Shows the current row</source>
        <translation>显示当前行</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Frame of the current clip, from 0</source>
        <translation>当前片段的帧，从 0 起</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Shows the texels of the selected bone: select one first</source>
        <translation>显示所选骨骼的纹素：请先选择一根</translation>
    </message>
    <message>
        <source>Shows the texels of the selected bone</source>
        <translation>显示选中骨骼的纹素</translation>
    </message>
    <message>
        <source>In vertex mode, the texture stores no bones except sockets</source>
        <translation>顶点模式下，纹理中只有作为挂点的骨骼</translation>
    </message>
    <message>
        <source>The selected bone moves no vertices and has no texels</source>
        <translation>所选骨骼不带动任何顶点：它没有纹素</translation>
    </message>
    <message>
        <source>Bone matrix</source>
        <translation>骨骼矩阵</translation>
    </message>
    <message>
        <source>From 0 to %1</source>
        <translation>从 0 到 %1</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TexturePanel</name>
    <message>
        <source>RGB</source>
        <translation>RGB</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>整张</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>The wheel zooms at the pointer</source>
        <translation>滚轮在指针处缩放</translation>
    </message>
    <message>
        <source>Save as picture</source>
        <translation>另存为图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>EV</source>
        <comment>stops of exposure</comment>
        <translation>EV</translation>
    </message>
    <message>
        <source>Exposure in stops (EV): each doubles what is shown, so that small values can be seen; the texture stays as it is. In the picture: E, Shift+E, or Shift and the wheel; 0 resets.</source>
        <translation>曝光，以档（EV）计：每一档使显示的数值加倍，以便看清小的数值；纹理本身不变。在图中按 E、Shift+E，或按住 Shift 转动滚轮；0 重置。</translation>
    </message>
    <message>
        <source>Exposure</source>
        <translation>曝光</translation>
    </message>
    <message>
        <source>Reset the exposure</source>
        <translation>重置曝光</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>The picture was not saved</source>
        <translation>图片未能保存</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>%1 × %2 %</source>
        <translation>%1 × %2 %</translation>
    </message>
    <message>
        <source>Difference of each texel from the source, which is computed in double precision. Blue is none, red is the largest difference in view; raise the exposure to see smaller ones</source>
        <translation>每个纹素与以双精度计算的源之间的差异。蓝色为无差异，红色为视野内的最大差异；提高曝光可看到更小的差异</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TextureRange</name>
    <message>
        <source>Fitted</source>
        <translation>适合数值</translation>
    </message>
    <message>
        <source>Values from black to white. Fitted: from the minimum to the maximum of the shown channels</source>
        <translation>从黑到白的数值。“适合数值”：所显示通道的最小值到最大值</translation>
    </message>
    <message>
        <source>Fitted: %1 … %2</source>
        <translation>适合数值：%1 … %2</translation>
    </message>
    <message>
        <source>Largest difference in view: %1</source>
        <translation>视野内的最大差异：%1</translation>
    </message>
    <message>
        <source>reading the source…</source>
        <translation>正在读取源文件…</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TextureView</name>
    <message>
        <source>Animation texture</source>
        <translation>动画纹理</translation>
    </message>
    <message>
        <source>The animation texture appears here once a model is baked.</source>
        <translation>模型烘焙后，动画纹理会显示在这里。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TimeField</name>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Seconds, or frames: 30f</source>
        <translation>秒，或帧：30f</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TimelinePanel</name>
    <message>
        <source>Add event</source>
        <translation>添加事件</translation>
    </message>
    <message>
        <source>At the current time</source>
        <translation>在当前时刻</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Fired %1</source>
        <translation>已触发 %1</translation>
    </message>
    <message>
        <source>Find footsteps…</source>
        <translation>查找脚步…</translation>
    </message>
    <message>
        <source>Proposes events where feet touch down</source>
        <translation>在脚落地处建议事件</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Events from JSON, CSV or the import settings of Unity (.meta)</source>
        <translation>来自 JSON、CSV 或 Unity 导入设置 (.meta) 的事件</translation>
    </message>
    <message>
        <source>Rename, delete, copy to another clip, export</source>
        <translation>重命名、删除、复制到其他片段、导出</translation>
    </message>
    <message>
        <source>Copy to clip</source>
        <translation>复制到片段</translation>
    </message>
    <message>
        <source>Export events…</source>
        <translation>导出事件…</translation>
    </message>
    <message>
        <source>There are no events here.</source>
        <translation>这里没有事件。</translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln event(s)</source>
        <translation>
            <numerusform>复制 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) copied to %1.</source>
        <translation>
            <numerusform>已将 %Ln 个事件复制到 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add footsteps</source>
        <translation>添加脚步</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) added.</source>
        <translation>
            <numerusform>已添加 %Ln 个事件。</numerusform>
        </translation>
    </message>
    <message>
        <source>Import events</source>
        <translation>导入事件</translation>
    </message>
    <message>
        <source>Events (%1)</source>
        <translation>事件 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>The events cannot be imported</source>
        <translation>无法导入事件</translation>
    </message>
    <message>
        <source>Export events</source>
        <translation>导出事件</translation>
    </message>
    <message>
        <source>The events were not written</source>
        <translation>事件未写入</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) written to %1.</source>
        <translation>
            <numerusform>已将 %Ln 个事件写入 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Add event here</source>
        <translation>在此处添加事件</translation>
    </message>
    <message>
        <source>Find loop range…</source>
        <translation>查找循环范围…</translation>
    </message>
    <message>
        <source>Proposes the range of the clip that loops best</source>
        <translation>建议片段中循环效果最好的范围</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Import events…</source>
        <translation>导入事件…</translation>
    </message>
    <message>
        <source>Paste events here</source>
        <translation>在此处粘贴事件</translation>
    </message>
    <message>
        <source>Begin the clip here</source>
        <translation>片段从此处开始</translation>
    </message>
    <message>
        <source>End the clip here</source>
        <translation>片段到此处结束</translation>
    </message>
    <message>
        <source>Whole clip</source>
        <translation>整个片段</translation>
    </message>
    <message>
        <source>Cut to loop range</source>
        <translation>截取为循环范围</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>From the model file; edit it there.</source>
        <translation>来自模型文件，请在模型中编辑。</translation>
    </message>
    <message>
        <source>From the events file; editing it here moves its events into the document.</source>
        <translation>来自事件文件；在此编辑会把该文件中的事件移入文档。</translation>
    </message>
    <message>
        <source>Up and Down select an event, Alt+Left and Alt+Right move it by a frame, F2 renames it, Delete removes it.</source>
        <translation>上下方向键选择事件，Alt+左/右按帧移动，F2 重命名，Delete 删除。</translation>
    </message>
    <message>
        <source>Change clip range</source>
        <translation>更改片段范围</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TintSection</name>
    <message>
        <source>Tint</source>
        <translation>染色</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Some materials</source>
        <translation>某些材质</translation>
    </message>
    <message>
        <source>Vertex colours</source>
        <translation>顶点颜色</translation>
    </message>
    <message>
        <source>A texture</source>
        <translation>纹理</translation>
    </message>
    <message>
        <source>A palette</source>
        <translation>调色板</translation>
    </message>
    <message>
        <source>Base colour</source>
        <translation>基础颜色</translation>
    </message>
    <message>
        <source>Metal and roughness</source>
        <translation>金属度与粗糙度</translation>
    </message>
    <message>
        <source>Normals</source>
        <translation>法线</translation>
    </message>
    <message>
        <source>Occlusion</source>
        <translation>环境光遮蔽</translation>
    </message>
    <message>
        <source>Emission</source>
        <translation>自发光</translation>
    </message>
    <message>
        <source>Mask texture</source>
        <translation>遮罩纹理</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Step U</source>
        <translation>U 步长</translation>
    </message>
    <message>
        <source>Step V</source>
        <translation>V 步长</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>项数</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Materials</source>
        <translation>材质</translation>
    </message>
    <message>
        <source>Entry of the palette</source>
        <translation>调色板项</translation>
    </message>
    <message>
        <source>Change tint mask</source>
        <translation>更改染色遮罩</translation>
    </message>
    <message>
        <source>Change palette</source>
        <translation>更改调色板</translation>
    </message>
    <message>
        <source>No material has such a texture</source>
        <translation>没有材质带有此类纹理</translation>
    </message>
    <message>
        <source>The model has no materials</source>
        <translation>模型没有材质</translation>
    </message>
    <message>
        <source>The model has no vertex colours</source>
        <translation>模型没有顶点颜色</translation>
    </message>
    <message>
        <source>No material has a texture</source>
        <translation>没有材质带有纹理</translation>
    </message>
    <message>
        <source>No material has a base-colour texture</source>
        <translation>没有材质带有基础颜色纹理</translation>
    </message>
    <message>
        <source>Character %1: %2</source>
        <translation>第 %1 个字符：%2</translation>
    </message>
    <message>
        <source>Name at least one material.</source>
        <translation>请至少指定一个材质。</translation>
    </message>
    <message>
        <source>Change materials of the tint</source>
        <translation>更改染色的材质</translation>
    </message>
    <message>
        <source>Tint affects</source>
        <translation>着色范围</translation>
    </message>
    <message>
        <source>Parts that the character&apos;s colour tints: everything, some materials, the area of a mask, or the entry of a palette texture</source>
        <translation>角色颜色所着色的部分：全部、某些材质、遮罩区域，或调色板纹理的条目</translation>
    </message>
    <message>
        <source>Texture of the materials whose channel is the mask</source>
        <translation>以其通道为遮罩的材质纹理</translation>
    </message>
    <message>
        <source>Tinted where the channel is 1, unchanged where it is 0. The channel is removed from the vertex colours</source>
        <translation>通道为 1 处着色，为 0 处不变。该通道会从顶点颜色中移除</translation>
    </message>
    <message>
        <source>Distance between palette entries along U, in texture coordinates</source>
        <translation>调色板条目沿 U 的间距，以纹理坐标计</translation>
    </message>
    <message>
        <source>Distance between palette entries along V, in texture coordinates</source>
        <translation>调色板条目沿 V 的间距，以纹理坐标计</translation>
    </message>
    <message>
        <source>Number of entries in the palette</source>
        <translation>调色板的条目数</translation>
    </message>
    <message>
        <source>Regular expression that matches whole material names. Only matching materials are tinted, or all when empty</source>
        <translation>匹配完整材质名的正则表达式。只对匹配的材质着色；留空则对全部着色</translation>
    </message>
    <message>
        <source>Tinted materials</source>
        <translation>着色的材质</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Displays a single character in this colour. Does not affect the bake</source>
        <translation>以此颜色显示单个角色。不影响烘焙</translation>
    </message>
    <message>
        <source>Original colours</source>
        <translation>原始颜色</translation>
    </message>
    <message>
        <source>Palette entry of the displayed character, from 0</source>
        <translation>所显示角色的调色板条目，从 0 开始</translation>
    </message>
    <message>
        <source>No material has this name.</source>
        <translation>没有此名称的材质。</translation>
    </message>
    <message>
        <source>At least one material must stay selected. Choose Everything to tint the whole model.</source>
        <translation>至少要保留一个选中的材质。若要对整个模型着色，请选择“全部”。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TransformFields</name>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Euler angles</source>
        <translation>欧拉角</translation>
    </message>
    <message>
        <source>Axis and angle</source>
        <translation>轴与角度</translation>
    </message>
    <message>
        <source>Quaternion</source>
        <translation>四元数</translation>
    </message>
    <message>
        <source>Rotation mode. Euler angles: first Z, then X, then Y</source>
        <translation>旋转模式。欧拉角：先 Z，再 X，后 Y</translation>
    </message>
    <message>
        <source>Rotation mode</source>
        <translation>旋转模式</translation>
    </message>
    <message>
        <source>Uniform scale: the other axes follow in proportion</source>
        <translation>统一缩放：其他轴按比例跟随</translation>
    </message>
    <message>
        <source>Copy position, rotation and scale</source>
        <translation>复制位置、旋转和缩放</translation>
    </message>
    <message>
        <source>Paste position, rotation and scale</source>
        <translation>粘贴位置、旋转和缩放</translation>
    </message>
    <message>
        <source>W</source>
        <comment>quaternion</comment>
        <translation>W</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>A quaternion must not be zero</source>
        <translation>四元数不能为零</translation>
    </message>
    <message>
        <source>The clipboard has no transform</source>
        <translation>剪贴板中没有变换</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>World</source>
        <translation>世界</translation>
    </message>
    <message>
        <source>Whether the numbers are those in the parent or in the world; the gizmo&apos;s axes follow</source>
        <translation>数值相对于父级还是世界；变换手柄的轴随之改变</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空间</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TransitionFields</name>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Any state</source>
        <translation>任意状态</translation>
    </message>
    <message>
        <source>Change transition</source>
        <translation>更改过渡</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Length of the cross-fade</source>
        <translation>交叉淡化的时长</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Start offset</source>
        <translation>起始位置</translation>
    </message>
    <message>
        <source>Start time in the new state, as a percentage of its length</source>
        <translation>新状态从其长度的哪一百分比处开始</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>At</source>
        <translation>在</translation>
    </message>
    <message>
        <source>Change exit time</source>
        <translation>更改退出时间</translation>
    </message>
    <message>
        <source>Exit time</source>
        <translation>退出时间</translation>
    </message>
    <message>
        <source>The transition waits until the current state has played this percentage of its length</source>
        <translation>过渡会等到当前状态播放到其长度的这一百分比</translation>
    </message>
    <message>
        <source>Change condition</source>
        <translation>更改条件</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>greater than</source>
        <translation>大于</translation>
    </message>
    <message>
        <source>less than</source>
        <translation>小于</translation>
    </message>
    <message>
        <source>is set</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>is not set</source>
        <translation>未打开</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较方式</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>移除此条件</translation>
    </message>
    <message>
        <source>Remove condition</source>
        <translation>移除条件</translation>
    </message>
    <message>
        <source>Add condition</source>
        <translation>添加条件</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>All conditions must be met</source>
        <translation>必须满足所有条件</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TransportStrip</name>
    <message>
        <source>Clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Previous frame (Left)</source>
        <translation>上一帧（左）</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空格）</translation>
    </message>
    <message>
        <source>Next frame (Right)</source>
        <translation>下一帧（右）</translation>
    </message>
    <message>
        <source>Speed of the preview; the bake does not change</source>
        <translation>预览速度，不影响烘焙</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暂停（空格）</translation>
    </message>
    <message>
        <source>%1 / %2 · %3</source>
        <comment>frame, frames, time</comment>
        <translation>%1 / %2 · %3</translation>
    </message>
    <message>
        <source>%1 is not baked</source>
        <translation>%1 未烘焙</translation>
    </message>
    <message>
        <source>Repeat the clip</source>
        <translation>循环播放片段</translation>
    </message>
    <message>
        <source>First frame (Shift+Left)</source>
        <translation>第一帧（Shift+左）</translation>
    </message>
    <message>
        <source>Last frame (Shift+Right)</source>
        <translation>最后一帧（Shift+右）</translation>
    </message>
    <message>
        <source>The pose that is shown, and its time</source>
        <translation>当前显示的姿势及其时间</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::VariantTools</name>
    <message>
        <source>Add variant</source>
        <translation>添加变体</translation>
    </message>
    <message>
        <source>A variant is a set of meshes that are shown together, such as one of several outfits; all share one texture. Of the meshes that are selected, the new variant shows them and the others no longer do.</source>
        <translation>变体是一起显示的一组网格，例如几套服装中的一套；所有变体共用一张纹理。选中的网格由新变体显示，其他变体不再显示它们。</translation>
    </message>
    <message>
        <source>Shown in</source>
        <translation>显示于</translation>
    </message>
    <message>
        <source>Variants that show the selected meshes</source>
        <translation>显示选中网格的变体</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Always show mesh</source>
        <translation>始终显示网格</translation>
    </message>
    <message>
        <source>Remove mesh from %1</source>
        <translation>从“%1”中移除网格</translation>
    </message>
    <message>
        <source>Show mesh in %1</source>
        <translation>在“%1”中显示网格</translation>
    </message>
    <message>
        <source>%1 would be empty: a variant needs at least one mesh.</source>
        <translation>“%1”将为空：变体至少要有一个网格。</translation>
    </message>
    <message>
        <source>A variant for each</source>
        <translation>每个网格一个变体</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Add a variant for each mesh</source>
        <translation>为每个网格添加变体</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::VariantsSection</name>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Sets of meshes that are shown together, such as outfits. They share one texture; a crowd shows all of them, a single character the one that is selected.</source>
        <translation>一起显示的一组网格，例如一套服装。所有变体共用一张纹理；群体显示全部变体，单个角色显示选中的那一个。</translation>
    </message>
    <message>
        <source>none</source>
        <comment>variants</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>%1
A character file that shares the animation.</source>
        <translation>%1
共用此动画的角色文件。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mesh(es)</source>
        <translation>
            <numerusform>%Ln 个网格</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
The viewport shows the selected variant for a single character. F2 renames, Delete removes.</source>
        <translation>%1
视口中的单个角色显示选中的变体。F2 重命名，Delete 移除。</translation>
    </message>
    <message>
        <source>%1
Missing among the baked meshes: %2. Remove them by the context menu.</source>
        <translation>%1
烘焙的网格中缺失：%2。可用右键菜单移除。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove missing meshes</source>
        <translation>移除缺失的网格</translation>
    </message>
    <message>
        <source>Remove missing meshes from variants</source>
        <translation>从变体中移除缺失的网格</translation>
    </message>
    <message>
        <source>Rename variant</source>
        <translation>重命名变体</translation>
    </message>
    <message>
        <source>A variant needs a name.</source>
        <translation>变体需要有名称。</translation>
    </message>
    <message>
        <source>Another variant is named %1.</source>
        <translation>已有变体叫做“%1”。</translation>
    </message>
    <message>
        <source>Remove variant</source>
        <translation>移除变体</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ViewportArea</name>
    <message>
        <source>Viewport</source>
        <translation>视口</translation>
    </message>
    <message>
        <source>Nothing can be drawn</source>
        <translation>无法绘制</translation>
    </message>
    <message>
        <source>This file cannot be shown</source>
        <translation>无法显示此文件</translation>
    </message>
    <message>
        <source>Reading the model…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <source>No clip is ticked</source>
        <translation>未勾选任何片段</translation>
    </message>
    <message>
        <source>Locate…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Tick clips to bake them; select a clip to view it.</source>
        <translation>勾选要烘焙的片段；选中片段即可查看。</translation>
    </message>
    <message>
        <source>%1 is not baked: the original is shown</source>
        <translation>%1 未烘焙：显示的是原始动画</translation>
    </message>
    <message>
        <source>%1 is not baked yet</source>
        <translation>%1 尚未烘焙</translation>
    </message>
    <message numerus="yes">
        <source>Drawing %Ln character(s)…</source>
        <translation>
            <numerusform>正在绘制 %Ln 个角色…</numerusform>
        </translation>
    </message>
    <message>
        <source>The layer is shown only by the animation texture.</source>
        <translation>图层仅由动画纹理显示。</translation>
    </message>
    <message>
        <source>No clips: the bind pose is shown</source>
        <translation>没有剪辑：显示绑定姿势</translation>
    </message>
    <message>
        <source>Target of a limb</source>
        <translation>肢体的目标</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Baking…</source>
        <translation>正在烘焙…</translation>
    </message>
    <message>
        <source>Preparing shaders…</source>
        <translation>正在准备着色器…</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ViewportStrip</name>
    <message>
        <source>Frame the selection, or all (F)</source>
        <translation>取景到选中项或全部 (F)</translation>
    </message>
    <message>
        <source>Baked</source>
        <translation>烘焙结果</translation>
    </message>
    <message>
        <source>Original</source>
        <translation>原始动画</translation>
    </message>
    <message>
        <source>Playback of the exported texture</source>
        <translation>按导出的纹理播放</translation>
    </message>
    <message>
        <source>Playback of the source: skinned every frame from the full skeleton</source>
        <translation>按源文件播放：每帧由完整骨架蒙皮</translation>
    </message>
    <message>
        <source>One</source>
        <translation>单个</translation>
    </message>
    <message>
        <source>Crowd</source>
        <translation>群体</translation>
    </message>
    <message>
        <source>Characters in the crowd</source>
        <translation>群体中的角色数</translation>
    </message>
    <message>
        <source>Grid</source>
        <comment>of characters</comment>
        <translation>方阵</translation>
    </message>
    <message>
        <source>Disc</source>
        <translation>圆盘</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>散布</translation>
    </message>
    <message>
        <source>Layout of the crowd</source>
        <translation>群体的排列</translation>
    </message>
    <message>
        <source>Layout of the crowd, variation between its characters, and layers</source>
        <translation>群体的布局、角色之间的差异，以及图层</translation>
    </message>
    <message>
        <source>Change crowd size</source>
        <translation>修改群体数量</translation>
    </message>
    <message>
        <source>Change crowd layout</source>
        <translation>修改群体排列</translation>
    </message>
    <message>
        <source>Lit</source>
        <translation>光照</translation>
    </message>
    <message>
        <source>Textured</source>
        <translation>贴图</translation>
    </message>
    <message>
        <source>Normals</source>
        <translation>法线</translation>
    </message>
    <message>
        <source>Bone weights</source>
        <translation>骨骼权重</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>动画片段</translation>
    </message>
    <message>
        <source>Posing method</source>
        <translation>姿势方法</translation>
    </message>
    <message>
        <source>Lit per vertex</source>
        <translation>逐顶点照明</translation>
    </message>
    <message>
        <source>Gouraud shading: light is computed at the vertices and interpolated. Without shadows</source>
        <translation>Gouraud 着色：在顶点处计算光照，再插值。不带阴影</translation>
    </message>
    <message>
        <source>Orange: skinned. Blue: animation texture. Hybrid uses both</source>
        <translation>橙色：蒙皮。蓝色：动画纹理。混合方式两者都用</translation>
    </message>
    <message>
        <source>Shading of surfaces</source>
        <translation>表面显示内容</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>透视</translation>
    </message>
    <message>
        <source>Orthographic</source>
        <translation>正交</translation>
    </message>
    <message>
        <source>Projection of the camera (5)</source>
        <translation>摄像机的投影 (5)</translation>
    </message>
    <message>
        <source>Camera: position, field of view, saved views</source>
        <translation>摄像机：位置、视野、已保存的视图</translation>
    </message>
    <message>
        <source>Skeleton</source>
        <translation>骨架</translation>
    </message>
    <message>
        <source>Shows the bones in front of the character</source>
        <translation>在角色前显示骨骼</translation>
    </message>
    <message>
        <source>Sockets</source>
        <translation>挂点</translation>
    </message>
    <message>
        <source>Shows the axes of every socket</source>
        <translation>显示每个挂点的坐标轴</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Bounds</source>
        <translation>包围盒</translation>
    </message>
    <message>
        <source>Shows the box that a character stays in while it plays its clip</source>
        <translation>显示角色播放其片段时始终不超出的盒子</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::WindowDocks</name>
    <message>
        <source>Dock</source>
        <translation>停靠</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>浮动</translation>
    </message>
    <message>
        <source>Show beside the others</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>Show as a tab</source>
        <translation>显示为标签页</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::WindowDrops</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the clips of %1</source>
        <translation>添加 %1 的片段</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>导入 %1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Several files were dropped: the document %1 is opened.</source>
        <translation>拖入了多个文件：打开其中的文档 %1。</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::WindowMenus</name>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Bake as</source>
        <translation>烘焙为</translation>
    </message>
    <message>
        <source>Bones</source>
        <translation>骨骼</translation>
    </message>
    <message>
        <source>Vertices</source>
        <translation>顶点</translation>
    </message>
    <message>
        <source>The texture stores skin matrices: small, with sockets</source>
        <translation>纹理存储蒙皮矩阵：体积小，支持挂点</translation>
    </message>
    <message>
        <source>The texture stores every vertex: larger, for morph targets and any rig</source>
        <translation>纹理存储每个顶点：体积较大，保留变形目标，适用任何绑定</translation>
    </message>
    <message>
        <source>Change mode</source>
        <translation>更改模式</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>&amp;Bake</source>
        <translation>烘焙(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Apply settings</source>
        <translation>应用设置</translation>
    </message>
</context>
<context>
    <name>texeleton::editor::WindowPanels</name>
    <message>
        <source>Clips</source>
        <translation>动画片段</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Bake</source>
        <translation>烘焙</translation>
    </message>
    <message>
        <source>Sockets</source>
        <translation>暴露骨骼（挂点）</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选中项</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Texture</source>
        <translation>动画纹理</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Animator</source>
        <translation>动画控制器</translation>
    </message>
    <message>
        <source>Issues (%1)</source>
        <translation>问题 (%1)</translation>
    </message>
    <message>
        <source>%1 is not shown in this window.</source>
        <translation>此窗口中没有显示 %1。</translation>
    </message>
</context>
</TS>
