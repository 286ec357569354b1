"""Does an answer say what it must, where it must, with the sources that carry it?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.answer import Section
from arbiter_fhir.evals.answers.cases import ExpectedClaim, InterviewQuestion
from arbiter_fhir.evals.answers.seen import Reply, Statement
from arbiter_fhir.evals.answers.sources import GUIDELINE, Sources
from arbiter_fhir.evals.answers.support import EVIDENCED

__all__ = ["MatchedClaim", "citation_problems", "claim_problems", "match_claims", "stands_in"]


@dataclass(frozen=True, slots=True)
class MatchedClaim:
    """A claim with the statement that says it, ``None`` where none does; `missing` are keys that it does not cite."""

    claim: ExpectedClaim
    statement: Statement | None
    missing: tuple[str, ...] = ()

    @property
    def expected(self) -> int:
        """How many citations it asks for."""
        return len(self.claim.sources)


def stands_in(text: str, wanted: str) -> bool:
    """Whether a word, number or phrase stands in a text as such: ``7.1`` does not stand in ``17.1`` or ``7.12``."""
    before = r"(?<![A-Za-z0-9])(?<!\d\.)" if wanted[:1].isalnum() else ""
    after = r"(?![A-Za-z0-9])(?!\.\d)" if wanted[-1:].isalnum() else ""
    return re.search(before + re.escape(wanted) + after, text, re.IGNORECASE) is not None


def _says(statement: Statement, claim: ExpectedClaim) -> bool:
    text = statement.text
    return (
        statement.section is claim.section
        and any(name.casefold() in text.casefold() for name in claim.subject)
        and all(stands_in(text, part) for part in (claim.value, claim.unit) if part)
        and claim.date in text
        and all(word.casefold() in text.casefold() for word in claim.words)
        and not any(word.casefold() in text.casefold() for word in claim.never)
    )


def match_claims(question: InterviewQuestion, reply: Reply, sources: Sources) -> tuple[MatchedClaim, ...]:
    """Every expected claim with the statement that says it, the one that cites best where several do."""
    return tuple(
        _match(claim, reply.statements, sources)
        for claim in question.claims
        if not claim.optional or _spoken_of(claim, reply)
    )


def _spoken_of(claim: ExpectedClaim, reply: Reply) -> bool:
    own = [statement.text.casefold() for statement in reply.of(claim.section)]
    return any(name.casefold() in text for name in claim.subject for text in own)


def _match(claim: ExpectedClaim, statements: Sequence[Statement], sources: Sources) -> MatchedClaim:
    best = MatchedClaim(claim, None, claim.sources)
    for statement in statements:
        if not _says(statement, claim):
            continue
        missing = _missing(claim, statement, sources)
        if best.statement is None or len(missing) < len(best.missing):
            best = MatchedClaim(claim, statement, missing)
    return best


def _missing(claim: ExpectedClaim, statement: Statement, sources: Sources) -> tuple[str, ...]:
    cited = [citation for citation in statement.citations if claim.page is None or citation.page in {None, claim.page}]
    return tuple(key for key in claim.sources if key not in sources.keys_of(cited))


def claim_problems(question: InterviewQuestion, reply: Reply, matched: Sequence[MatchedClaim]) -> list[str]:
    """What an answer does not say, or says and must not."""
    if reply.refusal:
        return [f"an answer was expected and the refusal {reply.refusal} came"]
    problems = [f"nothing says {_described(each.claim)}" for each in matched if each.statement is None]
    text = reply.text.casefold()
    problems += [f"the answer says {word!r}" for word in question.never if word.casefold() in text]
    found = "\n".join(each.text for each in reply.of(Section.PATIENT_FINDINGS)).casefold()
    problems += [f"{word!r} stands among the findings" for word in question.never_found if word.casefold() in found]
    if question.unguided and any(each.source_type == GUIDELINE for each in reply.citations):
        problems.append("a guideline is cited and none was asked for")
    return problems


def _described(claim: ExpectedClaim) -> str:
    parts = [claim.subject[0], claim.value, claim.unit, claim.date, *claim.words]
    without = f" without {', '.join(claim.never)}" if claim.never else ""
    return f"{' '.join(part for part in parts if part)!r}{without} under {claim.section.value}"


def citation_problems(
    question: InterviewQuestion, reply: Reply, matched: Sequence[MatchedClaim], sources: Sources
) -> list[str]:
    """What is not cited that must be, and what is cited that must not be."""
    problems = [
        f"{_described(each.claim)} does not cite {', '.join(each.missing)}"
        for each in matched
        if each.statement is not None and each.missing
    ]
    cited = sources.keys_of(citation for each in reply.of(*EVIDENCED) for citation in each.citations)
    if question.only:
        problems += [f"it cites {key}" for key in sorted(cited - set(question.only))]
    problems += [f"it cites {key}" for key in question.never_cites if key in cited]
    return problems
