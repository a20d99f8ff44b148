// Cuts a file of SQL into its statements: semicolons inside texts, quoted names, dollar quotes and comments do not count.

export type Statement = {
  /** The statement as it stands, without the comments in front of it. */
  text: string
  /** The same, its comments taken out. */
  bare: string
  /** The comments in front of it and within. */
  comments: string
  /** The line on which it begins, counted from 1. */
  line: number
}

/** A comment, a text, a quoted name, a dollar quote or a semicolon: whatever comes first. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;/g
const isComment = (token: string) => token.startsWith('--') || token.startsWith('/*')

/** The text without its comments; what stands in quotes is left as it is. */
export const withoutComments = (text: string): string =>
  text.replaceAll(TOKEN, token => (isComment(token) ? ' ' : token))

/** The statements of a file in their order. */
export function statementsOf(sql: string): Statement[] {
  const found: Statement[] = []
  let from = 0
  const cut = (to: number) => {
    const whole = sql.slice(from, to)
    const bare = withoutComments(whole).trim()
    if (bare !== '') {
      const comments = [...whole.matchAll(TOKEN)].map(([token]) => token).filter(isComment)
      // The comments in front are no part of the statement.
      const lead = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(whole)?.[0].length ?? 0
      const line = sql.slice(0, from + lead).split('\n').length
      found.push({ text: whole.slice(lead).trim(), bare, comments: comments.join('\n'), line })
    }
    from = to + 1
  }
  for (const match of sql.matchAll(TOKEN)) if (match[0] === ';') cut(match.index)
  cut(sql.length)
  return found
}
