// A file of SQL is cut at the semicolons that end statements, and at no others.
import { expect, test } from 'vitest'
import { statementsOf, withoutComments } from './sql-statements.ts'

const cut = (sql: string) => statementsOf(sql).map(s => s.text)
test.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  ["select ';', 'it''s; so', E'\\';'; select 2;", ["select ';', 'it''s; so', E'\\';'", 'select 2']],
  ['select ";" from "a;b"; ;', ['select ";" from "a;b"']],
  ['do $$ begin; end $$; do $x$ $$;$$ $x$', ['do $$ begin; end $$', 'do $x$ $$;$$ $x$']],
  ['-- a; b\nselect 1; /* c; */ select 2', ['select 1', 'select 2']],
  ['-- nothing;\n', []],
])('%s', (sql, statements) => expect(cut(sql)).toEqual(statements))

test('a statement knows its line and its comments', () => {
  const [, second] = statementsOf("select 1;\n\n-- Why.\nselect 2, -- and\n  '--no'")
  expect(second).toEqual({
    text: "select 2, -- and\n  '--no'",
    bare: "select 2,  \n  '--no'",
    comments: '-- Why.\n-- and',
    line: 4,
  })
  expect(withoutComments("a /* b */ '--c' -- d")).toBe("a   '--c'  ")
})
