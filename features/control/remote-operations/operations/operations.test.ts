// The table of operations as a whole: each record is complete, says what the standard knows and nothing else, and no other
// file of these folders names an operation by its text.
import { globSync, readFileSync } from 'node:fs'
import { isCentralSystemAction, messages } from '@wattdesk/ocpp/messages'
import { messages201 } from '@wattdesk/ocpp/messages201/index'
import type { Node } from '@wattdesk/ocpp/schema'
import { validators } from '@wattdesk/ocpp/validators'
import { expect, test } from 'vitest'
import { parameters } from '../operation-body.contract.ts'
import { PROGRESS } from '../progress.contract.ts'
import { OPERATION_GROUPS, type OperationRecord, PROVING_MESSAGES, wireOf } from './operation.contract.ts'
import type { Field, FieldSet } from './operation-field.contract.ts'
import { isMore, operations } from './operations.contract.ts'

const all: readonly OperationRecord[] = operations
const namesOf = (of: readonly { name: string }[]) => of.map(o => o.name)
const isOf201 = ({ wire }: OperationRecord) => 'ocpp201' in wire
const all16 = all.filter(o => !isOf201(o))
const actionIn = (o: OperationRecord) => wireOf(o).action as keyof typeof messages

test('each call of the central system is one operation, and has a schema', () => {
  expect(new Set(namesOf(all)).size).toBe(all.length)
  expect(all16.map(actionIn).toSorted()).toEqual(Object.keys(messages).filter(isCentralSystemAction).toSorted())
  for (const o of all16) {
    expect(validators.get(actionIn(o)), o.name).toBeDefined()
    expect(parameters[o.name as keyof typeof parameters], o.name).toBeDefined()
  }
})

/** Operations without a sentence, and why. */
const WORDLESS: Readonly<Record<string, string>> = { GetConfiguration: 'the keys are shown in a table' }
test('each operation has a sentence for an answer, or a reason for none', () => {
  const wordless = all.filter(o => !o.answers && !o.plainAnswer)
  expect(namesOf(wordless)).toEqual(Object.keys(WORDLESS))
})

/** The calls of 2.0.1 by which the operations are made that 1.6 does not have, where they are called otherwise. */
const CALLED: Readonly<Record<string, keyof typeof messages201>> = {
  ResetEvse: 'Reset',
  RaiseSecurityProfile: 'Reset',
}
/** A status of an earlier step: the station uses the profile after its next restart (SetVariables). */
const EARLIER: Readonly<Record<string, string>> = { RaiseSecurityProfile: 'RebootRequired' }
const confirmationOf = (o: OperationRecord) =>
  isOf201(o)
    ? messages201[CALLED[o.name] ?? (o.name as keyof typeof messages201)].confirmation
    : messages[actionIn(o)].confirmation

/** The statuses of an answer; where it is a list of results, those of a result. */
const statusesIn = (node: Node): readonly string[] => {
  if (node.kind !== 'obj') return []
  const status = node.required.status?.node
  if (status?.kind === 'oneOf') return status.allowed
  const results = Object.values(node.required)
    .map(({ node: field }) => field)
    .find(field => field.kind === 'list')
  return results?.kind === 'list' ? statusesIn(results.item.node) : []
}

test('each sentence is for an answer of the standard, with a status or without', () => {
  for (const o of all) {
    const { node } = confirmationOf(o)
    const known = statusesIn(node)
    for (const word of Object.keys(o.answers ?? {})) expect([...known, EARLIER[o.name]], o.name).toContain(word)
    if (o.plainAnswer) expect(known, o.name).toEqual([])
  }
})

test('each message of progress belongs to one operation, each proving message to one promise', () => {
  expect(all.flatMap(o => o.progress ?? []).toSorted()).toEqual(Object.keys(PROGRESS).toSorted())
  expect(all.flatMap(o => o.promise?.message ?? [])).toEqual([...PROVING_MESSAGES])
})

const leavesOf = (fields: FieldSet): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
    field.kind === 'group' ? leavesOf(field.fields) : [[name, field]],
  )
/** Fields that no form asks for: the product fills in a number, a version or a list, unless a program gives them. */
const UNASKED: Readonly<Record<string, readonly string[]>> = {
  SendLocalList: ['listVersion', 'localAuthorizationList'],
  ReserveNow: ['reservationId'],
  GetLog: ['requestId'],
  SignedUpdateFirmware: ['requestId'],
}
test('each field has an input, or is filled in by the product', () => {
  for (const o of all) {
    const unasked = leavesOf(o.fields).filter(([, field]) => !field.input)
    expect(
      unasked.map(([name]) => name),
      o.name,
    ).toEqual(UNASKED[o.name] ?? [])
  }
})
test('an order of the form names each input once', () => {
  for (const { name, fields, form } of all) {
    const asked = leavesOf(fields).flatMap(([field, { input }]) => (input ? [field] : []))
    if (form.order) expect(form.order.toSorted(), name).toEqual(asked.toSorted())
  }
})
test('every operation below More operations has a group, the first nine have none, and no group is empty', () => {
  for (const { name, form } of all) expect(form.group !== undefined, name).toBe(isMore(name))
  expect(OPERATION_GROUPS.filter(group => !all.some(o => o.form.group === group))).toEqual([])
})
test('an operation that the server numbers has a field for the number', () => {
  const numbered = all.filter(o => o.isNumbered).map(o => o.name)
  expect(numbered).toEqual(['ReserveNow', 'GetLog', 'SignedUpdateFirmware'])
})

test('no file beside the records names an operation by its text, so that a rename leaves nothing behind', () => {
  const folders = 'features/{control/remote-operations,desk/operation-forms}/*.{ts,tsx}'
  const files = globSync(folders).filter(file => !/\.test\.tsx?$|\/test-/.test(file))
  expect(files.length).toBeGreaterThan(40)
  const named = files.flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return namesOf(all).flatMap(name => (source.includes(`'${name}'`) ? [`${file}: ${name}`] : []))
  })
  expect(named).toEqual([])
})
