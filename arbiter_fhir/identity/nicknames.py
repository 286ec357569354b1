"""Short forms of given names in American usage: which names may stand for one another.

Each line is one family of names. A name may stand in several families (*Pat*): two names agree when they share one.
Only pairs in ordinary use are listed; a nickname that agrees is weaker evidence than the same name and is reported so.
"""

from __future__ import annotations

from functools import cache

__all__ = ["are_nicknames"]

_FAMILIES = """\
abigail abby gail
albert al bert bertie
alexander alex al sandy xander
alexandra alex sandra sandy lexi
alfred al fred alf
allison ally allie
amanda mandy
andrew andy drew
angela angie
anthony tony
antonio tony
barbara barb babs barbie
benjamin ben benny benji
bernard bernie
beverly bev
bradley brad
calvin cal
cameron cam
carolyn carol carrie
catherine cathy cat kate katie kathy
cathleen cathy
charles charlie chuck chas
charlotte charlie lottie
christina chris tina chrissy christy
christine chris chrissy tina
christopher chris topher kit
cynthia cindy
daniel dan danny
danielle dani
david dave davey
deborah deb debbie
debra deb debbie
dennis denny
dolores lola
donald don donny
dorothy dot dottie dolly
douglas doug
edward ed eddie ted ned
edwin ed eddie
eleanor ellie nell nora
elizabeth liz beth betty lizzie eliza betsy libby lisa elsie
emily em emmy
eugene gene
evelyn evie
ezekiel zeke
florence flo
frances fran frannie
francis frank
francisco frank paco pancho
franklin frank
frederick fred freddy rick
gabriel gabe
gerald jerry gerry
geraldine gerry jerry
gregory greg
guadalupe lupe
gwendolyn gwen
harold harry hal
harriet hattie
henry hank harry
herbert herb
isabella bella izzy
isaac ike
jacob jake
jacqueline jackie
james jim jimmy jamie
janet jan
jason jay
jeffrey jeff
jennifer jen jenny
jeremy jerry
jerome jerry
jessica jess jessie
joan joanie
john jack johnny jon
jonathan jon jonny
jose pepe
joseph joe joey
josephine jo josie
joshua josh
joyce joy
judith judy
julia julie
katherine kate katie kathy kat kay
kathleen kathy kate katie
kathryn kate katie kathy
kenneth ken kenny
kimberly kim
kristina kris tina
lawrence larry
leonard len lenny leo
leslie les
lillian lily lil
louis lou louie
louise lou
lucille lucy
luis lou
madeline maddie
manuel manny
margaret maggie meg peggy marge margie greta peg
maria mary
marie mary
marjorie marge margie
martha marty patty
martin marty
mary molly polly
matthew matt
maximilian max
megan meg
melissa missy mel
melvin mel
michael mike mickey mick
michelle shelly
mildred millie
mitchell mitch
nancy nan
natalie nat
nathan nate nat
nathaniel nate nat
nicholas nick nicky
nicole nicky nikki
norman norm
olivia liv
oliver ollie
pamela pam
patricia pat patty tricia trish
patrick pat paddy rick
peter pete
philip phil
phillip phil
phyllis phyl
priscilla cilla
rachel rae
randall randy
randolph randy
raymond ray
rebecca becky becca
reginald reggie
richard rick rich dick richie ricky
robert bob rob bobby robbie bert
roberto bob beto
roger rog
ronald ron ronnie
rosemary rose rosie
russell russ
samantha sam
samuel sam sammy
sandra sandy
sarah sally sadie
sara sally
sharon shari
shirley shirl
sidney sid
stanley stan
stephanie steph
stephen steve stevie
steven steve stevie
stuart stu
susan sue susie suzy
suzanne sue suzy
sylvia syl
tamara tammy
teresa terry tess tessa
terrence terry
theodore ted teddy theo
theresa terry tess tessa
thomas tom tommy
timothy tim timmy
tobias toby
valerie val
vanessa nessa
veronica ronnie
victor vic
victoria vicky tori
vincent vince vinny
virginia ginny
vivian viv
walter walt wally
wesley wes
wilhelmina mina
william bill billy will liam willie
winifred winnie
zachary zach zack
"""


@cache
def _families_by_name() -> dict[str, frozenset[str]]:
    by_name: dict[str, frozenset[str]] = {}
    for line in _FAMILIES.splitlines():
        formal, *short = line.split()
        for name in (formal, *short):
            by_name[name] = by_name.get(name, frozenset()) | {formal}
    return by_name


def are_nicknames(one: str, other: str) -> bool:
    """Whether two folded given names are forms of one name: *bill* and *william*, *bill* and *billy*."""
    families = _families_by_name()
    return bool(families.get(one, frozenset()) & families.get(other, frozenset()))
