// The rules by number, from locales/*/rules.ftl; loaded only where they are read.
import { FluentResource } from '@fluent/bundle';
import english from '../../../locales/en/rules.ftl';
import { EDITIONS, POINTS } from '../made/box';
import type { Edition } from './api';
import { language, learn, say, saying } from './words';

const others = import.meta.glob<string>(
  ['../../../locales/*/rules.ftl', '!../../../locales/en/*.ftl'],
  { import: 'default' },
);

type Point = keyof typeof POINTS;

export interface Rule {
  number: string;
  title: string;
  text: string;
  ruling: string | null;
  note: string | null;
  /** where editions differ: what each of them says, those together that say the same */
  ways: { value: string; editions: Edition[]; text: string }[];
  /** the table's option in which they differ */
  point: Point | null;
}

export interface Chapter extends Rule {
  rules: Rule[];
}

/** All chapters, and the worked examples. */
export async function lawbook(): Promise<{ chapters: Chapter[]; examples: Rule[] }> {
  learn(english);
  const translated = Object.keys(others).find((path) => path.includes(`/${language}/`));
  if (translated) learn(await others[translated]!(), language);
  const messages = new FluentResource(english).body;
  const all = messages.map((message) => rule(message.id, Object.keys(message.attributes)));
  return {
    chapters: all
      .filter(({ number }) => /^R\d+$/.test(number))
      .map((chapter) => ({
        ...chapter,
        rules: all.filter(({ number }) => number.startsWith(`${chapter.number}.`)),
      })),
    examples: all.filter(({ number }) => number.startsWith('E')),
  };
}

function rule(id: string, attributes: string[]): Rule {
  const point = (Object.keys(POINTS) as Point[]).find((one) =>
    POINTS[one].every((value) => attributes.includes(value)),
  );
  return {
    number: id.replace('-', '.'),
    title: say(`${id}.title`),
    text: say(id),
    ruling: saying(`${id}.ruling`),
    note: saying(`${id}.note`),
    point: point ?? null,
    ways: point
      ? POINTS[point]
          .map((value) => ({
            value,
            editions: (Object.keys(EDITIONS) as Edition[]).filter(
              (edition) => EDITIONS[edition][point] === value,
            ),
            text: say(`${id}.${value}`),
          }))
          .filter((way) => way.editions.length > 0)
      : [],
  };
}

/** The text in pieces: what is a rule's number is to be a link. */
export function pieces(text: string): { text: string; to?: string }[] {
  return text
    .split(/\b([RE]\d+(?:\.\d+)?)\b/)
    .map((piece, i) => (i % 2 ? { text: piece, to: piece } : { text: piece }))
    .filter((piece) => piece.text);
}
