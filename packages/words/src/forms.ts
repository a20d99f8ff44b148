// What messages that count or choose are made of; the messages themselves are compiled (tools/word-catalogues.ts).

const once = <T>(make: (tag: string) => T) => {
  const known = new Map<string, T>()
  return (tag: string): T => {
    const made = known.get(tag) ?? make(tag)
    known.set(tag, made)
    return made
  }
}
const rules = once(tag => new Intl.PluralRules(tag))
const figures = once(tag => new Intl.NumberFormat(tag))

/** Writes a number as the language does. */
export const number =
  (tag: string) =>
  (n: number): string =>
    figures(tag).format(n)

type Forms = { other: string; [form: string]: string | undefined }
/** Chooses the form for a number: one for exactly that number (`=0`), else that of the plural. */
export const plural =
  (tag: string) =>
  (n: number, forms: Forms): string =>
    forms[`=${n}`] ?? forms[rules(tag).select(n)] ?? forms.other

/** Chooses the form by a word. */
export const select = (word: string, forms: Forms): string =>
  (Object.hasOwn(forms, word) ? forms[word] : undefined) ?? forms.other
