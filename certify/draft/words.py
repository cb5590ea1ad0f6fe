"""Words that documents use: which say the same, and which stand beside a parameter's own. Data, not code."""

from __future__ import annotations

import re

COMMON = frozenset(
    re.findall(
        r"\S+",
        """a all also an and any are as at be beside but by can does each every for from give given gives
    has have he hers him his how if in into is it its itself made make may more most must no none not
    of on once one only or other others out own says since than that the their them then there they
    this to two upon what when where whether which who whose will with would document game wager wagers
    way how many much happens hand hands card cards player players""",
    )
)
"""Words that tell nothing about where a parameter is answered."""

SAME: dict[str, str] = {
    word: family.split()[0]
    for family in (
        "bank banker banking banks dealer designated house",
        "cover covered covers covering exhausted extent",
        "set setting sets arrange arranged arranging divided divides divide split splits lay lays laid",
        "foul fouled fouls incorrectly misset",
        "copy copies identical tie ties tied same equal",
        "commission commissions vigorish",
        "surrender surrendered forfeit given give fold folds folded",
        "seat seats seated position positions sit sits spot spots",
        "expose exposed exposes reveal reveals seen turns turned face open opened",
        "deal dealt deals dealing distributed receive receives received",
        "shuffle shuffled",
        "cap maximum max aggregate ceiling",
        "minimum least",
        "pay pays paid payout payouts payment payments",
        "lose loses lost losing loser losers collect collects taken takes outcomes",
        "win wins winning winner winners higher",
        "push pushes standoff returned",
        "rank ranks ranked ranking rankings order",
        "joker jokers wild bug",
        "misdeal incorrect wrongly incorrectly",
        "miscount number shortage excess",
        "rotate rotates rotation rotated round",
        "withdraw withdrawn",
        "raise raised increased increase",
        "approve approved approval",
        "effective applies w.e.f force january february march april june july august september "
        "october november december",
        "owner owned owns patented copyrighted",
        "authority commission bureau board office department division regulator",
        "void voided",
        "progressive jackpot meter reset seed",
        "qualify qualifies qualifying qualified",
        "touch touching",
        "show showing discuss",
        "late placed",
        "advice asks assistance ask",
        "marker button buttons mark marked",
        "rounding rounded",
        "fee fees collection",
        "wheel a-2-3-4-5 lowest",
        "bet bets betting",
        "close closes closing announces announced",
        "limit limits bounds range",
        "foreign found",
        "title titled",
        "version edition revision revised amended source",
    )
    for word in family.split()
}
"""Words that documents use for one thing, by the word that stands for all."""
