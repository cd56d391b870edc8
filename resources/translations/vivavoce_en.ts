<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB">
    <context>
        <name>BatchDesk</name>
        <message numerus="yes">
            <source>%n file(s) are in “{folder}” now.</source>
            <translation>
                <numerusform>1 file is in “{folder}” now.</numerusform>
                <numerusform>%n files are in “{folder}” now.</numerusform>
            </translation>
        </message>
    </context>
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
        <name>CoursesArea</name>
        <message numerus="yes">
            <source>%n term(s) were read.</source>
            <translation>
                <numerusform>%n term was read.</numerusform>
                <numerusform>%n terms were read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) were left out:</source>
            <translation>
                <numerusform>%n line was left out:</numerusform>
                <numerusform>%n lines were left out:</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EverywherePane</name>
        <message numerus="yes">
            <source>Stopped: not all meetings were looked through. %n place(s) so far.</source>
            <translation>
                <numerusform>Stopped: not all meetings were looked through. %n place so far.</numerusform>
                <numerusform>Stopped: not all meetings were looked through. %n places so far.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n place(s)</source>
            <translation>
                <numerusform>%n place</numerusform>
                <numerusform>%n places</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>in %n meeting(s)</source>
            <translation>
                <numerusform>in %n meeting</numerusform>
                <numerusform>in %n meetings</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>GeneralArea</name>
        <message numerus="yes">
            <source>%n word(s) in 100 wrong</source>
            <translation>
                <numerusform>1 word in 100 wrong</numerusform>
                <numerusform>%n words in 100 wrong</numerusform>
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
        <name>ListHead</name>
        <message numerus="yes">
            <source>%n chosen</source>
            <translation>
                <numerusform>1 chosen</numerusform>
                <numerusform>%n chosen</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MeetingPage</name>
        <message numerus="yes">
            <source>No place is left to review. Of 100 words about %n may still be wrong.</source>
            <translation>
                <numerusform>No place is left to review. Of 100 words about 1 may still be wrong.</numerusform>
                <numerusform>No place is left to review. Of 100 words about %n may still be wrong.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>OfferDesk</name>
        <message numerus="yes">
            <source>%n place(s) would change</source>
            <translation>
                <numerusform>1 place would change</numerusform>
                <numerusform>%n places would change</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) of yours would stay</source>
            <translation>
                <numerusform>1 line of yours would stay</numerusform>
                <numerusform>%n lines of yours would stay</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>OfferDialog</name>
        <message numerus="yes">
            <source>%n place(s) would change; the first {most} are listed.</source>
            <translation>
                <numerusform>1 place would change; the first {most} are listed.</numerusform>
                <numerusform>%n places would change; the first {most} are listed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) would change.</source>
            <translation>
                <numerusform>1 place would change.</numerusform>
                <numerusform>%n places would change.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>OfferRow</name>
        <message numerus="yes">
            <source>Corrected %n time(s).</source>
            <translation>
                <numerusform>Corrected once.</numerusform>
                <numerusform>Corrected %n times.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Still stands in %n place(s):</source>
            <translation>
                <numerusform>Still stands in %n place:</numerusform>
                <numerusform>Still stands in %n places:</numerusform>
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
        <name>ReplaceDesk</name>
        <message numerus="yes">
            <source>%n place(s) replaced. Undo brings them all back.</source>
            <translation>
                <numerusform>%n place replaced. Undo brings it back.</numerusform>
                <numerusform>%n places replaced. Undo brings them all back.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) replaced</source>
            <translation>
                <numerusform>%n place replaced</numerusform>
                <numerusform>%n places replaced</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>in %n meeting(s)</source>
            <translation>
                <numerusform>in %n meeting</numerusform>
                <numerusform>in %n meetings</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n meeting(s) could not be changed:</source>
            <translation>
                <numerusform>%n meeting could not be changed:</numerusform>
                <numerusform>%n meetings could not be changed:</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReturnedDesk</name>
        <message numerus="yes">
            <source>%n transcript(s) are in the library now.</source>
            <translation>
                <numerusform>1 transcript is in the library now.</numerusform>
                <numerusform>%n transcripts are in the library now.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReturnedDialog</name>
        <message numerus="yes">
            <source>%n line(s). They become a new version; what is shown now is kept.</source>
            <translation>
                <numerusform>1 line. It becomes a new version; what is shown now is kept.</numerusform>
                <numerusform>%n lines. They become a new version; what is shown now is kept.</numerusform>
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
            <source>%n set aside</source>
            <translation>
                <numerusform>1 set aside</numerusform>
                <numerusform>%n set aside</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>SeveralMenu</name>
        <message numerus="yes">
            <source>Take %n meeting(s) out of the bin</source>
            <translation>
                <numerusform>Take 1 meeting out of the bin</numerusform>
                <numerusform>Take %n meetings out of the bin</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n meeting(s) for good…</source>
            <translation>
                <numerusform>Delete 1 meeting for good…</numerusform>
                <numerusform>Delete %n meetings for good…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Export %n meeting(s)…</source>
            <translation>
                <numerusform>Export 1 meeting…</numerusform>
                <numerusform>Export %n meetings…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Move %n meeting(s) to the bin</source>
            <translation>
                <numerusform>Move 1 meeting to the bin</numerusform>
                <numerusform>Move %n meetings to the bin</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ShelfDesk</name>
        <message numerus="yes">
            <source>%n meeting(s) are in the bin, with their sound.</source>
            <translation>
                <numerusform>1 meeting is in the bin, with its sound.</numerusform>
                <numerusform>%n meetings are in the bin, with their sound.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n meeting(s) in the bin for good?</source>
            <translation>
                <numerusform>Delete %n meeting in the bin for good?</numerusform>
                <numerusform>Delete %n meetings in the bin for good?</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n meeting(s) deleted for good.</source>
            <translation>
                <numerusform>%n meeting deleted for good.</numerusform>
                <numerusform>%n meetings deleted for good.</numerusform>
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
    <context>
        <name>SpeakingPanel</name>
        <message numerus="yes">
            <source>%n speaker(s) hardly say anything. If they are none, say how many there were.</source>
            <translation>
                <numerusform>%n speaker hardly says anything. If that is nobody, say how many there were.</numerusform>
                <numerusform>%n speakers hardly say anything. If they are nobody, say how many there were.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>VersionCounts</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n line</numerusform>
                <numerusform>%n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n edit(s) of yours</source>
            <translation>
                <numerusform>%n edit of yours</numerusform>
                <numerusform>%n edits of yours</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>VersionsDesk</name>
        <message numerus="yes">
            <source>%n line(s) of yours will not be touched.</source>
            <translation>
                <numerusform>%n line of yours will not be touched.</numerusform>
                <numerusform>%n lines of yours will not be touched.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) changed</source>
            <translation>
                <numerusform>%n place changed</numerusform>
                <numerusform>%n places changed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) of yours kept</source>
            <translation>
                <numerusform>%n line of yours kept</numerusform>
                <numerusform>%n lines of yours kept</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>VersionsDialog</name>
        <message numerus="yes">
            <source>They differ in %n place(s); the first {most} are listed.</source>
            <translation>
                <numerusform>They differ in %n place; the first {most} are listed.</numerusform>
                <numerusform>They differ in %n places; the first {most} are listed.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>They differ in %n place(s). Enter goes there; several can be chosen and taken back at once.</source>
            <translation>
                <numerusform>They differ in %n place. Enter goes there.</numerusform>
                <numerusform>They differ in %n places. Enter goes there; several can be chosen and taken back at once.</numerusform>
            </translation>
        </message>
    </context>
</TS>
