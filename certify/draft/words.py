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

ALSO: dict[str, str] = {
    "envy.own_bonus_lost": "loses still paid own",
    "table.layout": "table shape felt spaces",
    "deck.card_rank": "ace high low deuce king queen",
    "standard.commission": "percent less even money 1",
    "table.settling_order": "action compared clockwise first",
    "play.surrender": "no hand up",
    "play.bank_exposed": "up cards after then",
    "wager.meter_contribution": "added percent",
    "wager.meter_seed": "starts begins",
    "setting.house_way": "house way appendix pair low straight flush",
    "identity.effective_date": "force from",
    "identity.authority": "games gaming control",
    "wager.stake": "may make own limits wager option",
    "wager.stake_maximum": "may make wager option",
    "wager.stake_minimum": "may make wager option",
    "wager.precedence": "first row order reaches highest table best",
    "comparison.both_lose": "low high ranks lower loses both hands",
    "envy.payer": "pays paid any end",
    "envy.sharing": "all each wins amount based full divided paid",
    "envy.bank_qualifies": "dealer banker player/dealer qualifying own still",
    "wager.payer": "pays all winning collects losing bank banks covers house",
    "identity.version": "version",
    "identity.legal_basis": "code section law statute subdivision authority implemented",
    "identity.notices": "gambling problem call helpline",
    "identity.base_rules": "traditional procedures follow standard play",
    "deck.hand_ranking": "straight flush full house four kind",
    "deck.wheel": "straight highest second",
    "deck.within_class": "beats highest",
    "table.bank": "compete against compare",
    "table.limits": "posted table minimum maximum stakes",
    "table.hands_per_player": "his her own hand(s)",
    "play.standard_wager_required": "participate option optional standard must",
    "play.betting_closes": "no more bets",
    "play.cards_dealt": "seven receives each every face down gives cards",
    "play.bonus_wager_placed": "option placing time",
    "comparison.method": "compared against corresponding high low",
    "comparison.both_win": "low high ranks higher wins both hands",
    "comparison.one_each": "either other wins loses",
    "standard.pays": "even money 1 one",
    "wager.offer": "option optional",
    "wager.rules_of_play": "considers best seven looks wager",
    "wager.not_qualifying": "does not achieve outcomes loses other reaches any lost",
    "wager.lines_paid": "best possible considers highest first row reaches one",
    "wager.bank_condition": "regardless whatever only if alone looks holds standard outcome",
    "wager.paytable_choice": "posted posts specify pay table tables scale one of hand pays",
    "envy.several_qualifying_hands": "more than one multiple any all paid each least",
    "envy.own_hand": "cannot win own eligible earn none",
    "envy.bank_hand": "cannot win eligible earn none",
    "envy.minimum_stake": "wagers least",
    "envy.lowest_hand": "four kind higher straight flush row",
    "envy.marker_removed": "leaves pick until",
    "envy.forfeits": "eligible unless obtains own still all",
    "envy.whose_hand": "another someone else any",
}
"""What documents say beside a parameter's own words."""
