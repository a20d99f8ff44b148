// The calls that a record's fields give, and where a record says otherwise.
import { key, number, text } from '@wattdesk/base/record'
import { bodySchema, replySchema } from '@wattdesk/base/record-schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordEndpoints, recordKind } from './record-endpoints.ts'

const fields = {
  tag_id: key('Tag ID').sorted().filtered(),
  name: text('Name', 5).findable(),
  weight: number('Weight').optional().filtered(),
}
const kind = recordKind('Tag', fields)
const tags = recordEndpoints({ kind, fields, key: 'tag_id', reply: replySchema(fields, 'T'), body: bodySchema(fields) })

test('method, right and record follow from the call, orders and filters from the fields', () => {
  const list = tags.list('/team/{teamId}/tags', { summary: 'Tags' })
  expect(list).toMatchObject({ method: 'GET', can: 'Tag.view' })
  expect(list.offers).toEqual({
    sorts: ['tag_id', 'name'],
    filters: { tag_id: 'text', name: 'text', weight: 'number' },
    key: 'tag_id',
  })
  expect(list.record).toBeUndefined()
  const said = { summary: 'A tag' }
  expect(tags.read('/tag/{id}', said)).toMatchObject({ method: 'GET', can: 'Tag.view', record: kind })
  expect(tags.create('/tags', said)).toMatchObject({ method: 'POST', can: 'Tag.create', record: kind, status: 201 })
  expect(tags.change('/tag/{id}', said)).toMatchObject({ method: 'PUT', can: 'Tag.update', record: kind })
  expect(tags.remove('/tag/{id}', said)).toMatchObject({ method: 'DELETE', can: 'Tag.delete', record: kind })
})

test('names in the path are numbers of records; a path that names no team takes one in the query', () => {
  const ofPath = tags.list('/team/{teamId}/tags', { summary: 'Tags' })
  expect(ofPath.params?.parse({ teamId: '4' as never })).toEqual({ teamId: 4 })
  expect(ofPath.params?.safeParse({ teamId: 'x' as never }).success).toBe(false)
  expect('teamId' in (ofPath.query?.shape ?? {})).toBe(false)
  const ofQuery = tags.list('/tags', { summary: 'Tags', query: { year: z.string() } })
  expect(ofQuery.params).toBeUndefined()
  expect(ofQuery.query?.parse({ teamId: 4, year: '2026', page: 2 })).toEqual({ teamId: 4, year: '2026', page: 2 })
  expect(tags.create('/tags', { summary: 'A tag' }).query?.parse({})).toEqual({})
})

test('without a filter by its key a list names none; orders and filters may be given', () => {
  const reply = z.object({ id: z.number() })
  const given = { kind, sorts: ['name'], filters: { name: 'text' }, key: 'id', reply, body: reply } as const
  const list = recordEndpoints(given).list('/things', { summary: 'Things' })
  expect(list.offers).toEqual({ sorts: ['name'], filters: { name: 'text' } })
  expect(recordEndpoints(given).remove('/thing/{id}', { summary: 'A thing' }).data.parse({ id: 3 })).toEqual({ id: 3 })
})

test('the part that people edit is what bodies write, wherever the reply has the record', () => {
  const tag = { tag_id: 1, name: 'Bolt', weight: null }
  expect(kind.part(tag)).toEqual({ name: 'Bolt', weight: null })
  expect(recordKind('Tag', fields, (data: [object]) => data[0]).part([tag])).toEqual({ name: 'Bolt', weight: null })
})
