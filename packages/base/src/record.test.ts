// A record with every kind of field: its bodies, its reply, and the derived lists and types.
import { describe, expect, test } from 'vitest'
import {
  choice,
  columnOf,
  day,
  email,
  file,
  filterTypes,
  flag,
  headerOf,
  instant,
  key,
  lines,
  money,
  number,
  phone,
  sortNames,
  state,
  text,
  writtenNames,
} from './record.ts'
import { bodySchema, changeSchema, replySchema, valueSchema } from './record-schemas.ts'

const WORDS = { NEW: 'New', IN_USE: 'In Use' }
const fields = {
  part_id: key('Part ID').sorted(),
  part_name: text('Name', 5).findable().listed({ header: 'Part' }),
  note: lines('Note', 10).optional(),
  contact: email('Contact').optional(),
  colour: choice('Colour', ['Red', 'Blue']),
  finish: choice('Finish', ['Matt', 'Gloss'], 'Please select a finish').optional(),
  status: state('Status', WORDS).changedLater().filtered(),
  weight: number('Weight', { max: 50, decimals: 2 }).optional().filtered(),
  pieces: number('Pieces', { decimals: 0 }).check(n => n !== 13, 'Pieces should not be 13'),
  price: money('Price', 1000).column('pricePaise').sorted().filtered(),
  bought: day('Bought On').optional().filtered(),
  picture: file('Picture').optional(),
  created_at: instant('Created On').readOnly().sorted().filtered(),
  owner: text('Owner', 50).joined(),
  state_of_wear: text('Wear', 20).ofLists().sorted().filtered(),
  is_spare: flag('Spare', 'Y', 'N').readOnly(),
  supplier_phone: phone('Supplier').optional(),
  offset: number('Offset', { min: -5, max: 5, decimals: 0 }).optional(),
}
const body = { part_name: 'Bolt', colour: 'Red', pieces: 4, price: 1.5 }
const Body = bodySchema(fields)
const Change = changeSchema(fields)
const errorsOf = (sent: object, schema: typeof Body | typeof Change = Body) =>
  (schema.safeParse(sent).error?.issues ?? []).map(i => [i.path[0], i.message])

test('a body has every field that people write, and names what is not known as null', () => {
  expect(Body.parse({ ...body, part_id: 9, status: 'IN_USE', owner: 'x' })).toEqual({
    ...body,
    note: null,
    contact: null,
    finish: null,
    weight: null,
    bought: null,
    picture: null,
    supplier_phone: null,
    offset: null,
  })
  expect(Body.parse({ ...body, note: '', finish: '', weight: 0 })).toMatchObject({
    note: null,
    finish: null,
    weight: 0,
  })
})

test('a change leaves an optional field that it does not name as it is, and may name the state', () => {
  const { note, weight, status } = Change.parse(body)
  expect([note, weight, status]).toEqual([undefined, undefined, undefined])
  expect(Change.parse({ ...body, note: '', status: 'IN_USE' })).toMatchObject({ note: null, status: 'IN_USE' })
})

describe('errors', () => {
  test.each<[object, string, string]>([
    [{ part_name: ' ' }, 'part_name', 'Name is required'],
    [{ part_name: 'Bolted' }, 'part_name', 'Name should be 5 characters or less'],
    [{ part_name: 4 }, 'part_name', 'Name must be text'],
    [{ note: 'x'.repeat(11) }, 'note', 'Note should be 10 characters or less'],
    [{ contact: 'nobody' }, 'contact', 'Please enter a valid email'],
    [{ colour: undefined }, 'colour', 'Colour is required'],
    [{ colour: 'Green' }, 'colour', 'Please select one of Red, Blue'],
    [{ finish: 'Rough' }, 'finish', 'Please select a finish'],
    [{ weight: -1 }, 'weight', 'Weight should be 0 or more'],
    [{ weight: 50.01 }, 'weight', 'Weight should be 50 or less'],
    [{ weight: 1.234 }, 'weight', 'Weight should have 2 decimals or less'],
    [{ weight: '1' }, 'weight', 'Weight must be a number'],
    [{ pieces: null }, 'pieces', 'Pieces is required'],
    [{ pieces: 1.5 }, 'pieces', 'Pieces must be a whole number'],
    [{ pieces: 13 }, 'pieces', 'Pieces should not be 13'],
    [{ price: 1000.01 }, 'price', 'Price should be 1000 or less'],
    [{ bought: '2026-02-30' }, 'bought', 'Bought On must be a date'],
    [{ bought: '1949-12-31' }, 'bought', 'Bought On must be a date'],
    [{ supplier_phone: '98-765' }, 'supplier_phone', 'Please enter a valid phone number'],
    [{ offset: -6 }, 'offset', 'Offset should be -5 or more'],
    [{ picture: 'https://a.example/x.png' }, 'picture', 'Picture must be an uploaded file'],
  ])('%j', (wrong, name, message) => {
    expect(errorsOf({ ...body, ...wrong })).toEqual([[name, message]])
  })
  test('a state that is none is refused in a change', () => {
    expect(errorsOf({ ...body, status: 'OLD' }, Change)).toEqual([['status', 'Please select one of NEW, IN_USE']])
  })
  test.each(['1950-01-01', '2199-12-31', ''])('the day %j is taken', bought => {
    expect(errorsOf({ ...body, bought })).toEqual([])
  })
})

test('a reply has every field; a choice may hold a word that is no longer offered, a state may not', () => {
  const shown = {
    ...Body.parse(body),
    part_id: 1,
    status: 'NEW',
    created_at: '2026-01-01T00:00:00.000Z',
    owner: 'Depot',
    is_spare: 'Y',
  }
  const Reply = replySchema(fields, 'Part')
  expect(Reply.parse({ ...shown, colour: 'Green' })).toEqual({ ...shown, colour: 'Green' })
  expect(Reply.safeParse({ ...shown, status: 'OLD' }).success).toBe(false)
  expect(Reply.safeParse({ ...shown, part_name: null }).success).toBe(false)
  expect(Reply.safeParse({ ...shown, is_spare: true }).success).toBe(false)
  const WithPlace = replySchema(fields, 'PlacedPart', { place: replySchema({ aisle: text('Aisle', 5) }, 'Aisle') })
  expect(WithPlace.parse({ ...shown, place: { aisle: 'A1' } })).toEqual({ ...shown, place: { aisle: 'A1' } })
  // A value of lists is in no reply.
  expect(Reply.parse({ ...shown, state_of_wear: 'Worn' })).toEqual(shown)
})

test('a flag in a body is one of its two values', () => {
  const Switch = bodySchema({ on: flag('Switch', 'Y', 'N') })
  expect(Switch.parse({ on: 'N' })).toEqual({ on: 'N' })
  expect(Switch.safeParse({ on: true }).error?.issues[0]?.message).toBe('Switch must be Y or N')
  expect(Switch.safeParse({}).error?.issues[0]?.message).toBe('Switch is required')
})

test('a text that may be empty is never null, and a change may leave it as it is', () => {
  const fields = { note: lines('Note', 9).orEmpty(), hint: text('Hint', 9).orEmpty().changedLater() }
  expect(bodySchema(fields).parse({ note: ' ' })).toEqual({ note: '' })
  expect(bodySchema(fields).parse({})).toEqual({ note: '' })
  expect(changeSchema(fields).parse({ note: 'x' }).hint).toBeUndefined()
  expect(changeSchema(fields).parse({ note: 'x', hint: '' }).hint).toBe('')
})

test('a text is one line, whatever breaks are typed into it; lines keep theirs', () => {
  const fields = { name: text('Name', 9), hint: text('Hint', 9).optional(), note: lines('Note', 20) }
  const body = bodySchema(fields)
  expect(body.parse({ name: ' a\r\nb ', hint: 'c \u2028\n d', note: 'e\nf' })).toEqual({
    name: 'a b',
    hint: 'c d',
    note: 'e\nf',
  })
  expect(body.safeParse({ name: '\r\n', note: 'x' }).error?.issues.map(i => i.message)).toEqual(['Name is required'])
  expect(valueSchema(fields.name).parse('a\nb')).toBe('a b')
})

test('the schema of a single value says the same as a body', () => {
  const problemOf = (value: unknown) => valueSchema(fields.price).safeParse(value).error?.issues[0]?.message
  expect([1.5, 1000.01, Number.NaN].map(problemOf)).toEqual([
    undefined,
    'Price should be 1000 or less',
    'Price must be a number',
  ])
})

test('sorts, filters, columns and headers come from the declaration', () => {
  expect(sortNames(fields)).toEqual(['part_id', 'part_name', 'price', 'created_at', 'state_of_wear'])
  expect(filterTypes(fields)).toEqual({
    part_name: 'text',
    status: 'text',
    weight: 'number',
    price: 'number',
    bought: 'date',
    created_at: 'date',
    state_of_wear: 'text',
  })
  expect(Object.entries(fields).map(([name, f]) => columnOf(name, f))).toEqual([
    ...['partId', 'partName', 'note', 'contact', 'colour', 'finish', 'status', 'weight', 'pieces'],
    ...['pricePaise', 'bought', 'picture', 'createdAt', null, null, 'isSpare', 'supplierPhone', 'offset'],
  ])
  expect([headerOf(fields.part_name), headerOf(fields.colour)]).toEqual(['Part', 'Colour'])
  expect(writtenNames(fields)).not.toContain('owner')
  expect(writtenNames(fields)).not.toContain('state_of_wear')
  expect(writtenNames(fields)).toContain('status')
})
