<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>texeleton::editor::BakePanel</name>
    <message numerus="yes">
        <source>%n bone(s)</source>
        <translation>
            <numerusform>%n bone</numerusform>
            <numerusform>%n bones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ClipsPanel</name>
    <message numerus="yes">
        <source>%n frame(s)</source>
        <translation>
            <numerusform>%n frame</numerusform>
            <numerusform>%n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::ModelPanel</name>
    <message numerus="yes">
        <source>%n bone(s)</source>
        <translation>
            <numerusform>%n bone</numerusform>
            <numerusform>%n bones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n vertex(es)</source>
        <translation>
            <numerusform>%n vertex</numerusform>
            <numerusform>%n vertices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n material(s)</source>
        <translation>
            <numerusform>%n material</numerusform>
            <numerusform>%n materials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::SocketsPanel</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>texeleton::editor::TimelineView</name>
    <message numerus="yes">
        <source>Move %n event(s)</source>
        <translation>
            <numerusform>Move %n event</numerusform>
            <numerusform>Move %n events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n event(s)</source>
        <translation>
            <numerusform>Delete %n event</numerusform>
            <numerusform>Delete %n events</numerusform>
        </translation>
    </message>
</context>
</TS>
