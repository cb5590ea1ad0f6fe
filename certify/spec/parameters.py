"""The catalogue of parameters: everything that a document can say about the game, once.

Each jurisdiction file has a statement for each of these, whatever its standing, so that a silence
is recorded and never an oversight. `schemas/jurisdiction.schema.json` is generated from this list.
"""

from __future__ import annotations

from dataclasses import dataclass

from certify.game.vocabulary import BANKS, READINGS


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a document can say: its name, what kind of value it takes, and what it means."""

    key: str
    kind: str
    """choice, text, count, money, fraction, pays, class, classes"""
    description: str
    example: str | int | tuple[str, ...]
    choices: tuple[str, ...] = ()
    reading: str | None = None

    @property
    def section(self) -> str:
        """The part of the file it stands in."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """Its name within that part."""
        return self.key.partition(".")[2]


SECTIONS: dict[str, str] = {
    "identity": "What the document calls itself and whose it is.",
    "deck": "The cards, their rank, the joker and the named hands.",
    "table": "Seats, who banks, what a bank must cover, and the limits of the table.",
    "play": "The order of play: betting, dealing, exposing, and what players may do meanwhile.",
    "setting": "How seven cards become two hands, and what a wrong setting costs.",
    "comparison": "How the player's hands are compared with the bank's.",
    "standard": "What the standard wager pays and costs.",
    "fortune": "The Fortune bonus wager.",
    "envy": "The envy payments that belong to the Fortune bonus.",
    "ace_high": "The Ace High wager.",
    "irregularities": "What happens when something goes wrong with the cards.",
}


def _choice(key: str, values: str, description: str, reading: str | None = None) -> Parameter:
    choices = tuple(values.split())
    if reading and READINGS[reading].values:
        choices = READINGS[reading].values
    return Parameter(key, "choice", description, choices[0], choices, reading)


def _text(key: str, description: str, example: str) -> Parameter:
    return Parameter(key, "text", description, example)


def _value(
    key: str,
    kind: str,
    description: str,
    example: str | int | tuple[str, ...],
    reading: str | None = None,
) -> Parameter:
    return Parameter(key, kind, description, example, (), reading)


_LIST: tuple[Parameter, ...] = (
    # identity
    _text("identity.title", "The title on the document.", "Game Rules"),
    _text("identity.version", "The version the document gives itself.", "second version"),
    _text("identity.effective_date", "From when the document applies.", "1 January 2030"),
    _text("identity.approval_date", "When the authority approved the document.", "1 January 2030"),
    _text("identity.authority", "Who issued or approved the document.", "Gambling Commission"),
    _text("identity.legal_basis", "The statutes the document rests on.", "Gaming Act, section 3"),
    _text(
        "identity.owner",
        "Who owns the game, and what the document asks of users for it.",
        "owned by its maker; a licence must be shown",
    ),
    _text(
        "identity.base_rules",
        "Where the rules of the game without the bonus stand.",
        "in the same document",
    ),
    _text(
        "identity.notices",
        "Notices to players that are no rules of play.",
        "a helpline for problem gambling",
    ),
    # deck
    _value("deck.cards", "count", "How many cards are dealt from, the joker included.", 53),
    _value("deck.jokers", "count", "How many jokers the deck holds.", 1),
    _choice("deck.card_backs", "alike", "Whether the backs must be of one colour and design."),
    _choice(
        "deck.card_rank",
        "ace-to-deuce",
        "The rank of the cards: ace-to-deuce is ace, king, queen … down to the deuce.",
    ),
    _choice(
        "deck.joker",
        "",
        "A bug completes a straight or flush and is otherwise an ace; a wild joker is any card.",
        "joker",
    ),
    _choice("deck.wheel", "", "Where A-2-3-4-5 ranks among straights.", "wheel"),
    _value(
        "deck.hand_ranking",
        "classes",
        "The ranking of hands as printed, highest first.",
        ("five-aces", "royal-flush"),
    ),
    _choice(
        "deck.low_hand_ranking",
        "pairs-then-high-card",
        "How two-card hands rank: any pair above any two different cards.",
    ),
    _choice(
        "deck.within_class",
        "by-card-ranks",
        "How two hands of one class compare: by the ranks of their cards, those of the pair, "
        "three or four first.",
    ),
    _choice(
        "deck.seven_card_straight_flush",
        "seven-consecutive-suited",
        "What a seven-card straight flush without joker is.",
    ),
    _choice(
        "deck.seven_card_straight_flush_joker",
        "joker-stands-for-one",
        "What a seven-card straight flush with joker is.",
    ),
    _choice(
        "deck.royal_match",
        "royal-flush-with-suited-king-queen king-queen-alone",
        "What a royal match is: the royal flush with a suited king and queen beside it, or, as "
        "some print it, the king and queen alone.",
    ),
    _choice(
        "deck.royal_match_joker",
        "",
        "Whether the joker may complete the royal flush of a royal match.",
        "royal-match-joker",
    ),
    # table
    _value(
        "table.players",
        "count",
        "The most players at the table, as printed: a player who "
        "banks is one of them, a house dealer is not.",
        6,
    ),
    _value(
        "table.positions",
        "count",
        "Seated positions at the table in all, a banking player's included.",
        7,
    ),
    _choice("table.bank", " ".join(BANKS), "Who banks the game."),
    _choice(
        "table.bank_rotation",
        "every-hand at-most-two-hands none",
        "How the place of a banking player goes round.",
    ),
    _choice(
        "table.bank_rotation_direction",
        "clockwise",
        "Which way the place of a banking player goes round.",
    ),
    _choice(
        "table.bank_cover",
        "as-far-as-its-stake all-action",
        "What the bank must cover of the players' wagers.",
    ),
    _choice(
        "table.bank_cover_reach",
        "all-payments wagers-without-envy standard-wager-only",
        "Which payments come out of the stake of a player who banks.",
    ),
    _choice(
        "table.uncovered",
        "returned",
        "What happens to a wager, or a part of it, that the bank's stake no longer covers.",
    ),
    _choice(
        "table.settling_order",
        "from-action-seat from-dealers-left",
        "In which order wagers are settled.",
    ),
    _text("table.limits", "What bounds the stakes.", "the posted table minimum and maximum"),
    _choice("table.hands_per_player", "one several", "How many hands one player may play."),
    _text(
        "table.layout",
        "What the document says of table and layout.",
        "areas for both wagers and both hands",
    ),
    # play
    _choice(
        "play.standard_wager_required",
        "required",
        "Whether a player needs a standard wager to be dealt in and to make other wagers.",
    ),
    _choice(
        "play.bonus_wager_placed",
        "with-standard-wager after-standard-wager",
        "When the Fortune bonus is staked.",
    ),
    _choice("play.shuffle", "every-round", "When the cards are shuffled."),
    _choice("play.betting_closes", "when-announced before-the-deal", "When betting ends."),
    _choice(
        "play.deal_order",
        "clockwise-from-dealers-left action-pile",
        "To whom the cards are dealt first.",
    ),
    _value("play.cards_dealt", "count", "How many cards each player and the bank receive.", 7),
    _choice("play.dealt_face", "face-down face-up", "Which way up the cards are dealt."),
    _choice(
        "play.bank_exposed",
        "",
        "Whether the bank's hand is seen before or after the players set theirs.",
        "dealer-exposed",
    ),
    _choice("play.late_wager", "refused", "A wager placed after betting has closed."),
    _choice("play.raised_wager", "increase-refused", "A wager increased after betting has closed."),
    _choice(
        "play.withdrawn_wager", "settled-as-placed", "A wager withdrawn after betting has closed."
    ),
    _choice(
        "play.surrender",
        "barred-with-bonus-wager allowed not-allowed",
        "Whether a player may give up a hand.",
    ),
    _choice(
        "play.showing_cards",
        "not-allowed allowed",
        "Whether players may show or discuss cards while they set them.",
    ),
    _choice(
        "play.touching_after_setting",
        "not-allowed allowed",
        "Whether a player may touch the cards again once they are set.",
    ),
    _choice(
        "play.dealer_advice",
        "sets-by-house-way none",
        "What the dealer does for a player who asks how to set.",
    ),
    # setting
    _choice("setting.by_player", "five-high-two-low", "How a player divides the seven cards."),
    _text(
        "setting.placed",
        "How and where a player lays down the hands he has set.",
        "side by side on the marked areas",
    ),
    _choice("setting.responsibility", "player", "Who answers for the setting of a player's hand."),
    _choice(
        "setting.equal_high_and_low",
        "allowed foul",
        "A five-card hand that ranks just as the two-card hand.",
    ),
    _choice(
        "setting.foul_standard",
        "reset-by-house-way loses",
        "What a foul setting does to the standard wager.",
    ),
    _choice(
        "setting.foul_bonus", "unaffected loses", "What a foul setting does to the Fortune bonus."
    ),
    _choice(
        "setting.foul_ace_high",
        "unaffected loses",
        "What a foul setting does to the Ace High wager.",
    ),
    _choice(
        "setting.wrong_card_count",
        "loses reset-by-house-way",
        "A hand set with another number of cards than five and two.",
    ),
    _choice("setting.bank_error", "reset-by-house-way", "A bank's hand that was set wrongly."),
    _choice(
        "setting.house_way",
        "given",
        "Whether the document gives the house way that its bank must follow.",
    ),
    _choice(
        "setting.house_way_binds",
        "bank bank-and-foul-hands bank-and-players-who-ask",
        "Whose hands the house way sets.",
    ),
    # house-way readings stand here so that every document has them
    _choice(
        "setting.house_way_joker",
        "",
        "A joker beside an ace where a complete hand is "
        "possible: counted as an ace, or set aside to complete.",
        "house-way-joker",
    ),
    _choice(
        "setting.house_way_two_pair_complete",
        "",
        "Two pairs that the rule keeps together, where a complete hand is possible.",
        "house-way-two-pair-complete",
    ),
    _choice(
        "setting.house_way_quads_with_pair",
        "",
        "Four of a kind with a pair, where the ranks say split and the pair rule says keep.",
        "house-way-quads-with-pair",
    ),
    _choice(
        "setting.house_way_three_aces_complete",
        "",
        "Three aces, one of them the joker, with a complete hand possible that leaves no pair.",
        "house-way-three-aces-complete",
    ),
    _choice(
        "setting.house_way_named_card",
        "",
        "A rule that turns on a named card: that card, or that card or better.",
        "house-way-named-card",
    ),
    _choice(
        "setting.house_way_full_house_pair",
        "",
        "Which pair of a full house may go low: any, or only one that leaves the three.",
        "house-way-full-house-pair",
    ),
    _choice(
        "setting.house_way_aces_with_three_kings",
        "",
        "Four aces with three kings.",
        "house-way-aces-with-three-kings",
    ),
    # comparison
    _choice(
        "comparison.method", "high-with-high-low-with-low", "Which hand is compared with which."
    ),
    _choice("comparison.both_win", "wins", "Both of the player's hands rank higher."),
    _choice("comparison.both_lose", "loses", "Both of the player's hands rank lower."),
    _choice("comparison.one_each", "push", "One of the player's hands wins and the other loses."),
    _choice("comparison.copy", "bank-wins player-wins", "Who wins a hand of equal rank."),
    _choice("comparison.copy_and_win", "push", "One hand is a copy and the other wins."),
    _choice("comparison.copy_and_lose", "loses", "One hand is a copy and the other loses."),
    _choice("comparison.copy_both", "loses push", "Both hands are copies."),
    _choice(
        "comparison.bank_ace_high_push",
        "",
        "Whether every standard wager pushes when the bank holds an ace-high hand.",
        "dealer-ace-high-push",
    ),
    _choice(
        "comparison.bank_ace_high_push_foul",
        "loses push",
        "A foul hand where the bank's ace-high pushes all standard wagers.",
    ),
    # standard
    _value("standard.pays", "pays", "What a winning standard wager pays, to one.", 1),
    _value(
        "standard.commission",
        "fraction",
        "The share of the winnings kept as commission.",
        "1/25",
        "commission",
    ),
    _choice(
        "standard.commission_rounding",
        "exact down-to-chip up-to-chip",
        "How the commission is rounded.",
    ),
    _text(
        "standard.collection_fee",
        "What the house collects beside the wagers.",
        "set by each cardroom",
    ),
    # fortune
    _choice("fortune.offer", "optional", "Whether the Fortune bonus is offered, and how."),
    _choice("fortune.stake", "within-table-limits", "What may be staked on it."),
    _choice(
        "fortune.hand_considered",
        "best-of-seven as-set",
        "Whether the bonus looks at the best of the seven cards or at the hands as set.",
    ),
    _choice(
        "fortune.precedence", "", "Which of two classes in one hand is paid.", "bonus-precedence"
    ),
    _choice(
        "fortune.lines_paid",
        "one-line every-line-held",
        "Whether a hand that holds several classes is paid for one of them or for all.",
    ),
    _choice(
        "fortune.push_line",
        "stake-returned",
        "What the procedure does with a hand whose line is a push.",
    ),
    _choice("fortune.not_qualifying", "loses", "A hand that is not on the paytable."),
    _choice(
        "fortune.bank_condition",
        "none bank-hand-must-be-beaten",
        "Whether the bonus is paid whatever the bank holds.",
    ),
    _choice(
        "fortune.bank_not_beaten",
        "",
        "A hand on the paytable that does not beat the bank's.",
        "bonus-when-dealer-not-beaten",
    ),
    _choice(
        "fortune.bank_tied",
        "",
        "A hand on the paytable that ties with the bank's.",
        "bonus-tie-with-dealer",
    ),
    _choice(
        "fortune.bank_comparison",
        "",
        "How the seven cards of player and bank are compared for the bonus.",
        "bonus-comparison",
    ),
    _choice(
        "fortune.settled",
        "with-standard-wagers after-standard-wagers",
        "When the bonus is settled.",
    ),
    _choice("fortune.payer", " ".join(BANKS), "Who pays the bonus."),
    _choice(
        "fortune.bank_wager",
        "not-allowed allowed",
        "Whether a player who banks may make the Fortune wager himself.",
    ),
    _choice(
        "fortune.paytable_choice",
        "house-posts licensee-names-one single",
        "How the paytable in force is chosen.",
    ),
    _value("fortune.cap", "money", "The most that is paid to one player in one round.", "900 USD"),
    _choice("fortune.cap_covers", "bonus all-wagers", "Which payments count towards the cap."),
    _choice(
        "fortune.cap_excludes", "envy-and-progressive nothing", "Which payments the cap leaves out."
    ),
    _choice("fortune.cap_per", "player-and-round spot-and-hand", "For whom the cap counts."),
    _text(
        "fortune.progressive",
        "What the document says of a progressive jackpot.",
        "named in a note, never described",
    ),
    # envy
    _choice("envy.offer", "with-fortune-bonus", "Whether envy payments are made."),
    _value(
        "envy.minimum_stake",
        "money",
        "The Fortune stake from which envy is paid.",
        "9 USD",
        "envy-minimum",
    ),
    _value("envy.lowest_hand", "class", "The lowest class that pays envy.", "four-of-a-kind"),
    _choice(
        "envy.whose_hand",
        "any-player player-with-bonus-wager",
        "Whose qualifying hand counts, also one without a Fortune wager.",
    ),
    _choice("envy.own_hand", "excluded", "Whether a player's own hand pays him envy."),
    _choice("envy.bank_hand", "excluded", "Whether the bank's hand pays envy."),
    _choice(
        "envy.several_qualifying_hands",
        "",
        "Two or more other players with qualifying hands.",
        "envy-several",
    ),
    _choice(
        "envy.entitlement",
        "stake button",
        "What gives a claim to envy: the stake, or the button laid beside it.",
    ),
    _choice(
        "envy.own_bonus_lost",
        "envy-still-paid no-envy",
        "Whether a player whose own Fortune bonus loses is still paid envy.",
    ),
    _choice(
        "envy.fouled_hand",
        "counts does-not-count",
        "Whether a qualifying hand that was fouled or given up pays envy to others.",
    ),
    _choice(
        "envy.bank_qualifies",
        "no-envy-paid no-effect",
        "What a qualifying hand of the bank's does to envy.",
    ),
    _choice(
        "envy.own_seven_card",
        "forfeits no-effect",
        "What a player's own seven-card straight flush does to his envy.",
    ),
    _choice(
        "envy.own_royal_match",
        "forfeits-unless-seven-card no-effect",
        "What a player's own royal match does to his envy: with forfeits-unless-seven-card only "
        "another's seven-card straight flush is still paid.",
    ),
    _choice("envy.marker", "button", "How a stake that qualifies for envy is marked."),
    _choice(
        "envy.marker_removed",
        "after-all-wagers",
        "When the mark of a stake that qualifies is taken away.",
    ),
    _choice("envy.settled", "end-of-round", "When envy is paid."),
    _choice("envy.payer", " ".join(BANKS), "Who pays envy."),
    # ace high
    _choice("ace_high.offer", "optional", "Whether the Ace High wager is offered."),
    _choice(
        "ace_high.definition",
        "no-pair-or-better-with-ace",
        "What an ace-high pai gow is: seven cards without a pair, straight or flush, the ace "
        "or joker highest.",
    ),
    _value("ace_high.pays_both", "pays", "Player and bank both hold ace-high.", 9),
    _value(
        "ace_high.pays_bank_with_joker",
        "pays",
        "The bank alone holds it, with the joker.",
        9,
        "ace-high-bank-with-joker",
    ),
    _value(
        "ace_high.pays_bank_without_joker",
        "pays",
        "The bank alone holds it, without the joker.",
        9,
        "ace-high-bank-without-joker",
    ),
    _choice(
        "ace_high.both_with_joker",
        "same-as-without",
        "Whether the joker matters where both hold ace-high.",
    ),
    _choice(
        "ace_high.lines_paid",
        "one-line every-line-held",
        "Where both hold ace-high: whether the bank's own line is paid beside that for both.",
    ),
    _choice("ace_high.player_only", "", "The player alone holds ace-high.", "ace-high-player-only"),
    _choice("ace_high.neither", "loses", "Neither holds ace-high."),
    _choice("ace_high.rules_of_play", "given", "Whether the rules describe the wager at all."),
    # irregularities
    _choice("irregularities.foreign_card", "round-void", "A foreign card is found."),
    _choice("irregularities.earlier_rounds", "stand", "Rounds before an irregularity was found."),
    _choice(
        "irregularities.misdeal",
        "void-unless-reconstructed",
        "Cards dealt wrongly and not yet handled by players.",
    ),
    _choice(
        "irregularities.misdeal_handled",
        "void stands",
        "Cards dealt wrongly and already handled by players.",
    ),
    _choice(
        "irregularities.bank_miscount",
        "void-unless-reconstructed",
        "The bank has a wrong number of cards.",
    ),
    _choice(
        "irregularities.player_miscount",
        "void-unless-reconstructed loses",
        "A player has a wrong number of cards.",
    ),
    _choice(
        "irregularities.exposed_cards",
        "void-from-two-cards",
        "Cards exposed by mistake during the deal.",
    ),
    _choice("irregularities.deck_count", "round-void", "The deck has too few or too many cards."),
)

PARAMETERS: dict[str, Parameter] = {parameter.key: parameter for parameter in _LIST}

PAYTABLE_PARAMETERS = ("deck.joker",)
"""Statements that a paytable may make for itself, over the one of the game."""

PARAMETER_OF_READING: dict[str, Parameter] = {
    parameter.reading: parameter for parameter in _LIST if parameter.reading
}
