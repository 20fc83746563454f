from edison.text import sent_name, sent_names


def test_what_providers_refuse_is_replaced_and_no_two_names_become_one() -> None:
    names = ["math.factorial", "math factorial", "math_factorial", "añadir", "x" * 70, ""]

    sent = sent_names(names)

    assert sent["math_factorial"] == "math_factorial"
    assert sent["math.factorial"] == "math_factorial_2"
    assert sent["math factorial"] == "math_factorial_3"
    assert (sent["añadir"], sent[""]) == ("a_adir", "_")
    assert sent["x" * 70] == "x" * 64 == sent_name("x" * 70)
    assert len(set(sent.values())) == len(names)
