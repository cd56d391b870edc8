from engine.contract.error_report import ErrorReport, ReportedError, from_report, to_report
from engine.contract.errors import DiskFull, WorkerUnreachable


def test_an_error_comes_out_of_its_report_as_it_went_in():
    error = from_report(to_report(DiskFull("/home/ann")))
    assert isinstance(error, DiskFull)
    assert (error.folder, str(error)) == ("/home/ann", DiskFull("/home/ann").sentence)


def test_a_trouble_of_a_newer_version_still_says_its_sentence():
    error = from_report(ErrorReport("MoonInTheWay", {}, "The moon is in the way."))
    assert isinstance(error, ReportedError)
    assert str(error) == "The moon is in the way."


def test_a_known_trouble_with_fields_of_another_version_still_says_its_sentence():
    error = from_report(ErrorReport(WorkerUnreachable.__name__, {"planet": "Mars"}, "Mars does not answer."))
    assert isinstance(error, ReportedError)
    assert str(error) == "Mars does not answer."
