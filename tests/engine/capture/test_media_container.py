"""Tests of opening media: a file reaches nothing but itself."""

import contextlib
import socket
from pathlib import Path

import av
import pytest

from engine.capture.media_container import DEMUXERS, open_media, shown_name
from engine.contract.cancellation import Cancellation
from engine.contract.errors import MediaError, MediaRefused, NoAudioFound
from tests.builders.media_files import Track, make_media, make_wav, voice

M3U8 = "#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXTINF:11.5,\n{target}\n#EXT-X-ENDLIST\n"
PLAYLISTS = {
    "hls.m3u8": M3U8,
    "hls_called.mp3": M3U8,
    "hls_with_mark.wav": "\ufeff\n\n" + M3U8,
    "plain.m3u": "{target}\n",
    "address.wav": "{target}\n",
    "concat.txt": "ffconcat version 1.0\nfile '{target}'\n",
    "concat_without_head.mp3": "# my list\nfile '{target}'\n",
    "list.pls": "[playlist]\nFile1={target}\nNumberOfEntries=1\n",
    "session.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n",
    "dash.mpd": "<?xml version='1.0'?><MPD><Period><BaseURL>{target}</BaseURL></Period></MPD>",
    "old.asx": "<asx version='3.0'><entry><ref href='{target}'/></entry></asx>",
    "shared.xspf": "<?xml version='1.0'?><playlist xmlns='http://xspf.org/ns/0/'><track>{target}</track></playlist>",
    "real.ram": "rtsp://127.0.0.1/x\n",
    "show.smil": "<smil><body><audio src='{target}'/></body></smil>",
    "link.url": "[InternetShortcut]\nURL={target}\n",
}


@pytest.mark.parametrize("name", PLAYLISTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_playlists_are_refused_by_content(name: str, encoding: str, tmp_path: Path) -> None:
    """Case 95: no second file is opened, no address is asked."""
    make_media(tmp_path / "seg0.ts", Track(voice(2), "mp2"), container="mpegts")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        for target in ("seg0.ts", str(tmp_path / "seg0.ts"), f"http://127.0.0.1:{port}/seg0.ts"):
            if name == "address.wav" and "://" not in target:
                continue  # a text with a word in it; no list of anything
            (tmp_path / name).write_text(PLAYLISTS[name].format(target=target), encoding=encoding)
            with pytest.raises(MediaRefused, match="list of other files"), open_media(tmp_path / name):
                pass
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_playlist_behind_a_disguise_is_not_followed(tmp_path: Path) -> None:
    """Case 95: what our own look does not recognise, FFmpeg's list of containers stops."""
    make_media(tmp_path / "seg0.ts", Track(voice(2), "mp2"), container="mpegts")
    (tmp_path / "list.mp3").write_bytes(b"#EXTM3U\n#\0\n" + M3U8.format(target="seg0.ts").encode())
    with pytest.raises(MediaError), open_media(tmp_path / "list.mp3"):
        pass


def test_the_list_of_containers_holds_nothing_that_opens_other_files() -> None:
    """Case 95."""
    allowed = set(DEMUXERS.split(","))
    assert not allowed & {
        "hls", "applehttp", "concat", "dash", "sdp", "rtsp", "rtp", "sap", "mpd", "image2", "image2pipe", "lavfi",
        "tty", "ffmetadata", "webm_dash_manifest", "imf", "mlv", "avisynth", "vapoursynth", "srt", "webvtt", "ass",
        "rawvideo",
    }  # fmt: skip


def test_every_container_on_the_list_is_known_to_ffmpeg() -> None:
    for name in DEMUXERS.split(","):
        assert av.ContainerFormat(name, "r").is_input


def test_ordinary_text_is_no_playlist(tmp_path: Path) -> None:
    for number, text in enumerate(
        ["minutes of the meeting\nfile it please\n", "<html><body>x</body></html>", "{}", "a: b"]
    ):
        path = tmp_path / f"{number}.mp3"
        path.write_text(text)
        with pytest.raises(NoAudioFound), open_media(path):
            pass


def test_a_cancelled_read_ends_early(tmp_path: Path) -> None:
    path = make_wav(tmp_path / "talk.wav", voice(5))
    cancellation = Cancellation()
    with open_media(path, cancellation) as media:
        assert media.file.peek(0, 4) == b"RIFF"
        cancellation.request()
        assert media.file.read(100) == b""


def test_a_place_that_cannot_be_is_no_error_of_ours(tmp_path: Path) -> None:
    with open_media(make_wav(tmp_path / "talk.wav", voice(1))) as media:
        assert media.file.seek(-5) < 0
        assert media.file.seek(0) == 0


def test_the_shown_name_is_one_line_of_text() -> None:
    assert shown_name(Path("a\nb\x1b[1m.wav")) == "a\ufffdb\ufffd[1m.wav"
    assert shown_name(Path("talk\udce9.wav")) == "talk\ufffd.wav"
    assert shown_name(Path("会议 é.wav")) == "会议 é.wav"


def test_a_file_is_closed_whatever_happens(tmp_path: Path) -> None:
    path = make_wav(tmp_path / "talk.wav", voice(1))
    with contextlib.suppress(RuntimeError), open_media(path):
        raise RuntimeError
    path.unlink()
