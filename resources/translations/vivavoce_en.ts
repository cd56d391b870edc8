<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB">
    <context>
        <name>CaptionBar</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n line</numerusform>
                <numerusform>%n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Counted</name>
        <message numerus="yes">
            <source>Ready to record, %n thing(s) to know</source>
            <translation>
                <numerusform>Ready to record, one thing to know</numerusform>
                <numerusform>Ready to record, %n things to know</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ImportReport</name>
        <message numerus="yes">
            <source>%n more file(s) could not be read either.</source>
            <translation>
                <numerusform>One more file could not be read either.</numerusform>
                <numerusform>%n more files could not be read either.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) are being imported.</source>
            <translation>
                <numerusform>One file is being imported.</numerusform>
                <numerusform>%n files are being imported.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LibrarySearch</name>
        <message numerus="yes">
            <source>%n place(s)</source>
            <translation>
                <numerusform>%n place</numerusform>
                <numerusform>%n places</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MeetingPage</name>
        <message numerus="yes">
            <source>%n place(s) replaced. Undo brings them all back.</source>
            <translation>
                <numerusform>%n place replaced. Undo brings it back.</numerusform>
                <numerusform>%n places replaced. Undo brings them all back.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReplaceBar</name>
        <message numerus="yes">
            <source>Replace %n place(s)</source>
            <translation>
                <numerusform>Replace %n place</numerusform>
                <numerusform>Replace %n places</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Row</name>
        <message numerus="yes">
            <source>%n gap(s) of {length} together</source>
            <translation>
                <numerusform>1 gap of {length}</numerusform>
                <numerusform>%n gaps, {length} together</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Waiting, %n before it</source>
            <translation>
                <numerusform>Waiting, 1 before it</numerusform>
                <numerusform>Waiting, %n before it</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n to review</source>
            <translation>
                <numerusform>1 to review</numerusform>
                <numerusform>%n to review</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SidePanel</name>
        <message numerus="yes">
            <source>%n place(s), about {minutes} min</source>
            <translation>
                <numerusform>%n place, about {minutes} min</numerusform>
                <numerusform>%n places, about {minutes} min</numerusform>
            </translation>
        </message>
    </context>
</TS>
