// Lists the sentences of comments and test names that a stranger cannot follow: three or more pronouns such as `it`,
// `one` or `that`, or a first word `Of` or `What`. `npm run english` prints them with their places; a number
// as argument is the most that are accepted.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'

const SOURCES = '{packages,features,platform,gateway,app,demo,testing,kit,web,bench,tools,e2e}/**/*.{ts,tsx}'
const VAGUE = /\b(?:it|one|ones|that|what|whatever|who|whoever|whom|whose)\b/gi
const MOST_VAGUE = 2
const FIRST_WORD = /^(?:Of|What)\b/

export type Sentence = { line: number; text: string }

const linesIn = (text: string): number => text.split('\n').length - 1
/** The sentences of a text that starts on `line`; code between backticks is left out. */
function sentencesOf(text: string, line: number): Sentence[] {
  const sentences: Sentence[] = []
  let from = line
  for (const part of text.split(/(?<=[.!?])(?=\s)/)) {
    const plain = part.replaceAll(/\s+/g, ' ').trim()
    const leading = /^\s*/.exec(part)?.[0] ?? ''
    if (/\w/.test(plain)) sentences.push({ line: from + linesIn(leading), text: plain })
    from += linesIn(part)
  }
  return sentences
}

/** The sentences of the comments of a source; comments on following lines are one text. */
export function sentencesIn(source: string, file = 'source.tsx'): Sentence[] {
  const lineOf = (at: number): number => source.slice(0, at).split('\n').length
  const { comments } = parseSync(file, source)
  const texts: { text: string; line: number; end: number }[] = []
  for (const c of comments) {
    const line = lineOf(c.start)
    const text = c.type === 'Line' ? c.value : c.value.replaceAll(/^\s*\* ?/gm, '')
    const before = texts.at(-1)
    if (c.type === 'Line' && before?.end === line - 1) {
      before.text += `\n${text}`
      before.end = line
    } else texts.push({ text, line, end: lineOf(c.end) })
  }
  return texts.flatMap(t => sentencesOf(t.text, t.line))
}

/** Whether a stranger stumbles over the sentence. */
export function isVague(sentence: string): boolean {
  const plain = sentence.replaceAll(/`[^`]*`/g, '')
  return FIRST_WORD.test(plain) || (plain.match(VAGUE)?.length ?? 0) > MOST_VAGUE
}

if (import.meta.main) {
  let all = 0
  let vague = 0
  for (const file of globSync(SOURCES, { exclude: f => f.includes('node_modules') }).sort())
    for (const { line, text } of sentencesIn(readFileSync(file, 'utf8'), file)) {
      all++
      if (!isVague(text)) continue
      vague++
      console.log(`${file}:${line}: ${text}`)
    }
  console.log(`${vague} of ${all} sentences of comments are hard to follow`)
  const [most] = process.argv.slice(2).map(Number)
  if (most !== undefined && vague > most) process.exitCode = 1
}
