// What each way says of an alert: with what it costs, and text messages that leave out whole parts where there is no room.
import { describe, expect, test } from 'vitest'
import { CHANNEL_WORDS, type ToldAlert } from './message.rules.ts'

const alert = (more: Partial<ToldAlert> = {}): ToldAlert => ({
  alertId: 7,
  kind: 'charger-offline',
  title: 'Charge point offline',
  text: 'DC-1 is offline',
  step: 'Check power and SIM',
  severity: 'Major',
  since: new Date('2026-03-04T08:00:00Z'),
  closedWhy: null,
  closedBy: null,
  cost: null,
  ...more,
})
const estimated = (rupees: number) => ({ rupees, isEstimated: true, reckoned: 'What an hour brings' })
const known = (rupees: number) => ({ rupees, isEstimated: false, reckoned: 'The amount' })
const say = (channel: keyof typeof CHANNEL_WORDS, alerts: readonly ToldAlert[], more: object = {}) =>
  CHANNEL_WORDS[channel]({
    what: 'opened',
    rule: 'Yard',
    alerts,
    home: 'https://p.example',
    zone: 'Asia/Kolkata',
    ...more,
  })

describe('what the trouble costs', () => {
  test.each<[keyof typeof CHANNEL_WORDS, ToldAlert[], RegExp]>([
    ['mail', [alert({ cost: estimated(1234.5) })], /DC-1 is offline, since .*\. Estimated cost so far: ₹1,234\.50\n/],
    ['mail', [alert({ cost: known(80) })], /\. Cost so far: ₹80\.00\n/],
    ['mail', [alert({ cost: estimated(5), closedWhy: 'It is back' })], /: It is back\. Estimated cost: ₹5\.00\n/],
    [
      'sms',
      [alert({ cost: estimated(1234.5) })],
      /^Major: DC-1 is offline\. Estimated cost so far: ₹1,234\.50 https:\/\/p\.example\/alerts\/7$/,
    ],
    ['push', [alert({ cost: estimated(20) })], /Estimated cost so far: ₹20\.00$/],
    [
      'push',
      [alert({ cost: estimated(20) }), alert({ alertId: 8, text: 'DC-2 is offline', cost: estimated(30) })],
      /^DC-1 is offline\nDC-2 is offline\nEstimated cost so far: ₹50\.00$/,
    ],
    ['webhook', [alert({ cost: known(80) })], /"cost":\{"rupees":80,"isEstimated":false,"reckoned":"The amount"\}/],
    ['webhook', [alert()], /"cost":null/],
  ])('by %s', (channel, alerts, text) => expect(say(channel, alerts).body).toMatch(text))

  test('is not spoken of where it is not known', () => {
    for (const channel of ['mail', 'sms', 'push'] as const) expect(say(channel, [alert()]).body).not.toMatch(/cost/i)
  })
})

describe('a mail', () => {
  const refused = alert({ alertId: 8, text: 'DC-2 tries to connect and is refused', step: 'See why' })
  test('says the next step once where it is the same for all', () => {
    expect(say('mail', [alert(), alert({ alertId: 9 })]).body.match(/Next step: .*/g)).toEqual([
      'Next step: Check power and SIM',
    ])
  })
  test('says the step of each alert where they differ, and none of what is over', () => {
    const { body } = say('mail', [alert(), refused])
    expect(body).toMatch(/^- DC-1 is offline, since .*\. Next step: Check power and SIM$/m)
    expect(body).toMatch(/^- DC-2 tries to connect and is refused, since .*\. Next step: See why$/m)
    expect(body.match(/Next step/g)).toHaveLength(2)
    expect(say('mail', [alert(), refused], { what: 'over' }).body).not.toMatch(/Next step/)
  })
})

describe('a text message', () => {
  const long = (n: number) => Array.from({ length: n }, (_, i) => `word${i}`).join(' ')

  test('leaves out what it costs before anything else', () => {
    const body = say('sms', [alert({ text: `DC-1 ${'is '.repeat(80)}offline`, cost: estimated(5) })]).body
    expect(body).toMatch(/^Major: DC-1 (is )+offline https:/)
  })
  test('leaves out the reason, and then says the kind alone', () => {
    const stopped = alert({ title: 'Campaign stopped', text: `Campaign Spring has stopped: ${long(60)}` })
    expect(say('sms', [stopped]).body).toBe('Major: Campaign Spring has stopped https://p.example/alerts/7')
    expect(say('sms', [{ ...stopped, text: long(60) }]).body).toBe('Major: Campaign stopped https://p.example/alerts/7')
  })
  test('names as many alerts as have room, each whole, and how many more there are', () => {
    const alerts = Array.from({ length: 40 }, (_, i) =>
      alert({ alertId: i + 1, text: `DC-${i + 1}, connector 1 is faulted`, cost: estimated(1) }),
    )
    const { body } = say('sms', alerts)
    expect(body).toBe(
      `Major: 40 alerts: Yard: ${[1, 2, 3, 4, 5, 6, 7].map(n => `DC-${n}, connector 1 is faulted`).join('; ')} and 33 more. Estimated cost so far: ₹40.00 https://p.example/alerts`,
    )
    expect(body.length).toBeLessThanOrEqual(300)
  })
  test.each([1, 2, 3, 12])(
    'of %i alerts has no cut word and no more than 300 characters, however long their texts',
    n => {
      for (let words = 1; words < 60; words++) {
        const alerts = Array.from({ length: n }, (_, i) =>
          alert({ alertId: i + 1, text: `${long(words)}: ${long(9)}` }),
        )
        const { body } = say('sms', alerts, { rule: 'Rule '.repeat(20).trim() })
        expect(body).not.toContain('…')
        expect(body.length).toBeLessThanOrEqual(300)
        for (const word of body.match(/word\S*/g) ?? []) expect(word).toMatch(/^word\d+[;:.]?$/)
      }
    },
  )
})

test('a push message leaves out whole lines', () => {
  const alerts = [1, 2, 3, 4].map(n => alert({ alertId: n, text: 'x'.repeat(240), cost: estimated(1) }))
  const { body } = say('push', alerts)
  expect(body).toBe(`${'x'.repeat(240)}\nand 1 more\nEstimated cost so far: ₹4.00`)
})
