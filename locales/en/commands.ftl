# What the command line says.

## goldenhorn score

score-goods = Goods
score-sets-of-four = Sets of four
score-sets-of-five = Sets of five
score-sets-of-six = Sets of six
score-people = Soldiers and builders
score-dominions = Dominions
score-total = Total

## goldenhorn rules

rules-title = The rules of Golden Horn
rules-contents = Contents
rules-editions = Where the editions differ
rules-all-editions = In every edition
rules-ruling = Our ruling
rules-note = About the texts
rules-examples = Worked examples
rules-route = The routes
rules-fleets = The fleets
rules-dominions = The dominions
rules-players = Players
rules-price = Soldiers
rules-points = Points
rules-differ = Editions differ: { $editions }
# $number: as asked for; $first, $last: the rules of its section
no-such-rule = { $number } is not a rule; { $section } has { $first } to { $last }.
no-such-section =
    { $number } is not a rule; the rules are { $first } to { $last }, the examples
    { $first_example } to { $last_example }.
no-such-edition = There is no edition “{ $edition }”; there are { $editions }.
