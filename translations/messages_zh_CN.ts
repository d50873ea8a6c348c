<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>messages</name>
    <message>
        <source>an animator needs a model and a controller</source>
        <translation>动画器需要一个模型和一个控制器</translation>
    </message>
    <message>
        <source>must be the parameter&apos;s name</source>
        <translation>必须是参数的名称</translation>
    </message>
    <message>
        <source>must be the layer&apos;s name</source>
        <translation>必须是图层的名称</translation>
    </message>
    <message>
        <source>must be the name of a clip</source>
        <translation>必须是片段的名称</translation>
    </message>
    <message>
        <source>must be the state&apos;s name</source>
        <translation>必须是状态的名称</translation>
    </message>
    <message>
        <source>must be the name of a parameter</source>
        <translation>必须是参数的名称</translation>
    </message>
    <message>
        <source>must be the name of a state</source>
        <translation>必须是状态的名称</translation>
    </message>
    <message>
        <source>must be the node at the limb&apos;s root, as a shoulder or hip</source>
        <translation>必须是肢体根部的节点，例如肩或髋</translation>
    </message>
    <message>
        <source>must be the node in the limb&apos;s middle, as an elbow or knee</source>
        <translation>必须是肢体中间的节点，例如肘或膝</translation>
    </message>
    <message>
        <source>must be the node at the limb&apos;s end, as a wrist or ankle</source>
        <translation>必须是肢体末端的节点，例如腕或踝</translation>
    </message>
    <message>
        <source>must be the name of a node</source>
        <translation>必须是节点的名称</translation>
    </message>
    <message>
        <source>the animator begins</source>
        <translation>动画器的起始状态</translation>
    </message>
    <message>
        <source>%1 names the %2 %3, which is not there%4</source>
        <translation>%1引用的%2 %3 不存在%4</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>the layer %1</source>
        <translation>图层 %1</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>遮罩</translation>
    </message>
    <message>
        <source>%1: no bone has a weight in the mask %2</source>
        <translation>%1：遮罩 %2 中没有权重大于零的骨骼</translation>
    </message>
    <message>
        <source>the state %1</source>
        <translation>状态 %1</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>图层</translation>
    </message>
    <message>
        <source>clip</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>the transition to %1</source>
        <translation>到 %1 的过渡</translation>
    </message>
    <message>
        <source>the transition from %1 to %2</source>
        <translation>从 %1 到 %2 的过渡</translation>
    </message>
    <message>
        <source>the limb %1</source>
        <translation>肢体 %1</translation>
    </message>
    <message>
        <source>%1: the middle %2 must lie below the root %3, and the end %4 below the middle</source>
        <translation>%1：中间关节 %2 必须位于根关节 %3 之下，末端 %4 必须位于中间关节之下</translation>
    </message>
    <message>
        <source>a gaze</source>
        <translation>一个注视</translation>
    </message>
    <message>
        <source>the parameter %1 has no name of its own</source>
        <translation>参数 %1 没有自己的名称</translation>
    </message>
    <message>
        <source>the state %1 has no name of its own</source>
        <translation>状态 %1 没有自己的名称</translation>
    </message>
    <message>
        <source>%1 names a clip that the model does not have</source>
        <translation>%1引用了模型中没有的片段</translation>
    </message>
    <message>
        <source>%1 cuts a clip so that it ends before it begins</source>
        <translation>%1截取的片段在开始之前就结束了</translation>
    </message>
    <message>
        <source>%1 takes the motion of a node out that the model does not have</source>
        <translation>%1要提取其运动的节点在模型中不存在</translation>
    </message>
    <message>
        <source>%1 blends clips whose thresholds do not ascend</source>
        <translation>%1所混合片段的阈值不是递增的</translation>
    </message>
    <message>
        <source>%1 blends clips at a place that is not a finite number</source>
        <translation>%1混合片段的位置不是有限数</translation>
    </message>
    <message>
        <source>%1 blends two clips at the same place</source>
        <translation>%1在同一位置混合两个片段</translation>
    </message>
    <message>
        <source>%1 belongs to a layer that is not there</source>
        <translation>%1所属的图层不存在</translation>
    </message>
    <message>
        <source>%1 shows no clip</source>
        <translation>%1没有片段</translation>
    </message>
    <message>
        <source>%1 has a speed that is not a finite number</source>
        <translation>%1的速度不是有限数</translation>
    </message>
    <message>
        <source>%1 blends clips and needs a parameter that is a number</source>
        <translation>%1混合片段，需要一个数值参数</translation>
    </message>
    <message>
        <source>%1 has a weight outside 0 … 1, or a mask of another model</source>
        <translation>%1的权重超出 0 … 1，或遮罩属于另一个模型</translation>
    </message>
    <message>
        <source>%1 is weighted by a parameter that is not a number</source>
        <translation>%1以不是数值的参数作为权重</translation>
    </message>
    <message>
        <source>%1 needs a state to begin with</source>
        <translation>%1需要一个起始状态</translation>
    </message>
    <message>
        <source>%1 names a state that is not there</source>
        <translation>%1引用的状态不存在</translation>
    </message>
    <message>
        <source>%1 leads to another layer</source>
        <translation>%1通向另一个图层</translation>
    </message>
    <message>
        <source>%1 has a time that is no number of use</source>
        <translation>%1的时间不是可用的数</translation>
    </message>
    <message>
        <source>%1 has neither a condition nor a time at which it is taken</source>
        <translation>%1既没有条件，也没有触发时间</translation>
    </message>
    <message>
        <source>%1 asks for a parameter that is not there</source>
        <translation>%1引用的参数不存在</translation>
    </message>
    <message>
        <source>%1 compares with a value that is not a finite number</source>
        <translation>%1所比较的值不是有限数</translation>
    </message>
    <message>
        <source>the parameter %1 begins with a value that is not a finite number</source>
        <translation>参数 %1 的初始值不是有限数</translation>
    </message>
    <message>
        <source>an animator needs a state to begin with</source>
        <translation>动画器需要一个起始状态</translation>
    </message>
    <message>
        <source>the layer %1 has no name of its own</source>
        <translation>图层 %1 没有自己的名称</translation>
    </message>
    <message>
        <source>the model has no mesh: there is nothing to bake</source>
        <translation>模型没有网格：没有可烘焙的内容</translation>
    </message>
    <message>
        <source>the mesh &quot;%1&quot; has vertices more than %2 m from the origin, too far to bake: import with %3</source>
        <translation>网格“%1”有距原点超过 %2 米的顶点，太远而无法烘焙：请用%3导入</translation>
    </message>
    <message>
        <source>the mesh &quot;%1&quot; is moved by a point cache, point by point, which bones cannot do: bake with %2</source>
        <translation>网格“%1”由点缓存逐点移动，骨骼无法做到：请用 %2 烘焙</translation>
    </message>
    <message>
        <source>%1 (where the engine takes it)</source>
        <translation>%1（如果引擎支持）</translation>
    </message>
    <message>
        <source>%1 or less</source>
        <translation>%1或更低</translation>
    </message>
    <message>
        <source>only the first clip</source>
        <translation>只烘焙第一个片段</translation>
    </message>
    <message>
        <source>only the first %1 clips</source>
        <translation>只烘焙前 %1 个片段</translation>
    </message>
    <message>
        <source>. Bone mode needs far fewer texels</source>
        <translation>。骨骼模式所需的纹素少得多</translation>
    </message>
    <message>
        <source>. Reduce the number of bones</source>
        <translation>。请减少骨骼数量</translation>
    </message>
    <message>
        <source>%1, or with %2</source>
        <translation>%1，或 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>. It fits with %1; or try bone mode</source>
        <translation>。以下方式可以容纳：%1；也可以尝试骨骼模式</translation>
    </message>
    <message>
        <source>. It fits with %1</source>
        <translation>。以下方式可以容纳：%1</translation>
    </message>
    <message>
        <source>the palette has %1 entries; bone mode takes %2: use vertex mode</source>
        <translation>矩阵表有 %1 项，骨骼模式最多 %2 项：请使用顶点模式</translation>
    </message>
    <message>
        <source>the mesh has %1 elements; vertex mode takes %2: use bone mode</source>
        <translation>网格有 %1 个元素，顶点模式最多 %2 个：请使用骨骼模式</translation>
    </message>
    <message>
        <source>%1%2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>the texture would take %1 GB, more than the memory of this machine and than the %2 GB that are free on the disk for it (folder TMPDIR, else /var/tmp): bake fewer clips or a lower rate</source>
        <translation>纹理将占用 %1 GB，超过本机内存，也超过磁盘上可供其使用的 %2 GB 空闲空间（文件夹 TMPDIR，否则 /var/tmp）：请减少烘焙的片段或降低帧率</translation>
    </message>
    <message>
        <source>the frame that closes the loop moves the clip %1 mm, from its last pose to its first: it will jump at the loop. Cut it where the poses agree, or play it once</source>
        <translation>闭合循环的那一帧使片段从最后的姿态到最初的姿态移动 %1 毫米：循环处会跳变。请在姿态一致处截取，或改为单次播放</translation>
    </message>
    <message>
        <source>looping was detected automatically, but the end lies %1 mm from the start: the clip will jump at the loop. Cut it where the poses agree, or play it once (%3)</source>
        <translation>自动检测为循环，但结尾与开头相距 %1 毫米：循环处会跳变。请在姿势一致处截取，或只播放一次（%3）</translation>
    </message>
    <message>
        <source>the clip loops, but its end lies %1 mm from its start: it will jump at the loop. Cut it where the poses agree, or play it once</source>
        <translation>片段循环播放，但其结尾与开头相距 %1 毫米：循环处会跳变。请在姿态一致处截取，或改为单次播放</translation>
    </message>
    <message>
        <source>a bake may have 1 to %1 shapes, not %2</source>
        <translation>一次烘焙可以有 1 到 %1 个形状，不能是 %2 个</translation>
    </message>
    <message>
        <source>a vertex moves farther than %1 m from the origin, beyond what the ranges of the encoding %2 hold: bake with %3, or import with %4</source>
        <translation>有顶点移动到距原点 %1 米以外，超出编码 %2 的范围：请用%3烘焙，或用%4导入</translation>
    </message>
    <message>
        <source>%1; %2 take less</source>
        <translation>%1；%2占用更少</translation>
    </message>
    <message>
        <source>there is not enough memory for this bake: bake fewer clips or at a lower rate</source>
        <translation>内存不足，无法完成这次烘焙：请减少烘焙的片段或降低帧率</translation>
    </message>
    <message>
        <source>the matrix of node &quot;%1&quot;</source>
        <translation>节点“%1”的矩阵</translation>
    </message>
    <message>
        <source>a morph weight of &quot;%1&quot;</source>
        <translation>“%1”的变形权重</translation>
    </message>
    <message>
        <source>a vertex of element %1</source>
        <translation>元素 %1 的一个顶点</translation>
    </message>
    <message>
        <source>%1 reaches %2, beyond what half floats hold (65,504): bake with %3, or import with %4</source>
        <translation>%1达到 %2，超出半精度浮点数的范围（65,504）：请用%3烘焙，或用%4导入</translation>
    </message>
    <message>
        <source>%1 reaches %2, too large to bake: import with %3</source>
        <translation>%1达到 %2，太大而无法烘焙：请用%3导入</translation>
    </message>
    <message>
        <source>clip &quot;%1&quot;, frame %2: %3</source>
        <translation>片段“%1”，第 %2 帧：%3</translation>
    </message>
    <message>
        <source>the bake was cancelled</source>
        <translation>烘焙已取消</translation>
    </message>
    <message>
        <source>%1 of %2 vertices have more than four influences (up to %3); bone mode keeps the four largest. Vertex mode keeps all</source>
        <translation>%2 个顶点中有 %1 个受超过四根骨骼影响（最多 %3 根）；骨骼模式保留最大的四个，顶点模式全部保留</translation>
    </message>
    <message>
        <source>masks of layers are left out: vertex mode has no bones that could play a second clip</source>
        <translation>层的遮罩被省略：顶点模式没有可以播放第二个片段的骨骼</translation>
    </message>
    <message>
        <source>the mask names the bone &quot;%1&quot;, which the bake does not have%2</source>
        <translation>遮罩提到骨骼“%1”，烘焙结果中没有它%2</translation>
    </message>
    <message>
        <source>no bone has a weight in the mask: it is left out</source>
        <translation>遮罩中没有骨骼带有权重：已省略</translation>
    </message>
    <message>
        <source>base-colour</source>
        <translation>基础颜色</translation>
    </message>
    <message>
        <source>metallic-roughness</source>
        <translation>金属度-粗糙度</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>法线</translation>
    </message>
    <message>
        <source>occlusion</source>
        <translation>遮蔽</translation>
    </message>
    <message>
        <source>emissive</source>
        <translation>自发光</translation>
    </message>
    <message>
        <source>the tint mask: no material is called &quot;%1&quot;; the meshes have none</source>
        <translation>染色遮罩：没有名为“%1”的材质；网格没有材质</translation>
    </message>
    <message>
        <source>the tint mask: no material is called &quot;%1&quot;; there are %2</source>
        <translation>染色遮罩：没有名为“%1”的材质；现有 %2</translation>
    </message>
    <message>
        <source>the tint mask: no mesh has vertex colours to take it from</source>
        <translation>染色遮罩：没有网格带有可用的顶点颜色</translation>
    </message>
    <message>
        <source>the tint mask: no material that it is for has a %1 texture to take it from</source>
        <translation>染色遮罩：所适用的材质都没有可用的%1纹理</translation>
    </message>
    <message>
        <source>no %1 texture to take the tint mask from: an instance&apos;s colour does not change these materials</source>
        <translation>没有可用作染色遮罩的%1纹理：实例的颜色不会改变这些材质</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>clip &quot;%1&quot;</source>
        <translation>片段“%1”</translation>
    </message>
    <message>
        <source>another clip of the bake is called %1 already: this one is called %2</source>
        <translation>烘焙中已有另一个片段名为%1：此片段改名为%2</translation>
    </message>
    <message>
        <source>%1 to %2 s</source>
        <translation>%1 至 %2 秒</translation>
    </message>
    <message>
        <source>%1: the range must be finite seconds</source>
        <translation>%1：范围必须是有限的秒数</translation>
    </message>
    <message>
        <source>the clip runs from %1 to %2 s</source>
        <translation>片段的范围是 %1 至 %2 秒</translation>
    </message>
    <message>
        <source>%1: the range %2 is empty; %3</source>
        <translation>%1：范围 %2 为空；%3</translation>
    </message>
    <message>
        <source>%1: the range %2 lies outside the clip; %3</source>
        <translation>%1：范围 %2 在片段之外；%3</translation>
    </message>
    <message>
        <source>the range %1 reaches beyond the clip and was cut to it; %2</source>
        <translation>范围 %1 超出片段，已截至片段的范围；%2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; at %2 s</source>
        <translation>“%1”（%2 秒）</translation>
    </message>
    <message>
        <source>%1 event lies outside the cut (%2 to %3 s) and was left out: %4, …</source>
        <translation>%1 个事件在截取范围（%2 至 %3 秒）之外，已略去：%4 等</translation>
    </message>
    <message>
        <source>%1 event lies outside the cut (%2 to %3 s) and was left out: %4</source>
        <translation>%1 个事件在截取范围（%2 至 %3 秒）之外，已略去：%4</translation>
    </message>
    <message>
        <source>%1 events lie outside the cut (%2 to %3 s) and were left out: %4, …</source>
        <translation>%1 个事件在截取范围（%2 至 %3 秒）之外，已略去：%4 等</translation>
    </message>
    <message>
        <source>%1 events lie outside the cut (%2 to %3 s) and were left out: %4</source>
        <translation>%1 个事件在截取范围（%2 至 %3 秒）之外，已略去：%4</translation>
    </message>
    <message>
        <source>seamless loop: one frame is added to return to the first (%1 plays it once)</source>
        <translation>无缝循环：增加一帧以回到首帧（%1则只播放一次）</translation>
    </message>
    <message>
        <source>%1 lasts %2 s and would need %3 frames at %4 Hz; a clip may have %5: bake it at %6 Hz or less, or cut it to %7 s</source>
        <translation>%1长 %2 秒，在 %4 Hz 下需要 %3 帧；一个片段最多 %5 帧：请以 %6 Hz 或更低的帧率烘焙，或截取至 %7 秒</translation>
    </message>
    <message>
        <source>there is no clip %1; the model has %2</source>
        <translation>没有片段 %1；模型有 %2 个片段</translation>
    </message>
    <message>
        <source>there is no clip &quot;&quot;; the model has %1</source>
        <translation>没有片段“”；模型有 %1 个片段</translation>
    </message>
    <message>
        <source>%1: the sample rate must be a positive number of frames a second</source>
        <translation>%1：帧率必须是正数（每秒帧数）</translation>
    </message>
    <message>
        <source>%1: one frame (fps=0) has no room for the way that its root goes; give it a rate, or remove the root motion</source>
        <translation>%1：单帧 (fps=0) 容不下其根的路径；请给出帧率，或移除根运动</translation>
    </message>
    <message>
        <source>there are no clips: there is nothing to bake</source>
        <translation>没有任何动画片段：没有可烘焙的内容</translation>
    </message>
    <message>
        <source>Kept as matrices, because they shear or are scaled unevenly, which this encoding cannot hold: %1 bone (&quot;%2&quot;).</source>
        <translation>因含切变或不均匀缩放（此编码无法表示）而保留为矩阵：%1 根骨骼（“%2”）。</translation>
    </message>
    <message>
        <source>Kept as matrices, because they shear or are scaled unevenly, which this encoding cannot hold: %1 bones (the first is &quot;%2&quot;).</source>
        <translation>因含切变或不均匀缩放（此编码无法表示）而保留为矩阵：%1 根骨骼（第一根是“%2”）。</translation>
    </message>
    <message>
        <source>a vertex moves farther than halves hold: bake with %1, or import with %2</source>
        <translation>有顶点的移动超出半精度浮点数的范围：请用%1烘焙，或用%2导入</translation>
    </message>
    <message>
        <source>the meshes&apos; names give %1 levels of detail, more than a pack may hold (%2): %3 ignores them</source>
        <translation>网格名称给出了 %1 个细节层次，超过包的上限（%2）：%3可忽略它们</translation>
    </message>
    <message>
        <source>a pack may hold %1 levels beside lod0</source>
        <translation>除 lod0 外，一个包最多可有 %1 个细节层次</translation>
    </message>
    <message>
        <source>levels of detail are shares of the triangles between 0 and 1, each smaller than the one before it</source>
        <translation>细节层次是介于 0 和 1 之间的三角形比例，每一级都要小于前一级</translation>
    </message>
    <message>
        <source>the model brings its own levels of detail, so none are made; %1 would take them for ordinary meshes</source>
        <translation>模型自带细节层次，因此不再生成；%1可将它们当作普通网格</translation>
    </message>
    <message>
        <source>a level of detail with %1 triangles cannot be made: nothing would be left</source>
        <translation>无法生成含 %1 个三角形的细节层次：将没有任何内容剩下</translation>
    </message>
    <message>
        <source>a level of detail with %1 triangles cannot be made: its seams and borders need more</source>
        <translation>无法生成含 %1 个三角形的细节层次：其接缝和边界需要更多三角形</translation>
    </message>
    <message>
        <source>it has %1 triangles, not the %2 asked for: its seams and borders need more</source>
        <translation>它有 %1 个三角形，而非所要求的 %2 个：其接缝和边界需要更多三角形</translation>
    </message>
    <message>
        <source>the image &apos;%1&apos; does not decode</source>
        <translation>图像“%1”无法解码</translation>
    </message>
    <message>
        <source>the image &apos;%1&apos; has too many texels</source>
        <translation>图像“%1”的纹素过多</translation>
    </message>
    <message>
        <source>there is not enough memory for the image &apos;%1&apos;</source>
        <translation>内存不足，无法读取图像“%1”</translation>
    </message>
    <message>
        <source>%1: its colours are not compared in levels of detail</source>
        <translation>%1：细节层次不比较它的颜色</translation>
    </message>
    <message>
        <source>there is not enough memory to measure the levels of detail</source>
        <translation>内存不足，无法测量细节层次</translation>
    </message>
    <message>
        <source>not enough memory to measure a palette of %1 entries; use fewer threads</source>
        <translation>内存不足，无法测量含 %1 项的矩阵表；请减少线程数</translation>
    </message>
    <message>
        <source>measuring was cancelled</source>
        <translation>测量已取消</translation>
    </message>
    <message>
        <source>the bake does not have the sockets that its settings ask for</source>
        <translation>烘焙结果没有设置所要求的挂点</translation>
    </message>
    <message>
        <source>the texture is not as large as its layout, or of another format</source>
        <translation>纹理的尺寸与其布局不符，或格式不同</translation>
    </message>
    <message>
        <source>the layout is not one of its mode and encoding</source>
        <translation>布局与模式和编码不符</translation>
    </message>
    <message>
        <source>the layout&apos;s elements or frames do not fit into the texture</source>
        <translation>布局的元素或帧无法放入纹理</translation>
    </message>
    <message>
        <source>its mesh has %1 vertices, the model %2</source>
        <translation>其网格有 %1 个顶点，而模型有 %2 个</translation>
    </message>
    <message>
        <source>its mesh has %1 normals for %2 vertices</source>
        <translation>其网格有 %1 个法线，而有 %2 个顶点</translation>
    </message>
    <message>
        <source>its mesh has %1 elements for %2 vertices</source>
        <translation>其网格有 %1 个元素，而有 %2 个顶点</translation>
    </message>
    <message>
        <source>vertex %1 has element %2, the texture only %3</source>
        <translation>顶点 %1 使用元素 %2，而纹理只有 %3 个</translation>
    </message>
    <message>
        <source>its mesh does not have bone indices and weights for each of %1 vertices</source>
        <translation>其网格并非 %1 个顶点都有骨骼索引和权重</translation>
    </message>
    <message>
        <source>it names %1 bones, the texture has %2</source>
        <translation>它引用了 %1 根骨骼，而纹理有 %2 根</translation>
    </message>
    <message>
        <source>vertex %1 has bone %2, the texture only %3</source>
        <translation>顶点 %1 使用骨骼 %2，而纹理只有 %3 根</translation>
    </message>
    <message>
        <source>comes from a clip &apos;%1&apos; that the model does not have</source>
        <translation>来自模型中没有的片段“%1”</translation>
    </message>
    <message>
        <source>comes from the clip &apos;%1&apos;, which is called &apos;%2&apos; in the model</source>
        <translation>来自片段“%1”，而它在模型中名为“%2”</translation>
    </message>
    <message>
        <source>does not say from which seconds of its source it is cut</source>
        <translation>没有说明从源的哪一段时间截取</translation>
    </message>
    <message>
        <source>goes without the motion of the node &apos;%1&apos;, which the model does not have</source>
        <translation>去掉了节点“%1”的运动，而模型没有该节点</translation>
    </message>
    <message>
        <source>lasts %1 s, its source %2 s</source>
        <translation>长 %1 秒，而其源长 %2 秒</translation>
    </message>
    <message>
        <source>has frames that the texture does not have</source>
        <translation>有纹理中没有的帧</translation>
    </message>
    <message>
        <source>its clip &apos;%1&apos; %2</source>
        <translation>其片段“%1”%2</translation>
    </message>
    <message>
        <source>vertex %1 follows the bone &apos;%2&apos;, which moves no vertex of the model</source>
        <translation>顶点 %1 跟随骨骼“%2”，而该骨骼不驱动模型的任何顶点</translation>
    </message>
    <message>
        <source>the bake does not fit the model: %1</source>
        <translation>烘焙结果与模型不符：%1</translation>
    </message>
    <message>
        <source>%1 morph target of the mesh are left out in bone mode: its vertices lie up to %2 mm off (clip &quot;%3&quot;)</source>
        <translation>骨骼模式下略去了网格的 %1 个变形目标：其顶点偏差最大 %2 毫米（片段“%3”）</translation>
    </message>
    <message>
        <source>%1 morph targets of the mesh are left out in bone mode: its vertices lie up to %2 mm off (clip &quot;%3&quot;)</source>
        <translation>骨骼模式下略去了网格的 %1 个变形目标：其顶点偏差最大 %2 毫米（片段“%3”）</translation>
    </message>
    <message>
        <source>%1 morph target of the mesh are left out in bone mode; no clip uses them</source>
        <translation>骨骼模式下略去了网格的 %1 个变形目标；没有片段使用它们</translation>
    </message>
    <message>
        <source>%1 morph targets of the mesh are left out in bone mode; no clip uses them</source>
        <translation>骨骼模式下略去了网格的 %1 个变形目标；没有片段使用它们</translation>
    </message>
    <message>
        <source>%1. Vertex mode keeps them</source>
        <translation>%1。顶点模式可以保留它们</translation>
    </message>
    <message>
        <source>%1, …</source>
        <translation>%1、…</translation>
    </message>
    <message>
        <source>No node carries the model, so no root motion is taken out of it: name one with %1.</source>
        <translation>没有节点带动整个模型移动，因此没有提取根运动：请用%1指定一个。</translation>
    </message>
    <message>
        <source>the model has no node &quot;%1&quot; to take root motion from%2</source>
        <translation>模型没有可提取根运动的节点“%1”%2</translation>
    </message>
    <message>
        <source>the model has no node &quot;%1&quot; to take root motion from; its topmost are %2</source>
        <translation>模型没有可提取根运动的节点“%1”；最上层的节点是 %2</translation>
    </message>
    <message>
        <source>clip &quot;%1&quot; loops and would store %2 frames; with uneven rows a loop may store %3: bake it with %4, or cut it</source>
        <translation>片段“%1”循环播放，需要存储 %2 帧；使用自适应帧间隔时循环片段最多存储 %3 帧：请用%4烘焙，或把它截短</translation>
    </message>
    <message>
        <source>uneven rows are chosen by a limit, and clip &quot;%1&quot; has none: say how far a vertex may be off with %2, or bake with %3</source>
        <translation>自适应帧间隔按误差限值选取，而片段“%1”没有限值：请用%2给出顶点允许的偏差，或用%3烘焙</translation>
    </message>
    <message>
        <source>the tint mask: no material is named</source>
        <translation>染色遮罩：没有指定材质</translation>
    </message>
    <message>
        <source>the palette: its steps must lie between -1 and 1 and not both be 0, and it must have 1 to 65536 entries</source>
        <translation>调色板：其步长必须在 -1 到 1 之间且不能都为 0，并且必须有 1 到 65536 项</translation>
    </message>
    <message>
        <source>no bone matches this expression%1</source>
        <translation>没有骨骼匹配此表达式%1</translation>
    </message>
    <message>
        <source>the socket is to be called &quot;%1&quot;, as another one is: it keeps its node&apos;s name</source>
        <translation>该挂点要命名为“%1”，但另一个挂点已用此名：它保留其节点的名称</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the node has no size at rest: its socket&apos;s frame is the origin of pack space</source>
        <translation>该节点在静置时没有大小：其挂点的坐标系以包空间的原点为准</translation>
    </message>
    <message>
        <source>the model has no node &quot;%1&quot; to attach this to: it is left out</source>
        <translation>模型中没有可供它悬挂的节点“%1”：已略去</translation>
    </message>
    <message>
        <source>an uneven scale above it makes it lean (shear), which a socket cannot do: its socket stands upright; merge it into the mesh to keep the shear</source>
        <translation>其上的不均匀缩放使它倾斜（切变），而挂点无法倾斜：它的挂点是端正的；要保留切变，请把它合并到网格</translation>
    </message>
    <message>
        <source>the folder cannot be opened: %1</source>
        <translation>无法打开文件夹：%1</translation>
    </message>
    <message>
        <source>another program is writing to this folder; wait until it is done and try again</source>
        <translation>另一个程序正在写入此文件夹；请等它完成后重试</translation>
    </message>
    <message>
        <source>has an object with the key %1 twice</source>
        <translation>的某个对象中键 %1 出现了两次</translation>
    </message>
    <message>
        <source>is not valid JSON: %1</source>
        <translation>不是有效的 JSON：%1</translation>
    </message>
    <message>
        <source>is nested more than %1 deep</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>is longer than %1 MiB</source>
        <translation>超过 %1 MiB</translation>
    </message>
    <message>
        <source>there is not enough memory to read it</source>
        <translation>内存不足，无法读取</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>is not an object</source>
        <translation>不是对象</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is missing</source>
        <translation>缺少“%1”</translation>
    </message>
    <message>
        <source>is not an array</source>
        <translation>不是数组</translation>
    </message>
    <message>
        <source>has %1 elements; at most %2 are allowed</source>
        <translation>有 %1 个元素；最多允许 %2 个</translation>
    </message>
    <message>
        <source>is not a whole number</source>
        <translation>不是整数</translation>
    </message>
    <message>
        <source>is %1, not within %2 and %3</source>
        <translation>是 %1，不在 %2 到 %3 之间</translation>
    </message>
    <message>
        <source>is not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>is neither true nor false</source>
        <translation>既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>is not a text</source>
        <translation>不是文本</translation>
    </message>
    <message>
        <source>has %1 bytes; at most %2 are allowed</source>
        <translation>有 %1 字节；最多允许 %2 字节</translation>
    </message>
    <message>
        <source>is not &quot;%1&quot;</source>
        <translation>不是“%1”</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>%1, &quot;%2&quot;</source>
        <translation>%1、“%2”</translation>
    </message>
    <message>
        <source>there is not enough memory: close other programs, or do less at once</source>
        <translation>内存不足：请关闭其他程序，或一次少做一些</translation>
    </message>
    <message>
        <source>the expression &quot;%1&quot; fails at character %2 (%3): %4 &lt;-- here %5</source>
        <translation>表达式“%1”在第 %2 个字符处出错（%3）：%4 &lt;-- 此处 %5</translation>
    </message>
    <message>
        <source>the expression &quot;%1&quot; fails at character %2 (%3): %4 &lt;-- here</source>
        <translation>表达式“%1”在第 %2 个字符处出错（%3）：%4 &lt;-- 此处</translation>
    </message>
    <message>
        <source>the expression %1 has %2 bytes; at most %3 are read</source>
        <translation>表达式%1有 %2 字节；最多读取 %3 字节</translation>
    </message>
    <message>
        <source>the expression %1 takes too many steps on the name %2; write it without repeating what repeats already, as in &quot;(a+)+&quot;</source>
        <translation>表达式%1匹配名称%2时步骤过多；请避免重复已经重复的部分，例如 &quot;(a+)+&quot;</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这个文件</translation>
    </message>
    <message>
        <source>cannot open the file: %1</source>
        <translation>无法打开文件：%1</translation>
    </message>
    <message>
        <source>cannot read the file: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>reading failed: %1</source>
        <translation>读取失败：%1</translation>
    </message>
    <message>
        <source>became shorter while it was read</source>
        <translation>在读取过程中变短了</translation>
    </message>
    <message>
        <source>has more than %1 bytes, which is the most that is read</source>
        <translation>超过 %1 字节，这是读取的上限</translation>
    </message>
    <message>
        <source>not enough memory to read it</source>
        <translation>内存不足，无法读取</translation>
    </message>
    <message>
        <source>would be written over the input &quot;%1&quot;; give the output another name</source>
        <translation>会覆盖输入文件“%1”；请给输出另取名称</translation>
    </message>
    <message>
        <source>%1: %2; make room on the disk and save again</source>
        <translation>%1：%2；请腾出磁盘空间后重新保存</translation>
    </message>
    <message>
        <source>%1: %2; save it somewhere else or change the permissions</source>
        <translation>%1：%2；请保存到别处或更改权限</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>cannot be written: there is no folder %1</source>
        <translation>无法写入：没有文件夹 %1</translation>
    </message>
    <message>
        <source>cannot be written, its folder cannot be opened</source>
        <translation>无法写入，无法打开其所在的文件夹</translation>
    </message>
    <message>
        <source>cannot be put in place</source>
        <translation>无法放到目标位置</translation>
    </message>
    <message>
        <source>was written, but its folder could not be flushed to the disk</source>
        <translation>已写入，但无法将其所在的文件夹同步到磁盘</translation>
    </message>
    <message>
        <source>cannot be written: it is a folder; give the name of a file</source>
        <translation>无法写入：它是文件夹；请给出文件名</translation>
    </message>
    <message>
        <source>; did you mean %1?</source>
        <translation>；是否指 %1？</translation>
    </message>
    <message>
        <source>; did you mean %1 or %2?</source>
        <translation>；是否指 %1 或 %2？</translation>
    </message>
    <message>
        <source>; did you mean %1, %2 or %3?</source>
        <translation>；是否指 %1、%2 或 %3？</translation>
    </message>
    <message>
        <source>; it has %1 and %2 more</source>
        <translation>；现有 %1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>; it has %1</source>
        <translation>；现有 %1</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或文件夹</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统是只读的</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹不为空</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接的层数过多</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正被占用</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>资源暂时不可用</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>管道已断开</translation>
    </message>
    <message>
        <source>would become the same pack as %1 (%2): rename one of them, or bake them into different folders; nothing was baked</source>
        <translation>会与 %1（%2）成为同一个包：请重命名其中一个，或烘焙到不同的文件夹；没有烘焙任何内容</translation>
    </message>
    <message>
        <source>the file %1 that is used by it</source>
        <translation>它所使用的文件 %1</translation>
    </message>
    <message>
        <source>the %1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>it was made from other files</source>
        <translation>它由其他文件制成</translation>
    </message>
    <message>
        <source>it was made from other files: %1 is new</source>
        <translation>它由其他文件制成：%1 是新的</translation>
    </message>
    <message>
        <source>%1 has changed</source>
        <translation>%1 已变化</translation>
    </message>
    <message>
        <source>its file %1 is damaged</source>
        <translation>其文件 %1 已损坏</translation>
    </message>
    <message>
        <source>another build of the program made it</source>
        <translation>它由程序的另一个版本制成</translation>
    </message>
    <message>
        <source>it was made with other options</source>
        <translation>它以其他选项制成</translation>
    </message>
    <message>
        <source>its manifest does not name its files</source>
        <translation>其清单没有列出其文件</translation>
    </message>
    <message>
        <source>there is no pack yet</source>
        <translation>还没有包</translation>
    </message>
    <message>
        <source>the pack does not say what it was made from</source>
        <translation>包没有说明它由什么制成</translation>
    </message>
    <message>
        <source>the pack is damaged: %1</source>
        <translation>包已损坏：%1</translation>
    </message>
    <message>
        <source>the model has no node %1%2</source>
        <translation>模型中没有节点 %1%2</translation>
    </message>
    <message>
        <source>the node %1 is sheared, which no keys express; constrain the node above it</source>
        <translation>节点 %1 带有切变，关键帧无法表示；请约束它上面的节点</translation>
    </message>
    <message>
        <source>there is no clip %1%2</source>
        <translation>没有片段 %1%2</translation>
    </message>
    <message>
        <source>constraint %1 (%2 of %3): %4</source>
        <translation>约束 %1（%3 的 %2）：%4</translation>
    </message>
    <message>
        <source>constraint %1 (%2 of %3) acts before constraint %4 (%5 of %6), which moves what it follows: it follows the place from before</source>
        <translation>约束 %1（%3 的 %2）在约束 %4（%6 的 %5）之前执行，而后者会移动它所跟随的对象：它跟随的是移动前的位置</translation>
    </message>
    <message>
        <source>%1; it is left out</source>
        <translation>%1；已略去</translation>
    </message>
    <message>
        <source>the clip %1 is over an hour long; no constraint acts in so long a clip: cut it in the file, or name the clips of the constraints</source>
        <translation>片段 %1 超过一小时；约束不能作用于这么长的片段：请在文件中截短它，或为约束指定片段</translation>
    </message>
    <message>
        <source>node must name what is moved</source>
        <translation>node 必须指定要移动的节点</translation>
    </message>
    <message>
        <source>%1 must name a node</source>
        <translation>%1 必须是一个节点的名称</translation>
    </message>
    <message>
        <source>%1 is the node itself</source>
        <translation>%1 就是该节点本身</translation>
    </message>
    <message>
        <source>%1 must not be 0, 0, 0</source>
        <translation>%1 不能是 0, 0, 0</translation>
    </message>
    <message>
        <source>%1 must not be 0</source>
        <translation>%1 不能是 0</translation>
    </message>
    <message>
        <source>%1 must be above 0</source>
        <translation>%1 必须大于 0</translation>
    </message>
    <message>
        <source>no node is called &quot;%1&quot; (whole names count; &quot;.*foot.*&quot; finds a part)%2</source>
        <translation>没有名为“%1”的节点（按完整名称匹配；“.*foot.*”可匹配其中一部分）%2</translation>
    </message>
    <message>
        <source>the clips &quot;%1&quot; and &quot;%2&quot; both close the cycle of &quot;%3&quot;, but not from the same start or with the same root motion: bake one of them with %4, or into a pack of its own</source>
        <translation>动画片段“%1”和“%2”都要闭合“%3”的循环，但起点或根运动不同：请对其中一个使用%4，或单独烘焙成一个包</translation>
    </message>
    <message>
        <source>this is not what the animation was baked from: the model has no mesh &quot;%1&quot; on a node &quot;%2&quot;</source>
        <translation>动画不是由它烘焙的：模型中没有位于节点“%2”上的网格“%1”</translation>
    </message>
    <message>
        <source>A crowd on Babylon.js&apos; own BakedVertexAnimationManager: skinned GLB, skin matrices, loader and page.</source>
        <translation>用 Babylon.js 自带的 BakedVertexAnimationManager 播放的群体：带蒙皮的 GLB、蒙皮矩阵、加载脚本和网页。</translation>
    </message>
    <message>
        <source>In headless Chromium with @babylonjs/core: silhouettes against Babylon&apos;s own skinning of the same glTF, shadows, events; sockets against the web run-time&apos;s decoder of packs.</source>
        <translation>在无界面的 Chromium 中用 @babylonjs/core 测试：轮廓与 Babylon 自己对同一 glTF 的蒙皮对照；阴影、事件；挂点与网页运行库的包解码器对照。</translation>
    </message>
    <message>
        <source>Bone mode, both pixel formats, folded frames</source>
        <translation>骨骼模式、两种像素格式、折叠的帧</translation>
    </message>
    <message>
        <source>a row a frame is made of folded ones</source>
        <translation>折叠的帧会展开成每帧一行</translation>
    </message>
    <message>
        <source>Adaptive frame spacing</source>
        <translation>自适应帧间隔</translation>
    </message>
    <message>
        <source>written out as even frames</source>
        <translation>导出时写成均匀的帧</translation>
    </message>
    <message>
        <source>Vertex mode</source>
        <translation>顶点模式</translation>
    </message>
    <message>
        <source>refused: the manager reads skin matrices</source>
        <translation>拒绝：该管理器读取蒙皮矩阵</translation>
    </message>
    <message>
        <source>Several meshes and materials</source>
        <translation>多个网格和材质</translation>
    </message>
    <message>
        <source>a draw a material</source>
        <translation>每个材质绘制一次</translation>
    </message>
    <message>
        <source>Clip, time and speed per instance</source>
        <translation>每个实例的片段、时间和速度</translation>
    </message>
    <message>
        <source>also backward</source>
        <translation>也可倒放</translation>
    </message>
    <message>
        <source>Tint per instance</source>
        <translation>每个实例的染色</translation>
    </message>
    <message>
        <source>of the whole character; the mask and palettes are left out</source>
        <translation>染整个角色；不用遮罩和调色板</translation>
    </message>
    <message>
        <source>Smooth playback</source>
        <translation>平滑播放</translation>
    </message>
    <message>
        <source>Babylon&apos;s shader shows one frame at a time: option rate=60</source>
        <translation>Babylon 的着色器一次只显示一帧：可用选项 rate=60</translation>
    </message>
    <message>
        <source>Stepped playback</source>
        <translation>逐帧播放</translation>
    </message>
    <message>
        <source>the nearest frame</source>
        <translation>最近的一帧</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>by call-back, each once</source>
        <translation>通过回调，每个触发一次</translation>
    </message>
    <message>
        <source>Sockets</source>
        <translation>挂点</translation>
    </message>
    <message>
        <source>in full orientation</source>
        <translation>带完整朝向</translation>
    </message>
    <message>
        <source>Cross-fades</source>
        <translation>交叉淡化</translation>
    </message>
    <message>
        <source>between two clips</source>
        <translation>在两个片段之间</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Babylon&apos;s shader reads one row an instance</source>
        <translation>Babylon 的着色器每个实例只读取一行</translation>
    </message>
    <message>
        <source>Shadows</source>
        <translation>阴影</translation>
    </message>
    <message>
        <source>of directional, spot and point lights</source>
        <translation>平行光、聚光灯和点光源的阴影</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>one for the whole crowd</source>
        <translation>整个群体共用一级</translation>
    </message>
    <message>
        <source>Levels of detail</source>
        <translation>细节层次</translation>
    </message>
    <message>
        <source>level 0 only</source>
        <translation>只有第 0 级</translation>
    </message>
    <message>
        <source>Root motion</source>
        <translation>根运动</translation>
    </message>
    <message>
        <source>rootMotionAt() hands it out</source>
        <translation>由 rootMotionAt() 提供</translation>
    </message>
    <message>
        <source>Culling</source>
        <translation>剔除</translation>
    </message>
    <message>
        <source>of the crowd as a whole</source>
        <translation>对群体整体进行</translation>
    </message>
    <message>
        <source>The rate of the rows, as the shader does not blend: 60 is smooth on most displays; 0 keeps the frames of the bake.</source>
        <translation>纹理行的帧率，因为着色器不插值：60 在多数显示器上足够平滑；0 保留烘焙的帧。</translation>
    </message>
    <message>
        <source>A crowd on attachVat() of Babylon Lite (WebGPU): skinned GLB, skin matrices, loader and page.</source>
        <translation>用 Babylon Lite 的 attachVat() 播放的群体（WebGPU）：带蒙皮的 GLB、蒙皮矩阵、加载脚本和网页。</translation>
    </message>
    <message>
        <source>In headless Chromium (WebGPU in software) with @babylonjs/lite: silhouettes against its own skinning of the same glTF, also between frames; cross-fades, shadows, events; sockets against the web run-time&apos;s decoder of packs.</source>
        <translation>在无界面的 Chromium（软件 WebGPU）中用 @babylonjs/lite 测试：轮廓与它自己对同一 glTF 的蒙皮对照，帧间亦然；交叉淡化、阴影、事件；挂点与网页运行库的包解码器对照。</translation>
    </message>
    <message>
        <source>refused: attachVat() reads skin matrices</source>
        <translation>拒绝：attachVat() 读取蒙皮矩阵</translation>
    </message>
    <message>
        <source>also backward; 4,096 instances a crowd</source>
        <translation>也可倒放；每个群体 4,096 个实例</translation>
    </message>
    <message>
        <source>Smooth and stepped playback</source>
        <translation>平滑与逐帧播放</translation>
    </message>
    <message>
        <source>in full orientation, also during cross-fades</source>
        <translation>带完整朝向，交叉淡化期间也是如此</translation>
    </message>
    <message>
        <source>between two clips, of the nearest frames</source>
        <translation>两个动画片段之间，取最近的帧</translation>
    </message>
    <message>
        <source>attachVat() reads two rows an instance, for all bones alike</source>
        <translation>attachVat() 每个实例读取两行，所有骨骼相同</translation>
    </message>
    <message>
        <source>of directional lights; those of spot lights were not tried</source>
        <translation>平行光的阴影；聚光灯的未试过</translation>
    </message>
    <message>
        <source>The rate of the rows; 0 keeps the frames of the bake. Frames are blended.</source>
        <translation>纹理行的帧率；0 保留烘焙的帧。帧间会插值。</translation>
    </message>
    <message>
        <source>The pack, and a script that imports it as a mesh with its animation in place: to see what was baked.</source>
        <translation>包，以及把它导入为带动画网格的脚本：用来查看烘焙的结果。</translation>
    </message>
    <message>
        <source>In Blender 3.4, 4.3 and 5.2, without a window: vertices and sockets against the test vectors, vertices of five models against Blender&apos;s own import of the source.</source>
        <translation>在无窗口的 Blender 3.4、4.3 和 5.2 中：顶点和挂点对照测试向量，五个模型的顶点对照 Blender 自己对源文件的导入。</translation>
    </message>
    <message>
        <source>Bone and vertex mode, both pixel formats, folded frames</source>
        <translation>骨骼模式与顶点模式、两种像素格式、折行的帧</translation>
    </message>
    <message>
        <source>as absolute shape keys</source>
        <translation>作为绝对形态键</translation>
    </message>
    <message>
        <source>frame tables</source>
        <translation>帧表</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>动画片段</translation>
    </message>
    <message>
        <source>an action each, as NLA strips</source>
        <translation>各为一个动作，作为 NLA 片段</translation>
    </message>
    <message>
        <source>as empties with actions</source>
        <translation>作为带动作的空物体</translation>
    </message>
    <message>
        <source>as markers</source>
        <translation>作为标记</translation>
    </message>
    <message>
        <source>as an action of the object</source>
        <translation>作为物体的动作</translation>
    </message>
    <message>
        <source>Materials</source>
        <translation>材质</translation>
    </message>
    <message>
        <source>base colour, metallic and roughness</source>
        <translation>基础颜色、金属度和粗糙度</translation>
    </message>
    <message>
        <source>a preview of single clips</source>
        <translation>单个片段的预览</translation>
    </message>
    <message>
        <source>Levels of detail, variants, tint</source>
        <translation>细节层次、变体、染色</translation>
    </message>
    <message>
        <source>the whole of level 0 is shown</source>
        <translation>显示第 0 级的全部</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有这个文件夹</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Export it again.</source>
        <translation>请重新导出。</translation>
    </message>
    <message>
        <source>Export into another folder, or remove the list and the files that it names.</source>
        <translation>请导出到另一个文件夹，或删除列表及其列出的文件。</translation>
    </message>
    <message>
        <source>An export into this folder was interrupted; not all of it is there.</source>
        <translation>到此文件夹的一次导出被中断；其内容不完整。</translation>
    </message>
    <message>
        <source>Export again.</source>
        <translation>请重新导出。</translation>
    </message>
    <message>
        <source>An export into this folder was interrupted; it was undone.</source>
        <translation>到此文件夹的一次导出被中断；它已被撤销。</translation>
    </message>
    <message>
        <source>The character has the identifier %1, as %2 has.</source>
        <translation>此角色的标识为 %1，与 %2 相同。</translation>
    </message>
    <message>
        <source>Give one of the two recipes an &quot;id&quot; of its own, and export it again.</source>
        <translation>请给两个配方之一设置自己的 &quot;id&quot;，再重新导出。</translation>
    </message>
    <message>
        <source>The file is missing.</source>
        <translation>文件缺失。</translation>
    </message>
    <message>
        <source>The file is not as it was exported.</source>
        <translation>文件与导出时不同。</translation>
    </message>
    <message>
        <source>Remove it and export again, or keep your edit: exports leave it as it is.</source>
        <translation>请删除后重新导出，或保留你的修改：导出不会动它。</translation>
    </message>
    <message>
        <source>This is not a regular file; it was not opened.</source>
        <translation>这不是普通文件；没有打开它。</translation>
    </message>
    <message>
        <source>Remove it and export again.</source>
        <translation>请删除它并重新导出。</translation>
    </message>
    <message>
        <source>The texels of this data texture are not as they were exported.</source>
        <translation>此数据纹理的纹素与导出时不同。</translation>
    </message>
    <message>
        <source>The pack is missing.</source>
        <translation>包缺失。</translation>
    </message>
    <message>
        <source>It was exported by version %1; this program is version %2.</source>
        <translation>它由版本 %1 导出；此程序的版本是 %2。</translation>
    </message>
    <message>
        <source>Export again, so that all exports of the folder have one run-time.</source>
        <translation>请重新导出，使文件夹中的所有导出使用同一运行库。</translation>
    </message>
    <message>
        <source>The export target %1 is not known to this version.</source>
        <translation>此版本不认识导出目标 %1。</translation>
    </message>
    <message>
        <source>Examine it with the version that exported it.</source>
        <translation>请用导出它的版本检查。</translation>
    </message>
    <message>
        <source>the option %1 is not known: the export target &quot;%2&quot; has no options</source>
        <translation>未知选项 %1：导出目标“%2”没有选项</translation>
    </message>
    <message>
        <source>the option %1 is not known: the export target &quot;%2&quot; has %3%4</source>
        <translation>未知选项 %1：导出目标“%2”有 %3%4</translation>
    </message>
    <message>
        <source>the option &quot;%1&quot; of the export target &quot;%2&quot; must be %3, but is %4</source>
        <translation>导出目标“%2”的选项“%1”必须是%3，实际是 %4</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 之间的数</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1或%2</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>; it knows %1%2</source>
        <translation>；已知的有 %1%2</translation>
    </message>
    <message>
        <source>&quot;folder&quot; is missing: the folder to export into</source>
        <translation>缺少 &quot;folder&quot;：要导出到的文件夹</translation>
    </message>
    <message>
        <source>The character is called %1 in the names of files, which not every engine takes as %2.</source>
        <translation>此角色在文件名中称为 %1，因为并非每个引擎都接受 %2。</translation>
    </message>
    <message>
        <source>The export target %1 (%2) is not known to this version; it is kept, and nothing is exported to it%3</source>
        <translation>此版本不认识导出目标 %1（%2）；它会保留，但不会导出%3</translation>
    </message>
    <message>
        <source>Keys of %1 are not known to this version and have no effect: %2.</source>
        <translation>%1 中有此版本不认识的键，它们不起作用：%2。</translation>
    </message>
    <message>
        <source>%1: an earlier export goes to the same folder with other options; give it another folder</source>
        <translation>%1：前面的一个导出以不同的选项写入同一文件夹；请给它另一个文件夹</translation>
    </message>
    <message>
        <source>Texeleton pack</source>
        <translation>Texeleton 包</translation>
    </message>
    <message>
        <source>The pack itself: texture, mesh and manifest, for your own reader.</source>
        <translation>包本身：纹理、网格与清单，供您自己的读取程序使用。</translation>
    </message>
    <message>
        <source>Readers that share no code with the writer, in C++ and Python, read and play it.</source>
        <translation>用 C++ 和 Python 编写、与写入程序没有共用代码的读取程序可读取并播放它。</translation>
    </message>
    <message>
        <source>Bone and vertex mode</source>
        <translation>骨骼模式与顶点模式</translation>
    </message>
    <message>
        <source>Clips, events, sockets, root motion</source>
        <translation>片段、事件、挂点、根运动</translation>
    </message>
    <message>
        <source>described in FORMAT.md</source>
        <translation>说明见 FORMAT.md</translation>
    </message>
    <message>
        <source>cannot be replaced: %1; everything is as it was</source>
        <translation>无法替换：%1；一切保持原样</translation>
    </message>
    <message>
        <source>does not say what to undo: %1</source>
        <translation>没有说明要撤销什么：%1</translation>
    </message>
    <message>
        <source>an interrupted export cannot be undone (%1); remove this folder and export again</source>
        <translation>无法撤销被中断的导出（%1）；请删除此文件夹并重新导出</translation>
    </message>
    <message>
        <source>cannot be made: %1</source>
        <translation>无法创建：%1</translation>
    </message>
    <message>
        <source>Godot takes textures of at most 16384 texels a side, this one has %1 x %2: bake with %3, at a lower rate or with fewer clips</source>
        <translation>Godot 支持的纹理每边最多 16384 个纹素，而此纹理为 %1 x %2：请用%3、更低的帧率或更少的片段烘焙</translation>
    </message>
    <message>
        <source>Godot&apos;s files hold at most 1 GiB of texels: bake at a lower rate, with fewer clips or in half floats</source>
        <translation>Godot 的文件最多容纳 1 GiB 纹素：请用更低的帧率、更少的动画片段或半精度浮点数烘焙</translation>
    </message>
    <message>
        <source>One file per character plus an add-on: importer, crowd, sockets, events and materials; export into the project&apos;s folder.</source>
        <translation>每个角色一个文件，外加一个插件：导入器、群体、挂点、事件和材质；请导出到项目文件夹中。</translation>
    </message>
    <message>
        <source>In the real engine (Godot 4.6, Compatibility renderer, web template in headless Chromium): vertices as the shader makes them against core&apos;s decoder, cross-fades, sockets, signals of events, shadows, test vectors. On stand-ins of the editor&apos;s classes: importer, plug-in and inspector. Colours and normal maps against Godot&apos;s own material, in all three renderers; nothing else in Forward+ and Mobile, and not the editor&apos;s windows. The export brings a check.</source>
        <translation>在真实引擎中测试（Godot 4.6，Compatibility 渲染器，Web 模板，无界面的 Chromium）：着色器算出的顶点与核心解码器对照、交叉淡化、挂点、事件信号、阴影、测试向量。用编辑器类的替身测试：导入器、插件和检查器。颜色和法线贴图在三种渲染器中都与 Godot 自带材质对照；Forward+ 和 Mobile 中没有测试其他内容，编辑器窗口未运行。导出中带有检查脚本。</translation>
    </message>
    <message>
        <source>Clip, time, speed, tint, palette entry and variant per instance</source>
        <translation>每个实例各有片段、时间、速度、染色、调色板项和变体</translation>
    </message>
    <message>
        <source>by signals, each once</source>
        <translation>通过信号，每个只发一次</translation>
    </message>
    <message>
        <source>nodes in full orientation, also during cross-fades</source>
        <translation>带完整朝向的节点，交叉淡化时也正确</translation>
    </message>
    <message>
        <source>a second clip on the bones of a mask, for each instance; events and sockets too</source>
        <translation>在遮罩的骨骼上播放第二个片段，每个实例各自播放；事件和挂点随之变化</translation>
    </message>
    <message>
        <source>of all lights: every pass runs the same vertex()</source>
        <translation>所有光源：每个通道都运行同一个 vertex()</translation>
    </message>
    <message>
        <source>per instance, by distance</source>
        <translation>每个实例，按距离</translation>
    </message>
    <message>
        <source>applied, or handed out</source>
        <translation>应用，或交由调用者处理</translation>
    </message>
    <message>
        <source>of the crowd as a whole, and of instances by distance</source>
        <translation>整个群体剔除，实例按距离剔除</translation>
    </message>
    <message>
        <source>Motion vectors</source>
        <translation>运动矢量</translation>
    </message>
    <message>
        <source>Forward+, on demand; not run</source>
        <translation>Forward+，按需启用；未运行过</translation>
    </message>
    <message>
        <source>Winding of mirrored poses</source>
        <translation>镜像姿态的环绕方向</translation>
    </message>
    <message>
        <source>bone mode; in vertex mode draw such materials from both sides</source>
        <translation>骨骼模式；顶点模式下请让这类材质双面绘制</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>%1, %2 and %3.</source>
        <translation>%1、%2 和 %3。</translation>
    </message>
    <message>
        <source>In the Import dock</source>
        <translation>在 Import 面板中</translation>
    </message>
    <message>
        <source>press Reimport</source>
        <translation>按 Reimport</translation>
    </message>
    <message>
        <source>replaces the second set of texture coordinates, in which vertices find their texels</source>
        <translation>会替换第二组纹理坐标，而顶点要靠它找到自己的纹素</translation>
    </message>
    <message>
        <source>set Meshes &gt; Light Baking to another mode than Static Lightmaps</source>
        <translation>把 Meshes &gt; Light Baking 设为 Static Lightmaps 以外的模式</translation>
    </message>
    <message>
        <source>compresses the texture</source>
        <translation>会压缩纹理</translation>
    </message>
    <message>
        <source>set Compress &gt; Mode to VRAM Uncompressed</source>
        <translation>把 Compress &gt; Mode 设为 VRAM Uncompressed</translation>
    </message>
    <message>
        <source>will compress the texture and make mip maps of it as soon as a material of a 3D scene uses it</source>
        <translation>一旦 3D 场景的材质使用该纹理，就会压缩它并生成 mip 贴图</translation>
    </message>
    <message>
        <source>set Detect 3D &gt; Compress To to Disabled</source>
        <translation>把 Detect 3D &gt; Compress To 设为 Disabled</translation>
    </message>
    <message>
        <source>makes mip maps of the texture</source>
        <translation>会为纹理生成 mip 贴图</translation>
    </message>
    <message>
        <source>switch off Mipmaps &gt; Generate</source>
        <translation>关闭 Mipmaps &gt; Generate</translation>
    </message>
    <message>
        <source>makes the texture smaller: at most %1 texels a side</source>
        <translation>会缩小纹理：每边至多 %1 个纹素</translation>
    </message>
    <message>
        <source>set Process &gt; Size Limit to 0</source>
        <translation>把 Process &gt; Size Limit 设为 0</translation>
    </message>
    <message>
        <source>multiplies the colours by alpha</source>
        <translation>会把颜色乘以 alpha</translation>
    </message>
    <message>
        <source>switch off Process &gt; Premult Alpha</source>
        <translation>关闭 Process &gt; Premult Alpha</translation>
    </message>
    <message>
        <source>takes the texture for sRGB colours</source>
        <translation>把纹理当作 sRGB 颜色</translation>
    </message>
    <message>
        <source>switch off Process &gt; HDR as sRGB</source>
        <translation>关闭 Process &gt; HDR as sRGB</translation>
    </message>
    <message>
        <source>makes large values smaller</source>
        <translation>会减小较大的数值</translation>
    </message>
    <message>
        <source>switch off Process &gt; HDR Clamp Exposure</source>
        <translation>关闭 Process &gt; HDR Clamp Exposure</translation>
    </message>
    <message>
        <source>inverts the green channel</source>
        <translation>会反转绿色通道</translation>
    </message>
    <message>
        <source>switch off Process &gt; Normal Map Invert Y</source>
        <translation>关闭 Process &gt; Normal Map Invert Y</translation>
    </message>
    <message>
        <source>exchanges the channels</source>
        <translation>会交换通道</translation>
    </message>
    <message>
        <source>set Process &gt; Channel Remap to Red, Green, Blue, Alpha</source>
        <translation>把 Process &gt; Channel Remap 设为 Red、Green、Blue、Alpha</translation>
    </message>
    <message>
        <source> on the platform %1</source>
        <translation>（平台 %1）</translation>
    </message>
    <message>
        <source>makes the texture smaller%1: at most %2 texels a side</source>
        <translation>会缩小纹理%1：每边至多 %2 个纹素</translation>
    </message>
    <message>
        <source>set Max Size%1 to %2 or more</source>
        <translation>把 Max Size%1 设为 %2 或更大</translation>
    </message>
    <message>
        <source>compresses the texture%1</source>
        <translation>会压缩纹理%1</translation>
    </message>
    <message>
        <source>set Compression%1 to None</source>
        <translation>把 Compression%1 设为 None</translation>
    </message>
    <message>
        <source>keeps the texture in another format%1</source>
        <translation>以另一种格式保存纹理%1</translation>
    </message>
    <message>
        <source>set Format%1 to RGBA Float</source>
        <translation>把 Format%1 设为 RGBA Float</translation>
    </message>
    <message>
        <source>set Format%1 to RGBA Half</source>
        <translation>把 Format%1 设为 RGBA Half</translation>
    </message>
    <message>
        <source>keeps the texture as half floats%1</source>
        <translation>以半精度浮点保存纹理%1</translation>
    </message>
    <message>
        <source>In the Inspector</source>
        <translation>在 Inspector 中</translation>
    </message>
    <message>
        <source>press Apply</source>
        <translation>按 Apply</translation>
    </message>
    <message>
        <source>takes the texture for something else than data</source>
        <translation>把纹理当作数据以外的内容</translation>
    </message>
    <message>
        <source>set Texture Type to Default</source>
        <translation>把 Texture Type 设为 Default</translation>
    </message>
    <message>
        <source>untick sRGB (Color Texture)</source>
        <translation>取消勾选 sRGB (Color Texture)</translation>
    </message>
    <message>
        <source>untick Generate Mipmap</source>
        <translation>取消勾选 Generate Mipmap</translation>
    </message>
    <message>
        <source>scales the texture to powers of two</source>
        <translation>会把纹理缩放到 2 的幂</translation>
    </message>
    <message>
        <source>set Non-Power of 2 to None</source>
        <translation>把 Non-Power of 2 设为 None</translation>
    </message>
    <message>
        <source>does not take the alpha channel as it is</source>
        <translation>不按原样采用 alpha 通道</translation>
    </message>
    <message>
        <source>set Alpha Source to Input Texture Alpha</source>
        <translation>把 Alpha Source 设为 Input Texture Alpha</translation>
    </message>
    <message>
        <source>changes colours where alpha is 0</source>
        <translation>会改变 alpha 为 0 处的颜色</translation>
    </message>
    <message>
        <source>untick Alpha Is Transparency</source>
        <translation>取消勾选 Alpha Is Transparency</translation>
    </message>
    <message>
        <source>set Swizzle to R, G, B, A</source>
        <translation>把 Swizzle 设为 R、G、B、A</translation>
    </message>
    <message>
        <source>mixes texels with their neighbours</source>
        <translation>会把纹素与相邻纹素混合</translation>
    </message>
    <message>
        <source>set Filter Mode to Point (no filter)</source>
        <translation>把 Filter Mode 设为 Point (no filter)</translation>
    </message>
    <message>
        <source>Remove it and let the engine import the file again.</source>
        <translation>请删除它，并让引擎重新导入该文件。</translation>
    </message>
    <message>
        <source>There are no texels to write as KTX2.</source>
        <translation>没有可写成 KTX2 的纹素。</translation>
    </message>
    <message>
        <source>cancelled while writing the texture</source>
        <translation>写入纹理时已取消</translation>
    </message>
    <message>
        <source>There is not enough memory to write the texture as KTX2.</source>
        <translation>内存不足，无法把纹理写成 KTX2。</translation>
    </message>
    <message>
        <source>OpenVAT stores every vertex of every frame: %1 vertices at %2 frames are more than %3 rows. Bake fewer clips, or with %4.</source>
        <translation>OpenVAT 存储每帧的每个顶点：%1 个顶点、%2 帧超过 %3 行。请烘焙更少的动画片段，或使用%4。</translation>
    </message>
    <message>
        <source>Texture, glTF and JSON in OpenVAT&apos;s layout, for readers that exist for it.</source>
        <translation>按 OpenVAT 布局的纹理、glTF 和 JSON，供现有的读取程序使用。</translation>
    </message>
    <message>
        <source>The arithmetic of OpenVAT&apos;s published GLSL template and of its Unity graph, executed by a script on the written files against core&apos;s decoder; the glTF by the Khronos validator. OpenVAT&apos;s own decoder in Blender; its other readers were not run.</source>
        <translation>由脚本在写出的文件上执行 OpenVAT 公开的 GLSL 模板和 Unity 图的算法，与核心解码器对照；glTF 由 Khronos 校验器检查。OpenVAT 自己的解码器在 Blender 中运行；其余读取程序未运行。</translation>
    </message>
    <message>
        <source>as positions: every vertex of every frame</source>
        <translation>以位置存储：每帧的每个顶点</translation>
    </message>
    <message>
        <source>GLSL template (Godot)</source>
        <translation>GLSL 模板（Godot）</translation>
    </message>
    <message>
        <source>positions; its normals are read half a texture aside (docs)</source>
        <translation>位置；法线会偏半个纹理读取（见文档）</translation>
    </message>
    <message>
        <source>Unity graphs</source>
        <translation>Unity 图</translation>
    </message>
    <message>
        <source>their positions expect the space of Blender&apos;s FBX: use the target unity</source>
        <translation>其位置按 Blender 的 FBX 空间解释：请用目标 unity</translation>
    </message>
    <message>
        <source>Several clips</source>
        <translation>多个动画片段</translation>
    </message>
    <message>
        <source>in one texture, listed in the JSON</source>
        <translation>在同一纹理中，列在 JSON 里</translation>
    </message>
    <message>
        <source>Several materials</source>
        <translation>多个材质</translation>
    </message>
    <message>
        <source>a material of yours for each</source>
        <translation>每个需用你自己的材质</translation>
    </message>
    <message>
        <source>Events, sockets, cross-fades, root motion</source>
        <translation>事件、挂点、交叉淡化、根运动</translation>
    </message>
    <message>
        <source>OpenVAT has none</source>
        <translation>OpenVAT 没有这些</translation>
    </message>
    <message>
        <source>its textures hold positions, not bones</source>
        <translation>其纹理存放位置，没有骨骼</translation>
    </message>
    <message>
        <source>Half floats</source>
        <translation>半精度浮点数</translation>
    </message>
    <message>
        <source>Half the size; offsets are off by up to 1/4096 of their range.</source>
        <translation>大小减半；偏移量误差最多为其范围的 1/4096。</translation>
    </message>
    <message>
        <source>%1; remove the file to have all files beside it taken as foreign</source>
        <translation>%1；删除该文件后，它旁边的所有文件都会视为外来文件</translation>
    </message>
    <message>
        <source>was written by a newer version; use that one</source>
        <translation>由更新的版本写入；请使用该版本</translation>
    </message>
    <message>
        <source>is no list of files: %1</source>
        <translation>不是文件列表：%1</translation>
    </message>
    <message>
        <source>leads out of the folder</source>
        <translation>指向该文件夹之外</translation>
    </message>
    <message>
        <source>belongs to &quot;%1&quot; in this folder; export under another name</source>
        <translation>属于此文件夹中的“%1”；请以其他名称导出</translation>
    </message>
    <message>
        <source>is in the way and not ours: move it, or export into another folder</source>
        <translation>占用了目标位置，且不是本程序写入的：请将其移走，或导出到其他文件夹</translation>
    </message>
    <message>
        <source>The file was edited and is kept as it is; remove it to have it written again.</source>
        <translation>该文件已被编辑，按原样保留；删除后会重新写入。</translation>
    </message>
    <message>
        <source>The file is no longer part of the export; it was edited and is kept.</source>
        <translation>该文件已不属于此次导出；它已被编辑，因此保留。</translation>
    </message>
    <message>
        <source>normal maps</source>
        <translation>法线贴图</translation>
    </message>
    <message>
        <source>images of metalness, roughness, occlusion and emission</source>
        <translation>金属度、粗糙度、遮蔽和自发光图像</translation>
    </message>
    <message>
        <source>levels of detail</source>
        <translation>细节层次</translation>
    </message>
    <message>
        <source>variants (all meshes are seen)</source>
        <translation>变体（显示所有网格）</translation>
    </message>
    <message>
        <source>the tint</source>
        <translation>染色</translation>
    </message>
    <message>
        <source>A crowd on PlayCanvas&apos; own VatCharacters script: .vat containers, loader and page.</source>
        <translation>用 PlayCanvas 自带的 VatCharacters 脚本播放的群体：.vat 容器、加载脚本和网页。</translation>
    </message>
    <message>
        <source>In headless Chromium (WebGL 2) with the npm package and its VatCharacters script: silhouettes against PlayCanvas&apos; own skinning and materials of the same glTF, shadows, events; sockets against the web run-time&apos;s decoder of packs; containers against core&apos;s decoder.</source>
        <translation>在无界面的 Chromium（WebGL 2）中用 npm 包及其 VatCharacters 脚本测试：轮廓与 PlayCanvas 自己对同一 glTF 的蒙皮和材质对照；阴影、事件；挂点与网页运行库的包解码器对照；容器与核心解码器对照。</translation>
    </message>
    <message>
        <source>positions in 16 bits of the bounds</source>
        <translation>位置按包围盒量化为 16 位</translation>
    </message>
    <message>
        <source>a container and a draw a material</source>
        <translation>每个材质一个容器、一次绘制</translation>
    </message>
    <message>
        <source>image of the base colour, vertex colours; of the other images the factors</source>
        <translation>基础颜色图像和顶点颜色；其他图像只用其系数</translation>
    </message>
    <message>
        <source>Clips that play once</source>
        <translation>单次播放的动画片段</translation>
    </message>
    <message>
        <source>to their last frame</source>
        <translation>播放到最后一帧</translation>
    </message>
    <message>
        <source>Tint, palette entry and variant per instance</source>
        <translation>每个实例的染色、调色板条目和变体</translation>
    </message>
    <message>
        <source>the container holds positions, not bones</source>
        <translation>容器存放位置，没有骨骼</translation>
    </message>
    <message>
        <source>cast and received</source>
        <translation>投射并接收</translation>
    </message>
    <message>
        <source>Frames a second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>The rate of the frames, which are blended; lower ones make smaller files; 0 keeps the frames of the bake.</source>
        <translation>帧的帧率，帧间会插值；越低文件越小；0 保留烘焙的帧。</translation>
    </message>
    <message>
        <source>%1 frames are more than a .vat container has room for: lower the rate, or leave out or shorten clips</source>
        <translation>%1 帧超出 .vat 容器的容量：请降低帧率，或去掉、缩短动画片段</translation>
    </message>
    <message>
        <source>four halves</source>
        <translation>四个半精度浮点数</translation>
    </message>
    <message>
        <source>four floats</source>
        <translation>四个浮点数</translation>
    </message>
    <message>
        <source>raw: %1</source>
        <translation>raw：%1</translation>
    </message>
    <message>
        <source>Your own engine</source>
        <translation>自己的引擎</translation>
    </message>
    <message>
        <source>The texture as KTX2, mesh and tables in one file, a C header that reads both, and decoders in GLSL, HLSL and WGSL.</source>
        <translation>KTX2 纹理，网格和各表放在一个文件里，能读取二者的 C 头文件，以及 GLSL、HLSL 和 WGSL 解码器。</translation>
    </message>
    <message>
        <source>The C header as C99 and C++ under sanitizers, against the test vectors and damaged files; the KTX2 read by ktx-parse; GLSL and HLSL (compiled by glslang, executed on the software Vulkan device) and WGSL (in headless Chromium) against core&apos;s decoder; the example draws both samples. HLSL was not compiled by dxc or fxc.</source>
        <translation>C 头文件分别按 C99 和 C++ 在检测工具下编译运行，与测试向量对照并读取损坏的文件；KTX2 由 ktx-parse 读取；GLSL 和 HLSL（由 glslang 编译，在软件 Vulkan 设备上执行）以及 WGSL（在无界面的 Chromium 中）与核心解码器对照；示例画出两个样本。HLSL 未用 dxc 或 fxc 编译过。</translation>
    </message>
    <message>
        <source>All encodings</source>
        <translation>所有编码</translation>
    </message>
    <message>
        <source>quaternion, offset16 and basis too</source>
        <translation>包括 quaternion、offset16 和 basis</translation>
    </message>
    <message>
        <source>each once, by asking after a step</source>
        <translation>每步之后查询，每个只发一次</translation>
    </message>
    <message>
        <source>a second clip on the bones of a mask; sockets too</source>
        <translation>在遮罩的骨骼上播放第二个片段；挂点随之运动</translation>
    </message>
    <message>
        <source>A crowd&apos;s time in integers</source>
        <translation>用整数计的群体时间</translation>
    </message>
    <message>
        <source>the same bits on CPU and GPU</source>
        <translation>CPU 与 GPU 逐位相同</translation>
    </message>
    <message>
        <source>handed out</source>
        <translation>交由调用者处理</translation>
    </message>
    <message>
        <source>as tables; drawing is your engine&apos;s</source>
        <translation>以表的形式；绘制由你的引擎完成</translation>
    </message>
    <message>
        <source>Drawing, shadows, culling</source>
        <translation>绘制、阴影、剔除</translation>
    </message>
    <message>
        <source>your engine&apos;s</source>
        <translation>由你的引擎完成</translation>
    </message>
    <message>
        <source>Compresses the texture; your program unpacks it before it hands it to the header and the GPU.</source>
        <translation>压缩纹理；你的程序先解压，再交给头文件和 GPU。</translation>
    </message>
    <message>
        <source>The mesh and its images take more than 4 GiB, which the raw export&apos;s .texbin cannot hold.</source>
        <translation>网格及其图像超过 4 GiB，raw 导出的 .texbin 容纳不下。</translation>
    </message>
    <message>
        <source>frame %1 holds a value that half floats cannot hold in the units of the engine; bake with the pixel format rgba32f</source>
        <translation>第 %1 帧有一个值在引擎的单位下超出半精度浮点数的范围；请用像素格式 rgba32f 烘焙</translation>
    </message>
    <message>
        <source>the texels of this pack are not in the encoding that the engine&apos;s run-time plays; bake with the encoding %1</source>
        <translation>此包的纹素不是引擎运行库能播放的编码；请用编码 %1 烘焙</translation>
    </message>
    <message>
        <source>the pack has floats, which half floats cannot hold</source>
        <translation>此包含有半精度浮点数容纳不下的浮点数</translation>
    </message>
    <message>
        <source>%1 is not part of the run-time</source>
        <translation>%1 不属于运行库</translation>
    </message>
    <message>
        <source>three.js has no such file; the one that was tested is 0.187</source>
        <translation>three.js 没有这个文件；测试过的版本是 0.187</translation>
    </message>
    <message>
        <source>a module imports &quot;%1&quot;, which is not known</source>
        <translation>有模块导入“%1”，此文件未知</translation>
    </message>
    <message>
        <source>three.js is not there: &quot;three&quot; names its folder in node_modules</source>
        <translation>找不到 three.js：&quot;three&quot; 应为 node_modules 中它的文件夹</translation>
    </message>
    <message>
        <source>one HTML file needs three.js, which is not in a node_modules here or above: run &quot;npm install three&quot; in that folder, or name the folder of three.js in the option &quot;three&quot;</source>
        <translation>单个 HTML 文件需要 three.js，但此处及上级的 node_modules 中没有：请在该文件夹运行 &quot;npm install three&quot;，或在选项“three”中指定 three.js 的文件夹</translation>
    </message>
    <message>
        <source>the pack&apos;s file cannot be read</source>
        <translation>无法读取包的文件</translation>
    </message>
    <message>
        <source>A crowd for WebGL 2 and WebGPU: the pack, a run-time on three&apos;s own materials, and a page that plays it.</source>
        <translation>用于 WebGL 2 和 WebGPU 的群体：包、基于 three 自带材质的运行库，以及播放它的网页。</translation>
    </message>
    <message>
        <source>In headless Chromium, WebGL 2 and WebGPU in software: positions read back from the GPU against three&apos;s own skinning and morph targets, over the samples and four models; shadows of all kinds of light, motion vectors, culling, levels of detail, rays; time, events, sockets and root motion against the test vectors.</source>
        <translation>在无界面的 Chromium 中（软件 WebGL 2 和 WebGPU）测试：从 GPU 读回的位置与 three 自己的蒙皮和变形目标对照，使用样本和四个模型；各类光源的阴影、运动矢量、剔除、细节层次、射线；时间、事件、挂点和根运动与测试向量对照。</translation>
    </message>
    <message>
        <source>One HTML file</source>
        <translation>单个 HTML 文件</translation>
    </message>
    <message>
        <source>The page holds pack, run-time and three.js, and opens by a double click without a network.</source>
        <translation>网页内含包、运行库和 three.js，双击即可打开，无需网络。</translation>
    </message>
    <message>
        <source>Folder of three.js</source>
        <translation>three.js 的文件夹</translation>
    </message>
    <message>
        <source>node_modules/three, for one HTML file; empty: beside the export&apos;s folder or above.</source>
        <translation>node_modules/three，用于单个 HTML 文件；留空则在导出文件夹旁或上级查找。</translation>
    </message>
    <message>
        <source>interrupted ones do not jump</source>
        <translation>中断的淡化不会跳变</translation>
    </message>
    <message>
        <source>on the bones of a mask, for each instance; not on the WebGL 2 fallback of WebGPURenderer</source>
        <translation>在遮罩的骨骼上，每个实例各自播放；WebGPURenderer 的 WebGL 2 后备后端不支持</translation>
    </message>
    <message>
        <source>one for the crowd, or by distance for each instance</source>
        <translation>整个群体一级，或每个实例按距离</translation>
    </message>
    <message>
        <source>applied by the crowd, or handed out</source>
        <translation>由群体应用，或交由调用者处理</translation>
    </message>
    <message>
        <source>of the crowd, or of each instance</source>
        <translation>整个群体，或每个实例</translation>
    </message>
    <message>
        <source>Rays</source>
        <translation>射线</translation>
    </message>
    <message>
        <source>hit the animated pose</source>
        <translation>命中动画中的姿态</translation>
    </message>
    <message>
        <source>WebGPURenderer</source>
        <translation>WebGPURenderer</translation>
    </message>
    <message>
        <source>node materials, on WebGPU and on its WebGL 2 fallback</source>
        <translation>节点材质，在 WebGPU 及其 WebGL 2 后备上</translation>
    </message>
    <message>
        <source>Motion vectors, scene.overrideMaterial</source>
        <translation>运动矢量、scene.overrideMaterial</translation>
    </message>
    <message>
        <source>with WebGPURenderer; WebGLRenderer has no way in</source>
        <translation>用 WebGPURenderer；WebGLRenderer 没有接入点</translation>
    </message>
    <message>
        <source>the classic run-time reads half floats; bake with the pixel format rgba16f</source>
        <translation>经典运行库读取半精度浮点数；请用像素格式 rgba16f 烘焙</translation>
    </message>
    <message>
        <source>the classic run-time does not play uneven rows (a frame table): bake with %1</source>
        <translation>经典运行时不能播放自适应帧间隔（帧表）：请用%1烘焙</translation>
    </message>
    <message>
        <source>the classic layout has one row a frame and no more than %1 texels on a side; bake in bone mode, fewer clips or at a lower rate</source>
        <translation>经典布局每帧一行，每边最多 %1 纹素；请用骨骼模式、更少的动画片段或更低的帧率烘焙</translation>
    </message>
    <message>
        <source>A .texunity that Unity imports by itself, and a package with importer, crowd, controllers and shaders.</source>
        <translation>Unity 会自行导入的 .texunity 文件，以及含导入器、群体、控制器和着色器的软件包。</translation>
    </message>
    <message>
        <source>Not yet tested in Unity: use Check This Project. Tested on stand-ins: the shaders of every pass were compiled (with includes of ours in place of Unity&apos;s) and executed on a software GPU against core&apos;s decoder; importer, ticker, events, sockets and inspector were compiled and run under Mono (with stubs that have the signatures of Unity&apos;s published reference) against the test vectors. The package brings a check.</source>
        <translation>尚未在 Unity 中测试：请使用 Check This Project。用替身测试：每个通道的着色器都已编译（用我们的包含文件代替 Unity 的），并在软件 GPU 上执行，与核心解码器对照；导入器、计时、事件、挂点和检查器已在 Mono 下编译运行（存根的签名与 Unity 公开参考一致），并通过测试向量。软件包中带有检查。</translation>
    </message>
    <message>
        <source>as C# events, each once</source>
        <translation>作为 C# 事件，每个只发一次</translation>
    </message>
    <message>
        <source>crowds, for each instance; events and sockets too; not GPUAnimationController</source>
        <translation>群体中每个实例各自播放，包括事件和挂点；GPUAnimationController 不支持</translation>
    </message>
    <message>
        <source>applied by the controller, or handed out</source>
        <translation>由控制器应用，或交由调用者处理</translation>
    </message>
    <message>
        <source>Shadows, depth, normals</source>
        <translation>阴影、深度、法线</translation>
    </message>
    <message>
        <source>every pass is animated; deferred shading draws it forward</source>
        <translation>每个通道都有动画；延迟着色时按前向绘制</translation>
    </message>
    <message>
        <source>from the Universal Render Pipeline 14 on, and built-in</source>
        <translation>通用渲染管线 14 起，以及内置管线</translation>
    </message>
    <message>
        <source>for a crowd by distance; a single object shows the first</source>
        <translation>群体按距离；单个对象显示第一级</translation>
    </message>
    <message>
        <source>a crowd instance by instance for one camera, or as a whole</source>
        <translation>群体可为一台摄像机逐实例剔除，或整体剔除</translation>
    </message>
    <message>
        <source>Shader Graph</source>
        <translation>Shader Graph</translation>
    </message>
    <message>
        <source>by a custom function</source>
        <translation>通过自定义函数</translation>
    </message>
    <message>
        <source>Entities, GPU Resident Drawer</source>
        <translation>实体、GPU Resident Drawer</translation>
    </message>
    <message>
        <source>the shader takes DOTS instancing; there is no system for entities</source>
        <translation>着色器支持 DOTS 实例化；没有面向实体的系统</translation>
    </message>
    <message>
        <source>Classic data set</source>
        <translation>经典数据集</translation>
    </message>
    <message>
        <source>an option</source>
        <translation>一个选项</translation>
    </message>
    <message>
        <source>High Definition Render Pipeline</source>
        <translation>高清渲染管线（HDRP）</translation>
    </message>
    <message>
        <source>Lays texture and mesh out as the classic run-time reads them, one row a frame.</source>
        <translation>按经典运行库读取的方式排列纹理和网格，每帧一行。</translation>
    </message>
    <message>
        <source>AnimToTexture&apos;s layout would need %1 rows, and Unreal takes %2; bake fewer frames (a lower rate, fewer clips), or bone mode instead of vertex mode</source>
        <translation>AnimToTexture 的布局需要 %1 行，而 Unreal 最多接受 %2 行；请烘焙更少的帧（降低帧率、减少片段），或用骨骼模式代替顶点模式</translation>
    </message>
    <message>
        <source>AnimToTexture&apos;s bones turn and move and nothing else, and %1 is mirrored in frame %2 of &quot;%3&quot;: bake it with %4, or export without anim-to-texture</source>
        <translation>AnimToTexture 的骨骼只能旋转和移动，而 %1 在“%3”的第 %2 帧被镜像：请用 %4 烘焙，或导出时不用 anim-to-texture</translation>
    </message>
    <message>
        <source>AnimToTexture&apos;s bones turn and move and nothing else, and %1 is stretched or sheared in frame %2 of &quot;%3&quot;: bake it with %4, or export without anim-to-texture</source>
        <translation>AnimToTexture 的骨骼只能旋转和移动，而 %1 在“%3”的第 %2 帧被拉伸或剪切：请用 %4 烘焙，或导出时不用 anim-to-texture</translation>
    </message>
    <message>
        <source>The mesh is too large for an FBX file of 2 GiB; export fewer vertices</source>
        <translation>网格太大，2 GiB 的 FBX 文件容纳不下；请导出更少的顶点</translation>
    </message>
    <message>
        <source>content-path is a folder of the project&apos;s content as Unreal writes it, such as /Game/Texeleton</source>
        <translation>content-path 是项目内容中的文件夹，按 Unreal 的写法，例如 /Game/Texeleton</translation>
    </message>
    <message>
        <source>AnimToTexture does not play uneven rows (a frame table): bake with %1</source>
        <translation>AnimToTexture 不能播放自适应帧间隔（帧表）：请用%1烘焙</translation>
    </message>
    <message>
        <source>Texture, static mesh, tables, and a Python script that imports them into a project, sets everything that they need, and builds materials for instances.</source>
        <translation>纹理、静态网格、各表，以及一个 Python 脚本：把它们导入项目，设好所需的一切，并为实例建立材质。</translation>
    </message>
    <message>
        <source>Not run in Unreal, but on stand-ins: the script with a module of ours in place of Unreal&apos;s, which takes the documented names and types alone; the material&apos;s HLSL, compiled and executed on a software GPU against core&apos;s decoder; texture and mesh read back by other readers, Blender among them. The export brings a check.</source>
        <translation>未在 Unreal 中运行，而是用替身测试：脚本使用我们代替 Unreal 的模块，它只接受文档中的名称和类型；材质的 HLSL 已编译，并在软件 GPU 上执行，与核心解码器对照；纹理和网格由其他读取程序（包括 Blender）读回。导出中带有检查。</translation>
    </message>
    <message>
        <source>frame tables; not for AnimToTexture</source>
        <translation>帧表；不适用于 AnimToTexture</translation>
    </message>
    <message>
        <source>Clip, time, speed, tint and palette entry per instance</source>
        <translation>每个实例的片段、时间、速度、染色和调色板条目</translation>
    </message>
    <message>
        <source>custom data of instances</source>
        <translation>实例的自定义数据</translation>
    </message>
    <message>
        <source>a static mesh for each; not per instance of one component</source>
        <translation>各为一个静态网格；同一组件的实例不能各不相同</translation>
    </message>
    <message>
        <source>on the bones of a mask, for each instance; props on sockets too</source>
        <translation>在遮罩的骨骼上，每个实例各自播放；挂点上的道具同样跟随</translation>
    </message>
    <message>
        <source>Shadows, depth, motion vectors</source>
        <translation>阴影、深度、运动矢量</translation>
    </message>
    <message>
        <source>by world position offset</source>
        <translation>通过世界位置偏移</translation>
    </message>
    <message>
        <source>those of the static mesh</source>
        <translation>静态网格自己的</translation>
    </message>
    <message>
        <source>props follow on the GPU, in full orientation; no pose for game code</source>
        <translation>道具在 GPU 上跟随，带完整朝向；游戏代码取不到姿态</translation>
    </message>
    <message>
        <source>a DataTable; no call-back without code of the project</source>
        <translation>一个 DataTable；没有项目代码就没有回调</translation>
    </message>
    <message>
        <source>tracks in the description; nothing applies them</source>
        <translation>轨道写在说明文件里；没有程序应用它们</translation>
    </message>
    <message>
        <source>by the engine, with bounds over all clips</source>
        <translation>由引擎完成，包围盒覆盖所有动画片段</translation>
    </message>
    <message>
        <source>Time without drift</source>
        <translation>不漂移的时间</translation>
    </message>
    <message>
        <source>exact for 4 hours; for days if the project drives the clock</source>
        <translation>4 小时内精确；由项目驱动时钟则可达数天</translation>
    </message>
    <message>
        <source>AnimToTexture</source>
        <translation>AnimToTexture</translation>
    </message>
    <message>
        <source>an option: textures and meshes in its layout, for its materials</source>
        <translation>可选：按其布局写出纹理和网格，供其材质使用</translation>
    </message>
    <message>
        <source>Nanite</source>
        <translation>Nanite</translation>
    </message>
    <message>
        <source>it reorders vertices and their coordinates</source>
        <translation>它会重排顶点及其坐标</translation>
    </message>
    <message>
        <source>Folder in the project</source>
        <translation>项目中的文件夹</translation>
    </message>
    <message>
        <source>The folder of the project&apos;s content that the script imports into.</source>
        <translation>脚本导入到的项目内容文件夹。</translation>
    </message>
    <message>
        <source>For AnimToTexture too</source>
        <translation>也用于 AnimToTexture</translation>
    </message>
    <message>
        <source>Also writes textures and meshes as Unreal&apos;s plug-in AnimToTexture bakes them, for its materials.</source>
        <translation>同时按 Unreal 插件 AnimToTexture 的烘焙布局写出纹理和网格，供其材质使用。</translation>
    </message>
    <message>
        <source>The animation texture would have %1 x %2 texels, and Unreal takes 16384 on a side; bake fewer frames (a lower rate, fewer clips), or bone mode instead of vertex mode</source>
        <translation>动画纹理将有 %1 × %2 纹素，而 Unreal 每边最多 16384；请烘焙更少的帧（更低的帧率、更少的动画片段），或用骨骼模式代替顶点模式</translation>
    </message>
    <message>
        <source>16-bit floats</source>
        <translation>16 位浮点数</translation>
    </message>
    <message>
        <source>32-bit floats</source>
        <translation>32 位浮点数</translation>
    </message>
    <message>
        <source>%1 bones are more than the %2 of which a row of the texture has room: bake with %3 for a target that plays it</source>
        <translation>%1 根骨骼多于纹理一行能容纳的 %2 根：请为能播放顶点模式的目标用 %3 烘焙</translation>
    </message>
    <message>
        <source>a row a frame makes %1 rows, and GPUs take %2: lower the rate, or leave out or shorten clips</source>
        <translation>每帧一行共 %1 行，而 GPU 最多 %2 行：请降低帧率，或去掉、缩短动画片段</translation>
    </message>
    <message>
        <source>this target reads skin matrices and cannot play vertex mode: bake with %1</source>
        <translation>此目标读取蒙皮矩阵，不能播放顶点模式：请用 %1 烘焙</translation>
    </message>
    <message>
        <source>%1 reads skin matrices and cannot play vertex mode: bake with %2</source>
        <translation>%1 读取蒙皮矩阵，不能播放顶点模式：请用 %2 烘焙</translation>
    </message>
    <message>
        <source>%1 reads positions and cannot play bone mode: bake with %2</source>
        <translation>%1 读取顶点位置，不能播放骨骼模式：请用 %2 烘焙</translation>
    </message>
    <message>
        <source>%1 does not decode the encoding %2: bake with %3</source>
        <translation>%1 不能解码编码 %2：请用%3烘焙</translation>
    </message>
    <message>
        <source>another character, of %1, was exported here under this name: export under another name or into another folder, or use %2</source>
        <translation>这里已用此名称导出了另一个角色（来自 %1）：请用另一个名称或导出到另一个文件夹，或使用%2</translation>
    </message>
    <message>
        <source>The files have %1 MB; fewer clips, fewer vertices or %2 would make them smaller.</source>
        <translation>这些文件共 %1 MB；减少剪辑、减少顶点或使用%2可使其变小。</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>无法写入：%1</translation>
    </message>
    <message>
        <source>the target does not play layers: the pack&apos;s masks are left out</source>
        <translation>该目标不播放层：包中的遮罩被省略</translation>
    </message>
    <message>
        <source>%1 with a canary</source>
        <translation>%1（带校验值）</translation>
    </message>
    <message>
        <source>an interrupted export was undone just now, and with it the pack: export again</source>
        <translation>刚刚撤销了一次被中断的导出，包也随之恢复：请重新导出</translation>
    </message>
    <message>
        <source>the scale must be a positive number of metres a unit</source>
        <translation>缩放必须是正数（每单位的米数）</translation>
    </message>
    <message>
        <source>the file&apos;s unit is not a positive number of metres: 1 unit is taken as 1 m</source>
        <translation>文件的单位不是正的米数：将 1 个单位视为 1 米</translation>
    </message>
    <message>
        <source>the file&apos;s axes do not span space</source>
        <translation>文件的坐标轴无法张成空间</translation>
    </message>
    <message>
        <source>%1 mesh of a hidden node is left out (%2); %3 takes it</source>
        <translation>省略了隐藏节点的 %1 个网格（%2）；%3 可采用它</translation>
    </message>
    <message>
        <source>%1 meshes of hidden nodes are left out (%2); %3 takes them</source>
        <translation>省略了隐藏节点的 %1 个网格（%2）；%3 可采用它们</translation>
    </message>
    <message>
        <source>empty scene: the file has no nodes</source>
        <translation>场景为空：文件没有节点</translation>
    </message>
    <message>
        <source>the import was cancelled</source>
        <translation>导入已取消</translation>
    </message>
    <message>
        <source>not enough memory for the model</source>
        <translation>内存不足，无法容纳模型</translation>
    </message>
    <message>
        <source>the model is %1 m in size; the unit is probably wrong: %2 makes it %3 m</source>
        <translation>模型的大小为 %1 米，单位可能有误：%2会使其为 %3 米</translation>
    </message>
    <message>
        <source>coordinates reach %1 m, outside the range of half floats (65,504): only rgba32f can hold them</source>
        <translation>坐标达到 %1 米，超出半精度浮点数的范围（65,504）：只有 rgba32f 能容纳</translation>
    </message>
    <message>
        <source>%1, node &quot;%2&quot;</source>
        <translation>%1，节点“%2”</translation>
    </message>
    <message>
        <source>key times are not finite</source>
        <translation>关键帧时间不是有限数</translation>
    </message>
    <message>
        <source>key counts differ: %1 of %2 numbers each, but %3</source>
        <translation>关键帧数量不一致：%1（每个 %2），但有 %3</translation>
    </message>
    <message>
        <source>%1 key time</source>
        <translation>%1 个关键帧时间</translation>
    </message>
    <message>
        <source>%1 key times</source>
        <translation>%1 个关键帧时间</translation>
    </message>
    <message>
        <source>%1 number</source>
        <translation>%1 个数值</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数值</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (to %2 s, last key at %3 s)</source>
        <translation>“%1”（至 %2 秒，最后一个关键帧在 %3 秒）</translation>
    </message>
    <message>
        <source>%1 track of a node that is not in the file: left out (%2)</source>
        <translation>%1 条轨道所属的节点不在文件中：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 tracks of a node that is not in the file: left out (%2)</source>
        <translation>%1 条轨道所属的节点不在文件中：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 track of morph weights on a node without morph targets: left out (%2)</source>
        <translation>%1 条变形权重轨道位于没有变形目标的节点上：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 tracks of morph weights on a node without morph targets: left out (%2)</source>
        <translation>%1 条变形权重轨道位于没有变形目标的节点上：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 track without keys: left out (%2)</source>
        <translation>%1 条轨道没有关键帧：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 tracks without keys: left out (%2)</source>
        <translation>%1 条轨道没有关键帧：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 track with key times that are not ascending: sorted (%2)</source>
        <translation>%1 条轨道的关键帧时间不是递增的：已排序（%2）</translation>
    </message>
    <message>
        <source>%1 tracks with key times that are not ascending: sorted (%2)</source>
        <translation>%1 条轨道的关键帧时间不是递增的：已排序（%2）</translation>
    </message>
    <message>
        <source>%1 key at the time of another key of the track: the last one was kept (%2)</source>
        <translation>%1 个关键帧与轨道上另一个关键帧时间相同：保留了最后一个（%2）</translation>
    </message>
    <message>
        <source>%1 keys at the time of another key of the track: the last one was kept (%2)</source>
        <translation>%1 个关键帧与轨道上另一个关键帧时间相同：保留了最后一个（%2）</translation>
    </message>
    <message>
        <source>%1 key not finite: dropped (%2)</source>
        <translation>%1 个关键帧不是有限数：已丢弃（%2）</translation>
    </message>
    <message>
        <source>%1 keys not finite: dropped (%2)</source>
        <translation>%1 个关键帧不是有限数：已丢弃（%2）</translation>
    </message>
    <message>
        <source>%1 rotation key of length 0: read as no rotation (%2)</source>
        <translation>%1 个旋转关键帧的长度为 0：视为无旋转（%2）</translation>
    </message>
    <message>
        <source>%1 rotation keys of length 0: read as no rotation (%2)</source>
        <translation>%1 个旋转关键帧的长度为 0：视为无旋转（%2）</translation>
    </message>
    <message>
        <source>%1 track for a property that another track of the clip moves: the first one was kept (%2)</source>
        <translation>%1 条轨道控制的属性已由片段的另一条轨道控制：保留了第一条（%2）</translation>
    </message>
    <message>
        <source>%1 tracks for a property that another track of the clip moves: the first one was kept (%2)</source>
        <translation>%1 条轨道控制的属性已由片段的另一条轨道控制：保留了第一条（%2）</translation>
    </message>
    <message>
        <source>%1 clip without keys: the rest pose is shown (%2)</source>
        <translation>%1 个片段没有关键帧：显示静置姿态（%2）</translation>
    </message>
    <message>
        <source>%1 clips without keys: the rest pose is shown (%2)</source>
        <translation>%1 个片段没有关键帧：显示静置姿态（%2）</translation>
    </message>
    <message>
        <source>%1 clip without length: one frame each (%2)</source>
        <translation>%1 个片段没有长度：各为一帧（%2）</translation>
    </message>
    <message>
        <source>%1 clips without length: one frame each (%2)</source>
        <translation>%1 个片段没有长度：各为一帧（%2）</translation>
    </message>
    <message>
        <source>%1 clip with keys before time 0: the range begins with the first key (%2)</source>
        <translation>%1 个片段在时间 0 之前有关键帧：范围从第一个关键帧开始（%2）</translation>
    </message>
    <message>
        <source>%1 clips with keys before time 0: the range begins with the first key (%2)</source>
        <translation>%1 个片段在时间 0 之前有关键帧：范围从第一个关键帧开始（%2）</translation>
    </message>
    <message>
        <source>%1 clip with a range that is not finite or ends before it begins: mended (%2)</source>
        <translation>%1 个片段的范围不是有限数或结束早于开始：已修正（%2）</translation>
    </message>
    <message>
        <source>%1 clips with a range that is not finite or ends before it begins: mended (%2)</source>
        <translation>%1 个片段的范围不是有限数或结束早于开始：已修正（%2）</translation>
    </message>
    <message>
        <source>%1 clip with a frame rate that is not a positive number: unknown, so 30 is used (%2)</source>
        <translation>%1 个片段的帧率不是正数：帧率未知，因此使用 30（%2）</translation>
    </message>
    <message>
        <source>%1 clips with a frame rate that is not a positive number: unknown, so 30 is used (%2)</source>
        <translation>%1 个片段的帧率不是正数：帧率未知，因此使用 30（%2）</translation>
    </message>
    <message>
        <source>%1 event at a time that is not finite: left out (%2)</source>
        <translation>%1 个事件的时间不是有限数：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 events at a time that is not finite: left out (%2)</source>
        <translation>%1 个事件的时间不是有限数：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 clip was trimmed to its last key (%2)</source>
        <translation>%1 个片段已截到最后一个关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 clips were trimmed to their last key (%2)</source>
        <translation>%1 个片段已截到最后一个关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 last key, and the pose holds from there on: %2 and others; cut it with %3</source>
        <translation>%1最后一个关键帧，此后姿势保持不变：%2 等；可用%3来截取</translation>
    </message>
    <message>
        <source>%1 last key, and the pose holds from there on: %2; cut it with %3</source>
        <translation>%1最后一个关键帧，此后姿势保持不变：%2；可用%3来截取</translation>
    </message>
    <message>
        <source>%1 take outlasts its</source>
        <translation>%1 个 Take 长于其</translation>
    </message>
    <message>
        <source>%1 takes outlast their</source>
        <translation>%1 个 Take 长于其</translation>
    </message>
    <message>
        <source>the keys of %1 lie at %2 frames a second, which is taken as the source&apos;s rate (%3)</source>
        <translation>%1的关键帧按每秒 %2 帧分布，将其作为源文件的帧率（%3）</translation>
    </message>
    <message>
        <source>%1 clip</source>
        <translation>%1 个片段</translation>
    </message>
    <message>
        <source>%1 clips</source>
        <translation>%1 个片段</translation>
    </message>
    <message>
        <source>%1 with a name that another clip has: a number was added (%2)</source>
        <translation>%1与另一个片段同名：已加上编号（%2）</translation>
    </message>
    <message>
        <source>mesh &quot;%1&quot;: the table of skin weights does not fit its vertices</source>
        <translation>网格“%1”：蒙皮权重表与其顶点不符</translation>
    </message>
    <message>
        <source>%1 of materials not in the file: left out (%2)</source>
        <translation>材质的%1不在文件中：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 texture</source>
        <translation>%1 张纹理</translation>
    </message>
    <message>
        <source>%1 textures</source>
        <translation>%1 张纹理</translation>
    </message>
    <message>
        <source>%1 a third or later set of texture coordinates, of which two are kept: the first is used (%2)</source>
        <translation>%1第三套或更后的纹理坐标，而只保留两套：使用第一套（%2）</translation>
    </message>
    <message>
        <source>%1 texture uses</source>
        <translation>%1 张纹理使用</translation>
    </message>
    <message>
        <source>%1 textures use</source>
        <translation>%1 张纹理使用</translation>
    </message>
    <message>
        <source>%1 not finite: replaced (%2)</source>
        <translation>%1不是有限数：已替换（%2）</translation>
    </message>
    <message>
        <source>%1 material factor</source>
        <translation>%1 个材质系数</translation>
    </message>
    <message>
        <source>%1 material factors</source>
        <translation>%1 个材质系数</translation>
    </message>
    <message>
        <source>emission above 65,504 is not supported; limited to it (%1)</source>
        <translation>不支持高于 65,504 的自发光，已限制为该值（%1）</translation>
    </message>
    <message>
        <source>a node uses a mesh, a node or a skin that is not in the file (mesh %1, node %2)</source>
        <translation>有节点使用了文件中没有的网格、节点或蒙皮（网格 %1，节点 %2）</translation>
    </message>
    <message>
        <source>the model is too large: with all its instances it has %1 vertices and %2 triangles; at most %3 vertices and %4 triangles are read</source>
        <translation>模型太大：连同全部实例共有 %1 个顶点和 %2 个三角形；最多读取 %3 个顶点和 %4 个三角形</translation>
    </message>
    <message>
        <source>the model is too large: %1 nodes show its meshes, with %2 vertices in all; delete copies or place them in the engine</source>
        <translation>模型太大：有 %1 个节点显示其网格，共 %2 个顶点；请删除副本，或改在引擎中放置</translation>
    </message>
    <message>
        <source>mesh &quot;%1&quot;: its vertices lie beyond what 32-bit floats hold</source>
        <translation>网格“%1”：其顶点超出 32 位浮点数的范围</translation>
    </message>
    <message>
        <source>%1 whose placement in the bind pose has no size in some direction: the vertices were left in the space of the mesh (%2)</source>
        <translation>%1在绑定姿态中的放置在某个方向上没有大小：顶点保留在网格空间中（%2）</translation>
    </message>
    <message>
        <source>%1 mesh part</source>
        <translation>%1 个网格部分</translation>
    </message>
    <message>
        <source>%1 mesh parts</source>
        <translation>%1 个网格部分</translation>
    </message>
    <message>
        <source>parts of one mesh have different numbers of morph targets: the missing ones move nothing (%1)</source>
        <translation>同一网格的各部分变形目标数量不同：缺少的目标不产生变形（%1）</translation>
    </message>
    <message>
        <source>morph weights at rest that are not finite, or more of them than targets: ignored (%1)</source>
        <translation>静置时的变形权重不是有限数，或多于变形目标：已忽略（%1）</translation>
    </message>
    <message>
        <source>the model has no mesh: there is nothing to bake without one</source>
        <translation>模型没有网格：没有网格就没有可烘焙的内容</translation>
    </message>
    <message>
        <source>%1 without a name: names were made up (%2)</source>
        <translation>%1没有名称：已生成名称（%2）</translation>
    </message>
    <message>
        <source>%1 with invalid UTF-8 or control characters in the name: they were replaced (%2)</source>
        <translation>%1的名称含有无效的 UTF-8 或控制字符：已替换（%2）</translation>
    </message>
    <message>
        <source>%1 with a name of more than %2 bytes: it was cut</source>
        <translation>%1的名称超过 %2 字节：已截短</translation>
    </message>
    <message>
        <source>cycle in the nodes: %1 is its own ancestor</source>
        <translation>节点成环：%1是它自己的祖先</translation>
    </message>
    <message>
        <source>node %1 has parent %2 of %3</source>
        <translation>节点 %1 的父节点为 %2（共 %3）</translation>
    </message>
    <message>
        <source>%1 node</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>hierarchy too deep: node %1 lies more than %2 nodes deep</source>
        <translation>层级太深：节点 %1 的深度超过 %2 层</translation>
    </message>
    <message>
        <source>node %1: its transform is not finite</source>
        <translation>节点 %1：其变换不是有限数</translation>
    </message>
    <message>
        <source>%1 with a rotation of length 0: read as no rotation (%2)</source>
        <translation>%1的旋转长度为 0：视为无旋转（%2）</translation>
    </message>
    <message>
        <source>the rest transform of %1 is sheared, which translation, rotation and scale cannot express: the shear was left out (%2)</source>
        <translation>%1的静置变换带有切变，平移、旋转和缩放无法表达：已略去切变（%2）</translation>
    </message>
    <message>
        <source>%1 animated node</source>
        <translation>%1 个带动画的节点</translation>
    </message>
    <message>
        <source>%1 animated nodes</source>
        <translation>%1 个带动画的节点</translation>
    </message>
    <message>
        <source>%1 with a name that another node has: a number was added (%2)</source>
        <translation>%1与另一个节点同名：已加上编号（%2）</translation>
    </message>
    <message>
        <source>node &quot;%1&quot;: its place in the world is not finite</source>
        <translation>节点“%1”：它在世界空间中的位置不是有限数</translation>
    </message>
    <message>
        <source>mesh &quot;%1&quot;: %2</source>
        <translation>网格“%1”：%2</translation>
    </message>
    <message>
        <source>there are %1 normals for %2</source>
        <translation>有 %1 个法线，而有 %2</translation>
    </message>
    <message>
        <source>there are %1 tangents for %2</source>
        <translation>有 %1 个切线，而有 %2</translation>
    </message>
    <message>
        <source>there are %1 texture coordinates for %2</source>
        <translation>有 %1 个纹理坐标，而有 %2</translation>
    </message>
    <message>
        <source>there are %1 colours for %2</source>
        <translation>有 %1 个颜色，而有 %2</translation>
    </message>
    <message>
        <source>%1 vertex</source>
        <translation>%1 个顶点</translation>
    </message>
    <message>
        <source>%1 vertices</source>
        <translation>%1 个顶点</translation>
    </message>
    <message>
        <source>a morph target has not as many offsets as there are vertices</source>
        <translation>某个变形目标的偏移数量与顶点数量不一致</translation>
    </message>
    <message>
        <source>index out of range: a triangle uses vertex %1 of %2</source>
        <translation>索引超出范围：某个三角形使用顶点 %1，共 %2 个</translation>
    </message>
    <message>
        <source>a morph target holds positions that are not finite</source>
        <translation>某个变形目标含有非有限数的位置</translation>
    </message>
    <message>
        <source>the position of vertex %1 is not finite</source>
        <translation>顶点 %1 的位置不是有限数</translation>
    </message>
    <message>
        <source>positions in metres lie beyond what 32-bit floats hold</source>
        <translation>以米为单位的位置超出 32 位浮点数的范围</translation>
    </message>
    <message>
        <source>%1 without normals: flat ones were made (%2)</source>
        <translation>%1没有法线：已生成平直法线（%2）</translation>
    </message>
    <message>
        <source>%1 without normals: smooth ones were made (%2)</source>
        <translation>%1没有法线：已生成平滑法线（%2）</translation>
    </message>
    <message>
        <source>%1 with skin weights but no skin: rigid on the node (%2)</source>
        <translation>%1有蒙皮权重但没有蒙皮：刚性跟随节点（%2）</translation>
    </message>
    <message>
        <source>%1 normal of no length or not finite: made from the triangles (%2)</source>
        <translation>%1 个法线长度为零或不是有限数：已由三角形重新生成（%2）</translation>
    </message>
    <message>
        <source>%1 normals of no length or not finite: made from the triangles (%2)</source>
        <translation>%1 个法线长度为零或不是有限数：已由三角形重新生成（%2）</translation>
    </message>
    <message>
        <source>%1 tangent of no length or not finite: replaced (%2)</source>
        <translation>%1 个切线长度为零或不是有限数：已替换（%2）</translation>
    </message>
    <message>
        <source>%1 tangents of no length or not finite: replaced (%2)</source>
        <translation>%1 个切线长度为零或不是有限数：已替换（%2）</translation>
    </message>
    <message>
        <source>%1 texture coordinate not finite: set to 0 (%2)</source>
        <translation>%1 个纹理坐标不是有限数：已设为 0（%2）</translation>
    </message>
    <message>
        <source>%1 texture coordinates not finite: set to 0 (%2)</source>
        <translation>%1 个纹理坐标不是有限数：已设为 0（%2）</translation>
    </message>
    <message>
        <source>%1 vertex colour not finite: set to white (%2)</source>
        <translation>%1 个顶点颜色不是有限数：已设为白色（%2）</translation>
    </message>
    <message>
        <source>%1 vertex colours not finite: set to white (%2)</source>
        <translation>%1 个顶点颜色不是有限数：已设为白色（%2）</translation>
    </message>
    <message>
        <source>%1 normal offset of morph targets not finite: set to 0 (%2)</source>
        <translation>%1 个变形目标的法线偏移不是有限数：已设为 0（%2）</translation>
    </message>
    <message>
        <source>%1 normal offsets of morph targets not finite: set to 0 (%2)</source>
        <translation>%1 个变形目标的法线偏移不是有限数：已设为 0（%2）</translation>
    </message>
    <message>
        <source>%1 index left over after the last whole triangle: ignored (%2)</source>
        <translation>最后一个完整三角形之后多出 %1 个索引：已忽略（%2）</translation>
    </message>
    <message>
        <source>%1 indices left over after the last whole triangle: ignored (%2)</source>
        <translation>最后一个完整三角形之后多出 %1 个索引：已忽略（%2）</translation>
    </message>
    <message>
        <source>%1 mesh part without triangles: left out (%2)</source>
        <translation>%1 个网格部分没有三角形：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 mesh parts without triangles: left out (%2)</source>
        <translation>%1 个网格部分没有三角形：已略去（%2）</translation>
    </message>
    <message>
        <source>%1 mesh part with a material that is not in the file: left without one (%2)</source>
        <translation>%1 个网格部分使用的材质不在文件中：不使用材质（%2）</translation>
    </message>
    <message>
        <source>%1 mesh parts with a material that is not in the file: left without one (%2)</source>
        <translation>%1 个网格部分使用的材质不在文件中：不使用材质（%2）</translation>
    </message>
    <message>
        <source>%1 mesh part of a skinned mesh without skin weights: rigid on the node of the mesh (%2)</source>
        <translation>蒙皮网格的 %1 个部分没有蒙皮权重：刚性跟随网格的节点（%2）</translation>
    </message>
    <message>
        <source>%1 mesh parts of a skinned mesh without skin weights: rigid on the node of the mesh (%2)</source>
        <translation>蒙皮网格的 %1 个部分没有蒙皮权重：刚性跟随网格的节点（%2）</translation>
    </message>
    <message>
        <source>%1 vertex with negative or not finite skin weights: those were dropped (%2)</source>
        <translation>%1 个顶点有负的或非有限数的蒙皮权重：已丢弃这些权重（%2）</translation>
    </message>
    <message>
        <source>%1 vertices with negative or not finite skin weights: those were dropped (%2)</source>
        <translation>%1 个顶点有负的或非有限数的蒙皮权重：已丢弃这些权重（%2）</translation>
    </message>
    <message>
        <source>%1 vertex with skin weights for joints beyond the skin (joint out of range): those were dropped (%2)</source>
        <translation>%1 个顶点的蒙皮权重指向蒙皮之外的关节（关节超出范围）：已丢弃这些权重（%2）</translation>
    </message>
    <message>
        <source>%1 vertices with skin weights for joints beyond the skin (joint out of range): those were dropped (%2)</source>
        <translation>%1 个顶点的蒙皮权重指向蒙皮之外的关节（关节超出范围）：已丢弃这些权重（%2）</translation>
    </message>
    <message>
        <source>%1 vertex whose skin weights do not sum to 1: normalised (%2)</source>
        <translation>%1 个顶点的蒙皮权重之和不为 1：已归一化（%2）</translation>
    </message>
    <message>
        <source>%1 vertices whose skin weights do not sum to 1: normalised (%2)</source>
        <translation>%1 个顶点的蒙皮权重之和不为 1：已归一化（%2）</translation>
    </message>
    <message>
        <source>%1 vertex without any skin weight: bound to the nearest joint, or to the node of the mesh where there is none (%2)</source>
        <translation>%1 个顶点没有任何蒙皮权重：已绑定到最近的关节，没有关节时绑定到网格的节点（%2）</translation>
    </message>
    <message>
        <source>%1 vertices without any skin weight: bound to the nearest joint, or to the node of the mesh where there is none (%2)</source>
        <translation>%1 个顶点没有任何蒙皮权重：已绑定到最近的关节，没有关节时绑定到网格的节点（%2）</translation>
    </message>
    <message>
        <source>%1 vertex without any skin weight: it follows the node of the mesh, not the skeleton (%2)</source>
        <translation>%1 个顶点没有任何蒙皮权重：跟随网格的节点，而不跟随骨架（%2）</translation>
    </message>
    <message>
        <source>%1 vertices without any skin weight: they follow the node of the mesh, not the skeleton (%2)</source>
        <translation>%1 个顶点没有任何蒙皮权重：跟随网格的节点，而不跟随骨架（%2）</translation>
    </message>
    <message>
        <source>skin &quot;%1&quot; has %2 for %3</source>
        <translation>蒙皮“%1”有 %2，而关节有 %3</translation>
    </message>
    <message>
        <source>%1 inverse bind matrix</source>
        <translation>%1 个逆绑定矩阵</translation>
    </message>
    <message>
        <source>%1 inverse bind matrices</source>
        <translation>%1 个逆绑定矩阵</translation>
    </message>
    <message>
        <source>%1 joint</source>
        <translation>%1 个关节</translation>
    </message>
    <message>
        <source>%1 joints</source>
        <translation>%1 个关节</translation>
    </message>
    <message>
        <source>skin &quot;%1&quot;: joint %2 is node %3 of %4</source>
        <translation>蒙皮“%1”：关节 %2 指向节点 %3（共 %4）</translation>
    </message>
    <message>
        <source>skin &quot;%1&quot;: the inverse bind matrix of joint &quot;%2&quot; is not finite</source>
        <translation>蒙皮“%1”：关节“%2”的逆绑定矩阵不是有限数</translation>
    </message>
    <message>
        <source>skin &quot;%1&quot;: its bind pose is not finite</source>
        <translation>蒙皮“%1”：其绑定姿态不是有限数</translation>
    </message>
    <message>
        <source>%1 without joints: the meshes are rigid on their nodes (%2)</source>
        <translation>%1没有关节：网格刚性跟随其节点（%2）</translation>
    </message>
    <message>
        <source>%1 skin</source>
        <translation>%1 个蒙皮</translation>
    </message>
    <message>
        <source>%1 skins</source>
        <translation>%1 个蒙皮</translation>
    </message>
    <message>
        <source>%1 cannot be inverted: what follows only those joints collapses to a point, line or plane (%2)</source>
        <translation>%1不可逆：只跟随这些关节的部分会塌缩成点、线或面（%2）</translation>
    </message>
    <message>
        <source>%1 with a last row other than 0, 0, 0, 1: that row was ignored (%2)</source>
        <translation>%1的最后一行不是 0, 0, 0, 1：已忽略该行（%2）</translation>
    </message>
    <message>
        <source>%1 of a skin name a node that another joint names too: those with equal matrices were merged (%2)</source>
        <translation>%1指向同一蒙皮中另一关节也指向的节点：矩阵相同的已合并（%2）</translation>
    </message>
    <message>
        <source>the rest pose is not the pose in which the skin was bound (the joints agree on %1 % of the weight at most): the mesh is shown as its own node places it</source>
        <translation>静置姿态不是蒙皮绑定时的姿态（各关节最多在 %1 % 的权重上一致）：网格按其自身节点的位置显示</translation>
    </message>
    <message>
        <source>the clip does not say how fast it is (a frame time of 0?); 30 frames a second are taken</source>
        <translation>片段没有说明其速度（帧时间为 0？）；按每秒 30 帧处理</translation>
    </message>
    <message>
        <source>a channel is left out, as its node is not there (%1): no channel of the clip fits the skeleton</source>
        <translation>略去了一个通道，因为其节点不存在（%1）：片段没有任何通道与骨架相符</translation>
    </message>
    <message>
        <source>a channel is left out, as its node is not there (%1)</source>
        <translation>略去了一个通道，因为其节点不存在（%1）</translation>
    </message>
    <message>
        <source>%1 channels are left out, as their nodes are not there (%2): no channel of the clip fits the skeleton</source>
        <translation>略去了 %1 个通道，因为它们的节点不存在（%2）：片段没有任何通道与骨架相符</translation>
    </message>
    <message>
        <source>%1 channels are left out, as their nodes are not there (%2)</source>
        <translation>略去了 %1 个通道，因为它们的节点不存在（%2）</translation>
    </message>
    <message>
        <source>%1 rotation track has keys 60 degrees or more apart, so the way between them may not be the authoring tool&apos;s; export with a key at every frame (%2)</source>
        <translation>%1 条旋转轨道的关键帧相距 60 度或更多，中间过程可能与制作工具中的不同；请在导出时逐帧写入关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 rotation tracks have keys 60 degrees or more apart, so the way between them may not be the authoring tool&apos;s; export with a key at every frame (%2)</source>
        <translation>%1 条旋转轨道的关键帧相距 60 度或更多，中间过程可能与制作工具中的不同；请在导出时逐帧写入关键帧（%2）</translation>
    </message>
    <message>
        <source>the BVH file is cut short: it has no motion</source>
        <translation>BVH 文件不完整：没有动作数据</translation>
    </message>
    <message>
        <source>the hierarchy has no ROOT</source>
        <translation>层级中没有 ROOT</translation>
    </message>
    <message>
        <source>line %1 of the BVH file: %2</source>
        <translation>BVH 文件第 %1 行：%2</translation>
    </message>
    <message>
        <source>a joint has no name</source>
        <translation>有关节没有名称</translation>
    </message>
    <message>
        <source>&quot;End&quot; without &quot;Site&quot;</source>
        <translation>&quot;End&quot; 后面没有 &quot;Site&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no place here</source>
        <translation>此处不应出现“%1”</translation>
    </message>
    <message>
        <source>joint &quot;%1&quot; has no opening brace</source>
        <translation>关节“%1”没有左花括号</translation>
    </message>
    <message>
        <source>the joints of the BVH file are nested deeper than %1</source>
        <translation>BVH 文件的关节嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the name of a joint is longer than %1 bytes</source>
        <translation>有关节的名称超过 %1 字节</translation>
    </message>
    <message>
        <source>joint &quot;%1&quot; has its %2 twice</source>
        <translation>关节“%1”的 %2 出现了两次</translation>
    </message>
    <message>
        <source>the %2 of joint &quot;%1&quot; come after its children; they stand before the first JOINT or End Site</source>
        <translation>关节“%1”的 %2 写在其子关节之后；应写在第一个 JOINT 或 End Site 之前</translation>
    </message>
    <message>
        <source>&quot;%1&quot; in an OFFSET is no number</source>
        <translation>OFFSET 中的“%1”不是数字</translation>
    </message>
    <message>
        <source>the CHANNELS of joint &quot;%1&quot; have no count</source>
        <translation>关节“%1”的 CHANNELS 没有数量</translation>
    </message>
    <message>
        <source>joint &quot;%1&quot; has no channel &quot;%2&quot;; its CHANNELS are fewer than %3</source>
        <translation>关节“%1”没有通道“%2”；其 CHANNELS 少于 %3 个</translation>
    </message>
    <message>
        <source>this is not a BVH file</source>
        <translation>这不是 BVH 文件</translation>
    </message>
    <message>
        <source>the BVH file does not say how many frames it has</source>
        <translation>BVH 文件没有说明帧数</translation>
    </message>
    <message>
        <source>the BVH file declares %1 frames, more than it holds</source>
        <translation>BVH 文件声明了 %1 帧，多于实际帧数</translation>
    </message>
    <message>
        <source>the BVH file declares an unreadable number of frames, more than it holds</source>
        <translation>BVH 文件声明的帧数无法读取，多于实际帧数</translation>
    </message>
    <message>
        <source>the BVH file has %1 frames of %2 joints, more than is read; cut it into shorter ones</source>
        <translation>BVH 文件有 %1 帧、%2 个关节，超过可读取的数量；请将其拆成较短的文件</translation>
    </message>
    <message>
        <source>the BVH file has a frame time of %1; 30 frames a second are taken</source>
        <translation>BVH 文件的帧时间为 %1；按每秒 30 帧处理</translation>
    </message>
    <message>
        <source>the XML is malformed: &lt;/%1&gt; closes nothing</source>
        <translation>XML 格式有误：&lt;/%1&gt; 没有对应的开始标签</translation>
    </message>
    <message>
        <source>array &quot;%1&quot; declares more numbers than it holds</source>
        <translation>数组“%1”声明的数值多于实际数量</translation>
    </message>
    <message>
        <source>the XML is nested deeper than %1; the hierarchy is too deep</source>
        <translation>XML 嵌套超过 %1 层；层级太深</translation>
    </message>
    <message>
        <source>the XML has more than one DOCTYPE, or one that is not whole; COLLADA files need none</source>
        <translation>XML 有不止一个 DOCTYPE，或其 DOCTYPE 不完整；COLLADA 文件不需要 DOCTYPE</translation>
    </message>
    <message>
        <source>this is not a COLLADA file</source>
        <translation>这不是 COLLADA 文件</translation>
    </message>
    <message>
        <source>this is not COLLADA</source>
        <translation>这不是 COLLADA</translation>
    </message>
    <message>
        <source>the XML is not closed; the file is cut short%1</source>
        <translation>XML 没有闭合；文件不完整%1</translation>
    </message>
    <message>
        <source>the XML is not closed; the file is cut short inside &lt;%1&gt;</source>
        <translation>XML 没有闭合；文件在 &lt;%1&gt; 内中断</translation>
    </message>
    <message>
        <source>the file instances a node, geometry or controller that is not there</source>
        <translation>文件引用了不存在的节点、几何体或控制器</translation>
    </message>
    <message>
        <source>the id %1 holds a character that ids do not have</source>
        <translation>ID %1含有 ID 中不允许的字符</translation>
    </message>
    <message>
        <source>the %1 of a &lt;%2&gt; is no count</source>
        <translation>&lt;%2&gt; 的 %1 不是有效的数量</translation>
    </message>
    <message>
        <source>a list of indices holds %1, which is no index</source>
        <translation>索引列表含有 %1，而它不是索引</translation>
    </message>
    <message>
        <source>a &lt;%1&gt; stands inside another</source>
        <translation>一个 &lt;%1&gt; 位于另一个之内</translation>
    </message>
    <message>
        <source>mesh %1 has more than one &lt;vertices&gt;</source>
        <translation>网格 %1 有不止一个 &lt;vertices&gt;</translation>
    </message>
    <message>
        <source>skin %1 has its weights twice</source>
        <translation>蒙皮 %1 的权重出现了两次</translation>
    </message>
    <message>
        <source>two arrays of different kinds are called %1</source>
        <translation>两个不同类型的数组都名为%1</translation>
    </message>
    <message>
        <source>an input of mesh %1 has the offset %2</source>
        <translation>网格 %1 的一个输入的偏移为 %2</translation>
    </message>
    <message>
        <source>mesh %1 has positions outside of its &lt;vertices&gt;</source>
        <translation>网格 %1 的位置在其 &lt;vertices&gt; 之外</translation>
    </message>
    <message>
        <source>mesh %1 has a &lt;%2&gt; without a VERTEX input</source>
        <translation>网格 %1 的一个 &lt;%2&gt; 没有 VERTEX 输入</translation>
    </message>
    <message>
        <source>mesh %1 has a &lt;polylist&gt; of %2 polygons with %3 vertex counts</source>
        <translation>网格 %1 的一个 &lt;polylist&gt; 有 %2 个多边形，却有 %3 个顶点数</translation>
    </message>
    <message>
        <source>index out of range: the accessor of source %1 (%2 elements, stride %3, offset %4) leaves its array of %5 values</source>
        <translation>索引超出范围：源 %1 的访问器（%2 个元素，步长 %3，偏移 %4）超出其含 %5 个值的数组</translation>
    </message>
    <message>
        <source>the accessor of source %1 has elements of %2 numbers</source>
        <translation>源 %1 的访问器的每个元素有 %2 个数值</translation>
    </message>
    <message>
        <source>controller %1 has itself as its source</source>
        <translation>控制器 %1 以自身为源</translation>
    </message>
    <message>
        <source>skin %1</source>
        <translation>蒙皮 %1</translation>
    </message>
    <message>
        <source>%1: the accessor leaves the array of its joints&apos; names</source>
        <translation>%1：访问器超出关节名称的数组</translation>
    </message>
    <message>
        <source>%1 has %2 joints and too few inverse bind matrices</source>
        <translation>%1有 %2 个关节，而逆绑定矩阵太少</translation>
    </message>
    <message>
        <source>index out of range: %1 has a weight for joint %2 of %3</source>
        <translation>索引超出范围：%1有关节 %2 的权重，而关节共有 %3 个</translation>
    </message>
    <message>
        <source>index out of range: %1 uses weight %2 of %3</source>
        <translation>索引超出范围：%1使用权重 %2，而权重共有 %3 个</translation>
    </message>
    <message>
        <source>%1 has weights for %2 vertices and %3 counts of them</source>
        <translation>%1为 %2 个顶点提供权重，但只有 %3 个权重数量</translation>
    </message>
    <message>
        <source>%1 declares %2 weights and holds %3</source>
        <translation>%1声明了 %2 个权重，实际只有 %3 个</translation>
    </message>
    <message>
        <source>%1 has weights for %2 of %3 vertices</source>
        <translation>%1只为 %3 个顶点中的 %2 个提供了权重</translation>
    </message>
    <message>
        <source>the motion of morph targets is not read from COLLADA files (%1 track is left out); export the model as glTF or FBX to keep it</source>
        <translation>不从 COLLADA 文件读取变形目标的动画（已略去 %1 条轨道）；请将模型导出为 glTF 或 FBX 以保留它</translation>
    </message>
    <message>
        <source>the motion of morph targets is not read from COLLADA files (%1 tracks are left out); export the model as glTF or FBX to keep it</source>
        <translation>不从 COLLADA 文件读取变形目标的动画（已略去 %1 条轨道）；请将模型导出为 glTF 或 FBX 以保留它</translation>
    </message>
    <message>
        <source>mesh %1 of the MD5 file</source>
        <translation>MD5 文件的网格 %1</translation>
    </message>
    <message>
        <source>the MD5 file is cut short: a block does not open</source>
        <translation>MD5 文件不完整：某个块没有开始</translation>
    </message>
    <message>
        <source>the MD5 file is of another version than 10, which is not read</source>
        <translation>MD5 文件的版本不是 10，不被读取</translation>
    </message>
    <message>
        <source>this is not an MD5 mesh file</source>
        <translation>这不是 MD5 网格文件</translation>
    </message>
    <message>
        <source>the MD5 file is cut short or has no joints</source>
        <translation>MD5 文件不完整或没有关节</translation>
    </message>
    <message>
        <source>the MD5 file declares %1 joints and holds %2</source>
        <translation>MD5 文件声明了 %1 个关节，实际有 %2 个</translation>
    </message>
    <message>
        <source>the MD5 file is cut short or has no mesh</source>
        <translation>MD5 文件不完整或没有网格</translation>
    </message>
    <message>
        <source>the MD5 file has its joints twice</source>
        <translation>MD5 文件的关节出现了两次</translation>
    </message>
    <message>
        <source>the MD5 file is cut short inside its joints</source>
        <translation>MD5 文件在关节部分中断</translation>
    </message>
    <message>
        <source>joint %1 of the MD5 file is not whole</source>
        <translation>MD5 文件的关节 %1 不完整</translation>
    </message>
    <message>
        <source>joint %1 of the MD5 file has parent %2, which is not before it</source>
        <translation>MD5 文件的关节 %1 的父关节为 %2，而它不在其之前</translation>
    </message>
    <message>
        <source>%1 is cut short</source>
        <translation>%1不完整</translation>
    </message>
    <message>
        <source>index out of range: %1 %2 of %3 in mesh %4</source>
        <translation>索引超出范围：%1 %2，共 %3 个，位于网格 %4</translation>
    </message>
    <message>
        <source>%1 declares more %2 than the file holds</source>
        <translation>%1声明的 %2 多于文件实际所含</translation>
    </message>
    <message>
        <source>the MD5 file is cut short inside mesh %1</source>
        <translation>MD5 文件在网格 %1 内中断</translation>
    </message>
    <message>
        <source>%1 has a shader whose name is too long or not in quotation marks</source>
        <translation>%1的着色器名称过长或没有用引号括起</translation>
    </message>
    <message>
        <source>vertices</source>
        <translation>顶点</translation>
    </message>
    <message>
        <source>triangles</source>
        <translation>三角形</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>vertex</source>
        <translation>顶点</translation>
    </message>
    <message>
        <source>a vertex of %1 is not whole</source>
        <translation>%1的一个顶点不完整</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>三角形</translation>
    </message>
    <message>
        <source>a triangle&apos;s vertex</source>
        <translation>三角形的顶点</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>a weight&apos;s joint</source>
        <translation>权重的关节</translation>
    </message>
    <message>
        <source>weight %1 of %2 is not whole</source>
        <translation>%2的权重 %1 不完整</translation>
    </message>
    <message>
        <source>%1 is cut short: it declares %2 %3, and number %4 is missing</source>
        <translation>%1不完整：它声明了 %2 个 %3，而缺少第 %4 个</translation>
    </message>
    <message>
        <source>index out of range: a vertex uses weight %1 of %2 in mesh %3</source>
        <translation>索引超出范围：某个顶点使用权重 %1，共 %2 个，位于网格 %3</translation>
    </message>
    <message>
        <source>this is not an MD5 animation file of version 10</source>
        <translation>这不是版本 10 的 MD5 动画文件</translation>
    </message>
    <message>
        <source>the MD5 animation file is cut short inside its hierarchy</source>
        <translation>MD5 动画文件在层级部分中断</translation>
    </message>
    <message>
        <source>joint %1 of the MD5 animation file is not whole or out of range</source>
        <translation>MD5 动画文件的关节 %1 不完整或超出范围</translation>
    </message>
    <message>
        <source>the base frame of the MD5 animation file is not whole</source>
        <translation>MD5 动画文件的基准帧不完整</translation>
    </message>
    <message>
        <source>a frame of the MD5 animation file has no number</source>
        <translation>MD5 动画文件的一帧没有编号</translation>
    </message>
    <message>
        <source>the MD5 animation file is cut short inside its first frame</source>
        <translation>MD5 动画文件在第一帧内中断</translation>
    </message>
    <message>
        <source>frame %1 of the MD5 animation file holds something other than numbers</source>
        <translation>MD5 动画文件的第 %1 帧含有数值以外的内容</translation>
    </message>
    <message>
        <source>index out of range: a joint&apos;s numbers end behind those of frame %1 in the MD5 animation file</source>
        <translation>索引超出范围：在 MD5 动画文件中，某个关节的数值超出了第 %1 帧的数值</translation>
    </message>
    <message>
        <source>the .x file is cut short or holds something else where a whole number should be</source>
        <translation>.x 文件不完整，或在应为整数处是其他内容</translation>
    </message>
    <message>
        <source>the .x file holds a number that is no count and no index</source>
        <translation>.x 文件含有一个既不是数量也不是索引的数值</translation>
    </message>
    <message>
        <source>the .x file has no quotation mark where a text should be</source>
        <translation>.x 文件在应为文本处没有引号</translation>
    </message>
    <message>
        <source>the .x file has a text without quotation mark and semicolon at its end</source>
        <translation>.x 文件有一段文本的结尾没有引号和分号</translation>
    </message>
    <message>
        <source>the .x file is cut short or lacks a separator between its numbers</source>
        <translation>.x 文件不完整，或数值之间缺少分隔符</translation>
    </message>
    <message>
        <source>the .x file is cut short or holds something else where a number should be</source>
        <translation>.x 文件不完整，或在应为数值处是其他内容</translation>
    </message>
    <message>
        <source>the .x file is cut short</source>
        <translation>.x 文件不完整</translation>
    </message>
    <message>
        <source>the .x file holds a token of an unknown kind</source>
        <translation>.x 文件含有未知类型的标记</translation>
    </message>
    <message>
        <source>the .x file holds something else where a list of numbers should be</source>
        <translation>.x 文件在应为数值列表处是其他内容</translation>
    </message>
    <message>
        <source>the .x file holds an empty list of numbers</source>
        <translation>.x 文件含有空的数值列表</translation>
    </message>
    <message>
        <source>the .x file mixes lists of whole numbers and of others</source>
        <translation>.x 文件混用了整数列表和其他数值的列表</translation>
    </message>
    <message>
        <source>the .x file is cut short: a bracket is open</source>
        <translation>.x 文件不完整：有括号没有闭合</translation>
    </message>
    <message>
        <source>a name in the .x file is longer than %1 bytes</source>
        <translation>.x 文件中有名称超过 %1 字节</translation>
    </message>
    <message>
        <source>the .x file is cut short, or a block holds more than belongs into it</source>
        <translation>.x 文件不完整，或某个块含有多余的内容</translation>
    </message>
    <message>
        <source>the frames of the .x file are nested deeper than %1</source>
        <translation>.x 文件的 Frame 嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>the .x file declares %1 %2, more than it holds</source>
        <translation>.x 文件声明了 %1 个 %2，多于实际所含</translation>
    </message>
    <message>
        <source>corners of a face</source>
        <translation>面的角点</translation>
    </message>
    <message>
        <source>a face</source>
        <translation>某个面</translation>
    </message>
    <message>
        <source>index out of range: %1 is for %2 %3 of %4</source>
        <translation>索引超出范围：%1指向 %2 %3（共 %4）</translation>
    </message>
    <message>
        <source>faces</source>
        <translation>面</translation>
    </message>
    <message>
        <source>a mesh of the .x file has %1 %2 for %3 %4</source>
        <translation>.x 文件的一个网格有 %1 个 %2，却有 %3 个 %4</translation>
    </message>
    <message>
        <source>a mesh of the .x file has its %1 twice</source>
        <translation>.x 文件的一个网格有两份 %1</translation>
    </message>
    <message>
        <source>normals</source>
        <translation>法线</translation>
    </message>
    <message>
        <source>faces of normals</source>
        <translation>法线的面</translation>
    </message>
    <message>
        <source>a mesh of the .x file has too many sets of texture coordinates</source>
        <translation>.x 文件的一个网格有太多套纹理坐标</translation>
    </message>
    <message>
        <source>texture coordinates</source>
        <translation>纹理坐标</translation>
    </message>
    <message>
        <source>a mesh of the .x file has too many sets of vertex colours</source>
        <translation>.x 文件的一个网格有太多套顶点颜色</translation>
    </message>
    <message>
        <source>vertex colours</source>
        <translation>顶点颜色</translation>
    </message>
    <message>
        <source>a colour</source>
        <translation>某个颜色</translation>
    </message>
    <message>
        <source>list of materials</source>
        <translation>材质列表</translation>
    </message>
    <message>
        <source>materials of faces</source>
        <translation>面的材质</translation>
    </message>
    <message>
        <source>materials</source>
        <translation>材质</translation>
    </message>
    <message>
        <source>index out of range: a face of the .x file has material 0 of 0</source>
        <translation>索引超出范围：.x 文件的一个面使用材质 0，而没有任何材质</translation>
    </message>
    <message>
        <source>a skin weight</source>
        <translation>某个蒙皮权重</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>关键帧</translation>
    </message>
    <message>
        <source>a key of the .x file has %1 numbers, not %2</source>
        <translation>.x 文件的一个关键帧有 %1 个数值，而不是 %2 个</translation>
    </message>
    <message>
        <source>this is not a DirectX .x file</source>
        <translation>这不是 DirectX .x 文件</translation>
    </message>
    <message>
        <source>compressed DirectX files are not read; save it as text or convert it to glTF</source>
        <translation>不读取压缩的 DirectX 文件；请保存为文本格式或转换为 glTF</translation>
    </message>
    <message>
        <source>this is no kind of DirectX .x file that is known</source>
        <translation>这不是已知类型的 DirectX .x 文件</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>文件为空</translation>
    </message>
    <message>
        <source>IQM files are not read (their skeleton and clips would be lost); convert the model to glTF or FBX</source>
        <translation>不读取 IQM 文件（会丢失骨架和动画片段）；请将模型转换为 glTF 或 FBX</translation>
    </message>
    <message>
        <source>no model format with this ending is read; if the file has another one&apos;s content, give it that format&apos;s ending (.fbx, .glb, .dae, …)</source>
        <translation>不读取使用此扩展名的模型格式；如果文件内容属于其他格式，请改用该格式的扩展名（.fbx、.glb、.dae 等）</translation>
    </message>
    <message>
        <source>the material&apos;s bump map is left out; use a normal map</source>
        <translation>材质的凹凸贴图已略去；请使用法线贴图</translation>
    </message>
    <message>
        <source>metalness and roughness are in textures of their own, not in one as glTF has them; they are left out</source>
        <translation>金属度和粗糙度分别位于各自的纹理中，而不是像 glTF 那样合在一张；它们已略去</translation>
    </message>
    <message>
        <source>the material&apos;s opacity is in a texture of its own; it is left out (put it into the alpha of the colour texture)</source>
        <translation>材质的不透明度位于单独的纹理中，已略去（请放入颜色纹理的 Alpha 通道）</translation>
    </message>
    <message>
        <source>a texture uses UV set %1; only the first two are kept, it gets the first</source>
        <translation>某张纹理使用 UV 集 %1；只保留前两套，改用第一套</translation>
    </message>
    <message>
        <source>a texture is moved, scaled or turned by the material; that is left out</source>
        <translation>材质对某张纹理进行了平移、缩放或旋转；该变换已略去</translation>
    </message>
    <message>
        <source>the embedded texture &quot;%1&quot; is empty</source>
        <translation>内嵌纹理“%1”是空的</translation>
    </message>
    <message>
        <source>the texture image &quot;%1&quot; was left out: %2</source>
        <translation>纹理图像“%1”已略去：%2</translation>
    </message>
    <message>
        <source>texture not found: &quot;%1&quot;; exported without it</source>
        <translation>未找到纹理“%1”；导出时不含它</translation>
    </message>
    <message>
        <source>a morph target has another number of vertices than its mesh; it is read as empty</source>
        <translation>某个变形目标的顶点数与其网格不同；按空处理</translation>
    </message>
    <message>
        <source>the mesh holds lines or points only, no triangles; it is left out</source>
        <translation>网格只含有线或点，没有三角形；已略去</translation>
    </message>
    <message>
        <source>%1 line or point of the mesh is left out</source>
        <translation>网格的 %1 条线或个点已略去</translation>
    </message>
    <message>
        <source>%1 lines or points of the mesh are left out</source>
        <translation>网格的 %1 条线或个点已略去</translation>
    </message>
    <message>
        <source>%1 bones (first: &quot;%2&quot;) name nodes that are not there; their weights are dropped</source>
        <translation>%1 根骨骼（第一根：“%2”）引用了不存在的节点；其权重已丢弃</translation>
    </message>
    <message>
        <source>%1 weights name vertices that are not there; they are dropped</source>
        <translation>%1 个权重引用了不存在的顶点；已丢弃</translation>
    </message>
    <message>
        <source>the animation file is left out: %1</source>
        <translation>动画文件已略去：%1</translation>
    </message>
    <message>
        <source>the animation file holds no motion that can be read</source>
        <translation>动画文件中没有可读取的动作</translation>
    </message>
    <message>
        <source>reading the file needs more memory than the import may use</source>
        <translation>读取该文件所需的内存超过导入的限额</translation>
    </message>
    <message>
        <source>the file cannot be read: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>is none of the formats that are read, whatever its ending says</source>
        <translation>不是任何可读取的格式，无论其扩展名是什么</translation>
    </message>
    <message>
        <source>the file cannot be read</source>
        <translation>无法读取文件</translation>
    </message>
    <message>
        <source>%1 nodes have a name that another node has too; bones and channels of that name go to the first node</source>
        <translation>%1 个节点与其他节点同名；该名称的骨骼和通道归第一个节点</translation>
    </message>
    <message>
        <source>$%1 names %2, which is not a program: let it name Blender&apos;s, or unset it</source>
        <translation>$%1 指定了 %2，它不是程序：请让它指定 Blender 的程序，或取消设置</translation>
    </message>
    <message>
        <source>Blender opens such scenes, and there is none on this machine: install Blender 3.4 or later, or let $%1 name its program</source>
        <translation>此类场景由 Blender 打开，而本机没有 Blender：请安装 Blender 3.4 或更高版本，或让 $%1 指定其程序</translation>
    </message>
    <message>
        <source>Blender took longer than %1 s to evaluate the scene; then allow %2</source>
        <translation>Blender 求值场景的时间超过 %1 秒；如需更久，请允许 %2</translation>
    </message>
    <message>
        <source>Blender needed more than %1 GiB of memory to evaluate the scene; then allow %2</source>
        <translation>Blender 求值场景所需的内存超过 %1 GiB；如需更多，请允许 %2</translation>
    </message>
    <message>
        <source>Blender (%1) ended without an answer while it evaluated the scene: %2</source>
        <translation>Blender（%1）在求值场景时结束，没有给出结果：%2</translation>
    </message>
    <message>
        <source>there is no cache folder that Blender&apos;s result could be written to; set $TEXELETON_CACHE</source>
        <translation>没有可写入 Blender 结果的缓存文件夹；请设置 $TEXELETON_CACHE</translation>
    </message>
    <message>
        <source>the folder %1 is not yours, or others may write to it; set $TEXELETON_CACHE</source>
        <translation>文件夹 %1 不属于您，或他人可写入；请设置 $TEXELETON_CACHE</translation>
    </message>
    <message>
        <source>cannot write to the folder %1: %2</source>
        <translation>无法写入文件夹 %1：%2</translation>
    </message>
    <message>
        <source>a file that the scene reads changed meanwhile; import it again</source>
        <translation>场景读取的某个文件在此期间发生了变化；请重新导入</translation>
    </message>
    <message>
        <source>looking for Blender was cancelled</source>
        <translation>已取消查找 Blender</translation>
    </message>
    <message>
        <source>%1 does not tell the version of a Blender</source>
        <translation>%1 没有给出 Blender 的版本</translation>
    </message>
    <message>
        <source>Blender %1 is too old for the add-on, which needs 3.4 or later</source>
        <translation>Blender %1 对插件来说太旧，插件需要 3.4 或更高版本</translation>
    </message>
    <message>
        <source>installing the add-on was cancelled</source>
        <translation>已取消安装插件</translation>
    </message>
    <message>
        <source>Blender (%1) did not install the add-on within %2 s; save it and install it in Blender&apos;s preferences</source>
        <translation>Blender（%1）未能在 %2 秒内安装插件；请将其保存，并在 Blender 的偏好设置中安装</translation>
    </message>
    <message>
        <source>Blender (%1) did not install the add-on: %2</source>
        <translation>Blender（%1）没有安装插件：%2</translation>
    </message>
    <message>
        <source>the animations of the file have more than %1 keys</source>
        <translation>文件的动画超过 %1 个关键帧</translation>
    </message>
    <message>
        <source>%1 channel is left out, as what it moves is not there (%2)</source>
        <translation>忽略了 %1 个通道，因为它驱动的对象不存在（%2）</translation>
    </message>
    <message>
        <source>%1 channels are left out, as what they move is not there (%2)</source>
        <translation>忽略了 %1 个通道，因为它们驱动的对象不存在（%2）</translation>
    </message>
    <message>
        <source>%1 animation of a clip is not in the file (%2)</source>
        <translation>剪辑引用的 %1 个动画不在文件中（%2）</translation>
    </message>
    <message>
        <source>%1 animations of clips are not in the file (%2)</source>
        <translation>剪辑引用的 %1 个动画不在文件中（%2）</translation>
    </message>
    <message>
        <source>%1 channel belongs to no clip and is left out (%2)</source>
        <translation>%1 个通道不属于任何剪辑，已忽略（%2）</translation>
    </message>
    <message>
        <source>%1 channels belong to no clip and are left out (%2)</source>
        <translation>%1 个通道不属于任何剪辑，已忽略（%2）</translation>
    </message>
    <message>
        <source>%1 curve is not followed between its keys, as it is a CARDINAL or BSPLINE curve or has no tangents: straight lines are taken; export with a key at every frame (%2)</source>
        <translation>%1 条曲线是 CARDINAL 或 BSPLINE 曲线或没有切线，关键帧之间按直线处理；请在导出时逐帧写入关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 curves are not followed between their keys, as they are CARDINAL or BSPLINE curves or have no tangents: straight lines are taken; export with a key at every frame (%2)</source>
        <translation>%1 条曲线是 CARDINAL 或 BSPLINE 曲线或没有切线，关键帧之间按直线处理；请在导出时逐帧写入关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 curve goes on before or after its keys, which is not followed: its ends hold (%2)</source>
        <translation>%1 条曲线在首尾关键帧之外仍有变化，这部分不读取：两端保持不变（%2）</translation>
    </message>
    <message>
        <source>%1 curves go on before or after their keys, which is not followed: their ends hold (%2)</source>
        <translation>%1 条曲线在首尾关键帧之外仍有变化，这部分不读取：两端保持不变（%2）</translation>
    </message>
    <message>
        <source>the animations of the file</source>
        <translation>文件的动画</translation>
    </message>
    <message>
        <source>the animation of &quot;%1&quot; has no times or no values</source>
        <translation>“%1”的动画没有时间或没有值</translation>
    </message>
    <message>
        <source>the animation of &quot;%1&quot; has %2 times for %3 values</source>
        <translation>“%1”的动画有 %2 个时间，却有 %3 个值</translation>
    </message>
    <message>
        <source>the animation of &quot;%1&quot; leaves its arrays</source>
        <translation>“%1”的动画超出了其数组</translation>
    </message>
    <message>
        <source>a &lt;%1&gt; holds &quot;%2&quot;, which is no number</source>
        <translation>&lt;%1&gt; 中的“%2”不是数字</translation>
    </message>
    <message>
        <source>a node instances itself: there is a cycle in the nodes</source>
        <translation>有节点引用了自身：节点成环</translation>
    </message>
    <message>
        <source>nodes that instance others become more than %1, or deeper than %2</source>
        <translation>节点相互引用后超过 %1 个，或深度超过 %2 层</translation>
    </message>
    <message>
        <source>%1 animation curves declare more keys than they hold; the keys that are there are kept</source>
        <translation>%1 条动画曲线声明的关键帧多于实际数量；保留实际存在的关键帧</translation>
    </message>
    <message>
        <source>the take moves nothing and is left out</source>
        <translation>该 Take 不驱动任何内容，已略去</translation>
    </message>
    <message>
        <source>%1 (clip &quot;%2&quot;, &quot;%3&quot;)</source>
        <translation>%1（片段“%2”，“%3”）</translation>
    </message>
    <message>
        <source>%1 rotation track holds too few keys to follow the authoring tool&apos;s curve by itself (%2); its curve was sampled at the frames of the file, and between them where they bend</source>
        <translation>%1 条旋转轨道的关键帧太少，不足以再现制作工具中的曲线（%2）；已按文件的帧对其曲线采样，在帧间弯曲处也加采样</translation>
    </message>
    <message>
        <source>%1 rotation tracks hold too few keys to follow the authoring tool&apos;s curve by themselves (%2); their curves were sampled at the frames of the file, and between them where they bend</source>
        <translation>%1 条旋转轨道的关键帧太少，不足以再现制作工具中的曲线（%2）；已按文件的帧对其曲线采样，在帧间弯曲处也加采样</translation>
    </message>
    <message>
        <source>curves repeat their keys too often to be followed; bake the animation to keep them</source>
        <translation>曲线重复关键帧过于频繁，无法跟随；要保留它们，请烘焙动画</translation>
    </message>
    <message>
        <source>%1 node has a property with two sets of curves in one layer; the first is read (%2)</source>
        <translation>%1 个节点的某个属性在同一层中有两组曲线；读取第一组（%2）</translation>
    </message>
    <message>
        <source>%1 nodes have a property with two sets of curves in one layer; the first is read (%2)</source>
        <translation>%1 个节点的某个属性在同一层中有两组曲线；读取第一组（%2）</translation>
    </message>
    <message>
        <source>%1 animation layer is muted, or another one is solo; it is left out (%2)</source>
        <translation>%1 个动画层被静音，或有其他层为独奏；该层已略去（%2）</translation>
    </message>
    <message>
        <source>%1 animation layers are muted, or others are solo; they are left out (%2)</source>
        <translation>%1 个动画层被静音，或有其他层为独奏；这些层已略去（%2）</translation>
    </message>
    <message>
        <source>%1 node has curves that go on beyond their keys in a way that FBX does not have; the last key is held instead (%2)</source>
        <translation>%1 个节点的曲线以 FBX 没有的方式延续到关键帧之外；改为保持最后一个关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 nodes have curves that go on beyond their keys in a way that FBX does not have; the last key is held instead (%2)</source>
        <translation>%1 个节点的曲线以 FBX 没有的方式延续到关键帧之外；改为保持最后一个关键帧（%2）</translation>
    </message>
    <message>
        <source>%1 animated geometric transform is left out; bake the animation to keep it (%2)</source>
        <translation>已略去 %1 个带动画的几何变换；要保留它，请烘焙动画（%2）</translation>
    </message>
    <message>
        <source>%1 animated geometric transforms are left out; bake the animation to keep them (%2)</source>
        <translation>已略去 %1 个带动画的几何变换；要保留它们，请烘焙动画（%2）</translation>
    </message>
    <message>
        <source>the take ends before it starts; it is read from its first to its last key</source>
        <translation>该 Take 的结束早于开始；从其第一个关键帧读取到最后一个</translation>
    </message>
    <message>
        <source>an animation curve holds a value that is not finite</source>
        <translation>某条动画曲线含有非有限数的值</translation>
    </message>
    <message>
        <source>an FBX array is larger than 2 GiB</source>
        <translation>某个 FBX 数组大于 2 GiB</translation>
    </message>
    <message>
        <source>an FBX array does not inflate to the length it declares</source>
        <translation>某个 FBX 数组解压后的长度与声明的不符</translation>
    </message>
    <message>
        <source>an FBX array holds &quot;%1&quot; where a number should be</source>
        <translation>某个 FBX 数组在应为数字的地方是“%1”</translation>
    </message>
    <message>
        <source>the FBX file is cut short: its header is not whole</source>
        <translation>FBX 文件不完整：其文件头不完整</translation>
    </message>
    <message>
        <source>big-endian FBX files are not read; save it again with another program</source>
        <translation>不读取大端序 FBX 文件；请用其他程序重新保存</translation>
    </message>
    <message>
        <source>this is not an FBX file</source>
        <translation>这不是 FBX 文件</translation>
    </message>
    <message>
        <source>the FBX file does not say its version</source>
        <translation>FBX 文件没有说明其版本</translation>
    </message>
    <message>
        <source>FBX version %1 is too old; save it as FBX 2011 (7100) or newer, or open it in Godot (4.3 or newer, free), which reads it, and export the scene from there as glTF</source>
        <translation>FBX 版本 %1 过旧；请保存为 FBX 2011（7100）或更新版本，或用可读取它的 Godot（4.3 或更新，免费）打开，再从那里把场景导出为 glTF</translation>
    </message>
    <message>
        <source>the FBX file is cut short: it has no objects</source>
        <translation>FBX 文件不完整：没有对象</translation>
    </message>
    <message>
        <source>the visibility of %1 node is animated, which cannot be baked: it is always shown (%2)</source>
        <translation>%1 个节点的可见性带有动画，无法烘焙：它将始终显示（%2）</translation>
    </message>
    <message>
        <source>the visibility of %1 nodes is animated, which cannot be baked: they are always shown (%2)</source>
        <translation>%1 个节点的可见性带有动画，无法烘焙：它们将始终显示（%2）</translation>
    </message>
    <message>
        <source>%1 (line %2)</source>
        <translation>%1（第 %2 行）</translation>
    </message>
    <message>
        <source>the FBX file is cut short: a bracket is not closed</source>
        <translation>FBX 文件不完整：有括号未闭合</translation>
    </message>
    <message>
        <source>the FBX records are nested deeper than %1</source>
        <translation>FBX 记录嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a closing bracket has no opening one</source>
        <translation>某个右括号没有对应的左括号</translation>
    </message>
    <message>
        <source>a quotation mark stands where a record should begin</source>
        <translation>在应开始一条记录的地方出现了引号</translation>
    </message>
    <message>
        <source>text stands where an FBX record should begin</source>
        <translation>在应开始一条 FBX 记录的地方出现了文本</translation>
    </message>
    <message>
        <source>a quotation mark is not closed</source>
        <translation>某个引号没有闭合</translation>
    </message>
    <message>
        <source>an unexpected character</source>
        <translation>出现意外的字符</translation>
    </message>
    <message>
        <source>a quotation mark stands inside a word</source>
        <translation>单词中出现了引号</translation>
    </message>
    <message>
        <source>the length of FBX array &quot;%1&quot; is not a number</source>
        <translation>FBX 数组“%1”的长度不是数字</translation>
    </message>
    <message>
        <source>FBX array &quot;%1&quot; has no bracket</source>
        <translation>FBX 数组“%1”没有括号</translation>
    </message>
    <message>
        <source>FBX array &quot;%1&quot; holds something other than numbers</source>
        <translation>FBX 数组“%1”含有数字以外的内容</translation>
    </message>
    <message>
        <source>FBX array &quot;%1&quot; declares a length of %2 that its %3 characters cannot hold</source>
        <translation>FBX 数组“%1”声明的长度为 %2，而其 %3 个字符容纳不下</translation>
    </message>
    <message>
        <source>%1 (at byte %2)</source>
        <translation>%1（位于第 %2 字节）</translation>
    </message>
    <message>
        <source>the FBX file is cut short</source>
        <translation>FBX 文件不完整</translation>
    </message>
    <message>
        <source>an FBX record leaves its parent</source>
        <translation>某条 FBX 记录超出其父记录</translation>
    </message>
    <message>
        <source>an FBX record ends before it begins</source>
        <translation>某条 FBX 记录的结束早于开始</translation>
    </message>
    <message>
        <source>the values of FBX record &quot;%1&quot; leave it</source>
        <translation>FBX 记录“%1”的值超出该记录</translation>
    </message>
    <message>
        <source>FBX record &quot;%1&quot; holds a value of an unknown type</source>
        <translation>FBX 记录“%1”含有未知类型的值</translation>
    </message>
    <message>
        <source>FBX array &quot;%1&quot; declares a length of %2 that its %3 bytes cannot hold</source>
        <translation>FBX 数组“%1”声明的长度为 %2，其 %3 字节无法容纳</translation>
    </message>
    <message>
        <source>the arrays of the FBX file would unpack to more than %1 MiB, an absurd amount for its size</source>
        <translation>FBX 文件的数组解压后会超过 %1 MiB，与文件大小极不相称</translation>
    </message>
    <message>
        <source>bones have more than one set of weights in the mesh; the first of each is kept</source>
        <translation>有骨骼在网格中有不止一组权重；各保留第一组</translation>
    </message>
    <message>
        <source>%1 nodes share a name too short to be told apart; weights may be mixed up</source>
        <translation>%1 个节点的共同名称太短而无法区分；权重可能混淆</translation>
    </message>
    <message>
        <source>it has no vertices or polygons</source>
        <translation>它没有顶点或多边形</translation>
    </message>
    <message>
        <source>its vertex array is not a multiple of three</source>
        <translation>其顶点数组的长度不是三的倍数</translation>
    </message>
    <message>
        <source>index out of range: polygon index %1 of %2 vertices</source>
        <translation>索引超出范围：多边形索引 %1，共 %2 个顶点</translation>
    </message>
    <message>
        <source>the parser gave no reason</source>
        <translation>解析器没有给出原因</translation>
    </message>
    <message>
        <source>mesh &quot;%1&quot; cannot be read: %2</source>
        <translation>无法读取网格“%1”：%2</translation>
    </message>
    <message>
        <source>the mesh is lost: %1</source>
        <translation>网格已丢失：%1</translation>
    </message>
    <message>
        <source>the weights of %1 of the mesh&apos;s %2 bones cannot be read (first: &quot;%3&quot;): their vertices do not follow them</source>
        <translation>该网格 %2 根骨骼中有 %1 根的权重无法读取（第一根：“%3”）：它们的顶点不随之移动</translation>
    </message>
    <message>
        <source>the mesh has a skin without bones: it is rigid</source>
        <translation>该网格的蒙皮没有骨骼：它是刚性的</translation>
    </message>
    <message>
        <source>the points of the mesh cannot be told apart; it is skinned linearly instead of by dual quaternions</source>
        <translation>无法区分网格的点；改用线性蒙皮，而不是双四元数蒙皮</translation>
    </message>
    <message>
        <source>the mesh has several skins; only one is read</source>
        <translation>网格有多个蒙皮；只读取一个</translation>
    </message>
    <message>
        <source>the morph targets of the mesh do not fit its sliders; they are left out</source>
        <translation>网格的变形目标与其滑块不符；已略去</translation>
    </message>
    <message>
        <source>shape keys with a vertex group do not fit the points of the mesh; they are not limited (%1)</source>
        <translation>带顶点组的形态键与网格的点不符；不加限定（%1）</translation>
    </message>
    <message>
        <source>morph targets do not fit the points of the mesh; they are left out (%1)</source>
        <translation>变形目标与网格的点不符；已略去（%1）</translation>
    </message>
    <message>
        <source>the file says nothing about its units and axes; centimetres and +Y up are taken</source>
        <translation>文件没有说明单位和坐标轴；按厘米和 +Y 向上处理</translation>
    </message>
    <message>
        <source>the file&apos;s UnitScaleFactor of %1 makes no sense; centimetres are taken</source>
        <translation>文件的 UnitScaleFactor 为 %1，没有意义；按厘米处理</translation>
    </message>
    <message>
        <source>the nodes form a cycle at &quot;%1&quot;</source>
        <translation>节点在“%1”处成环</translation>
    </message>
    <message>
        <source>the node has two parents; the first one is kept</source>
        <translation>该节点有两个父节点；保留第一个</translation>
    </message>
    <message>
        <source>the node hierarchy is deeper than %1</source>
        <translation>节点层级超过 %1 层</translation>
    </message>
    <message>
        <source>the rotation order is none of the six orders of Euler angles; XYZ is used</source>
        <translation>旋转顺序不是六种欧拉角顺序之一；使用 XYZ</translation>
    </message>
    <message>
        <source>the surface (%1) is not read; turn it into polygons to keep it</source>
        <translation>不读取该曲面（%1）；请转换为多边形以保留它</translation>
    </message>
    <message>
        <source>the mesh has dual quaternion skinning, which vertex mode keeps; in bone mode it is skinned linearly, as game engines do</source>
        <translation>网格使用双四元数蒙皮，顶点模式会保留它；骨骼模式下与游戏引擎一样使用线性蒙皮</translation>
    </message>
    <message>
        <source>the mesh has a deformer that is not read (%1); bake it to bones or shapes to keep it</source>
        <translation>网格带有不被读取的变形器（%1）；请将其烘焙到骨骼或形态键以保留它</translation>
    </message>
    <message>
        <source>the file&apos;s axes do not make a coordinate system; +Y up and +Z to the front are taken</source>
        <translation>文件的坐标轴不构成坐标系；按 +Y 向上、+Z 向前处理</translation>
    </message>
    <message>
        <source>accessor %1</source>
        <translation>访问器 %1</translation>
    </message>
    <message>
        <source>the file refers to %1, but has only %2 accessors</source>
        <translation>文件引用了%1，但只有 %2 个访问器</translation>
    </message>
    <message>
        <source>%1 has %2 components where %3 are needed</source>
        <translation>%1有 %2 个分量，而需要 %3 个</translation>
    </message>
    <message>
        <source>%1 has the unknown component type %2</source>
        <translation>%1的分量类型 %2 未知</translation>
    </message>
    <message>
        <source>%1: its view&apos;s stride of %2 bytes is less than an element of %3</source>
        <translation>%1：其视图的步长为 %2 字节，小于一个元素的 %3 字节</translation>
    </message>
    <message>
        <source>%1 is out of range: %2 elements of %3 bytes from byte %4 on do not fit into the %5 bytes of its view</source>
        <translation>%1超出范围：从第 %4 字节起的 %2 个 %3 字节的元素无法放入其视图的 %5 字节</translation>
    </message>
    <message>
        <source>%1 has no data, but counts %2 elements: more than is believed without bytes</source>
        <translation>%1没有数据，却有 %2 个元素：没有实际字节时不接受这么多</translation>
    </message>
    <message>
        <source>%1 counts %2 elements, and its compressed data has %3</source>
        <translation>%1计有 %2 个元素，而其压缩数据有 %3 个</translation>
    </message>
    <message>
        <source>the sparse part of %1</source>
        <translation>%1的稀疏部分</translation>
    </message>
    <message>
        <source>%1 has a bad count or index type</source>
        <translation>%1的数量或索引类型有误</translation>
    </message>
    <message>
        <source>%1 names element %2 of %3</source>
        <translation>%1指向元素 %2（共 %3）</translation>
    </message>
    <message>
        <source>%1 holds floats where whole numbers are needed</source>
        <translation>%1含有浮点数，而需要整数</translation>
    </message>
    <message>
        <source>that animate materials (KHR_animation_pointer), which changes looks only</source>
        <translation>改变材质（KHR_animation_pointer），只影响外观</translation>
    </message>
    <message>
        <source>that animate cameras or lights (KHR_animation_pointer), which changes looks only</source>
        <translation>改变相机或灯光（KHR_animation_pointer），只影响外观</translation>
    </message>
    <message>
        <source>that animate single morph weights or those of a mesh (KHR_animation_pointer), which is not supported</source>
        <translation>改变单个变形权重或网格的变形权重（KHR_animation_pointer），不受支持</translation>
    </message>
    <message>
        <source>that animate the visibility of nodes (KHR_animation_pointer), which is not supported</source>
        <translation>改变节点的可见性（KHR_animation_pointer），不受支持</translation>
    </message>
    <message>
        <source>that animate something else (KHR_animation_pointer), which is not supported</source>
        <translation>改变其他内容（KHR_animation_pointer），不受支持</translation>
    </message>
    <message>
        <source>animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>%1 animation channel %2: left out</source>
        <translation>%1 个动画通道%2：已略去</translation>
    </message>
    <message>
        <source>%1 animation channels %2: left out</source>
        <translation>%1 个动画通道%2：已略去</translation>
    </message>
    <message>
        <source>%1 animation channel %2</source>
        <translation>%1 个动画通道%2</translation>
    </message>
    <message>
        <source>%1 animation channels %2</source>
        <translation>%1 个动画通道%2</translation>
    </message>
    <message>
        <source>%1, channel %2</source>
        <translation>%1，通道 %2</translation>
    </message>
    <message>
        <source>without a node</source>
        <translation>没有节点</translation>
    </message>
    <message>
        <source>with an unknown target</source>
        <translation>的目标未知</translation>
    </message>
    <message>
        <source>%1 aims at node %2, but the file has %3 nodes</source>
        <translation>%1指向节点 %2，但文件只有 %3 个节点</translation>
    </message>
    <message>
        <source>%1 uses sampler %2, but the animation has %3</source>
        <translation>%1使用采样器 %2，但动画只有 %3 个</translation>
    </message>
    <message>
        <source>that move morph weights of nodes without morph targets</source>
        <translation>驱动没有变形目标的节点的变形权重</translation>
    </message>
    <message>
        <source>without keys</source>
        <translation>没有关键帧</translation>
    </message>
    <message>
        <source>with an unknown interpolation: read as linear</source>
        <translation>的插值方式未知：按线性处理</translation>
    </message>
    <message>
        <source>%1, key times: %2</source>
        <translation>%1，关键帧时间：%2</translation>
    </message>
    <message>
        <source>%1, key values: %2</source>
        <translation>%1，关键帧数值：%2</translation>
    </message>
    <message>
        <source>%1: key counts differ: %2 key times need %3 numbers, and there are %4</source>
        <translation>%1：关键帧数量不一致：%2 个关键帧时间需要 %3 个数值，但有 %4 个</translation>
    </message>
    <message>
        <source>a data URI without data</source>
        <translation>没有数据的 data URI</translation>
    </message>
    <message>
        <source>a data URI that is not base64</source>
        <translation>不是 base64 的 data URI</translation>
    </message>
    <message>
        <source>a bad data URI: its data is not base64</source>
        <translation>有误的 data URI：其数据不是 base64</translation>
    </message>
    <message>
        <source>buffer %1</source>
        <translation>缓冲区 %1</translation>
    </message>
    <message>
        <source>the file refers to %1, but has only %2 buffers</source>
        <translation>文件引用了%1，但只有 %2 个缓冲区</translation>
    </message>
    <message>
        <source>its data holds %1</source>
        <translation>其数据只有 %1</translation>
    </message>
    <message>
        <source>%1 has no data: neither a URI nor a binary chunk</source>
        <translation>%1没有数据：既没有 URI，也没有二进制块</translation>
    </message>
    <message>
        <source>the binary chunk holds %1</source>
        <translation>二进制块只有 %1</translation>
    </message>
    <message>
        <source>%1 has %2</source>
        <translation>%1有%2</translation>
    </message>
    <message>
        <source>%1 is the model file itself</source>
        <translation>%1 就是模型文件本身</translation>
    </message>
    <message>
        <source>the file %2 holds %1</source>
        <translation>文件 %2 只有 %1</translation>
    </message>
    <message>
        <source>%1 is too short: it says %2 bytes, and %3</source>
        <translation>%1 太短：它声明有 %2 字节，而%3</translation>
    </message>
    <message>
        <source>%1 is out of range: %2 bytes from byte %3 on, in a buffer of %4</source>
        <translation>%1超出范围：从第 %3 字节起的 %2 字节，位于 %4 字节的缓冲区中</translation>
    </message>
    <message>
        <source>buffer view %1</source>
        <translation>缓冲区视图 %1</translation>
    </message>
    <message>
        <source>the file refers to %1, but has only %2 views</source>
        <translation>文件引用了%1，但只有 %2 个视图</translation>
    </message>
    <message>
        <source>the file is cut short: it ends inside the GLB header</source>
        <translation>文件不完整：在 GLB 文件头内中断</translation>
    </message>
    <message>
        <source>this is binary glTF version %1; only version 2 is read. Export it again as glTF 2.0</source>
        <translation>这是版本 %1 的二进制 glTF；只读取版本 2。请重新导出为 glTF 2.0</translation>
    </message>
    <message>
        <source>the file is cut short: its header says %1 bytes, and it has %2</source>
        <translation>文件不完整：其文件头声明 %1 字节，实际有 %2 字节</translation>
    </message>
    <message>
        <source>the GLB header says %1 bytes, but the file has %2; what follows was ignored</source>
        <translation>GLB 文件头声明 %1 字节，但文件有 %2 字节；多出的部分已忽略</translation>
    </message>
    <message>
        <source>the file is cut short: it ends inside a GLB chunk header</source>
        <translation>文件不完整：在 GLB 数据块的块头内中断</translation>
    </message>
    <message>
        <source>the file is cut short: the length of a GLB chunk says %1 bytes, and %2 are left</source>
        <translation>文件不完整：某个 GLB 数据块声明的长度为 %1 字节，而只剩 %2 字节</translation>
    </message>
    <message>
        <source>the first GLB chunk is not JSON</source>
        <translation>第一个 GLB 数据块不是 JSON</translation>
    </message>
    <message>
        <source>the file is cut short: it has no JSON chunk</source>
        <translation>文件不完整：没有 JSON 数据块</translation>
    </message>
    <message>
        <source>this is not a GLB file: it does not begin with &quot;glTF&quot;</source>
        <translation>这不是 GLB 文件：它不以 &quot;glTF&quot; 开头</translation>
    </message>
    <message>
        <source>this is not a glTF file: it holds neither JSON nor binary glTF</source>
        <translation>这不是 glTF 文件：它既不含 JSON，也不含二进制 glTF</translation>
    </message>
    <message>
        <source>this is not glTF: the JSON has no asset.version</source>
        <translation>这不是 glTF：JSON 中没有 asset.version</translation>
    </message>
    <message>
        <source>glTF version %1 is not supported; export it as glTF 2.0</source>
        <translation>不支持 glTF 版本 %1；请导出为 glTF 2.0</translation>
    </message>
    <message>
        <source>the JSON is larger than 4 GiB</source>
        <translation>JSON 大于 4 GiB</translation>
    </message>
    <message>
        <source>the glTF JSON cannot be used: %1</source>
        <translation>无法使用 glTF 的 JSON：%1</translation>
    </message>
    <message>
        <source>part of the glTF JSON was ignored: %1</source>
        <translation>glTF 的 JSON 有一部分被忽略：%1</translation>
    </message>
    <message>
        <source>KHR_draco_mesh_compression</source>
        <translation>KHR_draco_mesh_compression</translation>
    </message>
    <message>
        <source>%1: its compressed data is broken</source>
        <translation>%1：其压缩数据已损坏</translation>
    </message>
    <message>
        <source>%1: its compressed data has no attribute %2 for %3</source>
        <translation>%1：其压缩数据中没有用于 %3 的属性 %2</translation>
    </message>
    <message>
        <source>%1: its compressed data does not fit the accessor of %2</source>
        <translation>%1：其压缩数据与 %2 的访问器不符</translation>
    </message>
    <message>
        <source>%1: its indices do not fit the accessor&apos;s type</source>
        <translation>%1：其索引超出访问器类型的范围</translation>
    </message>
    <message>
        <source>the file requires glTF extensions that change geometry or motion and are not supported: %1; export it without</source>
        <translation>该文件要求改变几何体或动作的 glTF 扩展，而这些扩展不受支持：%1；请在不使用它们的情况下导出</translation>
    </message>
    <message>
        <source>the file requires a glTF extension that is not supported: %1; export it without</source>
        <translation>文件要求不受支持的 glTF 扩展：%1；请不使用该扩展导出</translation>
    </message>
    <message>
        <source>glTF extensions that change geometry or motion and are not supported: %1. The file says that it can be used without them</source>
        <translation>改变几何体或动作但不受支持的 glTF 扩展：%1。文件声明没有它们也可使用</translation>
    </message>
    <message>
        <source>glTF extensions that are not read, because they change looks only: %1</source>
        <translation>未读取的 glTF 扩展（只影响外观）：%1</translation>
    </message>
    <message>
        <source>glTF extensions that are not known, and that the file does not require: %1</source>
        <translation>未知的 glTF 扩展（文件并不要求）：%1</translation>
    </message>
    <message>
        <source>%1: %2 entry of &quot;events&quot; in its extras cannot be read as events and was left out</source>
        <translation>%1：其 extras 中 &quot;events&quot; 的 %2 项无法作为事件读取，已略去</translation>
    </message>
    <message>
        <source>%1: %2 entries of &quot;events&quot; in its extras cannot be read as events and was left out</source>
        <translation>%1：其 extras 中 &quot;events&quot; 的 %2 项无法作为事件读取，已略去</translation>
    </message>
    <message>
        <source>%1: the text of &quot;events&quot; in its extras cannot be read as events and was left out</source>
        <translation>%1：其 extras 中 &quot;events&quot; 的文本无法作为事件读取，已略去</translation>
    </message>
    <message>
        <source>the JSON %1</source>
        <translation>JSON %1</translation>
    </message>
    <message>
        <source>the file is cut short: its JSON is not closed</source>
        <translation>文件不完整：其 JSON 没有闭合</translation>
    </message>
    <message>
        <source>is not valid JSON: &apos;%1&apos; is missing at byte %2</source>
        <translation>不是有效的 JSON：第 %2 字节处缺少 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>is not %1</source>
        <translation>不是%1</translation>
    </message>
    <message>
        <source>the JSON is nested too deeply: more than %1 levels</source>
        <translation>JSON 嵌套太深：超过 %1 层</translation>
    </message>
    <message>
        <source>is not valid JSON: &apos;,&apos; is missing at byte %1</source>
        <translation>不是有效的 JSON：第 %1 字节处缺少 &apos;,&apos;</translation>
    </message>
    <message>
        <source>is not a string</source>
        <translation>不是字符串</translation>
    </message>
    <message>
        <source>is not valid JSON: a control character in a string</source>
        <translation>不是有效的 JSON：字符串中有控制字符</translation>
    </message>
    <message>
        <source>is not valid JSON: a bad escape in a string</source>
        <translation>不是有效的 JSON：字符串中的转义有误</translation>
    </message>
    <message>
        <source>is too large a number</source>
        <translation>数字太大</translation>
    </message>
    <message>
        <source>is %1, not a whole number from 0 to %2</source>
        <translation>是 %1，不是 0 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>is %1, not a whole number from 0 up</source>
        <translation>是 %1，不是从 0 起的整数</translation>
    </message>
    <message>
        <source>is not valid JSON at byte %1</source>
        <translation>在第 %1 字节处不是有效的 JSON</translation>
    </message>
    <message>
        <source>is not valid: something follows its end at byte %1</source>
        <translation>无效：在其结尾之后的第 %1 字节处还有内容</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>the alpha mode &quot;%1&quot; is unknown: drawn opaque</source>
        <translation>Alpha 模式“%1”未知：按不透明绘制</translation>
    </message>
    <message>
        <source>KHR_materials_pbrSpecularGlossiness: only the diffuse colour and the glossiness were taken over</source>
        <translation>KHR_materials_pbrSpecularGlossiness：只采用了漫反射颜色和光泽度</translation>
    </message>
    <message>
        <source>it uses texture %1, which the file does not have: left out</source>
        <translation>它使用纹理 %1，而文件没有该纹理：已略去</translation>
    </message>
    <message>
        <source>a texture was left out: it is %1 (%2), which is not read; export it as PNG or JPEG</source>
        <translation>略去了一张纹理：它是 %1 格式（%2），不被读取；请导出为 PNG 或 JPEG</translation>
    </message>
    <message>
        <source>a texture without an image was left out</source>
        <translation>略去了一张没有图像的纹理</translation>
    </message>
    <message>
        <source>it uses image %1, which the file does not have: left out</source>
        <translation>它使用图像 %1，而文件没有该图像：已略去</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>the texture %1 was left out: %2</source>
        <translation>纹理 %1 已略去：%2</translation>
    </message>
    <message>
        <source>its textures want %1 different UV sets or KHR_texture_transforms, and a pack holds 2: the others were left out</source>
        <translation>其纹理需要 %1 套不同的 UV 或 KHR_texture_transform，而一个包最多 2 套：其余已略去</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>points or lines, not triangles: left out</source>
        <translation>是点或线，不是三角形：已略去</translation>
    </message>
    <message>
        <source>a primitive without triangles: left out</source>
        <translation>有一个没有三角形的图元：已略去</translation>
    </message>
    <message>
        <source>%1: its primitives have different numbers of morph targets</source>
        <translation>%1：其各图元的变形目标数量不同</translation>
    </message>
    <message>
        <source>%1 has %2 elements for %3 vertices</source>
        <translation>%1有 %2 个元素，而顶点有 %3 个</translation>
    </message>
    <message>
        <source>it uses material %1, but the file has %2 materials</source>
        <translation>它使用材质 %1，但文件只有 %2 个材质</translation>
    </message>
    <message>
        <source>COLOR_0: %1</source>
        <translation>COLOR_0：%1</translation>
    </message>
    <message>
        <source>%1 without %2: ignored</source>
        <translation>有 %1 而没有 %2：已忽略</translation>
    </message>
    <message>
        <source>morph target %1</source>
        <translation>变形目标 %1</translation>
    </message>
    <message>
        <source>%1 (POSITION)</source>
        <translation>%1（POSITION）</translation>
    </message>
    <message>
        <source>%1 (NORMAL)</source>
        <translation>%1（NORMAL）</translation>
    </message>
    <message>
        <source>indices: %1</source>
        <translation>索引：%1</translation>
    </message>
    <message>
        <source>the number of its indices, %1, is no multiple of 3: the last ones are left out</source>
        <translation>其索引数量 %1 不是 3 的倍数：最后几个已略去</translation>
    </message>
    <message>
        <source>%1 is compressed in a way that %4 does not have (%2, %3)</source>
        <translation>%1的压缩方式不属于 %4（%2，%3）</translation>
    </message>
    <message>
        <source>%1: the count %2 and the stride %3 of its compressed data do not agree with its %4 bytes</source>
        <translation>%1：其压缩数据的数量 %2 和步长 %3 与其 %4 字节不一致</translation>
    </message>
    <message>
        <source>%1: its compressed data is too short for the %2 bytes it says</source>
        <translation>%1：其压缩数据不足所声明的 %2 字节</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot;</source>
        <translation>%1“%2”</translation>
    </message>
    <message>
        <source>not enough memory to read the file</source>
        <translation>内存不足，无法读取文件</translation>
    </message>
    <message>
        <source>%1 has a matrix, translation, rotation or scale of the wrong length</source>
        <translation>%1的矩阵、平移、旋转或缩放的长度有误</translation>
    </message>
    <message>
        <source>%1 has the child %2, but the file has %3</source>
        <translation>%1有子节点 %2，但文件有 %3</translation>
    </message>
    <message>
        <source>%1 has two parents: %2 and %3; a node tree needs one parent each</source>
        <translation>%1有两个父节点：%2和%3；节点树中每个节点只能有一个父节点</translation>
    </message>
    <message>
        <source>skin</source>
        <translation>蒙皮</translation>
    </message>
    <message>
        <source>%1 names node %2 as a joint, but the file has %3</source>
        <translation>%1把节点 %2 用作关节，但文件有 %3</translation>
    </message>
    <message>
        <source>%1 has too few inverse bind matrices: %2 for %3</source>
        <translation>%1的逆绑定矩阵太少：%2，而需要用于 %3</translation>
    </message>
    <message>
        <source>the file shows scene %1, but has %2</source>
        <translation>文件要显示场景 %1，但只有 %2</translation>
    </message>
    <message>
        <source>%1 scenes</source>
        <translation>%1 个场景</translation>
    </message>
    <message>
        <source>scene %1 names node %2, but the file has %3</source>
        <translation>场景 %1 指向节点 %2，但文件有 %3</translation>
    </message>
    <message>
        <source>%1 shows mesh %2, but the file has %3</source>
        <translation>%1显示网格 %2，但文件有 %3</translation>
    </message>
    <message>
        <source>%1 meshes</source>
        <translation>%1 个网格</translation>
    </message>
    <message>
        <source>%1 uses skin %2, but the file has %3</source>
        <translation>%1使用蒙皮 %2，但文件有 %3</translation>
    </message>
    <message>
        <source>its skin has no joints: the mesh moves rigidly with its node</source>
        <translation>其蒙皮没有关节：网格刚性跟随其节点</translation>
    </message>
    <message>
        <source>EXT_mesh_gpu_instancing is not supported: the mesh is there once, at its node</source>
        <translation>不支持 EXT_mesh_gpu_instancing：网格只在其节点处出现一次</translation>
    </message>
    <message>
        <source>%1 has levels of detail (MSFT_lod) that are not nodes of the file, which has %2</source>
        <translation>%1的细节层次 (MSFT_lod) 不是文件中的节点，文件有 %2</translation>
    </message>
    <message>
        <source>%1 has itself or a node above it as a level of detail (MSFT_lod)</source>
        <translation>%1把自身或上层节点作为细节层次 (MSFT_lod)</translation>
    </message>
    <message>
        <source>a level of detail (MSFT_lod) without a mesh of its own is left out</source>
        <translation>一个没有自己网格的细节层次 (MSFT_lod) 已略去</translation>
    </message>
    <message>
        <source>the scene is empty: the file has no nodes</source>
        <translation>场景为空：文件没有节点</translation>
    </message>
    <message>
        <source>%1 mesh is outside of the file&apos;s default scene and left out</source>
        <translation>%1 个网格不在文件的默认场景中，已略去</translation>
    </message>
    <message>
        <source>%1 meshes are outside of the file&apos;s default scene and left out</source>
        <translation>%1 个网格不在文件的默认场景中，已略去</translation>
    </message>
    <message>
        <source>has no byteLength</source>
        <translation>没有 byteLength</translation>
    </message>
    <message>
        <source>has no buffer or no byteLength</source>
        <translation>没有 buffer 或没有 byteLength</translation>
    </message>
    <message>
        <source>is &quot;%1&quot;, which is no accessor type</source>
        <translation>是“%1”，这不是访问器类型</translation>
    </message>
    <message>
        <source>has no count or no type</source>
        <translation>没有 count 或没有 type</translation>
    </message>
    <message>
        <source>is given twice</source>
        <translation>重复给出</translation>
    </message>
    <message>
        <source>the image has no texels</source>
        <translation>图像没有像素</translation>
    </message>
    <message>
        <source>the image has %1 × %2 texels; at most %3 a side are read</source>
        <translation>图像有 %1 × %2 像素；每边最多读取 %3</translation>
    </message>
    <message>
        <source>the image&apos;s header is broken or cut short (%1)</source>
        <translation>图像的文件头已损坏或不完整（%1）</translation>
    </message>
    <message>
        <source>the image is larger than 2 GiB</source>
        <translation>图像大于 2 GiB</translation>
    </message>
    <message>
        <source>the image is in no format that is read (PNG, JPEG, TGA, BMP, PSD, GIF)</source>
        <translation>图像不是可读取的格式（PNG、JPEG、TGA、BMP、PSD、GIF）</translation>
    </message>
    <message>
        <source>the image has %1 × %2 texels, too many to convert; save it as PNG or JPEG</source>
        <translation>图像有 %1 × %2 像素，太大而无法转换；请保存为 PNG 或 JPEG</translation>
    </message>
    <message>
        <source>the image cannot be decoded: it is cut short</source>
        <translation>无法解码图像：文件不完整</translation>
    </message>
    <message>
        <source>the image cannot be decoded: %1</source>
        <translation>无法解码图像：%1</translation>
    </message>
    <message>
        <source>the image cannot be decoded: ?</source>
        <translation>无法解码图像：原因不明</translation>
    </message>
    <message>
        <source>the image cannot be written as PNG</source>
        <translation>无法将图像写为 PNG</translation>
    </message>
    <message>
        <source>the image is %1, which is not read; save it as PNG or JPEG</source>
        <translation>图像是 %1 格式，不被读取；请保存为 PNG 或 JPEG</translation>
    </message>
    <message>
        <source>not enough memory to convert the image</source>
        <translation>内存不足，无法转换图像</translation>
    </message>
    <message>
        <source>cannot look at the file: %1</source>
        <translation>无法查看文件：%1</translation>
    </message>
    <message>
        <source>there is no such file; check the path</source>
        <translation>没有这个文件；请检查路径</translation>
    </message>
    <message>
        <source>there is no such file, but %1: check upper and lower case</source>
        <translation>没有此文件，但有 %1：请检查大小写</translation>
    </message>
    <message>
        <source>this is a folder; name the model file in it</source>
        <translation>这是一个文件夹；请指定其中的模型文件</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>这不是普通文件</translation>
    </message>
    <message>
        <source>the file is empty (0 bytes); export it again</source>
        <translation>文件为空（0 字节）；请重新导出</translation>
    </message>
    <message>
        <source>the scale must be a number above 0</source>
        <translation>缩放必须是大于 0 的数</translation>
    </message>
    <message>
        <source>the time limit must be above 0 seconds</source>
        <translation>时间上限必须大于 0 秒</translation>
    </message>
    <message>
        <source>the importer handed back something that is not a model (%1); the installation may mix versions of texeleton: install it again</source>
        <translation>导入程序返回的不是模型（%1）；安装中可能混有不同版本的 texeleton：请重新安装</translation>
    </message>
    <message>
        <source>its end is missing</source>
        <translation>结尾缺失</translation>
    </message>
    <message>
        <source>not enough memory to import the model</source>
        <translation>内存不足，无法导入模型</translation>
    </message>
    <message>
        <source>cannot import the model: %1</source>
        <translation>无法导入模型：%1</translation>
    </message>
    <message>
        <source>cut or changed</source>
        <translation>被截断或被更改</translation>
    </message>
    <message>
        <source>&quot;%1…&quot;</source>
        <translation>“%1…”</translation>
    </message>
    <message>
        <source>an empty file name</source>
        <translation>空的文件名</translation>
    </message>
    <message>
        <source>the file name %1 holds a NUL; it was not opened</source>
        <translation>文件名 %1 含有 NUL 字符；没有打开</translation>
    </message>
    <message>
        <source>%1 is a URI with the scheme &quot;%2&quot;; only files beside the model are opened</source>
        <translation>%1 是使用“%2”协议的 URI；只打开模型旁的文件</translation>
    </message>
    <message>
        <source>the path %1 is absolute; only files in the model&apos;s own folder are opened</source>
        <translation>路径 %1 是绝对路径；只打开模型所在文件夹中的文件</translation>
    </message>
    <message>
        <source>%1 leaves the model&apos;s folder; it was not opened</source>
        <translation>%1 超出模型所在的文件夹；没有打开</translation>
    </message>
    <message>
        <source>%1 is a link that leaves the model&apos;s folder; it was not opened</source>
        <translation>%1 是指向模型文件夹之外的链接；没有打开</translation>
    </message>
    <message>
        <source>cannot open %1: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>%1 is not a regular file; it was not opened</source>
        <translation>%1 不是普通文件；没有打开</translation>
    </message>
    <message>
        <source>the file %1 is missing</source>
        <translation>文件 %1 缺失</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; at most %3 are read</source>
        <translation>%1 有 %2 字节；最多读取 %3 字节</translation>
    </message>
    <message>
        <source>not enough memory to read %1</source>
        <translation>内存不足，无法读取 %1</translation>
    </message>
    <message>
        <source>cannot read all of %1</source>
        <translation>无法完整读取 %1</translation>
    </message>
    <message>
        <source>%1 name is not UTF-8; it was read as %2 (%3)</source>
        <translation>%1 个名称不是 UTF-8；已按 %2 读取（%3）</translation>
    </message>
    <message>
        <source>%1 names are not UTF-8; they were read as %2 (%3)</source>
        <translation>%1 个名称不是 UTF-8；已按 %2 读取（%3）</translation>
    </message>
    <message>
        <source>%1 name is not UTF-8, and its encoding is not known; each byte was kept as a character (%2)</source>
        <translation>%1 个名称不是 UTF-8，且编码未知；每个字节保留为一个字符（%2）</translation>
    </message>
    <message>
        <source>%1 names are not UTF-8, and their encoding is not known; each byte was kept as a character (%2)</source>
        <translation>%1 个名称不是 UTF-8，且编码未知；每个字节保留为一个字符（%2）</translation>
    </message>
    <message>
        <source>the file cannot be read as a sound model: %1</source>
        <translation>无法将文件作为完好的模型读取：%1</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings cut this clip from the take &quot;%1&quot;, which the file does not have (it has none, …): it is left out.</source>
        <translation>Unity 的导入设置从 Take“%1”截取此片段，而文件没有它（文件没有任何 Take）：已略去。</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings cut this clip from the take &quot;%1&quot;, which the file does not have (it has none): it is left out.</source>
        <translation>Unity 的导入设置从 Take“%1”截取此片段，而文件没有它（文件没有任何 Take）：已略去。</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings cut this clip from the take &quot;%1&quot;, which the file does not have (it has %2, …): it is left out.</source>
        <translation>Unity 的导入设置从 Take“%1”截取此片段，而文件没有它（文件有 %2 等）：已略去。</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings cut this clip from the take &quot;%1&quot;, which the file does not have (it has %2): it is left out.</source>
        <translation>Unity 的导入设置从 Take“%1”截取此片段，而文件没有它（文件有 %2）：已略去。</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings ask for frames %1 to %2, but the take has frames %3 to %4: the clip was cut to them.</source>
        <translation>Unity 的导入设置要求第 %1 至 %2 帧，但该 Take 为第 %3 至 %4 帧：片段已截至此范围。</translation>
    </message>
    <message>
        <source>In Unity this clip goes back and forth (wrapMode 4); here it loops forward.</source>
        <translation>在 Unity 中此片段来回播放 (wrapMode 4)；此处改为正向循环。</translation>
    </message>
    <message>
        <source>None of the clips in Unity&apos;s import settings could be cut: the takes of the file stand.</source>
        <translation>Unity 导入设置中的片段都无法截取：保留文件的 Take。</translation>
    </message>
    <message>
        <source>Clips, loops and events are those of Unity&apos;s import settings beside the file (%1 clip); %2 leaves them alone.</source>
        <translation>片段、循环和事件取自文件旁的 Unity 导入设置（%1 个片段）；%2可不采用它们。</translation>
    </message>
    <message>
        <source>Clips, loops and events are those of Unity&apos;s import settings beside the file (%1 clips); %2 leaves them alone.</source>
        <translation>片段、循环和事件取自文件旁的 Unity 导入设置（%1 个片段）；%2可不采用它们。</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings %1: %2</source>
        <translation>Unity 的导入设置 %1：%2</translation>
    </message>
    <message>
        <source>Unity&apos;s import settings %1: %2; %3 leaves them alone</source>
        <translation>Unity 的导入设置 %1：%2；%3可不采用它们</translation>
    </message>
    <message>
        <source>these are no import settings of Unity: a map is expected at the top</source>
        <translation>这不是 Unity 的导入设置：最上层应为映射</translation>
    </message>
    <message>
        <source>must be a list of clips</source>
        <translation>必须是片段列表</translation>
    </message>
    <message>
        <source>has over %1 clips</source>
        <translation>有超过 %1 个片段</translation>
    </message>
    <message>
        <source>must be a clip with name, firstFrame and lastFrame</source>
        <translation>必须是带有 name、firstFrame 和 lastFrame 的片段</translation>
    </message>
    <message>
        <source>lies before firstFrame</source>
        <translation>在 firstFrame 之前</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>必须是列表</translation>
    </message>
    <message>
        <source>has over %1 events</source>
        <translation>有超过 %1 个事件</translation>
    </message>
    <message>
        <source>must be an event with time and functionName</source>
        <translation>必须是带有 time 和 functionName 的事件</translation>
    </message>
    <message>
        <source>is longer than %1 bytes</source>
        <translation>超过 %1 字节</translation>
    </message>
    <message>
        <source>line %1: %2 %3</source>
        <translation>第 %1 行：%2 %3</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>必须是数字</translation>
    </message>
    <message>
        <source>is too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>must be a whole number</source>
        <translation>必须是整数</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>this is no YAML: %1</source>
        <translation>这不是 YAML：%1</translation>
    </message>
    <message>
        <source>this is no YAML: ?</source>
        <translation>这不是 YAML：原因不明</translation>
    </message>
    <message>
        <source>is nested over %1 deep</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>holds more than %1 values</source>
        <translation>含有超过 %1 个值</translation>
    </message>
    <message>
        <source>uses an alias (&quot;*name&quot;), which import settings never do</source>
        <translation>使用了别名 (&quot;*name&quot;)，而导入设置从不使用别名</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少一个值</translation>
    </message>
    <message>
        <source>a key that is no text</source>
        <translation>有一个键不是文本</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is given twice</source>
        <translation>“%1”给出了两次</translation>
    </message>
    <message>
        <source>has over %1 MiB</source>
        <translation>超过 %1 MiB</translation>
    </message>
    <message>
        <source>segmentation fault</source>
        <translation>段错误</translation>
    </message>
    <message>
        <source>it gave up on a check of its own</source>
        <translation>它未通过自身的检查而中止</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信号 %1</translation>
    </message>
    <message>
        <source>; the file is probably damaged or made in a way the importer does not know: export it again, as glTF if possible</source>
        <translation>；文件可能已损坏，或其制作方式不为导入器所知：请重新导出，尽可能用 glTF</translation>
    </message>
    <message>
        <source>the importer needed more than %1 of memory; a count in the file is probably wrong, or the file really is that large: then allow %2</source>
        <translation>导入程序需要超过 %1 的内存；文件中的某个数量可能有误，或者文件确实如此之大：那么请允许%2</translation>
    </message>
    <message>
        <source>the importer took longer than %1; the file is probably damaged, or really that large: then allow %2</source>
        <translation>导入程序用时超过 %1；文件可能已损坏，或者确实如此之大：那么请允许%2</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>the importer wrote without end while reading it%1</source>
        <translation>导入程序在读取时无休止地写出内容%1</translation>
    </message>
    <message>
        <source>the importer was killed from outside while reading it, most likely because the machine ran out of memory; close other programs and try again</source>
        <translation>导入程序在读取时被外部终止，很可能是本机内存耗尽；请关闭其他程序后重试</translation>
    </message>
    <message>
        <source>the importer crashed while reading it (%1)%2</source>
        <translation>导入程序在读取时崩溃（%1）%2</translation>
    </message>
    <message>
        <source>its parts are nested too deeply for the importer to follow (nodes, scopes or elements inside each other); the file is probably damaged: export it again</source>
        <translation>其各部分嵌套太深（节点、作用域或元素层层相套），导入程序无法处理；文件可能已损坏：请重新导出</translation>
    </message>
    <message>
        <source>the importer stopped while reading it (exit code %1)%2</source>
        <translation>导入程序在读取时停止（退出码 %1）%2</translation>
    </message>
    <message>
        <source>the importer ended without an answer%1</source>
        <translation>导入程序没有给出结果就结束了%1</translation>
    </message>
    <message>
        <source>the import worker %1 was not found; looked for: %2. Install texeleton again, or set $%3 to the program</source>
        <translation>找不到导入程序 %1；已查找：%2。请重新安装 texeleton，或将 $%3 设为该程序</translation>
    </message>
    <message>
        <source>cannot make a temporary file: %1</source>
        <translation>无法创建临时文件：%1</translation>
    </message>
    <message>
        <source>the program %1 does not answer as %2: install texeleton again, or let $%3 name the right program</source>
        <translation>程序 %1 没有以 %2 的身份应答：请重新安装 texeleton，或将 $%3 设为正确的程序</translation>
    </message>
    <message>
        <source>the imported model does not fit into memory</source>
        <translation>内存无法容纳导入的模型</translation>
    </message>
    <message>
        <source>cannot open a pipe: %1</source>
        <translation>无法打开管道：%1</translation>
    </message>
    <message>
        <source>cannot start the program: %1</source>
        <translation>无法启动程序：%1</translation>
    </message>
    <message>
        <source>unknown option or bad value: %1</source>
        <translation>未知选项或值有误：%1</translation>
    </message>
    <message>
        <source>expected &quot;-- FILE&quot; at the end</source>
        <translation>结尾应为 &quot;-- FILE&quot;</translation>
    </message>
    <message>
        <source>no mesh and no node of a mesh is called so; &quot;inspect&quot; lists the names%1</source>
        <translation>没有网格或网格所在的节点叫这个名称；“inspect”会列出所有名称%1</translation>
    </message>
    <message>
        <source>the variant &quot;%1&quot;: %2</source>
        <translation>变体“%1”：%2</translation>
    </message>
    <message>
        <source>the variant &quot;%1&quot;: no mesh and no node of a mesh matches &quot;%2&quot;; there are %3</source>
        <translation>变体“%1”：没有网格或网格节点匹配“%2”；现有 %3</translation>
    </message>
    <message>
        <source>the variant &quot;%1&quot;: no mesh and no node of a mesh is called &quot;%2&quot;; there are %3</source>
        <translation>变体“%1”：没有网格或网格节点名为“%2”；现有 %3</translation>
    </message>
    <message>
        <source>a variant has no name</source>
        <translation>有一个变体没有名称</translation>
    </message>
    <message>
        <source>two variants are called &quot;%1&quot;</source>
        <translation>有两个变体都名为“%1”</translation>
    </message>
    <message>
        <source>the variant &quot;%1&quot; does not say what it shows</source>
        <translation>变体“%1”没有说明显示什么</translation>
    </message>
    <message>
        <source>no mesh is left: what is to be shown is hidden too; there are %1</source>
        <translation>没有剩下任何网格：要显示的也被隐藏了；现有 %1</translation>
    </message>
    <message>
        <source>no mesh is left: none is called as was asked for; there are %1</source>
        <translation>没有剩下任何网格：没有符合所要求名称的网格；现有 %1</translation>
    </message>
    <message>
        <source>no variant shows %1; %2 would leave it out of the pack</source>
        <translation>没有变体显示 %1；%2可将其排除在包之外</translation>
    </message>
    <message>
        <source>no variant shows %1; %2 would leave them out of the pack</source>
        <translation>没有变体显示 %1；%2可将它们排除在包之外</translation>
    </message>
    <message>
        <source>has a timeline without keys</source>
        <translation>有没有关键帧的时间线</translation>
    </message>
    <message>
        <source>has key times that are not finite and ascending</source>
        <translation>的关键帧时间不是有限且递增的</translation>
    </message>
    <message>
        <source>has a rotation key that is not of unit length</source>
        <translation>有旋转关键帧不是单位长度</translation>
    </message>
    <message>
        <source>has neighbouring rotation keys in different hemispheres</source>
        <translation>有相邻的旋转关键帧位于不同半球</translation>
    </message>
    <message>
        <source>has a track of an unknown kind</source>
        <translation>有未知类型的轨道</translation>
    </message>
    <message>
        <source>has a track that moves nothing, or two things</source>
        <translation>有轨道不驱动任何内容，或驱动两项内容</translation>
    </message>
    <message>
        <source>moves a node whose rest is given as a matrix</source>
        <translation>驱动静置变换以矩阵给出的节点</translation>
    </message>
    <message>
        <source>has a track without a timeline</source>
        <translation>有轨道没有时间线</translation>
    </message>
    <message>
        <source>has a track with more or fewer values than its keys need</source>
        <translation>有轨道的值多于或少于其关键帧所需</translation>
    </message>
    <message>
        <source>has a key that is not finite</source>
        <translation>有关键帧不是有限数</translation>
    </message>
    <message>
        <source>has a range or a rate that is not finite or negative</source>
        <translation>的范围或速率不是有限数，或为负</translation>
    </message>
    <message>
        <source>has two tracks for the same property</source>
        <translation>有两条轨道对应同一属性</translation>
    </message>
    <message>
        <source>has an event whose time is not finite or whose text is not harmless</source>
        <translation>有事件的时间不是有限数，或其文本不安全</translation>
    </message>
    <message>
        <source>the name of clip %1 is empty, too long or not harmless</source>
        <translation>片段 %1 的名称为空、过长或不安全</translation>
    </message>
    <message>
        <source>two clips are named &quot;%1&quot;</source>
        <translation>有两个片段都名为“%1”</translation>
    </message>
    <message>
        <source>the format, generator or up axis is not a harmless text</source>
        <translation>格式、生成程序或向上轴不是安全的文本</translation>
    </message>
    <message>
        <source>the unit is not a positive number of metres</source>
        <translation>单位不是正的米数</translation>
    </message>
    <message>
        <source>an issue holds text that is not harmless</source>
        <translation>有一个问题含有不安全的文本</translation>
    </message>
    <message>
        <source>an issue has an unknown severity</source>
        <translation>有一个问题的严重程度未知</translation>
    </message>
    <message>
        <source>the name of node %1 is empty, too long or not harmless</source>
        <translation>节点 %1 的名称为空、过长或不安全</translation>
    </message>
    <message>
        <source>two nodes are named &quot;%1&quot;</source>
        <translation>有两个节点都名为“%1”</translation>
    </message>
    <message>
        <source>%1 does not come after its parent</source>
        <translation>%1不在其父节点之后</translation>
    </message>
    <message>
        <source>%1 has a rest transform that is not finite and affine</source>
        <translation>%1的静置变换不是有限的仿射变换</translation>
    </message>
    <message>
        <source>%1 has a rest rotation that is not of unit length</source>
        <translation>%1的静置旋转不是单位长度</translation>
    </message>
    <message>
        <source>more bones than nodes</source>
        <translation>骨骼多于节点</translation>
    </message>
    <message>
        <source>a palette entry names a node that is not there</source>
        <translation>矩阵表中有一项指向不存在的节点</translation>
    </message>
    <message>
        <source>the palette is not in the order of its nodes</source>
        <translation>矩阵表没有按其节点的顺序排列</translation>
    </message>
    <message>
        <source>%1 has an inverse bind matrix that is not finite and affine</source>
        <translation>%1的逆绑定矩阵不是有限的仿射矩阵</translation>
    </message>
    <message>
        <source>uses an image that is not there</source>
        <translation>使用了不存在的图像</translation>
    </message>
    <message>
        <source>has a texture slot out of range</source>
        <translation>有纹理槽超出范围</translation>
    </message>
    <message>
        <source>an image has a name that is not harmless</source>
        <translation>有图像的名称不安全</translation>
    </message>
    <message>
        <source>%1 is neither PNG nor JPEG</source>
        <translation>%1既不是 PNG 也不是 JPEG</translation>
    </message>
    <message>
        <source>a material has a name that is not harmless</source>
        <translation>有材质的名称不安全</translation>
    </message>
    <message>
        <source>%1 holds a number that is not finite or an unknown alpha mode</source>
        <translation>%1含有非有限数或未知的 Alpha 模式</translation>
    </message>
    <message>
        <source>there are not as many normals as positions</source>
        <translation>法线的数量与位置不一致</translation>
    </message>
    <message>
        <source>a vertex attribute is there for some vertices only, or without a part that has it</source>
        <translation>某个顶点属性只对部分顶点存在，或没有任何部分使用它</translation>
    </message>
    <message>
        <source>a vertex attribute is not finite</source>
        <translation>某个顶点属性不是有限数</translation>
    </message>
    <message>
        <source>the normal of vertex %1 is not of unit length</source>
        <translation>顶点 %1 的法线不是单位长度</translation>
    </message>
    <message>
        <source>a tangent is not of unit length or its sign is not 1 or -1</source>
        <translation>某个切线不是单位长度，或其符号不是 1 或 -1</translation>
    </message>
    <message>
        <source>the bind bounds are not those of the positions</source>
        <translation>绑定包围盒与位置不符</translation>
    </message>
    <message>
        <source>influences without vertices</source>
        <translation>有影响数据却没有顶点</translation>
    </message>
    <message>
        <source>the table of influences does not fit its vertices</source>
        <translation>影响表与其顶点不符</translation>
    </message>
    <message>
        <source>vertex %1 has no influence</source>
        <translation>顶点 %1 没有任何影响</translation>
    </message>
    <message>
        <source>vertex %1 follows palette entry %2 of %3</source>
        <translation>顶点 %1 跟随矩阵表第 %2 项（共 %3 项）</translation>
    </message>
    <message>
        <source>vertex %1 names a palette entry twice</source>
        <translation>顶点 %1 两次指向矩阵表的同一项</translation>
    </message>
    <message>
        <source>the weights of vertex %1 are not positive and in descending order</source>
        <translation>顶点 %1 的权重不是正数或没有按降序排列</translation>
    </message>
    <message>
        <source>the weights of vertex %1 do not sum to 1</source>
        <translation>顶点 %1 的权重之和不为 1</translation>
    </message>
    <message>
        <source>has morph targets without a set, or a set without targets</source>
        <translation>有变形目标却没有变形组，或有变形组却没有变形目标</translation>
    </message>
    <message>
        <source>has not as many morph targets as its set has weights</source>
        <translation>的变形目标数量与其变形组的权重数量不一致</translation>
    </message>
    <message>
        <source>has a morph target whose name is not harmless</source>
        <translation>有变形目标的名称不安全</translation>
    </message>
    <message>
        <source>has a morph target without an offset for each vertex</source>
        <translation>有变形目标并非每个顶点都有偏移</translation>
    </message>
    <message>
        <source>has a morph target that is not finite</source>
        <translation>有变形目标不是有限数</translation>
    </message>
    <message>
        <source>has points for some of its vertices only</source>
        <translation>只有部分顶点有对应的点</translation>
    </message>
    <message>
        <source>has a vertex at a point that is not there</source>
        <translation>有顶点对应不存在的点</translation>
    </message>
    <message>
        <source>has bad shares of dual quaternion skinning</source>
        <translation>的双四元数蒙皮比例有误</translation>
    </message>
    <message>
        <source>names points that are not there</source>
        <translation>引用了不存在的点</translation>
    </message>
    <message>
        <source>has a placement that is not finite</source>
        <translation>其放置含有非有限数值</translation>
    </message>
    <message>
        <source>has a name that is not harmless</source>
        <translation>的名称不安全</translation>
    </message>
    <message>
        <source>names a node or a material that is not there</source>
        <translation>指向不存在的节点或材质</translation>
    </message>
    <message>
        <source>has an index that is not of its own vertices</source>
        <translation>有索引不属于其自身的顶点</translation>
    </message>
    <message>
        <source>is rigid but follows another node than its own</source>
        <translation>是刚性的，却跟随其自身节点以外的节点</translation>
    </message>
    <message>
        <source>has another number of influences than it says</source>
        <translation>的影响数量与其声明的不同</translation>
    </message>
    <message>
        <source>the parts do not follow one another</source>
        <translation>各部分没有首尾相接</translation>
    </message>
    <message>
        <source>the parts reach beyond the vertices or indices</source>
        <translation>各部分超出顶点或索引的范围</translation>
    </message>
    <message>
        <source>the parts do not cover all vertices and indices</source>
        <translation>各部分没有覆盖全部顶点和索引</translation>
    </message>
    <message>
        <source>a point set has no points, or follows a palette entry that is not there</source>
        <translation>某个点集没有点，或跟随不存在的调色板条目</translation>
    </message>
    <message>
        <source>a piece follows a node that is not there, or its residual is not finite</source>
        <translation>某个碎块所跟随的节点不存在，或其残差不是有限数值</translation>
    </message>
    <message>
        <source>%1 has no weights, weights that are not finite or a bad name</source>
        <translation>%1没有权重、权重不是有限数或名称有误</translation>
    </message>
    <message>
        <source>is not a plain file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>is no point cache: a PC2 starts with POINTCACHE2, and an MDD is known by its ending .mdd</source>
        <translation>不是点缓存：PC2 以 POINTCACHE2 开头，MDD 由扩展名 .mdd 识别</translation>
    </message>
    <message>
        <source>the point cache is cut short within its header</source>
        <translation>点缓存在文件头内就中断了</translation>
    </message>
    <message>
        <source>the point cache has version %1; version 1 is read</source>
        <translation>点缓存的版本为 %1；只读取版本 1</translation>
    </message>
    <message>
        <source>the point cache starts at frame %1 with %2 frames a sample, which cannot be</source>
        <translation>点缓存从第 %1 帧开始，每个采样 %2 帧，这不可能</translation>
    </message>
    <message>
        <source>the times of the point cache do not ascend, or are not finite: sample %1 is at %2 s</source>
        <translation>点缓存的时间不是递增的，或不是有限数值：采样 %1 位于 %2 秒</translation>
    </message>
    <message>
        <source>the header of the point cache counts %1 points and %2 samples; there must be some of each</source>
        <translation>点缓存的文件头记有 %1 个点和 %2 个采样；两者都必须至少有一个</translation>
    </message>
    <message>
        <source>the header of the point cache counts %1 points in %2 samples, which are %3 bytes each, but %4 bytes follow it: the file is cut short, or its header lies</source>
        <translation>点缓存的文件头记有 %1 个点、%2 个采样，每个采样 %3 字节，但其后有 %4 字节：文件不完整，或文件头有误</translation>
    </message>
    <message>
        <source>point %1 of sample %2 is not finite, or too far away (counted from 0): bake the simulation again</source>
        <translation>采样 %2 的点 %1 不是有限数值，或距离过远（从 0 起计）：请重新烘焙模拟</translation>
    </message>
    <message>
        <source>a message is malformed</source>
        <translation>某条消息的格式有误</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>过早结束</translation>
    </message>
    <message>
        <source>a count is larger than what follows</source>
        <translation>某个数量大于其后的内容</translation>
    </message>
    <message>
        <source>a switch has a value that does not exist</source>
        <translation>某个开关的值不存在</translation>
    </message>
    <message>
        <source>the model snapshot is broken: %1</source>
        <translation>模型快照已损坏：%1</translation>
    </message>
    <message>
        <source>the model snapshot is broken: something follows its end</source>
        <translation>模型快照已损坏：结尾之后还有内容</translation>
    </message>
    <message>
        <source>this is not a model snapshot</source>
        <translation>这不是模型快照</translation>
    </message>
    <message>
        <source>the model snapshot has version %1, this build reads version %2</source>
        <translation>模型快照的版本为 %1，此程序读取版本 %2</translation>
    </message>
    <message>
        <source>the model snapshot is broken: its size or checksum is wrong</source>
        <translation>模型快照已损坏：其大小或校验和有误</translation>
    </message>
    <message>
        <source>The texture has another size than it was exported with.</source>
        <translation>纹理的尺寸与导出时不同。</translation>
    </message>
    <message>
        <source>Allow textures of that size, and switch off scaling to powers of two.</source>
        <translation>请允许这样大的纹理，并关闭缩放到 2 的幂。</translation>
    </message>
    <message>
        <source>The rows of the texture are upside down.</source>
        <translation>纹理的行上下颠倒。</translation>
    </message>
    <message>
        <source>Switch off the vertical flip of the importer or of the tool that saved it.</source>
        <translation>请关闭导入器或保存它的工具的垂直翻转。</translation>
    </message>
    <message>
        <source>The texture is mirrored from left to right.</source>
        <translation>纹理左右镜像。</translation>
    </message>
    <message>
        <source>Export it again, and do not edit the texture.</source>
        <translation>请重新导出，且不要编辑纹理。</translation>
    </message>
    <message>
        <source>The alpha channel of the texture is lost.</source>
        <translation>纹理的 alpha 通道丢失。</translation>
    </message>
    <message>
        <source>Import it with alpha, in a format of four channels, and not as opaque.</source>
        <translation>请以四通道格式带 alpha 导入，不要作为不透明图像。</translation>
    </message>
    <message>
        <source>The texture was exported with floats and holds half floats.</source>
        <translation>纹理以浮点数导出，现在是半精度浮点数。</translation>
    </message>
    <message>
        <source>Import it with 32 bits a channel, or bake with the pixel format rgba16f.</source>
        <translation>请以每通道 32 位导入，或用像素格式 rgba16f 烘焙。</translation>
    </message>
    <message>
        <source>Red and blue are exchanged.</source>
        <translation>红蓝通道互换了。</translation>
    </message>
    <message>
        <source>The colours were multiplied by alpha.</source>
        <translation>颜色被乘以 alpha。</translation>
    </message>
    <message>
        <source>Switch off premultiplied alpha.</source>
        <translation>请关闭预乘 alpha。</translation>
    </message>
    <message>
        <source>Values below 0 are lost.</source>
        <translation>小于 0 的值丢失。</translation>
    </message>
    <message>
        <source>Import it as signed half or float texture, without compression.</source>
        <translation>请作为有符号的半精度或浮点纹理导入，不压缩。</translation>
    </message>
    <message>
        <source>Values below 0 and above 1 are lost.</source>
        <translation>小于 0 和大于 1 的值丢失。</translation>
    </message>
    <message>
        <source>Import it as half or float texture (HDR), not in a format of 0 to 1.</source>
        <translation>请作为半精度或浮点纹理（HDR）导入，不要用 0 到 1 的格式。</translation>
    </message>
    <message>
        <source>The texture has 8 bits a channel.</source>
        <translation>纹理每通道只有 8 位。</translation>
    </message>
    <message>
        <source>Import it as half or float texture (HDR), without compression.</source>
        <translation>请作为半精度或浮点纹理（HDR）导入，不压缩。</translation>
    </message>
    <message>
        <source>The texture was taken for sRGB colours and made linear.</source>
        <translation>纹理被当作 sRGB 颜色转换成线性。</translation>
    </message>
    <message>
        <source>Switch off sRGB: the texture is data, its values are linear.</source>
        <translation>请关闭 sRGB：此纹理是数据，值为线性。</translation>
    </message>
    <message>
        <source>The texture was taken for linear colours and made sRGB.</source>
        <translation>纹理被当作线性颜色转换成 sRGB。</translation>
    </message>
    <message>
        <source>Switch off the conversion to sRGB: the texture is data.</source>
        <translation>请关闭到 sRGB 的转换：此纹理是数据。</translation>
    </message>
    <message>
        <source>The texels are mixed with their neighbours.</source>
        <translation>纹素与相邻纹素混合了。</translation>
    </message>
    <message>
        <source>Set the filter to nearest (point), and switch off mip maps.</source>
        <translation>请把过滤设为最近点，并关闭 mip 贴图。</translation>
    </message>
    <message>
        <source>The values of the texture are only near what was exported.</source>
        <translation>纹理的值只是接近导出的值。</translation>
    </message>
    <message>
        <source>Switch off texture compression, and set the filter to nearest (point) without mip maps.</source>
        <translation>请关闭纹理压缩，并把过滤设为最近点，不用 mip 贴图。</translation>
    </message>
    <message>
        <source>The texture holds nothing but zeros.</source>
        <translation>纹理全是零。</translation>
    </message>
    <message>
        <source>Check that the texture was loaded, and is the one of this pack.</source>
        <translation>请检查纹理是否已加载，且属于此包。</translation>
    </message>
    <message>
        <source>The texture is not the one that was exported.</source>
        <translation>这不是导出的那张纹理。</translation>
    </message>
    <message>
        <source>Export again, switch off texture compression, and check that mesh and texture are of the same character.</source>
        <translation>请重新导出，关闭纹理压缩，并检查网格和纹理属于同一角色。</translation>
    </message>
    <message>
        <source>%1.lod: there is no such level</source>
        <translation>%1.lod：没有这个细节层次</translation>
    </message>
    <message>
        <source>%1: its indices are no whole triangles</source>
        <translation>%1：其索引不构成完整的三角形</translation>
    </message>
    <message>
        <source>%1: is not behind the one before it in level and primitive</source>
        <translation>%1：在层次和图元的顺序上不在前一个之后</translation>
    </message>
    <message>
        <source>%1: a name is too long or holds control characters</source>
        <translation>%1：某个名称过长或含有控制字符</translation>
    </message>
    <message>
        <source>%1: another one has the same name and node</source>
        <translation>%1：另一个具有相同的名称和节点</translation>
    </message>
    <message>
        <source>%1.name: is empty, too long or holds control characters</source>
        <translation>%1.name：为空、过长或含有控制字符</translation>
    </message>
    <message>
        <source>%1.name: another one is called so</source>
        <translation>%1.name：另一个已使用此名</translation>
    </message>
    <message>
        <source>%1.meshes: are not numbers of meshes in ascending order</source>
        <translation>%1.meshes：不是按升序排列的网格编号</translation>
    </message>
    <message>
        <source>tint: has not exactly one of attribute, textures (not empty) and palette</source>
        <translation>tint：并非恰好含有 attribute、textures（非空）和 palette 之一</translation>
    </message>
    <message>
        <source>%1.material: is not above the one before it</source>
        <translation>%1.material：不大于前一个</translation>
    </message>
    <message>
        <source>tint.palette: steps or entries are out of range, or its materials are not in ascending order</source>
        <translation>tint.palette：步长或项数超出范围，或其材质没有按升序排列</translation>
    </message>
    <message>
        <source>meshes: their ranges do not cover primitive %1 of lod%2 once</source>
        <translation>meshes：其范围没有恰好一次覆盖 lod%2 的图元 %1</translation>
    </message>
    <message>
        <source>meshes: a range names a primitive that is not there</source>
        <translation>meshes：某个范围指向不存在的图元</translation>
    </message>
    <message>
        <source>_TINT: is not there where the manifest&apos;s tint names it, or there where it does not</source>
        <translation>_TINT：在清单的 tint 指定之处不存在，或在未指定之处存在</translation>
    </message>
    <message>
        <source>_TINT: holds a value that is not within 0 and 1</source>
        <translation>_TINT：含有不在 0 到 1 之间的值</translation>
    </message>
    <message>
        <source>tint.textures: names a material, an image or texture coordinates that are not there</source>
        <translation>tint.textures：指向不存在的材质、图像或纹理坐标</translation>
    </message>
    <message>
        <source>tint.palette.materials: there is no such material</source>
        <translation>tint.palette.materials：没有这个材质</translation>
    </message>
    <message>
        <source>is no EXR file that can be read</source>
        <translation>不是可读取的 EXR 文件</translation>
    </message>
    <message>
        <source>was saved again by a tool, in tiles or with depth</source>
        <translation>被工具以分块或带深度的形式重新保存</translation>
    </message>
    <message>
        <source>is too large to be examined</source>
        <translation>太大，无法检查</translation>
    </message>
    <message>
        <source>is cut short or damaged</source>
        <translation>不完整或已损坏</translation>
    </message>
    <message>
        <source>the channels are not R, G, B and A alone</source>
        <translation>通道不是仅有 R、G、B 和 A</translation>
    </message>
    <message>
        <source>a channel is not half or float at every texel</source>
        <translation>某个通道并非在每个纹素上都是 half 或 float</translation>
    </message>
    <message>
        <source>the channels are of different types</source>
        <translation>各通道的类型不同</translation>
    </message>
    <message>
        <source>is not a scan-line image</source>
        <translation>不是扫描线图像</translation>
    </message>
    <message>
        <source>has an attribute &apos;%1&apos; of a kind that is not read</source>
        <translation>有不被读取的属性“%1”</translation>
    </message>
    <message>
        <source>has an attribute of a type that is not read</source>
        <translation>有类型不被读取的属性</translation>
    </message>
    <message>
        <source>the header lacks an attribute (channels, windows, compression or line order)</source>
        <translation>文件头缺少某个属性（通道、窗口、压缩或行序）</translation>
    </message>
    <message>
        <source>the image is not the %1 x %2 texels that the manifest names</source>
        <translation>图像不是清单中所写的 %1 x %2 纹素</translation>
    </message>
    <message>
        <source>the channels are not of the pixel format that the manifest names</source>
        <translation>通道不是清单中所写的像素格式</translation>
    </message>
    <message>
        <source>the compression is none of none, RLE, ZIPS and ZIP</source>
        <translation>压缩方式不是无、RLE、ZIPS 或 ZIP</translation>
    </message>
    <message>
        <source>the scan lines are not stored from the top down</source>
        <translation>扫描线没有从上到下存储</translation>
    </message>
    <message>
        <source>the chunk table does not begin behind itself</source>
        <translation>数据块表没有从其自身之后开始</translation>
    </message>
    <message>
        <source>the chunk of line %1 lies wrong or has a wrong size</source>
        <translation>第 %1 行的数据块位置或大小有误</translation>
    </message>
    <message>
        <source>is not an OpenEXR file</source>
        <translation>不是 OpenEXR 文件</translation>
    </message>
    <message>
        <source>is no single-part scan-line OpenEXR file of version 2</source>
        <translation>不是版本 2 的单部分扫描线 OpenEXR 文件</translation>
    </message>
    <message>
        <source>the header is cut short or longer than %1 bytes</source>
        <translation>文件头不完整或超过 %1 字节</translation>
    </message>
    <message>
        <source>has %1 bytes, which its %2 x %3 texels cannot be</source>
        <translation>有 %1 字节，而 %2 x %3 纹素不可能如此</translation>
    </message>
    <message>
        <source>%1 bytes claim to hold %2 MiB of texels; textures above 1 GiB must not be compressed more than 64 times</source>
        <translation>%1 字节声称含有 %2 MiB 纹素；大于 1 GiB 的纹理压缩比不得超过 64 倍</translation>
    </message>
    <message>
        <source>the chunk of line %1 begins with other numbers than its place asks for</source>
        <translation>第 %1 行的数据块开头的数字与其位置不符</translation>
    </message>
    <message>
        <source>the chunk of line %1 cannot be decompressed</source>
        <translation>无法解压第 %1 行的数据块</translation>
    </message>
    <message>
        <source>OpenEXR refuses the file&apos;s header</source>
        <translation>OpenEXR 拒绝该文件的文件头</translation>
    </message>
    <message>
        <source>not enough memory to read the texture</source>
        <translation>内存不足，无法读取纹理</translation>
    </message>
    <message>
        <source>cancelled while reading the texture</source>
        <translation>读取纹理时已取消</translation>
    </message>
    <message>
        <source>OpenEXR could not write the texture</source>
        <translation>OpenEXR 无法写入纹理</translation>
    </message>
    <message>
        <source>is a symbolic link; a pack holds plain files only</source>
        <translation>是符号链接；包中只能有普通文件</translation>
    </message>
    <message>
        <source>is cut short</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>has %1 bytes; at most %2 are read</source>
        <translation>有 %1 字节；最多读取 %2 字节</translation>
    </message>
    <message>
        <source>has not %1 numbers</source>
        <translation>不是 %1 个数字</translation>
    </message>
    <message>
        <source>is beyond the range of a float</source>
        <translation>超出 float 的范围</translation>
    </message>
    <message>
        <source>is more than a plain file name</source>
        <translation>不是单纯的文件名</translation>
    </message>
    <message>
        <source>is not 64 hexadecimal digits</source>
        <translation>不是 64 位十六进制数字</translation>
    </message>
    <message>
        <source>has %1 values, x has %2</source>
        <translation>有 %1 个值，而 x 有 %2 个</translation>
    </message>
    <message>
        <source>is neither remove nor extract</source>
        <translation>既不是 remove 也不是 extract</translation>
    </message>
    <message>
        <source>is neither rgba16f nor rgba32f</source>
        <translation>既不是 rgba16f 也不是 rgba32f</translation>
    </message>
    <message>
        <source>is not 16 hexadecimal digits</source>
        <translation>不是 16 位十六进制数字</translation>
    </message>
    <message>
        <source>is neither bone nor vertex</source>
        <translation>既不是 bone 也不是 vertex</translation>
    </message>
    <message>
        <source>is &quot;%1&quot;, which this program does not know in %2 mode: update it, or bake with %3</source>
        <translation>是“%1”，此程序在 %2 模式下不认识：请更新程序，或使用%3烘焙</translation>
    </message>
    <message>
        <source>is a pack of version %1; this program reads up to version %2: update it, or bake the pack again</source>
        <translation>是版本 %1 的包；此程序最高读取版本 %2：请更新程序，或重新烘焙该包</translation>
    </message>
    <message>
        <source>the text does not agree with its checksum: it was damaged or edited; bake the pack again</source>
        <translation>文本与其校验和不一致：它已损坏或被编辑；请重新烘焙该包</translation>
    </message>
    <message>
        <source>is 1, but the texture has a frame table, which begins with version 2</source>
        <translation>为 1，但纹理带有帧表，而帧表从版本 2 开始</translation>
    </message>
    <message>
        <source>is not the row behind frames and constants</source>
        <translation>不是帧与常量之后的那一行</translation>
    </message>
    <message>
        <source>is not what the ranges of its meshes give</source>
        <translation>与其网格的范围所给出的不符</translation>
    </message>
    <message>
        <source>is not r, g, b or a</source>
        <translation>不是 r、g、b 或 a</translation>
    </message>
    <message>
        <source>uses an extension</source>
        <translation>使用了扩展</translation>
    </message>
    <message>
        <source>is no way of wrapping that glTF knows</source>
        <translation>不是 glTF 的环绕方式</translation>
    </message>
    <message>
        <source>holds an extension that a pack must not use</source>
        <translation>含有包不得使用的扩展</translation>
    </message>
    <message>
        <source>is none of OPAQUE, MASK and BLEND</source>
        <translation>不是 OPAQUE、MASK 或 BLEND</translation>
    </message>
    <message>
        <source>A factor of the material is outside of the range that glTF allows and was clamped to it.</source>
        <translation>材质的某个系数超出 glTF 允许的范围，已截至该范围。</translation>
    </message>
    <message>
        <source>is not a GLB file</source>
        <translation>不是 GLB 文件</translation>
    </message>
    <message>
        <source>is a GLB file of another version than 2</source>
        <translation>是版本 2 以外的 GLB 文件</translation>
    </message>
    <message>
        <source>is %1 bytes long, its header says %2</source>
        <translation>长 %1 字节，而其文件头声明 %2 字节</translation>
    </message>
    <message>
        <source>the first chunk is no JSON, or its length is wrong</source>
        <translation>第一个数据块不是 JSON，或其长度有误</translation>
    </message>
    <message>
        <source>the second chunk is no binary data, or its length is wrong</source>
        <translation>第二个数据块不是二进制数据，或其长度有误</translation>
    </message>
    <message>
        <source>has no place in a pack</source>
        <translation>不应出现在包中</translation>
    </message>
    <message>
        <source>is an extension that a pack must not use</source>
        <translation>是包不得使用的扩展</translation>
    </message>
    <message>
        <source>is not one buffer</source>
        <translation>不是一个缓冲区</translation>
    </message>
    <message>
        <source>names another file; a pack&apos;s data lies in the GLB itself</source>
        <translation>指向其他文件；包的数据应位于 GLB 之内</translation>
    </message>
    <message>
        <source>has a stride or an extension</source>
        <translation>有步长或扩展</translation>
    </message>
    <message>
        <source>is sparse, normalised or of an extension</source>
        <translation>是稀疏的、归一化的或属于扩展</translation>
    </message>
    <message>
        <source>holds a number that is no element</source>
        <translation>含有不是元素编号的数字</translation>
    </message>
    <message>
        <source>holds an attribute that a pack of this mode must not have</source>
        <translation>含有此模式的包不得有的属性</translation>
    </message>
    <message>
        <source>has morph targets or an extension</source>
        <translation>有变形目标或扩展</translation>
    </message>
    <message>
        <source>has other attributes than the first primitive</source>
        <translation>的属性与第一个图元不同</translation>
    </message>
    <message>
        <source>shares its indices with other primitives</source>
        <translation>与其他图元共用索引</translation>
    </message>
    <message>
        <source>names another file or uses an extension; a pack&apos;s images lie in the GLB itself</source>
        <translation>指向其他文件或使用了扩展；包的图像应位于 GLB 之内</translation>
    </message>
    <message>
        <source>is neither PNG nor JPEG</source>
        <translation>既不是 PNG 也不是 JPEG</translation>
    </message>
    <message>
        <source>shares its bytes with other images</source>
        <translation>与其他图像共用字节</translation>
    </message>
    <message>
        <source>is not lod0 and the %1 further levels of the manifest</source>
        <translation>不是 lod0 以及清单中的另外 %1 个层次</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>the image &apos;%1&apos; (number %2) is neither PNG nor JPEG</source>
        <translation>图像“%1”（编号 %2）既不是 PNG 也不是 JPEG</translation>
    </message>
    <message>
        <source>mesh and images would need more than 1 GiB; make the images smaller</source>
        <translation>网格和图像将需要超过 1 GiB；请缩小图像</translation>
    </message>
    <message>
        <source>the glTF library could not write the mesh</source>
        <translation>glTF 库无法写入网格</translation>
    </message>
    <message>
        <source>the glTF library could not write the mesh: %1</source>
        <translation>glTF 库无法写入网格：%1</translation>
    </message>
    <message>
        <source>cannot create the file: %1</source>
        <translation>无法创建文件：%1</translation>
    </message>
    <message>
        <source>writing failed</source>
        <translation>写入失败</translation>
    </message>
    <message>
        <source>internal error: correction beyond the end</source>
        <translation>内部错误：更正位置超出文件末尾</translation>
    </message>
    <message>
        <source>reading back failed</source>
        <translation>回读失败</translation>
    </message>
    <message>
        <source>flushing to the disk failed</source>
        <translation>写入磁盘失败</translation>
    </message>
    <message>
        <source>closing failed</source>
        <translation>关闭失败</translation>
    </message>
    <message>
        <source>%1: is no box of finite numbers with min below max</source>
        <translation>%1：不是最小值小于最大值的有限数包围盒</translation>
    </message>
    <message>
        <source>texture: the sides are not within 1 and %1 texels</source>
        <translation>texture：边长不在 1 到 %1 纹素之间</translation>
    </message>
    <message>
        <source>texture: has more texels than a pack may hold</source>
        <translation>texture：的纹素多于一个包所能容纳的</translation>
    </message>
    <message>
        <source>texture.texelsPerElement: does not fit the mode and the encoding</source>
        <translation>texture.texelsPerElement：与模式和编码不符</translation>
    </message>
    <message>
        <source>texture.pixelFormat: is not one that the encoding %1 has</source>
        <translation>texture.pixelFormat：不是编码 %1 所具有的</translation>
    </message>
    <message>
        <source>bones: the encoding %1 keeps none in a form of its own</source>
        <translation>bones：编码 %1 没有另行存放的骨骼</translation>
    </message>
    <message>
        <source>texture.elementCount: is out of range</source>
        <translation>texture.elementCount：超出范围</translation>
    </message>
    <message>
        <source>texture.shapeCount: is out of range</source>
        <translation>texture.shapeCount：超出范围</translation>
    </message>
    <message>
        <source>texture.texelsPerFrame: is %1, but elements and sockets need %2</source>
        <translation>texture.texelsPerFrame：是 %1，但元素和挂点需要 %2</translation>
    </message>
    <message>
        <source>texture.rowsPerFrame: a frame does not fit into its rows</source>
        <translation>texture.rowsPerFrame：一帧无法放入其行数</translation>
    </message>
    <message>
        <source>texture.frameCount: the frames do not fit into the texture</source>
        <translation>texture.frameCount：各帧无法放入纹理</translation>
    </message>
    <message>
        <source>texture.frameTable.frames: is less than the frames that are stored</source>
        <translation>texture.frameTable.frames：少于存储的帧数</translation>
    </message>
    <message>
        <source>texture.canaryRow: is not below the frames and within the texture</source>
        <translation>texture.canaryRow：不在各帧之下、纹理之内</translation>
    </message>
    <message>
        <source>%1.parent: is among its own descendants</source>
        <translation>%1.parent：是它自己的后代之一</translation>
    </message>
    <message>
        <source>bones: their number does not fit the texture</source>
        <translation>bones：其数量与纹理不符</translation>
    </message>
    <message>
        <source>%1.name: is too long or holds control characters</source>
        <translation>%1.name：过长或含有控制字符</translation>
    </message>
    <message>
        <source>%1.parent: is no bone</source>
        <translation>%1.parent：不是骨骼</translation>
    </message>
    <message>
        <source>masks: there are more than %1</source>
        <translation>masks：多于 %1 个</translation>
    </message>
    <message>
        <source>%1.weights: are not one a bone</source>
        <translation>%1.weights：不是每个骨骼一个</translation>
    </message>
    <message>
        <source>%1.weights: are not within 0 and 1, or all 0</source>
        <translation>%1.weights：不在 0 和 1 之间，或全部为 0</translation>
    </message>
    <message>
        <source>%1: name or parameter is too long, or the name holds control characters</source>
        <translation>%1：名称或参数过长，或名称含有控制字符</translation>
    </message>
    <message>
        <source>%1.timeSeconds: is not within the clip, or before the event before it</source>
        <translation>%1.timeSeconds：不在片段之内，或在前一个事件之前</translation>
    </message>
    <message>
        <source>%1.rootMotion.node: is too long or holds control characters</source>
        <translation>%1.rootMotion.node：过长或含有控制字符</translation>
    </message>
    <message>
        <source>%1.rootMotion.track: has %2 samples, but the clip needs %3</source>
        <translation>%1.rootMotion.track：有 %2 个采样，但片段需要 %3 个</translation>
    </message>
    <message>
        <source>%1.rootMotion.track: a value is out of range</source>
        <translation>%1.rootMotion.track：某个值超出范围</translation>
    </message>
    <message>
        <source>%1.rootMotion.track: does not begin at 0</source>
        <translation>%1.rootMotion.track：没有从 0 开始</translation>
    </message>
    <message>
        <source>clips: there is none</source>
        <translation>clips：一个也没有</translation>
    </message>
    <message>
        <source>%1: its frames are not within the texture&apos;s %2</source>
        <translation>%1：其帧不在纹理的 %2 帧之内</translation>
    </message>
    <message>
        <source>%1.lengthSeconds: is out of range</source>
        <translation>%1.lengthSeconds：超出范围</translation>
    </message>
    <message>
        <source>%1: sampleRateHz or frameRate is not above 0, or too large</source>
        <translation>%1：sampleRateHz 或 frameRate 不大于 0，或太大</translation>
    </message>
    <message>
        <source>%1: is without length, but has several frames or loops</source>
        <translation>%1：没有长度，却有多帧或循环</translation>
    </message>
    <message>
        <source>%1.source: its range is not finite</source>
        <translation>%1.source：其范围不是有限数</translation>
    </message>
    <message>
        <source>%1.bone: is no bone of the pack</source>
        <translation>%1.bone：不是包中的骨骼</translation>
    </message>
    <message>
        <source>%1: position, scale or direction is not finite, or the rotation no unit quaternion</source>
        <translation>%1：位置、缩放或方向不是有限数，或旋转不是单位四元数</translation>
    </message>
    <message>
        <source>%1: has %2 values for %3 vertices</source>
        <translation>%1：有 %2 个值，而顶点有 %3 个</translation>
    </message>
    <message>
        <source>%1: holds a value that is not finite</source>
        <translation>%1：含有非有限数的值</translation>
    </message>
    <message>
        <source>%1: its indices are no triangles of the mesh</source>
        <translation>%1：其索引不构成网格的三角形</translation>
    </message>
    <message>
        <source>%1.material: there is no such material</source>
        <translation>%1.material：没有这个材质</translation>
    </message>
    <message>
        <source>%1: an index is beyond the %2 vertices</source>
        <translation>%1：某个索引超出 %2 个顶点</translation>
    </message>
    <message>
        <source>%1: a texture names an image or a set of texture coordinates that is not there</source>
        <translation>%1：某张纹理指向不存在的图像或纹理坐标</translation>
    </message>
    <message>
        <source>%1: a factor is not finite, or the name is too long</source>
        <translation>%1：某个系数不是有限数，或名称过长</translation>
    </message>
    <message>
        <source>_BONE_INDEX: has not one value for each vertex</source>
        <translation>_BONE_INDEX：并非每个顶点恰有一个值</translation>
    </message>
    <message>
        <source>_BONE_INDEX: an index is beyond the %1 bones</source>
        <translation>_BONE_INDEX：某个索引超出 %1 根骨骼</translation>
    </message>
    <message>
        <source>_VERTEX_INDEX: has not one value for each vertex</source>
        <translation>_VERTEX_INDEX：并非每个顶点恰有一个值</translation>
    </message>
    <message>
        <source>_VERTEX_INDEX: an index is beyond the %1 elements</source>
        <translation>_VERTEX_INDEX：某个索引超出 %1 个元素</translation>
    </message>
    <message>
        <source>sizeMetres: is no finite length</source>
        <translation>sizeMetres：不是有限的长度</translation>
    </message>
    <message>
        <source>the mesh has no vertices, no triangles, or more vertices than a pack may hold</source>
        <translation>网格没有顶点、没有三角形，或顶点多于一个包所能容纳的</translation>
    </message>
    <message>
        <source>lods[%1].maxMillimetres: is no finite length</source>
        <translation>lods[%1].maxMillimetres：不是有限的长度</translation>
    </message>
    <message>
        <source>lods[%1].colorMillimetres: is no finite length</source>
        <translation>lods[%1].colorMillimetres：不是有限长度</translation>
    </message>
    <message>
        <source>is a symbolic link to something that is not there</source>
        <translation>是指向不存在内容的符号链接</translation>
    </message>
    <message>
        <source>is no name for a pack; give a folder name such as Fox.texpack</source>
        <translation>不是包的名称；请给出文件夹名，例如 Fox.texpack</translation>
    </message>
    <message>
        <source>the name is longer than %1 bytes; give a shorter one</source>
        <translation>名称超过 %1 字节；请缩短</translation>
    </message>
    <message>
        <source>the folder that is to hold the pack cannot be opened: %1</source>
        <translation>无法打开要存放包的文件夹：%1</translation>
    </message>
    <message>
        <source>there is no such pack</source>
        <translation>没有这个包</translation>
    </message>
    <message>
        <source>is not a folder; a pack is a folder with manifest.json in it</source>
        <translation>不是文件夹；包是含有 manifest.json 的文件夹</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>无法打开：%1</translation>
    </message>
    <message>
        <source>names no file</source>
        <translation>没有指定文件</translation>
    </message>
    <message>
        <source>belongs to another manifest</source>
        <translation>属于另一份清单</translation>
    </message>
    <message>
        <source>has %1 bytes, the manifest says %2</source>
        <translation>有 %1 字节，而清单所写为 %2</translation>
    </message>
    <message>
        <source>holds control characters</source>
        <translation>含有控制字符</translation>
    </message>
    <message>
        <source>there is no such file, so this is no pack</source>
        <translation>没有这个文件，因此这不是包</translation>
    </message>
    <message>
        <source>the pack lacks this file</source>
        <translation>包缺少此文件</translation>
    </message>
    <message>
        <source>was damaged: its checksum is not the one in the manifest; bake the pack again</source>
        <translation>已损坏：其校验和与清单中的不符；请重新烘焙该包</translation>
    </message>
    <message>
        <source>vertices or triangles are not as many as the manifest says</source>
        <translation>顶点或三角形的数量与清单所写的不符</translation>
    </message>
    <message>
        <source>not enough memory to read the pack</source>
        <translation>内存不足，无法读取包</translation>
    </message>
    <message>
        <source>mesh.glb: %1 vertices (first: %2) %3.</source>
        <translation>mesh.glb：%1 个顶点（第一个：%2）%3。</translation>
    </message>
    <message>
        <source>have a normal that is not of length 1</source>
        <translation>的法线长度不为 1</translation>
    </message>
    <message>
        <source>have a tangent that is not of length 1 with a sign of 1 or -1</source>
        <translation>的切线长度不为 1，或其符号不是 1 或 -1</translation>
    </message>
    <message>
        <source>have weights that are negative or do not sum to 1</source>
        <translation>的权重为负或之和不为 1</translation>
    </message>
    <message>
        <source>clip &apos;%1&apos;</source>
        <translation>片段“%1”</translation>
    </message>
    <message>
        <source>manifest.json: %1 begins at frame %2; the clips before it end at %3.</source>
        <translation>manifest.json：%1从第 %2 帧开始；其前的片段到第 %3 帧结束。</translation>
    </message>
    <message>
        <source>manifest.json: %1 has %2 frames, which its length and sample rate do not give.</source>
        <translation>manifest.json：%1有 %2 帧，与其长度和帧率不符。</translation>
    </message>
    <message>
        <source>manifest.json: %1 names a frame rate of %2, its frames and length give %3.</source>
        <translation>manifest.json：%1所写帧率为 %2，而其帧数和长度给出 %3。</translation>
    </message>
    <message>
        <source>manifest.json: the clips end at frame %1, the texture at %2.</source>
        <translation>manifest.json：各片段到第 %1 帧结束，而纹理到第 %2 帧。</translation>
    </message>
    <message>
        <source>manifest.json: socket &apos;%1&apos;</source>
        <translation>manifest.json：挂点“%1”</translation>
    </message>
    <message>
        <source>%1 has a rotation that is not of length 1.</source>
        <translation>%1的旋转长度不为 1。</translation>
    </message>
    <message>
        <source>%1 has a direction that is not its rotation&apos;s Z axis.</source>
        <translation>%1的方向不是其旋转的 Z 轴。</translation>
    </message>
    <message>
        <source>manifest.json: the bounds are not the union of the clips&apos; bounds.</source>
        <translation>manifest.json：包围盒不是各片段包围盒的并集。</translation>
    </message>
    <message>
        <source>manifest.json: sizeMetres is %1, the diagonal of the bounds %2.</source>
        <translation>manifest.json：sizeMetres 为 %1，而包围盒的对角线为 %2。</translation>
    </message>
    <message>
        <source>animation.exr: %1 %2</source>
        <translation>animation.exr：%1 %2</translation>
    </message>
    <message>
        <source>animation.exr: the constants of bone %1 do not agree with manifest.json.</source>
        <translation>animation.exr：骨骼 %1 的常量与 manifest.json 不一致。</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>检查已取消。</translation>
    </message>
    <message>
        <source>animation.exr: %1.</source>
        <translation>animation.exr：%1。</translation>
    </message>
    <message>
        <source>animation.exr: %1 values are not finite.</source>
        <translation>animation.exr：%1 个值不是有限数。</translation>
    </message>
    <message>
        <source>animation.exr: the padding is not 0.</source>
        <translation>animation.exr：填充不为 0。</translation>
    </message>
    <message>
        <source>animation.exr: %1 elements have an alpha other than 1.</source>
        <translation>animation.exr：%1 个元素的 Alpha 不为 1。</translation>
    </message>
    <message>
        <source>manifest.json: the decoded positions of clip &apos;%1&apos; reach %2 mm out of its bounds.</source>
        <translation>manifest.json：片段“%1”解码后的位置超出其包围盒 %2 毫米。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>animation.exr: the texels do not have the size or format of the layout.</source>
        <translation>animation.exr：纹素的尺寸或格式与布局不符。</translation>
    </message>
    <message>
        <source>There is not enough memory to check the texels.</source>
        <translation>内存不足，无法检查纹素。</translation>
    </message>
    <message>
        <source>%1 The pack does not verify; bake it again.</source>
        <translation>%1 该包未通过校验；请重新烘焙。</translation>
    </message>
    <message>
        <source>variants are for models of up to %1 meshes; leave out what need not be shown by itself</source>
        <translation>变体适用于最多 %1 个网格的模型；请去掉不需要单独显示的内容</translation>
    </message>
    <message>
        <source>the model has more than %1 meshes: the pack does not say which triangles are whose</source>
        <translation>模型有超过 %1 个网格：包中不记录哪些三角形属于哪个网格</translation>
    </message>
    <message>
        <source>the manifest would be larger than 16 MiB; bake fewer clips or events</source>
        <translation>清单将大于 16 MiB；请减少烘焙的片段或事件</translation>
    </message>
    <message>
        <source>the texels do not have the size or format of the layout</source>
        <translation>纹素的尺寸或格式与布局不符</translation>
    </message>
    <message>
        <source>cancelled before the pack was put in place</source>
        <translation>在包就位之前已取消</translation>
    </message>
    <message>
        <source>not enough memory to write the pack</source>
        <translation>内存不足，无法写入包</translation>
    </message>
    <message>
        <source>writing failed: %1</source>
        <translation>写入失败：%1</translation>
    </message>
    <message>
        <source>cannot be looked at: %1</source>
        <translation>无法查看：%1</translation>
    </message>
    <message>
        <source>is there already and is no pack, so it is not replaced; give another name or move it away</source>
        <translation>已存在且不是包，因此不会被替换；请换一个名称或将其移走</translation>
    </message>
    <message>
        <source>A file beside the old pack&apos;s own could not be taken over: %1</source>
        <translation>无法沿用旧包旁附加的某个文件：%1</translation>
    </message>
    <message>
        <source>A folder left by an interrupted bake holds files that are not ours; it was left in place.</source>
        <translation>上次中断的烘焙留下的文件夹中有其他文件；已保留该文件夹。</translation>
    </message>
    <message>
        <source>cannot make a folder for the new pack: %1</source>
        <translation>无法为新的包创建文件夹：%1</translation>
    </message>
    <message>
        <source>cannot make a folder for the new pack</source>
        <translation>无法为新的包创建文件夹</translation>
    </message>
    <message>
        <source>flushing to the disk failed: %1</source>
        <translation>写入磁盘失败：%1</translation>
    </message>
    <message>
        <source>the old pack cannot be moved aside: %1</source>
        <translation>无法移开旧的包：%1</translation>
    </message>
    <message>
        <source>the new pack cannot be put in place: %1</source>
        <translation>无法将新的包放到位：%1</translation>
    </message>
    <message>
        <source>the new pack cannot be put in place: others keep changing it</source>
        <translation>无法将新的包放到位：其他程序不断更改它</translation>
    </message>
    <message>
        <source>The pack that was there before could not be removed; remove it yourself.</source>
        <translation>无法移除原先的包；请手动移除。</translation>
    </message>
    <message>
        <source>adding the point caches was cancelled</source>
        <translation>已取消添加点缓存</translation>
    </message>
    <message>
        <source>the model has no mesh that a point cache could move</source>
        <translation>模型没有可由点缓存移动的网格</translation>
    </message>
    <message>
        <source>the model has no mesh &quot;%1&quot;%2</source>
        <translation>模型没有网格“%1”%2</translation>
    </message>
    <message>
        <source>%1 meshes are called &quot;%2&quot;: name the node of the one that the point cache moves</source>
        <translation>有 %1 个网格名为“%2”：请指定点缓存所移动的那个网格的节点</translation>
    </message>
    <message>
        <source>the model has %1 meshes, and neither name nor number of points (%2) says which one the point cache moves: name it, as in %3@MESH%4</source>
        <translation>模型有 %1 个网格，名称和点数（%2）都无法确定点缓存移动哪一个：请指定，例如 %3@MESH%4</translation>
    </message>
    <message>
        <source>the point cache has %1 points, but the mesh &quot;%2&quot; has %3 in the model file: point %4 (counted from 0) is in one only. Export both from the same mesh, with modifiers that add or remove points either in both or in neither</source>
        <translation>点缓存有 %1 个点，但模型文件中的网格“%2”有 %3 个：点 %4（从 0 起计）只存在于其中之一。请从同一网格导出两者；增减点的修改器要么都应用，要么都不应用</translation>
    </message>
    <message>
        <source>The points of the cache fit the mesh &quot;%1&quot; turned in several ways, since it is symmetrical; those of the mesh&apos;s own axes are taken. Where that is wrong, say what is up in the cache.</source>
        <translation>由于网格“%1”是对称的，缓存的点以多种旋转方式都与其吻合；采用网格自身的坐标轴。如果不对，请指定缓存的上方向。</translation>
    </message>
    <message>
        <source>the format of the model does not keep the order of points, and %1 of %2 vertices of the mesh &quot;%3&quot; are at none of the cache&apos;s %4 points in its first sample; the first is vertex %5 at %6. Let the simulation start from the mesh as it is exported, or export the mesh as FBX, OBJ or COLLADA, which keep the order</source>
        <translation>模型的格式不保留点的顺序，网格“%3”的 %2 个顶点中有 %1 个不在缓存第一个采样的 %4 个点中的任何一个上；第一个是位于 %6 的顶点 %5。请让模拟从导出的网格开始，或将网格导出为保留顺序的 FBX、OBJ 或 COLLADA</translation>
    </message>
    <message>
        <source>the format of the model does not keep the order of points, and %1 vertices of the mesh &quot;%2&quot; lie where several of the cache&apos;s %3 points lie, which part later; the first is vertex %4 at %5, at points %6 and %7. Merge the points that lie on one another, or export the mesh as FBX, OBJ or COLLADA, which keep the order</source>
        <translation>模型的格式不保留点的顺序，网格“%2”有 %1 个顶点所在之处有缓存 %3 个点中的多个点，而这些点之后会分开；第一个是位于 %5 的顶点 %4，对应点 %6 和 %7。请合并重叠的点，或将网格导出为保留顺序的 FBX、OBJ 或 COLLADA</translation>
    </message>
    <message>
        <source>the mesh &quot;%1&quot; does not stand upright in a way that fits what is given as up in the cache</source>
        <translation>网格“%1”的朝向与所指定的缓存上方向不符</translation>
    </message>
    <message>
        <source>The point cache counts frames and does not say how many are a second: %1 are taken.</source>
        <translation>点缓存以帧计数，没有说明每秒的帧数：采用 %1。</translation>
    </message>
    <message>
        <source>two point caches move the mesh &quot;%1&quot; in the clip &quot;%2&quot;: name their clips differently, as in NAME@CLIP.pc2</source>
        <translation>两个点缓存在剪辑“%2”中移动网格“%1”：请为它们的剪辑取不同的名称，例如 NAME@CLIP.pc2</translation>
    </message>
    <message>
        <source>The point cache moves its mesh in the clip &quot;%1&quot;.</source>
        <translation>点缓存在剪辑“%1”中移动其网格。</translation>
    </message>
    <message>
        <source>The point cache lasts from %1 to %2 s, the clip &quot;%3&quot; from %4 to %5 s: outside, the mesh stands as at the cache&apos;s ends.</source>
        <translation>点缓存从 %1 秒到 %2 秒，剪辑“%3”从 %4 秒到 %5 秒：在此之外，网格保持缓存两端的形状。</translation>
    </message>
    <message>
        <source>No sample of the point cache has the mesh &quot;%1&quot; as it stands in the model: the nearest is sample %2, with a vertex %3 mm away. Where the mesh comes out wrong, it is another mesh, or the cache&apos;s unit or up axis is another.</source>
        <translation>点缓存没有任何采样与模型中的网格“%1”一致：最接近的是采样 %2，有一个顶点相差 %3 毫米。如果网格不对，则它是另一个网格，或缓存的单位或上方向不同。</translation>
    </message>
    <message>
        <source>%1 points in %2 samples move the mesh &quot;%3&quot;; at sample %4 it is as in the model, within %5 mm, and its normals within %6°.</source>
        <translation>%2 个采样中的 %1 个点移动网格“%3”；在采样 %4 处与模型一致，误差 %5 毫米以内，法线 %6° 以内。</translation>
    </message>
    <message>
        <source>attached to itself: it is left out</source>
        <translation>附加到了自身：已略去</translation>
    </message>
    <message>
        <source>%1 and %2 are attached to each other: they are left out</source>
        <translation>%1和%2互相附加：已略去</translation>
    </message>
    <message>
        <source>the model has no node %1 to attach this to: it is left out%2</source>
        <translation>模型中没有可供它悬挂的节点 %1：已略去%2</translation>
    </message>
    <message>
        <source>there is no attachment %1 to attach this to: it is left out</source>
        <translation>没有可供它悬挂的附件 %1：已略去</translation>
    </message>
    <message>
        <source>is attached to %1, which is left out</source>
        <translation>挂在 %1 上，而后者已略去</translation>
    </message>
    <message>
        <source>attached to a node of %1, whose file could not be read: it is at the origin of that attachment</source>
        <translation>挂在 %1 的一个节点上，而后者的文件无法读取：它位于该附件的原点</translation>
    </message>
    <message>
        <source>the model of %1 has no node %2 to attach this to: it is left out%3</source>
        <translation>%1 的模型中没有可供它悬挂的节点 %2：已略去%3</translation>
    </message>
    <message>
        <source>The attachment is not shown: %1. Put the file back, or correct its path in the recipe.</source>
        <translation>未显示该附件：%1。请放回文件，或更正配方中的路径。</translation>
    </message>
    <message>
        <source>The attachment&apos;s file has no mesh: there is nothing to see.</source>
        <translation>附件的文件中没有网格：看不到任何东西。</translation>
    </message>
    <message>
        <source>the attachment %1 is attached to itself</source>
        <translation>附件 %1 挂在它自己上</translation>
    </message>
    <message>
        <source>the attachments %1 and %2 are attached to each other</source>
        <translation>附件 %1 与 %2 互相挂接</translation>
    </message>
    <message>
        <source>is no source of role &quot;attachment&quot;</source>
        <translation>不是角色为“attachment”的来源</translation>
    </message>
    <message>
        <source>the attachment %1 is to be merged into the mesh, but its file cannot be read: %2</source>
        <translation>附件 %1 要合并到网格，但它的文件无法读取：%2</translation>
    </message>
    <message>
        <source>no encoding may be chosen</source>
        <translation>不能选择编码</translation>
    </message>
    <message>
        <source>cannot be smaller than what was found</source>
        <translation>不能小于所找到的</translation>
    </message>
    <message>
        <source>the texture would be too high too</source>
        <translation>纹理同样会过高</translation>
    </message>
    <message>
        <source>no bake keeps %1 mm: %2</source>
        <translation>没有一种烘焙能保持 %1 mm：%2</translation>
    </message>
    <message>
        <source>the search was cancelled</source>
        <translation>搜索已取消</translation>
    </message>
    <message>
        <source>its texture would be too large at the rates that are needed</source>
        <translation>在所需的帧率下，其纹理会过大</translation>
    </message>
    <message>
        <source>%1 × %2 texels are too large for a texture of at most %3 × %3</source>
        <translation>%1 × %2 纹素超出了最大 %3 × %3 的纹理</translation>
    </message>
    <message>
        <source>%1, or try %2</source>
        <translation>%1，或尝试 %2</translation>
    </message>
    <message>
        <source>no bake in a texture of at most %1 × %1 texels keeps the limits: %2, %3, does with %4</source>
        <translation>在最大 %1 × %1 纹素的纹理中，没有一种烘焙能保持上限：%2、%3 在使用 %4 时可以</translation>
    </message>
    <message>
        <source>no bake keeps the limits: %1: %2</source>
        <translation>没有一种烘焙能保持上限：%1：%2</translation>
    </message>
    <message>
        <source>; %1</source>
        <translation>；%1</translation>
    </message>
    <message>
        <source>; %1: %2</source>
        <translation>；%1：%2</translation>
    </message>
    <message>
        <source>bone mode leaves morph targets out</source>
        <translation>骨骼模式略去变形目标</translation>
    </message>
    <message>
        <source>use vertex mode</source>
        <translation>请使用顶点模式</translation>
    </message>
    <message>
        <source>bone mode keeps four influences a vertex</source>
        <translation>骨骼模式每个顶点只保留四个影响</translation>
    </message>
    <message>
        <source>its shapes are too few</source>
        <translation>形状太少</translation>
    </message>
    <message>
        <source>use offset16 or positionNormal</source>
        <translation>请使用 offset16 或 positionNormal</translation>
    </message>
    <message>
        <source>the texels are too coarse</source>
        <translation>纹素精度不够</translation>
    </message>
    <message>
        <source>use positionNormal</source>
        <translation>请使用 positionNormal</translation>
    </message>
    <message>
        <source>use rgba32f</source>
        <translation>请使用 rgba32f</translation>
    </message>
    <message>
        <source>the end of its loop lies %1 mm from its start: cut it where its ends agree, or play it once (%2)</source>
        <translation>其循环的结尾与开头相距 %1 毫米：请在两端一致处截取，或只播放一次（%2）</translation>
    </message>
    <message>
        <source>its motion jumps or is faster than its keys tell: raise the limit, or cut the clip at the jump</source>
        <translation>动作有跳变，或快于其关键帧所示：请提高上限，或在跳变处截断动画片段</translation>
    </message>
    <message>
        <source>clip &quot;%1&quot; is %2 mm off at every rate%3</source>
        <translation>动画片段“%1”在任何帧率下都差 %2 mm%3</translation>
    </message>
    <message>
        <source>clip &quot;%1&quot; is %2 mm off, normals %3 degrees even at %4 Hz%5</source>
        <translation>动画片段“%1”即使在 %4 Hz 下也差 %2 mm，法线差 %3 度%5</translation>
    </message>
    <message>
        <source>clip &quot;%1&quot; is %2 mm off even at %3 Hz%4</source>
        <translation>即使在 %3 Hz，片段“%1”仍偏差 %2 毫米%4</translation>
    </message>
    <message>
        <source>%1, rgba32f</source>
        <translation>%1，rgba32f</translation>
    </message>
    <message>
        <source>the model has no clips, so there is nothing to bake: take motions from other files, or export it with its animation</source>
        <translation>模型没有动画片段，因此没有可烘焙的内容：请从其他文件添加动作，或连同动画重新导出模型</translation>
    </message>
    <message>
        <source>neither the model nor its motions have clips, so there is nothing to bake</source>
        <translation>模型及其动作文件都没有动画片段，因此没有可烘焙的内容</translation>
    </message>
    <message>
        <source>The file beside the model is a link that leaves its folder; it was not opened. Take it with %1, or name it.</source>
        <translation>模型旁的文件是指向其文件夹之外的链接，未打开。请用 %1 采用它，或指定其名称。</translation>
    </message>
    <message>
        <source>The motion was found beside the model by its name, and its clips are taken; %1 leaves it out.</source>
        <translation>按名称在模型旁找到此动作，已采用其片段；%1可不采用它。</translation>
    </message>
    <message>
        <source>The point cache was found beside the model by its name and moves its mesh; %1 leaves it out.</source>
        <translation>按名称在模型旁找到点缓存，它移动模型的网格；%1 可将其排除。</translation>
    </message>
    <message>
        <source>no file matches this pattern</source>
        <translation>没有文件匹配此模式</translation>
    </message>
    <message>
        <source>the mesh &quot;%1&quot; is skinned to bones: only a mesh without skin can be taken apart into pieces</source>
        <translation>网格“%1”蒙皮到骨骼：只有未蒙皮的网格才能拆分为碎块</translation>
    </message>
    <message>
        <source>the node of the mesh &quot;%1&quot; is scaled unevenly, so its pieces do not move rigidly; apply its scale in the modelling program</source>
        <translation>网格“%1”的节点缩放不均匀，因此其碎块不是刚体运动；请在建模软件中应用其缩放</translation>
    </message>
    <message>
        <source>taking the mesh apart was cancelled</source>
        <translation>已取消拆分网格</translation>
    </message>
    <message>
        <source>%1 of the %2 pieces of the mesh &quot;%3&quot; do not move rigidly: the points of the one at (%4, %5, %6) m, of %7 points, leave a rigid motion by %8 mm, and %9 are allowed; bake the mesh in vertex mode without pieces</source>
        <translation>网格“%3”的 %2 个碎块中有 %1 个不是刚体运动：位于 (%4, %5, %6) m、含 %7 个点的碎块偏离刚体运动 %8 mm，允许值为 %9 mm；请不拆分碎块，以顶点模式烘焙该网格</translation>
    </message>
    <message>
        <source>The mesh &quot;%1&quot; has %2 pieces; the points of %3 leave a rigid motion most, by %4 mm.</source>
        <translation>网格“%1”有 %2 个碎块；其中 %3 的点偏离刚体运动最多，为 %4 mm。</translation>
    </message>
    <message>
        <source>The mesh &quot;%1&quot; consists of pieces that move rigidly. %2 makes it a texture of %3 bones, %4 times smaller, for bone mode.</source>
        <translation>网格“%1”由刚性运动的碎块组成。%2可使它成为 %3 根骨骼的纹理（骨骼模式），大小约为原来的 1/%4。</translation>
    </message>
    <message>
        <source>the error of %1 mm is over the limit of %2 mm: worst in clip &quot;%3&quot;, frame %4, vertex %5, where the motion jumps; no rate removes it: play the clip stepped (without blending frames), or raise the limit</source>
        <translation>误差 %1 毫米超出 %2 毫米的限制：最大处在剪辑 “%3” 第 %4 帧的顶点 %5，动作在此跳变；任何帧率都无法消除：请以逐帧方式播放该剪辑（帧间不插值），或提高限制</translation>
    </message>
    <message>
        <source>the error of %1 mm is over the limit of %2 mm: worst in clip &quot;%3&quot;, frame %4, vertex %5; use vertex mode, which keeps all influences and morph targets, or raise the limit</source>
        <translation>误差 %1 毫米超过误差上限 %2 毫米：最大处在片段“%3”第 %4 帧、顶点 %5；请使用顶点模式（保留全部影响和变形目标），或提高上限</translation>
    </message>
    <message>
        <source>the error of %1 mm is over the limit of %2 mm: worst in clip &quot;%3&quot;, frame %4, vertex %5; raise the rate or the limit, or use rgba32f</source>
        <translation>误差 %1 毫米超过误差上限 %2 毫米：最大处在片段“%3”第 %4 帧、顶点 %5；请提高帧率或上限，或使用 rgba32f</translation>
    </message>
    <message>
        <source>normals are %1 degrees off, over the limit of %2: worst in clip &quot;%3&quot;; raise the rate or the limit, or use vertex mode</source>
        <translation>法线偏差 %1 度，超过上限 %2：片段“%3”中最差；请提高帧率或上限，或使用顶点模式</translation>
    </message>
    <message>
        <source>The clip of this character is left out: all of them move by the first one&apos;s.</source>
        <translation>此角色的片段已略去：所有角色都使用第一个角色的片段。</translation>
    </message>
    <message>
        <source>The %1 clips of this character are left out: all of them move by the first one&apos;s.</source>
        <translation>此角色的 %1 个片段已略去：所有角色都使用第一个角色的片段。</translation>
    </message>
    <message>
        <source>One unit of this file is taken as %1 m, with which its bones are those of the first character.</source>
        <translation>此文件的一个单位按 %1 米计，其骨骼因此与第一个角色一致。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (the first has no such bone)</source>
        <translation>“%1”（第一个角色没有这根骨骼）</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (%2)</source>
        <translation>“%1”（%2）</translation>
    </message>
    <message>
        <source>the first moves nothing with it</source>
        <translation>第一个角色没有用它驱动任何内容</translation>
    </message>
    <message>
        <source>%1 mm away</source>
        <translation>相距 %1 毫米</translation>
    </message>
    <message>
        <source>&quot;%1&quot; (it has another parent)</source>
        <translation>“%1”（它挂在另一根骨骼上）</translation>
    </message>
    <message>
        <source>; export both from one rig in one bind pose, or bake this character by itself</source>
        <translation>；请以同一骨架、同一绑定姿态导出两者，或单独烘焙此角色</translation>
    </message>
    <message>
        <source>; it is %1 times as large: if its unit is another, give it with %2</source>
        <translation>；它的大小是 %1 倍：如果单位不同，请用%2指定</translation>
    </message>
    <message>
        <source>cannot share the animation: 1 bone is not that of the first character: %1</source>
        <translation>无法共用动画：有 1 根骨骼与第一个角色的不同：%1</translation>
    </message>
    <message>
        <source>cannot share the animation: %1 bones are not those of the first character: %2</source>
        <translation>无法共用动画：有 %1 根骨骼与第一个角色的不同：%2</translation>
    </message>
    <message>
        <source>there are no characters that could share an animation</source>
        <translation>没有可以共用动画的角色</translation>
    </message>
    <message>
        <source>is called as %1: variants need different names</source>
        <translation>与 %1 同名：各变体需要不同的名称</translation>
    </message>
    <message>
        <source>says vertex mode, in which characters cannot share an animation</source>
        <translation>设为顶点模式，而在该模式下角色无法共用动画</translation>
    </message>
    <message>
        <source>the ragdoll names the bone %1, which the model does not have%2</source>
        <translation>布娃娃设置了骨骼 %1，但模型中没有它%2</translation>
    </message>
    <message>
        <source>no bone moves enough of the mesh to fall as a body</source>
        <translation>没有骨骼带动足够多的网格，无法作为刚体倒下</translation>
    </message>
    <message>
        <source>a ragdoll needs a model, bodies and a pose of that model</source>
        <translation>布娃娃需要模型、刚体和该模型的姿势</translation>
    </message>
    <message>
        <source>only linear tracks of nodes can be written as a motion</source>
        <translation>只有节点的线性轨道可以写成动作</translation>
    </message>
    <message>
        <source>must name a bone</source>
        <translation>必须写明骨骼名称</translation>
    </message>
    <message>
        <source>has over %1 fields</source>
        <translation>有超过 %1 个字段</translation>
    </message>
    <message>
        <source>text follows a closing quotation mark; quotation marks inside a field are doubled</source>
        <translation>右引号之后还有文本；字段内的引号须写两次</translation>
    </message>
    <message>
        <source>a quotation mark is never closed</source>
        <translation>某个引号没有闭合</translation>
    </message>
    <message>
        <source>is empty: the first line must name the columns clip, event, time</source>
        <translation>为空：第一行必须给出列名 clip, event, time</translation>
    </message>
    <message>
        <source>has over %1 rows</source>
        <translation>有超过 %1 行</translation>
    </message>
    <message>
        <source>the column %1 is there twice</source>
        <translation>列 %1 出现了两次</translation>
    </message>
    <message>
        <source>a column &quot;%1&quot; is missing: the first line must name the columns clip, event, time (or frame) and parameter, but has %2</source>
        <translation>缺少列“%1”：第一行必须给出列名 clip, event, time（或 frame）和 parameter，但现有 %2</translation>
    </message>
    <message>
        <source>event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>the %1 is missing</source>
        <translation>缺少%1</translation>
    </message>
    <message>
        <source>the %1 %2 is longer than 255 bytes, holds control characters or is not UTF-8</source>
        <translation>%1 %2 超过 255 字节、含有控制字符或不是 UTF-8</translation>
    </message>
    <message>
        <source>the parameter is longer than 65,536 bytes or not UTF-8</source>
        <translation>参数超过 65,536 字节或不是 UTF-8</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>the %1 %2 is no number</source>
        <translation>%1 %2 不是数字</translation>
    </message>
    <message>
        <source>a time and a frame are both given: give one of them</source>
        <translation>同时给出了时间和帧：请只给出其一</translation>
    </message>
    <message>
        <source>the time is missing</source>
        <translation>缺少时间</translation>
    </message>
    <message>
        <source>&quot;clips&quot; is missing: it must be an object with a list of events for each clip&apos;s name</source>
        <translation>缺少 &quot;clips&quot;：它必须是对象，按片段名给出事件列表</translation>
    </message>
    <message>
        <source>The events file beside the model is a link that leaves its folder; it was not opened. Take it with %1, or name it as the events file.</source>
        <translation>模型旁的事件文件是指向其文件夹之外的链接，没有打开。可用%1采用它，或将它指定为事件文件。</translation>
    </message>
    <message>
        <source>is there already and is no events file: give another name</source>
        <translation>已存在且不是事件文件：请换一个名称</translation>
    </message>
    <message>
        <source>there is not enough memory to write it</source>
        <translation>内存不足，无法写入</translation>
    </message>
    <message>
        <source>the model has no clip %1</source>
        <translation>模型没有片段 %1</translation>
    </message>
    <message>
        <source>%1; it has no clips at all</source>
        <translation>%1；它没有任何片段</translation>
    </message>
    <message>
        <source>Events are given by frame, but the file has no frame rate: 30 frames a second are taken.</source>
        <translation>事件以帧给出，但文件没有帧率：按每秒 30 帧处理。</translation>
    </message>
    <message>
        <source>Events are given for a clip, but %1 Further ones are not listed.</source>
        <translation>为某个片段给出了事件，但%1（其余不再列出）</translation>
    </message>
    <message>
        <source>Events are given for a clip, but %1</source>
        <translation>为某个片段给出了事件，但%1</translation>
    </message>
    <message>
        <source>Events are given for the clip %1, but the file has several of that name: the first, %2, gets them.</source>
        <translation>为片段 %1 给出了事件，但文件中有多个同名片段：由第一个 %2 采用。</translation>
    </message>
    <message>
        <source>must be a list of 3 or 4 numbers</source>
        <translation>必须是 3 或 4 个数的列表</translation>
    </message>
    <message>
        <source>must be a quaternion x, y, z, w that is not zero</source>
        <translation>必须是不为零的四元数 x, y, z, w</translation>
    </message>
    <message>
        <source>must be a name for its socket</source>
        <translation>必须是其挂点的名称</translation>
    </message>
    <message>
        <source>must name its parent: one of &quot;node&quot;, &quot;socket&quot; and &quot;attachment&quot;</source>
        <translation>必须说明它挂在哪里：“node”“socket”“attachment”之一</translation>
    </message>
    <message>
        <source>must be one of %1, but is %2</source>
        <translation>必须是 %1 之一，但现在是 %2</translation>
    </message>
    <message>
        <source>is not a recipe: its &quot;format&quot; is %1</source>
        <translation>不是配方：其 &quot;format&quot; 为 %1</translation>
    </message>
    <message>
        <source>is not a recipe: it has no &quot;version&quot;</source>
        <translation>不是配方：它没有 &quot;version&quot;</translation>
    </message>
    <message>
        <source>was written by a newer version (recipe version %1, this program reads up to %2): update Texeleton</source>
        <translation>由更新的版本写成（配方版本 %1，此程序最高读取 %2）：请更新 Texeleton</translation>
    </message>
    <message>
        <source>the recipe cannot be written: %1</source>
        <translation>无法写入配方：%1</translation>
    </message>
    <message>
        <source>the recipe cannot be written as JSON: %1</source>
        <translation>无法将配方写为 JSON：%1</translation>
    </message>
    <message>
        <source>there is not enough memory to write the recipe</source>
        <translation>内存不足，无法写入配方</translation>
    </message>
    <message>
        <source>%1 is %2, but the recipe has %3 sources (counted from 0)</source>
        <translation>%1 为 %2，但配方有 %3 个来源（从 0 开始）</translation>
    </message>
    <message>
        <source>options of an export must be JSON: %1</source>
        <translation>导出的选项必须是 JSON：%1</translation>
    </message>
    <message>
        <source>has a control character</source>
        <translation>含有控制字符</translation>
    </message>
    <message>
        <source>must be 64 lower-case hexadecimal digits, but is %1</source>
        <translation>必须是 64 位小写十六进制数字，但现在是 %1</translation>
    </message>
    <message>
        <source>and &quot;frame&quot; are both given: give one of them</source>
        <translation>与 &quot;frame&quot; 同时给出：请只给出其一</translation>
    </message>
    <message>
        <source>is missing, and so is &quot;frame&quot;: one of them must say when it is</source>
        <translation>缺失，且也没有 &quot;frame&quot;：必须以其中之一说明时间</translation>
    </message>
    <message>
        <source>is missing, and so is &quot;index&quot;: one of them must say which clip it is</source>
        <translation>缺失，且也没有 &quot;index&quot;：必须以其中之一说明是哪个片段</translation>
    </message>
    <message>
        <source>lies before &quot;from&quot;</source>
        <translation>在 &quot;from&quot; 之前</translation>
    </message>
    <message>
        <source>is missing, and so is &quot;meshes&quot;: one of them must say what is shown</source>
        <translation>缺失，且也没有 &quot;meshes&quot;：必须以其中之一说明显示什么</translation>
    </message>
    <message>
        <source>is missing, and so is &quot;bones&quot;: one of them must say which bones are masked</source>
        <translation>缺少，“bones”也缺少：两者之一必须说明哪些骨骼在遮罩中</translation>
    </message>
    <message>
        <source>%1[%2] must be smaller than the one before it</source>
        <translation>%1[%2] 必须小于它前面的一个</translation>
    </message>
    <message>
        <source>%1[%2].name is that of another attachment</source>
        <translation>%1[%2].name 与另一个附件相同</translation>
    </message>
    <message>
        <source>%1[%2].name is that of another mask</source>
        <translation>%1[%2].name 与另一个遮罩同名</translation>
    </message>
    <message>
        <source>%1 or %2: %3</source>
        <translation>%1 或 %2：%3</translation>
    </message>
    <message>
        <source>must name the pack&apos;s folder, NAME.texpack, but is %1</source>
        <translation>必须是包的文件夹名 NAME.texpack，但现在是 %1</translation>
    </message>
    <message>
        <source>must name a folder, but is %1</source>
        <translation>必须是文件夹名，实际是 %1</translation>
    </message>
    <message>
        <source>constraints are more than %1</source>
        <translation>约束超过 %1 个</translation>
    </message>
    <message>
        <source>%1 must be a string or an object with &quot;pattern&quot; and &quot;caseSensitive&quot;</source>
        <translation>%1 必须是字符串，或带有 &quot;pattern&quot; 和 &quot;caseSensitive&quot; 的对象</translation>
    </message>
    <message>
        <source>must say how many entries the palette has</source>
        <translation>必须说明调色板有多少项</translation>
    </message>
    <message>
        <source>may stand beside one of &quot;vertexColor&quot;, &quot;texture&quot; and &quot;palette&quot;, not several</source>
        <translation>只能与 &quot;vertexColor&quot;、&quot;texture&quot; 和 &quot;palette&quot; 之一并存</translation>
    </message>
    <message>
        <source>and what stands beside it: %1</source>
        <translation>以及与它并存的内容：%1</translation>
    </message>
    <message>
        <source>%1 asks for clip %2, but the model has %3 (counted from 0)</source>
        <translation>%1 要求片段 %2，但模型有 %3 个（从 0 计数）</translation>
    </message>
    <message>
        <source>%1 asks for clip %2, but the motion has %3 (counted from 0)</source>
        <translation>%1 要求片段 %2，但动作有 %3 个（从 0 计数）</translation>
    </message>
    <message>
        <source>%1: the model has several clips that its file calls %2; the first, %3, is taken.</source>
        <translation>%1：模型中有多个片段在其文件中名为 %2；采用第一个 %3。</translation>
    </message>
    <message>
        <source>%1: the clip %2 was found at %3 instead of %4; the model&apos;s clips have changed.</source>
        <translation>%1：片段 %2 出现在 %3 而不是 %4；模型的片段已变化。</translation>
    </message>
    <message>
        <source>%1: the event %2 has neither a time nor a frame</source>
        <translation>%1：事件 %2 既没有时间也没有帧</translation>
    </message>
    <message>
        <source>%1.source: sources[%2] is neither the model nor a motion; clips come from sources of role &quot;model&quot;, &quot;motion&quot; or &quot;cache&quot;</source>
        <translation>%1.source：sources[%2] 既不是模型也不是动作；剪辑来自角色为“model”、“motion”或“cache”的来源</translation>
    </message>
    <message>
        <source>%1 It is left out.</source>
        <translation>%1已略去。</translation>
    </message>
    <message>
        <source>the model has none of the recipe&apos;s clips any more</source>
        <translation>模型已没有配方中的任何片段</translation>
    </message>
    <message>
        <source>The path is absolute: the recipe will not find the file on another machine.</source>
        <translation>该路径是绝对路径：配方在其他计算机上将找不到该文件。</translation>
    </message>
    <message>
        <source>The file that the recipe names cannot be read: %1</source>
        <translation>无法读取配方所指的文件：%1</translation>
    </message>
    <message>
        <source>The file has changed since the recipe was saved.</source>
        <translation>配方保存之后，该文件已变化。</translation>
    </message>
    <message>
        <source>must name a file</source>
        <translation>必须是文件名</translation>
    </message>
    <message>
        <source>must be the event&apos;s name</source>
        <translation>必须是事件的名称</translation>
    </message>
    <message>
        <source>must be a regular expression</source>
        <translation>必须是正则表达式</translation>
    </message>
    <message>
        <source>must be a name for the attachment</source>
        <translation>必须是附件的名称</translation>
    </message>
    <message>
        <source>must be the number of a source of role &quot;attachment&quot; (counted from 0)</source>
        <translation>必须是角色为“attachment”的来源的编号（从 0 开始）</translation>
    </message>
    <message>
        <source>must be there: engines use it</source>
        <translation>必须存在：引擎使用它</translation>
    </message>
    <message>
        <source>must say what the export is for, as in &quot;pack&quot;</source>
        <translation>必须指明导出目标，例如 &quot;pack&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; by %2 degrees</source>
        <translation>“%1”相差 %2 度</translation>
    </message>
    <message>
        <source>&quot;%1&quot; by %2</source>
        <translation>“%1”相差 %2 度</translation>
    </message>
    <message>
        <source>The motion file holds no clips.</source>
        <translation>动作文件中没有动画片段。</translation>
    </message>
    <message>
        <source>The motion file moves no bone: there is nothing to take from it.</source>
        <translation>动作文件不驱动任何骨骼：没有可用的内容。</translation>
    </message>
    <message>
        <source>The bone map names bones that the model does not have: %1.</source>
        <translation>骨骼映射中有模型没有的骨骼：%1。</translation>
    </message>
    <message>
        <source>the motion does not fit the model: of its %1 animated bones %2 have no counterpart: %3; name them in a bone map</source>
        <translation>动作与模型不符：在其 %1 根带动画的骨骼中，有 %2 根没有对应骨骼：%3；请在骨骼映射中指定</translation>
    </message>
    <message>
        <source>Bones of the motion that the model does not have move what hangs on them: %1. The bones below them take that over.</source>
        <translation>动作中有模型没有的骨骼，它们带动挂在其下的部分：%1。由其下的骨骼接过这些运动。</translation>
    </message>
    <message>
        <source>%1 of the motion&apos;s %2 animated bones have no counterpart in the model and are left out: %3.</source>
        <translation>动作的 %2 根带动画的骨骼中，有 %1 根在模型中没有对应骨骼，已略去：%3。</translation>
    </message>
    <message>
        <source>The motion&apos;s unit is another one: its translations are multiplied by %1.</source>
        <translation>动作的单位不同：其平移乘以 %1。</translation>
    </message>
    <message>
        <source>The motion stands or faces otherwise than the model: it is turned as a whole.</source>
        <translation>动作的朝向或站立方向与模型不同：已整体旋转。</translation>
    </message>
    <message>
        <source>The motion&apos;s bones have other axes than the model&apos;s: its keys are turned.</source>
        <translation>动作的骨骼轴向与模型不同：其关键帧已旋转。</translation>
    </message>
    <message>
        <source>Bones of the motion differ in length from the model&apos;s, by up to %1 % (&quot;%2&quot;): the model keeps its own.</source>
        <translation>动作的骨骼长度与模型的不同，最多相差 %1 %（“%2”）：模型保持自己的骨骼长度。</translation>
    </message>
    <message>
        <source>The motion was exported in another pose than the model&apos;s, bone against bone above it: %1. %2 of its %3 bones have the axes of the model&apos;s and stand exactly as in the motion; %4 moves them from rest to rest instead.</source>
        <translation>该动作导出时的姿态与模型的不同（骨骼相对其上级骨骼）：%1。其 %3 根骨骼中有 %2 根与模型的轴向相同，其姿态与动作中完全一致；%4 则改为从静置姿态到静置姿态地移动它们。</translation>
    </message>
    <message>
        <source>The motion&apos;s rest pose differs from the model&apos;s, bone against bone above it: %1.</source>
        <translation>动作的静置姿态与模型的不同（各骨骼相对其上层骨骼）：%1。</translation>
    </message>
    <message>
        <source>%1 Look at the clips: where they are off, give both files the same rest pose, or, if it is the same skeleton, copy its bones with %2.</source>
        <translation>%1请查看各片段：有偏差时，请让两个文件使用相同的静置姿态；如果是同一骨架，请用 %2 复制其骨骼。</translation>
    </message>
    <message>
        <source>%1 The bones move as the motion&apos;s do from their rest.</source>
        <translation>%1骨骼从各自的静置姿态出发，按动作中的方式运动。</translation>
    </message>
    <message>
        <source>The whole body is turned by %1 degrees at the first frame of %2, against the model&apos;s rest pose and its own clips. Where that is not meant, export the motion with the axes and the rest pose of the model.</source>
        <translation>在%2的第一帧，整个身体相对于模型的静置姿态及其自身的片段转了 %1 度。如非有意，请以模型的坐标轴和静置姿态导出动作。</translation>
    </message>
    <message>
        <source>The whole body is turned by %1 degrees at the first frame of %2, against the model&apos;s rest pose. Where that is not meant, export the motion with the axes and the rest pose of the model.</source>
        <translation>在%2的第一帧，整个身体相对于模型的静置姿态转了 %1 度。如非有意，请以模型的坐标轴和静置姿态导出动作。</translation>
    </message>
    <message>
        <source>layers need bone mode: a pack in vertex mode has no bones to put a second clip on</source>
        <translation>图层需要骨骼模式：顶点模式的包没有骨骼，无法叠加第二个片段</translation>
    </message>
    <message>
        <source>the pack has no bone %1%2</source>
        <translation>包中没有骨骼 %1%2</translation>
    </message>
    <message>
        <source>the pack has no mask %1%2</source>
        <translation>包中没有遮罩 %1%2</translation>
    </message>
    <message>
        <source>a mask of this pack has %1 weights, one a bone, not %2</source>
        <translation>此包的遮罩有 %1 个权重，每根骨骼一个，而不是 %2 个</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>the string &quot;%1&quot;</source>
        <translation>字符串“%1”</translation>
    </message>
    <message>
        <source>the boolean %1</source>
        <translation>布尔值 %1</translation>
    </message>
    <message>
        <source>the number %1</source>
        <translation>数字 %1</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>不小于 %1 的数</translation>
    </message>
    <message>
        <source>a number greater than %1</source>
        <translation>大于 %1 的数</translation>
    </message>
    <message>
        <source>a number greater than %1 and less than %2</source>
        <translation>大于 %1 且小于 %2 的数</translation>
    </message>
    <message>
        <source>a number greater than %1 and at most %2</source>
        <translation>大于 %1 且不大于 %2 的数</translation>
    </message>
    <message>
        <source>a number of at least %1 and less than %2</source>
        <translation>不小于 %1 且小于 %2 的数</translation>
    </message>
    <message>
        <source>a number of at least %1 and at most %2</source>
        <translation>不小于 %1 且不大于 %2 的数</translation>
    </message>
    <message>
        <source>%1 must be %2, but is %3</source>
        <translation>%1 必须是%2，但现在是 %3</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>%1 个数的列表</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>has a control character or one that turns the text around it: %1</source>
        <translation>含有控制字符，或会改变文字方向的字符：%1</translation>
    </message>
    <message>
        <source>The key %1 is not known to this version and has no effect. Further ones are not listed.</source>
        <translation>此版本不认识键 %1，它不起作用。其余不再列出。</translation>
    </message>
    <message>
        <source>The key %1 is not known to this version and has no effect.</source>
        <translation>此版本不认识键 %1，它不起作用。</translation>
    </message>
    <message>
        <source>%1 of the recipe must be the text of a JSON object</source>
        <translation>配方的 %1 必须是 JSON 对象的文本</translation>
    </message>
    <message>
        <source>%1 of the recipe must be the text of a JSON object: %2</source>
        <translation>配方的 %1 必须是 JSON 对象的文本：%2</translation>
    </message>
    <message>
        <source>%1 is empty or over %2 bytes</source>
        <translation>%1 为空或超过 %2 字节</translation>
    </message>
    <message>
        <source>an object of names, {&quot;one&quot;: &quot;another&quot;}</source>
        <translation>由名称组成的对象，{&quot;one&quot;: &quot;another&quot;}</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>must be true, false or one of %1</source>
        <translation>必须是 true、false 或 %1 之一</translation>
    </message>
    <message>
        <source>%1 is no error limit: it is millimetres (5, 0.5mm, 1cm), pixels from so far away (1px@20m), or one of hero, crowd, far%2</source>
        <translation>%1 不是误差上限：应为毫米（5、0.5mm、1cm）、某距离处的像素（1px@20m），或 hero、crowd、far 之一%2</translation>
    </message>
    <message>
        <source>a parent&apos;s scale of 0 leaves no local transform for this; give the parents a scale other than 0</source>
        <translation>父节点的缩放为 0，无法得出局部变换；请给父节点 0 以外的缩放</translation>
    </message>
    <message>
        <source>the node or its new parent is not in the hierarchy</source>
        <translation>节点或其新的父节点不在层级中</translation>
    </message>
    <message>
        <source>a node cannot be its own parent</source>
        <translation>节点不能成为自己的父节点</translation>
    </message>
    <message>
        <source>a node cannot become a child of its own descendant: that would be a cycle</source>
        <translation>节点不能成为自己后代的子节点：那样会成环</translation>
    </message>
    <message>
        <source>a node cannot look at its own position</source>
        <translation>节点不能看向自身的位置</translation>
    </message>
    <message>
        <source>a joint of the limb is not in the hierarchy</source>
        <translation>肢体的某个关节不在层级中</translation>
    </message>
    <message>
        <source>the joints of a limb must descend from one another: root, middle, end</source>
        <translation>肢体的关节必须依次相连：根部、中部、末端</translation>
    </message>
    <message>
        <source>target, pole and weight of a limb must be finite numbers</source>
        <translation>肢体的目标、极向量和权重必须是有限数</translation>
    </message>
    <message>
        <source>a bone of the limb has no length</source>
        <translation>肢体的某根骨骼没有长度</translation>
    </message>
    <message>
        <source>the node to aim is not in the hierarchy</source>
        <translation>要瞄准的节点不在层级中</translation>
    </message>
    <message>
        <source>axis, target, limit and weight of an aim must be finite numbers</source>
        <translation>瞄准的轴、目标、限制和权重必须是有限数</translation>
    </message>
    <message>
        <source>an aim needs an axis, and a target away from the node</source>
        <translation>瞄准需要一个轴，以及一个不在节点处的目标</translation>
    </message>
    <message>
        <source>rotation, then displacement of the bone&apos;s pivot and scale; blended along the arc</source>
        <translation>旋转，然后是骨骼轴心的位移和缩放；沿弧线插值</translation>
    </message>
    <message>
        <source>position within the pack&apos;s range in steps of 1/61,439 and an octahedral normal, in one texel</source>
        <translation>一个纹素内存放位置（在包的范围内，步长 1/61,439）和八面体法线</translation>
    </message>
    <message>
        <source>a sum of up to 64 shapes of the whole mesh, with a weight of each in every frame: bytes hardly grow with the frames</source>
        <translation>整个网格的最多 64 个形状之和，每帧一组权重：字节数几乎不随帧数增长</translation>
    </message>
    <message>
        <source>there is no encoding &quot;%1&quot;%2; there are %3 in bone mode and %4 in vertex mode</source>
        <translation>没有编码“%1”%2；骨骼模式有 %3，顶点模式有 %4</translation>
    </message>
    <message>
        <source>the encoding %1 is one of %2 mode; in %3 mode there are %4</source>
        <translation>编码 %1 属于 %2 模式；%3 模式有 %4</translation>
    </message>
    <message>
        <source>the encoding %1 is made for half floats: use %2</source>
        <translation>编码 %1 用于半精度浮点数：请使用%2</translation>
    </message>
    <message>
        <source>the frame table&apos;s entry %1 (clip &quot;%2&quot;) does not follow from the entries before it</source>
        <translation>帧表的第 %1 项（片段“%2”）与前面各项不符</translation>
    </message>
    <message>
        <source>the frame table names %1 stored frames, the texture has %2</source>
        <translation>帧表列出 %1 个存储帧，而纹理有 %2 个</translation>
    </message>
    <message>
        <source>the largest texture size must lie between 1 and %1 texels, not %2</source>
        <translation>最大纹理尺寸必须在 1 到 %1 纹素之间，而不是 %2</translation>
    </message>
    <message>
        <source>nothing to bake: the texture would be empty</source>
        <translation>没有可烘焙的内容：纹理将为空</translation>
    </message>
    <message>
        <source>the texture would be too high: %1 stored frames and a table of %2 frames in at most %3 rows</source>
        <translation>纹理会过高：%1 个存储帧和 %2 帧的帧表，最多只能有 %3 行</translation>
    </message>
    <message>
        <source>the texture would be too high: %1 frames of %2 texels and shapes of %3 texels in at most %4 × %5</source>
        <translation>纹理会太高：%1 帧、每帧 %2 个纹素，加上 %3 个纹素的形状，而最大为 %4 × %5</translation>
    </message>
    <message>
        <source>; not even one frame fits</source>
        <translation>；连一帧也放不下</translation>
    </message>
    <message>
        <source>; one frame fits</source>
        <translation>；可放下一帧</translation>
    </message>
    <message>
        <source>; %1 frames fit</source>
        <translation>；可放下 %1 帧</translation>
    </message>
    <message>
        <source>the texture would be too high: %1 frames of %2 texels (%3 row each) in at most %4 × %4%5</source>
        <translation>纹理会过高：%1 帧，每帧 %2 个纹素（每帧 %3 行），而上限为 %4 × %4%5</translation>
    </message>
    <message>
        <source>the texture would be too high: %1 frames of %2 texels (%3 rows each) in at most %4 × %4%5</source>
        <translation>纹理会过高：%1 帧，每帧 %2 个纹素（每帧 %3 行），而上限为 %4 × %4%5</translation>
    </message>
    <message>
        <source>there is no animation to draw</source>
        <translation>没有可绘制的动画</translation>
    </message>
    <message>
        <source>the GPU has no room for a picture of %1 x %2 pixels</source>
        <translation>显存不足以容纳 %1 x %2 像素的画面</translation>
    </message>
    <message>
        <source>about a second</source>
        <translation>约一秒</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>a frame takes %1 here, and there is not time for enough of them</source>
        <translation>在此处一帧需要 %1，没有时间测量足够多的帧</translation>
    </message>
    <message>
        <source>left out: fewer were too many already</source>
        <translation>已略去：更少的数量就已过多</translation>
    </message>
    <message>
        <source>a frame would take %1 here: left out</source>
        <translation>在此处一帧将需要 %1：已略去</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <source>A crowd of %1 with impostors</source>
        <translation>%1 个角色的群体，带替身图</translation>
    </message>
    <message>
        <source>there was no time to try more</source>
        <translation>没有时间尝试更多</translation>
    </message>
    <message>
        <source>A crowd of %1 from inside</source>
        <translation>从内部看由 %1 个角色组成的群体</translation>
    </message>
    <message>
        <source>%1 characters, three ways</source>
        <translation>%1 个角色，三种方式</translation>
    </message>
    <message>
        <source>%1 characters against a still mesh</source>
        <translation>%1 个角色与静止网格相比</translation>
    </message>
    <message>
        <source>cancelled: there are no figures</source>
        <translation>已取消：没有数据</translation>
    </message>
    <message>
        <source>the GPU&apos;s time is taken with Vulkan and OpenGL only, not with %1</source>
        <translation>只有使用 Vulkan 和 OpenGL 时才能测量 GPU 时间，%1 不行</translation>
    </message>
    <message>
        <source>this GPU&apos;s OpenGL driver counts no time</source>
        <translation>此 GPU 的 OpenGL 驱动程序不计时</translation>
    </message>
    <message>
        <source>this GPU&apos;s Vulkan driver counts no time</source>
        <translation>此 GPU 的 Vulkan 驱动程序不计时</translation>
    </message>
    <message>
        <source>this GPU&apos;s Vulkan driver makes no timestamp queries</source>
        <translation>此 GPU 的 Vulkan 驱动程序不支持时间戳查询</translation>
    </message>
    <message>
        <source>a picture needs a width and a height</source>
        <translation>画面需要宽度和高度</translation>
    </message>
    <message>
        <source>this GPU draws pictures of at most %1 pixels a side</source>
        <translation>此 GPU 的画面每边最多 %1 像素</translation>
    </message>
    <message>
        <source>the GPU cannot draw to a picture of that size</source>
        <translation>此 GPU 无法绘制这种尺寸的画面</translation>
    </message>
    <message>
        <source>the GPU stopped working; start again</source>
        <translation>GPU 停止工作；请重新启动</translation>
    </message>
    <message>
        <source>the GPU stopped working while it drew; start again</source>
        <translation>GPU 在绘制时停止工作；请重新启动</translation>
    </message>
    <message>
        <source>off from skinning, in mm</source>
        <translation>与蒙皮的偏差，毫米</translation>
    </message>
    <message>
        <source>, %1 impostors</source>
        <translation>，%1 个替身图</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>%1 of %2%3</source>
        <translation>%1 / %2%3</translation>
    </message>
    <message>
        <source>Draw calls</source>
        <translation>绘制调用</translation>
    </message>
    <message>
        <source>Patches</source>
        <translation>面片</translation>
    </message>
    <message>
        <source>Triangles</source>
        <translation>三角形</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>无</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of attachments</source>
        <translation>显卡驱动拒绝附件的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the crowd</source>
        <translation>GPU 驱动程序拒绝群体的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of edges</source>
        <translation>GPU 驱动程序拒绝边线的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the gizmo</source>
        <translation>显卡驱动拒绝变换手柄的着色器</translation>
    </message>
    <message>
        <source>the GPU has no room for the impostors (%1 MB)</source>
        <translation>GPU 没有空间存放替身图（%1 MB）</translation>
    </message>
    <message>
        <source>vertices of the bind pose alone have no impostors</source>
        <translation>只有绑定姿势的顶点没有替身图</translation>
    </message>
    <message>
        <source>this GPU cannot draw impostors</source>
        <translation>此 GPU 无法绘制替身图</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of impostors</source>
        <translation>GPU 驱动程序拒绝替身图的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the heat map</source>
        <translation>GPU 驱动程序拒绝热图的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the outline</source>
        <translation>GPU 驱动程序拒绝轮廓的着色器</translation>
    </message>
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
        <source>%1: orange</source>
        <translation>%1：橙色</translation>
    </message>
    <message>
        <source>%1: blue</source>
        <translation>%1：蓝色</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the HUD</source>
        <translation>GPU 驱动程序拒绝统计信息的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of lines</source>
        <translation>GPU 驱动程序拒绝线条的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the skeleton</source>
        <translation>GPU 驱动程序拒绝骨架的着色器</translation>
    </message>
    <message>
        <source>the GPU has no room for the shadow map</source>
        <translation>显存不足以容纳阴影贴图</translation>
    </message>
    <message>
        <source>this GPU cannot draw a shadow map</source>
        <translation>此 GPU 无法绘制阴影贴图</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of the shadow</source>
        <translation>GPU 驱动程序拒绝阴影的着色器</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shaders of sockets</source>
        <translation>GPU 驱动程序拒绝挂点的着色器</translation>
    </message>
    <message>
        <source>the GPU has no memory left</source>
        <translation>显存已耗尽</translation>
    </message>
    <message>
        <source>instanced drawing</source>
        <translation>实例化绘制</translation>
    </message>
    <message>
        <source>reading single texels</source>
        <translation>读取单个纹素</translation>
    </message>
    <message>
        <source>integer attributes</source>
        <translation>整数属性</translation>
    </message>
    <message>
        <source>32-bit indices</source>
        <translation>32 位索引</translation>
    </message>
    <message>
        <source>derivatives in shaders</source>
        <translation>着色器中的导数</translation>
    </message>
    <message>
        <source>the Qt platform &quot;%1&quot; has no GPU: start it where there is a display, under xvfb-run, or (Vulkan only) with QT_QPA_PLATFORM=vkkhrdisplay</source>
        <translation>Qt 平台“%1”没有 GPU：请在有显示器的环境中启动，在 xvfb-run 下启动，或（仅限 Vulkan）设置 QT_QPA_PLATFORM=vkkhrdisplay</translation>
    </message>
    <message>
        <source>%1 cannot be used here: %2</source>
        <translation>%1 在此处无法使用：%2</translation>
    </message>
    <message>
        <source>floating-point textures</source>
        <translation>浮点纹理</translation>
    </message>
    <message>
        <source>this GPU or its driver lacks %1; a newer driver may have it</source>
        <translation>此 GPU 或其驱动程序缺少%1；更新驱动程序后也许可用</translation>
    </message>
    <message>
        <source>this build has no GPU backend</source>
        <translation>此程序没有 GPU 后端</translation>
    </message>
    <message>
        <source>this build or system has no such backend</source>
        <translation>此程序或系统没有这种后端</translation>
    </message>
    <message>
        <source>a GPU can be used by programs with a QGuiApplication only</source>
        <translation>只有使用 QGuiApplication 的程序才能使用 GPU</translation>
    </message>
    <message>
        <source>its driver does not start</source>
        <translation>其驱动程序无法启动</translation>
    </message>
    <message>
        <source>no Vulkan driver for a GPU is installed (Mesa&apos;s software renderer is in mesa-vulkan-drivers)</source>
        <translation>没有安装 GPU 的 Vulkan 驱动程序（Mesa 的软件渲染器在 mesa-vulkan-drivers 中）</translation>
    </message>
    <message>
        <source>no OpenGL context can be made</source>
        <translation>无法创建 OpenGL 上下文</translation>
    </message>
    <message>
        <source>OpenGL 4.3 is needed, and the driver has %1.%2</source>
        <translation>需要 OpenGL 4.3，而驱动程序为 %1.%2</translation>
    </message>
    <message>
        <source>the shader %1 is not in this program: its build is broken</source>
        <translation>此程序中没有着色器 %1：程序构建有误</translation>
    </message>
    <message>
        <source>the shader %1 cannot be read by this version of Qt</source>
        <translation>此版本的 Qt 无法读取着色器 %1</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shader %1</source>
        <translation>GPU 驱动程序拒绝着色器 %1</translation>
    </message>
    <message>
        <source>the Vulkan validation layer (VK_LAYER_KHRONOS_validation) is not installed</source>
        <translation>没有安装 Vulkan 验证层 (VK_LAYER_KHRONOS_validation)</translation>
    </message>
    <message>
        <source>Vulkan cannot be started (error %1): install a Vulkan driver, or choose another backend</source>
        <translation>无法启动 Vulkan（错误 %1）：请安装 Vulkan 驱动程序，或选择其他后端</translation>
    </message>
    <message>
        <source>the picture cannot be compressed: %1</source>
        <translation>无法压缩图片：%1</translation>
    </message>
    <message>
        <source>a crowd needs at least one instance</source>
        <translation>群体至少需要一个实例</translation>
    </message>
    <message>
        <source>%1 instances would take %2 in one buffer; at most %3 are possible</source>
        <translation>%1 个实例在一个缓冲区中将占用 %2；最多可有 %3 个</translation>
    </message>
    <message>
        <source>there is no clip #%1; the last is #%2</source>
        <translation>没有片段 #%1；最后一个是 #%2</translation>
    </message>
    <message>
        <source>there is no memory for %1 instances (%2): ask for fewer</source>
        <translation>内存不足以容纳 %1 个实例（%2）：请减少数量</translation>
    </message>
    <message>
        <source>there is no clip #%1 for the layer; the last is #%2</source>
        <translation>没有图层所用的片段 #%1；最后一个是 #%2</translation>
    </message>
    <message>
        <source>crowds with a layer are drawn with at most %1 bones; this pack has %2</source>
        <translation>带图层的群体最多用 %1 根骨骼绘制；此包有 %2 根</translation>
    </message>
    <message>
        <source>the model has no such node to look with</source>
        <translation>模型没有可用于注视的这个节点</translation>
    </message>
    <message>
        <source>the root motion was taken out of the clip &quot;%1&quot;, and gazes are only of clips that keep theirs</source>
        <translation>片段“%1”的根运动已被提取，而注视只适用于保留根运动的片段</translation>
    </message>
    <message>
        <source>one buffer of the GPU holds no more</source>
        <translation>GPU 的一个缓冲区放不下更多</translation>
    </message>
    <message>
        <source>the memory that is free has room for no more</source>
        <translation>空闲内存放不下更多</translation>
    </message>
    <message>
        <source>the GPU&apos;s memory has room for no more</source>
        <translation>显存放不下更多</translation>
    </message>
    <message>
        <source>%1 instances are too many here: ask for %2 or fewer, because %3</source>
        <translation>%1 个实例在此处过多：请减至 %2 个或更少，因为%3</translation>
    </message>
    <message>
        <source>the pack has no frames to make impostors of</source>
        <translation>包中没有可用来制作替身图的帧</translation>
    </message>
    <message>
        <source>impostors of %1 looks and %2 clips need more than %3 MB or too many vertices: crowds are drawn without them; begin them at fewer pixels</source>
        <translation>%1 种外观、%2 个片段的替身图需要超过 %3 MB 或过多的顶点：群体不用替身图绘制；请降低替身图的像素上限</translation>
    </message>
    <message>
        <source>the parent has a scale of 0, so that it cannot be moved</source>
        <translation>它所挂之处的缩放为 0，因此无法移动</translation>
    </message>
    <message>
        <source>the GPU has no memory left for the attachments of the character</source>
        <translation>显卡没有剩余内存用于角色上悬挂的东西</translation>
    </message>
    <message>
        <source>the GPU has no room for %1 more instances, which change their clip or play one once</source>
        <translation>显存不足以再容纳 %1 个正在切换片段或只播放一次的实例</translation>
    </message>
    <message>
        <source>the GPU has no room for %1 instances (%2 MB): ask for fewer</source>
        <translation>显存不足以容纳 %1 个实例（%2 MB）：请减少数量</translation>
    </message>
    <message>
        <source>the image cannot be shown: %1</source>
        <translation>无法显示图像：%1</translation>
    </message>
    <message>
        <source>the image of %1 × %2 texels is shown as %3 × %4: all images together would take too much memory</source>
        <translation>%1 × %2 像素的图像显示为 %3 × %4：所有图像合计会占用过多内存</translation>
    </message>
    <message>
        <source>the image is shown smaller: this GPU takes at most %1 texels a side</source>
        <translation>图像以缩小的尺寸显示：此 GPU 每边最多 %1 纹素</translation>
    </message>
    <message>
        <source>the GPU has no room for the %1 of the pack (%2)</source>
        <translation>显存不足以容纳包的%1（%2）</translation>
    </message>
    <message>
        <source>the animation texture is %1 x %2 texels, and this GPU takes at most %3 a side: bake with %4, a lower rate or fewer clips</source>
        <translation>动画纹理为 %1 x %2 个纹素，而此 GPU 每边最多支持 %3：请用%4、更低的帧率或更少的片段烘焙</translation>
    </message>
    <message>
        <source>the GPU has no room for the animation texture (%1)</source>
        <translation>显存不足以容纳动画纹理（%1）</translation>
    </message>
    <message>
        <source>the pack has no triangles to draw</source>
        <translation>包中没有可绘制的三角形</translation>
    </message>
    <message>
        <source>indices</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>the GPU has no room for the images of the pack (%1)</source>
        <translation>显存不足以容纳包的图像（%1）</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shader that decodes poses</source>
        <translation>GPU 驱动拒绝解码姿势的着色器</translation>
    </message>
    <message>
        <source>this GPU has no compute shaders</source>
        <translation>此 GPU 没有计算着色器</translation>
    </message>
    <message>
        <source>the GPU has no room for the mesh</source>
        <translation>显存不足以容纳网格</translation>
    </message>
    <message>
        <source>the GPU has no room for %1 skinned characters (%2 MB): ask for fewer</source>
        <translation>显存不足以容纳 %1 个蒙皮角色（%2 MB）：请减少数量</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the shader that skins</source>
        <translation>GPU 驱动程序拒绝蒙皮的着色器</translation>
    </message>
    <message>
        <source>the GPU has no memory left for attachments and sockets</source>
        <translation>GPU 没有足够的显存用于附件和挂点</translation>
    </message>
    <message>
        <source>the GPU has no room for what tessellation needs</source>
        <translation>GPU 没有足够的空间存放曲面细分所需的数据</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>it is progressive and too large to be decoded; save it as a baseline JPEG or as PNG</source>
        <translation>它是渐进式的，太大而无法解码；请另存为基线 JPEG 或 PNG</translation>
    </message>
    <message>
        <source>it is cut short</source>
        <translation>它不完整</translation>
    </message>
    <message>
        <source>its rows are of no known kind</source>
        <translation>它的行格式未知</translation>
    </message>
    <message>
        <source>the pack was not baked from this model: its vertices or clips differ</source>
        <translation>该包不是由此模型烘焙的：其顶点或片段不同</translation>
    </message>
    <message>
        <source>the model has more bones than can be skinned (65,536)</source>
        <translation>模型的骨骼多于可蒙皮的数量（65,536）</translation>
    </message>
    <message>
        <source>the bake has no clip %1 for the layer%2</source>
        <translation>烘焙结果中没有图层所用的片段 %1%2</translation>
    </message>
    <message>
        <source>skinning needs the model that the pack was baked from</source>
        <translation>蒙皮需要烘焙该包所用的模型</translation>
    </message>
    <message>
        <source>the GPU has no room for the probe</source>
        <translation>显存不足以容纳探测</translation>
    </message>
    <message>
        <source>the GPU&apos;s driver refuses the probe&apos;s shaders</source>
        <translation>GPU 驱动程序拒绝探测的着色器</translation>
    </message>
    <message>
        <source>this GPU draws no floating-point targets</source>
        <translation>此 GPU 无法绘制浮点目标</translation>
    </message>
    <message>
        <source>there are more vertices than a target has pixels</source>
        <translation>顶点多于目标的像素</translation>
    </message>
    <message>
        <source>this GPU, or this pack, is not posed before it is drawn</source>
        <translation>此 GPU 或此包不在绘制之前计算姿势</translation>
    </message>
    <message>
        <source>the GPU stopped working</source>
        <translation>GPU 停止工作</translation>
    </message>
    <message>
        <source>was kept by another version of Texeleton</source>
        <translation>由另一版本的 Texeleton 保留</translation>
    </message>
    <message>
        <source>holds no kept document: it is damaged</source>
        <translation>没有保留的文档：它已损坏</translation>
    </message>
    <message>
        <source>is damaged: what it holds is not what was written</source>
        <translation>已损坏：其内容与写入的不符</translation>
    </message>
    <message>
        <source>is damaged: it holds no JSON</source>
        <translation>已损坏：其中没有 JSON</translation>
    </message>
    <message>
        <source>is larger than a kept document can be</source>
        <translation>超过保留文档的最大大小</translation>
    </message>
    <message>
        <source>there is no room for temporary files</source>
        <translation>没有空间存放临时文件</translation>
    </message>
    <message>
        <source>is in use by another program</source>
        <translation>正被另一个程序使用</translation>
    </message>
    <message>
        <source>no feet were found: no bone is called foot, ankle, paw, toe or the like</source>
        <translation>没有找到脚：没有骨骼名为 foot、ankle、paw、toe 或类似名称</translation>
    </message>
    <message>
        <source>there is no temporary folder: %1</source>
        <translation>没有临时文件夹：%1</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>holds nothing</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>no model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <source>cannot hand the model back: %1</source>
        <translation>无法交回模型：%1</translation>
    </message>
    <message>
        <source>unknown exception</source>
        <translation>未知异常</translation>
    </message>
</context>
</TS>
