"""Words that announce a person: titles, kin, verbs of speaking, phrases of meeting."""

from __future__ import annotations

from typing import Final

__all__ = ["CLINICAL_TITLES", "KIN", "MEETING", "PERSON_VERBS", "TITLES"]

TITLES: Final = frozenset(
    ["mr", "mrs", "ms", "miss", "mx", "mister", "madam", "messrs", "mme", "mlle", "sra", "senor", "senora", "señor", "señora", "herr", "frau", "rev", "reverend", "fr", "father", "pastor", "rabbi", "imam", "judge", "officer", "sergeant", "sgt", "captain", "capt", "lieutenant", "lt", "colonel", "col", "major", "sir", "dame", "lord", "lady", "hon", "attorney", "detective", "deputy", "coach"]
)
CLINICAL_TITLES: Final = frozenset(["dr", "drs", "doctor", "prof", "professor", "nurse"])
KIN: Final = frozenset(
    ["husband", "wife", "spouse", "partner", "mother", "father", "mom", "mum", "dad", "mama", "papa", "son", "daughter", "brother", "sister", "sibling", "aunt", "uncle", "niece", "nephew", "cousin", "grandmother", "grandfather", "grandma", "grandpa", "grandson", "granddaughter", "grandchild", "stepmother", "stepfather", "stepson", "stepdaughter", "fiance", "fiancee", "boyfriend", "girlfriend", "friend", "neighbor", "neighbour", "roommate", "caregiver", "caretaker", "guardian", "parent", "twin", "child", "mother-in-law", "father-in-law", "son-in-law", "daughter-in-law", "sister-in-law", "brother-in-law", "widow", "widower", "ex-husband", "ex-wife", "aide", "interpreter", "landlord", "employer", "coworker", "teacher", "named", "called", "nicknamed"]
)
#: Third person forms: "Will return" is a modal verb, "Will returns" is a man.
PERSON_VERBS: Final = frozenset(
    ["reports", "states", "denies", "complains", "says", "presents", "presented", "returns", "returned", "notes", "feels", "lives", "works", "takes", "describes", "endorses", "reported", "stated", "denied", "complained", "said", "described", "arrived", "came", "called", "phoned", "visited", "underwent", "was", "is", "has", "had", "wants", "asks", "asked", "agrees", "agreed", "understands", "understood", "tolerated", "tolerates", "developed", "appears", "appeared", "admits", "admitted", "declined", "declines", "requests", "requested", "wishes", "smokes", "drinks", "walks", "sleeps", "follows", "followed", "started", "stopped", "continues", "continued", "remains", "thinks", "believes", "recalls", "remembers", "acknowledges", "verbalizes", "verbalized", "mentions", "mentioned", "explains", "explained", "needs", "does", "did", "brought", "accompanied", "confirmed", "confirms", "noticed", "notices", "experiences", "experienced", "fell", "went", "weighs", "ambulates", "expressed", "saw", "sees", "told", "tells", "received", "receives", "lost", "gained", "used", "uses", "tried", "eats", "ate", "attended", "attends", "discussed", "reviewed"]
)
#: The words right before a name: "spoke with", "referred by", "accompanied by".
MEETING: Final = frozenset(
    ["with", "by", "per", "to", "for", "from", "contacted", "called", "paged", "notified", "informed", "updated", "messaged", "emailed", "met", "saw", "thank", "thanks", "dear", "re", "regarding", "attn", "cc", "patient", "pt", "client", "resident", "and", "via", "consulted", "asked", "told", "counseled", "named", "hi", "hello", "sincerely", "regards", "love", "bless"]
)
