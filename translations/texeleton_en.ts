<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>BakeSubjects</name>
    <message numerus="yes">
        <source>%Ln clip(s) selected</source>
        <translation>
            <numerusform>%Ln clip selected</numerusform>
            <numerusform>%Ln clips selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelSubjects</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AnimatorPanel</name>
    <message numerus="yes">
        <source>%Ln state(s)</source>
        <translation>
            <numerusform>%Ln state</numerusform>
            <numerusform>%Ln states</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove parameter and %n transition(s)</source>
        <translation>
            <numerusform>Remove parameter and %n transition</numerusform>
            <numerusform>Remove parameter and %n transitions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::AttachmentsPanel</name>
    <message numerus="yes">
        <source>%Ln attached</source>
        <comment>models</comment>
        <translation>
            <numerusform>%Ln attached</numerusform>
            <numerusform>%Ln attached</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::BakePanel</name>
    <message numerus="yes">
        <source>%Ln element(s)</source>
        <translation>
            <numerusform>%Ln element</numerusform>
            <numerusform>%Ln elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln frame(s)</source>
        <translation>
            <numerusform>%Ln frame</numerusform>
            <numerusform>%Ln frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bones keep 4 influences a vertex: %Ln vertex(es) have more, of which up to %1 % are left out.</source>
        <translation>
            <numerusform>Bones keep 4 influences a vertex: %Ln vertex has more, of which up to %1 % are left out.</numerusform>
            <numerusform>Bones keep 4 influences a vertex: %Ln vertices have more, of which up to %1 % are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln bone(s) stored</source>
        <translation>
            <numerusform>%1 of %Ln bone stored</numerusform>
            <numerusform>%1 of %Ln bones stored</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::CharactersSection</name>
    <message numerus="yes">
        <source>%Ln mesh(es)</source>
        <translation>
            <numerusform>%Ln mesh</numerusform>
            <numerusform>%Ln meshes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipEdits</name>
    <message numerus="yes">
        <source>Rename %Ln clip(s)</source>
        <translation>
            <numerusform>Rename %Ln clip</numerusform>
            <numerusform>Rename %Ln clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln clip(s)</source>
        <translation>
            <numerusform>Move %Ln clip</numerusform>
            <numerusform>Move %Ln clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln cut(s)</source>
        <translation>
            <numerusform>Remove %Ln cut</numerusform>
            <numerusform>Remove %Ln cuts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipsPanel</name>
    <message numerus="yes">
        <source>%Ln frame(s)</source>
        <translation>
            <numerusform>%Ln frame</numerusform>
            <numerusform>%Ln frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ComparePanel</name>
    <message numerus="yes">
        <source>%Ln character(s) on screen</source>
        <translation>
            <numerusform>%Ln character on screen</numerusform>
            <numerusform>%Ln characters on screen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: the same picture of %2 × %3 pixels by each in turn, off the screen; median of %Ln</source>
        <translation>
            <numerusform>%1: the same picture of %2 × %3 pixels by each in turn, off the screen; median of %Ln</numerusform>
            <numerusform>%1: the same picture of %2 × %3 pixels by each in turn, off the screen; median of %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the window drew %Ln frame(s) meanwhile</source>
        <translation>
            <numerusform>the window drew %Ln frame meanwhile</numerusform>
            <numerusform>the window drew %Ln frames meanwhile</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ConstraintsSection</name>
    <message numerus="yes">
        <source>%Ln constraint(s)</source>
        <translation>
            <numerusform>%Ln constraint</numerusform>
            <numerusform>%Ln constraints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln clip(s)</source>
        <translation>
            <numerusform>%Ln clip</numerusform>
            <numerusform>%Ln clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ExportCommands</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>folders</comment>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export to %Ln target(s)</source>
        <translation>
            <numerusform>Export to %Ln target</numerusform>
            <numerusform>Export to %Ln targets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ExportDialog</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export to %Ln target(s)</source>
        <translation>
            <numerusform>Export to %Ln target</numerusform>
            <numerusform>Export to %Ln targets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln target(s) exported, read again and verified.</source>
        <translation>
            <numerusform>%Ln target exported, read again and verified.</numerusform>
            <numerusform>%Ln targets exported, read again and verified.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::FootstepsDialog</name>
    <message numerus="yes">
        <source>Add %Ln event(s)</source>
        <translation>
            <numerusform>Add %Ln event</numerusform>
            <numerusform>Add %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln footstep(s) are there already.</source>
        <translation>
            <numerusform>%Ln footstep is there already.</numerusform>
            <numerusform>%Ln footsteps are there already.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::Guide</name>
    <message numerus="yes">
        <source>%Ln place(s)</source>
        <translation>
            <numerusform>%Ln place</numerusform>
            <numerusform>%Ln places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LevelsSection</name>
    <message numerus="yes">
        <source>%Ln level(s) cannot be made: seams and borders need more triangles.</source>
        <translation>
            <numerusform>%Ln level cannot be made: seams and borders need more triangles.</numerusform>
            <numerusform>%Ln levels cannot be made: seams and borders need more triangles.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln generated</source>
        <comment>levels of detail</comment>
        <translation>
            <numerusform>%Ln generated</numerusform>
            <numerusform>%Ln generated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drawn now: %Ln character(s)</source>
        <translation>
            <numerusform>Drawn now: %Ln character</numerusform>
            <numerusform>Drawn now: %Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::LoopRangeDialog</name>
    <message numerus="yes">
        <source>Use %Ln range(s)</source>
        <translation>
            <numerusform>Use %Ln range</numerusform>
            <numerusform>Use %Ln ranges</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::MaterialsSection</name>
    <message numerus="yes">
        <source>%Ln mesh(es)</source>
        <translation>
            <numerusform>%Ln mesh</numerusform>
            <numerusform>%Ln meshes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ModelFacts</name>
    <message numerus="yes">
        <source>%Ln vertex(es)</source>
        <translation>
            <numerusform>%Ln vertex</numerusform>
            <numerusform>%Ln vertices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln material(s)</source>
        <translation>
            <numerusform>%Ln material</numerusform>
            <numerusform>%Ln materials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::PackBox</name>
    <message numerus="yes">
        <source>%Ln clip(s)</source>
        <translation>
            <numerusform>%Ln clip</numerusform>
            <numerusform>%Ln clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln socket(s)</source>
        <translation>
            <numerusform>%Ln socket</numerusform>
            <numerusform>%Ln sockets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::PiecesRow</name>
    <message numerus="yes">
        <source>%Ln piece(s). Farthest from a rigid motion:</source>
        <translation>
            <numerusform>%Ln piece. Farthest from a rigid motion:</numerusform>
            <numerusform>%Ln pieces. Farthest from a rigid motion:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s). Selects the bone</source>
        <translation>
            <numerusform>%Ln point. Selects the bone</numerusform>
            <numerusform>%Ln points. Selects the bone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RenameDialog</name>
    <message numerus="yes">
        <source>Rename %Ln clip(s)</source>
        <translation>
            <numerusform>Rename %Ln clip</numerusform>
            <numerusform>Rename %Ln clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RigSection</name>
    <message numerus="yes">
        <source>%Ln bone(s)</source>
        <translation>
            <numerusform>%Ln bone</numerusform>
            <numerusform>%Ln bones</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::RootMotionSection</name>
    <message numerus="yes">
        <source>%1, %Ln clip(s) otherwise</source>
        <comment>Keep, Remove or Extract</comment>
        <translation>
            <numerusform>%1, %Ln clip otherwise</numerusform>
            <numerusform>%1, %Ln clips otherwise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln clip(s)</source>
        <translation>
            <numerusform>%Ln clip</numerusform>
            <numerusform>%Ln clips</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ShownEvents</name>
    <message numerus="yes">
        <source>Delete %Ln event(s)</source>
        <translation>
            <numerusform>Delete %Ln event</numerusform>
            <numerusform>Delete %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln event(s)</source>
        <translation>
            <numerusform>Move %Ln event</numerusform>
            <numerusform>Move %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) copied.</source>
        <translation>
            <numerusform>%Ln event copied.</numerusform>
            <numerusform>%Ln events copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %Ln event(s)</source>
        <translation>
            <numerusform>Paste %Ln event</numerusform>
            <numerusform>Paste %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) pasted.</source>
        <translation>
            <numerusform>%Ln event pasted.</numerusform>
            <numerusform>%Ln events pasted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) left out: after the end of the clip.</source>
        <translation>
            <numerusform>%Ln event left out: after the end of the clip.</numerusform>
            <numerusform>%Ln events left out: after the end of the clip.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SocketsPanel</name>
    <message numerus="yes">
        <source>%Ln match(es)</source>
        <translation>
            <numerusform>%Ln match</numerusform>
            <numerusform>%Ln matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TimelinePanel</name>
    <message numerus="yes">
        <source>Copy %Ln event(s)</source>
        <translation>
            <numerusform>Copy %Ln event</numerusform>
            <numerusform>Copy %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) copied to %1.</source>
        <translation>
            <numerusform>%Ln event copied to %1.</numerusform>
            <numerusform>%Ln events copied to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) added.</source>
        <translation>
            <numerusform>%Ln event added.</numerusform>
            <numerusform>%Ln events added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) written to %1.</source>
        <translation>
            <numerusform>%Ln event written to %1.</numerusform>
            <numerusform>%Ln events written to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::VariantsSection</name>
    <message numerus="yes">
        <source>%Ln mesh(es)</source>
        <translation>
            <numerusform>%Ln mesh</numerusform>
            <numerusform>%Ln meshes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ViewportArea</name>
    <message numerus="yes">
        <source>Drawing %Ln character(s)…</source>
        <translation>
            <numerusform>Drawing %Ln character…</numerusform>
            <numerusform>Drawing %Ln characters…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::WindowDrops</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
</TS>
