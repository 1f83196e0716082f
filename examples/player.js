// A player for Golden Horn in JavaScript, by the line protocol of docs/players.md.
// Try it:  goldenhorn play --seats me,"program:node examples/player.js"
//
// It goes on whenever that is free, sails home what it carries, and otherwise leaves it to chance.
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin });

let state = null;
let legal = [];

function choose() {
  const seat = state.player;
  const loaded = (move) => {
    const words = move.split(" ");
    return words[0] === "sail" && words.length === 2 && state.ships[seat][words[1] - 1].cargo !== "";
  };
  const wishes = [
    (move) => move === "on",
    (move) => move.startsWith("conquer"),
    loaded,
    (move) => move.startsWith("sail") && !move.endsWith("empty"),
  ];
  for (const wish of wishes) {
    const moves = legal.filter(wish);
    if (moves.length > 0) return moves[Math.floor(Math.random() * moves.length)];
  }
  return legal[Math.floor(Math.random() * legal.length)];
}

lines.on("line", (line) => {
  const space = line.indexOf(" ");
  const word = space < 0 ? line : line.slice(0, space);
  const rest = line.slice(space + 1);
  if (word === "goldenhorn") console.log("ready example");
  else if (word === "state") state = JSON.parse(rest);
  else if (word === "legal") legal = rest.split("|");
  else if (word === "choose") console.log("move " + choose());
  // "game" tells the table; this player does not need it. Unknown words are passed over.
});
