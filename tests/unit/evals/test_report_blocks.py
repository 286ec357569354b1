from arbiter_fhir.evals.report_blocks import number


def test_a_rate_has_four_digits_and_what_was_not_measured_is_no_number() -> None:
    assert number(1) == "1.0000"
    assert number(0.51236, 3) == "0.512"
    assert number(None) == "not measured"
