# The page's rooms: home, a new table, waiting, me, rules.

page-title = Golden Horn
