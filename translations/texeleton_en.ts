<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>texeleton::editor::BakePanel</name>
    <message numerus="yes">
        <source>%Ln bone matrix(es)</source>
        <translation>
            <numerusform>%Ln bone matrix</numerusform>
            <numerusform>%Ln bone matrices</numerusform>
        </translation>
    </message>
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
    <name>texeleton::editor::ExportDialog</name>
    <message numerus="yes">
        <source>%Ln more folder(s) of this document are written too.</source>
        <translation>
            <numerusform>%Ln more folder of this document is written too.</numerusform>
            <numerusform>%Ln more folders of this document are written too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ModelPanel</name>
    <message numerus="yes">
        <source>%Ln bone(s)</source>
        <translation>
            <numerusform>%Ln bone</numerusform>
            <numerusform>%Ln bones</numerusform>
        </translation>
    </message>
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
    <name>texeleton::editor::TimelineView</name>
    <message numerus="yes">
        <source>Move %Ln event(s)</source>
        <translation>
            <numerusform>Move %Ln event</numerusform>
            <numerusform>Move %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln event(s)</source>
        <translation>
            <numerusform>Delete %Ln event</numerusform>
            <numerusform>Delete %Ln events</numerusform>
        </translation>
    </message>
</context>
</TS>
