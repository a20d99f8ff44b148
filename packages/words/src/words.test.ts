// Languages are chosen as browsers and records name them; figures, dates and plurals are those of the language.
import { describe, expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { acceptedBy, firstKnown, languageOf } from './language.ts'
import { english, wordsOf } from './words.ts'

describe('the language of a driver', () => {
  test.each([
    [undefined, []],
    ['', []],
    ['hi', ['hi']],
    ['en-IN,en;q=0.9,hi;q=0.8', ['en-IN', 'en', 'hi']],
    ['en;q=0.2, hi-IN;q=0.7, *;q=0.1', ['hi-IN', 'en', '*']],
    ['hi;q=0, en', ['en']],
    ['en;q=x, hi', ['hi']],
  ])('%j accepts %j', (header, wanted) => expect(acceptedBy(header)).toEqual(wanted))

  test('is the first that has a catalogue, by its code alone', () => {
    expect(firstKnown(['ta-IN', 'HI_in', 'en'])).toBe('hi')
    expect(firstKnown(['ta', 'constructor'])).toBeUndefined()
  })
  test('of the record goes before that of the browser; else it is English', () => {
    expect(languageOf('hi', 'en')).toBe('hi')
    expect(languageOf(null, 'hi-IN,en;q=0.5')).toBe('hi')
    expect(languageOf('xx', 'ta')).toBe('en')
    expect(languageOf('toString', undefined)).toBe('en')
  })
})

describe('figures', () => {
  const [en, hi] = [figuresOf('en'), figuresOf('hi')]
  test('money is exact, grouped as in India, in Latin digits', () => {
    for (const { money } of [en, hi]) {
      expect(money(9_007_199_254_740_993n)).toBe('₹9,00,71,99,25,47,409.93')
      expect([money(0), money(-5.5), money(123_456.7)]).toEqual(['₹0.00', '-₹5.50', '₹1,23,456.70'])
    }
  })
  test('dates and times are written as the language does, in the zone that is asked for', () => {
    const at = new Date('2026-11-20T20:10:00Z')
    expect(en.dateTime(at, 'Asia/Kolkata')).toBe('21 Nov 2026 01:40')
    expect(hi.dateTime(at, 'Asia/Kolkata')).toBe('21 नव॰ 2026 01:40')
    expect(hi.date(at, 'UTC')).toBe('20 नव॰ 2026')
  })
  test('decimals', () => {
    expect([hi.fixed(1234.5, 3), hi.number(0.12345), en.fixed(10, 3)]).toEqual(['1,234.500', '0.123', '10.000'])
  })
})

test('plurals choose their form by the rules of the language', () => {
  const { told } = english
  expect([0, 1, 2].map(n => told.minutes({ n }))).toEqual(['0 minutes', '1 minute', '2 minutes'])
  // In Hindi 0 is one of them.
  expect([0, 1, 2].map(n => wordsOf('hi').told.hours({ n }))).toEqual(['0 घंटा', '1 घंटा', '2 घंटे'])
  expect(wordsOf('hi').lookup.stateOf({ state: 'captured' })).toBe('मिल गया')
  expect(wordsOf('hi').lookup.stateOf({ state: 'toString' })).toBe('toString')
})

test('a code by SMS fits into one part in English and into two in Hindi, with a long name of the brand', () => {
  const sms = { code: '123456', brand: 'Wattdesk', minutes: 10 }
  expect(english.letters.codeSms(sms).length).toBeLessThanOrEqual(160)
  // Of letters beyond the Latin ones a part has 70, or 67 where there are several.
  expect(wordsOf('hi').letters.codeSms({ ...sms, brand: 'Cedarcharge' }).length).toBeLessThanOrEqual(2 * 67)
})
