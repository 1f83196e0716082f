# What the table in the browser says.

play-table = Table
