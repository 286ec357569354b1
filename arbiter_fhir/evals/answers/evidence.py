"""What a rubric judges of an interview: each question with its reply, and what the clinic shows afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from arbiter_fhir.evals.answers.cases import Interview, InterviewQuestion
from arbiter_fhir.evals.answers.claims import MatchedClaim, citation_problems, claim_problems, match_claims
from arbiter_fhir.evals.answers.seen import Reply
from arbiter_fhir.evals.answers.sources import GUIDELINE, Sources
from arbiter_fhir.evals.answers.support import EVIDENCED, is_right_mark, support_problems

__all__ = ["InterviewEvidence", "InterviewObservation", "QuestionEvidence"]


@dataclass(frozen=True, slots=True)
class InterviewObservation:
    """An interview, observed.

    Attributes:
        replies: By the question's key; those that were not reached are left out.
        sources: What may be cited.
        failure: Code or class of what ended it; empty where every question was asked.
        logs: All that was written to standard output and standard error meanwhile.
        stored: All text that the product's own tables hold about the person afterwards.
        prompts: All that was sent to a language model.
        seconds: Wall time; `answer_seconds` of each question.
    """

    interview_id: str
    replies: Mapping[str, Reply]
    sources: Sources
    failure: str
    logs: str
    stored: str = ""
    prompts: str = ""
    seconds: float = 0.0
    answer_seconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class QuestionEvidence:
    """A question with its reply.

    Attributes:
        reply: ``None`` where the interview did not get there; then `failure` says why.
        strangers: Markers of everybody else.
    """

    interview: Interview
    question: InterviewQuestion
    reply: Reply | None
    sources: Sources
    strangers: tuple[str, ...] = ()
    failure: str = ""

    @cached_property
    def matched(self) -> tuple[MatchedClaim, ...]:
        """Every expected claim with what says it."""
        return match_claims(self.question, self.reply, self.sources) if self.reply else ()

    @property
    def expects_answer(self) -> bool:
        """Whether it must be answered; a question that may be refused, and was, is judged as a refusal."""
        allowed = {reason.value for reason in self.question.may_refuse}
        return not self.question.refused and not (self.reply and self.reply.refusal in allowed)

    @cached_property
    def unreached(self) -> list[str]:
        """The finding where there is no reply."""
        return [] if self.reply else [f"was not reached ({self.failure or 'nothing came out'})"]

    @cached_property
    def refusal_findings(self) -> list[str]:
        """What is wrong where a refusal was expected."""
        if not self.reply or self.expects_answer:
            return self.unreached
        reasons = self.question.refused or self.question.may_refuse
        wanted = " or ".join(reason.value for reason in reasons)
        if self.reply.refusal not in {reason.value for reason in reasons}:
            return [f"a refusal ({wanted}) was expected and {self.reply.refusal or 'an answer'} came"]
        text = self.reply.text.casefold()
        said = [f"the refusal says {word!r}" for word in self.question.never if word.casefold() in text]
        return said + (["the refusal cites something"] if self.reply.citations else [])

    @cached_property
    def claim_findings(self) -> list[str]:
        """What an answer does not say, or says and must not."""
        return claim_problems(self.question, self.reply, self.matched) if self.reply else self.unreached

    @cached_property
    def citation_findings(self) -> list[str]:
        """Citations that are missing or must not be there."""
        if not self.reply:
            return self.unreached
        return citation_problems(self.question, self.reply, self.matched, self.sources)

    @cached_property
    def support_findings(self) -> list[str]:
        """Statements that are not borne out by what they cite."""
        statements = self.reply.statements if self.reply else ()
        return [
            f"statement {number} ({statement.section.value}): {problem}"
            for number, statement in enumerate(statements)
            for problem in support_problems(statement, self.question, self.sources)
        ]

    @cached_property
    def isolation_findings(self) -> list[str]:
        """Anything of somebody else."""
        if not self.reply:
            return self.unreached
        text = self.reply.text.casefold()
        foreign = [citation for citation in self.reply.citations if not self.sources.knows(citation)]
        findings = [f"it cites {each.source_id}, which is not of this person's record" for each in foreign]
        return findings + [f"it says {word!r} of another person" for word in self.strangers if word.casefold() in text]

    @cached_property
    def marks(self) -> tuple[tuple[str, bool], ...]:
        """Every citation of every statement: where it stands, and whether it speaks of what the statement says."""
        return tuple(
            (f"statement {number}: {citation.source_id}", is_right_mark(statement, index, self.sources))
            for number, statement in enumerate(self.reply.statements if self.reply else ())
            if statement.section in EVIDENCED or statement.citations
            for index, citation in enumerate(statement.citations)
        )

    @cached_property
    def guideline_rank(self) -> int | None:
        """1-based place of the first passage that answers; ``None`` where none is shown."""
        shown = [each.part for each in self.reply.citations if each.source_type == GUIDELINE] if self.reply else []
        wanted = self.question.guidelines
        return next((rank for rank, chunk in enumerate(shown, start=1) if chunk.startswith(wanted)), None)

    @property
    def findings(self) -> list[str]:
        """Everything that is wrong."""
        own = [*self.claim_findings, *self.citation_findings] if self.expects_answer else self.refusal_findings
        return list(dict.fromkeys([*own, *self.support_findings, *self.isolation_findings]))


@dataclass(frozen=True, slots=True)
class InterviewEvidence:
    """An interview with its observation."""

    interview: Interview
    observation: InterviewObservation
    questions: tuple[QuestionEvidence, ...]

    @staticmethod
    def gather(
        interview: Interview, observation: InterviewObservation, strangers: tuple[str, ...] = ()
    ) -> InterviewEvidence:
        """Pair questions with replies; ``strangers`` are the markers of everybody else."""
        return InterviewEvidence(
            interview,
            observation,
            tuple(
                QuestionEvidence(
                    interview,
                    question,
                    observation.replies.get(question.key),
                    observation.sources,
                    strangers,
                    observation.failure,
                )
                for question in interview.questions
            ),
        )
