<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
    <context>
        <name>AboutArea</name>
        <message>
            <source>About</source>
            <translation>关于</translation>
        </message>
        <message>
            <source>Writes down meetings and lectures on your own computer. Free software, licence Apache-2.0.</source>
            <translation>在你自己的电脑上把会议和讲课记成文字。自由软件，许可证 Apache-2.0。</translation>
        </message>
        <message>
            <source>What it is built on</source>
            <translation>用到的软件</translation>
        </message>
        <message>
            <source>Licences</source>
            <translation>许可证</translation>
        </message>
        <message>
            <source>Text of the licence</source>
            <translation>许可证原文</translation>
        </message>
    </context>
    <context>
        <name>AcceptButtons</name>
        <message>
            <source>Accept</source>
            <translation>采用</translation>
        </message>
        <message>
            <source>Accept this line into the transcript</source>
            <translation>把这一句收进文字稿</translation>
        </message>
    </context>
    <context>
        <name>AudioArea</name>
        <message>
            <source>Audio</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Record the microphone</source>
            <translation>录麦克风</translation>
        </message>
        <message>
            <source>Microphone</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <source>Refresh</source>
            <translation>刷新</translation>
        </message>
        <message>
            <source>Look for devices again. A recording is not touched by it.</source>
            <translation>重新找一遍设备，不影响正在进行的录音。</translation>
        </message>
        <message>
            <source>Level of the microphone</source>
            <translation>麦克风音量</translation>
        </message>
        <message>
            <source>Record the computer’s sound</source>
            <translation>录电脑声音</translation>
        </message>
        <message>
            <source>Level of the computer’s sound</source>
            <translation>电脑声音音量</translation>
        </message>
        <message>
            <source>Check for 10 seconds…</source>
            <translation>检查 10 秒…</translation>
        </message>
        <message>
            <source>A bookmark reaches back</source>
            <translation>书签往回标</translation>
        </message>
        <message>
            <source>Warn when the disk has room for less than</source>
            <translation>磁盘剩余不足时提醒</translation>
        </message>
        <message>
            <source>Offer to stop after silence</source>
            <translation>静默多久后询问是否停止</translation>
        </message>
        <message>
            <source>Stop by itself if nobody answers within two minutes</source>
            <translation>两分钟内无人回应则自动停止</translation>
        </message>
        <message>
            <source>Size of captions</source>
            <translation>字幕大小</translation>
        </message>
        <message>
            <source>Lines of captions</source>
            <translation>字幕行数</translation>
        </message>
        <message>
            <source>Ground of captions</source>
            <translation>字幕底色</translation>
        </message>
        <message>
            <source>{s} s</source>
            <translation>{s} 秒</translation>
        </message>
        <message>
            <source>{m} min</source>
            <translation>{m} 分钟</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>Computer’s sound</source>
            <translation>电脑声音</translation>
        </message>
        <message>
            <source>Check</source>
            <translation>检查</translation>
        </message>
        <message>
            <source>Records 10 seconds and says whether level, echo, words, speed and disk are right. Nothing is kept.</source>
            <translation>录 10 秒，看看音量、回声、识别、速度和磁盘行不行。这段声音不会留下。</translation>
        </message>
        <message>
            <source>Disk warning</source>
            <translation>磁盘提醒</translation>
        </message>
        <message>
            <source>While recording, when there is room for less than this.</source>
            <translation>录音时，能录的时间不到这么多就提醒。</translation>
        </message>
        <message>
            <source>Silence</source>
            <translation>静默</translation>
        </message>
        <message>
            <source>Offer to stop when nobody was understood for so long.</source>
            <translation>这么久没有识别到任何人说话时，询问是否停止。</translation>
        </message>
        <message>
            <source>While recording</source>
            <translation>录音时</translation>
        </message>
        <message>
            <source>Less lets what is behind it show through.</source>
            <translation>调低一些，后面的东西就会透出来。</translation>
        </message>
        <message>
            <source>Caption bar</source>
            <translation>字幕条</translation>
        </message>
        <message>
            <source>The computer’s default</source>
            <translation>电脑默认的</translation>
        </message>
        <message>
            <source>{name} (not connected)</source>
            <translation>{name}（没有接上）</translation>
        </message>
        <message>
            <source>Looking for devices…</source>
            <translation>正在找设备…</translation>
        </message>
        <message>
            <source>The sound system did not answer.</source>
            <translation>声音系统没有回应。</translation>
        </message>
        <message>
            <source>No microphone was found. Plug one in: it appears here by itself.</source>
            <translation>没有找到麦克风。插上一个，它会自己出现在这里。</translation>
        </message>
        <message>
            <source>As long as it is not connected, the computer’s default is taken.</source>
            <translation>没接上的时候，用电脑默认的。</translation>
        </message>
        <message>
            <source>What others say in an online meeting. A track of its own; your voice stays on the other.</source>
            <translation>网上会议里别人说的话。单独一轨，你的声音在另一轨。</translation>
        </message>
        <message>
            <source>macOS lets no program record what the computer plays. With a virtual sound device, such as BlackHole, as output, it can be chosen as the microphone above.</source>
            <translation>macOS 不让程序录电脑放的声音。装一个虚拟声卡（例如 BlackHole）当输出，就可以在上面把它选作麦克风。</translation>
        </message>
        <message>
            <source>No sound system was found that lets the computer’s sound be recorded.</source>
            <translation>没有找到能录电脑声音的声音系统。</translation>
        </message>
    </context>
    <context>
        <name>BatchDesk</name>
        <message>
            <source>Folder for the exported files</source>
            <translation>导出文件的文件夹</translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) are in “{folder}” now.</source>
            <translation>
                <numerusform>“{folder}”中现有 %n 个导出的文件。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CaptionBar</name>
        <message>
            <source>Captions – Vivavoce</source>
            <translation>字幕 – Vivavoce</translation>
        </message>
        <message>
            <source>Smaller words</source>
            <translation>字小一点</translation>
        </message>
        <message>
            <source>Larger words</source>
            <translation>字大一点</translation>
        </message>
        <message>
            <source>Hold</source>
            <translation>停住</translation>
        </message>
        <message>
            <source>Hold the words still</source>
            <translation>让字幕停住不动</translation>
        </message>
        <message>
            <source>On top</source>
            <translation>置顶</translation>
        </message>
        <message>
            <source>Keep above all other windows</source>
            <translation>浮在所有窗口上面</translation>
        </message>
        <message>
            <source>Close the captions (Esc)</source>
            <translation>关闭字幕（Esc）</translation>
        </message>
        <message>
            <source>Make it wider</source>
            <translation>拉宽</translation>
        </message>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Number of lines</source>
            <translation>行数</translation>
        </message>
        <message>
            <source>Screen {n}</source>
            <translation>屏幕 {n}</translation>
        </message>
        <message>
            <source>Show on another screen</source>
            <translation>换到另一块屏幕</translation>
        </message>
        <message>
            <source>Your desktop decides what stays on top: look in its window menu (Alt+Space).</source>
            <translation>这个桌面自己决定哪个窗口在最上面：请看窗口菜单（Alt+空格）。</translation>
        </message>
    </context>
    <context>
        <name>CaptionText</name>
        <message>
            <source>Captions</source>
            <translation>字幕</translation>
        </message>
    </context>
    <context>
        <name>ChapterDesk</name>
        <message>
            <source>Reading the transcript…</source>
            <translation>正在读文字稿…</translation>
        </message>
        <message>
            <source>No clear change of topic was found.</source>
            <translation>没有发现明显的话题变化。</translation>
        </message>
        <message>
            <source>New chapter</source>
            <translation>新章节</translation>
        </message>
    </context>
    <context>
        <name>ChapterPanel</name>
        <message>
            <source>F2 writes on it, Delete takes it away.</source>
            <translation>按 F2 在上面写字，按 Delete 将其移除。</translation>
        </message>
        <message>
            <source>Proposed chapters</source>
            <translation>建议的章节</translation>
        </message>
        <message>
            <source>F2 renames a proposal, Delete throws it away.</source>
            <translation>按 F2 改名，按 Delete 去掉。</translation>
        </message>
        <message>
            <source>Propose chapters</source>
            <translation>建议章节</translation>
        </message>
        <message>
            <source>From long pauses and changes of topic, on this computer.</source>
            <translation>根据长停顿和话题变化，在这台电脑上得出。</translation>
        </message>
        <message>
            <source>New chapter here</source>
            <translation>在此新建章节</translation>
        </message>
        <message>
            <source>Keep this one</source>
            <translation>保留这一个</translation>
        </message>
        <message>
            <source>Keep all</source>
            <translation>全部保留</translation>
        </message>
        <message>
            <source>Chapters</source>
            <translation>章节</translation>
        </message>
    </context>
    <context>
        <name>Check</name>
        <message>
            <source>Microphone</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <source>Computer sound</source>
            <translation>电脑声音</translation>
        </message>
        <message>
            <source>Echo</source>
            <translation>回声</translation>
        </message>
        <message>
            <source>Words</source>
            <translation>识别</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Disk</source>
            <translation>磁盘</translation>
        </message>
        <message>
            <source>Battery</source>
            <translation>电池</translation>
        </message>
        <message>
            <source>Permission</source>
            <translation>权限</translation>
        </message>
        <message>
            <source>Not chosen</source>
            <translation>没有选</translation>
        </message>
        <message>
            <source>Checking for 10 seconds…</source>
            <translation>正在检查，10 秒就好…</translation>
        </message>
        <message>
            <source>Speak as you will later; let the meeting or a video play if its sound is recorded.</source>
            <translation>像待会儿那样说几句话；如果也录电脑声音，放一段会议或视频。</translation>
        </message>
        <message>
            <source>Recorded. Now it is listened to, which takes a few seconds.</source>
            <translation>录好了，正在听，要几秒钟。</translation>
        </message>
        <message>
            <source>The 10 seconds are not kept.</source>
            <translation>这 10 秒声音不会留下。</translation>
        </message>
        <message>
            <source>The check was stopped</source>
            <translation>检查停下了</translation>
        </message>
        <message>
            <source>Not ready to record yet</source>
            <translation>还不能录音</translation>
        </message>
        <message>
            <source>Ready to record</source>
            <translation>可以开始录音</translation>
        </message>
        <message>
            <source>Make room on the disk first, or move the library to another one.</source>
            <translation>请先腾出磁盘空间，或者把资料库搬到别的磁盘。</translation>
        </message>
        <message>
            <source>Plug the microphone in, or choose another one in Settings, Audio.</source>
            <translation>请插上麦克风，或者到“设置 · 声音”里换一个。</translation>
        </message>
        <message>
            <source>Is it muted, by a switch or in the sound settings? Otherwise allow it under Settings, Privacy &amp; security, Microphone, “Let desktop apps access your microphone”.</source>
            <translation>是不是静音了（开关上或者声音设置里）？如果没有，请打开“设置 · 隐私和安全性 · 麦克风”，允许桌面应用访问麦克风。</translation>
        </message>
        <message>
            <source>Is it muted? Otherwise allow it under System Settings, Privacy &amp; Security, Microphone.</source>
            <translation>是不是静音了？如果没有，请到“系统设置 · 隐私与安全性 · 麦克风”里允许。</translation>
        </message>
        <message>
            <source>Is it muted, by a switch or in the sound settings? Is it the input that is chosen there?</source>
            <translation>是不是静音了（开关上或者声音设置里）？声音设置里选的输入是它吗？</translation>
        </message>
        <message>
            <source>It cannot be opened. Plug it in, or choose another one in Settings, Audio.</source>
            <translation>打不开。请插上它，或者到“设置 · 声音”里换一个。</translation>
        </message>
        <message>
            <source>Nothing comes from it</source>
            <translation>没有声音传来</translation>
        </message>
        <message>
            <source>speech {loud}, noise {noise}</source>
            <translation>说话 {loud}，底噪 {noise}</translation>
        </message>
        <message>
            <source>Good level, {levels}</source>
            <translation>音量合适，{levels}</translation>
        </message>
        <message>
            <source>Complete silence</source>
            <translation>完全没有声音</translation>
        </message>
        <message>
            <source>Nobody was heard speaking</source>
            <translation>没有听到人说话</translation>
        </message>
        <message>
            <source>Check again, and say a sentence. Or go nearer to it.</source>
            <translation>再检查一次，说一句话。或者离它近一点。</translation>
        </message>
        <message>
            <source>Too quiet, {levels}</source>
            <translation>太轻，{levels}</translation>
        </message>
        <message>
            <source>Go nearer to the microphone, or raise its level in the sound settings.</source>
            <translation>离麦克风近一点，或者在声音设置里调高音量。</translation>
        </message>
        <message>
            <source>Much noise, {levels}</source>
            <translation>噪声大，{levels}</translation>
        </message>
        <message>
            <source>Go nearer to the microphone, or away from what is noisy. Words may be missing.</source>
            <translation>离麦克风近一点，或者离噪声远一点，不然可能漏字。</translation>
        </message>
        <message>
            <source>Too loud, the sound is cut off</source>
            <translation>太响，声音削顶了</translation>
        </message>
        <message>
            <source>Lower its level in the sound settings, or go further away.</source>
            <translation>在声音设置里调低音量，或者离远一点。</translation>
        </message>
        <message>
            <source>Telephone quality, {levels}</source>
            <translation>电话音质，{levels}</translation>
        </message>
        <message>
            <source>Let something play during the check if you want to be sure.</source>
            <translation>想确认的话，检查时放点声音。</translation>
        </message>
        <message>
            <source>Nothing was played</source>
            <translation>没有放声音</translation>
        </message>
        <message>
            <source>from “{device}”</source>
            <translation>从“{device}”取音</translation>
        </message>
        <message>
            <source>Heard, {level}</source>
            <translation>有声音，{level}</translation>
        </message>
        <message>
            <source>None: the microphone does not hear the computer</source>
            <translation>没有：麦克风听不到电脑的声音</translation>
        </message>
        <message>
            <source>Not tried: the computer played nothing</source>
            <translation>没测：电脑没有放声音</translation>
        </message>
        <message>
            <source>Only of interest when others are heard through loudspeakers.</source>
            <translation>只有用扬声器听别人说话时才要紧。</translation>
        </message>
        <message>
            <source>Hardly any</source>
            <translation>几乎没有</translation>
        </message>
        <message>
            <source>The loudspeakers are heard in the microphone</source>
            <translation>扬声器的声音又进了麦克风</translation>
        </message>
        <message>
            <source>Headphones are best. Without them, what is heard twice is left out once.</source>
            <translation>戴上耳机最好；不戴也行，重复的话会自动去掉一份。</translation>
        </message>
        <message>
            <source>({gain}, {ms} ms later)</source>
            <translation>（{gain}，晚 {ms} 毫秒）</translation>
        </message>
        <message>
            <source>Not understood</source>
            <translation>没有识别</translation>
        </message>
        <message>
            <source>Getting the speech model ready, listening…</source>
            <translation>正在准备识别模型，听一听…</translation>
        </message>
        <message>
            <source>Nobody spoke, so there was nothing to understand</source>
            <translation>没有人说话，也就没有可识别的</translation>
        </message>
        <message>
            <source>speech model {name}</source>
            <translation>识别模型 {name}</translation>
        </message>
        <message>
            <source>graphics card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>this computer</source>
            <translation>这台电脑</translation>
        </message>
        <message>
            <source>No words were understood</source>
            <translation>一个字也没听懂</translation>
        </message>
        <message>
            <source>Heard: “{text}”</source>
            <translation>听到：“{text}”</translation>
        </message>
        <message>
            <source>Not measured: there was too little speech</source>
            <translation>没测出来：说的话太少</translation>
        </message>
        <message>
            <source>More than {times} times as fast as speech</source>
            <translation>超过说话速度的 {times} 倍</translation>
        </message>
        <message>
            <source>{times} times as fast as speech</source>
            <translation>是说话速度的 {times} 倍</translation>
        </message>
        <message>
            <source>Live words keep up, with time to spare.</source>
            <translation>实时文字跟得上，还有余量。</translation>
        </message>
        <message>
            <source>Too slow for live words: they will come late, the sound is safe. A smaller speech model is faster.</source>
            <translation>实时文字跟不上：文字会晚到，声音不会丢。小一点的识别模型更快。</translation>
        </message>
        <message>
            <source>Not known</source>
            <translation>不清楚</translation>
        </message>
        <message>
            <source>Room for more than 100 hours</source>
            <translation>还能录 100 小时以上</translation>
        </message>
        <message>
            <source>Room for about {hours} hours</source>
            <translation>还能录约 {hours} 小时</translation>
        </message>
        <message>
            <source>Room for about {minutes} minutes</source>
            <translation>还能录约 {minutes} 分钟</translation>
        </message>
        <message>
            <source>Make room on the disk first.</source>
            <translation>请先腾出磁盘空间。</translation>
        </message>
        <message>
            <source>You are warned in time; nothing stops in silence.</source>
            <translation>快满时会提醒，不会悄悄停下。</translation>
        </message>
        <message>
            <source>No battery, it runs from the mains</source>
            <translation>没有电池，用的是市电</translation>
        </message>
        <message>
            <source>Plugged in, {percent} % charged</source>
            <translation>已接电源，电量 {percent}%</translation>
        </message>
        <message>
            <source>Not plugged in, {percent} % charged</source>
            <translation>未接电源，电量 {percent}%</translation>
        </message>
        <message>
            <source>Lasts for about {length} at the present rate</source>
            <translation>按现在的用法还能用约 {length}</translation>
        </message>
        <message>
            <source>Plug it in before a lecture of two hours.</source>
            <translation>课要上两小时，请接上电源。</translation>
        </message>
        <message>
            <source>Not plugged in. That is enough for two hours.</source>
            <translation>未接电源，够用两小时。</translation>
        </message>
        <message>
            <source>The microphone is not allowed</source>
            <translation>麦克风未获允许</translation>
        </message>
        <message>
            <source>Perhaps not allowed: only silence arrived</source>
            <translation>可能未获允许：收到的只有静音</translation>
        </message>
        <message>
            <source>Recording is allowed</source>
            <translation>允许录音</translation>
        </message>
        <message>
            <source>The computer is kept awake meanwhile; a closed lid still sends it to sleep.</source>
            <translation>录音时电脑会保持唤醒；合上盖子仍会睡眠。</translation>
        </message>
        <message>
            <source>Not found out</source>
            <translation>没有查出来</translation>
        </message>
        <message>
            <source>Listening…</source>
            <translation>正在听…</translation>
        </message>
    </context>
    <context>
        <name>ClipDialog</name>
        <message>
            <source>Export clip</source>
            <translation>导出片段</translation>
        </message>
        <message>
            <source>{start} to {end}, {length}. Its times begin at 0.</source>
            <translation>{start} 到 {end}，共 {length}。片段里的时间从 0 开始。</translation>
        </message>
        <message>
            <source>Sound</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>WAV, every sample as recorded</source>
            <translation>WAV，与录音逐样一致</translation>
        </message>
        <message>
            <source>FLAC, the same and smaller</source>
            <translation>FLAC，同样无损，文件更小</translation>
        </message>
        <message>
            <source>MP3, small, plays everywhere</source>
            <translation>MP3，文件小，哪里都能播放</translation>
        </message>
        <message>
            <source>M4A, small, sounds better than MP3</source>
            <translation>M4A，文件小，音质比 MP3 好</translation>
        </message>
        <message>
            <source>No sound</source>
            <translation>不要声音</translation>
        </message>
        <message>
            <source>Change…</source>
            <translation>更改…</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文字</translation>
        </message>
        <message>
            <source>Folder</source>
            <translation>文件夹</translation>
        </message>
        <message>
            <source>Change folder</source>
            <translation>更改文件夹</translation>
        </message>
        <message>
            <source>Choose sound, text, or both.</source>
            <translation>请选择声音或文字，也可以两样都要。</translation>
        </message>
        <message>
            <source>Folder for the clip</source>
            <translation>片段存放的文件夹</translation>
        </message>
    </context>
    <context>
        <name>Clock</name>
        <message>
            <source>{s} s</source>
            <translation>{s} 秒</translation>
        </message>
        <message>
            <source>{m} min {s} s</source>
            <translation>{m} 分 {s} 秒</translation>
        </message>
        <message>
            <source>{m} min</source>
            <translation>{m} 分钟</translation>
        </message>
        <message>
            <source>{h} h {m} min</source>
            <translation>{h} 小时 {m} 分</translation>
        </message>
        <message>
            <source>{h} h</source>
            <translation>{h} 小时</translation>
        </message>
    </context>
    <context>
        <name>ComparisonList</name>
        <message>
            <source>Places in which the versions differ</source>
            <translation>两个版本不同的地方</translation>
        </message>
    </context>
    <context>
        <name>Counted</name>
        <message numerus="yes">
            <source>Ready to record, %n thing(s) to know</source>
            <translation>
                <numerusform>可以开始录音，有 %n 点请留意</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CourseExport</name>
        <message>
            <source>Export all meetings…</source>
            <translation>导出全部会议…</translation>
        </message>
        <message>
            <source>Its meetings are exported as {formats}, as they were the last time.</source>
            <translation>该课程的会议按上次的方式导出为 {formats}。</translation>
        </message>
        <message>
            <source>Its meetings are exported as {formats}, as the settings say. An export is remembered.</source>
            <translation>该课程的会议按设置导出为 {formats}。导出一次后会记住所选方式。</translation>
        </message>
        <message>
            <source>Stop ({done}/{count})</source>
            <translation>停止（{done}/{count}）</translation>
        </message>
        <message>
            <source>There is no meeting in it yet.</source>
            <translation>其中还没有会议。</translation>
        </message>
    </context>
    <context>
        <name>CoursesArea</name>
        <message>
            <source>Courses</source>
            <translation>课程</translation>
        </message>
        <message>
            <source>Course</source>
            <translation>课程</translation>
        </message>
        <message>
            <source>There are no courses yet. Make one beside the library's list; its meetings share a glossary.</source>
            <translation>还没有课程。可在资料库列表旁新建；同一课程的会议共用一份术语表。</translation>
        </message>
        <message>
            <source>Languages of the course</source>
            <translation>课程的语言</translation>
        </message>
        <message>
            <source>Languages</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Of its recordings, where the settings leave it open.</source>
            <translation>用于该课程的录音；设置里已指定语言时以设置为准。</translation>
        </message>
        <message>
            <source>Glossary</source>
            <translation>术语表</translation>
        </message>
        <message>
            <source>Names and terms that recognition should know, from the next recording on. A change that it makes keeps what was heard and can be undone in the meeting.</source>
            <translation>希望识别认得的人名和术语，从下一次录音起生效。由它改动的地方都保留原来听到的文字，可在会议中撤销。</translation>
        </message>
        <message>
            <source>Add a term</source>
            <translation>添加术语</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Import CSV…</source>
            <translation>导入 CSV…</translation>
        </message>
        <message>
            <source>Export CSV…</source>
            <translation>导出 CSV…</translation>
        </message>
        <message>
            <source>Corrected more than once</source>
            <translation>多次改正过的词</translation>
        </message>
        <message>
            <source>What you correct the same way in two places of the course is offered here as a term.</source>
            <translation>您在课程中两处作出同样的改正后，会在这里建议加入术语表。</translation>
        </message>
        <message>
            <source>Take away</source>
            <translation>带走</translation>
        </message>
        <message>
            <source>Any</source>
            <translation>任意</translation>
        </message>
        <message>
            <source>Glossary to import</source>
            <translation>要导入的术语表</translation>
        </message>
        <message>
            <source>Tables (*.csv *.tsv *.txt)</source>
            <translation>表格 (*.csv *.tsv *.txt)</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
        <message numerus="yes">
            <source>%n term(s) were read.</source>
            <translation>
                <numerusform>读入了 %n 个术语。</numerusform>
            </translation>
        </message>
        <message>
            <source>line {number} ({reason})</source>
            <translation>第 {number} 行（{reason}）</translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) were left out:</source>
            <translation>
                <numerusform>%n 行未读入：</numerusform>
            </translation>
        </message>
        <message>
            <source>Where the glossary goes</source>
            <translation>术语表的保存位置</translation>
        </message>
        <message>
            <source>Tables (*.csv)</source>
            <translation>表格 (*.csv)</translation>
        </message>
        <message>
            <source>“{name}” is written.</source>
            <translation>已写入“{name}”。</translation>
        </message>
        <message>
            <source>there is no term in it</source>
            <translation>没有术语</translation>
        </message>
        <message>
            <source>the term has no letters</source>
            <translation>术语不含文字</translation>
        </message>
        <message>
            <source>the term is far too long</source>
            <translation>术语过长</translation>
        </message>
    </context>
    <context>
        <name>Coverage</name>
        <message>
            <source>{length} recorded, {percent} % understood</source>
            <translation>已录 {length}，识别了 {percent}%</translation>
        </message>
        <message>
            <source>{length} being understood now</source>
            <translation>{length}正在补识别</translation>
        </message>
        <message>
            <source>{length} not understood, the sound is there</source>
            <translation>{length}没有识别，声音在</translation>
        </message>
        <message>
            <source>{length} lost</source>
            <translation>{length}没录到</translation>
        </message>
    </context>
    <context>
        <name>Device</name>
        <message>
            <source>Not needed: the graphics card is faster.</source>
            <translation>用不着：显卡更快。</translation>
        </message>
        <message>
            <source>It is tested at the first recognition.</source>
            <translation>第一次识别时会试一试。</translation>
        </message>
        <message>
            <source>The first graphics card is used.</source>
            <translation>用的是第一块显卡。</translation>
        </message>
        <message>
            <source>The graphics of a Mac are not used by this version; the processor is.</source>
            <translation>这个版本用不了 Mac 的显卡，由处理器来算。</translation>
        </message>
        <message>
            <source>Graphics card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>A driver is there, but it does not say which card.</source>
            <translation>驱动装了，但认不出是哪块显卡。</translation>
        </message>
        <message>
            <source>No NVIDIA graphics card with a driver was found; the processor is used.</source>
            <translation>没有找到装好驱动的 NVIDIA 显卡，由处理器来算。</translation>
        </message>
        <message>
            <source>If there is one, install its driver from NVIDIA, then start Vivavoce again.</source>
            <translation>如果有显卡，请安装 NVIDIA 的驱动，再重新打开 Vivavoce。</translation>
        </message>
        <message>
            <source>The graphics card</source>
            <translation>显卡</translation>
        </message>
        <message>
            <source>The processor</source>
            <translation>处理器</translation>
        </message>
        <message>
            <source>half precision (float16)</source>
            <translation>半精度（float16）</translation>
        </message>
        <message>
            <source>mixed precision (int8 with float16)</source>
            <translation>混合精度（int8 加 float16）</translation>
        </message>
        <message>
            <source>full precision (float32)</source>
            <translation>全精度（float32）</translation>
        </message>
        <message>
            <source>reduced precision (int8)</source>
            <translation>低精度（int8）</translation>
        </message>
        <message>
            <source>the cuDNN library for it is missing or of another version</source>
            <translation>缺少 cuDNN，或者版本不对</translation>
        </message>
        <message>
            <source>the CUDA libraries for it are missing or of another version</source>
            <translation>缺少 CUDA 运行库，或者版本不对</translation>
        </message>
        <message>
            <source>there was not enough free memory for this speech model</source>
            <translation>空闲内存放不下这个识别模型</translation>
        </message>
        <message>
            <source>it does not support this precision</source>
            <translation>不支持这种精度</translation>
        </message>
        <message>
            <source>its driver is too old</source>
            <translation>驱动太旧</translation>
        </message>
        <message>
            <source>this version does not support this generation of cards</source>
            <translation>这个版本还不支持这一代显卡</translation>
        </message>
        <message>
            <source>the recognition does not see it, although its driver does</source>
            <translation>驱动认得它，识别程序却看不到</translation>
        </message>
        <message>
            <source>it lacks an instruction that the recognition needs</source>
            <translation>缺少识别需要的指令</translation>
        </message>
        <message>
            <source>the recognition ended unexpectedly during a test</source>
            <translation>试的时候识别程序意外退出</translation>
        </message>
        <message>
            <source>a test of one second of speech did not finish in time</source>
            <translation>试一秒钟的语音，迟迟没有结果</translation>
        </message>
        <message>
            <source>it understood nothing of a test sentence</source>
            <translation>试的那句话一个字也没听懂</translation>
        </message>
        <message>
            <source>a test of one second of speech failed</source>
            <translation>试一秒钟的语音，没有成功</translation>
        </message>
        <message>
            <source>Install CUDA 12 and cuDNN 9 from NVIDIA, then start Vivavoce again.</source>
            <translation>请从 NVIDIA 安装 CUDA 12 和 cuDNN 9，再重新打开 Vivavoce。</translation>
        </message>
        <message>
            <source>Run “pip install nvidia-cublas-cu12 nvidia-cudnn-cu12” in Vivavoce's environment, or install CUDA 12 and cuDNN 9, then start Vivavoce again.</source>
            <translation>请在 Vivavoce 的环境里运行“pip install nvidia-cublas-cu12 nvidia-cudnn-cu12”，或者安装 CUDA 12 和 cuDNN 9，再重新打开 Vivavoce。</translation>
        </message>
        <message>
            <source>Close other programs that use the graphics card, or choose a smaller speech model.</source>
            <translation>请关掉其他占用显卡的程序，或者换一个小一点的识别模型。</translation>
        </message>
        <message>
            <source>Install the newest driver from NVIDIA, then start Vivavoce again.</source>
            <translation>请安装 NVIDIA 的最新驱动，再重新打开 Vivavoce。</translation>
        </message>
        <message>
            <source>A newer or older version of Vivavoce may support it; the processor is used meanwhile.</source>
            <translation>换一个版本的 Vivavoce 也许能用；眼下先由处理器来算。</translation>
        </message>
        <message>
            <source>Install the newest driver for the graphics card, then try again.</source>
            <translation>请给显卡安装最新的驱动，再试一次。</translation>
        </message>
        <message>
            <source>Try again when the computer is less busy.</source>
            <translation>等电脑空一些的时候再试。</translation>
        </message>
        <message>
            <source>{where} was not used with {precision}: {reason}.</source>
            <translation>{where}没有用上{precision}：{reason}。</translation>
        </message>
        <message>
            <source>Used for recognition ({precision}).</source>
            <translation>正在用它识别（{precision}）。</translation>
        </message>
    </context>
    <context>
        <name>DeviceCard</name>
        <message>
            <source>Found</source>
            <translation>找到</translation>
        </message>
        <message>
            <source>No</source>
            <translation>没有</translation>
        </message>
        <message>
            <source>Usable</source>
            <translation>能用</translation>
        </message>
        <message>
            <source>Why not</source>
            <translation>原因</translation>
        </message>
        <message>
            <source>How to fix</source>
            <translation>怎么办</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>没有找到</translation>
        </message>
        <message>
            <source>In use</source>
            <translation>正在使用</translation>
        </message>
        <message>
            <source>Not needed yet</source>
            <translation>还没用上</translation>
        </message>
        <message>
            <source>Found, not usable yet</source>
            <translation>找到了，还不能用</translation>
        </message>
    </context>
    <context>
        <name>DiagnosticsArea</name>
        <message>
            <source>Diagnostics</source>
            <translation>诊断</translation>
        </message>
        <message>
            <source>Parts of the report</source>
            <translation>报告的各部分</translation>
        </message>
        <message>
            <source>This part as it is saved</source>
            <translation>这一部分的保存内容</translation>
        </message>
        <message>
            <source>Save…</source>
            <translation>保存…</translation>
        </message>
        <message>
            <source>Save the report</source>
            <translation>保存报告</translation>
        </message>
        <message>
            <source>Collecting…</source>
            <translation>正在收集…</translation>
        </message>
        <message>
            <source>If something does not work, this report helps to find out why. It holds versions, devices, settings and the newest messages of the program. Nothing that was said is in it, no titles, no names, no folders. It is never sent: you save it and give it to whom you want.</source>
            <translation>如果有什么不正常，这份报告有助于找出原因。里面有版本、设备、设置和程序最近的消息，没有任何说过的话，也没有标题、人名和文件夹。它不会被发送：由你保存，交给你想交给的人。</translation>
        </message>
        <message>
            <source>What is in it</source>
            <translation>报告内容</translation>
        </message>
        <message>
            <source>Where the time goes</source>
            <translation>时间花在哪里</translation>
        </message>
        <message>
            <source>Saving…</source>
            <translation>正在保存…</translation>
        </message>
        <message>
            <source>Saved as {name}.</source>
            <translation>已保存为 {name}。</translation>
        </message>
        <message>
            <source>There is nothing to save.</source>
            <translation>没有可保存的内容。</translation>
        </message>
    </context>
    <context>
        <name>EmptyPage</name>
        <message>
            <source>Start recording</source>
            <translation>开始录音</translation>
        </message>
        <message>
            <source>Check the sound first</source>
            <translation>先检查声音</translation>
        </message>
        <message>
            <source>Choose files…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <source>Open the sample</source>
            <translation>打开示例</translation>
        </message>
        <message>
            <source>Record a lecture or a meeting</source>
            <translation>录一节课或一场会</translation>
        </message>
        <message>
            <source>Microphone and computer sound are kept apart; a power cut costs less than a second</source>
            <translation>麦克风和电脑声音分开存，断电也只丢不到一秒</translation>
        </message>
        <message>
            <source>Import a recording or a video</source>
            <translation>导入已有的录音或视频</translation>
        </message>
        <message>
            <source>MP3, M4A, WAV, MP4 and more; or drop files anywhere on this window</source>
            <translation>MP3、M4A、WAV、MP4 等，也可以把文件拖进窗口</translation>
        </message>
        <message>
            <source>Try the sample lecture first</source>
            <translation>先试试示例讲座</translation>
        </message>
        <message>
            <source>Three minutes of talk to see how it works; delete it whenever you like</source>
            <translation>三分钟的讲话，看看怎么用，随时可以删掉</translation>
        </message>
        <message>
            <source>No recordings here yet</source>
            <translation>这里还没有录音</translation>
        </message>
        <message>
            <source>Record, and the words appear while they are spoken. It works without a network.</source>
            <translation>录下一节课或一场会，文字会边说边出来。不联网也能用。</translation>
        </message>
    </context>
    <context>
        <name>Errors</name>
        <message>
            <source>“{name}” is not there, or is not a file. Check the name and try again.</source>
            <translation>找不到“{name}”，或者它不是文件。请核对名字再试一次。</translation>
        </message>
        <message>
            <source>No audio was found in “{name}”. Choose an audio file, or a video with sound.</source>
            <translation>“{name}”里没有声音。请选音频文件，或者有声音的视频。</translation>
        </message>
        <message>
            <source>The recording of “{name}” was not finished, so it cannot be read. Open it once in the program that recorded it, or use a repair tool.</source>
            <translation>“{name}”没有录完整，读不出来。请用录它的程序打开一次，或者用修复工具处理。</translation>
        </message>
        <message>
            <source>“{name}” is a list of other files, not a recording. Choose the recording itself.</source>
            <translation>“{name}”是文件列表，不是录音。请直接选录音文件。</translation>
        </message>
        <message>
            <source>“{name}” could not be read. It may be damaged, or not a recording at all.</source>
            <translation>“{name}”读不出来。它可能损坏了，或者根本不是录音。</translation>
        </message>
        <message>
            <source>There is no speech model called “{name}”. Settings, Recognition shows them all.</source>
            <translation>没有叫“{name}”的识别模型。所有模型都列在“设置 · 识别”里。</translation>
        </message>
        <message>
            <source>The speech model “{name}” is not on this computer yet. Download it in Settings, Recognition.</source>
            <translation>识别模型“{name}”还不在这台电脑上。请到“设置 · 识别”里下载。</translation>
        </message>
        <message>
            <source>The speech model “{name}” is damaged ({file}). Repair it in Settings, Recognition.</source>
            <translation>识别模型“{name}”损坏了（{file}）。请到“设置 · 识别”里修复。</translation>
        </message>
        <message>
            <source>The speech model “{name}” could not be downloaded. Check the network and try again: what is already here is kept. You can also import it from a folder.</source>
            <translation>识别模型“{name}”下载不了。请检查网络再试，已经下好的部分会留着。也可以从文件夹导入。</translation>
        </message>
        <message>
            <source>Neither the graphics card nor the processor could understand the test sentence. Settings, Recognition shows what was tried.</source>
            <translation>显卡和处理器都没能听懂测试的句子。试过什么，见“设置 · 识别”。</translation>
        </message>
        <message>
            <source>Speakers cannot be told apart: a part of Vivavoce that is needed for it is not on this computer. The text is complete; start Vivavoce once with a network connection and try again.</source>
            <translation>无法分辨说话人：这台电脑上缺少所需的组件。文字是完整的；请联网启动一次 Vivavoce 后重试。</translation>
        </message>
        <message>
            <source>Speakers cannot be told apart: a part of Vivavoce is damaged ({file}). The text is complete; install Vivavoce again and try again.</source>
            <translation>无法分辨说话人：Vivavoce 的一个组件已损坏（{file}）。文字是完整的；请重新安装 Vivavoce 后重试。</translation>
        </message>
        <message>
            <source>Speakers could not be told apart: a part of Vivavoce or of the system could not be loaded. The text is complete; install Vivavoce again and try again.</source>
            <translation>无法分清说话人：Vivavoce 或系统的一个部分没能载入。文字是完整的；请重新安装 Vivavoce 后再试。</translation>
        </message>
        <message>
            <source>Speakers could not be told apart, probably because memory ran out. The text is complete; close other programs and try again.</source>
            <translation>未能分辨说话人，多半是内存不足。文字是完整的；请关闭其他程序后重试。</translation>
        </message>
        <message>
            <source>The graphics card could not go on. What is understood is saved; choose Try again to continue.</source>
            <translation>显卡没能继续下去。已经识别的都存好了，点“再试一次”接着来。</translation>
        </message>
        <message>
            <source>The recognition could not go on, probably because memory ran out. What is understood is saved; close other programs, or choose a smaller speech model, and try again.</source>
            <translation>识别没能继续下去，多半是内存不够。已经识别的都存好了；请关掉其他程序，或者换一个小一点的识别模型，再试一次。</translation>
        </message>
        <message>
            <source>The recognition could not go on because memory ran out. Everything understood so far is saved; close other programs, or choose a smaller speech model, and choose Try again.</source>
            <translation>内存不够，识别无法继续。已经识别的内容都保存好了；请关掉其他程序，或者选一个更小的语音模型，然后点“重试”。</translation>
        </message>
        <message>
            <source>The recognition could not begin: a part of Vivavoce or of the system could not be loaded. Everything understood so far is saved; install Vivavoce again and choose Try again.</source>
            <translation>识别无法开始：Vivavoce 或系统的一个部分没能载入。已经识别的内容都保存好了；请重新安装 Vivavoce，然后点“重试”。</translation>
        </message>
        <message>
            <source>The recognition stopped unexpectedly, several times at the same place. Everything understood so far is saved; choose Try again to continue.</source>
            <translation>识别在同一个地方意外停了几次。已经听懂的都存好了，点“再试一次”接着来。</translation>
        </message>
        <message>
            <source>The worker “{name}” does not answer. Check that it is on, and in the same network.</source>
            <translation>工作机“{name}”没有回应。请检查它是否开机，并与本机在同一网络中。</translation>
        </message>
        <message>
            <source>The worker “{name}” has no room at the moment. Try again later.</source>
            <translation>工作机“{name}”目前没有余力。请稍后再试。</translation>
        </message>
        <message>
            <source>The worker “{name}” does not have this speech model. Install it there.</source>
            <translation>工作机“{name}”上没有这个语音模型。请在那台机器上安装。</translation>
        </message>
        <message>
            <source>The worker “{name}” could not understand this. Its log tells why.</source>
            <translation>工作机“{name}”没能识别这段内容。原因见它的日志。</translation>
        </message>
        <message>
            <source>The worker “{name}” and this computer do not trust each other any more. Pair them again in Settings, Other computers.</source>
            <translation>工作机“{name}”与本机不再互相信任。请在“设置”的“其他电脑”中重新配对。</translation>
        </message>
        <message>
            <source>The worker “{name}” has a newer Vivavoce than this one understands. Update it here.</source>
            <translation>工作机“{name}”上的 Vivavoce 太新，本机无法与它互通。请更新本机的 Vivavoce。</translation>
        </message>
        <message>
            <source>The worker “{name}” has an older Vivavoce than this one understands. Update it there.</source>
            <translation>工作机“{name}”上的 Vivavoce 太旧，本机无法与它互通。请在那台机器上更新。</translation>
        </message>
        <message>
            <source>The sound cannot be saved ({detail}). What is saved is safe; the recording goes on as soon as {folder} can be written again.</source>
            <translation>声音存不下来（{detail}）。已存的都在；{folder} 一能写，就接着录。</translation>
        </message>
        <message>
            <source>The recording could not begin ({detail}). Nothing was recorded. Check whether {folder} can be written, and try again.</source>
            <translation>录音没能开始（{detail}），什么也没录到。请看看 {folder} 能不能写，再试一次。</translation>
        </message>
        <message>
            <source>{length} of speech were heard but no words understood. The sound is safe; try again with another language or speech model.</source>
            <translation>听到 {length}的说话声，却一个字也没听懂。声音都在，换一种语言或识别模型再试。</translation>
        </message>
        <message>
            <source>{s} s</source>
            <translation>{s} 秒</translation>
        </message>
        <message>
            <source>{m} min</source>
            <translation>{m} 分钟</translation>
        </message>
        <message>
            <source>The disk is full ({folder}). Free some room and try again; what was done so far is kept.</source>
            <translation>磁盘满了（{folder}）。请腾出些空间再试，做好的部分都会留着。</translation>
        </message>
        <message>
            <source>Vivavoce is already open with this library. Use that window, or close it first.</source>
            <translation>这个资料库已经在另一个 Vivavoce 里打开了。请用那个窗口，或者先关掉它。</translation>
        </message>
        <message>
            <source>This library was last used by a newer Vivavoce ({version}). Please update Vivavoce; nothing in the library was changed.</source>
            <translation>这个资料库上次是用更新的 Vivavoce（{version}）打开的。请先更新 Vivavoce；资料库没有改动。</translation>
        </message>
        <message>
            <source>The library in {folder} is damaged and could not be restored. The damaged file was kept.</source>
            <translation>{folder} 里的资料库损坏了，没能恢复。损坏的文件还留着。</translation>
        </message>
        <message>
            <source>Vivavoce may not write to {folder}. Check the folder's permissions, or choose another place.</source>
            <translation>Vivavoce 不能写入 {folder}。请检查文件夹的权限，或者换个地方。</translation>
        </message>
        <message>
            <source>This meeting is no longer in the library.</source>
            <translation>资料库里已经没有这场会议了。</translation>
        </message>
        <message>
            <source>The sound of “{title}” could not be read. Nothing was changed.</source>
            <translation>无法读取“{title}”的声音。没有做任何更改。</translation>
        </message>
        <message>
            <source>“{title}” cannot be divided there: choose a time at least one second inside of it.</source>
            <translation>“{title}”不能在那里拆分：请选一个离两端至少一秒的时间。</translation>
        </message>
        <message>
            <source>This meeting is still being recorded. Stop the recording first, then try again.</source>
            <translation>这场会议还在录音。请先停止录音，再试一次。</translation>
        </message>
        <message>
            <source>“{name}” is not a glossary: a CSV file with a term in each line is needed. Nothing was changed.</source>
            <translation>“{name}”不是术语表：需要每行一个术语的 CSV 文件。没有作任何改动。</translation>
        </message>
        <message>
            <source>“{name}” still told who spoke when it was read back, so nothing was written.</source>
            <translation>读回检查时，“{name}”仍能看出是谁在说话，因此什么也没有写入。</translation>
        </message>
        <message>
            <source>“{title}” is being recorded. Stop it first, then start the next one.</source>
            <translation>“{title}”正在录音。请先停下它，再录下一个。</translation>
        </message>
        <message>
            <source>“{name}” cannot be used: {reason}. Nothing was changed.</source>
            <translation>“{name}”无法使用：{reason}。没有任何改动。</translation>
        </message>
        <message>
            <source>“{title}” was not recorded here, so it cannot be recorded on. Start a new recording.</source>
            <translation>“{title}”不是在这里录的，没法接着录。请新录一个。</translation>
        </message>
        <message>
            <source>The recorder stopped unexpectedly and could not be started again, so nothing more is recorded. What was recorded before is safe. Check the sound devices and try again.</source>
            <translation>录音程序意外停了，重启也没成功，所以后面没有录到。之前录下的都在。请检查声音设备，再试一次。</translation>
        </message>
        <message>
            <source>The test could not be recorded. Try again; if it happens again, restart the computer.</source>
            <translation>测试没录成。请再试一次；还不行就重启电脑。</translation>
        </message>
        <message>
            <source>The recognition did not answer. A recording would be safe, and could be understood later.</source>
            <translation>识别程序没有回应。录音不受影响，文字可以以后再补。</translation>
        </message>
        <message>
            <source>“{name}” is there already. Choose another name, or say that it may be replaced.</source>
            <translation>“{name}”已经有了。请换个名字，或者允许替换。</translation>
        </message>
        <message>
            <source>“{name}” could not be written. Choose another folder, or check its permissions.</source>
            <translation>“{name}”写不进去。请换个文件夹，或者检查权限。</translation>
        </message>
        <message>
            <source>“{name}” is not a transcript that Vivavoce can read: {reason}.</source>
            <translation>“{name}”不是 Vivavoce 能读的文字稿：{reason}。</translation>
        </message>
        <message>
            <source>“{name}” does not wait to be paired. Start “vivavoce worker pair” there, and type the code within two minutes.</source>
            <translation>“{name}”没有在等待配对。请在那里运行“vivavoce worker pair”，并在两分钟内输入数字。</translation>
        </message>
        <message>
            <source>That is not the code that “{name}” shows. Look again and type it anew; a code takes three tries.</source>
            <translation>这不是“{name}”显示的数字。请看清后重新输入；每组数字可试三次。</translation>
        </message>
        <message>
            <source>The code was wrong too often. “{name}” needs a new one: start “vivavoce worker pair” there again.</source>
            <translation>数字错误次数过多。“{name}”需要新的数字：请在那里再次运行“vivavoce worker pair”。</translation>
        </message>
        <message>
            <source>What answered as “{name}” could not prove that it shows the code, so nothing was paired. Another machine may stand between the two; try again in a network that you trust.</source>
            <translation>以“{name}”名义应答的设备无法证明它显示了这组数字，因此没有配对。两台电脑之间可能夹着另一台设备；请在可信任的网络中重试。</translation>
        </message>
        <message>
            <source>What answers at “{name}” is not a computer to pair with, or runs another version of Vivavoce.</source>
            <translation>“{name}”处应答的不是可配对的电脑，或运行着其他版本的 Vivavoce。</translation>
        </message>
        <message>
            <source>Port {port} is taken by another program, perhaps by a “vivavoce worker pair” that still waits. End it, or choose another with --pairing-port.</source>
            <translation>端口 {port} 已被其他程序占用，也许是仍在等待的“vivavoce worker pair”。请结束它，或用 --pairing-port 另选端口。</translation>
        </message>
        <message>
            <source>The key by which this computer is known to others cannot be read. Unlock the system's password store and try again; where it is lost, “vivavoce workers renew” makes a new one.</source>
            <translation>无法读取其他电脑用来识别本机的密钥。请解锁系统的密码库后重试；如果密钥已丢失，“vivavoce workers renew”会生成新的密钥。</translation>
        </message>
        <message>
            <source>Nothing can wait at “{host}” ({detail}). Give an address of this machine with --host, or leave it out for all of them.</source>
            <translation>无法在“{host}”等待（{detail}）。请用 --host 指定本机的地址，或省略它以使用全部地址。</translation>
        </message>
        <message>
            <source>The key by which this computer is known to others is damaged or gone. Pair the computers again: that makes a new one.</source>
            <translation>其他电脑用来识别本机的密钥已损坏或丢失。请重新配对这些电脑：配对时会生成新的密钥。</translation>
        </message>
        <message>
            <source>The key by which this computer is known to others cannot be kept ({detail}). Check whether {folder} can be read and written.</source>
            <translation>无法保存其他电脑用来识别本机的密钥（{detail}）。请检查 {folder} 是否可以读写。</translation>
        </message>
        <message>
            <source>The list of paired computers cannot be saved ({detail}). Check whether {folder} can be written.</source>
            <translation>无法保存已配对电脑的列表（{detail}）。请检查 {folder} 是否可写。</translation>
        </message>
    </context>
    <context>
        <name>EverywhereList</name>
        <message>
            <source>Places to replace in all meetings</source>
            <translation>所有录音里要替换的地方</translation>
        </message>
    </context>
    <context>
        <name>EverywherePane</name>
        <message>
            <source>Progress of looking through all meetings</source>
            <translation>查找所有录音的进度</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Looking through the meetings</source>
            <translation>正在查找各份录音</translation>
        </message>
        <message>
            <source>Type above what to find; each place is shown here before it is replaced.</source>
            <translation>在上面输入要查找的文字；每一处会先列在这里，再替换。</translation>
        </message>
        <message numerus="yes">
            <source>Stopped: not all meetings were looked through. %n place(s) so far.</source>
            <translation>
                <numerusform>已停下：还有录音没有查找。目前找到 %n 处。</numerusform>
            </translation>
        </message>
        <message>
            <source>Not found in any of these meetings.</source>
            <translation>这些录音里都没有找到。</translation>
        </message>
        <message numerus="yes">
            <source>%n place(s)</source>
            <translation>
                <numerusform>%n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>in %n meeting(s)</source>
            <translation>
                <numerusform>，分布在 %n 份录音里</numerusform>
            </translation>
        </message>
        <message>
            <source>{places} {meetings}. Each meeting can undo what is replaced in it.</source>
            <translation>{places}{meetings}。每份录音都可以单独撤销。</translation>
        </message>
        <message>
            <source>Replacing</source>
            <translation>正在替换</translation>
        </message>
    </context>
    <context>
        <name>ExportArea</name>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Files that are ticked at first</source>
            <translation>默认勾选的文件</translation>
        </message>
        <message>
            <source>Word document, .docx</source>
            <translation>Word 文档，.docx</translation>
        </message>
        <message>
            <source>Subtitles, .srt</source>
            <translation>字幕，.srt</translation>
        </message>
        <message>
            <source>Web subtitles, .vtt</source>
            <translation>网页字幕，.vtt</translation>
        </message>
        <message>
            <source>Plain text, .txt</source>
            <translation>纯文本，.txt</translation>
        </message>
        <message>
            <source>Markdown, .md</source>
            <translation>Markdown，.md</translation>
        </message>
        <message>
            <source>Spreadsheet, .csv</source>
            <translation>电子表格，.csv</translation>
        </message>
        <message>
            <source>JSON, to import again, .json</source>
            <translation>JSON，可再导入，.json</translation>
        </message>
        <message>
            <source>In documents</source>
            <translation>文档里</translation>
        </message>
        <message>
            <source>Speaker names</source>
            <translation>说话人的名字</translation>
        </message>
        <message>
            <source>Times</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Say where something is missing, and why</source>
            <translation>写明哪里缺了、为什么缺</translation>
        </message>
        <message>
            <source>Chapters, bookmarks and notes</source>
            <translation>章节、书签和笔记</translation>
        </message>
        <message>
            <source>Text files for old Windows programs (byte order mark)</source>
            <translation>照顾旧的 Windows 程序（文本开头加 BOM）</translation>
        </message>
        <message>
            <source>Layout of documents</source>
            <translation>文档版式</translation>
        </message>
        <message>
            <source>Paragraphs</source>
            <translation>段落</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>Layout</source>
            <translation>版式</translation>
        </message>
        <message>
            <source>Chinese</source>
            <translation>中文</translation>
        </message>
        <message>
            <source>Chinese characters</source>
            <translation>中文字形</translation>
        </message>
        <message>
            <source>As recognised</source>
            <translation>按识别结果</translation>
        </message>
        <message>
            <source>Characters</source>
            <translation>字形</translation>
        </message>
        <message>
            <source>Only shown and exported this way; what was recognised is kept.</source>
            <translation>只影响显示和导出，识别的原文不变。</translation>
        </message>
        <message>
            <source>A space between Chinese and Latin words</source>
            <translation>中文和英文之间加空格</translation>
        </message>
        <message>
            <source>Full-width punctuation in Chinese sentences</source>
            <translation>中文句子用全角标点</translation>
        </message>
        <message>
            <source>Subtitles</source>
            <translation>字幕</translation>
        </message>
        <message>
            <source>Characters in a line</source>
            <translation>每行字符数</translation>
        </message>
        <message>
            <source>Chinese characters in a line</source>
            <translation>每行汉字数</translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Student {number}</source>
            <translation>学生 {number}</translation>
        </message>
        <message>
            <source>Folder for the exported files</source>
            <translation>导出到哪个文件夹</translation>
        </message>
        <message>
            <source>Read back: who is left out is not in them.</source>
            <translation>已读回检查：其中没有被略去的人。</translation>
        </message>
        <message>
            <source>Read back: who is left out is not in them. There is no sound to come along yet.</source>
            <translation>已读回检查：其中没有被略去的人。声音尚未就绪，没有一同导出。</translation>
        </message>
        <message>
            <source>Tick at least one kind of file.</source>
            <translation>至少勾选一种文件。</translation>
        </message>
        <message>
            <source>The meeting is still being read.</source>
            <translation>会议还在读取。</translation>
        </message>
    </context>
    <context>
        <name>ExportFooter</name>
        <message>
            <source>Writing…</source>
            <translation>正在写入…</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Export {count} files</source>
            <translation>导出 {count} 个文件</translation>
        </message>
        <message>
            <source>“{name}” is in this folder already.</source>
            <translation>这个文件夹里已经有“{name}”。</translation>
        </message>
        <message>
            <source>{count} files of these names are in this folder already.</source>
            <translation>这个文件夹里已经有 {count} 个同名文件。</translation>
        </message>
        <message>
            <source>“{name}” is in “{folder}” now.</source>
            <translation>“{name}”已存到“{folder}”。</translation>
        </message>
        <message>
            <source>{count} files are in “{folder}” now.</source>
            <translation>{count} 个文件已存到“{folder}”。</translation>
        </message>
    </context>
    <context>
        <name>ExportOptions</name>
        <message>
            <source>Speaker names</source>
            <translation>说话人的名字</translation>
        </message>
        <message>
            <source>Times</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Chapters, bookmarks and notes</source>
            <translation>章节、书签和笔记</translation>
        </message>
        <message>
            <source>Say where something is missing</source>
            <translation>写明哪里缺了</translation>
        </message>
        <message>
            <source>Layout of documents</source>
            <translation>文档版式</translation>
        </message>
        <message>
            <source>Chinese characters</source>
            <translation>中文字形</translation>
        </message>
        <message>
            <source>Layout</source>
            <translation>版式</translation>
        </message>
        <message>
            <source>Please note</source>
            <translation>请注意</translation>
        </message>
        <message>
            <source>Make {name} unrecognisable</source>
            <translation>让{name}无法辨认</translation>
        </message>
        <message>
            <source>1 line was set aside and stays out.</source>
            <translation>有 1 句已搁置，不会导出。</translation>
        </message>
        <message>
            <source>{count} lines were set aside and stay out.</source>
            <translation>有 {count} 句已搁置，不会导出。</translation>
        </message>
        <message>
            <source>Something is missing at 1 place.</source>
            <translation>有 1 处缺失。</translation>
        </message>
        <message>
            <source>Something is missing at {count} places.</source>
            <translation>有 {count} 处缺失。</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Up to {latin} characters a line, {cjk} in Chinese</source>
            <translation>每行最多 {latin} 个字符，中文 {cjk} 个字</translation>
        </message>
        <message>
            <source>Word document, .docx</source>
            <translation>Word 文档，.docx</translation>
        </message>
        <message>
            <source>For reading, printing and handing out</source>
            <translation>适合阅读、打印和分发</translation>
        </message>
        <message>
            <source>Subtitles, .srt</source>
            <translation>字幕，.srt</translation>
        </message>
        <message>
            <source>Web subtitles, .vtt</source>
            <translation>网页字幕，.vtt</translation>
        </message>
        <message>
            <source>Plain text, .txt</source>
            <translation>纯文本，.txt</translation>
        </message>
        <message>
            <source>Markdown, .md</source>
            <translation>Markdown，.md</translation>
        </message>
        <message>
            <source>Spreadsheet, .csv</source>
            <translation>电子表格，.csv</translation>
        </message>
        <message>
            <source>JSON, .json</source>
            <translation>JSON，.json</translation>
        </message>
        <message>
            <source>Everything, also to import again</source>
            <translation>内容最全，可再导入</translation>
        </message>
        <message>
            <source>In the files</source>
            <translation>文件里</translation>
        </message>
        <message>
            <source>Paragraphs</source>
            <translation>段落</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>As recognised</source>
            <translation>按识别结果</translation>
        </message>
        <message>
            <source>Make speakers unrecognisable</source>
            <translation>让说话人无法辨认</translation>
        </message>
        <message>
            <source>Neither named nor heard: names become “Student 1”, and the sound comes along, silent there.</source>
            <translation>不留姓名，也听不到声音：姓名改为“学生 1”，同时导出声音，其发言处为静音。</translation>
        </message>
        <message>
            <source>A JSON file always holds everything.</source>
            <translation>JSON 文件总是包含全部内容。</translation>
        </message>
    </context>
    <context>
        <name>ExportPreview</name>
        <message>
            <source>Tick a kind of file to see what it will look like.</source>
            <translation>勾选一种文件，看看导出的样子。</translation>
        </message>
    </context>
    <context>
        <name>FileChooser</name>
        <message>
            <source>Choose recordings or videos</source>
            <translation>选择录音或视频</translation>
        </message>
        <message>
            <source>Audio and video ({endings})</source>
            <translation>音频和视频（{endings}）</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
    </context>
    <context>
        <name>FilePicker</name>
        <message>
            <source>Look in:</source>
            <translation>位置：</translation>
        </message>
        <message>
            <source>Show:</source>
            <translation>显示：</translation>
        </message>
    </context>
    <context>
        <name>FilterDialog</name>
        <message>
            <source>New filter</source>
            <translation>新建筛选</translation>
        </message>
        <message>
            <source>Change filter</source>
            <translation>修改筛选</translation>
        </message>
        <message>
            <source>It stays in the side bar. A field that is left empty asks for nothing.</source>
            <translation>它会留在侧栏里。留空的项不作限制。</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Course</source>
            <translation>课程</translation>
        </message>
        <message>
            <source>Tag</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Name in the side bar</source>
            <translation>侧栏里的名称</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Words</source>
            <translation>说过的话</translation>
        </message>
        <message>
            <source>First day</source>
            <translation>第一天</translation>
        </message>
        <message>
            <source>Last day</source>
            <translation>最后一天</translation>
        </message>
        <message>
            <source>Speaker</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Any course</source>
            <translation>任何课程</translation>
        </message>
        <message>
            <source>Any</source>
            <translation>不限</translation>
        </message>
        <message>
            <source>Any time</source>
            <translation>任何时间</translation>
        </message>
        <message>
            <source>The last 7 days</source>
            <translation>最近 7 天</translation>
        </message>
        <message>
            <source>The last 30 days</source>
            <translation>最近 30 天</translation>
        </message>
        <message>
            <source>The last 3 months</source>
            <translation>最近 3 个月</translation>
        </message>
        <message>
            <source>The last year</source>
            <translation>最近一年</translation>
        </message>
        <message>
            <source>From … to</source>
            <translation>从…到…</translation>
        </message>
        <message>
            <source>Lines set aside</source>
            <translation>有搁置的句子</translation>
        </message>
        <message>
            <source>Give the filter a name first.</source>
            <translation>请先给筛选起个名字。</translation>
        </message>
        <message>
            <source>Unfinished</source>
            <translation>未完成</translation>
        </message>
        <message>
            <source>Finished</source>
            <translation>已完成</translation>
        </message>
    </context>
    <context>
        <name>FirstRunDialog</name>
        <message>
            <source>Welcome</source>
            <translation>欢迎</translation>
        </message>
        <message>
            <source>Language of the window</source>
            <translation>界面语言</translation>
        </message>
        <message>
            <source>As the computer</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Languages of your recordings</source>
            <translation>录音所用的语言</translation>
        </message>
        <message>
            <source>Any language</source>
            <translation>任何语言</translation>
        </message>
        <message>
            <source>Chinese and English</source>
            <translation>中文和英文</translation>
        </message>
        <message>
            <source>Speech model</source>
            <translation>语音模型</translation>
        </message>
        <message>
            <source>{model}, on this computer already</source>
            <translation>{model}，已在这台电脑上</translation>
        </message>
        <message>
            <source>Begin</source>
            <translation>开始使用</translation>
        </message>
        <message>
            <source>Try the sample lecture</source>
            <translation>先试试示例课程</translation>
        </message>
        <message>
            <source>Skip</source>
            <translation>跳过</translation>
        </message>
        <message>
            <source>{model}, to be fetched ({size})</source>
            <translation>{model}，需要下载（{size}）</translation>
        </message>
        <message>
            <source>{model} writes better words, and this computer is fast enough for it.</source>
            <translation>{model} 的识别更准确，这台电脑的速度也够用。</translation>
        </message>
        <message>
            <source>Welcome to Vivavoce</source>
            <translation>欢迎使用 Vivavoce</translation>
        </message>
        <message>
            <source>It records lectures and meetings and writes down who said what. Everything stays on this computer. You can change all of this later in the settings.</source>
            <translation>它为课程和会议录音，并写下谁说了什么。一切都留在这台电脑上。这些以后都可以在设置中更改。</translation>
        </message>
        <message>
            <source>In which language should the window be?</source>
            <translation>界面用哪种语言？</translation>
        </message>
        <message>
            <source>Which languages will be spoken?</source>
            <translation>录音里会说哪些语言？</translation>
        </message>
        <message>
            <source>How should speech be understood?</source>
            <translation>用哪个模型识别语音？</translation>
        </message>
    </context>
    <context>
        <name>FormDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>GeneralArea</name>
        <message>
            <source>General</source>
            <translation>通用</translation>
        </message>
        <message>
            <source>Language of the window</source>
            <translation>界面语言</translation>
        </message>
        <message>
            <source>As the computer</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Light or dark</source>
            <translation>浅色或深色</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Size of text</source>
            <translation>文字大小</translation>
        </message>
        <message>
            <source>Movement</source>
            <translation>动画效果</translation>
        </message>
        <message>
            <source>Full</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Reduced</source>
            <translation>减少</translation>
        </message>
        <message>
            <source>When a review is enough</source>
            <translation>检查到什么程度为止</translation>
        </message>
        <message>
            <source>Every place looked at</source>
            <translation>每一处都看过</translation>
        </message>
        <message numerus="yes">
            <source>%n word(s) in 100 wrong</source>
            <translation>
                <numerusform>每 100 个词错 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <source>On top of the size that the computer is set to.</source>
            <translation>在系统文字大小的基础上再放大。</translation>
        </message>
        <message>
            <source>Reduced: menus do not unfold, the caret does not blink, meters step instead of sliding.</source>
            <translation>减少后：菜单不再展开动画，光标不闪烁，音量表逐格变化而不滑动。</translation>
        </message>
        <message>
            <source>Review until</source>
            <translation>检查到</translation>
        </message>
        <message>
            <source>The list of places to review ends where no more words are expected to be wrong.</source>
            <translation>预计错词不超过这个数，待检查列表就到此为止。</translation>
        </message>
    </context>
    <context>
        <name>GlossaryList</name>
        <message>
            <source>Changed by the glossary</source>
            <translation>由术语表改动的地方</translation>
        </message>
        <message>
            <source>Enter goes there, Delete writes again what was heard.</source>
            <translation>按回车前往，按 Delete 恢复原来听到的文字。</translation>
        </message>
        <message>
            <source>{heard} → {written}</source>
            <translation>{heard} → {written}</translation>
        </message>
        <message>
            <source>A term of the course sounds like it</source>
            <translation>课程中有发音相近的术语</translation>
        </message>
        <message>
            <source>Write again what was heard</source>
            <translation>恢复原来听到的文字</translation>
        </message>
    </context>
    <context>
        <name>GlossaryTable</name>
        <message>
            <source>Terms of the course</source>
            <translation>课程的术语</translation>
        </message>
        <message>
            <source>Term</source>
            <translation>术语</translation>
        </message>
        <message>
            <source>Heard as</source>
            <translation>听成</translation>
        </message>
        <message>
            <source>Written as</source>
            <translation>写作</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>备注</translation>
        </message>
        <message>
            <source>As it is said</source>
            <translation>说出来的样子</translation>
        </message>
        <message>
            <source>What recognition takes it for; several with | between them. Always replaced.</source>
            <translation>识别时误写成的文字；多个之间用 | 分隔。总会被替换。</translation>
        </message>
        <message>
            <source>What to write where it was said; empty for the term itself</source>
            <translation>说到它时写成什么；留空则写术语本身</translation>
        </message>
        <message>
            <source>For people</source>
            <translation>给人看的</translation>
        </message>
        <message>
            <source>F2 or typing changes a cell, Delete removes the term.</source>
            <translation>按 F2 或直接输入可修改，按 Delete 移除术语。</translation>
        </message>
    </context>
    <context>
        <name>Guide</name>
        <message>
            <source>The settings could not be read and are as at the beginning. The old file was kept.</source>
            <translation>无法读取设置，已恢复为初始状态。原文件已保留。</translation>
        </message>
        <message>
            <source>These settings made no sense in their file and are as usual again: {names}.</source>
            <translation>设置文件中这些项的值无效，已恢复默认：{names}。</translation>
        </message>
    </context>
    <context>
        <name>HelpDialog</name>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>Search an action or a key</source>
            <translation>搜索操作或按键</translation>
        </message>
        <message>
            <source>Search the help</source>
            <translation>搜索帮助</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <source>Change keys…</source>
            <translation>更改按键…</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>What you can do</source>
            <translation>可以做什么</translation>
        </message>
        <message>
            <source>Record, or drop a file on the window. Click a word to hear it, type to correct it, and press a number to say who speaks. Everything is saved as you go, on this computer alone.</source>
            <translation>开始录音，或把文件拖到窗口上。点一个词就能听到它，直接输入就能改正，按数字键标明是谁在说话。一切随时保存，只存在这台电脑上。</translation>
        </message>
    </context>
    <context>
        <name>Hits</name>
        <message>
            <source>Title of a meeting</source>
            <translation>会议标题</translation>
        </message>
        <message>
            <source>Tag</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Speaker</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Bookmark</source>
            <translation>书签</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>笔记</translation>
        </message>
        <message>
            <source>Chapter</source>
            <translation>章节</translation>
        </message>
    </context>
    <context>
        <name>ImportOptionsDialog</name>
        <message>
            <source>Import</source>
            <translation>导入</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Second language</source>
            <translation>第二种语言</translation>
        </message>
        <message>
            <source>The language changes within the recording</source>
            <translation>一段录音里会换语言</translation>
        </message>
        <message>
            <source>Speech model</source>
            <translation>识别模型</translation>
        </message>
        <message>
            <source>Understand again</source>
            <translation>重新识别</translation>
        </message>
        <message>
            <source>All of them, each with its own people</source>
            <translation>全部音轨，各自区分说话人</translation>
        </message>
        <message>
            <source>Channels</source>
            <translation>声道</translation>
        </message>
        <message>
            <source>Understand</source>
            <translation>识别</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Find out by itself</source>
            <translation>自动判断</translation>
        </message>
        <message>
            <source>None</source>
            <translation>没有</translation>
        </message>
        <message>
            <source>Left and right together</source>
            <translation>左右合在一起</translation>
        </message>
        <message>
            <source>Left only</source>
            <translation>只要左声道</translation>
        </message>
        <message>
            <source>Right only</source>
            <translation>只要右声道</translation>
        </message>
        <message>
            <source>Both, each with its own people</source>
            <translation>左右分开，各自区分说话人</translation>
        </message>
        <message>
            <source>People who speak</source>
            <translation>说话的人</translation>
        </message>
        <message>
            <source>Its left and right channel are not the same. Which one?</source>
            <translation>左右两个声道的内容不同。要哪一个？</translation>
        </message>
        <message>
            <source>This file has several audio tracks. Which one?</source>
            <translation>这个文件有几条音轨，用哪一条？</translation>
        </message>
        <message>
            <source>Track {number}</source>
            <translation>音轨 {number}</translation>
        </message>
        <message>
            <source>mono</source>
            <translation>单声道</translation>
        </message>
        <message>
            <source>stereo</source>
            <translation>立体声</translation>
        </message>
        <message>
            <source>{count} channels</source>
            <translation>{count} 声道</translation>
        </message>
        <message>
            <source>the file's default</source>
            <translation>文件默认</translation>
        </message>
        <message>
            <source>Only one language is chosen.</source>
            <translation>只选了一种语言。</translation>
        </message>
    </context>
    <context>
        <name>ImportReport</name>
        <message numerus="yes">
            <source>%n more file(s) could not be read either.</source>
            <translation>
                <numerusform>另外 %n 个文件也读不出来。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) are being imported.</source>
            <translation>
                <numerusform>正在导入 %n 个文件。</numerusform>
            </translation>
        </message>
        <message>
            <source>“{title}” could not be finished. {reason}</source>
            <translation>“{title}”没能完成。{reason}</translation>
        </message>
    </context>
    <context>
        <name>JobStrip</name>
        <message>
            <source>Progress of this recording</source>
            <translation>这段录音的进度</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Waiting in line</source>
            <translation>正在排队</translation>
        </message>
        <message>
            <source>Starting…</source>
            <translation>正在开始…</translation>
        </message>
        <message>
            <source>Reading the sound</source>
            <translation>正在读取声音</translation>
        </message>
        <message>
            <source>Getting the speech model ready</source>
            <translation>正在准备识别模型</translation>
        </message>
        <message>
            <source>{worker} understands the speech</source>
            <translation>{worker} 正在识别语音</translation>
        </message>
        <message>
            <source>{worker} does not answer, this computer goes on</source>
            <translation>{worker} 没有响应，由本机继续</translation>
        </message>
        <message>
            <source>Understanding the speech</source>
            <translation>正在识别</translation>
        </message>
        <message>
            <source>Finding out who speaks</source>
            <translation>正在分辨说话人</translation>
        </message>
        <message>
            <source>Stopped at {reached} of {length}. The sound is whole, and what was understood so far is kept.</source>
            <translation>停在 {reached}，全长 {length}。声音完整，已经识别的都留着。</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>This recording could not be understood.</source>
            <translation>这段录音没能识别。</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>再试一次</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <source>It stops within a moment; what was understood so far is kept.</source>
            <translation>马上就停，已经识别的都留着。</translation>
        </message>
    </context>
    <context>
        <name>KeyField</name>
        <message>
            <source>Press the new key</source>
            <translation>请按下新按键</translation>
        </message>
    </context>
    <context>
        <name>KeyTable</name>
        <message>
            <source>What it does</source>
            <translation>作用</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
    </context>
    <context>
        <name>KeyWords</name>
        <message>
            <source>Record, or back to what is recorded</source>
            <translation>开始录音，或回到正在录的内容</translation>
        </message>
        <message>
            <source>Set a bookmark while recording</source>
            <translation>录音时加书签</translation>
        </message>
        <message>
            <source>Set a bookmark from every program</source>
            <translation>在任何程序里加书签</translation>
        </message>
        <message>
            <source>Import a file</source>
            <translation>导入文件</translation>
        </message>
        <message>
            <source>Search everything, or in the open meeting</source>
            <translation>搜索全部内容，或在打开的会议中查找</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>Back to the library</source>
            <translation>回到资料库</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Open the chosen meeting</source>
            <translation>打开所选会议</translation>
        </message>
        <message>
            <source>Rename a meeting, course or speaker</source>
            <translation>重命名会议、课程或说话人</translation>
        </message>
        <message>
            <source>Tags of the chosen meeting</source>
            <translation>所选会议的标签</translation>
        </message>
        <message>
            <source>Move the chosen meeting to the bin</source>
            <translation>把所选会议移到回收站</translation>
        </message>
        <message>
            <source>Pause the recording, or go on</source>
            <translation>暂停或继续录音</translation>
        </message>
        <message>
            <source>Play and pause, also while typing</source>
            <translation>播放和暂停，输入时也可用</translation>
        </message>
        <message>
            <source>Back 5 seconds</source>
            <translation>后退 5 秒</translation>
        </message>
        <message>
            <source>Forward 5 seconds</source>
            <translation>前进 5 秒</translation>
        </message>
        <message>
            <source>Play faster</source>
            <translation>加快播放</translation>
        </message>
        <message>
            <source>Play slower</source>
            <translation>放慢播放</translation>
        </message>
        <message>
            <source>Play the selected words</source>
            <translation>播放所选文字</translation>
        </message>
        <message>
            <source>Repeat the selected words</source>
            <translation>反复播放所选文字</translation>
        </message>
        <message>
            <source>Confirm the place under review</source>
            <translation>确认正在核对的地方</translation>
        </message>
        <message>
            <source>Hear the word at the caret, while typing</source>
            <translation>输入时听光标处的词</translation>
        </message>
        <message>
            <source>Split the line at the caret, while typing</source>
            <translation>输入时在光标处拆分此行</translation>
        </message>
        <message>
            <source>Join with the line before, at its start</source>
            <translation>在行首与上一行合并</translation>
        </message>
        <message>
            <source>Give the line to speaker 1, and so on to 9</source>
            <translation>把此行标给说话人 1，依此类推到 9</translation>
        </message>
        <message>
            <source>The same while typing, to 9</source>
            <translation>输入时同上，到 9</translation>
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
            <source>Accept a line that was set aside</source>
            <translation>采用被搁置的一行</translation>
        </message>
        <message>
            <source>Set the line aside</source>
            <translation>搁置此行</translation>
        </message>
        <message>
            <source>Next place to review</source>
            <translation>下一处待核对</translation>
        </message>
        <message>
            <source>Times of the line</source>
            <translation>此行的时间</translation>
        </message>
        <message>
            <source>Next place found</source>
            <translation>下一处结果</translation>
        </message>
        <message>
            <source>Previous place found</source>
            <translation>上一处结果</translation>
        </message>
        <message>
            <source>Find and replace</source>
            <translation>查找和替换</translation>
        </message>
        <message>
            <source>Copy as a quotation</source>
            <translation>复制为引文</translation>
        </message>
        <message>
            <source>Cut out the sound and the text</source>
            <translation>截取声音和文字</translation>
        </message>
        <message>
            <source>Export the meeting</source>
            <translation>导出会议</translation>
        </message>
        <message>
            <source>Everywhere</source>
            <translation>任何地方</translation>
        </message>
        <message>
            <source>In the library</source>
            <translation>在资料库中</translation>
        </message>
        <message>
            <source>While recording</source>
            <translation>录音时</translation>
        </message>
        <message>
            <source>In a meeting</source>
            <translation>在会议中</translation>
        </message>
        <message>
            <source>Press one key, together with Ctrl, Alt or Shift if you like.</source>
            <translation>请按一个键，可以同时按住 Ctrl、Alt 或 Shift。</translation>
        </message>
        <message>
            <source>This key is needed for typing and moving in a text.</source>
            <translation>这个键在输入和移动光标时要用。</translation>
        </message>
        <message>
            <source>This key cannot be changed.</source>
            <translation>这个按键不能更改。</translation>
        </message>
        <message>
            <source>This key is taken: {action}.</source>
            <translation>这个按键已被占用：{action}。</translation>
        </message>
    </context>
    <context>
        <name>KneeCard</name>
        <message>
            <source>Tries the speech models that are here in several ways on a minute of the sample lecture, and says which way gives few wrong words for little time. It takes some minutes; nothing is changed by it.</source>
            <translation>用一分钟的示例讲座，以多种方式试用本机已有的语音模型，并告诉您哪一种用时少、错字也少。需要几分钟，期间不会更改任何设置。</translation>
        </message>
        <message>
            <source>Find the best setting</source>
            <translation>寻找最佳设置</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Cancel the search</source>
            <translation>取消寻找</translation>
        </message>
        <message>
            <source>Use it</source>
            <translation>采用</translation>
        </message>
        <message>
            <source>Use the setting that was found</source>
            <translation>采用找到的设置</translation>
        </message>
        <message>
            <source>Trying…</source>
            <translation>正在试用…</translation>
        </message>
        <message>
            <source>Trying… {percent} %</source>
            <translation>正在试用… {percent} %</translation>
        </message>
        <message>
            <source>Nothing was found, and nothing was changed.</source>
            <translation>没有找到，也没有更改任何设置。</translation>
        </message>
        <message>
            <source>Best for this computer: speech model {model}, beam of {beam}. Of the sample {wrong} % of the words were wrong, and a second of speech took {work} s.</source>
            <translation>最适合这台电脑：语音模型 {model}，束宽 {beam}。示例中有 {wrong} % 的词识别错误，每秒语音用时 {work} 秒。</translation>
        </message>
        <message>
            <source>can be used</source>
            <translation>可以使用</translation>
        </message>
        <message>
            <source>should not be used</source>
            <translation>不宜使用</translation>
        </message>
        <message>
            <source>{model} in {precision}: {agreement} % of the next tokens as in full precision, {verdict}.</source>
            <translation>{model}，精度 {precision}：与全精度相比，下一个词元有 {agreement} % 一致，{verdict}。</translation>
        </message>
        <message>
            <source>It is used from the next recording on. You can choose another speech model below.</source>
            <translation>从下一次录音起采用。您也可以在下面选择其他语音模型。</translation>
        </message>
    </context>
    <context>
        <name>KneePicture</name>
        <message>
            <source>Curve of all settings that were tried</source>
            <translation>所有试用过的设置的曲线</translation>
        </message>
        <message>
            <source>Wrong words</source>
            <translation>错词率</translation>
        </message>
        <message>
            <source>Seconds of work for a second of speech</source>
            <translation>每秒语音所需的处理秒数</translation>
        </message>
    </context>
    <context>
        <name>Languages</name>
        <message>
            <source>English</source>
            <translation>英语</translation>
        </message>
        <message>
            <source>Chinese (Mandarin)</source>
            <translation>中文（普通话）</translation>
        </message>
        <message>
            <source>Cantonese</source>
            <translation>粤语</translation>
        </message>
        <message>
            <source>Arabic</source>
            <translation>阿拉伯语</translation>
        </message>
        <message>
            <source>Bengali</source>
            <translation>孟加拉语</translation>
        </message>
        <message>
            <source>Czech</source>
            <translation>捷克语</translation>
        </message>
        <message>
            <source>Danish</source>
            <translation>丹麦语</translation>
        </message>
        <message>
            <source>Dutch</source>
            <translation>荷兰语</translation>
        </message>
        <message>
            <source>Finnish</source>
            <translation>芬兰语</translation>
        </message>
        <message>
            <source>French</source>
            <translation>法语</translation>
        </message>
        <message>
            <source>German</source>
            <translation>德语</translation>
        </message>
        <message>
            <source>Greek</source>
            <translation>希腊语</translation>
        </message>
        <message>
            <source>Hebrew</source>
            <translation>希伯来语</translation>
        </message>
        <message>
            <source>Hindi</source>
            <translation>印地语</translation>
        </message>
        <message>
            <source>Hungarian</source>
            <translation>匈牙利语</translation>
        </message>
        <message>
            <source>Indonesian</source>
            <translation>印尼语</translation>
        </message>
        <message>
            <source>Italian</source>
            <translation>意大利语</translation>
        </message>
        <message>
            <source>Japanese</source>
            <translation>日语</translation>
        </message>
        <message>
            <source>Korean</source>
            <translation>韩语</translation>
        </message>
        <message>
            <source>Norwegian</source>
            <translation>挪威语</translation>
        </message>
        <message>
            <source>Persian</source>
            <translation>波斯语</translation>
        </message>
        <message>
            <source>Polish</source>
            <translation>波兰语</translation>
        </message>
        <message>
            <source>Portuguese</source>
            <translation>葡萄牙语</translation>
        </message>
        <message>
            <source>Romanian</source>
            <translation>罗马尼亚语</translation>
        </message>
        <message>
            <source>Russian</source>
            <translation>俄语</translation>
        </message>
        <message>
            <source>Spanish</source>
            <translation>西班牙语</translation>
        </message>
        <message>
            <source>Swedish</source>
            <translation>瑞典语</translation>
        </message>
        <message>
            <source>Tamil</source>
            <translation>泰米尔语</translation>
        </message>
        <message>
            <source>Thai</source>
            <translation>泰语</translation>
        </message>
        <message>
            <source>Turkish</source>
            <translation>土耳其语</translation>
        </message>
        <message>
            <source>Ukrainian</source>
            <translation>乌克兰语</translation>
        </message>
        <message>
            <source>Urdu</source>
            <translation>乌尔都语</translation>
        </message>
        <message>
            <source>Vietnamese</source>
            <translation>越南语</translation>
        </message>
    </context>
    <context>
        <name>LibraryDesk</name>
        <message>
            <source>Delete the course “{title}”?</source>
            <translation>删除课程“{title}”？</translation>
        </message>
        <message>
            <source>Its meetings stay in the library, without a course.</source>
            <translation>里面的会议还在资料库里，只是不再归到课程。</translation>
        </message>
        <message>
            <source>Delete course</source>
            <translation>删除课程</translation>
        </message>
    </context>
    <context>
        <name>LibraryFrame</name>
        <message>
            <source>Search every word ever spoken</source>
            <translation>搜索说过的每一句话</translation>
        </message>
        <message>
            <source>Search the library</source>
            <translation>搜索资料库</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
    </context>
    <context>
        <name>LibraryPage</name>
        <message>
            <source>Sample lecture</source>
            <translation>示例讲座</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>Opening the library…</source>
            <translation>正在打开资料库…</translation>
        </message>
    </context>
    <context>
        <name>LibrarySearch</name>
        <message>
            <source>Nobody said that. Try fewer or other words.</source>
            <translation>没有人说过。少写几个字，或者换个说法试试。</translation>
        </message>
        <message numerus="yes">
            <source>%n place(s)</source>
            <translation>
                <numerusform>%n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>the best 200 places</source>
            <translation>最相关的 200 处</translation>
        </message>
    </context>
    <context>
        <name>LineTimes</name>
        <message>
            <source>The words of this line keep it from {start} to {end}. Move or split them first.</source>
            <translation>这一行的词把它限在 {start} 到 {end} 之间。请先移动或拆分这些词。</translation>
        </message>
    </context>
    <context>
        <name>LineTimesDialog</name>
        <message>
            <source>Times of this line</source>
            <translation>这一行的时间</translation>
        </message>
        <message>
            <source>Begins</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Ends</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>Set times</source>
            <translation>设定时间</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>A time is written like 0:41:15.250.</source>
            <translation>时间请写成 0:41:15.250 这样。</translation>
        </message>
        <message>
            <source>A line has to end after it begins.</source>
            <translation>结束时间要晚于开始时间。</translation>
        </message>
        <message>
            <source>The recording ends at {length}.</source>
            <translation>录音到 {length} 就结束了。</translation>
        </message>
        <message>
            <source>{length} long. A word on the other side of a time that two lines share goes to that line.</source>
            <translation>长 {length}。两行共用的时间移动后，落到另一边的词归那一行。</translation>
        </message>
    </context>
    <context>
        <name>ListHead</name>
        <message>
            <source>Empty the bin…</source>
            <translation>清空回收站…</translation>
        </message>
        <message>
            <source>Export all…</source>
            <translation>全部导出…</translation>
        </message>
        <message>
            <source>Every meeting of this list, each in files of its own.</source>
            <translation>这个列表里的每个会议各导出为自己的文件。</translation>
        </message>
        <message>
            <source>Order of the list</source>
            <translation>列表的顺序</translation>
        </message>
        <message>
            <source>Newest first</source>
            <translation>最新的在前</translation>
        </message>
        <message>
            <source>By title</source>
            <translation>按标题</translation>
        </message>
        <message>
            <source>Longest first</source>
            <translation>最长的在前</translation>
        </message>
        <message numerus="yes">
            <source>%n chosen</source>
            <translation>
                <numerusform>已选 %n 场</numerusform>
            </translation>
        </message>
        <message>
            <source>Export chosen…</source>
            <translation>导出所选…</translation>
        </message>
        <message>
            <source>Stop ({done}/{count})</source>
            <translation>停止（{done}/{count}）</translation>
        </message>
    </context>
    <context>
        <name>LivePlace</name>
        <message>
            <source>Newest</source>
            <translation>回到最新</translation>
        </message>
        <message>
            <source>Go to the newest words and stay with them (End)</source>
            <translation>回到最新的话并跟随（End）</translation>
        </message>
        <message>
            <source>Following the newest words. Scroll up to read back; the recording goes on.</source>
            <translation>正在跟随最新的话。往上滚可以回看，录音不会停。</translation>
        </message>
        <message>
            <source>Reading back. The recording goes on.</source>
            <translation>正在回看，录音没有停。</translation>
        </message>
        <message>
            <source>The recording has stopped; its last words are being written down.</source>
            <translation>录音已经停止，正在写下最后几句话。</translation>
        </message>
        <message>
            <source>Reading back. The recording has stopped.</source>
            <translation>正在回看，录音已经停止。</translation>
        </message>
    </context>
    <context>
        <name>LiveTranscript</name>
        <message>
            <source>What is being said</source>
            <translation>正在说的话</translation>
        </message>
        <message>
            <source>not final yet</source>
            <translation>还会变</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>Drop to look at it for this meeting</source>
            <translation>松手就查看，可用作这场会议的文字稿</translation>
        </message>
        <message>
            <source>Record</source>
            <translation>录音</translation>
        </message>
        <message>
            <source>Bookmark</source>
            <translation>书签</translation>
        </message>
        <message>
            <source>Import a file</source>
            <translation>导入文件</translation>
        </message>
        <message>
            <source>Search</source>
            <translation>搜索</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>The recording is finished. It is in the list.</source>
            <translation>录音已经整理好，在列表里。</translation>
        </message>
        <message>
            <source>The recording has a problem – Vivavoce</source>
            <translation>录音出了问题 – Vivavoce</translation>
        </message>
        <message>
            <source>Settings – Vivavoce</source>
            <translation>设置 – Vivavoce</translation>
        </message>
        <message>
            <source>Check before recording – Vivavoce</source>
            <translation>开始前检查 – Vivavoce</translation>
        </message>
    </context>
    <context>
        <name>MeetingDelegate</name>
        <message>
            <source>New title</source>
            <translation>新标题</translation>
        </message>
    </context>
    <context>
        <name>MeetingHeader</name>
        <message>
            <source>Back to the library</source>
            <translation>回到资料库</translation>
        </message>
        <message>
            <source>Find in this meeting</source>
            <translation>在这场会议里查找</translation>
        </message>
        <message>
            <source>Replace…</source>
            <translation>替换…</translation>
        </message>
        <message>
            <source>Find and replace</source>
            <translation>查找和替换</translation>
        </message>
        <message>
            <source>Previous place</source>
            <translation>上一处</translation>
        </message>
        <message>
            <source>Next place</source>
            <translation>下一处</translation>
        </message>
        <message>
            <source>{length}, {missing} missing</source>
            <translation>{length}，缺 {missing}</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>没有找到</translation>
        </message>
        <message>
            <source>{number} of {total}</source>
            <translation>第 {number} 处，共 {total} 处</translation>
        </message>
        <message>
            <source>ddd d MMMM</source>
            <comment>date format of a day, see QDate</comment>
            <translation>M月d日 ddd</translation>
        </message>
        <message>
            <source>d MMMM yyyy</source>
            <comment>date format of a day in another year, see QDate</comment>
            <translation>yyyy年M月d日</translation>
        </message>
    </context>
    <context>
        <name>MeetingList</name>
        <message>
            <source>Meetings</source>
            <translation>会议列表</translation>
        </message>
    </context>
    <context>
        <name>MeetingMenu</name>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Delete for good…</source>
            <translation>彻底删除…</translation>
        </message>
        <message>
            <source>Back to the recording</source>
            <translation>回到录音</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <source>Remove from favourites</source>
            <translation>取消收藏</translation>
        </message>
        <message>
            <source>Add to favourites</source>
            <translation>收藏</translation>
        </message>
        <message>
            <source>Tags…</source>
            <translation>标签…</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Export… (no words yet)</source>
            <translation>导出…（还没有文字）</translation>
        </message>
        <message>
            <source>Understand again…</source>
            <translation>重新识别…</translation>
        </message>
        <message>
            <source>Take in a transcript…</source>
            <translation>导入文字稿…</translation>
        </message>
        <message>
            <source>Put together with…</source>
            <translation>与其他录音合并…</translation>
        </message>
        <message>
            <source>Divide…</source>
            <translation>拆分…</translation>
        </message>
        <message>
            <source>Move to the bin</source>
            <translation>移到回收站</translation>
        </message>
        <message>
            <source>Move to the bin (it is being recorded)</source>
            <translation>移到回收站（正在录音）</translation>
        </message>
        <message>
            <source>Move to course</source>
            <translation>移到课程</translation>
        </message>
        <message>
            <source>No course</source>
            <translation>未归课程</translation>
        </message>
    </context>
    <context>
        <name>MeetingPage</name>
        <message>
            <source>Set aside: kept here, left out of exports. Undo brings it back.</source>
            <translation>已搁置：留在这里，不会导出。可以撤销。</translation>
        </message>
        <message numerus="yes">
            <source>No place is left to review. Of 100 words about %n may still be wrong.</source>
            <translation>
                <numerusform>没有要检查的地方了。每 100 个词大约还有 %n 个可能有误。</numerusform>
            </translation>
        </message>
        <message>
            <source>The line is part of the transcript now.</source>
            <translation>这一句已经收进文字稿。</translation>
        </message>
        <message>
            <source>Take back</source>
            <translation>撤回</translation>
        </message>
        <message>
            <source>The chapter was removed.</source>
            <translation>章节已删除。</translation>
        </message>
        <message>
            <source>The bookmark was removed.</source>
            <translation>书签已删除。</translation>
        </message>
        <message>
            <source>The note was removed.</source>
            <translation>笔记已删除。</translation>
        </message>
        <message>
            <source>This meeting is still being worked on. Drop the subtitles again when that is done.</source>
            <translation>这场会议还在处理中。处理完后请再把字幕拖进来。</translation>
        </message>
        <message>
            <source>All lines of {name} are {other}'s now. Undo brings both speakers back.</source>
            <translation>{name}的话现在都归{other}了。撤销可以恢复两个人。</translation>
        </message>
        <message>
            <source>There is nothing to export yet.</source>
            <translation>还没有可以导出的内容。</translation>
        </message>
    </context>
    <context>
        <name>MergeDialog</name>
        <message>
            <source>Put together with “{title}”</source>
            <translation>与“{title}”合并</translation>
        </message>
        <message>
            <source>The two become one meeting, the later behind the earlier: sound, words, speakers and notes. Both stay in the bin as they are, until you empty it.</source>
            <translation>两段录音合成一场会议，先后相接：声音、文字、说话人和笔记都在。原来的两段原样留在回收站，直到您清空它。</translation>
        </message>
        <message>
            <source>Put together</source>
            <translation>合并</translation>
        </message>
        <message>
            <source>Recording</source>
            <translation>录音</translation>
        </message>
    </context>
    <context>
        <name>MessageBar</name>
        <message>
            <source>Put this message away</source>
            <translation>收起这条消息</translation>
        </message>
    </context>
    <context>
        <name>MomentList</name>
        <message>
            <source>Notes and bookmarks</source>
            <translation>笔记和书签</translation>
        </message>
    </context>
    <context>
        <name>Moments</name>
        <message>
            <source>Bookmark</source>
            <translation>书签</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>笔记</translation>
        </message>
        <message>
            <source>Chapter</source>
            <translation>章节</translation>
        </message>
        <message>
            <source>{time} · marks from {start}</source>
            <translation>{time} · 从 {start} 起</translation>
        </message>
    </context>
    <context>
        <name>NameField</name>
        <message>
            <source>Name of the speaker</source>
            <translation>说话人的名字</translation>
        </message>
    </context>
    <context>
        <name>NameRow</name>
        <message>
            <source>Name of {speaker}</source>
            <translation>{speaker} 的名字</translation>
        </message>
        <message>
            <source>Not one voice?</source>
            <translation>不是同一个人？</translation>
        </message>
        <message>
            <source>Not all of {speaker} is one voice</source>
            <translation>{speaker} 的发言不都是同一个人说的</translation>
        </message>
        <message>
            <source>Pick lines that somebody else says; the rest follows.</source>
            <translation>选出别人说的几行，其余的会自动分开。</translation>
        </message>
        <message>
            <source>Know this voice again</source>
            <translation>下次认出这个声音</translation>
        </message>
        <message>
            <source>Kept on this computer, for this course; Settings, Speakers forgets it.</source>
            <translation>只保存在这台电脑上，只用于这门课程；可在“设置 › 说话人”中删除。</translation>
        </message>
        <message>
            <source>Sounds like {name}, {percent} % sure</source>
            <translation>听起来像 {name}，把握 {percent}%</translation>
        </message>
        <message>
            <source>Take it</source>
            <translation>就用这个名字</translation>
        </message>
        <message>
            <source>Hear {speaker}, clip {number}</source>
            <translation>播放 {speaker} 的第 {number} 段</translation>
        </message>
        <message>
            <source>There is no sound to listen to.</source>
            <translation>没有可以播放的声音。</translation>
        </message>
    </context>
    <context>
        <name>NamingSheet</name>
        <message>
            <source>Name speakers</source>
            <translation>给说话人取名</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Listen, type a name or pick one. Two with the same name become one.</source>
            <translation>听一听，输入或选择名字。名字相同的两个说话人会合并成一个。</translation>
        </message>
        <message>
            <source>There is no sound to listen to. Two with the same name become one.</source>
            <translation>没有可以播放的声音。名字相同的两个说话人会合并成一个。</translation>
        </message>
    </context>
    <context>
        <name>NoteField</name>
        <message>
            <source>Write a note, its time is kept</source>
            <translation>写笔记，会记下时间</translation>
        </message>
        <message>
            <source>Note for this moment; Enter keeps it</source>
            <translation>给此刻写一条笔记，按回车记下</translation>
        </message>
    </context>
    <context>
        <name>NotesPanel</name>
        <message>
            <source>Nothing yet. A bookmark marks the last {length}; a note keeps the moment it was written at.</source>
            <translation>还没有。书签标出刚才的 {length}，笔记会记下写的时间。</translation>
        </message>
        <message>
            <source>Notes and bookmarks</source>
            <translation>笔记和书签</translation>
        </message>
    </context>
    <context>
        <name>OfferDesk</name>
        <message numerus="yes">
            <source>%n place(s) would change</source>
            <translation>
                <numerusform>会有 %n 处改动</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) of yours would stay</source>
            <translation>
                <numerusform>您写的 %n 句不变</numerusform>
            </translation>
        </message>
        <message>
            <source>It was understood again: {changed}, {kept}. Nothing has changed yet.</source>
            <translation>已经重新识别：{changed}，{kept}。现在还什么都没改。</translation>
        </message>
        <message>
            <source>Look at it</source>
            <translation>看看</translation>
        </message>
        <message>
            <source>This place was changed since; look again to see what stands there now.</source>
            <translation>这一处后来改过，请重新打开看看现在的内容。</translation>
        </message>
    </context>
    <context>
        <name>OfferDialog</name>
        <message>
            <source>What would change</source>
            <translation>会有哪些改动</translation>
        </message>
        <message>
            <source>Take all</source>
            <translation>全部采用</translation>
        </message>
        <message>
            <source>Take the chosen places</source>
            <translation>采用选中的几处</translation>
        </message>
        <message>
            <source>Leave it as it is</source>
            <translation>保持原样</translation>
        </message>
        <message>
            <source>Decide later</source>
            <translation>以后再说</translation>
        </message>
        <message>
            <source>Leave the rest</source>
            <translation>其余保持原样</translation>
        </message>
        <message>
            <source>Choose a place in the list first.</source>
            <translation>请先在列表里选一处。</translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) would change; the first {most} are listed.</source>
            <translation>
                <numerusform>会有 %n 处改动，列出了前 {most} 处。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) would change.</source>
            <translation>
                <numerusform>会有 %n 处改动。</numerusform>
            </translation>
        </message>
        <message>
            <source>Nothing else would change.</source>
            <translation>没有别的改动了。</translation>
        </message>
    </context>
    <context>
        <name>OfferRow</name>
        <message numerus="yes">
            <source>Corrected %n time(s).</source>
            <translation>
                <numerusform>改正过 %n 次。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Still stands in %n place(s):</source>
            <translation>
                <numerusform>还有 %n 处：</numerusform>
            </translation>
        </message>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add {term}</source>
            <translation>添加 {term}</translation>
        </message>
        <message>
            <source>No, thanks</source>
            <translation>不用了</translation>
        </message>
        <message>
            <source>Do not offer {term} again</source>
            <translation>不再建议 {term}</translation>
        </message>
    </context>
    <context>
        <name>Overview</name>
        <message>
            <source>Position in the recording</source>
            <translation>录音中的位置</translation>
        </message>
    </context>
    <context>
        <name>PairingDialog</name>
        <message>
            <source>Add {name}</source>
            <translation>添加 {name}</translation>
        </message>
        <message>
            <source>Add a computer</source>
            <translation>添加电脑</translation>
        </message>
        <message>
            <source>Start “vivavoce worker pair” on the other computer. It shows six digits for two minutes.</source>
            <translation>在另一台电脑上运行“vivavoce worker pair”。它会显示六位数字，两分钟内有效。</translation>
        </message>
        <message>
            <source>Pair</source>
            <translation>配对</translation>
        </message>
        <message>
            <source>its name or address, such as 192.168.1.20</source>
            <translation>名称或地址，例如 192.168.1.20</translation>
        </message>
        <message>
            <source>Computer</source>
            <translation>电脑</translation>
        </message>
        <message>
            <source>Six digits</source>
            <translation>六位数字</translation>
        </message>
        <message>
            <source>Pairing…</source>
            <translation>正在配对…</translation>
        </message>
        <message>
            <source>Say which computer first.</source>
            <translation>请先填写是哪台电脑。</translation>
        </message>
        <message>
            <source>Type the six digits first.</source>
            <translation>请先输入六位数字。</translation>
        </message>
    </context>
    <context>
        <name>PlayButton</name>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Play</source>
            <translation>播放</translation>
        </message>
    </context>
    <context>
        <name>PlaybackBar</name>
        <message>
            <source>5 s</source>
            <translation>5 秒</translation>
        </message>
        <message>
            <source>Back 5 seconds</source>
            <translation>后退 5 秒</translation>
        </message>
        <message>
            <source>Forward 5 seconds</source>
            <translation>前进 5 秒</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Loop</source>
            <translation>循环</translation>
        </message>
        <message>
            <source>Play the selection again and again</source>
            <translation>反复播放所选内容</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>The recording is still being read; it can be heard when that is done.</source>
            <translation>录音还在读取，读完就能听。</translation>
        </message>
        <message>
            <source>There is no sound to hear for this meeting.</source>
            <translation>这场会议没有可听的声音。</translation>
        </message>
        <message>
            <source>This computer has no loudspeaker or headphones to play on. Connect some.</source>
            <translation>这台电脑没有扬声器或耳机，请接上一个。</translation>
        </message>
        <message>
            <source>The sound of this meeting cannot be played; its file is damaged.</source>
            <translation>这场会议的声音放不出来，文件损坏了。</translation>
        </message>
        <message>
            <source>{key} plays and pauses, wherever you are</source>
            <translation>在哪里都能用 {key} 播放或暂停</translation>
        </message>
    </context>
    <context>
        <name>PreflightPage</name>
        <message>
            <source>Progress of the check</source>
            <translation>检查进度</translation>
        </message>
        <message>
            <source>Check again</source>
            <translation>再测一次</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Other devices…</source>
            <translation>换设备…</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Esc</source>
            <translation>Esc</translation>
        </message>
        <message>
            <source>Check before each recording</source>
            <translation>每次录音前都检查</translation>
        </message>
        <message>
            <source>Start recording</source>
            <translation>开始录音</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Listen</source>
            <translation>听一下</translation>
        </message>
        <message>
            <source>Play a lecture and test</source>
            <translation>放一段讲课来测</translation>
        </message>
        <message>
            <source>Test again</source>
            <translation>再测回声</translation>
        </message>
    </context>
    <context>
        <name>PrivacyArea</name>
        <message>
            <source>Privacy</source>
            <translation>隐私</translation>
        </message>
        <message>
            <source>Everything is kept on this computer</source>
            <translation>一切都保存在这台电脑上</translation>
        </message>
        <message>
            <source>Sound, words and names leave it only if you pair another computer of yours: then the sound goes there with the glossary, to be understood, encrypted, and is not kept there. Vivavoce sends no statistics and no reports. It uses the network only for that, and when you download a speech model.</source>
            <translation>只有当您配对了自己的另一台电脑时，声音、文字和姓名才会离开这台电脑：声音会连同术语表加密发送到那里识别，不会保留在那里。Vivavoce 不发送统计数据，也不发送报告，只在此时以及下载识别模型时使用网络。</translation>
        </message>
        <message>
            <source>What is stored where</source>
            <translation>什么存在哪里</translation>
        </message>
        <message>
            <source>Meetings: sound and words</source>
            <translation>会议的声音和文字</translation>
        </message>
        <message>
            <source>Speech models</source>
            <translation>识别模型</translation>
        </message>
        <message>
            <source>What can be computed again</source>
            <translation>可以重新算出来的内容</translation>
        </message>
        <message>
            <source>Log, without words and names</source>
            <translation>日志，不含文字和名字</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Show</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Show: {name}</source>
            <translation>打开：{name}</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Delete what can be computed again</source>
            <translation>删除可以重新算出来的内容</translation>
        </message>
        <message>
            <source>Delete all meetings…</source>
            <translation>删除全部会议…</translation>
        </message>
        <message>
            <source>Empty the bin by itself</source>
            <translation>自动清空回收站</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>After a week</source>
            <translation>一周后</translation>
        </message>
        <message>
            <source>After 30 days</source>
            <translation>30 天后</translation>
        </message>
        <message>
            <source>After 90 days</source>
            <translation>90 天后</translation>
        </message>
        <message>
            <source>After {days} days</source>
            <translation>{days} 天后</translation>
        </message>
        <message>
            <source>What has lain there so long is deleted for good at the next start.</source>
            <translation>放了这么久的会议会在下次启动时彻底删除。</translation>
        </message>
        <message>
            <source>Deleting removes the sound, the words and their index. On drives that move data around by themselves (SSD, memory cards) traces may stay until they are written over; encrypt the drive if that matters to you.</source>
            <translation>删除会去掉声音、文字和索引。固态硬盘和存储卡会自己挪动数据，旧痕迹要等到被覆盖才消失；如果在意，请加密硬盘。</translation>
        </message>
        <message>
            <source>Delete all meetings?</source>
            <translation>删除全部会议？</translation>
        </message>
        <message>
            <source>Every recording and every word in the library is removed from this computer and cannot be brought back. The files that they were imported from stay where they are.</source>
            <translation>资料库里的每段录音、每句话都会从这台电脑上删掉，找不回来。导入时的原文件不动。</translation>
        </message>
        <message>
            <source>Delete all meetings</source>
            <translation>删除全部会议</translation>
        </message>
        <message>
            <source>Deleted.</source>
            <translation>已删除。</translation>
        </message>
    </context>
    <context>
        <name>Question</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
    </context>
    <context>
        <name>Reasons</name>
        <message>
            <source>Nobody was heard speaking here.</source>
            <translation>这里没听到有人说话。</translation>
        </message>
        <message>
            <source>The same words over and over, also on a second try.</source>
            <translation>反复出现同样的话，再试一次也一样。</translation>
        </message>
        <message>
            <source>A stock phrase with hardly any speech behind it.</source>
            <translation>几乎没有人声，却冒出一句套话。</translation>
        </message>
        <message>
            <source>The recognition was very unsure here.</source>
            <translation>这里识别得很没把握。</translation>
        </message>
        <message>
            <source>The microphone heard what the computer played; the words stand on that track.</source>
            <translation>麦克风听到了电脑放的声音，这些话在电脑那一轨。</translation>
        </message>
        <message>
            <source>Kept here, left out of exports.</source>
            <translation>先放在这里，不会导出。</translation>
        </message>
        <message>
            <source>{length} missing: the file is damaged here.</source>
            <translation>缺 {length}：文件在这里损坏了。</translation>
        </message>
        <message>
            <source>{length} not understood: the recognition failed here.</source>
            <translation>{length}没有识别：这里识别失败。</translation>
        </message>
        <message>
            <source>The sound is whole.</source>
            <translation>声音是完整的。</translation>
        </message>
        <message>
            <source>You set this line aside.</source>
            <translation>这一句是你搁置的。</translation>
        </message>
        <message>
            <source>{track}: {what}</source>
            <translation>{track}：{what}</translation>
        </message>
        <message>
            <source>{length} being understood now: there was no time for it before.</source>
            <translation>{length}正在补识别：刚才来不及。</translation>
        </message>
        <message>
            <source>{length} not understood yet: it was stopped here.</source>
            <translation>{length}还没识别：在这里停下了。</translation>
        </message>
        <message>
            <source>{length} not recorded: no sound came from the device.</source>
            <translation>{length}没录到：设备没有声音传来。</translation>
        </message>
        <message>
            <source>{length} not recorded: the computer was asleep.</source>
            <translation>{length}没录到：电脑休眠了。</translation>
        </message>
        <message>
            <source>{length} not saved: the disk took nothing more.</source>
            <translation>{length}没存下：磁盘写不进去。</translation>
        </message>
        <message>
            <source>{length} not recorded: the recorder stopped and was started again.</source>
            <translation>{length}没录到：录音程序停了一下，已经重新启动。</translation>
        </message>
        <message>
            <source>Set aside</source>
            <translation>已搁置</translation>
        </message>
        <message>
            <source>Edited by you</source>
            <translation>你改过</translation>
        </message>
        <message>
            <source>Glossary; heard “{heard}”</source>
            <translation>术语表；原听作“{heard}”</translation>
        </message>
        <message>
            <source>nobody was heard speaking</source>
            <translation>没听到有人说话</translation>
        </message>
        <message>
            <source>the same words over and over</source>
            <translation>反复出现同样的话</translation>
        </message>
        <message>
            <source>stock phrase, hardly any speech</source>
            <translation>套话，几乎没有人声</translation>
        </message>
        <message>
            <source>very unsure</source>
            <translation>很没把握</translation>
        </message>
        <message>
            <source>the computer’s sound, heard again</source>
            <translation>电脑声音的重复</translation>
        </message>
        <message>
            <source>by you</source>
            <translation>你搁置的</translation>
        </message>
        <message>
            <source>being understood</source>
            <translation>正在补识别</translation>
        </message>
        <message>
            <source>the file is damaged</source>
            <translation>文件损坏</translation>
        </message>
        <message>
            <source>the recognition failed</source>
            <translation>识别失败</translation>
        </message>
        <message>
            <source>stopped before</source>
            <translation>还没到就停了</translation>
        </message>
        <message>
            <source>no sound came</source>
            <translation>没有声音传来</translation>
        </message>
        <message>
            <source>the computer was asleep</source>
            <translation>电脑休眠了</translation>
        </message>
        <message>
            <source>not saved, the disk was full</source>
            <translation>没存下，磁盘满了</translation>
        </message>
        <message>
            <source>the recorder was restarted</source>
            <translation>录音程序重启过</translation>
        </message>
    </context>
    <context>
        <name>RecognitionArea</name>
        <message>
            <source>Recognition</source>
            <translation>识别</translation>
        </message>
        <message>
            <source>Languages spoken</source>
            <translation>说的语言</translation>
        </message>
        <message>
            <source>The language changes within a recording</source>
            <translation>一段录音里会换语言</translation>
        </message>
        <message>
            <source>Naming them makes the words better: nothing is taken for another language.</source>
            <translation>说明语言，识别会更准，不会错当成别的语言。</translation>
        </message>
        <message>
            <source>Any language</source>
            <translation>任何语言</translation>
        </message>
        <message>
            <source>Chinese and English</source>
            <translation>中文和英语</translation>
        </message>
        <message>
            <source>Processor</source>
            <translation>处理器</translation>
        </message>
        <message>
            <source>Graphics card</source>
            <translation>显卡</translation>
        </message>
    </context>
    <context>
        <name>RecordButton</name>
        <message>
            <source>Record</source>
            <translation>录音</translation>
        </message>
        <message>
            <source>What is recorded…</source>
            <translation>录什么…</translation>
        </message>
        <message>
            <source>Back to the recording</source>
            <translation>回到录音</translation>
        </message>
        <message>
            <source>Starting…</source>
            <translation>正在开始…</translation>
        </message>
        <message>
            <source>{time}, paused</source>
            <translation>{time}，已暂停</translation>
        </message>
        <message>
            <source>{time}, finishing the text</source>
            <translation>{time}，正在补齐文字</translation>
        </message>
    </context>
    <context>
        <name>RecordMenu</name>
        <message>
            <source>Microphone</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <source>Check the sound first…</source>
            <translation>先检查声音…</translation>
        </message>
        <message>
            <source>The system’s default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <source>{name} (not connected)</source>
            <translation>{name}（没有接上）</translation>
        </message>
        <message>
            <source>Looking for microphones…</source>
            <translation>正在找麦克风…</translation>
        </message>
        <message>
            <source>No microphone was found</source>
            <translation>没有找到麦克风</translation>
        </message>
        <message>
            <source>Microphone and computer sound</source>
            <translation>麦克风和电脑声音</translation>
        </message>
        <message>
            <source>Microphone only</source>
            <translation>只录麦克风</translation>
        </message>
        <message>
            <source>Computer sound only</source>
            <translation>只录电脑声音</translation>
        </message>
        <message>
            <source>This system gives programs no computer sound; Settings, Audio says more.</source>
            <translation>这个系统不让程序录电脑声音，详见“设置 · 声音”。</translation>
        </message>
        <message>
            <source>Into the course</source>
            <translation>放进课程</translation>
        </message>
        <message>
            <source>No course</source>
            <translation>无课程</translation>
        </message>
    </context>
    <context>
        <name>Recording</name>
        <message>
            <source>Not saved since {time}</source>
            <translation>{time} 之后没有存下</translation>
        </message>
        <message>
            <source>Recording ended</source>
            <translation>录音已结束</translation>
        </message>
        <message>
            <source>Saved to {time}</source>
            <translation>已保存到 {time}</translation>
        </message>
        <message>
            <source>Getting ready…</source>
            <translation>正在准备…</translation>
        </message>
        <message>
            <source>All of it is saved</source>
            <translation>全部存好了</translation>
        </message>
        <message>
            <source>{length} of room left</source>
            <translation>还能录 {length}</translation>
        </message>
        <message>
            <source>Getting ready to listen…</source>
            <translation>正在准备识别…</translation>
        </message>
        <message>
            <source>Starting again</source>
            <translation>正在重新启动识别</translation>
        </message>
        <message>
            <source>Words follow later, the sound is safe</source>
            <translation>文字稍后补齐，声音不会丢</translation>
        </message>
        <message>
            <source>Not understood</source>
            <translation>没有识别</translation>
        </message>
        <message>
            <source>The sound is safe</source>
            <translation>声音不会丢</translation>
        </message>
        <message>
            <source>All of it is understood</source>
            <translation>全部识别好了</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>正在开始</translation>
        </message>
        <message>
            <source>Recording</source>
            <translation>正在录音</translation>
        </message>
        <message>
            <source>Paused, nothing is recorded</source>
            <translation>已暂停，现在不录</translation>
        </message>
        <message>
            <source>Closing the files…</source>
            <translation>正在收尾…</translation>
        </message>
        <message>
            <source>Finishing the text</source>
            <translation>正在补齐文字</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>The sound can no longer be recorded.</source>
            <translation>声音没法再录了。</translation>
        </message>
        <message>
            <source>The recording could not begin. {why}</source>
            <translation>录音没能开始。{why}</translation>
        </message>
        <message>
            <source>The recording has ended by itself. {why} What was recorded is safe.</source>
            <translation>录音自己停了。{why}已经录下的都在。</translation>
        </message>
        <message>
            <source>The sound cannot be written.</source>
            <translation>声音写不进去。</translation>
        </message>
        <message>
            <source>Not being saved! {why} As soon as there is room again the recording goes on by itself.</source>
            <translation>现在没有存下来！{why}一有空间，录音会自己接着存。</translation>
        </message>
        <message>
            <source>What was saved before is safe</source>
            <translation>之前存下的都在</translation>
        </message>
        <message>
            <source>No words appear at the moment, but the sound is safe and is written down later.</source>
            <translation>现在不出文字，但声音不会丢，之后会补上文字。</translation>
        </message>
        <message>
            <source>Microphone</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <source>Computer sound</source>
            <translation>电脑声音</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Mic</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <source>Computer</source>
            <translation>电脑</translation>
        </message>
        <message>
            <source>Nothing above 4 kHz comes from it: a Bluetooth headset does that as long as its microphone is used. More words will be wrong. The computer’s own microphone, or one with a cable, is understood better.</source>
            <translation>它没有 4 kHz 以上的声音：蓝牙耳机在使用自带麦克风时就是这样，识别错误会增多。用电脑自带的麦克风或有线麦克风，识别效果更好。</translation>
        </message>
        <message>
            <source>too loud</source>
            <translation>太响</translation>
        </message>
        <message>
            <source>no sound</source>
            <translation>无声</translation>
        </message>
        <message>
            <source>too loud, the sound is cut off</source>
            <translation>太响，声音削顶了</translation>
        </message>
        <message>
            <source>quiet</source>
            <translation>偏轻</translation>
        </message>
        <message>
            <source>good level</source>
            <translation>音量合适</translation>
        </message>
        <message>
            <source>gone</source>
            <translation>断开了</translation>
        </message>
        <message>
            <source>No microphone was found.</source>
            <translation>没有找到麦克风。</translation>
        </message>
        <message>
            <source>Plug one in: it is taken at once. The recording goes on meanwhile.</source>
            <translation>接上一个就会马上用上。录音照常进行。</translation>
        </message>
        <message>
            <source>“{device}” is gone.</source>
            <translation>“{device}”断开了。</translation>
        </message>
        <message>
            <source>Plug it in again, or another one: it is taken at once. The recording goes on meanwhile.</source>
            <translation>重新插上，或者换一个插上，马上就会用它。录音没有停。</translation>
        </message>
        <message>
            <source>The computer’s sound cannot be heard any more.</source>
            <translation>电脑声音录不到了。</translation>
        </message>
        <message>
            <source>It is looked for again and again. The microphone is not affected.</source>
            <translation>会一直重试。麦克风不受影响。</translation>
        </message>
        <message>
            <source>Nothing has come from the microphone for 10 s.</source>
            <translation>麦克风已经 10 秒没有动静。</translation>
        </message>
        <message>
            <source>The computer has played nothing for 10 s.</source>
            <translation>电脑声音已经 10 秒没有动静。</translation>
        </message>
        <message>
            <source>If you expect sound, check whether the meeting is muted, or plays through another device than “{device}”.</source>
            <translation>如果应该有声音，请看会议软件是否静音，或者没有从“{device}”放音。</translation>
        </message>
        <message>
            <source>The sound is back, from “{device}”.</source>
            <translation>声音回来了，来自“{device}”。</translation>
        </message>
        <message>
            <source>Nobody has been understood on “{device}” yet.</source>
            <translation>“{device}”上还没有听懂任何人说话。</translation>
        </message>
        <message>
            <source>Is it the right one, and near enough?</source>
            <translation>是不是这个麦克风？离得够近吗？</translation>
        </message>
        <message>
            <source>The arrow beside its meter leads to other microphones.</source>
            <translation>点电平旁的箭头，可以换别的麦克风。</translation>
        </message>
        <message>
            <source>Is it muted, by a switch or in the sound settings? Otherwise allow it under Settings, Privacy &amp; security, Microphone, “Let desktop apps access your microphone”.</source>
            <translation>是不是静音了（开关上或者声音设置里）？如果没有，请打开“设置 · 隐私和安全性 · 麦克风”，允许桌面应用访问麦克风。</translation>
        </message>
        <message>
            <source>Is it muted? Otherwise allow it under System Settings, Privacy &amp; Security, Microphone, and start the recording again.</source>
            <translation>是不是静音了？如果没有，请到“系统设置 · 隐私与安全性 · 麦克风”里允许，再重新开始录音。</translation>
        </message>
        <message>
            <source>Is it muted, by a switch or in the sound settings? Is it the input that is chosen there?</source>
            <translation>是不是静音了（开关上或者声音设置里）？声音设置里选的输入是它吗？</translation>
        </message>
        <message>
            <source>{worker} does not answer, this computer goes on</source>
            <translation>{worker} 没有响应，由本机继续</translation>
        </message>
        <message>
            <source>This computer</source>
            <translation>这台电脑</translation>
        </message>
        <message>
            <source>This computer’s graphics card</source>
            <translation>这台电脑的显卡</translation>
        </message>
        <message>
            <source>{length} still to understand</source>
            <translation>还有 {length}要识别</translation>
        </message>
        <message>
            <source>{length} behind</source>
            <translation>识别落后 {length}</translation>
        </message>
        <message>
            <source>A smaller speech model helps to catch up</source>
            <translation>先用小一点的识别模型赶上</translation>
        </message>
        <message>
            <source>Understood, keeping up</source>
            <translation>识别跟得上</translation>
        </message>
        <message>
            <source>Understood, {s} s behind</source>
            <translation>识别落后 {s} 秒</translation>
        </message>
        <message>
            <source>Room for {hours} h more</source>
            <translation>还能录约 {hours} 小时</translation>
        </message>
        <message>
            <source>Room for {length} more</source>
            <translation>还能录约 {length}</translation>
        </message>
    </context>
    <context>
        <name>RecordingBar</name>
        <message>
            <source>Back to the library, the recording goes on</source>
            <translation>回到资料库，录音不会停</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Bookmark</source>
            <translation>书签</translation>
        </message>
        <message>
            <source>Caption bar</source>
            <translation>字幕条</translation>
        </message>
        <message>
            <source>The newest words above all other windows</source>
            <translation>最新的话浮在所有窗口上面</translation>
        </message>
        <message>
            <source>Open the meeting now</source>
            <translation>现在就打开会议</translation>
        </message>
        <message>
            <source>Length of the recording: {time}</source>
            <translation>已录时间：{time}</translation>
        </message>
        <message>
            <source>Back to the library</source>
            <translation>回到资料库</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Nothing is recorded while it is paused</source>
            <translation>暂停时什么也不录</translation>
        </message>
        <message>
            <source>Marks the last {length}. {keys} does it from every program.</source>
            <translation>标出刚才的 {length}。在任何程序里按 {keys} 都行。</translation>
        </message>
        <message>
            <source>Marks the last {length}. The key works in the windows of Vivavoce.</source>
            <translation>标出刚才的 {length}。按键在 Vivavoce 的窗口里有效。</translation>
        </message>
    </context>
    <context>
        <name>RecordingPage</name>
        <message>
            <source>Try again</source>
            <translation>再试一次</translation>
        </message>
        <message>
            <source>The last words are being written down.</source>
            <translation>正在写下最后几句话。</translation>
        </message>
        <message>
            <source>The recording runs. The speech model is being loaded; words appear in a moment.</source>
            <translation>已经在录了。正在载入识别模型，文字马上就来。</translation>
        </message>
        <message>
            <source>Paused. Nothing is recorded until you go on.</source>
            <translation>已暂停，继续之前什么也不录。</translation>
        </message>
        <message>
            <source>The words appear here while they are spoken.</source>
            <translation>说的话会边说边出现在这里。</translation>
        </message>
        <message>
            <source>Who speaks cannot be shown while it is recorded. The words are not affected.</source>
            <translation>录音时无法显示谁在说话。文字不受影响。</translation>
        </message>
    </context>
    <context>
        <name>RecordingWatch</name>
        <message>
            <source>A recording is running</source>
            <translation>正在录音</translation>
        </message>
        <message>
            <source>Closing the window ends it. What was recorded is saved; missing words are written down later.</source>
            <translation>关上窗口，录音就结束。录下的都会存好，缺的文字以后补上。</translation>
        </message>
        <message>
            <source>Stop and close</source>
            <translation>停止并关闭</translation>
        </message>
        <message>
            <source>Keep recording</source>
            <translation>继续录音</translation>
        </message>
    </context>
    <context>
        <name>RecoveredNotice</name>
        <message>
            <source>Continue recording</source>
            <translation>接着录</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>{length} of “{title}” were found after an interruption.</source>
            <translation>“{title}”上次中断了，找回 {length}。</translation>
        </message>
    </context>
    <context>
        <name>Remarks</name>
        <message>
            <source>The left channel is silent; the right one was used.</source>
            <translation>左声道没有声音，用的是右声道。</translation>
        </message>
        <message>
            <source>The right channel is silent; the left one was used.</source>
            <translation>右声道没有声音，用的是左声道。</translation>
        </message>
        <message>
            <source>{silent} of {channels} channels are silent; the others were used.</source>
            <translation>{channels} 个声道里有 {silent} 个没有声音，用的是其余的。</translation>
        </message>
        <message>
            <source>The channels run against each other (one is inverted); this was corrected.</source>
            <translation>两个声道的波形相反（其中一个反相），已经纠正。</translation>
        </message>
        <message>
            <source>1 damaged part, {s} s lost.</source>
            <translation>有 1 处损坏，丢了 {s} 秒。</translation>
        </message>
        <message>
            <source>{parts} damaged parts, {s} s lost.</source>
            <translation>有 {parts} 处损坏，共丢了 {s} 秒。</translation>
        </message>
        <message>
            <source>The recording breaks off: {got} s of {promised} s are there.</source>
            <translation>录音没有录完：应有 {promised} 秒，只有 {got} 秒。</translation>
        </message>
        <message>
            <source>The header gives a wrong size; everything in the file was read.</source>
            <translation>文件头写的大小不对，文件里的内容已经全部读出。</translation>
        </message>
        <message>
            <source>{size} MB at the end of the file could not be read as sound.</source>
            <translation>文件末尾有 {size} MB 读不出声音。</translation>
        </message>
        <message>
            <source>Track {number}: the last {s} s are not on the disk.</source>
            <translation>第 {number} 轨：最后 {s} 秒没有写到磁盘上。</translation>
        </message>
        <message>
            <source>Track {number}: {lines} notes about gaps cannot be read.</source>
            <translation>第 {number} 轨：有 {lines} 条缺失记录读不出来。</translation>
        </message>
        <message>
            <source>No speech was found.</source>
            <translation>没有听到有人说话。</translation>
        </message>
        <message>
            <source>No words were found.</source>
            <translation>没有听出字句。</translation>
        </message>
        <message>
            <source>All that was heard was set aside as doubtful.</source>
            <translation>听到的内容都不可靠，已经全部搁置。</translation>
        </message>
        <message>
            <source>The graphics card failed during recognition. It went on in another way from where it was.</source>
            <translation>识别时显卡出了问题，已换一种方式从断开的地方继续。</translation>
        </message>
        <message>
            <source>Put together from two recordings; the second begins at {time}. Between them {minutes} min were not recorded.</source>
            <translation>由两段录音合并而成；第二段从 {time} 开始。两段之间有 {minutes} 分钟没有录音。</translation>
        </message>
        <message>
            <source>Put together from two recordings; the second begins at {time}.</source>
            <translation>由两段录音合并而成；第二段从 {time} 开始。</translation>
        </message>
        <message>
            <source>What could not be read any more was taken from the backup “{name}”; changes made after it may be missing.</source>
            <translation>读不出来的部分取自备份“{name}”，在那之后的改动可能没有了。</translation>
        </message>
        <message>
            <source>The library was damaged and has been put together again. Meetings: {meetings}, lines: {lines}.</source>
            <translation>资料库曾经损坏，已经重新拼好。现有会议 {meetings} 个，文字 {lines} 句。</translation>
        </message>
        <message>
            <source>Only the left channel was understood, as it was chosen.</source>
            <translation>按照选择，只识别了左声道。</translation>
        </message>
        <message>
            <source>Only the right channel was understood, as it was chosen.</source>
            <translation>按照选择，只识别了右声道。</translation>
        </message>
        <message>
            <source>It has more audio tracks than are understood; the first {count} were.</source>
            <translation>音轨数量超出上限，只识别了前 {count} 条。</translation>
        </message>
        <message>
            <source>There was no room on the disk for a copy to listen to. The recording itself is complete.</source>
            <translation>磁盘空间不足，无法生成供收听的副本。录音本身是完整的。</translation>
        </message>
        <message>
            <source>Lines that could not be read any more: {lines}. Their sound is not affected; the meetings can be transcribed again.</source>
            <translation>有 {lines} 句已无法读出。录音没有受影响，可以把这些会议重新转写。</translation>
        </message>
        <message>
            <source>Meetings of which only the sound was left: {meetings}. They are in the list again and can be transcribed again.</source>
            <translation>有 {meetings} 个会议只剩下录音。它们已回到列表里，可以重新转写。</translation>
        </message>
        <message>
            <source>The damaged file was kept as “{name}”.</source>
            <translation>损坏的文件留着，名为“{name}”。</translation>
        </message>
        <message>
            <source>The library lies on a network or shared folder ({kind}). It works there more slowly, and must be open on one computer at a time only; a folder on this computer's own disk is better.</source>
            <translation>资料库在网络或共享文件夹上（{kind}）。在那里会慢一些，而且同一时间只能在一台电脑上打开。放在这台电脑自己的磁盘上更好。</translation>
        </message>
        <message>
            <source>The folder of the library does not support the usual way of saving, so a slower and safer one is used. A folder on this computer's own disk is better.</source>
            <translation>资料库所在的文件夹不支持平常的保存方式，所以用了较慢但稳妥的一种。放在这台电脑自己的磁盘上更好。</translation>
        </message>
        <message>
            <source>The disk is full ({folder}). Free some room and try again; what was done so far is kept.</source>
            <translation>磁盘满了（{folder}）。请腾出些空间再试，做好的部分都会留着。</translation>
        </message>
        <message>
            <source>Vivavoce may not write to {folder}. Check the folder's permissions, or choose another place.</source>
            <translation>Vivavoce 不能写入 {folder}。请检查文件夹的权限，或者换个地方。</translation>
        </message>
        <message>
            <source>a line ends before it begins (“{place}”)</source>
            <translation>有一行在开始之前就结束了（“{place}”）</translation>
        </message>
        <message>
            <source>a line in it names a speaker who is not in the file</source>
            <translation>其中有一行的说话人不在文件里</translation>
        </message>
        <message>
            <source>a line or gap in it lies outside the recording</source>
            <translation>其中有一行或一处空缺在录音的时间之外</translation>
        </message>
        <message>
            <source>a newer Vivavoce wrote it (format {version}). Please update Vivavoce first</source>
            <translation>它由更新版本的 Vivavoce 写成（格式 {version}），请先更新 Vivavoce</translation>
        </message>
        <message>
            <source>a number in it cannot be read</source>
            <translation>其中有一个数字无法读取</translation>
        </message>
        <message>
            <source>it does not say in which version of the format it is written</source>
            <translation>它没有注明所用格式的版本</translation>
        </message>
        <message>
            <source>it is JSON, but not a transcript that Vivavoce wrote</source>
            <translation>它是 JSON，但不是 Vivavoce 写的文字稿</translation>
        </message>
        <message>
            <source>it is nested too deeply</source>
            <translation>它的嵌套层次太深</translation>
        </message>
        <message>
            <source>it is not a text file</source>
            <translation>它不是文本文件</translation>
        </message>
        <message>
            <source>it is not valid JSON (line {number})</source>
            <translation>它不是有效的 JSON（第 {number} 行）</translation>
        </message>
        <message>
            <source>it is not written in “{encoding}”</source>
            <translation>它的编码不是“{encoding}”</translation>
        </message>
        <message>
            <source>it says that it is Unicode, and is damaged</source>
            <translation>它注明是 Unicode，但已损坏</translation>
        </message>
        <message>
            <source>line {number} is not the beginning of a subtitle</source>
            <translation>第 {number} 行不是一条字幕的开头</translation>
        </message>
        <message>
            <source>subtitle {number} begins after the recording has ended</source>
            <translation>第 {number} 条字幕在录音结束之后才开始</translation>
        </message>
        <message>
            <source>the times in line {number} cannot be read</source>
            <translation>第 {number} 行的时间无法读取</translation>
        </message>
        <message>
            <source>there is not one subtitle in it</source>
            <translation>里面一条字幕也没有</translation>
        </message>
        <message>
            <source>two things in it have the same id</source>
            <translation>其中有两项的标识相同</translation>
        </message>
        <message>
            <source>two tracks in it have the same number</source>
            <translation>其中有两条音轨的编号相同</translation>
        </message>
        <message>
            <source>“{place}” is missing</source>
            <translation>缺少“{place}”</translation>
        </message>
        <message>
            <source>“{place}” is not what it should be</source>
            <translation>“{place}”的值不对</translation>
        </message>
        <message>
            <source>a file in it would be written outside its folder</source>
            <translation>其中有文件会被写到它的文件夹之外</translation>
        </message>
        <message>
            <source>it cannot be read</source>
            <translation>读不出来</translation>
        </message>
        <message>
            <source>it holds a link instead of a file</source>
            <translation>其中有一个链接，不是文件</translation>
        </message>
        <message>
            <source>it holds far more files than a speech model</source>
            <translation>其中的文件比识别模型该有的多得多</translation>
        </message>
        <message>
            <source>it holds files that do not belong into a backup of a library</source>
            <translation>其中有不属于资料库备份的文件</translation>
        </message>
        <message>
            <source>it holds links or folders, which a backup of a library never does</source>
            <translation>其中有链接或文件夹，资料库的备份里不会有</translation>
        </message>
        <message>
            <source>it holds more than a backup of a library does</source>
            <translation>其中的内容比资料库的备份该有的多</translation>
        </message>
        <message>
            <source>it holds more than one speech model; choose one of its folders</source>
            <translation>其中有不止一个识别模型，请选其中一个文件夹</translation>
        </message>
        <message>
            <source>it holds no speech model (model.bin, config.json and tokenizer.json)</source>
            <translation>其中没有识别模型（model.bin、config.json 和 tokenizer.json）</translation>
        </message>
        <message>
            <source>it holds too many folders; choose the one with model.bin in it</source>
            <translation>其中的文件夹太多，请选有 model.bin 的那一个</translation>
        </message>
        <message>
            <source>it is damaged, or not a backup of a library</source>
            <translation>它损坏了，或者不是资料库的备份</translation>
        </message>
        <message>
            <source>it is encrypted</source>
            <translation>它加了密</translation>
        </message>
        <message>
            <source>it is larger than any speech model</source>
            <translation>它比任何识别模型都大</translation>
        </message>
        <message>
            <source>it is neither a folder nor a zip file that can be read</source>
            <translation>它不是文件夹，也不是读得出来的 zip 文件</translation>
        </message>
        <message>
            <source>it is not a backup of a library</source>
            <translation>它不是资料库的备份</translation>
        </message>
        <message>
            <source>it is not there</source>
            <translation>找不到它</translation>
        </message>
        <message>
            <source>it is protected by a password</source>
            <translation>它有密码保护</translation>
        </message>
        <message>
            <source>it unpacks to more than it says</source>
            <translation>解开后比它自己说的大</translation>
        </message>
        <message>
            <source>it would grow to a size that no speech model has</source>
            <translation>解开后会比任何识别模型都大</translation>
        </message>
        <message>
            <source>it would unpack to far more than a library is</source>
            <translation>解开后会比资料库大得多</translation>
        </message>
        <message>
            <source>its manifest is far too long</source>
            <translation>它的清单长得不合理</translation>
        </message>
        <message>
            <source>its {file} is not a Whisper speech model in CTranslate2 form</source>
            <translation>其中的 {file} 不是 CTranslate2 格式的 Whisper 识别模型</translation>
        </message>
        <message>
            <source>its {file} is not the one published for “{name}”</source>
            <translation>其中的 {file} 与发布的“{name}”不一致</translation>
        </message>
        <message>
            <source>its {file} is a link to another place</source>
            <translation>其中的 {file} 是指向别处的链接</translation>
        </message>
        <message>
            <source>its {file} is damaged</source>
            <translation>其中的 {file} 损坏了</translation>
        </message>
        <message>
            <source>the library in it is damaged</source>
            <translation>其中的资料库损坏了</translation>
        </message>
        <message>
            <source>there is already a speech model called “{name}”; choose another name</source>
            <translation>已经有名为“{name}”的识别模型，请换个名称</translation>
        </message>
        <message>
            <source>two files in it have the same name</source>
            <translation>其中有两个文件同名</translation>
        </message>
        <message>
            <source>what is in it is not what was saved</source>
            <translation>其中的内容和当时保存的不一样</translation>
        </message>
        <message>
            <source>“{name}” cannot be the name of a folder on every system</source>
            <translation>“{name}”不能在每种系统上都用作文件夹名</translation>
        </message>
    </context>
    <context>
        <name>ReplaceBar</name>
        <message>
            <source>Replace with</source>
            <translation>替换为</translation>
        </message>
        <message>
            <source>Where to replace</source>
            <translation>在哪里替换</translation>
        </message>
        <message>
            <source>Whole words</source>
            <translation>整词匹配</translation>
        </message>
        <message>
            <source>Also what sounds like it</source>
            <translation>读音相近的也算</translation>
        </message>
        <message>
            <source>Stop replacing</source>
            <translation>收起替换</translation>
        </message>
        <message>
            <source>In this meeting</source>
            <translation>在这份录音里</translation>
        </message>
        <message>
            <source>In this course</source>
            <translation>在这门课程里</translation>
        </message>
        <message>
            <source>In all meetings</source>
            <translation>在所有录音里</translation>
        </message>
        <message numerus="yes">
            <source>Replace %n place(s)</source>
            <translation>
                <numerusform>替换 %n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>No place is chosen, or it is at work.</source>
            <translation>还没有选中要替换的地方，或者正在替换。</translation>
        </message>
        <message>
            <source>Type above what to find; each place is shown here before anything is replaced.</source>
            <translation>在上面输入要查找的文字；每一处会先列在这里，确认后才替换。</translation>
        </message>
    </context>
    <context>
        <name>ReplaceDesk</name>
        <message numerus="yes">
            <source>%n place(s) replaced. Undo brings them all back.</source>
            <translation>
                <numerusform>替换了 %n 处。撤销一次就能全部还原。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) replaced</source>
            <translation>
                <numerusform>替换了 %n 处</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>in %n meeting(s)</source>
            <translation>
                <numerusform>，分布在 %n 份录音里</numerusform>
            </translation>
        </message>
        <message>
            <source>{places} {meetings}. Undo in a meeting brings back what stood there.</source>
            <translation>{places}{meetings}。在每份录音里撤销，就能还原那里的文字。</translation>
        </message>
        <message numerus="yes">
            <source>%n meeting(s) could not be changed:</source>
            <translation>
                <numerusform>有 %n 份录音没能修改：</numerusform>
            </translation>
        </message>
        <message>
            <source>The rest was left as it is.</source>
            <translation>其余的没有动。</translation>
        </message>
    </context>
    <context>
        <name>ReplaceList</name>
        <message>
            <source>Places to replace</source>
            <translation>要替换的地方</translation>
        </message>
    </context>
    <context>
        <name>ReturnedDesk</name>
        <message>
            <source>Choose subtitles or a transcript</source>
            <translation>选择字幕或文字稿</translation>
        </message>
        <message>
            <source>Subtitles and transcripts ({endings})</source>
            <translation>字幕和文字稿 ({endings})</translation>
        </message>
        <message>
            <source>“{title}” has a new version of its transcript. The one before it is kept.</source>
            <translation>“{title}”的文字稿有了新版本，之前的版本还留着。</translation>
        </message>
        <message>
            <source>“{name}” has no sound of its own. In the menu of the meeting it belongs to, choose “Take in a transcript…”.</source>
            <translation>“{name}”本身没有声音。请在它所属会议的菜单里选“导入文字稿…”。</translation>
        </message>
        <message numerus="yes">
            <source>%n transcript(s) are in the library now.</source>
            <translation>
                <numerusform>%n 份文字稿已在资料库中。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ReturnedDialog</name>
        <message>
            <source>Take “{name}” into “{title}”?</source>
            <translation>将“{name}”导入“{title}”？</translation>
        </message>
        <message>
            <source>Take it in</source>
            <translation>导入</translation>
        </message>
        <message>
            <source>Written in</source>
            <translation>文字编码</translation>
        </message>
        <message>
            <source>What is in it</source>
            <translation>文件内容</translation>
        </message>
        <message numerus="yes">
            <source>%n line(s). They become a new version; what is shown now is kept.</source>
            <translation>
                <numerusform>共 %n 句，会成为一个新版本；现在显示的内容还留着。</numerusform>
            </translation>
        </message>
        <message>
            <source>Western European</source>
            <translation>西欧</translation>
        </message>
        <message>
            <source>Central European</source>
            <translation>中欧</translation>
        </message>
        <message>
            <source>Cyrillic</source>
            <translation>西里尔字母</translation>
        </message>
        <message>
            <source>Greek</source>
            <translation>希腊语</translation>
        </message>
        <message>
            <source>Turkish</source>
            <translation>土耳其语</translation>
        </message>
        <message>
            <source>Hebrew</source>
            <translation>希伯来语</translation>
        </message>
        <message>
            <source>Arabic</source>
            <translation>阿拉伯语</translation>
        </message>
    </context>
    <context>
        <name>Review</name>
        <message>
            <source>“{text}”</source>
            <translation>“{text}”</translation>
        </message>
        <message>
            <source>Set aside: is it speech?</source>
            <translation>已搁置：是有人说话吗？</translation>
        </message>
        <message>
            <source>Nothing is written here</source>
            <translation>这里还没有文字</translation>
        </message>
        <message>
            <source>Heard otherwise the first time</source>
            <translation>第一遍听到的不一样</translation>
        </message>
        <message>
            <source>A rare name: is it spelled right?</source>
            <translation>少见的名字：写对了吗？</translation>
        </message>
        <message>
            <source>Somebody else talks at the same time</source>
            <translation>同时有别人在说话</translation>
        </message>
        <message>
            <source>Faster than anybody speaks</source>
            <translation>快得不像人说话</translation>
        </message>
        <message>
            <source>The recognition was unsure</source>
            <translation>识别时没有把握</translation>
        </message>
        <message>
            <source>A little unsure</source>
            <translation>把握不太大</translation>
        </message>
    </context>
    <context>
        <name>Row</name>
        <message>
            <source>Today, {day}</source>
            <translation>今天，{day}</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <source>Earlier this week</source>
            <translation>本周早些时候</translation>
        </message>
        <message>
            <source>Last week</source>
            <translation>上周</translation>
        </message>
        <message>
            <source>MMMM yyyy</source>
            <comment>date format of a month, see QDate</comment>
            <translation>yyyy年M月</translation>
        </message>
        <message>
            <source>ddd d MMMM</source>
            <comment>date format with the day of the week, see QDate</comment>
            <translation>M月d日 ddd</translation>
        </message>
        <message>
            <source>d MMMM yyyy</source>
            <comment>date format with the year, see QDate</comment>
            <translation>yyyy年M月d日</translation>
        </message>
        <message>
            <source>No course</source>
            <translation>未归课程</translation>
        </message>
        <message>
            <source>stopped early; what was understood is kept</source>
            <translation>中途停了，已经识别的都留着</translation>
        </message>
        <message numerus="yes">
            <source>%n gap(s) of {length} together</source>
            <translation>
                <numerusform>%n 处缺失，共 {length}</numerusform>
            </translation>
        </message>
        <message>
            <source>no speech in it</source>
            <translation>里面没有人说话</translation>
        </message>
        <message>
            <source>getting the speech model ready</source>
            <translation>正在准备识别模型</translation>
        </message>
        <message>
            <source>understanding the speech</source>
            <translation>正在识别</translation>
        </message>
        <message>
            <source>Waiting, next in line</source>
            <translation>等待中，下一个就是</translation>
        </message>
        <message numerus="yes">
            <source>Waiting, %n before it</source>
            <translation>
                <numerusform>等待中，前面还有 %n 个</numerusform>
            </translation>
        </message>
        <message>
            <source>reading the sound</source>
            <translation>正在读取声音</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>再试一次</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Continue recording</source>
            <translation>接着录</translation>
        </message>
        <message>
            <source>Mark as seen</source>
            <translation>知道了</translation>
        </message>
        <message>
            <source>Restore</source>
            <translation>还原</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <source>Waits until the recording ends</source>
            <translation>等录音结束</translation>
        </message>
        <message>
            <source>Interrupted</source>
            <translation>录音中断</translation>
        </message>
        <message>
            <source>Recording</source>
            <translation>正在录音</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message numerus="yes">
            <source>%n set aside</source>
            <translation>
                <numerusform>%n 句已搁置</numerusform>
            </translation>
        </message>
        <message>
            <source>Unfinished</source>
            <translation>未完成</translation>
        </message>
        <message>
            <source>the recording was interrupted; the sound up to there is safe</source>
            <translation>录音中断过，到那里为止的声音都在</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Finishing the text</source>
            <translation>正在补齐文字</translation>
        </message>
        <message>
            <source>Recording ended</source>
            <translation>录音已结束</translation>
        </message>
        <message>
            <source>Recovered</source>
            <translation>已找回</translation>
        </message>
        <message>
            <source>Starting…</source>
            <translation>正在开始…</translation>
        </message>
        <message>
            <source>d MMMM</source>
            <comment>date format of a day, see QDate</comment>
            <translation>M月d日</translation>
        </message>
    </context>
    <context>
        <name>SavedSign</name>
        <message>
            <source>Try again</source>
            <translation>再试一次</translation>
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
            <source>Saving…</source>
            <translation>正在保存…</translation>
        </message>
        <message>
            <source>Not saved</source>
            <translation>还没保存</translation>
        </message>
        <message>
            <source>All changes saved</source>
            <translation>修改都已保存</translation>
        </message>
    </context>
    <context>
        <name>SearchField</name>
        <message>
            <source>Empty the field</source>
            <translation>清空</translation>
        </message>
    </context>
    <context>
        <name>SearchResults</name>
        <message>
            <source>Places found</source>
            <translation>找到的地方</translation>
        </message>
    </context>
    <context>
        <name>SelectionDesk</name>
        <message>
            <source>Copied as a quotation.</source>
            <translation>已复制为引文。</translation>
        </message>
        <message>
            <source>The clip was written: {names}</source>
            <translation>片段已导出：{names}</translation>
        </message>
    </context>
    <context>
        <name>SettingsPage</name>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Esc</source>
            <translation>Esc</translation>
        </message>
        <message>
            <source>Subjects</source>
            <translation>设置分类</translation>
        </message>
    </context>
    <context>
        <name>SeveralMenu</name>
        <message numerus="yes">
            <source>Take %n meeting(s) out of the bin</source>
            <translation>
                <numerusform>还原 %n 场会议</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n meeting(s) for good…</source>
            <translation>
                <numerusform>彻底删除 %n 场会议…</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Export %n meeting(s)…</source>
            <translation>
                <numerusform>导出 %n 场会议…</numerusform>
            </translation>
        </message>
        <message>
            <source>Remove from favourites</source>
            <translation>取消收藏</translation>
        </message>
        <message>
            <source>Add to favourites</source>
            <translation>收藏</translation>
        </message>
        <message numerus="yes">
            <source>Move %n meeting(s) to the bin</source>
            <translation>
                <numerusform>把 %n 场会议移到回收站</numerusform>
            </translation>
        </message>
        <message>
            <source>Move to course</source>
            <translation>移到课程</translation>
        </message>
        <message>
            <source>No course</source>
            <translation>未归课程</translation>
        </message>
    </context>
    <context>
        <name>ShelfDesk</name>
        <message>
            <source>The filter “{title}” is deleted.</source>
            <translation>筛选“{title}”已删除。</translation>
        </message>
        <message>
            <source>“{title}” is in the bin, with its sound.</source>
            <translation>“{title}”连同声音已移到回收站。</translation>
        </message>
        <message numerus="yes">
            <source>%n meeting(s) are in the bin, with their sound.</source>
            <translation>
                <numerusform>%n 场会议连同声音已移到回收站。</numerusform>
            </translation>
        </message>
        <message>
            <source>Delete “{title}” for good?</source>
            <translation>彻底删除“{title}”？</translation>
        </message>
        <message>
            <source>Delete for good</source>
            <translation>彻底删除</translation>
        </message>
        <message numerus="yes">
            <source>Delete %n meeting(s) in the bin for good?</source>
            <translation>
                <numerusform>彻底删除回收站里的 %n 场会议？</numerusform>
            </translation>
        </message>
        <message>
            <source>Empty the bin</source>
            <translation>清空回收站</translation>
        </message>
        <message numerus="yes">
            <source>%n meeting(s) deleted for good.</source>
            <translation>
                <numerusform>已彻底删除 %n 场会议。</numerusform>
            </translation>
        </message>
        <message>
            <source>Putting the recordings together…</source>
            <translation>正在合并录音…</translation>
        </message>
        <message>
            <source>Dividing the recording…</source>
            <translation>正在拆分录音…</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Done. What it was made of is in the bin.</source>
            <translation>完成。原来的录音在回收站里。</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Sound and words are removed from this computer and cannot be brought back: from the library, its search, its own backups and the copies to listen to.</source>
            <translation>声音和文字会从这台电脑上删除，无法找回：资料库、搜索、自动备份和试听副本里都不再有。</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsArea</name>
        <message>
            <source>Shortcuts</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <source>Search an action or a key</source>
            <translation>搜索操作或按键</translation>
        </message>
        <message>
            <source>Search the keys</source>
            <translation>搜索快捷键</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <source>New key of the chosen action</source>
            <translation>所选操作的新按键</translation>
        </message>
        <message>
            <source>No key</source>
            <translation>不用按键</translation>
        </message>
        <message>
            <source>Take the key from the chosen action</source>
            <translation>取消所选操作的按键</translation>
        </message>
        <message>
            <source>Usual key</source>
            <translation>恢复默认</translation>
        </message>
        <message>
            <source>Give the chosen action its usual key</source>
            <translation>把所选操作恢复为默认按键</translation>
        </message>
        <message>
            <source>All as usual</source>
            <translation>全部恢复默认</translation>
        </message>
        <message>
            <source>Give every action its usual key</source>
            <translation>把所有操作恢复为默认按键</translation>
        </message>
        <message>
            <source>Choose an action to change its key.</source>
            <translation>选择一个操作即可更改它的按键。</translation>
        </message>
        <message>
            <source>This key belongs to lists, texts or the system and stays.</source>
            <translation>这个按键属于列表、文字编辑或系统，不能更改。</translation>
        </message>
        <message>
            <source>It has its usual key.</source>
            <translation>它用的就是默认按键。</translation>
        </message>
        <message>
            <source>It has no key.</source>
            <translation>它没有按键。</translation>
        </message>
    </context>
    <context>
        <name>SideBar</name>
        <message>
            <source>All meetings</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Set aside</source>
            <translation>已搁置</translation>
        </message>
        <message>
            <source>Unfinished</source>
            <translation>未完成</translation>
        </message>
        <message>
            <source>Recovered</source>
            <translation>已找回</translation>
        </message>
        <message>
            <source>Favourites</source>
            <translation>收藏</translation>
        </message>
        <message>
            <source>Courses</source>
            <translation>课程</translation>
        </message>
        <message>
            <source>No course</source>
            <translation>未归课程</translation>
        </message>
        <message>
            <source>New course…</source>
            <translation>新建课程…</translation>
        </message>
        <message>
            <source>Tags</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Filters</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>New filter…</source>
            <translation>新建筛选…</translation>
        </message>
        <message>
            <source>Bin</source>
            <translation>回收站</translation>
        </message>
        <message>
            <source>Import a file…</source>
            <translation>导入文件…</translation>
        </message>
        <message>
            <source>Private</source>
            <translation>私密</translation>
        </message>
        <message>
            <source>Another computer</source>
            <translation>另一台电脑</translation>
        </message>
        <message>
            <source>Kept here, {worker} understands now</source>
            <translation>保存在本机，正由 {worker} 识别</translation>
        </message>
        <message>
            <source>Stays on this computer</source>
            <translation>一切只存在这台电脑上</translation>
        </message>
        <message>
            <source>Understood on this computer now</source>
            <translation>正由本机识别</translation>
        </message>
        <message>
            <source>Kept here, {count} other computers are ready to understand</source>
            <translation>保存在本机，{count} 台其他电脑可以识别</translation>
        </message>
        <message>
            <source>Kept here, {worker} is ready to understand</source>
            <translation>保存在本机，{worker} 可以识别</translation>
        </message>
        <message>
            <source>Kept here, understood by {worker} if it answers</source>
            <translation>保存在本机，{worker} 有响应时由它识别</translation>
        </message>
        <message>
            <source>Stays on this computer: {worker} cannot be used now</source>
            <translation>只在本机：{worker} 现在无法使用</translation>
        </message>
        <message>
            <source>Stays on this computer: {worker} does not answer</source>
            <translation>只在本机：{worker} 没有响应</translation>
        </message>
        <message>
            <source>The sound goes to that computer to be understood, encrypted, and nothing of it is kept there.</source>
            <translation>声音会加密发送到那台电脑上识别，那里不会保留任何内容。</translation>
        </message>
        <message>
            <source>Room for about {hours} h more</source>
            <translation>还能存约 {hours} 小时</translation>
        </message>
        <message>
            <source>The disk is nearly full: {minutes} min left</source>
            <translation>磁盘快满了：还能存 {minutes} 分钟</translation>
        </message>
    </context>
    <context>
        <name>SideDelegate</name>
        <message>
            <source>Name of the course</source>
            <translation>课程名称</translation>
        </message>
    </context>
    <context>
        <name>SideList</name>
        <message>
            <source>Parts of the library</source>
            <translation>资料库分类</translation>
        </message>
        <message>
            <source>Empty the bin…</source>
            <translation>清空回收站…</translation>
        </message>
        <message>
            <source>Change…</source>
            <translation>修改…</translation>
        </message>
        <message>
            <source>Delete filter</source>
            <translation>删除筛选</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>重命名</translation>
        </message>
        <message>
            <source>Glossary, languages, export…</source>
            <translation>术语表、语言、导出…</translation>
        </message>
        <message>
            <source>Delete course…</source>
            <translation>删除课程…</translation>
        </message>
    </context>
    <context>
        <name>SidePanel</name>
        <message>
            <source>Places to review</source>
            <translation>待核对的地方</translation>
        </message>
        <message>
            <source>F8 plays the next one; Enter says that it is right.</source>
            <translation>按 F8 播放下一处；没有错就按 Enter。</translation>
        </message>
        <message>
            <source>To review</source>
            <translation>待核对</translation>
        </message>
        <message>
            <source>Speakers</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>F2 writes on it, Delete takes it away.</source>
            <translation>按 F2 写字，按 Delete 删除。</translation>
        </message>
        <message>
            <source>Notes and bookmarks</source>
            <translation>笔记和书签</translation>
        </message>
        <message>
            <source>Lines set aside</source>
            <translation>搁置的句子</translation>
        </message>
        <message>
            <source>What is missing</source>
            <translation>缺失的部分</translation>
        </message>
        <message>
            <source>Deleted lines</source>
            <translation>删掉的句子</translation>
        </message>
        <message>
            <source>A click or Enter brings a line back.</source>
            <translation>点一下或按 Enter，这一句就回来。</translation>
        </message>
        <message>
            <source>Versions of the transcript</source>
            <translation>文字稿的版本</translation>
        </message>
        <message>
            <source>A click or Enter compares a version with what is shown now.</source>
            <translation>点一下或按 Enter，和现在显示的版本比较。</translation>
        </message>
        <message>
            <source>Versions</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Understand again…</source>
            <translation>重新识别…</translation>
        </message>
        <message>
            <source>Set aside</source>
            <translation>已搁置</translation>
        </message>
        <message>
            <source>Missing</source>
            <translation>缺失</translation>
        </message>
        <message>
            <source>By the glossary</source>
            <translation>由术语表改动</translation>
        </message>
        <message>
            <source>For the glossary</source>
            <translation>可加入术语表</translation>
        </message>
        <message>
            <source>Recording</source>
            <translation>录音</translation>
        </message>
        <message numerus="yes">
            <source>%n place(s), about {minutes} min</source>
            <translation>
                <numerusform>%n 处，约 {minutes} 分钟</numerusform>
            </translation>
        </message>
        <message>
            <source>“{text}”</source>
            <translation>“{text}”</translation>
        </message>
        <message>
            <source>A click brings it back</source>
            <translation>点一下就能找回</translation>
        </message>
        <message>
            <source>Length</source>
            <translation>长度</translation>
        </message>
        <message>
            <source>{language}, {percent} % sure</source>
            <translation>{language}，把握 {percent} %</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Speech model</source>
            <translation>识别模型</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>stopped before the end</source>
            <translation>没到结尾就停了</translation>
        </message>
    </context>
    <context>
        <name>SilenceOffer</name>
        <message>
            <source>Nobody has been understood for {m} min.</source>
            <translation>已有 {m} 分钟没有识别到任何人说话。</translation>
        </message>
        <message>
            <source>In two minutes the recording stops by itself.</source>
            <translation>两分钟后录音会自动停止。</translation>
        </message>
        <message>
            <source>If it is over, the recording can be stopped.</source>
            <translation>如果已经结束，可以停止录音。</translation>
        </message>
        <message>
            <source>Keep recording</source>
            <translation>继续录音</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stopped by itself: nobody had been understood for {m} min.</source>
            <translation>已自动停止：连续 {m} 分钟没有识别到任何人说话。</translation>
        </message>
    </context>
    <context>
        <name>SoundMap</name>
        <message>
            <source>Play selection</source>
            <translation>播放所选内容</translation>
        </message>
        <message>
            <source>Repeat selection</source>
            <translation>循环播放所选内容</translation>
        </message>
        <message>
            <source>Export clip…</source>
            <translation>导出片段…</translation>
        </message>
    </context>
    <context>
        <name>SourceMenu</name>
        <message>
            <source>The system’s default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <source>Looking for devices…</source>
            <translation>正在查找设备…</translation>
        </message>
        <message>
            <source>No other device was found</source>
            <translation>没有找到别的设备</translation>
        </message>
    </context>
    <context>
        <name>SpeakerChip</name>
        <message>
            <source>{name}, not final yet</source>
            <translation>{name}，尚未确定</translation>
        </message>
        <message>
            <source>Named by you; the name is kept. Click to change it.</source>
            <translation>由您命名，名字会保留。点击可更改。</translation>
        </message>
        <message>
            <source>Found while recording and not final yet. Click to say who it is.</source>
            <translation>录音时识别，尚未确定。点击可指明是谁。</translation>
        </message>
    </context>
    <context>
        <name>SpeakerCountDialog</name>
        <message>
            <source>How many speakers?</source>
            <translation>有几个人在说话？</translation>
        </message>
        <message>
            <source>The speakers are told apart anew, which takes seconds. The text stays, and so do names and lines that you gave to somebody.</source>
            <translation>将重新分辨说话人，只需几秒钟。文字不变，您取的名字和指定了说话人的行也不变。</translation>
        </message>
        <message>
            <source>Find speakers</source>
            <translation>分辨说话人</translation>
        </message>
    </context>
    <context>
        <name>SpeakerCountField</name>
        <message>
            <source>As many as are heard</source>
            <translation>听到几个就是几个</translation>
        </message>
        <message>
            <source>Exactly</source>
            <translation>正好</translation>
        </message>
        <message>
            <source>From … to</source>
            <translation>范围</translation>
        </message>
        <message>
            <source>Number of speakers</source>
            <translation>说话人数</translation>
        </message>
        <message>
            <source>At least</source>
            <translation>至少</translation>
        </message>
        <message>
            <source>At most</source>
            <translation>至多</translation>
        </message>
    </context>
    <context>
        <name>SpeakerList</name>
        <message>
            <source>Speakers</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Alt and the number give the line with the caret to a speaker. A click goes on to them, F2 renames.</source>
            <translation>按 Alt 加数字，把光标所在的一行归给这个人。点一下跳到他接下来说话的地方，按 F2 改名。</translation>
        </message>
        <message>
            <source>Rename</source>
            <translation>改名</translation>
        </message>
        <message>
            <source>Merge into</source>
            <translation>合并到</translation>
        </message>
    </context>
    <context>
        <name>SpeakersArea</name>
        <message>
            <source>Speakers</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Find out who speaks after each recording and import</source>
            <translation>每次录音和导入后自动分辨说话人</translation>
        </message>
        <message>
            <source>It runs after the text and never holds it up. Names that you gave are never overwritten.</source>
            <translation>在文字完成后进行，不会耽误文字。您取的名字绝不会被覆盖。</translation>
        </message>
        <message>
            <source>Remember voices where I ask for it</source>
            <translation>在我要求时记住声音</translation>
        </message>
        <message>
            <source>Voices</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>A voice is remembered only for the people that you tick when you name them, and only in the courses below and in meetings without a course. It stays on this computer. Who sounds like somebody is suggested with how sure that is; nothing is written by itself.</source>
            <translation>只有取名时勾选的人，声音才会被记住，而且只限于下面勾选的课程和不属于任何课程的会议。声音只保存在这台电脑上。听起来像某人时只给出建议和把握大小，不会自动填写。</translation>
        </message>
        <message>
            <source>Remembered voices</source>
            <translation>已记住的声音</translation>
        </message>
        <message>
            <source>No voice is remembered.</source>
            <translation>没有记住任何声音。</translation>
        </message>
        <message>
            <source>Forgetting removes a voice for good. Vivavoce's own safety copies are made anew without it, at the latest at the next start; a backup that you keep elsewhere still holds it.</source>
            <translation>删除后声音无法恢复。Vivavoce 自己的安全备份最迟在下次启动时重新生成，其中不再含有它；您另存在别处的备份里仍然有。</translation>
        </message>
        <message>
            <source>Forget all voices…</source>
            <translation>删除所有声音…</translation>
        </message>
        <message>
            <source>In the course “{title}”</source>
            <translation>在课程“{title}”中</translation>
        </message>
        <message>
            <source>without a course</source>
            <translation>不属于任何课程</translation>
        </message>
        <message>
            <source>from {length} of speech</source>
            <translation>来自 {length} 的发言</translation>
        </message>
        <message>
            <source>Forget the voice of {name}</source>
            <translation>删除 {name} 的声音</translation>
        </message>
        <message>
            <source>Forget</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Voices that are remembered already stay until you forget them.</source>
            <translation>已经记住的声音会保留，直到您删除它们。</translation>
        </message>
        <message>
            <source>Voices are not remembered at all.</source>
            <translation>当前没有开启记住声音。</translation>
        </message>
        <message>
            <source>Forget all voices?</source>
            <translation>删除所有声音？</translation>
        </message>
        <message>
            <source>Nobody is known by their voice any more. Names in your meetings stay.</source>
            <translation>之后不再凭声音认出任何人。会议中的名字保留不变。</translation>
        </message>
        <message>
            <source>Forget all</source>
            <translation>全部删除</translation>
        </message>
    </context>
    <context>
        <name>SpeakingDesk</name>
        <message>
            <source>Speaker {number}</source>
            <translation>说话人 {number}</translation>
        </message>
    </context>
    <context>
        <name>SpeakingPanel</name>
        <message>
            <source>Finding out who speaks</source>
            <translation>正在分辨说话人</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Stop finding out who speaks</source>
            <translation>停止分辨说话人</translation>
        </message>
        <message>
            <source>Name speakers…</source>
            <translation>给说话人取名…</translation>
        </message>
        <message>
            <source>How many?…</source>
            <translation>有几个人？…</translation>
        </message>
        <message>
            <source>How many speakers are there?</source>
            <translation>有几个人在说话？</translation>
        </message>
        <message>
            <source>Find speakers</source>
            <translation>分辨说话人</translation>
        </message>
        <message>
            <source>Speakers</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Speaker</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Talk time</source>
            <translation>发言时长</translation>
        </message>
        <message>
            <source>Share</source>
            <translation>占比</translation>
        </message>
        <message>
            <source>Turns</source>
            <translation>发言次数</translation>
        </message>
        <message>
            <source>Longest turn</source>
            <translation>最长一次发言</translation>
        </message>
        <message>
            <source>Questions</source>
            <translation>提问</translation>
        </message>
        <message>
            <source>Silence</source>
            <translation>无人说话</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Speakers: waiting in line</source>
            <translation>分辨说话人：排队等候中</translation>
        </message>
        <message>
            <source>Sounds like somebody you know: {names}. Name speakers to say so.</source>
            <translation>听起来像是您认识的人：{names}。请在“给说话人取名”中确认。</translation>
        </message>
        <message numerus="yes">
            <source>%n speaker(s) hardly say anything. If they are none, say how many there were.</source>
            <translation>
                <numerusform>有 %n 个说话人几乎没有发言。如果不是真的有这些人，请告诉我们一共有几个人。</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy the talk times</source>
            <translation>复制发言时长</translation>
        </message>
        <message>
            <source>Puts the table on the clipboard. Nothing is sent anywhere.</source>
            <translation>把表格放到剪贴板，不会发送到任何地方。</translation>
        </message>
        <message>
            <source>time</source>
            <translation>时长</translation>
        </message>
        <message>
            <source>turns</source>
            <translation>次数</translation>
        </message>
        <message>
            <source>longest</source>
            <translation>最长</translation>
        </message>
        <message>
            <source>asks</source>
            <translation>提问</translation>
        </message>
        <message>
            <source>Nobody speaks for {length} of {whole}.</source>
            <translation>全长 {whole}，其中 {length} 无人说话。</translation>
        </message>
    </context>
    <context>
        <name>SpeechModelTable</name>
        <message>
            <source>Import from a folder…</source>
            <translation>从文件夹导入…</translation>
        </message>
        <message>
            <source>Import a zip…</source>
            <translation>导入压缩包…</translation>
        </message>
        <message>
            <source>Speech models</source>
            <translation>识别模型</translation>
        </message>
        <message>
            <source>Speech model</source>
            <translation>识别模型</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>来源</translation>
        </message>
        <message>
            <source>Check</source>
            <translation>校验</translation>
        </message>
        <message>
            <source>Progress of {name}</source>
            <translation>{name} 的进度</translation>
        </message>
        <message>
            <source>Damaged</source>
            <translation>已损坏</translation>
        </message>
        <message>
            <source>Matches</source>
            <translation>一致</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Repair</source>
            <translation>修复</translation>
        </message>
        <message>
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <source>In use</source>
            <translation>正在使用</translation>
        </message>
        <message>
            <source>Use</source>
            <translation>使用</translation>
        </message>
        <message>
            <source>More for {name}</source>
            <translation>{name} 的更多操作</translation>
        </message>
        <message>
            <source>Check every byte</source>
            <translation>逐字节校验</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation>移除…</translation>
        </message>
        <message>
            <source>Remove… (the one that always works stays)</source>
            <translation>移除…（保底的模型不能移除）</translation>
        </message>
        <message>
            <source>Remove… (in use; choose another first)</source>
            <translation>移除…（正在使用，请先换一个）</translation>
        </message>
        <message>
            <source>{title}, all languages</source>
            <translation>{title}，所有语言</translation>
        </message>
        <message>
            <source>Only {languages}</source>
            <translation>只有{languages}</translation>
        </message>
        <message>
            <source>With Vivavoce</source>
            <translation>Vivavoce 自带</translation>
        </message>
        <message>
            <source>Your own</source>
            <translation>自己的</translation>
        </message>
        <message>
            <source>{size} in your Vivavoce folder</source>
            <translation>Vivavoce 文件夹里共 {size}</translation>
        </message>
        <message>
            <source>Remove the speech model “{name}”?</source>
            <translation>移除识别模型“{name}”？</translation>
        </message>
        <message>
            <source>It can be downloaded again whenever you need it. No meeting is changed.</source>
            <translation>需要时随时可以再下载。会议不受影响。</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Choose the folder of a speech model</source>
            <translation>选择识别模型的文件夹</translation>
        </message>
        <message>
            <source>Choose the zip of a speech model</source>
            <translation>选择识别模型的压缩包</translation>
        </message>
        <message>
            <source>Zip files (*.zip)</source>
            <translation>压缩包 (*.zip)</translation>
        </message>
    </context>
    <context>
        <name>SplitDialog</name>
        <message>
            <source>Divide “{title}”</source>
            <translation>拆分“{title}”</translation>
        </message>
        <message>
            <source>It becomes two meetings, cut in the pause nearest to this time. It is {length} long. The whole stays in the bin as it is, until you empty it.</source>
            <translation>它会变成两场会议，在离这个时间最近的停顿处切开。全长 {length}。整段录音原样留在回收站，直到您清空它。</translation>
        </message>
        <message>
            <source>Divide</source>
            <translation>拆分</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
    </context>
    <context>
        <name>SplitSpeakerDialog</name>
        <message>
            <source>Not one voice</source>
            <translation>不是同一个人</translation>
        </message>
        <message>
            <source>Name of the other speaker</source>
            <translation>另一个说话人的名字</translation>
        </message>
        <message>
            <source>Name of the other speaker, if you know it</source>
            <translation>另一个说话人的名字（如果知道）</translation>
        </message>
        <message>
            <source>Split</source>
            <translation>分开</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Not all of {speaker} is one voice</source>
            <translation>{speaker} 的发言不都是同一个人说的</translation>
        </message>
        <message>
            <source>Tick the lines that somebody else says. A few are enough: the rest is told apart by them.</source>
            <translation>勾选别人说的行。几行就够了，其余的会据此自动分开。</translation>
        </message>
        <message>
            <source>Somebody else</source>
            <translation>是别人</translation>
        </message>
        <message>
            <source>Somebody else says at {time}: {text}</source>
            <translation>{time} 是别人说的：{text}</translation>
        </message>
        <message>
            <source>Hear {time}</source>
            <translation>播放 {time}</translation>
        </message>
        <message>
            <source>There is no sound to listen to.</source>
            <translation>没有可以播放的声音。</translation>
        </message>
        <message>
            <source>Tick at least one line.</source>
            <translation>请至少勾选一行。</translation>
        </message>
        <message>
            <source>Leave at least one line to {speaker}.</source>
            <translation>请至少给 {speaker} 留下一行。</translation>
        </message>
    </context>
    <context>
        <name>StagesCard</name>
        <message>
            <source>How long each stage took for the newest {count} places where live text grew, in milliseconds: half of them, 95 % and 99 % took no longer. The picture is bright where a stage was sure.</source>
            <translation>最近 {count} 处实时文字新增时各阶段所用的时间，单位为毫秒：一半、95 % 和 99 % 的情况不超过所示数值。图中越亮，表示该阶段越有把握。</translation>
        </message>
        <message>
            <source>Nothing was recorded since the program was started.</source>
            <translation>程序启动后还没有录过音。</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Share</source>
            <translation>占比</translation>
        </message>
        <message>
            <source>Capture</source>
            <translation>采集</translation>
        </message>
        <message>
            <source>Preparation</source>
            <translation>准备</translation>
        </message>
        <message>
            <source>of it detecting a voice</source>
            <translation>其中：检测人声</translation>
        </message>
        <message>
            <source>of it waiting for its turn</source>
            <translation>其中：等待轮到</translation>
        </message>
        <message>
            <source>Inference</source>
            <translation>识别</translation>
        </message>
        <message>
            <source>of it encoder</source>
            <translation>其中：编码</translation>
        </message>
        <message>
            <source>of it decoder</source>
            <translation>其中：解码</translation>
        </message>
        <message>
            <source>Until it is certain</source>
            <translation>直到确定</translation>
        </message>
        <message>
            <source>Post-processing</source>
            <translation>后处理</translation>
        </message>
        <message>
            <source>Saving</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>Showing</source>
            <translation>显示</translation>
        </message>
        <message>
            <source>The whole way</source>
            <translation>全程</translation>
        </message>
        <message>
            <source>Picture of the stages</source>
            <translation>各阶段的图</translation>
        </message>
        <message>
            <source>Framing</source>
            <translation>分帧</translation>
        </message>
        <message>
            <source>Detection</source>
            <translation>检测</translation>
        </message>
    </context>
    <context>
        <name>StagesPicture</name>
        <message>
            <source>Framing, detection and inference over time</source>
            <translation>分帧、检测和识别随时间的变化</translation>
        </message>
    </context>
    <context>
        <name>TagDialog</name>
        <message>
            <source>Tags of “{title}”</source>
            <translation>“{title}”的标签</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
        <message>
            <source>, </source>
            <translation>，</translation>
        </message>
        <message>
            <source>exam, week 3</source>
            <translation>考试，第三周</translation>
        </message>
        <message>
            <source>Tags, with commas</source>
            <translation>标签，用逗号分开</translation>
        </message>
        <message>
            <source>In use: {tags}</source>
            <translation>已有标签：{tags}</translation>
        </message>
    </context>
    <context>
        <name>TalkStrip</name>
        <message>
            <source>Who spoke when</source>
            <translation>谁在什么时候说话</translation>
        </message>
        <message>
            <source>{name}: {share} %, {length}</source>
            <translation>{name}：{share}%，{length}</translation>
        </message>
    </context>
    <context>
        <name>TelephoneWatch</name>
        <message>
            <source>“{device}” is in telephone quality.</source>
            <translation>“{device}”只有电话音质。</translation>
        </message>
    </context>
    <context>
        <name>TimeField</name>
        <message>
            <source>Up and down move it by 0.1 s, with Shift by 1 s.</source>
            <translation>按上下键移动 0.1 秒，按住 Shift 移动 1 秒。</translation>
        </message>
    </context>
    <context>
        <name>TimeLeft</name>
        <message>
            <source>a few seconds left</source>
            <translation>还要几秒</translation>
        </message>
        <message>
            <source>about %1 s left</source>
            <translation>约剩 %1 秒</translation>
        </message>
        <message>
            <source>about %1 min left</source>
            <translation>约剩 %1 分钟</translation>
        </message>
        <message>
            <source>about %1 h %2 min left</source>
            <translation>约剩 %1 小时 %2 分</translation>
        </message>
    </context>
    <context>
        <name>TitleLine</name>
        <message>
            <source>Title of the meeting</source>
            <translation>会议标题</translation>
        </message>
        <message>
            <source>Double click or F2 to change the title</source>
            <translation>双击或按 F2 修改标题</translation>
        </message>
    </context>
    <context>
        <name>Traces</name>
        <message>
            <source>Backups of your own or of your system, exported files and the original file are not touched.</source>
            <translation>您自己或系统做的备份、导出的文件和原始文件不受影响。</translation>
        </message>
        <message>
            <source>This kind of file system may keep old contents in snapshots for a while.</source>
            <translation>这种文件系统可能会在快照里把旧内容保留一段时间。</translation>
        </message>
        <message>
            <source>It cannot be told whether this file system keeps old contents.</source>
            <translation>无法判断这个文件系统是否会保留旧内容。</translation>
        </message>
        <message>
            <source>The library lies on another computer or a synchronised folder, which may keep copies.</source>
            <translation>资料库在另一台电脑或同步文件夹里，那里可能留有副本。</translation>
        </message>
        <message>
            <source>A flash drive may keep overwritten pieces out of reach; an encrypted drive protects them.</source>
            <translation>固态硬盘可能在无法触及的地方留下被覆盖的片段；加密硬盘可以保护它们。</translation>
        </message>
    </context>
    <context>
        <name>TrackLevels</name>
        <message>
            <source>Hear again: {track}</source>
            <translation>取消静音：{track}</translation>
        </message>
        <message>
            <source>Mute: {track}</source>
            <translation>静音：{track}</translation>
        </message>
        <message>
            <source>Loudness: {track}</source>
            <translation>音量：{track}</translation>
        </message>
    </context>
    <context>
        <name>TrackStrip</name>
        <message>
            <source>Level of {track}</source>
            <translation>{track}音量</translation>
        </message>
        <message>
            <source>{track}: another device…</source>
            <translation>{track}：换设备…</translation>
        </message>
        <message>
            <source>no device</source>
            <translation>没有设备</translation>
        </message>
        <message>
            <source>no speech heard yet</source>
            <translation>还没有人说话</translation>
        </message>
        <message>
            <source>paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>no sound</source>
            <translation>无声</translation>
        </message>
    </context>
    <context>
        <name>TranscriptPlace</name>
        <message>
            <source>Back to the library</source>
            <translation>回到资料库</translation>
        </message>
        <message>
            <source>Nothing to read yet</source>
            <translation>还没有文字</translation>
        </message>
        <message>
            <source>The first lines appear here while it works.</source>
            <translation>识别时，头几句会先出现在这里。</translation>
        </message>
        <message>
            <source>No speech was found</source>
            <translation>没有找到说话声</translation>
        </message>
        <message>
            <source>The recording can be heard, but nobody was heard speaking in it.</source>
            <translation>录音能听，但里面没听到有人说话。</translation>
        </message>
        <message>
            <source>Nothing to read</source>
            <translation>没有文字</translation>
        </message>
        <message>
            <source>It stopped before the first words.</source>
            <translation>还没听到第一句就停了。</translation>
        </message>
        <message>
            <source>Opening…</source>
            <translation>正在打开…</translation>
        </message>
    </context>
    <context>
        <name>TranscriptView</name>
        <message>
            <source>Transcript</source>
            <translation>文字稿</translation>
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
            <source>Copy as quotation</source>
            <translation>复制为引文</translation>
        </message>
        <message>
            <source>Paste</source>
            <translation>粘贴</translation>
        </message>
        <message>
            <source>Select all</source>
            <translation>全选</translation>
        </message>
        <message>
            <source>Play from here</source>
            <translation>从这里播放</translation>
        </message>
        <message>
            <source>Play selection</source>
            <translation>播放所选内容</translation>
        </message>
        <message>
            <source>Repeat selection</source>
            <translation>循环播放所选内容</translation>
        </message>
        <message>
            <source>Export clip…</source>
            <translation>导出片段…</translation>
        </message>
        <message>
            <source>Change times…</source>
            <translation>修改时间…</translation>
        </message>
    </context>
    <context>
        <name>TypingHands</name>
        <message>
            <source>Speaker {number}</source>
            <translation>说话人 {number}</translation>
        </message>
        <message>
            <source>These two lines are of different tracks and stay apart.</source>
            <translation>这两行来自不同的声道，不能合并。</translation>
        </message>
        <message>
            <source>Over several lines only whole lines can be deleted.</source>
            <translation>选中多行时，只能整行删除。</translation>
        </message>
    </context>
    <context>
        <name>UnsavedWatch</name>
        <message>
            <source>Some changes are not saved</source>
            <translation>有些修改还没保存</translation>
        </message>
        <message>
            <source>The disk does not take them. Make room or connect it again; closing now loses these changes.</source>
            <translation>磁盘写不进去。请腾出空间，或重新连接磁盘；现在关闭会丢失这些修改。</translation>
        </message>
        <message>
            <source>Close and lose them</source>
            <translation>关闭并放弃修改</translation>
        </message>
        <message>
            <source>Stay</source>
            <translation>先不关闭</translation>
        </message>
    </context>
    <context>
        <name>VersionCounts</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n 行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n edit(s) of yours</source>
            <translation>
                <numerusform>你改过 %n 次</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Versions</name>
        <message>
            <source>Heard live</source>
            <translation>录音时识别的</translation>
        </message>
        <message>
            <source>Understood again</source>
            <translation>重新识别的</translation>
        </message>
        <message>
            <source>As recognised</source>
            <translation>最初识别的</translation>
        </message>
        <message>
            <source>From a file</source>
            <translation>从文件导入的</translation>
        </message>
        <message>
            <source>Brought back</source>
            <translation>恢复的版本</translation>
        </message>
        <message>
            <source>Waits for your answer: {version}</source>
            <translation>等您决定：{version}</translation>
        </message>
        <message>
            <source>Shown now: {version}</source>
            <translation>现在显示：{version}</translation>
        </message>
        <message>
            <source>{version}, before your edits, {moment}</source>
            <translation>{version}，你修改之前，{moment}</translation>
        </message>
        <message>
            <source>Shown now: {version}, {moment}</source>
            <translation>现在显示：{version}，{moment}</translation>
        </message>
        <message>
            <source>{version}, {moment}</source>
            <translation>{version}，{moment}</translation>
        </message>
    </context>
    <context>
        <name>VersionsDesk</name>
        <message>
            <source>The line is back. Undo takes it out again.</source>
            <translation>这一句回来了。撤销可以再去掉。</translation>
        </message>
        <message>
            <source>A new version is made from the sound, with the speech model “{model}”. What you wrote, accepted, deleted or named stays. What is shown now is kept. Where you edited words, you see first what would change, and take all of it, some places, or nothing.</source>
            <translation>将用语音模型“{model}”根据录音生成新版本。您写的、采纳的、删除的和起的名字都不变，现在的版本也会保留。如果您改过文字，会先让您看到有哪些改动，再决定全部采用、采用几处，还是都不要。</translation>
        </message>
        <message>
            <source>Understand this recording again?</source>
            <translation>重新识别这份录音？</translation>
        </message>
        <message>
            <source>Understand again</source>
            <translation>重新识别</translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) of yours will not be touched.</source>
            <translation>
                <numerusform>你改过的 %n 行不会动。</numerusform>
            </translation>
        </message>
        <message>
            <source>It is being understood again. You can go on working; nothing of yours is lost.</source>
            <translation>正在重新识别。你可以继续编辑，你做的修改不会丢。</translation>
        </message>
        <message numerus="yes">
            <source>%n place(s) changed</source>
            <translation>
                <numerusform>改了 %n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>Understood again: {changed}.</source>
            <translation>重新识别完成：{changed}。</translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) of yours kept</source>
            <translation>
                <numerusform>保留了你的 %n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Understood again: {changed}, {kept}.</source>
            <translation>重新识别完成：{changed}，{kept}。</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>This place was changed since; compare again to see what stands there now.</source>
            <translation>这一处后来又改过；请重新比较，看看现在的文字。</translation>
        </message>
        <message>
            <source>The older version is shown again. The one before it is kept in the list of versions.</source>
            <translation>已恢复较早的版本。刚才的版本留在版本列表里。</translation>
        </message>
    </context>
    <context>
        <name>VersionsDialog</name>
        <message>
            <source>Versions</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Older version</source>
            <translation>较早的版本</translation>
        </message>
        <message>
            <source>Newer version</source>
            <translation>较新的版本</translation>
        </message>
        <message>
            <source>Take the older words here</source>
            <translation>这一处用较早的文字</translation>
        </message>
        <message>
            <source>Bring the older version back</source>
            <translation>恢复较早的版本</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Before</source>
            <translation>之前</translation>
        </message>
        <message>
            <source>After</source>
            <translation>之后</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation>正在比较…</translation>
        </message>
        <message>
            <source>Words go into what is shown now; choose that on the right.</source>
            <translation>词句会写进现在显示的版本；请在右边选择它。</translation>
        </message>
        <message>
            <source>Choose a place in the list first.</source>
            <translation>请先在列表中选择一处。</translation>
        </message>
        <message>
            <source>This version is shown now.</source>
            <translation>现在显示的就是这个版本。</translation>
        </message>
        <message>
            <source>Both say the same.</source>
            <translation>两个版本的文字相同。</translation>
        </message>
        <message numerus="yes">
            <source>They differ in %n place(s); the first {most} are listed.</source>
            <translation>
                <numerusform>有 %n 处不同，这里列出前 {most} 处。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>They differ in %n place(s). Enter goes there; several can be chosen and taken back at once.</source>
            <translation>
                <numerusform>有 %n 处不同。按 Enter 跳到那里；可以选中几处一起改回来。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Views</name>
        <message>
            <source>All meetings</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>Unfinished</source>
            <translation>未完成</translation>
        </message>
        <message>
            <source>Recovered</source>
            <translation>已找回</translation>
        </message>
        <message>
            <source>Favourites</source>
            <translation>收藏</translation>
        </message>
        <message>
            <source>No course</source>
            <translation>未归课程</translation>
        </message>
        <message>
            <source>Bin</source>
            <translation>回收站</translation>
        </message>
        <message>
            <source>Set aside</source>
            <translation>已搁置</translation>
        </message>
        <message>
            <source>No line was set aside.</source>
            <translation>没有搁置任何句子。</translation>
        </message>
        <message>
            <source>Everything is finished.</source>
            <translation>全都完成了。</translation>
        </message>
        <message>
            <source>Nothing was interrupted.</source>
            <translation>没有中断过的录音。</translation>
        </message>
        <message>
            <source>No favourites yet. A meeting's menu makes it one.</source>
            <translation>还没有收藏。在会议的菜单里可以收藏它。</translation>
        </message>
        <message>
            <source>No meeting is like this.</source>
            <translation>没有符合的会议。</translation>
        </message>
        <message>
            <source>The bin is empty.</source>
            <translation>回收站是空的。</translation>
        </message>
        <message>
            <source>This course is empty. Drop recordings here, or drag meetings onto its name.</source>
            <translation>这门课还是空的。把录音拖到这里，或者把会议拖到课程名上。</translation>
        </message>
    </context>
    <context>
        <name>Waveform</name>
        <message>
            <source>Sound in detail</source>
            <translation>局部波形</translation>
        </message>
    </context>
    <context>
        <name>WhoBar</name>
        <message>
            <source>Who speaks</source>
            <translation>谁在说话</translation>
        </message>
    </context>
    <context>
        <name>WindowFrame</name>
        <message>
            <source>Drop to import</source>
            <translation>松手就导入</translation>
        </message>
    </context>
    <context>
        <name>WorkerRow</name>
        <message>
            <source>Ask {name}</source>
            <translation>使用 {name}</translation>
        </message>
        <message>
            <source>Not looked at yet</source>
            <translation>尚未检查</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>已关闭</translation>
        </message>
        <message>
            <source>Remove…</source>
            <translation>移除…</translation>
        </message>
        <message>
            <source>Remove {name}</source>
            <translation>移除 {name}</translation>
        </message>
        <message>
            <source>Asking it…</source>
            <translation>正在询问…</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>{speed}× as fast as speech</source>
            <translation>语速的 {speed} 倍</translation>
        </message>
        <message>
            <source>{ms} ms away</source>
            <translation>往返 {ms} 毫秒</translation>
        </message>
        <message>
            <source>It has no speech model yet: install one there.</source>
            <translation>那里还没有语音模型：请在那台电脑上安装。</translation>
        </message>
        <message>
            <source>Busy</source>
            <translation>繁忙</translation>
        </message>
        <message>
            <source>Not trusted</source>
            <translation>未受信任</translation>
        </message>
        <message>
            <source>Not reachable</source>
            <translation>无法连接</translation>
        </message>
        <message>
            <source>Not used yet</source>
            <translation>尚未使用</translation>
        </message>
        <message>
            <source>Last used {moment}</source>
            <translation>上次使用：{moment}</translation>
        </message>
    </context>
    <context>
        <name>WorkersArea</name>
        <message>
            <source>Other computers</source>
            <translation>其他电脑</translation>
        </message>
        <message>
            <source>Paired computers</source>
            <translation>已配对的电脑</translation>
        </message>
        <message>
            <source>No computer is paired yet.</source>
            <translation>还没有配对任何电脑。</translation>
        </message>
        <message>
            <source>Found in this network</source>
            <translation>在此网络中找到</translation>
        </message>
        <message>
            <source>Search again</source>
            <translation>再次搜索</translation>
        </message>
        <message>
            <source>Searching…</source>
            <translation>正在搜索…</translation>
        </message>
        <message>
            <source>Let a faster computer understand</source>
            <translation>让更快的电脑来识别</translation>
        </message>
        <message>
            <source>A computer in your network with a good graphics card can turn speech into words for this one: sooner, and with better speech models. The sound goes to that computer alone, encrypted, and nothing of it is kept there. If it is off or away, this computer goes on by itself.</source>
            <translation>同一网络中配有较好显卡的电脑可以替这台电脑把语音变成文字：更快，也能用更好的语音模型。声音只会加密发送到那台电脑，那里不会留存任何内容。它关机或不在时，这台电脑会自己继续。</translation>
        </message>
        <message>
            <source>1.  Install Vivavoce on the other computer, and start there: vivavoce worker pair</source>
            <translation>1.  在另一台电脑上安装 Vivavoce，并在那里运行：vivavoce worker pair</translation>
        </message>
        <message>
            <source>2.  It shows six digits. Choose “Add a computer…” here, and type them.</source>
            <translation>2.  它会显示六位数字。在这里选择“添加电脑…”，然后输入这些数字。</translation>
        </message>
        <message>
            <source>3.  Then start there, and leave running: vivavoce worker serve</source>
            <translation>3.  然后在那里运行并保持开启：vivavoce worker serve</translation>
        </message>
        <message>
            <source>Add a computer…</source>
            <translation>添加电脑…</translation>
        </message>
        <message>
            <source>The list of paired computers was damaged. It is kept aside; add them again.</source>
            <translation>已配对电脑的列表已损坏，原文件另行保留；请重新添加这些电脑。</translation>
        </message>
        <message>
            <source>Whom you find here is not trusted yet; the six digits see to that.</source>
            <translation>这里找到的电脑尚未受信任；输入六位数字后才会建立信任。</translation>
        </message>
        <message>
            <source>No other computer shows itself. You can add one by its name or address all the same.</source>
            <translation>没有发现其他电脑。您仍可以按名称或地址添加。</translation>
        </message>
        <message>
            <source>Shows its code now</source>
            <translation>正在显示数字</translation>
        </message>
        <message>
            <source>Start there first: vivavoce worker pair</source>
            <translation>请先在那里运行：vivavoce worker pair</translation>
        </message>
        <message>
            <source>Add…</source>
            <translation>添加…</translation>
        </message>
        <message>
            <source>Add {name}</source>
            <translation>添加 {name}</translation>
        </message>
        <message>
            <source>Paired with {name}. It is asked first from now on, whenever it answers.</source>
            <translation>已与 {name} 配对。今后只要它有回应，就先由它识别。</translation>
        </message>
        <message>
            <source>Remove {name}?</source>
            <translation>移除 {name}？</translation>
        </message>
        <message>
            <source>It is not asked any more. To use it again, it has to be paired again with new digits.</source>
            <translation>今后不再使用它。要再次使用，需要用新的数字重新配对。</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
    </context>
    <context>
        <name>_Delegate</name>
        <message>
            <source>Words of the note or bookmark</source>
            <translation>笔记或书签的文字</translation>
        </message>
        <message>
            <source>What is it about?</source>
            <translation>写点什么？</translation>
        </message>
        <message>
            <source>Name of the speaker</source>
            <translation>说话人的名字</translation>
        </message>
    </context>
    <context>
        <name>_Model</name>
        <message>
            <source>{time}, before: {old}, after: {new}</source>
            <translation>{time}，之前：{old}，之后：{new}</translation>
        </message>
    </context>
    <context>
        <name>_Pane</name>
        <message>
            <source>File to look at</source>
            <translation>要看的文件</translation>
        </message>
        <message>
            <source>Preview</source>
            <translation>预览</translation>
        </message>
        <message>
            <source>Preparing…</source>
            <translation>正在准备…</translation>
        </message>
        <message>
            <source>Word</source>
            <translation>Word</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
    </context>
    <context>
        <name>_Question</name>
        <message>
            <source>Back</source>
            <translation>返回</translation>
        </message>
        <message>
            <source>Replace</source>
            <translation>替换</translation>
        </message>
        <message>
            <source>Keep both</source>
            <translation>都保留</translation>
        </message>
        <message>
            <source>The new ones get a number, such as “(2)”</source>
            <translation>新文件会加上编号，比如“(2)”</translation>
        </message>
    </context>
    <context>
        <name>_Result</name>
        <message>
            <source>Show in folder</source>
            <translation>在文件夹中显示</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>完成</translation>
        </message>
    </context>
    <context>
        <name>_Times</name>
        <message>
            <source>Position</source>
            <translation>位置</translation>
        </message>
    </context>
    <context>
        <name>_Where</name>
        <message>
            <source>Change…</source>
            <translation>更改…</translation>
        </message>
        <message>
            <source>Change the folder</source>
            <translation>更改文件夹</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Saves to</source>
            <translation>保存到</translation>
        </message>
    </context>
</TS>
