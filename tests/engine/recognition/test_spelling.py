from engine.recognition.spelling import is_same_spelling


def test_english_models_write_alike_and_all_others_do():
    assert is_same_spelling("tiny.en", "base.en")
    assert is_same_spelling("tiny", "large-v3")
    assert not is_same_spelling("tiny", "tiny.en")
